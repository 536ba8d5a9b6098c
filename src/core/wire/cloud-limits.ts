import { own } from '../io/own.ts';
import { modelNameIn } from '../models/catalogue/model-id.ts';
import { ANTHROPIC_VISION, API_LIMITS, type ApiLimits, disputed, MIB, readInNovember as read } from './api-limits.ts';
import type { Cloud } from './cloud.ts';
import { addressOf, AZURE_HOSTS } from './endpoint.ts';
import { resolveModel } from './resolve-model.ts';
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

const VERTEX_IMAGES = 'https://docs.cloud.google.com/vertex-ai/generative-ai/docs/multimodal/image-understanding';
const AZURE_QUOTAS = 'https://learn.microsoft.com/en-us/azure/ai-foundry/openai/quotas-limits';

const claude: ApiLimits = { imageBase64: read(5 * MIB, ANTHROPIC_VISION) };

const vertexGemini: ApiLimits = { imageSize: read(7 * MIB, VERTEX_IMAGES) };

/** What clouds document otherwise than the API. */
const CLOUD_LIMITS: Readonly<Record<Cloud, Readonly<Partial<Record<WireApi, ApiLimits>>>>> = {
  bedrock: {
    anthropic: claude,
  },
  vertex: {
    anthropic: claude,
    gemini: { ...vertexGemini, images: read(900, VERTEX_IMAGES) },
    'gemini-2': { ...vertexGemini, images: read(3000, VERTEX_IMAGES) },
  },
  azure: {
    // it is documented for GPT-4o
    'openai-chat': { images: disputed(read(50, AZURE_QUOTAS)) },
    'openai-responses': { images: disputed(read(50, AZURE_QUOTAS)) },
  },
};

/** Nova takes PDF and DOCX above the limit of documents: docs.aws.amazon.com/bedrock, "Inference API restrictions" (2026-11). */
const NOVA_DOCUMENTS: ReadonlySet<string> = new Set([
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
]);

const BEDROCK_APIS: ReadonlySet<WireApi> = new Set(['bedrock-converse', 'bedrock-invoke']);

/** The limits of an API where a cloud offers it. */
export function limitsAt(
  api: WireApi,
  { cloud, model = '', mimeType }: { readonly cloud?: Cloud | undefined; readonly model?: string | undefined; readonly mimeType?: string },
): ApiLimits {
  const limits = { ...API_LIMITS[api], ...(cloud && CLOUD_LIMITS[cloud][api]) };
  if (!BEDROCK_APIS.has(api) || mimeType === undefined || !NOVA_DOCUMENTS.has(mimeType) || !/\bnova-/.test(model)) return limits;
  const { documentSize: _, ...others } = limits;
  return others;
}
