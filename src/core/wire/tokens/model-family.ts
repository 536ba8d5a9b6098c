import { makerOfModel } from '../model-makers.ts';
import type { WireApi } from '../verdict.ts';
import { CLAUDE_HIGH, CLAUDE_STANDARD, type ClaudeResolution, type PatchRule, type TileRule } from './image-patches.ts';

/** Which edition of OpenAI's guide has the numbers of a model: models that are to be shut down fall out of it. */
type OpenAiEdition = 'openaiImages' | 'openaiImagesBefore';

/** How a model's images become tokens. */
type ImageRule =
  | { readonly formula: 'claude_patches'; readonly resolution: ClaudeResolution }
  | { readonly formula: 'openai_patches'; readonly rule: PatchRule; readonly source: OpenAiEdition }
  | { readonly formula: 'openai_tiles'; readonly rule: TileRule; readonly source: OpenAiEdition }
  | { readonly formula: 'gemini_tiles' }
  | { readonly formula: 'gemini_flat' };

/**
 * How sure the family is: `model` – the API's own model, known by its name; `default` – the name says nothing, a current
 * model of the API is taken; `guess` – the name is that of another provider's model than the API's.
 */
export type FamilyBasis = 'model' | 'default' | 'guess';

/** Models that count tokens alike. */
export interface ModelFamily {
  readonly provider: 'anthropic' | 'openai' | 'google';
  /** For the explanation: `Claude, high resolution`, `gpt-5.4`, … Not translated. */
  readonly name: string;
  readonly image: ImageRule;
  /** Tokens of text for one of o200k_base. */
  readonly textFactor: number;
  readonly basis: FamilyBasis;
}

type Family = Omit<ModelFamily, 'basis'>;

/** Claude models from 4.7 on split text more finely than those before. */
const NEW_CLAUDE_TEXT = 1.3;

/**
 * OpenAI's models, as an image without `detail` is sized: that is `auto`, which is `original` from GPT-5.5 on and `high`
 * before (Images and vision, "Model sizing behavior" and "Calculating costs"; {@link TOKEN_SOURCES}).
 */
const patches = (
  name: string,
  multiplier: number,
  rule: { readonly side: number; readonly budget: number },
  source: OpenAiEdition = 'openaiImages',
): Family => ({
  provider: 'openai',
  name,
  image: { formula: 'openai_patches', rule: { ...rule, multiplier }, source },
  textFactor: 1,
});
const tiles = (name: string, base: number, tile: number, source: OpenAiEdition = 'openaiImages'): Family => ({
  provider: 'openai',
  name,
  image: { formula: 'openai_tiles', rule: { base, tile }, source },
  textFactor: 1,
});

/** Nothing is shrunk but what has more pixels a side than a picture can have in most formats. */
const ORIGINAL = { side: 65_535, budget: Infinity };
const ORIGINAL_5_5 = { side: 6000, budget: 10_000 };
const HIGH = { side: 2048, budget: 2500 };
/** What `gpt-5.2` and `gpt-4.1-mini` do in all details. */
const ONE_SIZE = { side: 2048, budget: 6144 };
/** `high` of the smaller and older models in the edition of 2026-07. */
const SMALL = { side: 2048, budget: 1536 };

const CLAUDE_NEW: Family = {
  provider: 'anthropic',
  name: 'Claude 4.7+',
  image: { formula: 'claude_patches', resolution: CLAUDE_HIGH },
  textFactor: NEW_CLAUDE_TEXT,
};
const CLAUDE_OLD: Family = {
  provider: 'anthropic',
  name: 'Claude',
  image: { formula: 'claude_patches', resolution: CLAUDE_STANDARD },
  textFactor: 1,
};
const GEMINI_NEW: Family = { provider: 'google', name: 'Gemini 3+', image: { formula: 'gemini_flat' }, textFactor: 1 };
const GEMINI_OLD: Family = { provider: 'google', name: 'Gemini 2.5', image: { formula: 'gemini_tiles' }, textFactor: 1 };
const GPT_6 = patches('gpt-6', 1.2, ORIGINAL);

/**
 * OpenAI's names, the most precise first. Of Codex models the guide has no multiplier; that of the model each is made from
 * is taken: `gpt-5-mini`, `gpt-5.2`, and `o4-mini` for `codex-mini-latest`, which the guide does not have at all.
 */
