import * as vscode from 'vscode';
import { formatSize } from '../../core/content/size.ts';
import { decodeText } from '../../core/content/text-encoding.ts';
import type { WorkspaceReference } from '../../core/refs/reference.ts';
import { escapeMarkdown, inBold } from '../screen/plain-text.ts';
import { sensitivePlaces, type SensitivePlace } from './sensitive-path.ts';

/** The file a call would write, as it would be written. */
export interface WriteTarget {
  readonly rootName: string;
  readonly reference: WorkspaceReference;
  /** Its real location: names below the workspace, joined with `/`. */
  readonly realPath: string;
  readonly mimeType: string;
  readonly bytes: Uint8Array;
  /** Size in bytes of the file that is there, where that is known; undefined when there is none. */
  readonly replaces: { readonly size?: number } | undefined;
}

/** How much of a content is shown: lines, characters of each, and bytes of what is no text. */
const MOST_LINES = 20;
const LONGEST_LINE = 160;
const MOST_BYTES = 64;
/** Bytes that hold as many lines, whatever the encoding. */
const HEAD = 4 * MOST_LINES * LONGEST_LINE;
/** Width in characters at which a path is wrapped, so that all of it is visible. */
const WIDTH = 80;

/** Asks whether a file may be written: the whole path, whether something is lost, and what the content begins with. */
export function writeQuestion(target: WriteTarget): NonNullable<vscode.PreparedToolInvocation['confirmationMessages']> {
  const { reference, realPath, mimeType, bytes, rootName, replaces } = target;
  const isElsewhere = realPath !== reference.relativePath;
  const size = bytes.length.toLocaleString(vscode.env.language);
  const parts = [
    vscode.l10n.t(
      '{0} bytes of {1} will be written to this file in the workspace {2} of {3}:',
      size,
      inBold(mimeType),
      inBold(reference.workspaceId),
      inBold(rootName),
    ),
    codeBlock(broken(visible(reference.relativePath))),
    ...(isElsewhere
      ? [
          warning(vscode.l10n.t('A link in the workspace points elsewhere. This file will be written:')),
          codeBlock(broken(visible(realPath))),
        ]
      : []),
    replaces === undefined ? vscode.l10n.t('It is a new file.') : warning(replacedInWords(replaces)),
    ...new Set([reference.relativePath, realPath].flatMap(sensitivePlaces).map((place) => warning(placeInWords(place)))),
    ...contentInWords(bytes),
  ];
  return {
    title:
      replaces === undefined
        ? vscode.l10n.t('Write a file into an agent’s workspace')
        : vscode.l10n.t('Replace a file in an agent’s workspace'),
    message: new vscode.MarkdownString(parts.join('\n\n')),
  };
}

function replacedInWords({ size }: { readonly size?: number }): string {
  return size === undefined
    ? vscode.l10n.t('It replaces an existing file.')
    : vscode.l10n.t('It replaces an existing file of {0}.', formatSize(size));
}

function placeInWords(place: SensitivePlace): string {
  switch (place) {
    case 'git':
      return vscode.l10n.t('Files in .git can make Git run commands.');
    case 'vscode':
      return vscode.l10n.t('Files in .vscode can change settings and make VS Code run tasks.');
    case 'github':
      return vscode.l10n.t('Files in .github can make GitHub run workflows, and are instructions for agents.');
    case 'env':
      return vscode.l10n.t('Files whose names begin with .env hold secrets and settings that programs read.');
  }
}

/** The beginning of a content as it would be read from the file: decoded, whatever way it was given. */
function contentInWords(bytes: Uint8Array): string[] {
  if (bytes.length === 0) return [vscode.l10n.t('It is empty.')];
  const head = decodeText(bytes.subarray(0, HEAD), { isHead: bytes.length > HEAD, strict: true });
  if (head === undefined) {
    const hex = [...bytes.subarray(0, MOST_BYTES)].map((byte) => byte.toString(16).padStart(2, '0'));
    const rows = Array.from({ length: Math.ceil(hex.length / 16) }, (_, row) => hex.slice(row * 16, row * 16 + 16).join(' '));
    return [vscode.l10n.t('It is not text. Its first bytes are:'), codeBlock(rows.join('\n'))];
  }
  const lines = head.text.split(/\r\n|\r|\n/);
  const shown = lines
    .slice(0, MOST_LINES)
    .map((line) => (line.length > LONGEST_LINE ? `${visible(line.slice(0, LONGEST_LINE))}…` : visible(line)));
  const isWhole = bytes.length <= HEAD && lines.length <= MOST_LINES && lines.every((line) => line.length <= LONGEST_LINE);
  return [isWhole ? vscode.l10n.t('Its content:') : vscode.l10n.t('It begins with:'), codeBlock(shown.join('\n'))];
}

function warning(sentence: string): string {
  return `⚠ **${escapeMarkdown(sentence)}**`;
}

/** Controls, bidirectional and invisible characters, written out as `\u{202e}`; tabs stay. */
function visible(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (char) => (char === '\t' ? char : `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`));
}

/** A path over as many lines as it needs, broken behind a slash where that is possible. */
function broken(path: string): string {
  const lines = [''];
  for (const name of path.split(/(?<=\/)/)) {
    for (let rest = name; rest !== '';) {
      const line = lines.at(-1) ?? '';
      const fits = line.length + rest.length <= WIDTH;
      if (!fits && line !== '') lines.push('');
      const part = fits ? rest : line === '' ? rest.slice(0, WIDTH) : '';
      lines[lines.length - 1] += part;
      rest = rest.slice(part.length);
    }
  }
  return lines.join('\n');
}

/** A fenced code block (CommonMark §4.5) that nothing in the text ends. */
function codeBlock(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}
