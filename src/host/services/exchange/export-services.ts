import * as vscode from 'vscode';
import { EXPORT_FORMATS, FORMAT_NAMES, type ExportFormat } from '../../../core/services/exchange/exchange.ts';
import { exportServices as writeServices } from '../../../core/services/exchange/export-services.ts';
import type { LlmServiceConfig } from '../../../core/services/schema.ts';
import { withInferredApi } from '../../../core/wire/service-api.ts';
import type { DataRoots } from '../../roots/open-root.ts';
import { reportRefusal } from '../document-edit.ts';
import type { Proposals } from '../proposed/proposals.ts';
import { targetFile, tellNoServices } from '../service-target.ts';
import { stateOf } from '../services-state.ts';
import { notCarriedNote, tellNotCarried } from './not-carried.ts';

/** What a person is asked on the way; undefined answers end it. */
export interface ExportQuestions {
  format(formats: readonly ExportFormat[]): Promise<ExportFormat | undefined>;
  services(services: readonly LlmServiceConfig[]): Promise<readonly LlmServiceConfig[] | undefined>;
}

/** Shows the services of a configuration as that of another program, in a document that is nowhere saved; keys are never written. */
export async function exportServices(roots: DataRoots, proposals: Proposals, ask: ExportQuestions, argument: unknown): Promise<void> {
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
