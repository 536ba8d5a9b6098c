import { formatEstimate, formatPrice, formatShare } from '../core/models/price.ts';
import type { ArrivalState } from '../core/wire/arrival.ts';
import type { Cost } from '../core/wire/cost.ts';

/** What a request costs, one fact a line; what is not known is said to be. @param state what the model receives; of nothing no cost is told */
export function costFacts(cost: Cost, state: ArrivalState): readonly (readonly [string, string])[] {
  if (state === 'refused' || state === 'nothing') return [];
  const { price, context } = cost;
  const { tokens, dollars, share } = figures(cost);
  return [
    ['Tokens', tokens],
    ['Price', price ? `${dollars} (${price.source})` : dollars],
    ...(context ? [['Context', `${share} of ${context.window.toLocaleString(LANGUAGE)} (${context.source})`] as const] : []),
  ];
}

/** Stands for the figures of a request that is refused or in which nothing is. */
export const NO_FIGURES = { tokens: '–', dollars: '–', share: '–' };

/** Sentences are English, and so are figures. */
const LANGUAGE = 'en';

/** What it costs in short words; what is not known is said to be. */
export function figures({ tokens, price, context }: Cost): { readonly tokens: string; readonly dollars: string; readonly share: string } {
  return {
    tokens: tokens ? formatEstimate(tokens, LANGUAGE) : 'unknown',
    dollars: price ? formatPrice(price, LANGUAGE) : 'unknown',
    share: context ? formatShare(context, LANGUAGE) : 'unknown',
  };
}
