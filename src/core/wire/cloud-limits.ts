import { own } from '../io/own.ts';
import { modelNameIn } from '../models/catalogue/model-id.ts';
import { ANTHROPIC_VISION, API_LIMITS, type ApiLimits, disputed, MIB, readInNovember as read } from './api-limits.ts';
import type { Cloud } from './cloud.ts';
import { addressOf, AZURE_HOSTS } from './endpoint.ts';
import { resolveModel } from './resolve-model.ts';
import { claudeVersion, plainName } from './tokens/model-family.ts';
import type { WireApi } from './verdict.ts';

/** Clouds by the names of hosts of `resolveModel`. */
const BY_HOST: Readonly<Record<string, Cloud>> = { 'Amazon Bedrock': 'bedrock', 'Google Vertex AI': 'vertex', 'Azure OpenAI': 'azure' };

/** The cloud behind a service: by its address, else by the name of its model. Undefined where neither is a cloud's. */
export function cloudOf({
  id,
  baseURL,
  model,
}: {
  readonly id?: string;
  readonly baseURL?: string | undefined;
  readonly model?: string | undefined;
}): Cloud | undefined {
  const address = baseURL === undefined ? undefined : addressOf(baseURL);
  if (address !== undefined) {
    if (/^bedrock[a-z-]*\./.test(address.host) && /\.(?:amazonaws\.com(?:\.cn)?|api\.aws)$/.test(address.host)) return 'bedrock';
    if (address.isAt('aiplatform.googleapis.com') || address.host.endsWith('-aiplatform.googleapis.com')) return 'vertex';
    if (AZURE_HOSTS.some(address.isAt)) return 'azure';
  }
  // The id of a model of the catalogue keeps a word for its host, which its name there has not.
  const name = (id === undefined ? undefined : modelNameIn(id)) ?? model;
  return name === undefined ? undefined : own(BY_HOST, resolveModel(name).host ?? undefined);
}

/** The cloud that a receiver is at: where it is known, else by its server, else by the name of its model. */
export function cloudOfReceiver({ cloud, host, model }: CloudReceiver): Cloud | undefined {
  return cloud ?? cloudOf({ ...(host !== undefined && { baseURL: `https://${host}` }), model });
}

interface CloudReceiver {
  readonly cloud?: Cloud | undefined;
  /** Without scheme, such as `api.openai.com`. */
  readonly host?: string | undefined;
  readonly model?: string | undefined;
}

/** Its newer editions name 256 MB for what stands in a request, and 500 MiB for the request; the older ones 7 MB for an image, 50 MB for a PDF. */
const VERTEX_GEMINI = 'https://docs.cloud.google.com/gemini-enterprise-agent-platform/models/gemini/3-flash';
const ANTHROPIC_REQUEST = 'https://platform.claude.com/docs/en/api/overview#request-size-limits';
const AZURE_QUOTAS = 'https://learn.microsoft.com/en-us/azure/ai-foundry/openai/quotas-limits';

const claude: ApiLimits = { imageBase64: read(5 * MIB, ANTHROPIC_VISION) };
const readInDecember = <Value>(value: Value, source: string) => ({ value, source: `${source} (2026-12)` });
const bedrockRequest: ApiLimits = { request: readInDecember(20 * MIB, ANTHROPIC_REQUEST) };

const vertexGemini = {
  request: readInDecember(500 * MIB, VERTEX_GEMINI),
  images: readInDecember(3000, VERTEX_GEMINI),
  imageSize: disputed(readInDecember(7 * MIB, VERTEX_GEMINI)),
  documentSize: disputed(readInDecember(50 * MIB, VERTEX_GEMINI)),
  pages: readInDecember(3000, VERTEX_GEMINI),
} satisfies ApiLimits;

/** What clouds document otherwise than the API. */
const CLOUD_LIMITS: Readonly<Record<Cloud, Readonly<Partial<Record<WireApi, ApiLimits>>>>> = {
  bedrock: {
    anthropic: { ...claude, ...bedrockRequest },
  },
  vertex: {
    anthropic: { ...claude, request: readInDecember(30 * MIB, ANTHROPIC_REQUEST) },
    gemini: vertexGemini,
    // Of pages for Gemini 2 only the maker's own API is known.
    'gemini-2': { ...vertexGemini, pages: disputed(API_LIMITS['gemini-2'].pages ?? vertexGemini.pages) },
  },
  azure: {
    // it is documented for GPT-4o
    'openai-chat': { images: disputed(read(50, AZURE_QUOTAS)) },
    'openai-responses': { images: disputed(read(50, AZURE_QUOTAS)) },
  },
};

const PDF = 'application/pdf';
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Documents that Nova, and Claude from version 4 on, take above Bedrock's limit: docs.aws.amazon.com/bedrock, "Inference API restrictions" (2026-12). */
function isTakenAnyLength(mimeType: string, model: string): boolean {
  if (NOVA.test(model)) return mimeType === PDF || mimeType === DOCX;
  return mimeType === PDF && isClaude(model) && (claudeVersion(plainName(model)) ?? 0) >= 4;
}

const NOVA = /\bnova-/;
const isClaude = (model: string): boolean => plainName(model).startsWith('claude-');

const BEDROCK_APIS: ReadonlySet<WireApi> = new Set(['bedrock-converse', 'bedrock-invoke']);

/** The limits of an API where a cloud offers it. */
export function limitsAt(
  api: WireApi,
  { cloud, model = '', mimeType }: { readonly cloud?: Cloud | undefined; readonly model?: string | undefined; readonly mimeType?: string },
): ApiLimits {
  const limits = { ...API_LIMITS[api], ...(cloud && CLOUD_LIMITS[cloud][api]) };
  if (!BEDROCK_APIS.has(api)) return limits;
  // A body of InvokeModel need not name its model.
  const isOfClaude = isClaude(model) || (api === 'bedrock-invoke' && !NOVA.test(model));
  const { documentSize, ...others } = { ...limits, ...(isOfClaude && bedrockRequest) };
  return mimeType !== undefined && isTakenAnyLength(mimeType, model) ? others : { ...others, ...(documentSize && { documentSize }) };
}
