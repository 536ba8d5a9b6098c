import type { Node } from 'jsonc-parser';
import { nodeAt, rangeOf } from '../../json/node.ts';
import { problem, type ServiceProblem } from '../problems.ts';
import { slipsIn } from '../spelling.ts';
import type { ServiceEntry } from '../validate.ts';
import type { InferenceSource } from './inference.ts';
import type { Catalogue, ModelKnowledge } from './load-catalogue.ts';
import { type CapabilityChange, isCertain, proposeCapabilities } from './propose-capabilities.ts';

/** Where a declaration and the catalogue disagree about a service. */
export interface Disagreement {
  readonly problem: ServiceProblem;
  readonly changes: readonly CapabilityChange[];
}

/**
 * Where declarations disagree with what the catalogue has of the models themselves, service by service: something declared
 * that a model is known not to have is told at its word, what is known and not declared once at the name of the model. What
 * is only known of a family is not told: it would nag about every model that is its own. Nor is what was meant by a word that
 * is misspelt: that is told at the word, where it can be fixed.
 *
 * Problems: `capability_contradicted`, `capability_undeclared`.
 */
export function checkCatalogue(
  entries: readonly ServiceEntry[],
  root: Node,
  catalogue: Pick<Catalogue, 'inferCapabilities'>,
): readonly Disagreement[] {
  return entries.flatMap((entry) => ofService(entry, root, entry.config?.model ?? '', certainChanges(entry, catalogue)));
}

function certainChanges(entry: ServiceEntry, catalogue: Pick<Catalogue, 'inferCapabilities'>): readonly CapabilityChange[] {
  const proposal = proposeCapabilities(entry, catalogue);
  if (proposal.kind !== 'changes') return [];
  const slips = slipsIn([...entry.capabilities.input, ...entry.capabilities.output]);
  const isToldElsewhere = (type: string): boolean => slips.some(({ capability, meant }) => type === capability || type === meant);
  return proposal.changes.filter(({ type, source }) => isCertain(source.match) && !isToldElsewhere(type));
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

/** Something a model is declared to take, and the catalogue knows that it does not. */
export interface ModelDoubt {
  /** The input capability that is declared, by which the content is sent. */
  readonly declared: string;
  /** The input capability that the model is known not to have: the declared one, or that of the kind of content. */
  readonly denied: string;
  readonly model: string;
  /** Who knows: `gpt-4, @langchain/openai 1.6.0`; the name of the family where it is known of that only. */
  readonly source: string;
  readonly isOfFamily: boolean;
}

/**
 * What the catalogue says against sending a content to a model; null for nothing. What is only known of the family counts too:
 * here it makes a verdict less sure, and changes no file.
 *
 * @param declared the input capability by which it is sent, or would be
 * @param kind the usual input capability of such a content: sound that goes by `file` is sound all the same
 */
export function modelDoubt(
  model: string | undefined,
  { declared, kind }: { readonly declared: string; readonly kind?: string | undefined },
  { inferCapabilities }: ModelKnowledge,
): ModelDoubt | null {
  const inference = model === undefined ? null : inferCapabilities(model);
  for (const denied of new Set([declared, kind ?? declared])) {
    const finding = inference?.findings.find(({ list, type }) => list === 'input' && type === denied);
    if (finding?.known === 'no')
      return { declared, denied, model: model ?? '', source: writeSource(finding.source), isOfFamily: finding.source.match === 'family' };
  }
  return null;
}

/** A source on one line: `gpt-4o, @langchain/openai 1.6.0`; empty for none. */
function writeSource(source: InferenceSource | undefined): string {
  return source === undefined ? '' : [source.entry, source.package].filter(Boolean).join(', ');
}
