import type { Decision } from './ledger.ts';
import type { LinkItem, MediaItem } from './turns.ts';
import type { WireApi, WireRule } from './verdict.ts';

/** Types of media an API says it takes, and their names for a sentence. */
export interface TypeList {
  readonly types: ReadonlySet<string>;
  readonly names: string;
}

function list(...types: readonly string[]): TypeList {
  return { types: new Set(types), names: types.map((type) => type.replace(/^\w+\//, '')).join(', ') };
}

/** https://developers.openai.com/api/docs/guides/images-vision (2026-11) */
export const OPENAI_IMAGES = list('image/png', 'image/jpeg', 'image/webp', 'image/gif');
/** @anthropic-ai/sdk 1.12.0, Base64ImageSource.media_type: a closed list. */
export const ANTHROPIC_IMAGES = list('image/jpeg', 'image/png', 'image/gif', 'image/webp');
/** https://ai.google.dev/gemini-api/docs/image-understanding#supported-formats (2026-11) */
export const GEMINI_IMAGES = list('image/png', 'image/jpeg', 'image/webp', 'image/heic', 'image/heif');
/** https://ai.google.dev/gemini-api/docs/audio#supported-formats (2026-11); MPEG is its `audio/mp3`. */
export const GEMINI_AUDIO = list('audio/wav', 'audio/mpeg', 'audio/aiff', 'audio/aac', 'audio/ogg', 'audio/flac');
/** https://ai.google.dev/gemini-api/docs/video-understanding#supported-formats (2026-11) */
export const GEMINI_VIDEO = list(
  'video/mp4',
  'video/mpeg',
  'video/mov',
  'video/quicktime',
  'video/avi',
  'video/x-flv',
  'video/mpg',
  'video/webm',
  'video/wmv',
  'video/3gpp',
);
/** What functionResponse.parts is documented for: https://ai.google.dev/gemini-api/docs/function-calling#multimodal (2026-11) */
export const GEMINI_TOOL_PARTS = list('image/png', 'image/jpeg', 'image/webp', 'application/pdf', 'text/plain');
/** llama.cpp and the Go decoders Ollama reads images with; its documentation has no list. */
export const OLLAMA_IMAGES = list('image/png', 'image/jpeg', 'image/webp');
/** ImageBlock.format and DocumentBlock.format of Bedrock's Converse: closed lists (docs.aws.amazon.com/bedrock, 2026-11), by media type. */
export const BEDROCK_IMAGES = list('image/png', 'image/jpeg', 'image/gif', 'image/webp');
export const BEDROCK_DOCUMENT_FORMATS: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'text/csv': 'csv',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'text/html': 'html',
  'text/plain': 'txt',
  'text/markdown': 'md',
};
export const BEDROCK_DOCUMENTS: TypeList = {
  types: new Set(Object.keys(BEDROCK_DOCUMENT_FORMATS)),
  names: Object.values(BEDROCK_DOCUMENT_FORMATS).join(', '),
};
/** VideoBlock.format and AudioBlock.format of Converse, by media type (@aws-sdk/client-bedrock-runtime 3.1164.0). */
export const BEDROCK_VIDEO: Readonly<Record<string, string>> = {
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/x-matroska': 'mkv',
  'video/webm': 'webm',
  'video/x-flv': 'flv',
  'video/mpeg': 'mpeg',
  'video/x-ms-wmv': 'wmv',
  'video/3gpp': 'three_gp',
};
export const BEDROCK_AUDIO: Readonly<Record<string, string>> = {
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'audio/ogg': 'ogg',
  'audio/flac': 'flac',
  'audio/aac': 'aac',
  'audio/mp4': 'mp4',
  'audio/webm': 'webm',
};
/** Other names of the same formats, and formats that no file of ours is written as. */
const OTHER_CONVERSE_FORMATS: ReadonlyArray<readonly [kindAndFormat: string, mimeType: string]> = [
  ['video mpg', 'video/mpeg'],
  ['audio m4a', 'audio/x-m4a'],
  ['audio mka', 'audio/matroska'],
  ['audio mkv', 'audio/matroska'],
  ['audio mpeg', 'audio/mpeg'],
  ['audio mpga', 'audio/mpeg'],
  ['audio opus', 'audio/opus'],
  ['audio pcm', 'audio/pcm'],
  ['audio x-aac', 'audio/aac'],
];
/** The media types of Converse's formats, by the kind of block and the format: `image png`. All of its closed lists. */
export const CONVERSE_TYPES: Readonly<Record<string, string>> = Object.fromEntries([
  ...OTHER_CONVERSE_FORMATS,
  ...[...BEDROCK_IMAGES.types].map((type) => [`image ${type.slice('image/'.length)}`, type]),
  ...Object.entries(BEDROCK_DOCUMENT_FORMATS).map(([type, format]) => [`document ${format}`, type]),
  ...Object.entries(BEDROCK_VIDEO).map(([type, format]) => [`video ${format}`, type]),
  ...Object.entries(BEDROCK_AUDIO).map(([type, format]) => [`audio ${format}`, type]),
]);
export const PDF = list('application/pdf');
/** What Anthropic takes as a document: a text stands there as text, not as base64. */
export const PDF_AND_TEXT: TypeList = { types: new Set(['application/pdf', 'text/plain']), names: 'pdf, plain (UTF-8)' };

/** The formats of `input_audio` (openai 7.57.0, ChatCompletionContentPartInputAudio), by media type. */
export const INPUT_AUDIO_FORMATS: Readonly<Record<string, 'wav' | 'mp3'>> = { 'audio/wav': 'wav', 'audio/mpeg': 'mp3' };

/**
 * The formats that OpenRouter documents beside them, by media type: https://openrouter.ai/docs/guides/overview/multimodal/audio
 * (2026-11), "supported formats vary by provider". Of other compatible servers no list is known.
 */
export const COMPATIBLE_AUDIO_FORMATS: Readonly<Record<string, string>> = {
  'audio/flac': 'flac',
  'audio/ogg': 'ogg',
  'audio/aac': 'aac',
  'audio/aiff': 'aiff',
  'audio/mp4': 'm4a',
  'audio/x-m4a': 'm4a',
  'audio/m4a': 'm4a',
};

/**
 * Names of models to which Ollama gives sound: the small ones of Gemma 4. As reported, not documented: it takes what begins as
 * WAV among the `images` for sound, https://github.com/ollama/ollama/issues/15427 (2026-11).
 */
export const OLLAMA_HEARS = /(?:^|\/)gemma-?4(?!.*(?:\b|-)(?:26|31)b)/i;

/**
 * Models of OpenAI that take no sound, by their names; those that do have a name that says so: as gpt-5-mini answered (2026), and as the
 * packages of the catalogue say of 79 names that match; of none do they say that it hears (2026-11).
 */
const OPENAI_DEAF = /^(?:gpt-[345](?!\d)|chatgpt|o\d)/;
const OPENAI_HEARS = /audio|realtime|transcribe/;

/** Whether Chat Completions refuses sound for a model. */
export function isDeaf(model: string): boolean {
  return OPENAI_DEAF.test(model) && !OPENAI_HEARS.test(model);
}

/** The API has a shape for it and refuses what is not on its list. */
export function refused(rule: WireRule, { names }: TypeList): Decision {
  return { outcome: 'rejected', rule, params: { accepted: names } };
}

/** Sent where it is, by the rule of the place. */
export function sent(placement: Placement): Decision {
  return { outcome: 'sent', rule: placement === 'user' ? 'media_in_user_message' : 'media_in_tool_result' };
}

export const UNLISTED: Decision = { outcome: 'sent', rule: 'unlisted_type' };
/** A `file` part: OpenRouter documents it for PDF, vLLM answers 400 to it (https://github.com/vllm-project/vllm/pull/41121; both 2026-11). */
export const UNLISTED_FILE: Decision = { outcome: 'sent', rule: 'file_part_unlisted', params: { unlisted: 'file' } };
export const TEXT_OF_FILE: Decision = { outcome: 'converted', rule: 'text_file_as_text' };
export const NO_SHAPE: Decision = { outcome: 'dropped', rule: 'no_shape_for_kind' };
export const BY_ADDRESS: Decision = { outcome: 'sent', rule: 'image_by_address' };
const FILE_BY_ADDRESS: Decision = { outcome: 'sent', rule: 'file_by_address' };

/** What lies at an address that the API fetches. */
export function byAddress({ kind }: LinkItem): Decision {
  return kind === 'image' ? BY_ADDRESS : FILE_BY_ADDRESS;
}

/** OpenAI documents a fully qualified https address or a data URL: https://developers.openai.com/api/docs/guides/images-vision (2026-11) */
export function byHttps(item: LinkItem): Decision {
  return /^https:/i.test(item.url) ? byAddress(item) : { outcome: 'rejected', rule: 'address_without_https' };
}

export const ADDRESS_NOT_TAKEN: Decision = { outcome: 'dropped', rule: 'address_not_taken' };
export const NOT_BASE64: Decision = { outcome: 'rejected', rule: 'base64_invalid' };
export const NOTHING_TO_SEND: Decision = { outcome: 'dropped', rule: 'base64_invalid' };

/** Whether an API takes images of a type under that type. */
export function takesImage(api: WireApi, type: string): boolean {
  if (api === 'anthropic') return ANTHROPIC_IMAGES.types.has(type);
  return (api === 'gemini' || api === 'gemini-2' ? GEMINI_IMAGES : OPENAI_IMAGES).types.has(type);
}

/** Whether a part is in a user message or in a tool result. */
export type Placement = 'user' | 'tool';

/** An accepted image: as it is, or converted when it came as a file. */
export function imageSent(item: MediaItem, placement: Placement): Decision {
  return !item.isFile ? sent(placement) : { outcome: 'converted', rule: 'image_file_as_image' };
}
