import * as vscode from 'vscode';
import type { VerifyState } from '../../shared/verify-protocol.ts';
import { escapeMarkdown, markdownLink } from '../artifacts/escape-markdown.ts';
import { outcomeInWords } from './verify-words.ts';

/** The results as a Markdown table (GitHub Flavored Markdown), for an issue or a note. */
export function asMarkdown({ name, model, api, address, rows }: VerifyState): string {
  const headings = [
    vscode.l10n.t('Capability'),
    vscode.l10n.t('Declared'),
    vscode.l10n.t('Result'),
    vscode.l10n.t('Answer'),
    vscode.l10n.t('Status'),
    vscode.l10n.t('Time'),
  ];
  const cells = rows.map(({ capability, list, isDeclared, outcome, because, words, status, elapsed }) => [
    `\`${list}.${capability}\``,
    isDeclared === null ? '' : isDeclared ? vscode.l10n.t('yes') : vscode.l10n.t('no'),
    outcomeInWords(outcome),
    [because, words === null ? '' : `“${words}”`]
      .filter((part) => part !== '')
      .map(cellText)
      .join(' '),
    status === null ? '' : String(status),
    elapsed === null ? '' : vscode.l10n.t('{0} ms', elapsed.toLocaleString(vscode.env.language)),
  ]);
  const line = (row: readonly string[]): string => `| ${row.join(' | ')} |`;
  return [
    `**${escapeMarkdown(name)}** · ${escapeMarkdown(model)} · ${api} · ${markdownLink(address)}`,
    '',
    line(headings),
    line(headings.map(() => '---')),
    ...cells.map(line),
    '',
  ].join('\n');
}

/** What a server says must not become a link, an image or a cell of its own; plain words stay readable in the source. */
function cellText(text: string): string {
  return /[|<>[\]`*_\\&~#!]|https?:|www\./.test(text) ? escapeMarkdown(text) : text;
}
