import type { Compute } from '../../core/io/compute.ts';
import { loadCatalogue, loadPrices } from '../../core/models/catalogue/load-catalogue.ts';
import type { ModelLimits } from '../../core/models/catalogue/infer-capabilities.ts';
import type { ModelPrice, PriceSource } from '../../core/models/price.ts';
import type { LlmServiceConfig } from '../../core/models/schema.ts';
import { costOfEstimates, priceOfService, shareOfContext } from '../../core/wire/price.ts';
import { formulaSentences } from '../../core/wire/tokens/formula-sentence.ts';
import { estimateMediaTokens } from '../../core/wire/tokens/media-tokens.ts';
import type { TokenEstimate } from '../../core/wire/tokens/model-family.ts';
import { countTextTokensIn, estimatePastedTokens, type TextCount, textTokens } from '../../core/wire/tokens/text-tokens.ts';
import type { WireApi } from '../../core/wire/verdict.ts';
import type { PreviewTokens, TokenRange } from '../../shared/token-figures.ts';
import { sentenceText } from '../screen/sentence-text.ts';
import type { Routed } from './routed.ts';
import { isMedium, readText } from './wire-words.ts';
import type { Wired } from './wired.ts';

/** The tokens of a preview: those of a formula at once, and those that have to be counted. */
export interface TokenState {
  /** Null while a text is not counted. */
  readonly now: PreviewTokens | null;
  /** Counts; null when nothing is left to count. Rejects when the signal is aborted. */
  readonly later: ((signal: AbortSignal) => Promise<PreviewTokens>) | null;
}

/** What is known of a model by which tokens become dollars and a share. */
export interface Costs {
  /** Null where it is not known. */
  readonly price: ModelPrice | null;
  readonly limits: ModelLimits;
}

/** What is known of a service's model; without a service nothing is, and nothing is loaded. */
export async function costsOf(service: LlmServiceConfig | null, api: WireApi): Promise<Costs> {
  if (!service) return { price: null, limits: {} };
  const [prices, { modelLimits }] = await Promise.all([loadPrices(), loadCatalogue()]);
  return { price: priceOfService(service, api, prices), limits: service.model === undefined ? {} : modelLimits(service.model) };
}

/** @param pastedBytes see PreviewSubject */
export function tokenState(
  routed: Routed,
  wired: Wired | null,
  pastedBytes: number | null,
  { countText, costs }: { readonly countText: CountText; readonly costs: Costs },
): TokenState {
  if (!wired) return { now: { routed: null, pasted: null }, later: null };
  const pasted = pastedRange(pastedBytes, wired, costs);
  const { media, text } = tokenBill(routed, wired);
  if (media === null) return { now: { routed: null, pasted }, later: null };
  if (text === null || text === '') return { now: { routed: tokenRangeOf(media, costs), pasted }, later: null };
  return {
    now: null,
    later: async (signal) => {
      const count = await countText(text, signal);
      return { routed: count && tokenRangeOf([...media, textEstimate(count, wired)], costs), pasted };
    },
  };
}

/** What the content of a message costs: what its media cost is known at once, its text is counted. */
export interface TokenBill {
  /** Null when it is unknown: a medium has no formula, or what is previewed does not arrive. */
  readonly media: readonly TokenEstimate[] | null;
  /** To be counted; null when no text is part of the bill. */
  readonly text: string | null;
}

/**
 * What is billed for the previewed message, of the whole request nothing else: its media, and the text the model reads. The few
 * words of caption beside a single medium are left out, so that the figure is the formula's.
 */
export function tokenBill(routed: Routed, wired: Wired): TokenBill {
  if (wired.worst === 'rejected') return { media: null, text: null };
  const { choice, model } = wired;
  const media = routed.media
    .filter((medium) => isMedium(medium, wired))
    .map(({ facts }) => estimateMediaTokens(facts, { api: choice.api, model }));
  const known = media.filter((estimate) => estimate !== null);
  return known.length < media.length ? { media: null, text: null } : { media: known, text: readText(routed, wired) };
}

/** What a counted text costs a model. */
export function textEstimate(count: TextCount, { choice, model }: Pick<Wired, 'choice' | 'model'>): TokenEstimate {
  return textTokens(count, { api: choice.api, model });
}

/** What it would cost pasted as base64. @param bytes null when there is nothing but text */
function pastedRange(bytes: number | null, { model }: Pick<Wired, 'model'>, costs: Costs): TokenRange | null {
  return bytes === null ? null : tokenRangeOf([estimatePastedTokens(bytes, { model })], costs);
}

/** Several estimates as one; null for none. */
export function tokenRangeOf(estimates: readonly TokenEstimate[], { price, limits }: Costs): TokenRange | null {
  if (estimates.length === 0) return null;
  const tokens = {
    low: estimates.reduce((sum, { low }) => sum + low, 0),
    high: estimates.reduce((sum, { high }) => sum + high, 0),
  };
  const dollars = price && costOfEstimates(price, estimates);
  const share = shareOfContext(tokens, limits);
  const { context } = limits;
  return {
    ...tokens,
    formula: formulaSentences(estimates).map(sentenceText).join(' + '),
    sources: [...new Set(estimates.map(({ source }) => source))],
    ...(price && dollars && { price: { ...dollars, source: priceSource(price.source) } }),
    ...(context &&
      share && { context: { ...share, window: context.tokens, source: `${context.source.package ?? ''}, ${context.source.date}` } }),
  };
}

/** `Anthropic, claude-opus-4-5: @pydantic/genai-prices 0.1.8, 2026-09-23`. */
function priceSource(source: PriceSource): string {
  if (source.kind === 'service') return 'llmservices.json';
  return `${source.provider}, ${source.entry}: ${source.package}, ${source.date}`;
}

/** Counts the tokens of a text; null when they could not be counted. Rejects with the reason of the signal when it is aborted. */
export type CountText = (text: string, signal: AbortSignal) => Promise<TextCount | null>;

/** Counts the texts of one subject, each once for however many models. */
export function rememberingCounter(compute: Compute): CountText {
  const known = new Map<string, Promise<TextCount | null>>();
  return async (text, signal) => {
    signal.throwIfAborted();
    const count = known.get(text) ?? countTextTokensIn(compute, text).catch(() => null);
    known.set(text, count);
    const counted = await count;
    signal.throwIfAborted();
    return counted;
  };
}
