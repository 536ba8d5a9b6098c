import * as vscode from 'vscode';
import { runInTurns } from '../../../core/io/steps.ts';
import { mergeServices, type MergedService } from '../../../core/services/exchange/merge-services.ts';
import type { Proposal } from '../proposed/proposal.ts';

/** Services added to a configuration, and those that are there brought up to date. */
export function importedProposal(uri: vscode.Uri, title: string, chosen: readonly MergedService[]): Proposal {
  return {
    uri,
    title,
    compute: async (text, isWanted) => {
      const outcome = await runInTurns(mergeServices(text, chosen), isWanted);
      if (!outcome?.ok) return outcome;
      const { edits, movedKeys } = outcome;
      return { ok: true, edits, labels: movedKeys.map(({ offset, host }) => ({ offset, text: vscode.l10n.t('The key that is here will be sent to {0}', host) })) };
    },
  };
}
