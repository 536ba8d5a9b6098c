import { optionsOf } from '../io/arguments.ts';
import { own } from '../io/own.ts';
import { type Retirement, retirementOf } from '../models/catalogue/retirements.ts';
import { geminiApiOf } from '../models/wire-api.ts';
import { makerByWord, makerOfModel, servingMaker } from './model-makers.ts';
import { PROVIDERS } from './providers.ts';
import { apiOfService } from './service-api.ts';
import type { WireApi } from './verdict.ts';

/** UTF-16 code units; nothing is read from a longer name. */
const LONGEST_NAME = 300;

/** What a name says of a model: who made it, who serves it, and by which API. What it does not say is null. */
export interface ResolvedModel {
  /** The name as it was given, without blanks around it. */
  readonly name: string;
  /** The name as the host has it, without words for hosts before it: `us.anthropic.claude-opus-4-5-20251101-v1:0`. */
  readonly served: string;
  /** The model without what belongs to its host (prefix, region, tag, version), in lower case: `claude-opus-4-5-20251101`. */
  readonly model: string;
  /** Who made the model: `Anthropic`. */
  readonly maker: string | null;
  /** Who serves it under this name: `Amazon Bedrock`. */
  readonly host: string | null;
  /** The API by which it is asked there, null where that is none for which requests are written. */
  readonly api: WireApi | null;
  /** The documented address of the host, up to and including the version; null where each customer has another one. */
  readonly baseURL: string | null;
  /** The day of the version as the maker writes it into the name: `2025-11-01`. */
  readonly date: string | null;
  /** What the name adds to that of the model, in lower case: `thinking`, `online`, `1m`, `q4_k_m`. */
  readonly variant: string | null;
  /** What is said of its end where it is served. */
  readonly retirement: Retirement | null;
}

/** What is known while a name is read from its front. */
interface Reading {
  /** What is still to be read, as it was written. */
  rest: string;
  /** Whether nothing stood before the model, so that its name alone says who serves it. */
  isBare: boolean;
  host: string | null;
  /** An API that the name itself names. */
  api: WireApi | null;
  variant: string | null;
}

const BEDROCK = 'Amazon Bedrock';
const VERTEX = 'Google Vertex AI';
const AZURE = 'Azure OpenAI';
/** Where Azure has Claude, by Anthropic's own API: platform.claude.com/docs/en/build-with-claude/claude-in-microsoft-foundry (2026-11). */
const FOUNDRY = 'Microsoft Foundry';
const COPILOT = 'GitHub Copilot';
const OLLAMA = 'Ollama';
const OPENROUTER = 'OpenRouter';

/**
 * Who is meant by the word before a name, in lower case: the words of LiteLLM (docs.litellm.ai, "Providers"), of models.dev, which opencode
 * uses, of the AI SDK (ai-sdk.dev, "Providers") and of pydantic-ai (ai.pydantic.dev, "Models"), November 2026. Where a word is that of a
 * maker to some and of a host's naming to others, it is the maker.
 */
const HOST_WORDS: Readonly<Record<string, string>> = {
  openai: 'OpenAI',
  'openai-chat': 'OpenAI',
  'openai-responses': 'OpenAI',
  text_completion_openai: 'OpenAI',
  anthropic: 'Anthropic',
  gemini: 'Google',
  google: 'Google',
  'google-gla': 'Google',
  vertex_ai: VERTEX,
  vertex: VERTEX,
  'google-vertex': VERTEX,
  'google-vertex-anthropic': VERTEX,
  bedrock: BEDROCK,
  'amazon-bedrock': BEDROCK,
  azure: AZURE,
  azure_ai: AZURE,
  'azure-cognitive-services': AZURE,
  github_copilot: COPILOT,
  'github-copilot': COPILOT,
  copilot: COPILOT,
  vercel: 'Vercel AI Gateway',
  vercel_ai_gateway: 'Vercel AI Gateway',
  openrouter: OPENROUTER,
  groq: 'Groq',
  together: 'Together AI',
  together_ai: 'Together AI',
  togetherai: 'Together AI',
  fireworks: 'Fireworks AI',
  fireworks_ai: 'Fireworks AI',
  'fireworks-ai': 'Fireworks AI',
  cerebras: 'Cerebras',
  nvidia: 'NVIDIA',
  nvidia_nim: 'NVIDIA',
  huggingface: 'Hugging Face',
  ollama: OLLAMA,
  ollama_chat: OLLAMA,
  lmstudio: 'LM Studio',
  lm_studio: 'LM Studio',
  vllm: 'vLLM',
  hosted_vllm: 'vLLM',
  xai: 'xAI',
  grok: 'xAI',
  mistral: 'Mistral',
  deepseek: 'DeepSeek',
  dashscope: 'Alibaba Cloud',
  alibaba: 'Alibaba Cloud',
  moonshot: 'Moonshot',
  moonshotai: 'Moonshot',
  zai: 'Z.ai',
  minimax: 'MiniMax',
  perplexity: 'Perplexity',
  cohere: 'Cohere',
  cohere_chat: 'Cohere',
};

