import type { TokenEstimate } from '../token-estimate.ts';
import { claudePatches } from './claude-patches.ts';
import { GEMINI_DEFAULT_TOKENS, geminiTiles } from './gemini-images.ts';
import type { ModelFamily } from './model-family.ts';
import { openaiPatches } from './openai-patches.ts';
import { openaiTiles } from './openai-tiles.ts';
import { TOKEN_SOURCES } from './sources.ts';

/**
 * Tokens of an image of a size, for the models of a family. `width` and `height` of the parameters are the image as the
 * model sees it; `originalWidth` and `originalHeight` as it is.
 *
 * @param width pixels, at least 1
 * @param height pixels, at least 1
 */
export function imageTokens(width: number, height: number, family: ModelFamily): TokenEstimate {
  const known = { basis: family.basis, family: family.name, originalWidth: width, originalHeight: height };
  const { image } = family;
  switch (image.formula) {
    case 'claude_patches': {
      const { tokens, ...seen } = claudePatches(width, height, image.resolution);
      return estimate(image.formula, tokens, { ...known, ...seen }, TOKEN_SOURCES.claudeImages);
    }
    case 'openai_patches': {
      const { tokens, ...seen } = openaiPatches(width, height, image.rule);
      return estimate(image.formula, tokens, { ...known, ...seen, multiplier: image.rule.multiplier }, TOKEN_SOURCES[image.source]);
    }
    case 'openai_tiles': {
      const { tokens, ...seen } = openaiTiles(width, height, image.rule);
      return estimate(
        image.formula,
        tokens,
        { ...known, ...seen, base: image.rule.base, tile: image.rule.tile },
        TOKEN_SOURCES[image.source],
      );
    }
    case 'gemini_tiles': {
      const { tokens, ...seen } = geminiTiles(width, height);
      return estimate(image.formula, tokens, { ...known, width, height, ...seen }, TOKEN_SOURCES.geminiTokens);
    }
    case 'gemini_flat':
      return estimate(image.formula, GEMINI_DEFAULT_TOKENS, { ...known, width, height }, TOKEN_SOURCES.geminiResolution);
  }
}

function estimate(formula: TokenEstimate['formula'], tokens: number, params: TokenEstimate['params'], source: string): TokenEstimate {
  return { low: tokens, high: tokens, formula, params, source };
}
