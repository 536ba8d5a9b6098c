import * as vscode from 'vscode';
import { writtenCapabilities, LONGEST_CAPABILITY } from '../../core/models/capability-cells.ts';
import {
  type CapabilityList,
  fitsList,
  isStandardCapability,
  type ModelCapabilities,
  standardCapabilitiesFor,
  type StandardCapability,
} from '../../core/models/capability.ts';
import type { Inference } from '../../core/models/catalogue/inference.ts';
import { loadCatalogue } from '../../core/models/catalogue/load-catalogue.ts';
import { setCapabilitiesAt } from '../../core/models/edits.ts';
import type { ServiceEntry } from '../../core/models/validate.ts';
import type { DataRoots } from '../roots/open-root.ts';
import { plainItem, showInput, showPick } from '../screen/quick-pick.ts';
import { mayWrite } from '../screen/unavailable.ts';
import { type EditRefusal, reportRefusal } from '../screen/document-edit.ts';
import { editService } from './edit-service.ts';
import { type Answer, askInTurn, BACK, placeInput, type StepPlace } from './input-steps.ts';
import { notifyEdit, type ReversibleEdit } from '../screen/notify-edit.ts';
import { sourceWords } from './proposed/proposal.ts';
import { isServiceArgument, isServiceInFile, targetFile, tellNoServices } from './service-target.ts';
import { stateOf } from './services-state.ts';

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

/** Asks a person for the capabilities of a service; undefined when they changed their mind. */
export interface CapabilityPicker {
  /** @param inference what is known of the model; shown with each capability */
  pick(serviceName: string, current: ModelCapabilities, inference?: Inference): Promise<ModelCapabilities | undefined>;
}

interface CapabilityItem extends vscode.QuickPickItem {
  readonly type: string;
}

/** One quick pick for what the model takes, one for what it gives. */
export class QuickCapabilityPicker implements CapabilityPicker {
  async pick(serviceName: string, current: ModelCapabilities, inference?: Inference): Promise<ModelCapabilities | undefined> {
    const picked = await askInTurn<ModelCapabilities>('', [
      { ask: (_, place) => askCapabilities('input', serviceName, current, inference, place) },
      { ask: (_, place) => askCapabilities('output', serviceName, current, inference, place) },
    ]);
    return picked && { input: picked.input ?? current.input, output: picked.output ?? current.output };
  }
}

/** Asks for one of the two lists, as a question of a sequence. */
export async function askCapabilities(
  list: CapabilityList,
  serviceName: string,
  current: ModelCapabilities,
  inference: Inference | undefined,
  place: StepPlace,
): Promise<Answer<Partial<ModelCapabilities>>> {
  const title = list === 'input' ? vscode.l10n.t('Input of {0}', serviceName) : vscode.l10n.t('Output of {0}', serviceName);
  let picked = new Set(place.memory.recall(current[list]));
  if (place.all?.isAccepted) return { [list]: [...picked] };
  const offered = new Set<string>([...standardCapabilitiesFor(list), ...current[list], ...picked]);
  for (;;) {
    const answer = await showList({ ...place, title }, list, offered, picked, inference);
    if (answer === undefined || answer === BACK) return answer;
    picked = answer.picked;
    if (answer.wantsAll && place.all) place.all.isAccepted = true;
    if (!answer.wantsCustom) {
      const types = [...offered].filter((type) => picked.has(type));
      place.memory.keep(types);
      return { [list]: types };
    }
    const added = await askCustomType(title, list, offered);
    if (added !== undefined) {
      offered.add(added);
      picked.add(added);
    }
  }
}

interface ListAnswer {
  readonly picked: Set<string>;
  readonly wantsCustom: boolean;
  /** And what is proposed for the questions behind. */
  readonly wantsAll: boolean;
}

