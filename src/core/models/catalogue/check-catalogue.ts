import type { Node } from 'jsonc-parser';
import { nodeAt, rangeOf } from '../../json/node.ts';
import { problem, type ServiceProblem } from '../problems.ts';
import { slipsIn } from '../spelling.ts';
import type { ServiceEntry } from '../validate.ts';
import type { InferenceSource } from './inference.ts';
import type { Catalogue, ModelKnowledge } from './load-catalogue.ts';
import { type CapabilityChange, isCertain, proposeCapabilities } from './propose-capabilities.ts';

/** A disagreement between a declaration and the catalogue. */
export interface Disagreement {
  readonly problem: ServiceProblem;
  readonly changes: readonly CapabilityChange[];
}

/**
 * Where declarations disagree with the catalogue's own entries, per service: a declared capability the model lacks is reported at its word;
 * undeclared capabilities once at the model's name. Knowledge about a family is not reported, since custom models may differ, nor are
 * misspelt words, which have their own problem.
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
  const isReportedElsewhere = (type: string): boolean => slips.some(({ capability, meant }) => type === capability || type === meant);
  return proposal.changes.filter(({ type, source }) => isCertain(source.match) && !isReportedElsewhere(type));
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

/** An input that is declared but missing according to the catalogue. */
export interface ModelDoubt {
  /** The declared input capability by which the content is sent. */
  readonly declared: string;
  /** False for a model of the catalogue, of which nothing is declared: the catalogue says both. Default true. */
  readonly isDeclared?: boolean;
  /** The input capability the model lacks: the declared one, or that of the content's kind. */
  readonly denied: string;
  readonly model: string;
  /** The source: `gpt-4, @langchain/openai 1.6.0`; the family's name when only that is known. */
  readonly source: string;
  readonly isOfFamily: boolean;
}

/**
 * The catalogue's objection to sending content to a model; null for none. Knowledge about the family counts too, since it only makes a
 * verdict less certain.
 *
 * @param declared the input capability used for sending
 * @param kind the usual input capability for the content: sound sent by `file` is still sound
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

/** `gpt-4o, @langchain/openai 1.6.0`; empty for none. */
function writeSource(source: InferenceSource | undefined): string {
  return source === undefined ? '' : [source.entry, source.package].filter(Boolean).join(', ');
}
