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

/** The square an image is fitted into, the length its shorter side is then shrunk to, and the side of a tile, in pixels. */
const SQUARE = 2048;
const SHORT_SIDE = 768;
const TILE = 512;

/** Tokens of every image, and of each tile. Source: https://developers.openai.com/api/docs/guides/images-vision#calculating-costs, November 2026. */
export interface TileRule {
  readonly base: number;
  readonly tile: number;
}

/** An image as a tile model sees it. */
export interface TiledImage {
  readonly width: number;
  readonly height: number;
  readonly tiles: number;
  readonly tokens: number;
}

/**
 * Tokens of an image for OpenAI's tile models: fitted into 2048², its shorter side to 768 with the other rounded down, never
 * enlarged; `base + tile` for each 512-px tile.
 */
export function openaiTiles(width: number, height: number, { base, tile }: TileRule): TiledImage {
  const fitted = Math.min(1, SQUARE / Math.max(width, height));
  const scale = fitted * Math.min(1, SHORT_SIDE / (Math.min(width, height) * fitted));
  const seen = (side: number) => Math.max(1, Math.floor(side * scale + HAIR));
  const size = { width: seen(width), height: seen(height) };
  const tiles = Math.ceil(size.width / TILE) * Math.ceil(size.height / TILE);
  return { ...size, tiles, tokens: base + tiles * tile };
}

/** Pixels along each side of a patch. */
const CLAUDE_PATCH = 28;

/** What an image is shrunk to. Source: https://platform.claude.com/docs/en/build-with-claude/vision, November 2026. */
export interface ClaudeResolution {
  /** Pixels of the longer side, once both are filled up to whole patches. */
  readonly side: number;
  readonly tokens: number;
}

/** Models before 4.7. */
export const CLAUDE_STANDARD: ClaudeResolution = { side: 1568, tokens: 1568 };

/** Models from 4.7 on. */
export const CLAUDE_HIGH: ClaudeResolution = { side: 2576, tokens: 4784 };

/** An image as a model sees it. */
interface SeenImage {
  readonly width: number;
  readonly height: number;
  readonly patches: number;
  readonly tokens: number;
}

/**
 * Tokens of an image for Claude: `⌈w/28⌉ · ⌈h/28⌉` of the largest size of the same shape, never larger than the image,
 * whose sides filled up to whole patches and whose tokens both fit. The shorter side is rounded, halves to even.
 */
export function claudePatches(width: number, height: number, resolution: ClaudeResolution): SeenImage {
  const long = Math.max(width, height);
  const short = Math.min(width, height);
  const at = (side: number) => ({ long: side, short: Math.max(1, roundHalfToEven(side * short, long)) });
  const fits = (side: number) => {
    const size = at(side);
    return Math.ceil(size.long / CLAUDE_PATCH) * CLAUDE_PATCH <= resolution.side && count(size.long, size.short) <= resolution.tokens;
  };
  // Both limits only grow with the side: the largest that fits is found by halving.
  let [fitting, tooLong] = [1, long + 1];
  while (tooLong - fitting > 1) {
    const middle = Math.floor((fitting + tooLong) / 2);
    if (fits(middle)) fitting = middle;
    else tooLong = middle;
  }
  const size = at(fitting);
  const tokens = count(size.long, size.short);
  return {
    ...(width >= height ? { width: size.long, height: size.short } : { width: size.short, height: size.long }),
    patches: tokens,
    tokens,
  };
}

function count(width: number, height: number): number {
  return Math.ceil(width / CLAUDE_PATCH) * Math.ceil(height / CLAUDE_PATCH);
}

export function roundHalfToEven(dividend: number, divisor: number): number {
  const whole = Math.floor(dividend / divisor);
  const rest = 2 * (dividend - whole * divisor);
  if (rest === divisor) return whole + (whole % 2);
  return rest > divisor ? whole + 1 : whole;
}
