import type { CellChange } from '../matrix/set-capability.ts';
import { slipsIn } from '../spelling.ts';
import type { ServiceEntry } from '../validate.ts';
import { compareWithDeclared } from './compare-capabilities.ts';
import type { Inference, InferenceSource, MatchKind } from './inference.ts';
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
