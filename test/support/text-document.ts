import * as vscode from 'vscode';
import { applyEdits } from '../../src/core/json/edit.ts';
import { LinePositions } from '../../src/core/json/node.ts';

/** Whoever remembers documents by their addresses has a new one in each. */
let count = 0;

/** A document as an editor has it, for what is computed of its text alone; a byte order mark is no part of that. */
export function textDocument(text: string, name = 'llmservices.json'): vscode.TextDocument {
  const lines = text.split(/\r\n|\n|\r/);
  const starts = [0, ...Array.from(text.matchAll(/\r\n|\n|\r/g), ({ 0: end, index }) => index + end.length)];
  const positions = new LinePositions(text);
  const offsetAt = ({ line, character }: vscode.Position): number => (starts[line] ?? text.length) + character;
  const document: Partial<vscode.TextDocument> = {
    uri: vscode.Uri.file(`/documents/${++count}/${name}`),
    version: 1,
    isClosed: false,
    lineCount: lines.length,
    lineAt: (line) => ({ text: lines[Number(line)] ?? '' }) as vscode.TextLine,
    getText: (range) => (range ? text.slice(offsetAt(range.start), offsetAt(range.end)) : text),
    offsetAt,
    positionAt: (offset) => new vscode.Position(...positions.at(offset)),
  };
  return document as vscode.TextDocument;
}

/** The text of a document after edits of it. */
export function textAfter(document: vscode.TextDocument, edits: readonly vscode.TextEdit[]): string {
  return applyEdits(
    document.getText(),
    edits.map(({ range, newText }) => {
      const offset = document.offsetAt(range.start);
      return { offset, length: document.offsetAt(range.end) - offset, newText };
    }),
  );
}
