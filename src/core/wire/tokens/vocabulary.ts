import ranks from 'gpt-tokenizer/bpeRanks/o200k_base';

/** A token of o200k_base: its text, or its bytes where they are no whole characters. */
export type VocabularyToken = string | readonly number[];

/** Tokens in a part: loading it takes a few milliseconds. */
const PART = 10_000;

/**
 * The vocabulary of o200k_base in the order of its ranks, in parts that are loaded when asked for.
 *
 * The build replaces this module, and each part is then a module of its own. The list of 200,000 tokens that the package
 * ships is one source file, and an engine reads it without a pause for longer than anything here may hold the thread.
 */
export const vocabularyParts: ReadonlyArray<() => Promise<{ readonly default: readonly VocabularyToken[] }>> = Array.from(
  { length: Math.ceil(ranks.length / PART) },
  (_, part) => () => Promise.resolve({ default: ranks.slice(part * PART, (part + 1) * PART) }),
);
