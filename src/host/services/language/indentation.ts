import * as vscode from 'vscode';
import { indentationOf } from '../../../core/json/layout.ts';

/** How lines that are put in are indented. */
export interface Indentation {
  /** Of the line they are put in at. */
  readonly outer: string;
  /** One level more. */
  readonly unit: string;
}

/** As the document is indented, whatever the editor makes of it; where it is not yet, as the editor indents. */
export function indentationAt(document: vscode.TextDocument, text: string, { line }: vscode.Position): Indentation {
  const outer = /^[ \t]*/.exec(document.lineAt(line).text)?.[0] ?? '';
  return { outer, unit: indentationOf(text) ?? unitOf(document) };
}

function unitOf(document: vscode.TextDocument): string {
  const { insertSpaces = true, tabSize = 2 } =
    vscode.window.visibleTextEditors.find((editor) => editor.document === document)?.options ?? {};
  return insertSpaces === false ? '\t' : ' '.repeat(Number(tabSize) || 2);
}
