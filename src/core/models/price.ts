/** What tokens cost: rates, the cost of one request by them, and both as figures that people read. Where the rates of a model come from is in `catalogue/model-prices.ts`. */

/** US dollars for a million tokens (of a request: for a thousand requests); from a prompt of more than `above` tokens on another price for all of them. */
export interface Rate {
  readonly base: number;
  /** Ascending. */
  readonly tiers: readonly { readonly above: number; readonly price: number }[];
}

/** What a price list may name. */
export const PRICED_UNITS = ['input', 'cached', 'output', 'image', 'audio', 'video', 'request', 'written'] as const;
export type PricedUnit = (typeof PRICED_UNITS)[number];

/** The prices of a model by unit; input that is read from the cache or written to it, images, sound and film that are absent cost as much as other input. */
export type Rates = Readonly<Partial<Record<PricedUnit, Rate>>>;

/** Who says what a model costs: the catalogue, or the service's own `price`. */
export type PriceSource =
  | { readonly kind: 'service' }
  | {
      readonly kind: 'catalogue';
      /** Whose price it is: `Anthropic`, `OpenRouter`. */
      readonly provider: string;
      /** The provider's name of the model. */
      readonly entry: string;
      /** The npm package: `@pydantic/genai-prices 0.1.8`. */
      readonly package: string;
      /** The day it was published: `2026-09-23`. */
      readonly date: string;
      /** The price changes with the time of day, and this is that of the time that was asked for. */
      readonly isHourly?: true;
    };

export interface ModelPrice {
  readonly rates: Rates;
  readonly source: PriceSource;
}

/** The tokens of one request. All of `cached`, `written`, `image`, `audio` and `video` are part of `input`, and none of another. */
export interface TokenUsage {
  readonly input: number;
  readonly cached?: number;
  /** Written to the cache. */
  readonly written?: number;
  /** Of what is written, what is to be kept for an hour instead of five minutes: {@link HOUR_PRICE}. */
  readonly writtenForHour?: number;
  readonly image?: number;
  readonly audio?: number;
  readonly video?: number;
  readonly output?: number;
}

/** The `price` of a service in `llmservices.json`: US dollars for a million tokens. */
export interface OwnPrice {
  readonly input: number;
  readonly cached?: number | null;
  readonly output?: number | null;
}

/** A service's own price as that of a model. */
export function ownPrice({ input, cached, output }: OwnPrice): ModelPrice {
  const rate = (price: number | null | undefined): Rate | undefined => (typeof price === 'number' ? { base: price, tiers: [] } : undefined);
  const rates = Object.entries({ input: rate(input), cached: rate(cached), output: rate(output) }).filter(([, each]) => each !== undefined);
  return { rates: Object.fromEntries(rates) as Rates, source: { kind: 'service' } };
}

/**
 * What Claude's cache costs to write for an hour, as a multiple of other input; no price list has it (anthropics/skills
 * `skills/claude-api/shared/prompt-caching.md` at 0da71c3, "Economics", 2026-11).
 */
const HOUR_PRICE = 2;

const MILLION = 1_000_000;
const THOUSAND = 1000;

/** What a request costs in US dollars; null when the price of something in it is not known. */
export function costOf({ rates }: Pick<ModelPrice, 'rates'>, usage: TokenUsage): number | null {
  const { input, output = 0 } = usage;
  if (rates.input === undefined || (output > 0 && rates.output === undefined)) return null;
  const priceOf = (rate: Rate): number => rate.tiers.reduce((price, tier) => (input > tier.above ? tier.price : price), rate.base);
  const plain = priceOf(rates.input);
  const apart = (['cached', 'written', 'image', 'audio', 'video'] as const).flatMap((unit) => {
    const rate = rates[unit];
    return rate === undefined ? [] : [{ tokens: usage[unit] ?? 0, price: priceOf(rate) }];
  });
  const rest = Math.max(0, input - apart.reduce((sum, { tokens }) => sum + tokens, 0));
  const terms = [
    { tokens: rest, price: plain },
    ...apart,
    // In place of the price above, where the list has one for what is written.
    ...(rates.written ? [{ tokens: usage.writtenForHour ?? 0, price: HOUR_PRICE * plain - priceOf(rates.written) }] : []),
    { tokens: output, price: rates.output === undefined ? 0 : priceOf(rates.output) },
  ];
  const dollars = terms.reduce((sum, { tokens, price }) => sum + (tokens * price) / MILLION, 0);
  return dollars + (rates.request === undefined ? 0 : priceOf(rates.request) / THOUSAND);
}

/** A figure of which only a range may be known. */
interface Span {
  readonly low: number;
  readonly high: number;
}

/** An estimate of tokens as a figure: `≈ 1,105`, `≈ 1,500–3,000`. @param language BCP 47, for the separators */
export function formatEstimate(tokens: Span, language: string): string {
  return about(tokens, (count) => new Intl.NumberFormat(language).format(count));
}

/** Smaller prices are shown as "less than" this, in US dollars. */
const SMALLEST_PRICE = 0.0001;

/** US dollars as a figure: `≈ $0.0042`, `≈ $0.10–$0.20`, `< $0.0001`. */
export function formatPrice(dollars: Span, language: string): string {
  const format = (amount: number): string => {
    const digits = amount === 0 ? 0 : amount < 1 ? 4 : 2;
    const options = { minimumFractionDigits: Math.min(digits, 2), maximumFractionDigits: digits };
    return `$${new Intl.NumberFormat(language, options).format(amount)}`;
  };
  return about(dollars, format, SMALLEST_PRICE);
}

/** Smaller shares are shown as "less than" this. */
const SMALLEST_SHARE = 0.001;

/** A share, 1 for all of it, as a figure: `≈ 0.6%`, `< 0.1%`. */
export function formatShare(share: Span, language: string): string {
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const format = (part: number): string => percent.format(part);
  return about(share, format, SMALLEST_SHARE);
}

/** @param smallest less than this, but for nothing at all, is said to be so */
function about({ low, high }: Span, format: (value: number) => string, smallest = 0): string {
  if (high > 0 && high < smallest) return `< ${format(smallest)}`;
  const isLess = low > 0 && low < smallest;
  const [from, to] = [format(isLess ? smallest : low), format(high)];
  return isLess ? `< ${from}–${to}` : from === to ? `≈ ${from}` : `≈ ${from}–${to}`;
}
