/** What tokens cost: rates, and the cost of one request by them. Where the rates of a model come from is in `catalogue/model-prices.ts`. */

/** US dollars for a million tokens (of a request: for a thousand requests); from a prompt of more than `above` tokens on another price for all of them. */
export interface Rate {
  readonly base: number;
  /** Ascending. */
  readonly tiers: readonly { readonly above: number; readonly price: number }[];
}

/** What a price list may name. */
export const PRICED_UNITS = ['input', 'cached', 'output', 'image', 'audio', 'video', 'request'] as const;
export type PricedUnit = (typeof PRICED_UNITS)[number];

/** The prices of a model by unit; cached input, images, sound and film that are absent cost as much as other input. */
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
    };

export interface ModelPrice {
  readonly rates: Rates;
  readonly source: PriceSource;
}

/** The tokens of one request. All of `cached`, `image`, `audio` and `video` are part of `input`, and none of another. */
export interface TokenUsage {
  readonly input: number;
  readonly cached?: number;
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

const MILLION = 1_000_000;
const THOUSAND = 1000;

/** What a request costs in US dollars; null when the price of something in it is not known. */
export function costOf({ rates }: Pick<ModelPrice, 'rates'>, usage: TokenUsage): number | null {
  const { input, output = 0 } = usage;
  if (rates.input === undefined || (output > 0 && rates.output === undefined)) return null;
  const priceOf = (rate: Rate): number => rate.tiers.reduce((price, tier) => (input > tier.above ? tier.price : price), rate.base);
  const apart = (['cached', 'image', 'audio', 'video'] as const).flatMap((unit) => {
    const rate = rates[unit];
    return rate === undefined ? [] : [{ tokens: usage[unit] ?? 0, price: priceOf(rate) }];
  });
  const rest = Math.max(0, input - apart.reduce((sum, { tokens }) => sum + tokens, 0));
  const terms = [
    { tokens: rest, price: priceOf(rates.input) },
    ...apart,
    { tokens: output, price: rates.output === undefined ? 0 : priceOf(rates.output) },
  ];
  const dollars = terms.reduce((sum, { tokens, price }) => sum + (tokens * price) / MILLION, 0);
  return dollars + (rates.request === undefined ? 0 : priceOf(rates.request) / THOUSAND);
}
