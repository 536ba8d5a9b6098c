import type { InferredCapability } from './inference.ts';

/**
 * What the models of a family have in common, for names the catalogue does not have: a newer version, a fine-tuned one.
 * The first family that fits counts. A family says only what at least nine in ten of its models in the catalogue agree
 * with, where it is known of them; a test holds this table to that whenever the catalogue is made anew.
 */
export interface ModelFamily {
  readonly name: string;
  /** Of the stem of a model's name: lower case, dots of versions as dashes, without prefix, suffix and date. */
  readonly pattern: RegExp;
  readonly yes: readonly InferredCapability[];
  readonly no: readonly InferredCapability[];
}

const IMAGES_AND_TOOLS = ['input.vision', 'output.tool_calling'] as const;
const IMAGES_FILES_AND_TOOLS = [...IMAGES_AND_TOOLS, 'input.file'] as const;
const NO_SOUND_OR_VIDEO = ['input.audio', 'input.video', 'output.audio', 'output.video'] as const;
const TEXT_ONLY = ['input.vision', 'input.file'] as const;

/** The families, the narrower ones before those they belong to. */
export const FAMILIES: readonly ModelFamily[] = [
  { name: 'GPT-3.5', pattern: /^gpt-3-5/, yes: [], no: [...TEXT_ONLY, ...NO_SOUND_OR_VIDEO] },
  {
    name: 'GPT-4o',
    pattern: /^gpt-4o(?!.*(?:audio|realtime|search|transcribe|tts))/,
    yes: [...IMAGES_FILES_AND_TOOLS, 'output.structured_output'],
    no: NO_SOUND_OR_VIDEO,
  },
  { name: 'GPT-4.1', pattern: /^gpt-4-1/, yes: [...IMAGES_FILES_AND_TOOLS, 'output.structured_output'], no: NO_SOUND_OR_VIDEO },
  {
    name: 'GPT-5 and later',
    pattern: /^gpt-[5-9](?!-chat)/,
    yes: [...IMAGES_FILES_AND_TOOLS, 'output.structured_output'],
    no: NO_SOUND_OR_VIDEO,
  },
  { name: 'gpt-oss', pattern: /^gpt-oss/, yes: ['output.tool_calling'], no: [...TEXT_ONLY, ...NO_SOUND_OR_VIDEO] },
  {
    name: 'OpenAI o1, o3, o4-mini',
    pattern: /^o(?:1|3|4-mini)(?!-(?:deep|mini|preview))/,
    yes: [...IMAGES_FILES_AND_TOOLS, 'output.structured_output'],
    no: NO_SOUND_OR_VIDEO,
  },
  {
    name: 'Claude 3 and later',
    pattern: /^claude-(?:[3-9]|(?:fable|haiku|mythos|opus|sonnet)-\d)/,
    yes: [...IMAGES_FILES_AND_TOOLS, 'input.tool_result_media'],
    no: NO_SOUND_OR_VIDEO,
  },
  {
    name: 'Gemini 2 and later',
    pattern: /^gemini-[2-9](?!.*(?:audio|computer|embedding|image|live|tts))/,
    yes: [...IMAGES_AND_TOOLS, 'input.audio', 'input.video', 'input.file'],
    no: ['output.audio', 'output.video'],
  },
  { name: 'Gemma 3 and later', pattern: /^gemma-?[34](?!n|[:-](?:1b|270m))/, yes: ['input.vision'], no: [] },
  { name: 'Grok 4.1 and later', pattern: /^grok-(?:4-[1-9]|[5-9])/, yes: IMAGES_AND_TOOLS, no: ['input.audio', 'output.audio'] },
  { name: 'Llama 4', pattern: /^llama-?4/, yes: IMAGES_AND_TOOLS, no: [] },
  { name: 'Llama 3.2 Vision', pattern: /^(?:meta-)?llama-?3-2-(?:(?:11|90)b|vision)/, yes: ['input.vision'], no: [] },
  { name: 'Llama 3', pattern: /^(?:meta-)?llama-?3/, yes: [], no: TEXT_ONLY },
  { name: 'Mistral Small and Medium', pattern: /^mistral-(?:medium|small)/, yes: IMAGES_AND_TOOLS, no: ['input.file'] },
  { name: 'Pixtral', pattern: /^pixtral/, yes: IMAGES_AND_TOOLS, no: [] },
  { name: 'Qwen VL', pattern: /^qwen[\d-]*vl/, yes: ['input.vision'], no: [] },
  { name: 'Qwen Omni', pattern: /^qwen[\d-]*omni/, yes: ['input.vision'], no: [] },
  { name: 'Qwen 2', pattern: /^qwen-?2(?!.*(?:audio|omni|vision|vl))/, yes: [], no: TEXT_ONLY },
  { name: 'DeepSeek V3 and R1', pattern: /^deepseek-(?:chat|r1|reasoner|v3)/, yes: [], no: TEXT_ONLY },
  { name: 'GLM-V', pattern: /^glm-[\d-]+v/, yes: IMAGES_AND_TOOLS, no: [] },
  { name: 'GLM', pattern: /^glm-[4-9]/, yes: ['output.tool_calling'], no: [] },
  { name: 'Kimi K2.5 and later', pattern: /^kimi-k(?:2-[5-9]|[3-9])/, yes: IMAGES_AND_TOOLS, no: [] },
  { name: 'Kimi K2', pattern: /^kimi-k2/, yes: ['output.tool_calling'], no: TEXT_ONLY },
  { name: 'MiniMax M2', pattern: /^minimax-m2/, yes: ['output.tool_calling'], no: ['input.vision'] },
  { name: 'Amazon Nova Lite, Pro, Premier', pattern: /^nova-(?:lite|premier|pro)/, yes: [...IMAGES_AND_TOOLS, 'input.video'], no: [] },
  { name: 'Amazon Nova Micro', pattern: /^nova-micro/, yes: ['output.tool_calling'], no: TEXT_ONLY },
  { name: 'Phi Vision and Multimodal', pattern: /^phi-?\d(?:-5)?-(?:multimodal|vision)/, yes: ['input.vision'], no: [] },
  { name: 'Muse', pattern: /^muse-/, yes: IMAGES_AND_TOOLS, no: [] },
];

/** Words in a name of which nothing else is known, and what they hint at. Whole words only. */
export const HINTS: readonly { readonly words: RegExp; readonly yes: readonly InferredCapability[] }[] = [
  { words: /(?<![a-z])(?:internvl|llava|moondream|molmo|multimodal|ocr|vision|vl|vlm)(?![a-z])/, yes: ['input.vision'] },
  { words: /(?<![a-z])(?:omni)(?![a-z])/, yes: ['input.vision', 'input.audio'] },
  { words: /(?<![a-z])(?:audio|speech|voxtral|whisper)(?![a-z])/, yes: ['input.audio'] },
  { words: /(?<![a-z])(?:video)(?![a-z])/, yes: ['input.video'] },
];
