import type { ModelLimits } from '../models/catalogue/infer-capabilities.ts';
import type { Prices } from '../models/catalogue/load-catalogue.ts';
import { costOf, type ModelPrice, ownPrice, type TokenUsage } from '../models/price.ts';
import type { LlmServiceConfig } from '../models/schema.ts';
import type { WireApi } from '../models/wire-api.ts';
import type { Cloud } from './cloud.ts';
import { cloudOf } from './cloud-limits.ts';
import { largestInput } from './context-window.ts';
import { isLocalProgram } from './providers.ts';
import { answeringModel } from './retirement-of-service.ts';
import type { TokenEstimate } from './tokens/model-family.ts';

/**
 * What a service's model costs: its own `price`, else the catalogue's for the model at that address, or at the cloud that its name tells; null when
 * neither has one. What runs on a person's own machine has no price, whatever the same model costs elsewhere.
 */
export function priceOfService(
  service: (Pick<LlmServiceConfig, 'model' | 'baseURL' | 'price'> & { readonly id?: string }) | null,
  api: WireApi,
  { priceOf }: Prices,
): ModelPrice | null {
  if (!service) return null;
  if (service.price) return ownPrice(service.price);
  if (api === 'ollama' || service.model === undefined || (service.baseURL !== undefined && isLocalProgram(service.baseURL))) return null;
  const cloud = cloudOf(service);
  return priceOf(answeringModel({ ...service, model: service.model, api }), {
    baseURL: service.baseURL,
    ...(cloud && { provider: PRICES_OF_CLOUDS[cloud] }),
  });
}

/** Clouds as the list of prices calls them. They have prices of their own, which are a tenth above the maker's in most regions of Bedrock. */
const PRICES_OF_CLOUDS: Readonly<Record<Cloud, string>> = { azure: 'azure', bedrock: 'aws', vertex: 'google' };

/** Dollars or a share; the ends differ when only a range is known. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

/** What the estimates cost together as the input of one request, in US dollars; null when the price is not known. */
export function costOfEstimates(price: ModelPrice, estimates: readonly TokenEstimate[]): Range | null {
  const low = costOf(price, usageOf(estimates, 'low'));
  const high = costOf(price, usageOf(estimates, 'high'));
  return low === null || high === null ? null : { low, high };
}

function usageOf(estimates: readonly TokenEstimate[], end: 'low' | 'high'): TokenUsage {
  const sum = (unit: string | undefined): number =>
    estimates
      .filter(({ formula }) => unit === undefined || UNITS[formula] === unit)
      .reduce((tokens, estimate) => tokens + estimate[end], 0);
  return { input: sum(undefined), image: sum('image'), audio: sum('audio'), video: sum('video') };
}

/** What is priced apart from text in some lists. Pages of a PDF are billed as text. */
const UNITS: Readonly<Record<TokenEstimate['formula'], 'image' | 'audio' | 'video' | 'text'>> = {
  claude_patches: 'image',
  openai_patches: 'image',
  openai_tiles: 'image',
  gemini_tiles: 'image',
  gemini_flat: 'image',
  pixels_a_token: 'image',
  tiles_and_overview: 'image',
  audio_seconds: 'audio',
  video_seconds: 'video',
  pdf_pages: 'text',
  text_tokenizer: 'text',
  base64_characters: 'text',
  request_parts: 'text',
  server_count: 'text',
};

/**
 * The share of the context window that tokens take, or of the input where that has less; 1 for all of it, more when they do not fit. Null when
 * the window is not known.
 */
export function shareOfContext({ low, high }: Range, limits: ModelLimits): Range | null {
  const most = largestInput(limits);
  return most === undefined ? null : { low: low / most.tokens, high: high / most.tokens };
}
