import type { CapabilityList, ModelCapabilities, StandardCapability } from '../capability.ts';

/** How a name matched, most reliable first: catalogue id; alias after removing hosts, dates etc.; family; a word in the name. */
export type MatchKind = 'exact' | 'alias' | 'family' | 'guess';

export interface InferenceSource {
  readonly match: MatchKind;
  /** The catalogue id, family name, or matched word. */
  readonly entry: string;
  /** The npm package, such as `@langchain/openai 1.6.0`; absent for families and guesses. */
  readonly package?: string;
  /** The day the package was published: `2026-09-27`. */
  readonly date?: string;
}

/** What is known about one capability. Unknown is never "no". */
export type CapabilityFinding = {
  readonly list: CapabilityList;
  readonly type: StandardCapability;
} & ({ readonly known: 'yes' | 'no'; readonly source: InferenceSource } | { readonly known: 'unknown' });

/** What is known about a model by its name. */
export interface Inference {
  /** The name as given. */
  readonly model: string;
  /** The most reliable match. */
  readonly match: MatchKind;
  /** The entry of that match. */
  readonly entry: string;
  /** One per {@link INFERRED_CAPABILITIES}, in that order. */
  readonly findings: readonly CapabilityFinding[];
  /** Text plus every "yes". */
  readonly capabilities: ModelCapabilities;
}

/** Text is not included: every model has it. */
export const INFERRED_CAPABILITIES = [
  { list: 'input', type: 'vision' },
  { list: 'input', type: 'audio' },
  { list: 'input', type: 'video' },
  { list: 'input', type: 'file' },
  { list: 'input', type: 'tool_result_media' },
  { list: 'output', type: 'audio' },
  { list: 'output', type: 'video' },
  { list: 'output', type: 'structured_output' },
  { list: 'output', type: 'tool_calling' },
] as const satisfies readonly { readonly list: CapabilityList; readonly type: StandardCapability }[];

/** As written in families and the catalogue file: `input.vision`. */
export type InferredCapability = Written<(typeof INFERRED_CAPABILITIES)[number]>;
type Written<Each> = Each extends { readonly list: infer List extends string; readonly type: infer Type extends string }
  ? `${List}.${Type}`
  : never;

/** The written form of {@link INFERRED_CAPABILITIES}, in the same order. */
export const INFERRED_NAMES: readonly InferredCapability[] = INFERRED_CAPABILITIES.map(
  ({ list, type }) => `${list}.${type}` as InferredCapability,
);
