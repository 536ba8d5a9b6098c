/**
 * How image processors that are open size an image, and how many tokens become of it: with the image itself, what they set before and behind it
 * and at the end of its rows.
 */

import { roundHalfToEven } from './image-patches.ts';

/** An image as a model sees it. */
export interface ProcessedImage {
  /** Tokens; `low` and `high` differ where servers may shrink it further. */
  readonly low: number;
  readonly high: number;
  /** Pixels, filled up to whole squares where the processor does so. */
  readonly width: number;
  readonly height: number;
  /** Pixels of a side of the square that becomes one token. */
  readonly side: number;
  /** Tiles, where each is tokens by itself and there is an overview of all beside them. */
  readonly tiles?: number;
}

/** Takes the pixels of an image's sides, at least 1 each. Null for an image that the processor refuses. */
export type ImageProcessor = (width: number, height: number) => ProcessedImage | null;

/** One token for each square and one at the end of each row: `ImageEncoder` of mistral-common. @param longest pixels of the longer side */
export function mistralProcessor(side: number, longest: number): ImageProcessor {
  return (originalWidth, originalHeight) => {
    const scale = Math.min(1, longest / Math.max(originalWidth, originalHeight));
    const [width, height] = [atLeast1(originalWidth * scale, Math.round), atLeast1(originalHeight * scale, Math.round)];
    const tokens = (Math.ceil(width / side) + 1) * Math.ceil(height / side);
    return { low: tokens, high: tokens, width, height, side };
  };
}

/** Tokens to which an image is enlarged and shrunk: servers shrink it to some number from `most` to `mostAnywhere`. */
interface TokenBounds {
  readonly least: number;
  readonly most: number;
  readonly mostAnywhere?: number;
}

/** The longer side of an image for one of the shorter, above which `smart_resize` refuses it. */
const LONGEST_SHAPE = 200;

/** One token for each square, and one before and behind them: `smart_resize` of Qwen2-VL and of those made of it. */
export function qwenProcessor(side: number, { least, most, mostAnywhere = most }: TokenBounds): ImageProcessor {
  return (width, height) => {
    if (Math.max(width, height) / Math.min(width, height) > LONGEST_SHAPE) return null;
    const [few, many] = [most, mostAnywhere].map((each) => resized(width, height, side, { least, most: each })) as [Sides, Sides];
    const tokens = (sides: Sides): number => squaresOf(sides, side) + 2;
    // A line of less than a square's height is sized by its area, which is why fewer tokens may make it longer.
    return { low: Math.min(tokens(few), tokens(many)), high: Math.max(tokens(few), tokens(many)), ...many, side };
  };
}

/** The same for GLM-4.1V to 4.6V, where what is thinner than a square is enlarged first. */
export function glm4Processor(side: number, bounds: TokenBounds): ImageProcessor {
  const process = qwenProcessor(side, bounds);
  return (width, height) => {
    const scale = Math.max(1, side / width, side / height);
    return process(Math.floor(width * scale), Math.floor(height * scale));
  };
}

/** One token for each square that is needed to cover it, and one before and behind them: `smart_resize` of GLM-5.3. */
export function glm5Processor(side: number, { least, most }: TokenBounds): ImageProcessor {
  return (originalWidth, originalHeight) => {
    let sides = covered({ width: originalWidth, height: originalHeight }, side);
    if (squaresOf(sides, side) < least) {
      const scale = Math.sqrt((least * side * side) / (originalWidth * originalHeight));
      sides = covered({ width: atLeast1(originalWidth * scale, Math.ceil), height: atLeast1(originalHeight * scale, Math.ceil) }, side);
    }
    if (squaresOf(sides, side) > most) sides = tallestWithin(originalWidth, originalHeight, { side, most });
    const tokens = squaresOf(sides, side) + 2;
    return { low: tokens, high: tokens, ...sides, side };
  };
}

/** The whole squares that cover an image of the same shape, as tall as it may be without more than so many of them. */
function tallestWithin(originalWidth: number, originalHeight: number, { side, most }: { side: number; most: number }): Sides {
  let [low, high] = [1, originalHeight];
  let best: Sides = { width: side, height: side };
  while (low <= high) {
    const height = Math.floor((low + high) / 2);
    const sides = covered({ width: atLeast1((originalWidth * height) / originalHeight, Math.floor), height }, side);
    const isWithin = squaresOf(sides, side) <= most;
    if (isWithin) [best, low] = [sides, height + 1];
    else high = height - 1;
  }
  return best;
}

/** Patches of a side of 14 pixels, four of which become one token. */
const KIMI_PATCH = 14;
/** Patches of a side of an image. */
const KIMI_LONGEST = 512;

/**
 * One token for each square that is needed to cover it, never enlarged: `navit_resize_image` of Kimi.
 *
 * @param patches of a whole image
 * @param around tokens of the marks around an image, the word for it, and what else stands there
 */
