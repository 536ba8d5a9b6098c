import { plainName, TOKEN_SOURCES, type TokenEstimate } from './model-family.ts';

/** How the open processors of a family make tokens of an image. */
interface OpenImageRule {
  /** For the explanation. Not translated. */
  readonly name: string;
  /** Pixels of a side of what becomes one token. */
  readonly side: number;
  readonly source: string;
  /** Pixels of the longer side, to which an image is shrunk. */
  readonly longest?: number;
  /** Tokens to which an image is enlarged and shrunk: servers shrink it to some number from `most` to `mostAnywhere`. */
  readonly tokens?: { readonly least: number; readonly most: number; readonly mostAnywhere: number };
}

/** Mistral's documentation, "Vision", question "How many tokens correspond to an image", has the pixels of a token and the longest side. */
const mistral = (name: string, side: number, longest: number): OpenImageRule => ({
  name,
  side,
  longest,
  source: TOKEN_SOURCES.mistralImages,
});
/** `smart_resize` of Qwen's processors, 4 to 16,384 tokens; Alibaba Cloud shrinks to 1,280 where no more is asked for. */
const qwen = (name: string, side: number): OpenImageRule => ({
  name,
  side,
  tokens: { least: 4, most: 1280, mostAnywhere: 16_384 },
  source: TOKEN_SOURCES.qwenImages,
});

const MISTRAL = mistral('Mistral Large 3', 28, 1540);

/** Documented names, then, as a current model, those of Mistral's general lines that the documentation does not have. */
const RULES: readonly (readonly [names: RegExp, rule: OpenImageRule, basis: 'model' | 'default'])[] = [
  [/^pixtral-/, mistral('Pixtral', 16, 1024), 'model'],
  [/^(?:mistral-large-(?:3|2512)|ministral-(?:3-|\d+b-2512))/, MISTRAL, 'model'],
  [/^(?:mistral-medium-(?:3(?:\.1)?$|2505|2508)|mistral-small-(?:3\.[12]|2503|2506)|magistral-(?:medium|small)-2509)/, MISTRAL, 'model'],
  [/^(?:mistral-(?:large|medium|small)|ministral-\d+b|magistral-(?:medium|small))-(?:latest$|[4-9]|3\.[3-9]|26\d\d)/, MISTRAL, 'default'],
  [/^qwen-?2(?:\.5)?-?vl/, qwen('Qwen2.5-VL', 28), 'model'],
  [/^qwen-?3-?vl/, qwen('Qwen3-VL', 32), 'model'],
];

/**
 * Tokens of an image for makers whose processors are open or documented; null for other models. `width` and `height` of the parameters are
 * the image as the model sees it.
 */
export function openImageTokens(width: number, height: number, model: string): TokenEstimate | null {
  const name = plainName(model).replace(/^(?:[a-z]{2,6}\.)?(?:mistral|qwen)\./, '');
  const [, rule, basis] = RULES.find(([names]) => names.test(name)) ?? [];
  if (rule === undefined || basis === undefined) return null;
  const seen = rule.tokens ? qwenTokens(width, height, rule.side, rule.tokens) : mistralTokens(width, height, rule);
  const { low, high, ...size } = seen;
  const params = { basis, family: rule.name, side: rule.side, originalWidth: width, originalHeight: height, ...size };
  return { low, high, formula: 'pixels_a_token', params, source: rule.source };
}

interface Seen {
  readonly low: number;
  readonly high: number;
  readonly width: number;
  readonly height: number;
}

/** One token for each square and one at the end of each row: `ImageEncoder` of mistral-common. */
function mistralTokens(originalWidth: number, originalHeight: number, { side, longest = Infinity }: OpenImageRule): Seen {
  const ratio = Math.max(originalWidth, originalHeight) / longest;
  const [width, height] = [originalWidth, originalHeight].map((each) => (ratio > 1 ? Math.max(1, Math.round(each / ratio)) : each)) as [
    number,
    number,
  ];
  const tokens = (Math.ceil(width / side) + 1) * Math.ceil(height / side);
  return { low: tokens, high: tokens, width, height };
}

/** One token for each square, and one before and behind them. */
function qwenTokens(width: number, height: number, side: number, limits: NonNullable<OpenImageRule['tokens']>): Seen {
  const [few, many] = [limits.most, limits.mostAnywhere].map((most) => resized(width, height, side, { least: limits.least, most }));
  const tokens = (size: ReturnType<typeof resized> | undefined): number => ((size?.width ?? 0) * (size?.height ?? 0)) / (side * side) + 2;
  // A line of less than a square's height is sized by its area, which is why fewer tokens may make it longer.
  return {
    low: Math.min(tokens(few), tokens(many)),
    high: Math.max(tokens(few), tokens(many)),
    width: many?.width ?? 0,
    height: many?.height ?? 0,
  };
}

/** `smart_resize`: sides that are whole squares, and as many squares as may be. */
function resized(
  width: number,
  height: number,
  side: number,
  { least, most }: { readonly least: number; readonly most: number },
): { readonly width: number; readonly height: number } {
  const whole = (length: number, to: (value: number) => number): number => Math.max(1, to(length / side)) * side;
  const [across, down] = [whole(width, Math.round), whole(height, Math.round)];
  const squares = (across * down) / (side * side);
  if (squares >= least && squares <= most) return { width: across, height: down };
  const isMore = squares > most;
  const scale = Math.sqrt((width * height) / ((isMore ? most : least) * side * side));
  const to = isMore ? Math.floor : Math.ceil;
  return { width: whole(width / scale, to), height: whole(height / scale, to) };
}
