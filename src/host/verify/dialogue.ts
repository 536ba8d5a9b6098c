import * as vscode from 'vscode';
import { consentTo } from '../../core/verify/consent.ts';
import { isConclusive, type SuggestedChange } from '../../core/verify/verify-service.ts';
import type { TargetProblem, VerifyTarget } from '../../core/verify/target.ts';
import { offerTrust } from '../screen/unavailable.ts';
import { confirm, notify } from '../screen/notify.ts';
import { showPick } from '../screen/quick-pick.ts';
import { sentenceText } from '../screen/sentence-text.ts';
import { changeInWords } from './verify-state.ts';

/** Messages and questions; undefined or false when cancelled. */
export interface VerifyDialogue {
  /** Says that nothing is sent from an untrusted workspace. */
  refuseUntrusted(): void;
  /** Says what prevents it, and offers to show the file. */
  reportProblem(name: string, problem: TargetProblem, showFile: () => Promise<void>): void;
  /** Nothing has been sent before this is answered. */
  confirm(target: VerifyTarget): Promise<boolean>;
  /** The service has no key, and the variable of its provider is set. */
  useVariable(variable: string): Promise<'variable' | 'no_key' | undefined>;
  /** Those that are certain are ticked; those that stay or become ticked are made. */
  pickChanges(name: string, changes: readonly SuggestedChange[]): Promise<readonly SuggestedChange[] | undefined>;
}

/** Asks by VS Code's own dialogs. */
export const screenDialogue: VerifyDialogue = {
  refuseUntrusted() {
    offerTrust(
      vscode.l10n.t(
        'Verifying sends requests with the API key to the address in llmservices.json. It is available only in trusted workspaces.',
      ),
    );
  },

  reportProblem(name, { code, because }, showFile) {
    const why = sentenceText(because);
    const text =
      code === 'variable_unset'
        ? vscode.l10n.t(
            '{0} cannot be verified. {1} The variable is read from the environment VS Code was started in: quit VS Code and start it again from a shell that has the variable.',
            name,
            why,
          )
        : vscode.l10n.t('{0} cannot be verified. {1}', name, why);
    notify('error', text, { title: vscode.l10n.t('Open File'), run: showFile });
  },

  async confirm(target) {
    const { question, warnings, facts, requests } = consentTo(target);
    const paragraphs = [...warnings.map((warning) => `⚠ ${sentenceText(warning)}`), facts.map(sentenceText), sentenceText(requests)];
    return confirm({ question: sentenceText(question), paragraphs, action: vscode.l10n.t('Send Requests') });
  },

  async useVariable(variable) {
    const items = [
      {
        label: vscode.l10n.t('Use the key in {0}', variable),
        description: vscode.l10n.t('environment variable'),
        answer: 'variable' as const,
      },
      { label: vscode.l10n.t('Send without a key'), description: '', answer: 'no_key' as const },
    ];
    return (await showPick(items, { title: vscode.l10n.t('The service has no API key') }))?.answer;
  },

  async pickChanges(name, changes) {
    const items = changes.map((change) => ({
      label: changeInWords(change),
      description: change.list === 'input' ? vscode.l10n.t('input') : vscode.l10n.t('output'),
      detail: change.kind === 'add' ? vscode.l10n.t('accepted, not declared') : vscode.l10n.t('declared, but refused'),
      picked: isConclusive(change),
      change,
    }));
    const picked = await showPick(items, {
      title: vscode.l10n.t('Apply to {0}', name),
      placeHolder: vscode.l10n.t('Selected changes are made in llmservices.json. You can undo this.'),
      canPickMany: true,
    });
    return picked?.map(({ change }) => change);
  },
};
