import type * as vscode from 'vscode';
import { runInTurns, type Steps } from '../../../core/io/steps.ts';
import type { CapabilityChange } from '../../../core/services/catalogue/propose-capabilities.ts';
import { applyEdits, type TextEdit } from '../../../core/services/edits.ts';
import { nodeAt } from '../../../core/services/json-node.ts';
import { detectLayout } from '../../../core/services/layout.ts';
import { setCapabilityCells } from '../../../core/services/matrix/set-capability.ts';
import { parseSteps } from '../../../core/services/parse-steps.ts';
import { validateSteps } from '../../../core/services/validate.ts';
import type { Proposal, ProposalLabel, ProposedText } from '../proposed/proposal.ts';
import { sourcesInShort } from './proposal-words.ts';

/** The changes a person has chosen for a service, by what it was when they did. */
export interface ChosenService {
  readonly id: string;
  readonly model: string;
  readonly changes: readonly CapabilityChange[];
}

/** The chosen changes as a proposal. A service that has another model by then is left alone: for it nothing was shown. */
export function inferredProposal(uri: vscode.Uri, title: string, chosen: readonly ChosenService[]): Proposal {
  const byId = new Map(chosen.map((service) => [service.id, service]));
  return { uri, title, compute: (text, isWanted) => runInTurns(compute(text, byId), isWanted) };
}

function* compute(text: string, chosen: ReadonlyMap<string, ChosenService>): Steps<ProposedText> {
  const parsed = yield* parseSteps(text);
  const { entries, usable } = yield* validateSteps(parsed);
  if (!usable || parsed.root === undefined) return { ok: false, reason: 'unusable_text' };
  const wanted = entries.flatMap(({ index, config, origin, range }) => {
    const service = config && chosen.get(config.id);
    return service && service.model === config.model && origin !== 'invalid' ? [{ index, range, changes: service.changes }] : [];
  });
  if (wanted.length === 0) return { ok: false, reason: 'service_not_found' };
  const layout = detectLayout(text);
  const edits: TextEdit[] = [];
  for (const { range, changes } of wanted) {
    edits.push(...setCapabilityCells(text, range, changes, layout));
    yield;
  }
  return { ok: true, edits, labels: yield* labelsOf(applyEdits(text, edits), wanted) };
}

/** Behind the first line of each service that changes, who says so. */
function* labelsOf(text: string, services: readonly { readonly index: number; readonly changes: readonly CapabilityChange[] }[]): Steps<ProposalLabel[]> {
  const { root } = yield* parseSteps(text);
  return services.flatMap(({ index, changes }): ProposalLabel[] => {
    const node = root && nodeAt(root, ['services', index]);
    return node ? [{ offset: node.offset, text: sourcesInShort(changes) }] : [];
  });
}
