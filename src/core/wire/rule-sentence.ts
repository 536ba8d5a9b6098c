import { formatSize } from '../content/size.ts';
import { fillTemplate, type Sentence, type Template } from '../io/errors.ts';
import type { LimitCode, LimitFinding } from './limit-finding.ts';
import type { WireApi, WireRule, WireVerdict } from './verdict.ts';

/** Rules that are said in more than one way. */
type Variant =
  | 'tool_result_takes_text_only_as'
  | 'tool_result_takes_text_only_unlisted'
  | 'tool_result_takes_text_only_file'
  | 'media_beside_tool_result_unlisted'
  | 'audio_as_input_audio_unlisted'
  | 'base64_invalid_dropped';

/** What each rule says, in English. Media types and names of APIs and fields are the same in every language. */
export const RULE_SENTENCES: Readonly<Record<WireRule | Variant, Template>> = {
  text: { text: 'Text is sent to every model as is.', args: [] },
  as_it_stands: { text: 'It is sent exactly as it is in the file.', args: [] },
  media_in_user_message: { text: '{0} accepts {1} in a user message.', args: ['api', 'type'] },
  media_in_tool_result: { text: '{0} accepts {1} in tool results.', args: ['api', 'type'] },
  media_beside_tool_result: {
    text: '{0} does not accept {1} inside a tool result: it is placed next to the result, in the same user turn.',
    args: ['api', 'type'],
  },
  tool_result_takes_text_only: {
    text: '{0} accepts only text in tool results: {1} is moved to the next user message.',
    args: ['api', 'type'],
  },
  tool_result_takes_text_only_as: {
    text: '{0} accepts only text in tool results: {1} is moved to the next user message, as "{2}".',
    args: ['api', 'type', 'shape'],
  },
  tool_result_takes_text_only_unlisted: {
    text: '{0} accepts only text in tool results: {1} is moved to the next user message. Whether the server accepts this type there is not documented.',
    args: ['api', 'type'],
  },
  tool_result_takes_text_only_file: {
    text: '{0} accepts only text in tool results: {1} is moved to the next user message. OpenRouter documents PDF there, vLLM answers 400 to every file; other servers do not document it.',
    args: ['api', 'type'],
  },
  media_beside_tool_result_unlisted: {
    text: '{0} does not accept {1} inside a tool result and does not document the type: it is placed next to the result, and the server decides.',
    args: ['api', 'type'],
  },
  audio_as_input_audio_unlisted: {
    text: 'Not every server accepts {0} as "input_audio" ({1}): OpenRouter documents it, others do not. It is sent, and the server decides.',
    args: ['type', 'format'],
  },
  audio_among_images: {
    text: '{0} does not document audio. Models with audio input are reported to accept WAV in "images": it is sent there, and the server decides.',
    args: ['api'],
  },
  audio_as_input_audio: { text: '{0} accepts {1} as "input_audio" ({2}), not as a file.', args: ['api', 'type', 'format'] },
  image_file_as_image: { text: 'The file is an image ({0}), so it is sent to {1} as an image.', args: ['type', 'api'] },
  image_as_raw_base64: { text: '{0} accepts an image as bare base64 in the "images" of its message.', args: ['api'] },
  text_file_as_document: { text: '{0} accepts a text file as a document with plain text, not as base64.', args: ['api'] },
  text_file_as_text: { text: '{0} does not support {1} as a file: the text is sent as part of the message.', args: ['api', 'type'] },
  file_as_resource: { text: '{0} carries {1} as an embedded resource.', args: ['api', 'type'] },
  text_as_object: {
    text: '{0} accepts a tool result as an object: JSON is sent as that object, other text as its "result".',
    args: ['api'],
  },
  file_by_address: { text: '{0} fetches {1} from its URL.', args: ['api', 'type'] },
  image_by_address: { text: '{0} fetches the image from its URL.', args: ['api'] },
  image_type_refused: { text: '{0} rejects {1} images. Accepted: {2}.', args: ['api', 'type', 'accepted'] },
  file_type_refused: { text: '{0} rejects {1} files. Accepted: {2}.', args: ['api', 'type', 'accepted'] },
  audio_type_refused: { text: '{0} does not support {1} audio. Accepted: {2}.', args: ['api', 'type', 'accepted'] },
  sound_not_heard: { text: '{0} does not accept audio: a request with audio in it is rejected.', args: ['model'] },
  image_not_seen: {
    text: 'The file is an image ({0}), which {1} takes as nothing else, and the model has no “vision”: the request is rejected.',
    args: ['type', 'api'],
  },
  no_shape_for_kind: { text: '{0} does not support {1}; a note is sent instead.', args: ['api', 'type'] },
  unlisted_type: { text: '{0} does not document {1}: it is sent, and the server decides.', args: ['api', 'type'] },
  file_part_unlisted: {
    text: '{0} servers differ on {1}: as a "file", OpenRouter documents PDF, and vLLM answers 400 to every file. It is sent, and the server decides.',
    args: ['api', 'type'],
  },
  address_not_taken: { text: '{0} does not fetch URLs; a note is sent instead of the image.', args: ['api'] },
  address_without_https: { text: '{0} fetches images only from https addresses.', args: ['api'] },
  address_without_type: {
    text: '{0} needs the media type of a URL, and this one does not show it: it has no extension such as “.png”.',
    args: ['api'],
  },
  base64_invalid: { text: 'The data is not valid base64; {0} rejects it.', args: ['api'] },
  base64_invalid_dropped: {
    text: 'The data is not valid base64, so nothing can be sent to {0}; a note is sent instead.',
    args: ['api'],
  },
  text_empty: { text: '{0} rejects empty text.', args: ['api'] },
  text_blank: { text: '{0} rejects text that is only whitespace.', args: ['api'] },
  not_in_tool_result: { text: '{0} carries only tool results, not user messages.', args: ['api'] },
};

