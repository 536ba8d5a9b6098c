import * as vscode from 'vscode';
import { loadCatalogue } from '../../core/services/catalogue/load-catalogue.ts';
import { setCapabilities } from '../../core/services/edits.ts';
import { validateServices, type ServiceEntry } from '../../core/services/validate.ts';
import type { DataRoots } from '../roots/open-root.ts';
import type { CapabilityPicker } from './capability-picker.ts';
import { applyToDocument, reportRefusal, revealService } from './document-edit.ts';
import { mayWrite } from '../restricted.ts';
import { isServiceArgument, isServiceInFile, targetFile } from './service-target.ts';

/** A service that can be edited: it has an id. */
type NamedEntry = ServiceEntry & { readonly id: string };

/** Picks a service where none is given, asks for its capabilities and writes them into the document. */
export async function editCapabilities(roots: DataRoots, picker: CapabilityPicker, argument: unknown): Promise<void> {
  if (!mayWrite()) return;
  const uri = await targetFile(roots, argument);
  if (uri === undefined) return;
  const document = await vscode.workspace.openTextDocument(uri);
  const { usable, entries } = validateServices(document.getText());
  if (!usable) return reportRefusal(document, 'unusable_text');
  const wanted = isServiceArgument(argument) || isServiceInFile(argument) ? argument.serviceId : undefined;
  const entry = wanted ? entries.find(({ id }) => id === wanted) : await pickEntry(document, entries, vscode.l10n.t('Edit Capabilities of a Service'));
  if (entry === undefined) return wanted ? reportRefusal(document, 'service_not_found') : undefined;
  const { id } = entry;
  if (id === undefined) return reportRefusal(document, 'service_not_found');
  const { model } = entry.config ?? {};
  const inference = model === undefined ? null : (await loadCatalogue()).inferCapabilities(model);
  const capabilities = await picker.pick(entry.config?.name || id, entry.capabilities, inference ?? undefined);
  if (capabilities === undefined) return;
  // meanwhile the document may have changed: the edits are made for the text as it is now
  const refusal = await applyToDocument(document, (text) => setCapabilities(text, { id }, capabilities));
  if (refusal) return reportRefusal(document, refusal);
  await revealService(document, { id });
}

/** Asks for one of the services that count; the one at the cursor comes first. */
export async function pickEntry(document: vscode.TextDocument, entries: readonly ServiceEntry[], title: string): Promise<ServiceEntry | undefined> {
  const named = entries.filter((entry): entry is NamedEntry => entry.config !== undefined);
  if (named.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('The file has no services yet.'));
    return undefined;
  }
  const editor = vscode.window.activeTextEditor;
  const cursor = editor?.document === document ? document.offsetAt(editor.selection.active) : -1;
  const atCursor = ({ range }: ServiceEntry): boolean => cursor >= range.offset && cursor <= range.offset + range.length;
  const items = named
    .toSorted((a, b) => Number(atCursor(b)) - Number(atCursor(a)))
    .map((entry) => ({
      label: entry.config?.name || entry.id,
      description: entry.id,
      detail: vscode.l10n.t('input: {0}; output: {1}', entry.capabilities.input.join(', '), entry.capabilities.output.join(', ')),
      entry,
    }));
  const picked = await vscode.window.showQuickPick(items, { title, matchOnDescription: true, matchOnDetail: true });
  return picked?.entry;
}
