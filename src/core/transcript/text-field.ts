import type { Level } from './json-context.ts';

/** Keys whose string is text for a model, or was printed by a program, in the transcripts and logs of agents. */
const TEXT_KEYS: ReadonlySet<string> = new Set([
  // messages and their parts
  'text',
  'content',
  'parts',
  'input_text',
  'output_text',
  'reasoning',
  'reasoning_content',
  'thinking',
  'thought',
  'refusal',
  'transcript',
  'prompt',
  'system',
  'instructions',
  'user',
  'assistant',
  'developer',
  'completion',
  'answer',
  'question',
  'query',
  'delta',
  'partial_json',
  // tool calls and their results
  'arguments',
  'input',
  'output',
  'result',
  'results',
  'response',
  'tool_output',
  'tool_result',
  'tool_response',
  'toolOutput',
  'toolResult',
  'observation',
  'stdout',
  'stderr',
  'command',
  'script',
  'code',
  'snippet',
  'file_content',
  'fileContent',
  'page_content',
  'pageContent',
  'html',
  'markdown',
  // logs
  'message',
  'msg',
  'log',
  'logs',
  'line',
  'lines',
  'error',
  'detail',
  'details',
  'body',
  'description',
  'summary',
  'title',
  'reason',
  'note',
  'notes',
]);

/** Objects whose base64 is no text whatever its key: generated pictures and sound of OpenAI's Responses and Realtime APIs. */
const MEDIA_TYPES = /^image_generation_call$|(?:^|\.)(?:output_)?audio\.delta$|\.partial_image$/;
/** Text keys under which such objects keep their base64. */
const SHARED_KEYS: ReadonlySet<string> = new Set(['result', 'delta']);

/** Whether a string is text for a model; `unsure` when that depends on a `type` that has not been read. */
export type FieldRole = 'text' | 'other' | 'unsure';

/**
 * The role of the string that `levels` lead to. What a model takes as media (`image_url.url`, `file_data`, Anthropic's
 * `source.data`, Gemini's `inlineData.data`, Ollama's `images[]`, `input_audio.data`, MCP's `blob`) and what it takes back as
 * it is (`signature`, `encrypted_content`) stands under keys that are no text keys.
 */
export function fieldRole(levels: readonly Level[]): FieldRole {
  if (levels.some((_, at) => isTextBelow(levels, at))) return 'text';
  const own = levels.findLast(({ step }) => typeof step === 'string');
  if (own === undefined) return 'text';
  if (!TEXT_KEYS.has(own.step as string)) return 'other';
  if (own.type === undefined) return SHARED_KEYS.has(own.step as string) ? 'unsure' : 'text';
  return isMediaType(own.type) ? 'other' : 'text';
}

/** Whether an object of this type keeps media under a key that elsewhere is text. */
export function isMediaType(type: string | undefined): boolean {
  return type !== undefined && MEDIA_TYPES.test(type);
}

/** Types of objects whose `value` or `result` a client turns into text for the model (AI SDK tool results). */
const VALUE_TYPES: ReadonlySet<string> = new Set(['text', 'json', 'error-text', 'error-json']);

/**
 * Whether everything below a step reaches the model as JSON text: arguments of tool calls, and results that are objects
 * (Gemini's `functionResponse.response`, MCP's `structuredContent`, Bedrock's `toolResult.content[].json`).
 */
function isTextBelow(levels: readonly Level[], at: number): boolean {
  const { step, type } = levels[at] as Level;
  const parent = levels[at - 1]?.step;
  switch (step) {
    case 'response':
      return parent === 'functionResponse' || parent === 'function_response';
    case 'args':
      return parent === 'functionCall' || parent === 'function_call';
    case 'arguments':
    case 'structuredContent':
      return true;
    case 'json':
      return typeof parent === 'number' && levels.some((level) => level.step === 'toolResult');
    case 'input':
      return parent === 'toolUse' || type === 'tool_use' || type === 'server_tool_use' || type === 'tool-call';
    case 'value':
      return type !== undefined && VALUE_TYPES.has(type);
    case 'result':
      return type === 'tool-result';
    default:
      return false;
  }
}