/** Bedrock: `us.anthropic.claude-…`; the geographies before the maker are those of its inference profiles (docs.aws.amazon.com/bedrock). */
const BEDROCK_NAME = /^(?:(?:us|us-gov|eu|apac|jp|au|ca|in|sa|me|global)\.)?([a-z][a-z\d]*)\.(?=[a-z])(.+)$/;
/** What Bedrock writes behind a model: `-v1:0`, `-1:0`, and a context: `-v1:0:200k`. */
const BEDROCK_VERSION = /-v?\d+(?::\d+(?::(\w+))?)$|-v\d+$/;
/** A resource of Bedrock: `arn:aws:bedrock:us-east-1:123456789012:inference-profile/us.anthropic.…` */
const BEDROCK_ARN = /^arn:aws[a-z-]*:bedrock:[^:]*:[^:]*:([a-z-]+)\/(.+)$/i;
/** What LiteLLM writes between `bedrock/` and the model: the route or a region. */
const BEDROCK_ROUTE = /^(?:converse|converse_like|invoke|[a-z]{2}(?:-[a-z]+)+-\d)\//;
/** A resource of Vertex AI, with or without its project: `publishers/anthropic/models/claude-…` */
const VERTEX_RESOURCE = /^(?:projects\/[^/]+\/locations\/[^/]+\/)?publishers\/([^/]+)\/models\/(.+)$/i;
/** Ollama's tags: sizes, ways of quantising and tuning, and where the model runs (ollama.com/library). */
const OLLAMA_TAG =
  /^(?:latest|cloud|\d+(?:\.\d+)?[bmt](?:-.*)?|\d+x\d+b(?:-.*)?|e\d+b(?:-.*)?|(?:i?q\d|fp16|bf16|f16|instruct|chat|text|vision|thinking|mini|medium|small|large).*|v\d.*)$/i;
/**
 * Families as Ollama's library writes them: the version without a hyphen, or a name that only open weights have. Sizes are tags there: names
 * with a size, such as `llama3.1-8b`, are those of other hosts.
 */
const OLLAMA_LIBRARY =
  /^(?!.*-(?:\d+\.)?\d+b)(?:(?:code)?(?:llama|gemma|qwen|phi|granite|falcon|smollm|olmo|exaone|starcoder)\d|(?:bak)?llava|minicpm-v|moondream|qwq$|(?:mistral|mixtral|magistral|devstral|codestral|codellama|deepseek-r1|nemotron|command-r|gpt-oss)$)/;
/** A file of weights, and how they are quantised: `Qwen2.5-VL-7B-Instruct-Q4_K_M.gguf`. Programs on one's own machine name models so. */
const FILE_OF_WEIGHTS = /^(.+?)(?:[-.]((?:ud-)?(?:i?q\d\w*|[bm]?xfp4|[bf]p?16)))?(?:-\d{5}-of-\d{5})?\.(?:gguf|safetensors)$/i;
/** OpenRouter's ways of serving (openrouter.ai/docs, "Model variants"). */
const OPENROUTER_VARIANT = /^(?:free|extended|exacto|thinking|online|nitro|floor|beta|batch)$/;
/**
 * Names that models have at one host only: console.groq.com/docs/models, docs.fireworks.ai, developers.cloudflare.com/workers-ai/models,
 * ollama.com/library (2026-11).
 */