/** What the rule behind a verdict says. */
export function ruleSentence(verdict: WireVerdict): Sentence {
  return fillTemplate(RULE_SENTENCES[variantOf(verdict)], verdict.params);
}

function variantOf({ rule, outcome, params }: WireVerdict): WireRule | Variant {
  if (rule === 'base64_invalid' && outcome === 'dropped') return 'base64_invalid_dropped';
  const unlisted = params?.['unlisted'];
  if ((rule === 'audio_as_input_audio' || rule === 'media_beside_tool_result') && unlisted !== undefined) return `${rule}_unlisted`;
  if (rule !== 'tool_result_takes_text_only') return rule;
  if (unlisted !== undefined) return unlisted === 'file' ? 'tool_result_takes_text_only_file' : 'tool_result_takes_text_only_unlisted';
  return params?.['shape'] === undefined ? rule : 'tool_result_takes_text_only_as';
}

const REFUSED_TYPE = ['type', 'types'];
const SIZES = ['actual', 'limit'];
const AMONG_MANY = ['actual', 'count', 'limit', 'larger', 'width', 'height'];
const PATCHES = ['actual', 'width', 'height', 'limit'];
const WINDOW = ['tokens', 'window'];
const SEEN = ['width', 'height', 'originalWidth', 'originalHeight', 'family'];

