import { base64Length } from '../../io/base64.ts';
import type { TokenEstimate } from '../token-estimate.ts';
import { modelFamily } from './model-family.ts';
import { TOKEN_SOURCES } from './sources.ts';

/** Characters of base64 that make a token of o200k_base; no tokenizer is ever run over base64 (its time grows with the square). */
export const BASE64_CHARACTERS_PER_TOKEN = 1.45;

/**
 * Tokens that content would cost, were its base64 pasted into a text. Where the model splits text more finely than
 * o200k_base, up to so much more.
 *
 * @param size bytes
 */
export function estimatePastedTokens(size: number, { model }: { model?: string | undefined } = {}): TokenEstimate {
  const characters = base64Length(size);
  const tokens = Math.ceil(characters / BASE64_CHARACTERS_PER_TOKEN);
  const factor = modelFamily('mcp', model)?.textFactor ?? 1;
  return {
    low: tokens,
    high: Math.ceil(tokens * factor),
    formula: 'base64_characters',
    params: { characters, ratio: BASE64_CHARACTERS_PER_TOKEN, factor },
    source: TOKEN_SOURCES.base64,
  };
}
