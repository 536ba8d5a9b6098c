import * as vscode from 'vscode';
import type { Inference } from '../../core/services/catalogue/inference.ts';
import { fitsList, isStandardCapability, standardCapabilitiesFor, type CapabilityList, type ModelCapabilities, type StandardCapability } from '../../core/services/capability.ts';
import { LONGEST_CAPABILITY } from '../../core/services/matrix/custom-columns.ts';
import { sourceWords } from './infer/proposal-words.ts';

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
    const input = await this.#pickList(vscode.l10n.t('Input of {0}', serviceName), 'input', current, 1, inference);
    if (input === undefined) return undefined;
    const output = await this.#pickList(vscode.l10n.t('Output of {0}', serviceName), 'output', current, 2, inference);
    return output && { input, output };
  }

  async #pickList(title: string, list: CapabilityList, current: ModelCapabilities, step: number, inference: Inference | undefined): Promise<string[] | undefined> {
    const offered = new Set<string>([...standardCapabilitiesFor(list), ...current[list]]);
    let picked = new Set<string>(current[list]);
    for (;;) {
      const answer = await showList(title, list, offered, picked, step, inference);
      if (answer === undefined) return undefined;
      picked = answer.picked;
      if (!answer.wantsCustom) return [...offered].filter((type) => picked.has(type));
      const added = await askCustomType(title, list, offered);
      if (added !== undefined) {
        offered.add(added);
        picked.add(added);
      }
    }
  }
}

interface ListAnswer {
  readonly picked: Set<string>;
  readonly wantsCustom: boolean;
}

function showList(title: string, list: CapabilityList, offered: ReadonlySet<string>, picked: ReadonlySet<string>, step: number, inference: Inference | undefined): Promise<ListAnswer | undefined> {
  const quickPick = vscode.window.createQuickPick<CapabilityItem>();
  const items = [...offered].map((type): CapabilityItem => ({ type, label: type, description: [describe(type, list), knownOf(type, list, inference)].filter(Boolean).join(' · ') }));
  quickPick.title = title;
  quickPick.step = step;
  quickPick.totalSteps = 2;
  quickPick.placeholder = list === 'input' ? vscode.l10n.t('What does the model take?') : vscode.l10n.t('What does the model give?');
  quickPick.canSelectMany = true;
  quickPick.matchOnDescription = true;
  quickPick.ignoreFocusOut = true;
  // Not an item: whoever ticks all of them would ask for it.
  quickPick.buttons = [{ iconPath: new vscode.ThemeIcon('add'), tooltip: vscode.l10n.t('Add custom type…') }];
  quickPick.items = items;
  quickPick.selectedItems = items.filter(({ type }) => picked.has(type));
  return new Promise((resolve) => {
    const answer = (wantsCustom: boolean): void => {
      resolve({ picked: new Set(quickPick.selectedItems.map(({ type }) => type)), wantsCustom });
      quickPick.hide();
    };
    quickPick.onDidTriggerButton(() => answer(true));
    quickPick.onDidAccept(() => answer(false));
    quickPick.onDidHide(() => {
      resolve(undefined);
      quickPick.dispose();
    });
    quickPick.show();
  });
}

/** Asks for the name of a custom capability that is not among those offered. */
export async function askCustomType(title: string, list: CapabilityList, offered: ReadonlySet<string>): Promise<string | undefined> {
  const entered = await vscode.window.showInputBox({
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

/** What is known of the model, and from where. */
function knownOf(type: string, list: CapabilityList, inference: Inference | undefined): string {
  const finding = inference?.findings.find((each) => each.list === list && each.type === type);
  if (finding === undefined || finding.known === 'unknown') return '';
  const source = sourceWords(finding.source);
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