const NAMED_BY_HOST: readonly (readonly [host: string, models: RegExp])[] = [
  ['Groq', /^llama-.*-(?:versatile|instant)$/],
  ['Fireworks AI', /^accounts\/fireworks\//],
  ['Cloudflare Workers AI', /^@(?:cf|hf)\//],
  [OLLAMA, /^mistral-(?:nemo$|small\d)/],
];

/**
 * Models of OpenAI that only the Responses API serves: `ResponsesModel` without `ChatModel` in the package openai 7.57.0, and the server's
 * words "This model is only supported in v1/responses and not in v1/chat/completions." for gpt-5-codex and gpt-5-pro (alvinunreal/tmuxai #82,
 * October 2025; pgadmin-org/pgadmin4 #9795, March 2026).
 */
const RESPONSES_ONLY =
  /^(?:o\d-pro|o\d(?:-mini)?-deep-research|computer-use-preview|codex-mini|gpt-\d+(?:\.\d+)?-(?:pro|codex|cyber|rosalind)|gpt-(?:daybreak|rosalind))(?![a-z])/;
/**
 * Models of OpenAI that the Responses API does not serve: `endpoints` of the models in @ai-sdk/openai 4.0.118; of o1-mini the page of the model,
 * developers.openai.com/api/docs/models, by the audit in truefoundry/models #2006 (August 2026). The server's words: "The requested model
 * 'gpt-4o-search-preview' is not supported with the Responses API." (Laisky/one-api #88, June 2025).
 */
const CHAT_ONLY = /^(?:gpt-[\w.]+(?:-mini)?-search|gpt-(?:[\w.]+-)?(?:mini-)?audio|gpt-3\.5-turbo-16k|o1-mini)(?:-|$)/;
/** Models that Azure does not list for its Responses API, which begins with GPT-4o: learn.microsoft.com/azure/foundry/openai/how-to/responses (2026-05). */
const BEFORE_RESPONSES = /^gpt-(?:3|4(?:-|$))/;
/**
 * Models for which no request is written: they are spoken to over a connection of another kind, draw by an API of their own, or read documents
 * by one (docs.mistral.ai/api, "OCR", 2026-11).
 */
const OTHER_APIS = /(?:^|-)realtime(?:-|$)|^(?:chatgpt|gpt)-image(?:-|$)|^mistral-ocr(?:-|$)/;

/**
 * Reads what a name says of a model: its maker, who serves it and by which API, in the spellings of the makers, of clouds, gateways, programs
 * and of people (`Claude Sonnet 4.5`). It looks nothing up, so that a name may be that of no model; nothing is guessed. Never throws.
 *
 * @param options.host who serves it, where that is known otherwise: a word before names, such as `bedrock`, or a host's name
 */
export function resolveModel(name: string, options: { readonly host?: string } = {}): ResolvedModel {
  const typed = typeof name === 'string' ? name.trim() : '';
  const { host: given } = optionsOf(options, ['host']);
  const written = typed.length > LONGEST_NAME ? '' : typed.replace(/\s+/g, '-');
  const reading: Reading = {
    rest: written,
    isBare: true,
    host: typeof given === 'string' ? hostNamed(given) : null,
    api: null,
    variant: null,
  };
  readContext(reading);
  readResource(reading);
  readPrefixes(reading);
  readClaudeCodeWord(reading);
  const served = reading.rest;
  readFile(reading);
  const word = readMakerWord(reading);
  readSuffixes(reading);
  const plain = reading.rest.toLowerCase();
  // `deepseek.v3`: the maker's name is not written twice
  const model = makersName(word === 'DeepSeek' && /^[vr]\d/.test(plain) ? `deepseek-${plain}` : plain);
  const maker = makerOfModel(model) ?? word ?? null;
  const said = reading.host ?? (reading.isBare ? hostOfBareName(model) : null);
  const host = said === AZURE && maker === 'Anthropic' ? FOUNDRY : said;
  const api = reading.api ?? (host === null ? null : apiAt(host, model, maker));
  return {
    name: typed,
    served,
    model,
    maker,
    host,
    api,
    baseURL: addressOf(host, model, api),
    date: dateIn(model),
    variant: reading.variant,
    retirement: (host !== null && retirementOf(host, model)) || null,
  };
}

/** A host by a word that stands for it, or by its own name. */
function hostNamed(word: string): string | null {
  const lower = word.trim().toLowerCase();
  const names = [...Object.values(HOST_WORDS), ...PROVIDERS.map(({ name }) => name)];
  return own(HOST_WORDS, lower) ?? names.find((each) => each.toLowerCase() === lower) ?? null;
}

/** Reads a name that is an address of a resource: an ARN, a publisher's model, a file of Hugging Face's. */
function readResource(reading: Reading): void {
  const [, kind, ofBedrock] = BEDROCK_ARN.exec(reading.rest) ?? [];
  const [, publisher, ofVertex] = VERTEX_RESOURCE.exec(reading.rest) ?? [];
  if (ofBedrock !== undefined) {
    reading.host = BEDROCK;
    // An application's own profile has a number, which does not say what model it is.
    reading.rest = kind === 'application-inference-profile' ? '' : ofBedrock;
  } else if (ofVertex !== undefined) {
    reading.host = VERTEX;
    reading.rest = `${publisher}/${ofVertex}`;
  } else if (/^(?:hf\.co|huggingface\.co)\//i.test(reading.rest)) {
    reading.host ??= OLLAMA;
    reading.rest = reading.rest.slice(reading.rest.indexOf('/') + 1);
  } else if (/^models\//i.test(reading.rest)) {
    reading.host ??= 'Google';
    reading.rest = reading.rest.slice('models/'.length);
  }
}

/** What Claude Code 2.1.332 sends to Anthropic for the words that people choose its models by: seen in its requests, December 2026. */
const CLAUDE_CODE_WORDS: Readonly<Record<string, string>> = {
  sonnet: 'claude-sonnet-5-5',
  opus: 'claude-opus-5-5',
  haiku: 'claude-haiku-5-5',
  fable: 'claude-fable-5-2',
};

/** Reads a word of Claude Code for the newest model of a line. Clouds have other models under these words, or a person's own. */
function readClaudeCodeWord(reading: Reading): void {
  if (reading.host === null || reading.host === 'Anthropic')
    reading.rest = own(CLAUDE_CODE_WORDS, reading.rest.toLowerCase()) ?? reading.rest;
}

/** Reads the context that Claude Code writes behind a name to ask for a long one: code.claude.com/docs, "Model configuration". */
function readContext(reading: Reading): void {
  const [all = '', context] = /\[(\w+)\]$/.exec(reading.rest) ?? [];
  if (context === undefined) return;
  reading.variant = context.toLowerCase();
  reading.rest = reading.rest.slice(0, -all.length);
}

/** Reads the name of a file of weights, whose owner chooses what it begins with and who serves it. */
function readFile(reading: Reading): void {
  const [, model, quantisation] = FILE_OF_WEIGHTS.exec(reading.rest) ?? [];
  if (model === undefined) return;
  reading.rest = model;
  reading.isBare = false;
  if (quantisation !== undefined) reading.variant = quantisation.toLowerCase();
}

/** Reads the words for hosts before a name, one by one: `vercel/openai/…`, `bedrock/us-east-1/…`, `openai:…`. */
function readPrefixes(reading: Reading): void {
  for (;;) {
    const [, word = '', mark = '', rest = ''] = /^([\w.-]+)([/:])(.+)$/.exec(reading.rest) ?? [];
    const host = own(HOST_WORDS, word.toLowerCase());
    if (host === undefined || (mark === ':' ? OLLAMA_TAG.test(rest) : isMakersWord(word, host, rest, reading.host))) return;
    reading.host ??= host;
    // `openrouter/auto` is the whole name of a model.
    if (host === OPENROUTER && !rest.includes('/')) return;
    reading.rest = rest;
    readRoute(reading, host);
  }
}

/** Reads what LiteLLM writes between a host's word and the model. */
function readRoute(reading: Reading, host: string): void {
  if (host === 'OpenAI' && /^responses\//.test(reading.rest)) {
    reading.api = 'openai-responses';
    reading.rest = reading.rest.slice('responses/'.length);
  }
  if (host === BEDROCK) reading.rest = reading.rest.replace(BEDROCK_ROUTE, '');
}

/** Whether a word before a slash is that of the maker, and not of the host: behind a host's word, before a variant, before what the maker does not serve. */
function isMakersWord(word: string, host: string, model: string, before: string | null): boolean {
  // `openrouter/x-ai/…`: it makes a few models, and serves those of all
  if (makerByWord(word.toLowerCase()) === undefined || (host === OPENROUTER && before === null)) return false;
  return before !== null || OPENROUTER_VARIANT.test(model.slice(model.lastIndexOf(':') + 1)) || !servesItself(host, model);
}

/** Whether a maker serves a model of this name itself: those of open weights with an upper case letter are files of Hugging Face's. */
function servesItself(host: string, model: string): boolean {
  const lower = model.toLowerCase();
  if (lower.includes('/')) return own(HOST_WORDS, lower.slice(0, lower.indexOf('/'))) !== undefined || lower.startsWith('responses/');
  const name = makersName(lower);
  const maker = host === 'NVIDIA' ? makerOfModel(name) : servingMaker(name);
  return maker === host && (model === lower || !isOpen(lower));
}

/** Whether a model's weights are open, so that anybody may serve it. */
function isOpen(model: string): boolean {
  return /^(?:gpt-oss|gemma|llama|qwen|deepseek|kimi-k|glm|minimax-m|mistral|mixtral)/.test(model);
}

/** Reads the maker's word before a slash or, as Bedrock writes it, a dot; and tells by it whose spelling this is. */
function readMakerWord(reading: Reading): string | undefined {
  const [, bedrockMaker, ofBedrock] = BEDROCK_NAME.exec(reading.rest.toLowerCase()) ?? [];
  const maker = makerByWord(bedrockMaker);
  if (maker !== undefined && ofBedrock !== undefined && !reading.rest.includes('/')) {
    reading.host ??= BEDROCK;
    reading.rest = ofBedrock;
    return maker;
  }
  const slash = reading.rest.lastIndexOf('/');
  if (slash < 0) return undefined;
  const [host] = NAMED_BY_HOST.find(([, models]) => models.test(reading.rest)) ?? [];
  const before = reading.rest.slice(0, slash);
  const word = before.slice(before.lastIndexOf('/') + 1).toLowerCase();
  const model = reading.rest.slice(slash + 1);
  // Gateways write all in lower case; Hugging Face's names are written as their owners like, and say nothing of who serves them.
  const isGateways =
    before === word && model === model.toLowerCase() && makerByWord(word) !== undefined && !word.endsWith('-org') && word !== 'deepseek-ai';
  reading.host ??= host ?? (isGateways ? OPENROUTER : null);
  reading.rest = model;
  reading.isBare = false;
  return makerByWord(word);
}

/** Reads what stands behind a model: a way of serving, a tag, a version of the host, the day on Vertex AI. */
function readSuffixes(reading: Reading): void {
  if (reading.host === BEDROCK) {
    const [all = '', length] = BEDROCK_VERSION.exec(reading.rest) ?? [];
    if (length !== undefined) reading.variant = length;
    if (all !== '') reading.rest = reading.rest.slice(0, -all.length);
  }
  const at = /^([^@]+)@([\w-]+)$/.exec(reading.rest);
  if (at?.[1] !== undefined) {
    reading.host ??= VERTEX;
    reading.rest = at[2] === 'latest' || at[2] === 'default' ? at[1] : `${at[1]}-${at[2]}`;
  }
  const [, model, tag = ''] = /^([^:]+):([\w.-]+)$/.exec(reading.rest) ?? [];
  if (model !== undefined && !/^ft:/i.test(reading.rest)) {
    const isOpenRouters =
      reading.host === OPENROUTER ||
      (reading.host !== OLLAMA && OPENROUTER_VARIANT.test(tag) && (tag !== 'thinking' || !OLLAMA_LIBRARY.test(model)));
    reading.host ??= isOpenRouters ? OPENROUTER : OLLAMA;
    reading.variant = tag.toLowerCase();
    reading.rest = model;
  }
}

/** The spelling of the maker, where people have another one: `sonnet`, `claude-4.5-sonnet`, `claude-sonnet-4.5`, `gpt-5-2`. */
function makersName(name: string): string {
  const [, kind, rest = ''] = /^(opus|sonnet|haiku|fable)(-[\d.-]+)?$/.exec(name) ?? [];
  const claude = kind === undefined ? name : `claude-${kind}${rest}`;
  if (claude.startsWith('claude-')) {
    // Until 3.7 the version came before the kind; later ones are sometimes written so, too.
    const [, version = '', late, behind = ''] = /^claude-(\d+(?:[.-]\d)?)-(opus|sonnet|haiku)(.*)$/.exec(claude) ?? [];
    const turned = late !== undefined && Number(version[0]) >= 4 ? `claude-${late}-${version}${behind}` : claude;
    return turned.replace(/(\d)\.(?=\d)/g, '$1-');
  }
  if (/^(?:gpt|o)-?\d/.test(name)) return name.replace(/^gpt-(\d)-(\d)(?!\d)/, 'gpt-$1.$2');
  return name;
}

/** Who serves a model of this bare name: a host that alone writes it so, or the maker, where it serves the model itself. */
function hostOfBareName(model: string): string | null {
  const [host] = NAMED_BY_HOST.find(([, models]) => models.test(model)) ?? [];
  if (host !== undefined) return host;
  const maker = servingMaker(model);
  if (maker !== undefined) return maker;
  if (OLLAMA_LIBRARY.test(model)) return OLLAMA;
  // The Gemini API serves Gemma from the third on: ai.google.dev/gemma/docs/core/gemma_on_gemini_api
  return /^gemma-[34]-/.test(model) ? 'Google' : null;
}

/** The API by which a host is asked for a model. */
function apiAt(host: string, model: string, maker: string | null): WireApi | null {
  if (OTHER_APIS.test(model)) return null;
  switch (host) {
    case 'OpenAI':
      // What the SDKs use unless they are told otherwise: `openai(model)` of @ai-sdk/openai 4.0.118; "the primary API" of openai 7.57.0, README.
      return CHAT_ONLY.test(model) ? 'openai-chat' : 'openai-responses';
    case AZURE:
      // `azure(deployment)` of @ai-sdk/azure 3.0.128; what a deployment of another name is, is its owner's to say.
      return maker === 'OpenAI' && !CHAT_ONLY.test(model) && !BEFORE_RESPONSES.test(model) ? 'openai-responses' : 'openai-chat';
    case COPILOT:
      // "model gpt-5.3-codex is not accessible via the /chat/completions endpoint": caozhiyuan/copilot-api #102, March 2026
      return RESPONSES_ONLY.test(model) ? 'openai-responses' : 'openai-compatible';
    case BEDROCK:
      // The body of the model itself, by InvokeModel (docs.aws.amazon.com/bedrock, "Anthropic Claude Messages API"), and Converse for all others.
      return maker === 'Anthropic' ? 'anthropic' : 'bedrock-converse';
    case FOUNDRY:
      return 'anthropic';
    case VERTEX:
      return maker === 'Anthropic' ? 'anthropic' : (geminiApiOf(model) ?? null);
    case 'Google':
      return geminiApiOf(model) ?? null;
    case OLLAMA:
      return 'ollama';
    // vercel.com/docs/ai-gateway, "OpenAI-compatible API"
    case 'Vercel AI Gateway':
      return 'openai-compatible';
    default: {
      const provider = PROVIDERS.find(({ name }) => name === host);
      return provider ? apiOfService({ ...provider, model }).api : null;
    }
  }
}

/** The address of a host at which this API is spoken, else its first. */
function addressOf(host: string | null, model: string, api: WireApi | null): string | null {
  const own = PROVIDERS.filter(({ name }) => name === host);
  return (own.find((each) => apiOfService({ ...each, model }).api === api) ?? own[0])?.baseURL ?? null;
}

/** The day that a maker writes at the end of a name: `-20251101`, `-2025-12-11`; Mistral's and Moonshot's months are no days. */
function dateIn(model: string): string | null {
  const [, year, month, day] = /-(20\d\d)-?([01]\d)-?([0-3]\d)(?:-|$)/.exec(model) ?? [];
  return year === undefined ? null : `${year}-${month}-${day}`;
}