/** What each finding says; behind the colon its variant: its severity, or where the limit holds. */
export const LIMIT_SENTENCES: Readonly<Record<LimitCode, Template> & Record<`${LimitCode}:${string}`, Template>> = {
  type_not_accepted: { text: '{0} is not accepted. Accepted: {1}.', args: REFUSED_TYPE },
  'type_not_accepted:warning': {
    text: '{0} is not among the documented types ({1}): it may be rejected, or only its text may be read.',
    args: REFUSED_TYPE,
  },
  type_differs_from_bytes: { text: 'Declared as {0}, but the bytes are {1}.', args: ['type', 'detected'] },
  'type_differs_from_bytes:error': {
    text: 'Declared as {0}, but the bytes are {1}: the request is rejected.',
    args: ['type', 'detected'],
  },
  not_of_its_type: { text: 'Declared as {0}, but the first bytes do not match that type.', args: ['type'] },
  'not_of_its_type:error': {
    text: 'Declared as {0}, but the first bytes do not match that type: the request is rejected.',
    args: ['type'],
  },
  part_too_large: { text: 'The size as base64 is {0}; the limit is {1}.', args: SIZES },
  'part_too_large:bytes': { text: 'The size is {0}; the limit is {1}.', args: SIZES },
  'part_too_large:image_bytes': { text: 'The size is {0}; the limit is {1}.', args: SIZES },
  'part_too_large:clouds': { text: 'The size as base64 is {0}; on cloud platforms that offer this API, the limit is {1}.', args: SIZES },
  request_too_large: { text: 'The request is {0} or larger; the limit is {1}.', args: SIZES },
  'request_too_large:warning': { text: 'The request is {0} or larger; above {1} it may be rejected.', args: SIZES },
  too_many_images: { text: 'The request has {0} images; the limit is {1}.', args: SIZES },
  'too_many_images:small': {
    text: 'The request has {0} images; models with a context window of 200,000 tokens accept at most {1}.',
    args: SIZES,
  },
  too_many_documents: { text: 'The request has {0} documents; the limit is {1}.', args: SIZES },
  documents_too_large: { text: 'The documents in the request total {0}; the limit is {1}.', args: SIZES },
  too_many_pixels: { text: '{0} × {1} pixels; the limit is {2} per side.', args: ['width', 'height', 'limit'] },
  too_large_among_many: {
    text: 'The request has {0} images; with more than {1}, each may be at most {2} × {2} pixels. Too large: {3}, such as {4} × {5}.',
    args: AMONG_MANY,
  },
  'too_large_among_many:clouds': {
    text: 'The request has {0} images and documents; with more than {1}, cloud platforms that offer this API limit each image to {2} × {2} pixels. Too large: {3}, such as {4} × {5}.',
    args: AMONG_MANY,
  },
  too_many_patches: { text: 'The model sees {0} patches of the {1} × {2} pixels; the limit is {3}.', args: PATCHES },
  'too_many_patches:assumed': {
    text: 'Assuming {4}, the model sees {0} patches of the {1} × {2} pixels; the limit is {3}.',
    args: [...PATCHES, 'family'],
  },
  image_is_shrunk: { text: 'The model will see {0} × {1} pixels instead of {2} × {3}.', args: SEEN },
  'image_is_shrunk:assumed': { text: 'Assuming {4}, the model will see {0} × {1} pixels instead of {2} × {3}.', args: SEEN },
  first_frame_only: { text: 'Animated, with {0} frames; the model sees only the first.', args: ['frames'] },
  animation_refused: { text: 'Animated, with {0} frames; only still images are accepted.', args: ['frames'] },
  too_many_pages: { text: '{0} pages; the limit is {1}.', args: SIZES },
  'too_many_pages:small': { text: '{0} pages; models with a context window under 1M tokens accept at most {1}.', args: SIZES },
  too_many_pages_together: { text: 'The request has {0} pages and images; the limit is {1}.', args: SIZES },
  'too_many_pages_together:small': {
    text: 'The request has {0} pages and images; models with a context window of 200,000 tokens accept at most {1}.',
    args: SIZES,
  },
  context_exceeded: { text: 'About {0} tokens exceed the context window of {1}.', args: WINDOW },
  'context_exceeded:input': { text: 'About {0} tokens exceed the {1} tokens of input that the model accepts.', args: WINDOW },
  model_deprecated: {
    text: '{0} is deprecated: its end was announced for {1}, and {2} is recommended instead. From then on, requests may fail or go to another model.',
    args: ['model', 'date', 'successor'],
  },
  model_forwarded: {
    text: 'Requests for {0} go to {2} since {1}, which has its own price and may accept something else.',
    args: ['model', 'date', 'successor'],
  },
  window_not_checked: { text: 'The tokens could not be counted: they may exceed the context window.', args: [] },
  encrypted: { text: 'Encrypted: the model may not be able to read it.', args: [] },
  'encrypted:error': { text: 'Encrypted: the request is rejected.', args: [] },
  truncated: { text: 'The file is shorter than its header says: it may be rejected, or read only in part.', args: [] },
  empty: { text: 'It is empty.', args: [] },
  'empty:error': { text: 'Empty: the request is rejected.', args: [] },
  dimensions_unknown: { text: 'The pixel size could not be read, so pixel limits were not checked.', args: [] },
  pages_unknown: { text: 'The pages could not be counted; the limit is {0}.', args: ['limit'] },
  duration_unknown: { text: 'The duration could not be read, so the tokens are unknown.', args: [] },
};

