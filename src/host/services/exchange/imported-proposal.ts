import * as vscode from 'vscode';
import type { Inference } from '../../../core/services/catalogue/inference.ts';
import { applyEdits } from '../../../core/json/edit.ts';
import {
  mergeServices,
  type ChosenService,
  type MergedService,
  type UpdatedService,
} from '../../../core/services/exchange/merge-services.ts';
import { nodeAt } from '../../../core/json/node.ts';
import { parseText } from '../../../core/services/parse.ts';
import { sourceWords } from '../infer/proposal-words.ts';
import type { Proposal, ProposalLabel, ProposedText } from '../proposed/proposal.ts';

/** A service that a person chose, and what is known of its model where that is to be declared. */
export interface PickedService extends ChosenService {
  readonly inference?: Inference | undefined;
}

/** The same, with what its source says of its capabilities. */
export type ImportedService = PickedService & MergedService;

/** Services added to a configuration, and those that are there brought up to date. */
export function importedProposal(uri: vscode.Uri, title: string, chosen: readonly ImportedService[]): Proposal {
  return { uri, title, compute: (text) => compute(text, chosen) };
}

function compute(text: string, chosen: readonly ImportedService[]): ProposedText {
  const outcome = mergeServices(text, chosen);
  if (!outcome.ok) return outcome;
  const { edits, updated } = outcome;
  const ids = new Set(updated.map(({ id }) => id));
  const added = chosen.filter(({ service }) => !ids.has(service.id));
  const after = parseText(applyEdits(text, edits)).root;
  // added ones stand behind those that were there, in their order
  const nodes = (after && nodeAt(after, ['services'])?.children)?.slice(-added.length) ?? [];
  const inferred = added.flatMap(({ inference }, at): ProposalLabel[] => {
    const node = nodes[at];
    return inference && node ? [{ offset: node.offset, text: inferredWords(inference) }] : [];
  });
  const inferences = new Map(chosen.map(({ service, inference }) => [service.id, inference]));
  return { ok: true, edits, labels: [...updated.flatMap((each) => labelsOf(each, inferences.get(each.id))), ...inferred] };
}

function labelsOf(
  { offset, keyMovesTo, isElsewhere, isFilledIn }: UpdatedService,
  inference: Inference | undefined,
): readonly ProposalLabel[] {
  if (isElsewhere) return [{ offset, text: vscode.l10n.t('Not changed: it has another address') }];
  return [
    ...(keyMovesTo === undefined ? [] : [{ offset, text: vscode.l10n.t('The key that is here will be sent to {0}', keyMovesTo) }]),
    ...(isFilledIn && inference ? [{ offset, text: inferredWords(inference) }] : []),
  ];
}

function inferredWords(inference: Inference): string {
  return vscode.l10n.t('capabilities inferred ({0})', sourceWords(inference));
}
