import type { SeenImage } from './claude-patches.ts';

/** Pixels along each side of a patch. */
const PATCH = 32;

/** Sizes computed in floating point come out a hair below a whole number. */
const HAIR = 1e-6;

/** How a model shrinks and counts. Source: https://developers.openai.com/api/docs/guides/images-vision#calculating-costs, November 2026. */
export interface PatchRule {
  /** Pixels of the longer side. */
  readonly side: number;
  /** Patches; Infinity without such a limit. */
  readonly budget: number;
  /** Tokens of a patch. */
  readonly multiplier: number;
}

/** Patches that cover an image. */
export function openaiPatchCount(width: number, height: number): number {
  return Math.ceil(width / PATCH) * Math.ceil(height / PATCH);
}

/**
 * Tokens of an image for OpenAI's patch models: the longer side is brought within its limit, and when `⌈w/32⌉ · ⌈h/32⌉`
 * is over the budget, the image shrinks by `√(32² · budget / (w · h))` and then so far that whole patches cover it.
 * `⌈patches · multiplier⌉` tokens.
 */
export function openaiPatches(width: number, height: number, { side, budget, multiplier }: PatchRule): SeenImage {
  let size = { width, height };
  const longest = Math.max(width, height);
  if (longest > side) size = scaled(size, side / longest, Math.round);
  if (openaiPatchCount(size.width, size.height) > budget) size = scaled(size, shrinkage(size.width, size.height, budget), Math.floor);
  const patches = openaiPatchCount(size.width, size.height);
  return { ...size, patches, tokens: Math.ceil(patches * multiplier - HAIR) };
}

function shrinkage(width: number, height: number, budget: number): number {
  const scale = Math.sqrt((PATCH * PATCH * budget) / (width * height));
  const across = (width * scale) / PATCH;
  const down = (height * scale) / PATCH;
  // A strip thinner than a patch is one patch wide however it is scaled: its length alone has to fit.
  if (across < 1 || down < 1) return (PATCH * budget) / Math.max(width, height);
  return scale * Math.min(Math.floor(across + HAIR) / across, Math.floor(down + HAIR) / down);
}

/** The guide says "rounding to integer pixels" of the limit on sides, and "round down" of the budget. */
function scaled(
  { width, height }: { width: number; height: number },
  scale: number,
  toInteger: (length: number) => number,
): { width: number; height: number } {
  const side = (length: number) => Math.max(1, Math.min(length, toInteger(length * scale + HAIR)));
  return { width: side(width), height: side(height) };
}
