import type { Node } from 'jsonc-parser';
import type { Steps } from '../../io/steps.ts';
import { nodeAt, rangeOf } from '../json-node.ts';
import { problem, type ServiceProblem } from '../problems.ts';
import { slipsIn } from '../spelling.ts';
import type { ServiceEntry } from '../validate.ts';
import type { Catalogue } from './load-catalogue.ts';
import { isCertain, proposeCapabilities, type CapabilityChange } from './propose-capabilities.ts';
import { writeSource } from './write-source.ts';

/** Where a declaration and the catalogue disagree about a service. */
export interface Disagreement {
  readonly problem: ServiceProblem;
  readonly changes: readonly CapabilityChange[];
}

/**
 * Where declarations disagree with what the catalogue has of the models themselves, service by service: something declared
 * that a model is known not to have is told at its word, what is known and not declared once at the name of the model. What
 * is only known of a family is not told: it would nag about every model that is its own. Nor is what was meant by a word that
 * is misspelt: that is told at the word, where it can be mended.
 *
 * Problems: `capability_contradicted`, `capability_undeclared`.
 */
export function* checkCatalogue(
  entries: readonly ServiceEntry[],
  root: Node,
  catalogue: Pick<Catalogue, 'inferCapabilities'>,
): Steps<readonly Disagreement[]> {
  const found: Disagreement[] = [];
  for (const entry of entries) {
    const changes = certainChanges(entry, catalogue);
    if (changes.length > 0) found.push(...ofService(entry, root, entry.config?.model ?? '', changes));
    yield;
  }
  return found;
}

const MOST_REMEMBERED = 5000;
/** Answers given before, by catalogue: most services are as they were before the last keystroke. */
const remembered = new WeakMap<object, Map<string, readonly CapabilityChange[]>>();

function certainChanges(entry: ServiceEntry, catalogue: Pick<Catalogue, 'inferCapabilities'>): readonly CapabilityChange[] {
  const { config, capabilities, origin } = entry;
  if (config === undefined || origin === 'invalid') return [];
  let known = remembered.get(catalogue.inferCapabilities);
  if (known === undefined) remembered.set(catalogue.inferCapabilities, (known = new Map()));
  const key = JSON.stringify([config.model, capabilities.input, capabilities.output]);
  let changes = known.get(key);
  if (changes === undefined) {
    const proposal = proposeCapabilities(entry, catalogue);
    const slips = slipsIn([...capabilities.input, ...capabilities.output]);
    const isToldElsewhere = (type: string): boolean => slips.some(({ capability, meant }) => type === capability || type === meant);
    changes =
      proposal.kind === 'changes' ? proposal.changes.filter(({ type, source }) => isCertain(source.match) && !isToldElsewhere(type)) : [];
    if (known.size >= MOST_REMEMBERED) known.clear();
    known.set(key, changes);
  }
  return changes;
}

function ofService({ index, id, anchor }: ServiceEntry, root: Node, model: string, changes: readonly CapabilityChange[]): Disagreement[] {
  const place = { index, ...(id !== undefined && { service: id }) };
  const contradicted = changes
    .filter(({ isDeclared }) => !isDeclared)
    .map((change): Disagreement => {
      const { list, type, source } = change;
      const items = nodeAt(root, ['services', index, 'capabilities', list])?.children ?? [];
      const at = items.findIndex(({ value }) => value === type);
      const path = ['services', index, 'capabilities', list, at];
      const node = items[at];
      return {
        problem: problem(
          'capability_contradicted',
          { ...place, path, range: node ? rangeOf(node) : anchor },
          { model, capability: type, list, source: writeSource(source) },
        ),
        changes: [change],
      };
    });
  const undeclared = changes.filter(({ isDeclared }) => isDeclared);
  if (undeclared.length === 0) return contradicted;
  const node = nodeAt(root, ['services', index, 'model']);
  const params = { model, capabilities: undeclared.map(({ type }) => type).join(', '), source: writeSource(undeclared[0]?.source) };
  return [
    ...contradicted,
    {
      problem: problem(
        'capability_undeclared',
        { ...place, path: ['services', index, 'model'], range: node ? rangeOf(node) : anchor },
        params,
      ),
      changes: undeclared,
    },
  ];
}
