import type { CapabilityList, ModelCapabilities, StandardCapability } from '../capability.ts';

/**
 * How a model's name led to what is known of it, the surest first: its id is in the catalogue; it is once the names of
 * hosts, dates and the like are taken away; its family is known; a word in it gives a hint.
 */
export const MATCH_KINDS = ['exact', 'alias', 'family', 'guess'] as const;
export type MatchKind = (typeof MATCH_KINDS)[number];

/** Where something known of a model comes from. */
export interface InferenceSource {
  readonly match: MatchKind;
  /** The catalogue's id, the name of the family, or the word that gave the hint. */
  readonly entry: string;
  /** The npm package that knows it, such as `@langchain/openai 1.6.0`; absent for families and guesses. */
  readonly package?: string;
}

/** What is known of one capability of a model. Nothing known is never a "no". */
export type CapabilityFinding = {
  readonly list: CapabilityList;
  readonly type: StandardCapability;
} & ({ readonly known: 'yes' | 'no'; readonly source: InferenceSource } | { readonly known: 'unknown' });

/** What is known of a model by its name. */
export interface Inference {
  /** The name as it was asked for. */
  readonly model: string;
  /** The surest way in which something was found. */
  readonly match: MatchKind;
  /** What was found that way. */
  readonly entry: string;
  /** One for each capability of {@link INFERRED_CAPABILITIES}, in that order. */
  readonly findings: readonly CapabilityFinding[];
  /** Text, and everything found with "yes": what would be declared. */
  readonly capabilities: ModelCapabilities;
}

/** The capabilities that can be inferred. Text is not among them: every model is sent text and answers with it. */
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

/** A capability with its side, as families and the catalogue's file write it: `input.vision`. */
export type InferredCapability = Written<(typeof INFERRED_CAPABILITIES)[number]>;
type Written<Each> = Each extends { readonly list: infer List extends string; readonly type: infer Type extends string }
  ? `${List}.${Type}`
  : never;

/** The written form of {@link INFERRED_CAPABILITIES}, in the same order. */
export const INFERRED_NAMES: readonly InferredCapability[] = INFERRED_CAPABILITIES.map(
  ({ list, type }) => `${list}.${type}` as InferredCapability,
);
