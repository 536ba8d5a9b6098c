import * as vscode from 'vscode';
import type { Sentence } from '../core/io/sentence.ts';

/** A sentence of the core in the display language. Its templates are found by the tests of the translations where they are exported. */
export function sentenceText({ text, args }: Sentence): string {
  return vscode.l10n.t(text, ...args);
}
