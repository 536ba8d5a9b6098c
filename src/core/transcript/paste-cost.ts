import type { TranscriptForm } from './finding.ts';

/**
 * Characters a token of OpenAI's o200k_base holds, on average, in media written as text. Base64: research of this project,
 * 1.45; lists (`137,80,78`, two tokens a number) and Python literals: measured on PNG files with gpt-tokenizer 4.
 */
const CHARACTERS_PER_TOKEN: Readonly<Record<TranscriptForm, number>> = { base64: 1.45, byte_list: 1.5, bytes_literal: 1.8 };

/** Tokens that media pasted as text costs: an estimate, for no tokenizer is run over base64. */
export function estimatePasteCost(form: TranscriptForm, characters: number): number {
  return Math.round(characters / CHARACTERS_PER_TOKEN[form]);
}
