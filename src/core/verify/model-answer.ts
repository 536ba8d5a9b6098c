import type { SendableApi } from '../wire/endpoint.ts';
import type { Probe } from './probe.ts';

/** A model's answer, independent of the API. */
export interface ModelAnswer {
  /** Without reasoning. */
  readonly text: string;
  /** It called a tool. */
  readonly isCall: boolean;
  /** It was cut at the token limit. */
  readonly isCut: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Parses a successful answer's JSON; undefined when it is not one of this API. Shapes: the types of the SDKs named in wire/rule-sources.
 */
export function readModelAnswer(value: unknown, api: SendableApi): ModelAnswer | undefined {
  const body = fieldsOf(value);
  if (!body) return undefined;
  switch (api) {
    case 'openai-chat':
    case 'openai-compatible':
    case 'mistral':
      return chatAnswer(body);
    case 'cohere':
      return cohereAnswer(body);
    case 'bedrock-converse':
      return converseAnswer(body);
    case 'bedrock-invoke':
      return anthropicAnswer(body) ?? converseAnswer(body);
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

/** cohere-ai 8.1.0: V2ChatResponse */
function cohereAnswer(body: Fields): ModelAnswer | undefined {
  const message = fieldsOf(body['message']);
  if (!message) return undefined;
  return {
    text: textOf(message['content']),
    isCall: listOf(message['tool_calls']).length > 0,
    isCut: body['finish_reason'] === 'MAX_TOKENS',
  };
}

/** @aws-sdk/client-bedrock-runtime 3.1164.0: ConverseResponse */
function converseAnswer(body: Fields): ModelAnswer | undefined {
  const message = fieldsOf(fieldsOf(body['output'])?.['message']);
  if (!message) return undefined;
  const blocks = fieldLists(message['content']);
  return { text: textOf(blocks), isCall: blocks.some((block) => fieldsOf(block['toolUse'])), isCut: body['stopReason'] === 'max_tokens' };
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

/** Probes with a sample; only the answer shows whether the model saw it. */
export type SampleProbe = Extract<Probe, 'vision' | 'audio' | 'file' | 'tool_result_media'>;

/** The picture's colour in several languages. */
const RED = [
  words(
    'red|reddish|crimson|scarlet|rot(?:e[mnrs]?)?|rouges?|roj[oa]s?|ross[oaie]|vermelh[oa]|vermell|rood|röda?|rött|røde?|rødt|punai\\p{L}*|punane|raudon\\p{L}*|sarkan\\p{L}*',
  ),
  words(
    'czerwon\\p{L}*|červen\\p{L}*|crven\\p{L}*|piros|vörös|kırmızı|merah|đỏ|roșu|rosu|красн\\p{L}*|червон\\p{L}*|червен\\p{L}*|κόκκιν\\p{L}*',
  ),
  /红|紅|赤|レッド|빨간|빨강|붉은|적색|레드|أحمر|احمر|אדום|लाल|แดง|#f00\b|#ff0000|255\s*,\s*0\s*,\s*0(?!\d)/giu,
];
/** The word on the page in several languages. */
const ORCHID = [/orchid|orqu[ií]dea|orkid|орхиде|兰|蘭|オーキッド|난초/giu];
const SILENCE = [
  words(
    'silen(?:ce|t|cio|zio|cieux)|silêncio|quiet|nothing|nichts|stille|ruhe|rien|nada|niente|stilte|тишин\\p{L}*|ничего|cisza|sessizlik',
  ),
  /安静|安靜|寂静|寂靜|静音|靜音|静寂|無音|无声|無聲|沉默|침묵|조용|무음|정적|صمت|शांति|मौन/gu,
];
const EVIDENCE: Readonly<Record<SampleProbe, readonly RegExp[]>> = {
  vision: RED,
  file: ORCHID,
  audio: SILENCE,
  tool_result_media: [...RED, ...ORCHID],
};

/** Phrases by which models say they see nothing. */
const DENIALS = [
  words(
    "no|not|\\p{L}+n['’]t|cant|cannot|unable|sorry|without|unfortunately|nicht|kein\\p{L}*|leider|ne|n['’]\\p{L}+|pas|aucune?|désolée?|impossible|não|sem|non|niet|geen|inte|ikke|nie|nem|не|нет|değil|yok|tidak|không|لا|لم|नहीं",
  ),
  /不|没|沒|无|無|未|抱歉|ない|ません|すみません|申し訳|없|못|않/u,
];

export function hasSample(probe: Probe): probe is SampleProbe {
  return probe in EVIDENCE;
}

/**
 * Whether the answer shows that the model received the sample: many servers drop unknown parts, and the model then sees nothing or guesses.
 * Doubtful answers don't count.
 */
export function showsSample(probe: SampleProbe, answer: string): boolean {
  const normal = answer.normalize('NFC');
  const rest = EVIDENCE[probe].reduce((text, pattern) => text.replace(pattern, ' '), normal);
  return rest !== normal && !DENIALS.some((denial) => rest.search(denial) !== -1);
}

/** Matches any of these as whole words, in any script. */
function words(alternatives: string): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${alternatives})(?!\\p{L})`, 'giu');
}
