import * as vscode from 'vscode';
import { isCertain, type SuggestedChange } from '../../core/verify/suggest-changes.ts';
import type { TargetProblem, VerifyTarget } from '../../core/verify/target.ts';
import { requestCount } from '../../core/verify/verify-service.ts';
import { offerTrust } from '../restricted.ts';
import { sentenceText } from '../sentence-text.ts';
import { apiInWords, changeInWords, keyInWords } from './verify-words.ts';

/** What a person is told and asked; undefined or false when they changed their mind. */
export interface VerifyDialogue {
  /** Says that nothing is sent from a workspace nobody trusts. */
  refuseUntrusted(): Promise<void>;
  /** Says what stands in the way. @returns whether the file is to be shown */
  reportProblem(name: string, problem: TargetProblem): Promise<boolean>;
  /** Nothing has been sent before this is answered. */
  confirm(target: VerifyTarget): Promise<boolean>;
  /** The service has no key, and the variable of its provider is set. */
  useVariable(variable: string): Promise<'variable' | 'no_key' | undefined>;
  /** Those that are certain are ticked; those that stay or become ticked are made. */
  pickChanges(name: string, changes: readonly SuggestedChange[]): Promise<readonly SuggestedChange[] | undefined>;
}

/** Asks by VS Code's own dialogs. */
export const screenDialogue: VerifyDialogue = {
  async refuseUntrusted() {
    await offerTrust(vscode.l10n.t('Verifying sends requests with the API key to the address that stands in llmservices.json. It is available in trusted workspaces only.'));
  },

  async reportProblem(name, { code, because }) {
    const open = vscode.l10n.t('Open File');
    const why = sentenceText(because);
    const text =
      code === 'variable_unset'
        ? vscode.l10n.t('{0} cannot be verified. {1} It is looked for in the environment that VS Code was started with, where its extensions run: quit VS Code and start it again from a shell that has the variable.', name, why)
        : vscode.l10n.t('{0} cannot be verified. {1}', name, why);
    return (await vscode.window.showErrorMessage(text, open)) === open;
  },

  async confirm(target) {
    const count = requestCount(target);
    const send = vscode.l10n.t('Send Requests');
    const lines = [
      target.official === undefined
        ? vscode.l10n.t('Up to {0} tiny requests are sent, one after the other, to:', count)
        : vscode.l10n.t('The service names no address. Up to {0} tiny requests are sent, one after the other, to the official one of {1}:', count, target.official),
      target.address,
      [
        vscode.l10n.t('Model: {0}', target.model),
        vscode.l10n.t('API: {0}', apiInWords(target)),
        vscode.l10n.t('Key: {0}', keyInWords(target)),
      ].join('\n'),
      ...(target.keyOwner === undefined ? [] : [`⚠ ${vscode.l10n.t('The key is one of {0}, and this is not an address of {0}: whoever runs {1} gets it.', target.keyOwner, target.host)}`]),
      ...(target.isOpen ? [`⚠ ${vscode.l10n.t('The address is not https: whoever listens on the way can read the key.')}`] : []),
      vscode.l10n.t('They may cost money. What the server answers is shown, and nothing is changed.'),
    ];
    const answer = await vscode.window.showWarningMessage(vscode.l10n.t('Ask {0} what it can do?', target.name), { modal: true, detail: lines.join('\n\n') }, send);
    return answer === send;
  },

  async useVariable(variable) {
    const items = [
      { label: vscode.l10n.t('Use the key in {0}', variable), description: vscode.l10n.t('environment variable'), answer: 'variable' as const },
      { label: vscode.l10n.t('Send without a key'), description: '', answer: 'no_key' as const },
    ];
    return (await vscode.window.showQuickPick(items, { title: vscode.l10n.t('The service has no API key') }))?.answer;
  },

  async pickChanges(name, changes) {
    const items = changes.map((change) => ({
      label: changeInWords(change),
      description: change.list === 'input' ? vscode.l10n.t('input') : vscode.l10n.t('output'),
      detail: change.kind === 'add' ? vscode.l10n.t('accepted, not declared') : vscode.l10n.t('declared, but refused'),
      picked: isCertain(change),
      change,
    }));
    const picked = await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Apply to {0}', name), placeHolder: vscode.l10n.t('What stays ticked is changed in llmservices.json; undo takes it back'), canPickMany: true });
    return picked?.map(({ change }) => change);
  },
};
