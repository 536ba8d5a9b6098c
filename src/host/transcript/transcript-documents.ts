import * as vscode from 'vscode';
import { VIEW_SCHEMES } from '../screen/documents.ts';

/** Documents that are checked while they are open; plain text only under the names logs and transcripts have. */
const LANGUAGES: ReadonlySet<string> = new Set(['json', 'jsonc', 'jsonl', 'log']);
const NAME = /\.(?:jsonl|ndjson|log)$/i;

/** Where hovers and quick fixes are offered. */
export const TRANSCRIPT_SELECTOR: vscode.DocumentSelector = [
  ...[...LANGUAGES].map((language) => ({ language })),
  { language: 'plaintext', pattern: '**/*.{jsonl,ndjson,log}' },
];

/** Whether a document may be a transcript or a log. */
export function isTranscript(document: vscode.TextDocument): boolean {
  const isOne = LANGUAGES.has(document.languageId) || (document.languageId === 'plaintext' && NAME.test(document.uri.path));
  return isOne && !VIEW_SCHEMES.has(document.uri.scheme);
}

/** VS Code gives extensions no document of a text with more characters (`_MODEL_SYNC_LIMIT` of its `TextModel`); of a file that is at least as many bytes. */
export const MOST_HANDED_OVER = 50 * 1024 * 1024;
const TRANSCRIPT_NAME = /\.(?:jsonc?|jsonl|ndjson|log)$/i;

/** The files in tabs that may be transcripts or logs by their names: of those that are not handed over nothing else is known. */
export function transcriptsIn(tabs: readonly vscode.Tab[]): vscode.Uri[] {
  return tabs.flatMap(({ input }) =>
    input instanceof vscode.TabInputText && TRANSCRIPT_NAME.test(input.uri.path) && !VIEW_SCHEMES.has(input.uri.scheme) ? [input.uri] : [],
  );
}

/** A file with longer lines, or more of them, is given to the scanner without this look. */
const LONGEST_LINE = 4000;
const MOST_LINES = 5000;
/** So many characters are looked at in one go, a few milliseconds' worth; the scanner itself makes pauses. */
const MOST_CHARACTERS = 200_000;
/** Base64 or a piece of a list, of a list with one number a line, or of a Python literal. */
const SUSPICIOUS = /[\w+/\\-]{60}|(?:\d{1,3}, ?){20}|^\s*\d{1,3},$|b'.{0,60}\\x/;

/** Whether anything in a document could be binary content. For the JSON files of every day it is a few milliseconds and no. */
export function isSuspicious(document: vscode.TextDocument): boolean {
  if (document.lineCount > MOST_LINES) return true;
  let characters = 0;
  for (let line = 0; line < document.lineCount; line++) {
    const { text } = document.lineAt(line);
    characters += text.length;
    if (characters > MOST_CHARACTERS || text.length > LONGEST_LINE || SUSPICIOUS.test(text)) return true;
  }
  return false;
}
