import * as vscode from 'vscode';
import { exportServices as writeServices } from '../../../core/models/exchange/exchange-services.ts';
import {
  EXPORT_FORMATS,
  type ExportFormat,
  FORMAT_NAMES,
  groupNotCarried,
  NOT_CARRIED_SENTENCES,
  type NotCarried,
  writePath,
} from '../../../core/models/exchange/exchange.ts';
import type { LlmServiceConfig } from '../../../core/models/schema.ts';
import { withInferredApi } from '../../../core/wire/service-api.ts';
import type { DataRoots } from '../../roots/open-root.ts';
import { notify } from '../../screen/notify.ts';
import { namedSentenceText } from '../../screen/sentence-text.ts';
import { reportRefusal } from '../../screen/document-edit.ts';
import type { Note } from '../proposed/proposal.ts';
import type { Proposals } from '../proposed/proposals.ts';
import { targetFile, tellNoServices } from '../service-target.ts';
import { stateOf } from '../services-state.ts';

/** What a person is asked on the way; undefined answers end it. */
export interface ExportQuestions {
  format(formats: readonly ExportFormat[]): Promise<ExportFormat | undefined>;
  services(services: readonly LlmServiceConfig[]): Promise<readonly LlmServiceConfig[] | undefined>;
}

/** Shows the services of a configuration as that of another program, in a document that is nowhere saved; keys are never written. */
export async function showExport(roots: DataRoots, proposals: Proposals, ask: ExportQuestions, argument: unknown): Promise<void> {
  const uri = await targetFile(roots, argument);
  if (uri === undefined) return;
  const document = await vscode.workspace.openTextDocument(uri);
  const { usable, services } = (await stateOf(document)).validated;
  if (!usable) return reportRefusal(document, 'unusable_text');
  if (services.length === 0) {
    return tellNoServices(uri);
  }
  const format = await ask.format(EXPORT_FORMATS);
  const chosen = format && (await ask.services(services));
  if (format === undefined || chosen === undefined || chosen.length === 0) return;
  const { text, notCarried } = await writeServices(chosen.map(withInferredApi), format);
  const { name, file } = FORMAT_NAMES[format];
  const exported = await vscode.workspace.openTextDocument({ language: file.endsWith('.yaml') ? 'yaml' : 'json', content: text });
  const note = notCarriedNote(name, notCarried);
  if (note) proposals.attachNote(exported.uri, note);
  await vscode.window.showTextDocument(exported, { preview: false });
  tellNotCarried(proposals, note, notCarried);
}

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
  notify('information', vscode.l10n.t('Not carried over: {0}', notCarried.length), show);
}
