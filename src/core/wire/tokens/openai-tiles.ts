/** The square an image is fitted into, the length its shorter side is then shrunk to, and the side of a tile, in pixels. */
const SQUARE = 2048;
const SHORT_SIDE = 768;
const TILE = 512;

/** Sizes computed in floating point come out a hair beside a whole number. */
const HAIR = 1e-6;

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
