import type { SendableApi } from '../wire/endpoint.ts';

/** What a model answered, whatever its API. */
export interface ModelAnswer {
  /** Of its thoughts nothing. */
  readonly text: string;
  /** It called a tool. */
  readonly isCall: boolean;
  /** It ended at the limit of tokens. */
  readonly isCut: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

/** Reads the JSON of a successful answer; undefined when it is not one of this API. Shapes: the types of the SDKs named in wire/rule-sources. */
export function readModelAnswer(value: unknown, api: SendableApi): ModelAnswer | undefined {
  const body = fieldsOf(value);
  if (!body) return undefined;
  switch (api) {
    case 'openai-chat':
    case 'openai-compatible':
      return chatAnswer(body);
    case 'openai-responses':
      return responsesAnswer(body);
    case 'anthropic':
      return anthropicAnswer(body);
    case 'gemini':
    case 'gemini-2':
      return geminiAnswer(body);
    case 'ollama':
      return ollamaAnswer(body);
  }
}

function chatAnswer(body: Fields): ModelAnswer | undefined {
  const choice = fieldsOf(listOf(body['choices'])[0]);
  const message = fieldsOf(choice?.['message']);
  if (!choice || !message) return undefined;
  return {
    text: textOf(message['content']),
    isCall: listOf(message['tool_calls']).length > 0,
    isCut: choice['finish_reason'] === 'length',
  };
}

function responsesAnswer(body: Fields): ModelAnswer | undefined {
  if (!Array.isArray(body['output'])) return undefined;
  const items = fieldLists(body['output']);
  return {
    text: items
      .filter(({ type }) => type === 'message')
      .map(({ content }) => textOf(content))
      .join(''),
    isCall: items.some(({ type }) => type === 'function_call'),
    isCut: body['status'] === 'incomplete',
  };
}

function anthropicAnswer(body: Fields): ModelAnswer | undefined {
  if (!Array.isArray(body['content'])) return undefined;
  const blocks = fieldLists(body['content']);
  return {
    text: textOf(blocks.filter(({ type }) => type === 'text')),
    isCall: blocks.some(({ type }) => type === 'tool_use'),
    isCut: body['stop_reason'] === 'max_tokens',
  };
}

function geminiAnswer(body: Fields): ModelAnswer | undefined {
  const candidate = fieldsOf(listOf(body['candidates'])[0]);
  if (!candidate) return undefined;
  const parts = fieldLists(fieldsOf(candidate['content'])?.['parts']);
  return {
    text: textOf(parts.filter(({ thought }) => thought !== true)),
    isCall: parts.some((part) => fieldsOf(part['functionCall'])),
    isCut: candidate['finishReason'] === 'MAX_TOKENS',
  };
}

function ollamaAnswer(body: Fields): ModelAnswer | undefined {
  const message = fieldsOf(body['message']);
  if (!message) return undefined;
  return { text: textOf(message['content']), isCall: listOf(message['tool_calls']).length > 0, isCut: body['done_reason'] === 'length' };
}

/** A text, or the texts of parts. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return fieldLists(content)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('');
}

function fieldLists(value: unknown): Fields[] {
  return listOf(value)
    .map(fieldsOf)
    .filter((fields) => fields !== undefined);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}
