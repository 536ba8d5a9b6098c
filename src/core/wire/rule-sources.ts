import type { WireApi } from './api.ts';
import type { WireRule } from './verdict.ts';

/** Where each API says what it takes. Read in November 2026; limits age. */
const API_SOURCES: Readonly<Record<WireApi, string>> = {
  'openai-chat': 'openai 7.57.0: ChatCompletionCreateParams; https://developers.openai.com/api/docs/guides/images-vision (2026-11)',
  'openai-responses': 'openai 7.57.0: ResponseCreateParams; https://developers.openai.com/api/docs/guides/file-inputs (2026-11)',
  anthropic:
    '@anthropic-ai/sdk 1.12.0: MessageCreateParams; https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls (2026-11)',
  gemini: '@google/genai 3.1.0: Content; https://ai.google.dev/gemini-api/docs/function-calling (2026-11)',
  'gemini-2': '@google/genai 3.1.0: Content; https://ai.google.dev/gemini-api/docs/function-calling (2026-11)',
  'openai-compatible': 'https://docs.vllm.ai/en/latest/features/multimodal_inputs.html (2026-11)',
  ollama: 'ollama 0.6.4: ChatRequest; https://docs.ollama.com/api/chat (2026-11)',
  mcp: '@modelcontextprotocol/server 2.4.0: CallToolResult; https://modelcontextprotocol.io/specification/2025-11-25/server/tools (2026-11)',
};

/** Rules that are written somewhere else than the API's main page. */
const RULE_SOURCES: Readonly<Partial<Record<WireRule, Readonly<Partial<Record<WireApi, string>>>>>> = {
  tool_result_takes_text_only: {
    'openai-chat': 'openai 7.57.0: ChatCompletionToolMessageParam.content (string or text parts)',
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
