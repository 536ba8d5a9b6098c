import * as vscode from 'vscode';
import { applyEdits } from '../../../core/json/edit.ts';
import { detectLayout } from '../../../core/json/layout.ts';
import { nodeAt } from '../../../core/json/node.ts';
import { setCapabilityCells } from '../../../core/models/capability-cells.ts';
import type { CapabilityChange } from '../../../core/models/catalogue/propose-capabilities.ts';
import { parseText } from '../../../core/models/parse.ts';
import { validateParsed } from '../../../core/models/validate.ts';
import { type Proposal, type ProposalLabel, type ProposedText, sourcesInShort } from './proposal.ts';

/** The changes a person has chosen for a service, by what it was when they did. */
export interface ChosenService {
  readonly id: string;
  readonly model: string;
  readonly changes: readonly CapabilityChange[];
}

/**
 * The chosen changes as a proposal. A service that has another model by then is left alone: for it nothing was shown.
 *
 * @param unknown models of which nothing is known; that is said where they stand
 */
export function inferredProposal(uri: vscode.Uri, title: string, chosen: readonly ChosenService[], unknown: ReadonlySet<string>): Proposal {
  const byId = new Map(chosen.map((service) => [service.id, service]));
  return { uri, title, compute: (text) => compute(text, byId, unknown) };
}

function compute(text: string, chosen: ReadonlyMap<string, ChosenService>, unknown: ReadonlySet<string>): ProposedText {
  const parsed = parseText(text);
  const { entries, usable } = validateParsed(parsed);
  if (!usable || parsed.root === undefined) return { ok: false, reason: 'unusable_text' };
  const wanted = entries.flatMap(({ index, config, origin, range }) => {
    const service = config && chosen.get(config.id);
    return service && service.model === config.model && origin !== 'invalid' ? [{ index, range, changes: service.changes }] : [];
  });
  if (wanted.length === 0) return { ok: false, reason: 'service_not_found' };
  const layout = detectLayout(text);
  const edits = wanted.flatMap(({ range, changes }) => setCapabilityCells(text, range, changes, layout));
  const texts = new Map([
    ...wanted.map(({ index, changes }) => [index, sourcesInShort(changes)] as const),
    ...entries.flatMap(({ index, config }) =>
      config?.model !== undefined && unknown.has(config.model)
        ? [[index, vscode.l10n.t('Nothing known about: {0}', config.model)] as const]
        : [],
    ),
  ]);
  return { ok: true, edits, labels: labelsOf(applyEdits(text, edits), texts) };
}

/** Each behind the first line of its service. */
function labelsOf(text: string, texts: ReadonlyMap<number, string>): ProposalLabel[] {
  const { root } = parseText(text);
  return [...texts].flatMap(([index, label]): ProposalLabel[] => {
    const node = root && nodeAt(root, ['services', index]);
    return node ? [{ offset: node.offset, text: label }] : [];
  });
}
