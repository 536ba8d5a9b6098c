import vocabulary from 'gpt-tokenizer/bpeRanks/o200k_base';

/**
 * The tokens of o200k_base in the order of their ranks: texts, or bytes where they are no whole characters.
 *
 * The build replaces this module by one that loads them from JSON, which is read faster than the package's list in source code.
 */
export const loadVocabulary = (): Promise<typeof vocabulary> => Promise.resolve(vocabulary);