/** Findings whose numbers are bytes. */
const IN_BYTES: ReadonlySet<LimitCode> = new Set(['part_too_large', 'request_too_large', 'documents_too_large']);

/** The finding as a sentence. */
export function limitSentence({ code, severity, params }: LimitFinding): Sentence {
  const template =
    [params['variant'], severity].map((variant) => LIMIT_SENTENCES[`${code}:${variant}`]).find(Boolean) ?? LIMIT_SENTENCES[code];
  return fillTemplate(template, params, (value) => (typeof value === 'number' ? numberWords(code, value) : value));
}

function numberWords(code: LimitCode, value: number): string | number {
  if (IN_BYTES.has(code)) return formatSize(value);
  // English and Chinese group digits alike.
  return code === 'context_exceeded' ? value.toLocaleString('en') : value;
}

/** Where each API says what it takes. Read in November 2026; limits age. */
const API_SOURCES: Readonly<Record<WireApi, string>> = {
  'openai-chat': 'openai 7.57.0: ChatCompletionCreateParams; https://developers.openai.com/api/docs/guides/images-vision (2026-11)',
  'openai-responses': 'openai 7.57.0: ResponseCreateParams; https://developers.openai.com/api/docs/guides/file-inputs (2026-11)',
  anthropic:
    '@anthropic-ai/sdk 1.12.0: MessageCreateParams; https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls (2026-11)',
  gemini: '@google/genai 3.1.0: Content; https://ai.google.dev/gemini-api/docs/function-calling (2026-11)',
  'gemini-2': '@google/genai 3.1.0: Content; https://ai.google.dev/gemini-api/docs/function-calling (2026-11)',
  'openai-compatible': 'https://docs.vllm.ai/en/latest/features/multimodal_inputs.html (2026-11)',
  mistral: '@mistralai/mistralai 2.7.0: ChatCompletionRequest, ContentChunk; https://docs.mistral.ai/capabilities/vision (2026-11)',
  cohere: 'cohere-ai 8.1.0: ChatMessageV2, Content; https://docs.cohere.com/docs/image-inputs (2026-11)',
  'bedrock-converse':
    '@aws-sdk/client-bedrock-runtime 3.1164.0: ContentBlock; https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ContentBlock.html (2026-11)',
  'bedrock-invoke':
    'https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages.html; https://docs.aws.amazon.com/nova/latest/userguide/complete-request-schema.html (2026-11)',
  ollama: 'ollama 0.6.4: ChatRequest; https://docs.ollama.com/api/chat (2026-11)',
  mcp: '@modelcontextprotocol/server 2.4.0: CallToolResult; https://modelcontextprotocol.io/specification/2025-11-25/server/tools (2026-11)',
};

