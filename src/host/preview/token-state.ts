import { billOf, type JudgedRequest, type ModelRequest, pastedEstimate, settleBill } from '../../core/receive/model-request.ts';
import type { Measurements } from '../../core/receive/receive.ts';
import { type CostRates, sourceDays, totalCost } from '../../core/wire/cost.ts';
import { formulaSentences } from '../../core/wire/tokens/formula-sentence.ts';
import type { TokenEstimate } from '../../core/wire/tokens/model-family.ts';
import type { TextCount } from '../../core/wire/tokens/text-tokens.ts';
import type { PreviewTokens, TokenRange } from '../../shared/token-figures.ts';
import { withAge } from '../screen/dated-source.ts';
import { sentenceText } from '../screen/sentence-text.ts';
import { namesOf } from './routed-arrival.ts';
import type { PreviewedContents } from './routes.ts';

/** The tokens of a preview: those of a formula at once, and those that have to be counted. */
export interface TokenState {
  /** Null while a text is not counted. */
  readonly now: PreviewTokens | null;
  /** Counts; null when nothing is left to count. Rejects when the signal is aborted. */
  readonly later: ((signal: AbortSignal) => Promise<PreviewTokens>) | null;
}

/** @param pastedBytes see PreviewSubject */
export function tokenState(
  contents: PreviewedContents,
  request: JudgedRequest | null,
  pastedBytes: number | null,
  { measurements, rates }: { readonly measurements: Measurements; readonly rates: CostRates },
): TokenState {
  const { media: sent, message } = contents;
  if (!request || !message) return { now: { routed: null, pasted: null }, later: null };
  const pasted = pastedRange(pastedBytes, request, rates);
  const bill = billOf(request, sent, message);
  if (!bill.text || bill.unknown.length > 0) {
    const uncounted = namesOf(bill.unknown, contents);
    const routed = bill.unknown.length > 0 ? null : tokenRangeOf(bill.media, rates);
    return { now: { routed, pasted, ...(uncounted !== '' && { uncounted }) }, later: null };
  }
  return {
    now: null,
    later: async (signal) => {
      const estimates = await settleBill(bill, request, countUnder(measurements, signal));
      return { routed: estimates && tokenRangeOf(estimates, rates), pasted };
    },
  };
}

/** What it would cost pasted as base64. @param bytes null when there is nothing but text */
function pastedRange(bytes: number | null, request: Pick<ModelRequest, 'model'>, rates: CostRates): TokenRange | null {
  return bytes === null ? null : tokenRangeOf([pastedEstimate(bytes, request)], rates);
}

/** Several estimates as one, with the age of what they cost by once it is worth saying; null for none. */
export function tokenRangeOf(estimates: readonly TokenEstimate[], rates: CostRates): TokenRange | null {
  const { tokens, price, context } = totalCost(estimates, rates);
  if (estimates.length === 0 || !tokens) return null;
  const days = sourceDays(rates);
  return {
    ...tokens,
    formula: formulaSentences(estimates).map(sentenceText).join(' + '),
    sources: [...new Set(estimates.map(({ source }) => source))],
    ...(price && { price: { ...price, source: withAge(price.source, days.price) } }),
    ...(context && { context: { ...context, source: withAge(context.source, days.context) } }),
  };
}

/** Counts the tokens of texts; null when they could not be counted. Rejects with the reason of the signal when it is aborted. */
export function countUnder(measurements: Measurements, signal: AbortSignal): (text: string) => Promise<TextCount | null> {
  return async (text) => {
    signal.throwIfAborted();
    const count = await measurements.text(text);
    signal.throwIfAborted();
    return count;
  };
}
