import * as vscode from 'vscode';
import type { LostService } from '../../../core/services/matrix/edit-cell.ts';

/** Why a click did nothing, in the language of the screen. */
export function refusalSentence(reason: LostService | 'refused'): string {
  switch (reason) {
    case 'unusable_text':
      return vscode.l10n.t('The file cannot be edited here until its problems are solved.');
    case 'service_not_found':
      return vscode.l10n.t('The service is no longer in the file.');
    case 'service_ambiguous':
      return vscode.l10n.t(
        'The file has changed meanwhile, and it is not certain any more which service was meant. Nothing was changed; click again.',
      );
    case 'service_not_object':
      return vscode.l10n.t('This element of "services" is no object; it can only be mended in the text.');
    case 'refused':
      return vscode.l10n.t('The file could not be changed.');
  }
}