/** Rules that are written somewhere else than the API's main page. */
const RULE_SOURCES: Readonly<Partial<Record<WireRule, Readonly<Partial<Record<WireApi, string>>>>>> = {
  tool_result_takes_text_only: {
    'openai-chat': 'openai 7.57.0: ChatCompletionToolMessageParam.content (string or text parts)',
    cohere: 'cohere-ai 8.1.0: ToolContent (text or document)',
    'openai-compatible':
      'openai 7.57.0: ChatCompletionToolMessageParam.content (string or text parts); a server that takes more has the input capability tool_result_media',
  },
  audio_as_input_audio: {
    'openai-chat': 'openai 7.57.0: ChatCompletionContentPartInputAudio',
    'openai-compatible':
      'openai 7.57.0: ChatCompletionContentPartInputAudio; https://openrouter.ai/docs/guides/overview/multimodal/audio (2026-11)',
  },
  audio_among_images: { ollama: 'as reported, not documented: https://github.com/ollama/ollama/issues/15427 (2026-11)' },
  file_part_unlisted: {
    'openai-compatible':
      'https://openrouter.ai/docs/guides/overview/multimodal/pdfs; https://github.com/vllm-project/vllm/pull/41121 (2026-11)',
  },
  text_file_as_text: {
    // the guide: of text files the text alone is taken; the API: 400, as users report it
    'openai-chat':
      'https://developers.openai.com/api/docs/guides/file-inputs; error 400 “Expected a base64-encoded data URL with an application/pdf MIME type”: https://github.com/trpc-group/trpc-agent-go/issues/1816 (2026-11)',
    'openai-compatible': 'https://docs.vllm.ai/en/latest/features/multimodal_inputs.html (2026-11)',
    ollama: 'ollama 0.6.4: Message',
    gemini: 'https://ai.google.dev/gemini-api/docs/document-processing (2026-11)',
    'gemini-2': 'https://ai.google.dev/gemini-api/docs/document-processing (2026-11)',
  },
  sound_not_heard: {
    'openai-chat':
      'error 400 “Content blocks are expected to be either text or image_url type” (gpt-5-mini, answered 2026); the input modalities of its models as npm packages have them (2026-11)',
  },
  image_not_seen: {
    // neither page has an image among the types of files
    'openai-chat': 'https://developers.openai.com/api/docs/guides/file-inputs (Chat Completions: PDF only; 2026-11)',
    'openai-responses': 'https://developers.openai.com/api/docs/guides/file-inputs#supported-file-types (2026-11)',
  },
  audio_type_refused: {
    'openai-chat': 'openai 7.57.0: ChatCompletionContentPartInputAudio.InputAudio.format',
    'openai-compatible': 'https://openrouter.ai/docs/guides/overview/multimodal/audio (2026-11)',
  },
  image_type_refused: {
    anthropic: '@anthropic-ai/sdk 1.12.0: Base64ImageSource.media_type',
    gemini: 'https://ai.google.dev/gemini-api/docs/image-understanding#supported-formats (2026-11)',
    'gemini-2': 'https://ai.google.dev/gemini-api/docs/image-understanding#supported-formats (2026-11)',
  },
  file_type_refused: {
    'openai-chat': 'https://developers.openai.com/api/docs/guides/file-inputs (Chat Completions: PDF only; 2026-11)',
    anthropic: '@anthropic-ai/sdk 1.12.0: PlainTextSource, Base64PDFSource',
  },
  // not documented: what the API answers, as users of its provider's own client report it
  text_empty: {
    anthropic: 'error 400 “text content blocks must be non-empty”: https://github.com/anthropics/claude-code/issues/49171 (2026-11)',
  },
  text_blank: {
    'bedrock-converse':
      'error 400 “The text field in the ContentBlock object at messages.… is blank”: All-Hands-AI/OpenHands #5339, LibreChat-AI/agents #501 (2026-12)',
    anthropic:
      'error 400 “text content blocks must contain non-whitespace text”: https://github.com/anthropics/claude-code/issues/23440 (2026-11)',
  },
  text_file_as_document: { anthropic: '@anthropic-ai/sdk 1.12.0: PlainTextSource' },
  text_as_object: {
    gemini: '@google/genai 3.1.0: FunctionResponse.response',
    'gemini-2': '@google/genai 3.1.0: FunctionResponse.response',
  },
  media_in_tool_result: {
    'openai-responses': 'openai 7.57.0: ResponseInputItem.FunctionCallOutput.output',
    anthropic: '@anthropic-ai/sdk 1.12.0: ToolResultBlockParam.content',
    gemini: '@google/genai 3.1.0: FunctionResponse.parts; https://ai.google.dev/gemini-api/docs/function-calling#multimodal (2026-11)',
    'openai-compatible': 'the input capability tool_result_media of the service',
    'bedrock-converse': 'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolResultContentBlock.html (2026-11)',
  },
  image_as_raw_base64: { ollama: 'ollama 0.6.4: Message.images' },
  address_without_https: {
    'openai-chat': 'https://developers.openai.com/api/docs/guides/images-vision (2026-11)',
    'openai-responses': 'https://developers.openai.com/api/docs/guides/images-vision (2026-11)',
  },
  address_without_type: { gemini: '@google/genai 3.1.0: FileData.mimeType', 'gemini-2': '@google/genai 3.1.0: FileData.mimeType' },
  file_as_resource: { mcp: '@modelcontextprotocol/server 2.4.0: EmbeddedResource, BlobResourceContents' },
};

/** Where a rule of an API is written. */
export function sourceOf(rule: WireRule, api: WireApi): string {
  return RULE_SOURCES[rule]?.[api] ?? API_SOURCES[api];
}