export function kimiProcessor(patches: number, around: number): ImageProcessor {
  const [side, longest] = [2 * KIMI_PATCH, KIMI_LONGEST * KIMI_PATCH];
  return (originalWidth, originalHeight) => {
    const across = atLeast1(originalWidth / KIMI_PATCH, Math.floor);
    const down = atLeast1(originalHeight / KIMI_PATCH, Math.floor);
    const scale = Math.min(1, Math.sqrt(patches / (across * down)), longest / originalWidth, longest / originalHeight);
    const [width, height] = [atLeast1(originalWidth * scale, Math.floor), atLeast1(originalHeight * scale, Math.floor)];
    const sides = covered({ width, height }, side);
    const tokens = squaresOf(sides, side) + around;
    return { low: tokens, high: tokens, ...sides, side };
  };
}

/** Patches of DeepSeek's encoder, nine of which become one token, in pixels of a side. */
const DEEPSEEK_PATCH = 14;
const DEEPSEEK_SIDE = 3 * DEEPSEEK_PATCH;

/**
 * One token for each square, one at the end of each row, one before and behind them: `plan_image_grid` of DeepSeek-V4.1.
 *
 * @param leastPixels to which an image is enlarged
 * @param most tokens of an image, with those at the ends of the rows
 */
export function deepseekProcessor(leastPixels: number, most: number): ImageProcessor {
  const tokensOf = (sides: Sides): number => {
    const [across, down] = [Math.ceil(sides.width / DEEPSEEK_SIDE), Math.ceil(sides.height / DEEPSEEK_SIDE)];
    return down * (across + 1) + 2;
  };
  return (originalWidth, originalHeight) => {
    const scale = Math.max(1, Math.sqrt(leastPixels / (originalWidth * originalHeight)));
    const enlarged = { width: Math.floor(originalWidth * scale), height: Math.floor(originalHeight * scale) };
    let sides = covered(enlarged, DEEPSEEK_PATCH);
    if (tokensOf(sides) > most) sides = deepseekShrunk(enlarged, most);
    const tokens = tokensOf(sides);
    return { low: tokens, high: tokens, ...sides, side: DEEPSEEK_SIDE };
  };
}

/** Sides of the largest image of the same shape with at most so many tokens; a line of one square's width where it has no other. */
function deepseekShrunk({ width, height }: Sides, most: number): Sides {
  const shape = height / width;
  const across = Math.sqrt((most - 2) / shape + 0.25) - 0.5;
  const down = across * shape;
  if (across < 1) return { width: DEEPSEEK_SIDE, height: Math.floor((most - 2) / 2) * DEEPSEEK_SIDE };
  if (down < 1) return { width: (most - 3) * DEEPSEEK_SIDE, height: DEEPSEEK_SIDE };
  const scale = Math.min((Math.floor(across) * DEEPSEEK_SIDE) / width, (Math.floor(down) * DEEPSEEK_SIDE) / height);
  const whole = (length: number): number => Math.floor((length * scale) / DEEPSEEK_PATCH) * DEEPSEEK_PATCH;
  return { width: whole(width), height: whole(height) };
}

/** The marks before and behind an image of Gemma. Templates of chats may put a blank line around it for Gemma 4; its processor does not. */
const GEMMA_AROUND = 2;

/** One token for each square of the largest image of the same shape that has at most so many: `get_aspect_ratio_preserving_size` of Gemma 4. */
export function gemma4Processor(side: number, most: number): ImageProcessor {
  return (originalWidth, originalHeight) => {
    const scale = Math.sqrt((most * side * side) / (originalWidth * originalHeight));
    const [across, down] = [Math.floor((originalWidth * scale) / side), Math.floor((originalHeight * scale) / side)];
    const line = (longer: number, shorter: number): number => Math.min(most, Math.floor(longer / shorter));
    const [wide, tall] = [across || 1, down || 1];
    const sides = {
      width: (down === 0 ? line(originalWidth, originalHeight) : wide) * side,
      height: (across === 0 ? line(originalHeight, originalWidth) : tall) * side,
    };
    const tokens = squaresOf(sides, side) + GEMMA_AROUND;
    return { low: tokens, high: tokens, ...sides, side };
  };
}

/**
 * Every image is a square, with a blank line before and behind it. Without crops, as servers have it unless asked.
 *
 * @param whole pixels of a side of that square
 */
export function gemma3Processor(side: number, whole: number): ImageProcessor {
  const tokens = squaresOf({ width: whole, height: whole }, side) + GEMMA_AROUND + 2;
  return () => ({ low: tokens, high: tokens, width: whole, height: whole, side });
}

/** Pixels of a side of a tile of Llama 4, and of the square that becomes one token. */
const LLAMA_TILE = 336;
const LLAMA_SIDE = 28;
/** Tokens of a tile. */
const LLAMA_TILE_TOKENS = (LLAMA_TILE / LLAMA_SIDE) ** 2;
const MOST_TILES = 16;
/** The grids of at most so many tiles. */
const GRIDS = Array.from({ length: MOST_TILES }, (_, at) => at + 1).flatMap((across) =>
  Array.from({ length: Math.floor(MOST_TILES / across) }, (_, at) => ({ across, down: at + 1 })),
);

