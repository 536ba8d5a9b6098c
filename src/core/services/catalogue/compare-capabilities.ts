import { TEXT_ONLY, type CapabilityList, type CapabilityType, type ModelCapabilities } from '../capability.ts';
import type { CapabilityFinding, Inference } from './inference.ts';

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
