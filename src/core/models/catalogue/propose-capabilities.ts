import type { CellChange } from '../capability-cells.ts';
import { type CapabilityList, type CapabilityType, type ModelCapabilities, TEXT_ONLY } from '../capability.ts';
import { slipsIn } from '../spelling.ts';
import type { ServiceEntry } from '../validate.ts';
import type { CapabilityFinding, Inference, InferenceSource, MatchKind } from './inference.ts';
import type { Catalogue } from './load-catalogue.ts';

/** A proposed change, and its source. */
export interface CapabilityChange extends CellChange {
  readonly source: InferenceSource;
}

/** The proposed changes for a service, or why there are none. */
export type Proposal =
  | { readonly kind: 'changes'; readonly model: string; readonly inference: Inference; readonly changes: readonly CapabilityChange[] }
  | { readonly kind: 'agrees'; readonly model: string; readonly inference: Inference }
  | { readonly kind: 'unknown_model'; readonly model: string }
  | { readonly kind: 'no_model' }
  | { readonly kind: 'invalid_capabilities' }
  /** The service is not part of the configuration. */
  | { readonly kind: 'unusable_service' };

/** The changes the catalogue proposes. Custom capabilities and those it doesn't know stay; misspelt ones are corrected. */
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

/** Whether the catalogue has the model itself; families and guesses are shown only on request. */
export function isCertain(match: MatchKind): boolean {
  return match === 'exact' || match === 'alias';
}

export type KnownFinding = Extract<CapabilityFinding, { readonly known: 'yes' | 'no' }>;

/** A declaration compared with what is known about the model. */
export interface CapabilityComparison {
  /** Declared and present, or neither. */
  readonly agreed: readonly KnownFinding[];
  /** Declared, but the model is known not to have it. */
  readonly contradicted: readonly KnownFinding[];
  /** Not declared, but the model is known to have it. */
  readonly undeclared: readonly KnownFinding[];
  /** Declared and unknown; includes all custom capabilities. */
  readonly unknown: readonly { readonly list: CapabilityList; readonly type: CapabilityType }[];
}

/** Compares a declaration with an inference. Text is ignored, since every model has it. A missing side or declaration means text. */
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
