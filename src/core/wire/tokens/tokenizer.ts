import { BytePairEncodingCore } from 'gpt-tokenizer/BytePairEncodingCore';
import { O200KBase } from 'gpt-tokenizer/encodingParams/o200k_base';
import { loadVocabulary } from './vocabulary.ts';

/** Counts the tokens of a short text; its time grows with the square of the longest word in it. */
export type CountTokens = (text: string) => number;

/** Words whose tokens are remembered. The package's own hundred thousand take longer to clear away than to count again. */
const REMEMBERED_WORDS = 4096;

async function makeTokenizer(): Promise<CountTokens> {
  const core = new BytePairEncodingCore({ ...O200KBase(await loadVocabulary()), mergeCacheSize: REMEMBERED_WORDS });
  return (text) => core.countNative(text);
}

let made: Promise<CountTokens> | undefined;

/** The tokenizer for o200k_base, made once. */
export function o200kTokenizer(): Promise<CountTokens> {
  return (made ??= makeTokenizer());
}
