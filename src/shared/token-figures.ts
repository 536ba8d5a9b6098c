import * as z from 'zod/mini';

/** Both the pages and the command line write figures this way. */
export { formatEstimate, formatPrice, formatShare } from '../core/models/price.ts';

/** What tokens cost or fill; the ends differ when only a range is known. */
const share = z.object({
  low: z.number(),
  high: z.number(),
  /** Who says so, and of which day. */
  source: z.string(),
});

/** An estimate of tokens. */
export const tokenRange = z.object({
  /** They differ when only a range is known. */
  low: z.number(),
  high: z.number(),
  /** The formula in words: `⌈w/28⌉ · ⌈h/28⌉, seen as 1456 × 819`. */
  formula: z.string(),
  /** Where the formula is written; several for a sum. */
  sources: z.array(z.string()),
  /** US dollars for them as the input of one request; absent where the price is not known. */
  price: z.optional(share),
  /** Their share of the context window, 1 for all of it; absent where the window is not known. */
  context: z.optional(z.extend(share, { window: z.number() })),
});

/** What the content costs the model; null when nothing is known. Every number is an estimate. */
export const tokens = z.object({
  /** As it is routed and sent. */
  routed: z.nullable(tokenRange),
  /** Were its bytes pasted as base64 into a text; null for text. */
  pasted: z.nullable(tokenRange),
  /** The names of those of several contents whose tokens no formula tells; absent where each is told, and for one content. */
  uncounted: z.optional(z.string()),
});

export type TokenRange = z.infer<typeof tokenRange>;
export type PreviewTokens = z.infer<typeof tokens>;
