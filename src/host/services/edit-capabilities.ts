import * as vscode from 'vscode';
import { loadCatalogue } from '../../core/services/catalogue/load-catalogue.ts';
import type { ModelCapabilities } from '../../core/services/capability.ts';
import { setCapabilitiesAt } from '../../core/services/edits.ts';
import { writtenCapabilities } from '../../core/services/matrix/written-capabilities.ts';
import type { ServiceEntry } from '../../core/services/validate.ts';
import type { DataRoots } from '../roots/open-root.ts';
import { showPick } from '../screen/quick-pick.ts';
import type { CapabilityPicker } from './capability-picker.ts';
import { editService, reportRefusal, type EditRefusal } from './document-edit.ts';
import { mayWrite } from '../restricted.ts';
import { stateOf } from './services-state.ts';
import { notifyEdit, type ReversibleEdit } from './notify-edit.ts';
import { isServiceArgument, isServiceInFile, targetFile, tellNoServices } from './service-target.ts';

/** A service that can be edited: it has an id. */
type NamedEntry = ServiceEntry & { readonly id: string };

/**
 * Picks a service where none is given, asks for its capabilities and writes them into the document.
 * @returns the edit; undefined when none was made
 */
export async function editCapabilities(roots: DataRoots, picker: CapabilityPicker, argument: unknown): Promise<ReversibleEdit | undefined> {
  if (!mayWrite()) return undefined;
  const uri = await targetFile(roots, argument);
  if (uri === undefined) return undefined;
  const document = await vscode.workspace.openTextDocument(uri);
  const {
    text: read,
    validated: { usable, entries },
  } = await stateOf(document);
  if (!usable) return refused(document, 'unusable_text');
  const wanted = isServiceArgument(argument) || isServiceInFile(argument) ? argument.serviceId : undefined;
  const entry = wanted
    ? entries.find(({ id }) => id === wanted)
    : await pickEntry(document, entries, vscode.l10n.t('Edit Capabilities of a Service'));
  if (entry === undefined) return wanted ? refused(document, 'service_not_found') : undefined;
  const { id } = entry;
  if (id === undefined) return refused(document, 'service_not_found');
  const { model } = entry.config ?? {};
  const inference = model === undefined ? null : (await loadCatalogue()).inferCapabilities(model);
  const before = writtenCapabilities(read, entry);
  const capabilities = await picker.pick(entry.config?.name || id, before, inference ?? undefined);
  if (capabilities === undefined) return undefined;
  // meanwhile the document may have changed: the edits are made for the text as it is now
  const made = await editService(document, id, ({ text, entry: { range } }) => setCapabilitiesAt(text, range, capabilities));
  if (typeof made === 'string') return refused(document, made);
  return notifyEdit(made, doneText(entry.config?.name || id, before, capabilities));
}

async function refused(document: vscode.TextDocument, reason: EditRefusal): Promise<undefined> {
  await reportRefusal(document, reason);
  return undefined;
}

/** What was added and what was removed, as a sentence. */
function doneText(name: string, before: ModelCapabilities, after: ModelCapabilities): string {
  const missing = (from: ModelCapabilities, these: ModelCapabilities): string =>
    (['input', 'output'] as const)
      .flatMap((list) => these[list].filter((type) => !from[list].includes(type)))
      .map((type) => vscode.l10n.t('“{0}”', type))
      .join(', ');
  const [added, removed] = [missing(before, after), missing(after, before)];
  if (removed === '') return vscode.l10n.t('Added {0} to {1}.', added, name);
  return added === ''
    ? vscode.l10n.t('Removed {0} from {1}.', removed, name)
    : vscode.l10n.t('Added {0} to {1}, removed {2}.', added, name, removed);
}

/** Asks for one of the services that count; the one at the cursor comes first. */
export async function pickEntry(
  document: vscode.TextDocument,
  entries: readonly ServiceEntry[],
  title: string,
): Promise<ServiceEntry | undefined> {
  const named = entries.filter((entry): entry is NamedEntry => entry.config !== undefined);
  if (named.length === 0) {
    tellNoServices(document.uri);
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
  const picked = await showPick(items, {
    title,
    placeHolder: vscode.l10n.t('Select a service'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked?.entry;
}
