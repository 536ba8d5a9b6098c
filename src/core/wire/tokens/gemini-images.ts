/** Tokens of a small image, and of each tile of a larger one. Source: https://ai.google.dev/gemini-api/docs/tokens, November 2026. */
const TILE_TOKENS = 258;
/** Up to this length of both sides an image is one tile, in pixels. */
const SMALL = 384;
const SMALLEST_UNIT = 256;
const LARGEST_UNIT = 768;

/**
 * Tokens of an image for Gemini up to 2.5: 258 when both sides are at most 384, else 258 for each tile; a tile's side is
 * `⌊shorter side / 1.5⌋`, from 256 to 768.
 */
export function geminiTiles(width: number, height: number): { unit: number; tiles: number; tokens: number } {
  if (width <= SMALL && height <= SMALL) return { unit: SMALL, tiles: 1, tokens: TILE_TOKENS };
  const unit = Math.min(LARGEST_UNIT, Math.max(SMALLEST_UNIT, Math.floor(Math.min(width, height) / 1.5)));
  const tiles = Math.ceil(width / unit) * Math.ceil(height / unit);
  return { unit, tiles, tokens: tiles * TILE_TOKENS };
}

/**
 * Tokens of an image for Gemini 3 and later, by media resolution, whatever its size.
 * Source: https://ai.google.dev/gemini-api/docs/media-resolution#token-counts, November 2026.
 */
export const GEMINI_FLAT_TOKENS = { low: 280, medium: 560, high: 1120, ultra_high: 2240 } as const;

/** What a request that names no media resolution gets. */
export const GEMINI_DEFAULT_TOKENS = GEMINI_FLAT_TOKENS.high;
