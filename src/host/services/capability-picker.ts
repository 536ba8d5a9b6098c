import * as vscode from 'vscode';
import type { Inference } from '../../core/services/catalogue/inference.ts';
import {
  fitsList,
  isStandardCapability,
  standardCapabilitiesFor,
  type CapabilityList,
  type ModelCapabilities,
  type StandardCapability,
} from '../../core/services/capability.ts';
import { LONGEST_CAPABILITY } from '../../core/services/matrix/custom-columns.ts';
import { plainItem, showInput } from '../screen/quick-pick.ts';
import { sourceWords } from './infer/proposal-words.ts';
import { askInTurn, BACK, placeInput, type Answer, type StepPlace } from './input-steps.ts';

/** Asks a person for the capabilities of a service; undefined when they changed their mind. */
export interface CapabilityPicker {
  /** @param inference what is known of the model; it is told with each capability */
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
  quickPick.placeholder = list === 'input' ? vscode.l10n.t('What does the model take?') : vscode.l10n.t('What does the model give?');
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
    return vscode.l10n.t('perhaps has it ({0}): tick it if it is so', source);
  return finding.known === 'yes' ? vscode.l10n.t('has it ({0})', source) : vscode.l10n.t('lacks it ({0})', source);
}

function describe(type: string, list: CapabilityList): string {
  if (!isStandardCapability(type)) return vscode.l10n.t('custom type');
  if (!fitsList(type, list)) return vscode.l10n.t('has no effect here');
  return list === 'input' ? inputMeaning(type) : outputMeaning(type);
}

function inputMeaning(type: StandardCapability): string {
  switch (type) {
    case 'text':
      return vscode.l10n.t('every model takes it');
    case 'vision':
      return vscode.l10n.t('images are sent as images');
    case 'audio':
      return vscode.l10n.t('audio is sent as a file');
    case 'video':
      return vscode.l10n.t('video is sent as a file');
    case 'file':
      return vscode.l10n.t('documents and all other binary files are sent as files');
    case 'tool_result_media':
      return vscode.l10n.t('the API takes images and files in tool results');
    case 'structured_output':
    case 'tool_calling':
      return '';
  }
}

function outputMeaning(type: StandardCapability): string {
  switch (type) {
    case 'text':
      return vscode.l10n.t('every model gives it');
    case 'audio':
      return vscode.l10n.t('the model speaks');
    case 'video':
      return vscode.l10n.t('the model makes video');
    case 'file':
      return vscode.l10n.t('the model makes files');
    case 'structured_output':
      return vscode.l10n.t('JSON that follows a schema');
    case 'tool_calling':
      return vscode.l10n.t('the model calls tools');
    case 'vision':
    case 'tool_result_media':
      return '';
  }
}