const OPENAI: ReadonlyArray<readonly [name: RegExp, family: Family]> = [
  [/^gpt-4o-mini/, tiles('gpt-4o-mini', 2833, 5667)],
  [/^gpt-4\.1-mini/, patches('gpt-4.1-mini', 1.62, ONE_SIZE)],
  [/^gpt-4\.1-nano/, patches('gpt-4.1-nano', 2.46, SMALL, 'openaiImagesBefore')],
  [/^(chat)?gpt-4(o|\.1|\.5|-turbo|-vision)/, tiles('gpt-4o', 85, 170)],
  [/^(o4-mini|codex-mini)/, patches('o4-mini', 1.72, SMALL, 'openaiImagesBefore')],
  [/^o[13](?!-mini)(-|$)/, tiles('o1', 75, 150)],
  [/^computer-use-preview/, tiles('computer-use-preview', 65, 129, 'openaiImagesBefore')],
  [/^gpt-5(\.1)?(-codex)?-mini/, patches('gpt-5-mini', 1.2, SMALL, 'openaiImagesBefore')],
  [/^gpt-5-nano/, patches('gpt-5-nano', 1.5, SMALL, 'openaiImagesBefore')],
  [/^gpt-5(\.1)?(-|$)/, tiles('gpt-5', 70, 140)],
  [/^gpt-5\.(2-c|3(-|$))/, patches('gpt-5.2-codex', 1.2, SMALL, 'openaiImagesBefore')],
  [/^gpt-5\.2(-|$)/, patches('gpt-5.2', 1.2, ONE_SIZE)],
  [/^gpt-5\.4(-|$)/, patches('gpt-5.4', 1.2, HIGH)],
  [/^gpt-5\.5(-|$)/, patches('gpt-5.5', 1.2, ORIGINAL_5_5)],
  [/^gpt-5\.\d+/, patches('gpt-5.6', 1.2, ORIGINAL)],
  [/^gpt-([6-9]|\d\d)/, GPT_6],
];

/** What Bedrock writes before a model: a geography, and the maker. */
const BEDROCK_MAKER =
  /^(?:[a-z-]{2,6}\.)?(?:amazon|anthropic|cohere|deepseek|google|meta|minimax|mistral|moonshot|moonshotai|nvidia|openai|qwen|zai)\.(?=[a-z])/;

/**
 * The name itself, without provider, region, tag and upper case: `us.anthropic.claude-…-v1:0`, `openai/gpt-4o:free`,
 * `models/gemini-…`. Of a model that was trained further (`ft:gpt-4o:org::id`) that of its base.
 */
