/** Pixels along each side of a patch. */
const PATCH = 28;

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
export interface SeenImage {
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
    return Math.ceil(size.long / PATCH) * PATCH <= resolution.side && count(size.long, size.short) <= resolution.tokens;
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
  return Math.ceil(width / PATCH) * Math.ceil(height / PATCH);
}

function roundHalfToEven(dividend: number, divisor: number): number {
  const whole = Math.floor(dividend / divisor);
  const rest = 2 * (dividend - whole * divisor);
  if (rest === divisor) return whole + (whole % 2);
  return rest > divisor ? whole + 1 : whole;
}
