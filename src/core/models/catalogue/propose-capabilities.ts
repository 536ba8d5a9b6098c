import type { CellChange } from '../capability-cells.ts';
import { type CapabilityList, type CapabilityType, type ModelCapabilities, TEXT_ONLY } from '../capability.ts';
import { slipsIn } from '../spelling.ts';
import type { ServiceEntry } from '../validate.ts';
import type { CapabilityFinding, Inference, InferenceSource, MatchKind } from './inference.ts';
import type { Catalogue } from './load-catalogue.ts';

/** One thing in which a declaration would change, and who says so. */
export interface CapabilityChange extends CellChange {
  readonly source: InferenceSource;
}

/** What the catalogue makes of a service: the changes it proposes, or why there are none. */
export type Proposal =
  | { readonly kind: 'changes'; readonly model: string; readonly inference: Inference; readonly changes: readonly CapabilityChange[] }
  | { readonly kind: 'agrees'; readonly model: string; readonly inference: Inference }
  | { readonly kind: 'unknown_model'; readonly model: string }
  | { readonly kind: 'no_model' }
  /** What is declared cannot be read, so it cannot be compared. */
  | { readonly kind: 'invalid_capabilities' }
  /** Left out of the configuration. */
  | { readonly kind: 'unusable_service' };

/**
 * What the catalogue would change in the declaration of a service. Custom capabilities, and what nothing is known of, stay;
 * a slip makes way for what was meant.
 */
export function proposeCapabilities(
  { config, capabilities, origin }: ServiceEntry,
  { inferCapabilities }: Pick<Catalogue, 'inferCapabilities'>,
): Proposal {
  if (config === undefined) return { kind: 'unusable_service' };
  if (origin === 'invalid') return { kind: 'invalid_capabilities' };
  const { model } = config;
  if (typeof model !== 'string' || model.trim() === '') return { kind: 'no_model' };
  const inference = inferCapabilities(model);
  if (inference === null) return { kind: 'unknown_model', model };
  const { undeclared, contradicted } = compareWithDeclared(capabilities, inference);
  const changes = [...undeclared, ...contradicted].flatMap(({ list, type, known, source }) => [
    { list, type, isDeclared: known === 'yes', source },
    ...(known === 'yes'
      ? slipsIn(capabilities[list])
          .filter(({ meant }) => meant === type)
          .map(({ capability }) => ({ list, type: capability, isDeclared: false, source }))
      : []),
  ]);
  return changes.length > 0 ? { kind: 'changes', model, inference, changes } : { kind: 'agrees', model, inference };
}

/** Whether the catalogue has the model itself; what is known of a family or guessed is told only to who asks. */
export function isCertain(match: MatchKind): boolean {
  return match === 'exact' || match === 'alias';
}

/** A finding that says something. */
export type KnownFinding = Extract<CapabilityFinding, { readonly known: 'yes' | 'no' }>;

/** A declaration beside what is known of the model. */
export interface CapabilityComparison {
  /** Declared and known to be there, or neither. */
  readonly agreed: readonly KnownFinding[];
  /** Declared, though the model is known not to have it. */
  readonly contradicted: readonly KnownFinding[];
  /** Not declared, though the model is known to have it. */
  readonly undeclared: readonly KnownFinding[];
  /** Declared, and nothing is known of it; custom capabilities are always here. */
  readonly unknown: readonly { readonly list: CapabilityList; readonly type: CapabilityType }[];
}

/**
 * Where a declaration and what is inferred agree, disagree, or cannot be compared. Text is left out: every model is sent
 * it. A missing side, or no declaration at all, means text, as everywhere.
 */
export function compareWithDeclared(
  declared: Partial<ModelCapabilities> | undefined,
  inferred: Pick<Inference, 'findings'>,
): CapabilityComparison {
  const sides: ModelCapabilities = { input: declared?.input ?? TEXT_ONLY.input, output: declared?.output ?? TEXT_ONLY.output };
  const known = inferred.findings.filter((finding) => finding.known !== 'unknown');
  const isDeclared = ({ list, type }: CapabilityFinding): boolean => sides[list].includes(type);
  const isKnown = (list: CapabilityList, type: CapabilityType): boolean =>
    known.some((finding) => finding.list === list && finding.type === type);
  return {
    agreed: known.filter((finding) => isDeclared(finding) === (finding.known === 'yes')),
    contradicted: known.filter((finding) => isDeclared(finding) && finding.known === 'no'),
    undeclared: known.filter((finding) => !isDeclared(finding) && finding.known === 'yes'),
    unknown: (['input', 'output'] as const).flatMap((list) =>
      [...new Set(sides[list])].filter((type) => type !== 'text' && !isKnown(list, type)).map((type) => ({ list, type })),
    ),
  };
}