/**
 * The grid of tiles in which it is shrunk least, else enlarged least, of those the smallest; and an overview, where it is more than one. One
 * token stands between the tiles of a row and one behind each row; one before the overview, one before and behind all. `get_best_fit` and
 * `_prompt_split_image` of Llama 4's processors.
 */
export function llama4Processor(width: number, height: number): ProcessedImage {
  const fits = GRIDS.map((grid) => ({ ...grid, scale: Math.min((grid.across * LLAMA_TILE) / width, (grid.down * LLAMA_TILE) / height) }));
  const larger = fits.filter(({ scale }) => scale >= 1).map(({ scale }) => scale);
  const best = larger.length > 0 ? Math.min(...larger) : Math.max(...fits.map(({ scale }) => scale));
  const [grid] = fits.filter(({ scale }) => scale === best).sort((a, b) => a.across * a.down - b.across * b.down);
  const { across, down } = grid ?? { across: 1, down: 1 };
  const tiles = across * down;
  const marks = tiles > 1 ? down * (across - 1) + down + 3 : 3;
  const tokens = (tiles > 1 ? tiles + 1 : 1) * LLAMA_TILE_TOKENS + marks;
  const sides = { width: across * LLAMA_TILE, height: down * LLAMA_TILE };
  return { low: tokens, high: tokens, ...sides, side: LLAMA_SIDE, ...(tiles > 1 && { tiles }) };
}

/** Pixels of a side of a tile of Nova, and of the square that becomes one token. */
const NOVA_TILE = 448;
const NOVA_SIDE = 28;
const NOVA_TILE_TOKENS = (NOVA_TILE / NOVA_SIDE) ** 2;
/** What is beside the tiles: an overview, and marks. */
const NOVA_AROUND = NOVA_TILE_TOKENS + 34;
/** The shapes that an image is scaled to, by the tiles of their longer and shorter side; one that is large is scaled to more of them. */
const NOVA_SHAPES: readonly { readonly long: number; readonly short: number; readonly times?: number }[] = [
  { long: 2, short: 2, times: 1.5 },
  { long: 3, short: 2 },
  { long: 2, short: 1, times: 2 },
  ...[3, 4, 5, 6, 7, 8, 9].map((long) => ({ long, short: 1 })),
];

/**
 * The grid of tiles whose shape is closest, and an overview: "Image size information" and "Image to tokens conversion" of Amazon's guide, whose
 * five examples are these grids; recorded requests (2026-11) have 1,826 tokens for 540 × 360 and for 3,008 × 2,000. An image of a size between those of the
 * examples may be of either grid.
 */
export function novaProcessor(originalWidth: number, originalHeight: number): ProcessedImage {
  const [long, short] = [Math.max(originalWidth, originalHeight), Math.min(originalWidth, originalHeight)];
  const distance = (shape: (typeof NOVA_SHAPES)[number]): number => Math.abs(Math.log(shape.long / shape.short / (long / short)));
  const shape = NOVA_SHAPES.reduce((best, each) => (distance(each) < distance(best) ? each : best));
  const { times = 1 } = shape;
  const least = long > shape.long * NOVA_TILE * times * NEARLY ? times : 1;
  const most = long > shape.long * NOVA_TILE * (2 - NEARLY) ? times : 1;
  const tilesOf = (scale: number): number => shape.long * scale * shape.short * scale;
  const sides = [shape.long * most * NOVA_TILE, shape.short * most * NOVA_TILE] as const;
  const [width, height] = originalWidth >= originalHeight ? sides : ([sides[1], sides[0]] as const);
  const tokens = (tiles: number): number => tiles * NOVA_TILE_TOKENS + NOVA_AROUND;
  return { low: tokens(tilesOf(least)), high: tokens(tilesOf(most)), width, height, side: NOVA_SIDE, tiles: tilesOf(most) };
}

/** The guide rounds the sides of its examples: 900 stands for 896, 1.3K for 1,344. */
const NEARLY = 0.96;

interface Sides {
  readonly width: number;
  readonly height: number;
}

function squaresOf({ width, height }: Sides, side: number): number {
  return (width * height) / (side * side);
}

/** Sides of the whole squares that cover an image. */
function covered({ width, height }: Sides, side: number): Sides {
  return { width: Math.ceil(width / side) * side, height: Math.ceil(height / side) * side };
}

function atLeast1(value: number, toInteger: (value: number) => number): number {
  return Math.max(1, toInteger(value));
}

/** Sides that are whole squares, and as many squares as may be. */
function resized(width: number, height: number, side: number, { least, most }: { readonly least: number; readonly most: number }): Sides {
  const whole = (length: number, toInteger: (value: number) => number): number => atLeast1(length / side, toInteger) * side;
  // as Python rounds
  const nearest = (length: number): number => Math.max(1, roundHalfToEven(length, side)) * side;
  const rounded = { width: nearest(width), height: nearest(height) };
  const squares = squaresOf(rounded, side);
  if (squares >= least && squares <= most) return rounded;
  const isMore = squares > most;
  const scale = Math.sqrt((width * height) / ((isMore ? most : least) * side * side));
  const toInteger = isMore ? Math.floor : Math.ceil;
  return { width: whole(width / scale, toInteger), height: whole(height / scale, toInteger) };
}
