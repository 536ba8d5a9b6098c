import * as vscode from 'vscode';
import type { SuggestedChange } from '../../core/verify/suggest-changes.ts';
import type { VerifyTarget } from '../../core/verify/target.ts';
import { API_NAMES } from '../../core/wire/api.ts';
import type { VerifyRow } from '../../shared/verify-protocol.ts';

/** The API of a service, and how it is known. */
export function apiInWords({ api, certainty }: Pick<VerifyTarget, 'api' | 'certainty'>): string {
  const how = { declared: vscode.l10n.t('declared'), inferred: vscode.l10n.t('inferred'), guessed: vscode.l10n.t('guessed') }[certainty];
  return vscode.l10n.t('{0} ({1})', API_NAMES[api], how);
}

/** An outcome in one or two words. */
export function outcomeInWords(outcome: VerifyRow['outcome']): string {
  switch (outcome) {
    case 'waiting':
      return vscode.l10n.t('Waiting');
    case 'asking':
      return vscode.l10n.t('Asking…');
    case 'accepted':
      return vscode.l10n.t('Accepted');
    case 'refused':
      return vscode.l10n.t('Refused');
    case 'unclear':
      return vscode.l10n.t('Unclear');
    case 'not_sent':
      return vscode.l10n.t('Not sent');
  }
}

/** A change as an item of a list. */
export function changeInWords({ kind, type }: SuggestedChange): string {
  return kind === 'add' ? vscode.l10n.t('Add {0}', type) : vscode.l10n.t('Remove {0}', type);
}