function showList(
  place: StepPlace,
  list: CapabilityList,
  offered: ReadonlySet<string>,
  picked: ReadonlySet<string>,
  inference: Inference | undefined,
): Promise<Answer<ListAnswer>> {
  const quickPick = vscode.window.createQuickPick<CapabilityItem>();
  const items = [...offered].map((type) =>
    plainItem<CapabilityItem>({
      type,
      label: type,
      description: [describe(type, list), knownOf(type, list, inference, picked.has(type))].filter(Boolean).join(' · '),
    }),
  );
  const meantBy = placeInput(quickPick, place);
  quickPick.placeholder =
    list === 'input' ? vscode.l10n.t('What inputs does the model accept?') : vscode.l10n.t('What outputs does the model produce?');
  quickPick.canSelectMany = true;
  quickPick.matchOnDescription = true;
  // Not an item: whoever ticks all of them would ask for it.
  const custom = { iconPath: new vscode.ThemeIcon('add'), tooltip: vscode.l10n.t('Add custom type…') };
  quickPick.buttons = [custom, ...quickPick.buttons];
  quickPick.items = items;
  quickPick.selectedItems = items.filter(({ type }) => picked.has(type));
  return new Promise((resolve) => {
    const answer = (given: ListAnswer | typeof BACK): void => {
      resolve(given);
      quickPick.hide();
    };
    const ticked = (): Set<string> => new Set(quickPick.selectedItems.map(({ type }) => type));
    quickPick.onDidTriggerButton((button) => {
      const meant = meantBy(button);
      answer(meant === 'back' ? BACK : { picked: ticked(), wantsCustom: button === custom, wantsAll: meant === 'all' });
    });
    quickPick.onDidAccept(() => answer({ picked: ticked(), wantsCustom: false, wantsAll: false }));
    quickPick.onDidHide(() => {
      resolve(undefined);
      quickPick.dispose();
    });
    quickPick.show();
  });
}

/** Asks for the name of a custom capability that is not among those offered. */
export async function askCustomType(title: string, list: CapabilityList, offered: ReadonlySet<string>): Promise<string | undefined> {
  const entered = await showInput({
    title,
    prompt: vscode.l10n.t('Name of the capability'),
    placeHolder: list === 'input' ? '3d_model' : 'image_generation',
    ignoreFocusOut: true,
    validateInput: (value) => {
      if (value.trim() === '') return vscode.l10n.t('Enter a name.');
      if (value.trim().length > LONGEST_CAPABILITY) return vscode.l10n.t('The name is too long.');
      return offered.has(value.trim()) ? vscode.l10n.t('"{0}" is already in the list.', value.trim()) : undefined;
    },
  });
  return entered?.trim();
}

/** What is known of the model, and from where; of a guess that is not ticked also why. */
function knownOf(type: string, list: CapabilityList, inference: Inference | undefined, isTicked: boolean): string {
  const finding = inference?.findings.find((each) => each.list === list && each.type === type);
  if (finding === undefined || finding.known === 'unknown') return '';
  const source = sourceWords(finding.source);
  if (finding.known === 'yes' && finding.source.match === 'guess' && !isTicked)
    return vscode.l10n.t('catalogue: may be supported ({0}); select it if so', source);
  return finding.known === 'yes'
    ? vscode.l10n.t('catalogue: supported ({0})', source)
    : vscode.l10n.t('catalogue: not supported ({0})', source);
}

function describe(type: string, list: CapabilityList): string {
  if (!isStandardCapability(type)) return vscode.l10n.t('Custom type');
  if (!fitsList(type, list)) return vscode.l10n.t('No effect here');
  return list === 'input' ? inputMeaning(type) : outputMeaning(type);
}

function inputMeaning(type: StandardCapability): string {
  switch (type) {
    case 'text':
      return vscode.l10n.t('Always');
    case 'vision':
      return vscode.l10n.t('Images are sent as images');
    case 'audio':
      return vscode.l10n.t('Audio is sent as a file');
    case 'video':
      return vscode.l10n.t('Video is sent as a file');
    case 'file':
      return vscode.l10n.t('Documents and other binary files are sent as files');
    case 'tool_result_media':
      return vscode.l10n.t('The API accepts images and files in tool results');
    case 'structured_output':
    case 'tool_calling':
      return '';
  }
}

function outputMeaning(type: StandardCapability): string {
  switch (type) {
    case 'text':
      return vscode.l10n.t('Always');
    case 'audio':
      return vscode.l10n.t('Produces audio');
    case 'video':
      return vscode.l10n.t('Produces video');
    case 'file':
      return vscode.l10n.t('Produces files');
    case 'structured_output':
      return vscode.l10n.t('Structured output (JSON schema)');
    case 'tool_calling':
      return vscode.l10n.t('Can call tools');
    case 'vision':
    case 'tool_result_media':
      return '';
  }
}
