import * as vscode from 'vscode';
import { groupNotCarried, NOT_CARRIED_SENTENCES, writePath, type NotCarried } from '../../../core/services/exchange/exchange.ts';
import { notify } from '../../screen/notify.ts';
import { namedSentenceText } from '../../sentence-text.ts';
import type { Note } from '../proposed/notes.ts';
import type { Proposals } from '../proposed/proposals.ts';

/** Line breaks and control characters of a name must not forge a line. */
const UNSAFE = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** What was left behind, a line each kind: `[0].apiKey: …`. */
export function notCarriedText(notCarried: readonly NotCarried[]): string {
  const lines = groupNotCarried(notCarried).map(({ first, count }) => {
    const place = writePath(first.path) || vscode.l10n.t('The file');
    const often = count === 1 ? '' : ` ${vscode.l10n.t('(and {0} more like it)', count - 1)}`;
    return `${place}: ${namedSentenceText(NOT_CARRIED_SENTENCES[first.code], first.params)}${often}`
      .toWellFormed()
      .replace(UNSAFE, '\ufffd');
  });
  return `${lines.join('\n')}\n`;
}

/** What was left behind, to be read and come back to; undefined where nothing was. */
export function notCarriedNote(name: string, notCarried: readonly NotCarried[]): Note | undefined {
  return notCarried.length === 0
    ? undefined
    : { name: `${vscode.l10n.t('Not carried over')} (${name}).txt`, text: notCarriedText(notCarried) };
}

/** Tells that something was left behind, and what when a person asks. */
export function tellNotCarried(proposals: Pick<Proposals, 'showNote'>, note: Note | undefined, notCarried: readonly NotCarried[]): void {
  if (note === undefined) return;
  const show = { title: vscode.l10n.t('Show'), run: () => proposals.showNote(note) };
  notify('information', vscode.l10n.t('Things that could not be carried over: {0}', notCarried.length), show);
}