export function plainName(model: string): string {
  return model
    .toLowerCase()
    .replace(/^.*\//, '')
    .replace(/^ft:/, '')
    .replace(/[:@].*/, '')
    .replace(BEDROCK_MAKER, '');
}

/** The version in a Claude model's name (`claude-3-5-sonnet-20241022`, `claude-opus-4.7`), without its date. */
export function claudeVersion(name: string): number | undefined {
  const found = /-(\d{1,2})(?:[.-](\d{1,2}))?(?=-|$)/.exec(name.replace(/-20\d{6}/, '').replace(/-v\d+$/, ''));
  return found ? Number(found[1]) + Number(found[2] ?? 0) / 100 : undefined;
}

function familyByName(model: string): Family | undefined {
  const name = plainName(model);
  if (name.startsWith('claude')) {
    const version = claudeVersion(name);
    return version === undefined ? undefined : version >= 4.07 ? CLAUDE_NEW : CLAUDE_OLD;
  }
  const gemini = /^gemini-(\d{1,2})\b/.exec(name)?.[1];
  if (gemini) return Number(gemini) >= 3 ? GEMINI_NEW : GEMINI_OLD;
  return OPENAI.find(([pattern]) => pattern.test(name))?.[1];
}

/** What is taken when the model's name says nothing: a current model of the API. */
const DEFAULTS: Readonly<Partial<Record<WireApi, Family>>> = {
  'openai-chat': GPT_6,
  'openai-responses': GPT_6,
  anthropic: CLAUDE_NEW,
  gemini: GEMINI_NEW,
  'gemini-2': GEMINI_OLD,
};

const PROVIDER_NAMES: Readonly<Record<Family['provider'], string>> = { anthropic: 'Anthropic', openai: 'OpenAI', google: 'Google' };

/**
 * The family a model belongs to, by its name, else by the API it is reached through; null when neither tells: servers that anybody runs
 * (OpenAI-compatible, Ollama, MCP), and models of others that speak the API too.
 */
export function modelFamily(api: WireApi, model?: string): ModelFamily | null {
  const own = DEFAULTS[api];
  const named = model === undefined ? undefined : familyByName(model);
  if (named) return { ...named, basis: named.provider === own?.provider ? 'model' : 'guess' };
  const maker = model === undefined ? undefined : makerOfModel(plainName(model));
  const isOfOthers = own !== undefined && maker !== undefined && maker !== PROVIDER_NAMES[own.provider];
  return own && !isOfOthers ? { ...own, basis: 'default' } : null;
}

/** Where the formulas are written; read in November 2026. */
export const TOKEN_SOURCES = {
  claudeImages: 'https://platform.claude.com/docs/en/build-with-claude/vision (2026-11)',
  claudePdf: 'https://platform.claude.com/docs/en/build-with-claude/pdf-support (2026-11)',
  openaiImages: 'https://developers.openai.com/api/docs/guides/images-vision#calculating-costs (2026-11)',
  openaiImagesBefore:
    'https://developers.openai.com/api/docs/guides/images-vision#calculating-costs (edition of 2026-07; that of 2026-11 does not list this model)',
  openaiPdf: 'https://developers.openai.com/api/docs/guides/file-inputs (2026-11)',
  openaiAudio: 'https://developers.openai.com/api/docs/guides/realtime-costs (2026-11)',
  geminiTokens: 'https://ai.google.dev/gemini-api/docs/tokens (2026-11)',
  geminiResolution: 'https://ai.google.dev/gemini-api/docs/media-resolution#token-counts (2026-11)',
  geminiDocuments: 'https://ai.google.dev/gemini-api/docs/document-processing (2026-11)',
  mistralImages: 'https://docs.mistral.ai/capabilities/vision (2026-11), and mistral-common',
  qwenImages: 'https://www.alibabacloud.com/help/en/model-studio/vision (2026-11), and qwen-vl-utils',
  glmImages: 'https://github.com/huggingface/transformers (image processors of GLM-4.1V, GLM-4.6V and GLM-5-Next, 2026-11)',
  kimiImages: 'https://huggingface.co/moonshotai/Kimi-K2.5 and Kimi-K3 (their image processors, as vLLM and SGLang have them, 2026-11)',
  llamaImages: 'https://github.com/huggingface/transformers (image processor of Llama 4, 2026-11)',
  novaImages: 'https://docs.aws.amazon.com/nova/latest/userguide/modalities-image.html (2026-12)',
  deepseekImages: 'https://huggingface.co/deepseek-ai/DeepSeek-V4.1-Flash (its image processor, as inference engines have it, 2026-11)',
  gemmaImages: 'https://github.com/huggingface/transformers (image processors of Gemma 3 and Gemma 4, 2026-11)',
  tokenizer: 'https://www.npmjs.com/package/gpt-tokenizer',
  /** Measured: a PNG of 112,780 bytes is 150,376 characters of base64 and 101,239 tokens of o200k_base. */
  base64: 'https://www.npmjs.com/package/gpt-tokenizer (o200k_base over base64: about 1.45 characters a token)',
} as const;

/** A rule by which tokens are estimated; each has a name on the screen and its source in the code. */
export type TokenFormula =
  | 'claude_patches'
  | 'openai_patches'
  | 'openai_tiles'
  | 'gemini_tiles'
  | 'gemini_flat'
  | 'pixels_a_token'
  | 'tiles_and_overview'
  | 'audio_seconds'
  | 'video_seconds'
  | 'pdf_pages'
  | 'text_tokenizer'
  | 'base64_characters'
  | 'request_parts'
  | 'server_count';

/** Tokens a part costs, always an estimate (≈). */
export interface TokenEstimate {
  /** Tokens; `low` and `high` differ when only a range is known. */
  readonly low: number;
  readonly high: number;
  readonly formula: TokenFormula;
  /** Numbers its explanation names: `width`, `height` (as the model sees the image), `patches`, `tiles`, `seconds`, `pages`, `characters`. */
  readonly params: Readonly<Record<string, string | number>>;
  /** Where the formula is written. */
  readonly source: string;
}

/**
 * Whether o200k, by which texts are counted, is the tokenizer of a model itself: those of OpenAI. GPT-4 and older have cl100k, which seldom makes
 * fewer tokens.
 */
export function hasOwnTokenizer({ api, model }: { readonly api: WireApi; readonly model?: string | undefined }): boolean {
  return modelFamily(api, model)?.provider === 'openai';
}
