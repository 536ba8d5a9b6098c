import { formatSize } from '../content/size.ts';
import type { ImageFigures, ShrinkRefusal } from '../content/shrink-image.ts';
import { type ErrorCode, fillTemplate, sentence, type Sentence, type Template } from '../io/errors.ts';
import { MAX_SHRUNK_PIXELS, MEBIBYTE } from '../io/limits.ts';
import { own } from '../io/own.ts';
import type { LimitFinding } from '../wire/limit-finding.ts';
import { LIMIT_SENTENCES, limitSentence, ruleSentence } from '../wire/rule-sentence.ts';
import type { WireApi } from '../wire/verdict.ts';
import type { ConversationFinding, ConversationRule } from './conversation-finding.ts';
import { type Mend, MEND_SENTENCES } from './program-mends.ts';
import { REQUEST_RULES, type RequestRule, type RequestRuleName } from './request-rules.ts';

/** What each rule says; those of verdicts and limits have sentences of their own. */
export const CONVERSATION_SENTENCES: Readonly<Record<Exclude<ConversationRule, 'part_rejected' | 'part_left_out'>, Template>> = {
  part_refused: { text: 'The server refused this part: "{0}".', args: ['words'] },
  part_suspected: { text: 'The server refused this part or another like it: "{0}".', args: ['words'] },
  request_refused: { text: 'The API refuses what it has no place for: {0}.', args: ['rule'] },
  not_judged: { text: 'It is sent as it is and was not checked: no rule is known for "{0}".', args: ['shape'] },
  content_masked: { text: 'A recorder put {0} in the place of this text. What is sent is not known.', args: ['placeholder'] },
  capability_missing: { text: 'The model does not accept {0}: it has no "{1}" capability.', args: ['type', 'capability'] },
  capability_unknown: { text: 'It is not known whether the model accepts {0}.', args: ['type'] },
  call_without_result: { text: 'The tool call {0} has no result right after it.', args: ['call'] },
  result_without_call: { text: 'The result of the tool call {0} has no call right before it.', args: ['call'] },
  call_id_reused: { text: 'An earlier tool call has the same ID, {0}. IDs must be unique.', args: ['call'] },
  result_not_first: { text: 'Tool results must come first in their message; this comes before them.', args: [] },
  nothing_to_send: { text: 'There is no message to send.', args: [] },
  model_retired: { text: '{0} was retired on {1}: requests fail. Recommended instead: {2}.', args: ['model', 'date', 'successor'] },
  model_deprecated: LIMIT_SENTENCES.model_deprecated,
  model_forwarded: LIMIT_SENTENCES.model_forwarded,
  base64_in_text: { text: 'Binary content in text: {0}, {1}. The model reads it as about {2} tokens.', args: ['type', 'size', 'tokens'] },
  raw_bytes_as_text: {
    text: 'Bytes of a binary file as text: {0}. The model reads them as about {1} tokens, and does not see the file.',
    args: ['type', 'tokens'],
  },
  dropped_by_program: {
    text: 'The program read {0} and sends only these words: the model does not have its content.',
    args: ['name'],
  },
  stored_twice: { text: 'The same content as in message {0} is sent again ({1}).', args: ['message', 'size'] },
  media_stored_repeatedly: { text: 'Images and files are stored in the file more than once: {0} copies, {1}.', args: ['copies', 'bytes'] },
};

/** Beside the sentence of `media_stored_repeatedly`, where the program of a session was seen to go on without them. */
export const SLIM_SENTENCE: Template = {
  text: 'Images and files are stored in this file more than once: {0} copies, {1}. Slimming keeps one of each, in a folder next to the file.',
  args: ['copies', 'bytes'],
};

/** A finding as a sentence. */
export function conversationSentence({ code, severity, params, source, verdict }: ConversationFinding): Sentence {
  if (verdict) return ruleSentence(verdict);
  const mend = params['mend'];
  if (typeof mend === 'string' && Object.hasOwn(MEND_SENTENCES, mend))
    return fillTemplate(MEND_SENTENCES[mend as Mend], params, (value) => value);
  const rule = code === 'request_refused' ? requestRule(params['rule']) : undefined;
  if (rule) return fillTemplate(rule.sentence, params, (value) => value);
  if (params['variant'] === 'second') return fillTemplate(SECOND_RESULT, params, (value) => value);
  if (params['canSlim'] === 1) return fillTemplate(SLIM_SENTENCE, params, (value) => value);
  if (isOwnRule(code)) return fillTemplate(CONVERSATION_SENTENCES[code], params, (value) => value);
  return limitSentence({ code, severity, params, source } as LimitFinding);
}

/** For the result of a call that has one already. */
export const SECOND_RESULT: Template = { text: 'The tool call {0} has another result already.', args: ['call'] };

function requestRule(name: unknown): RequestRule | undefined {
  return typeof name === 'string' && Object.hasOwn(REQUEST_RULES, name) ? REQUEST_RULES[name as RequestRuleName] : undefined;
}

function isOwnRule(code: ConversationFinding['code']): code is keyof typeof CONVERSATION_SENTENCES {
  return code in CONVERSATION_SENTENCES;
}

/** How people read a number of each name. English and Chinese group digits alike. */
const READABLE: Readonly<Record<string, (value: number) => string>> = {
  size: formatSize,
  bytes: formatSize,
  tokens: (value) => value.toLocaleString('en'),
};

/** The params of a finding with sizes and tokens as people read them. */
export function readableParams({ code, params }: ConversationFinding): Readonly<Record<string, string | number>> {
  if (!isOwnRule(code)) return params;
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'number' ? (own(READABLE, name)?.(value) ?? value) : value]),
  );
}

/** Why an image was not made smaller. */
export const SHRINK_REFUSALS: Readonly<Record<ShrinkRefusal | 'other', string>> = {
  animated: 'it is animated',
  too_many_pixels: 'it has more than {0} megapixels',
  unreadable: 'its bytes cannot be decoded',
  stays_too_large: 'nothing makes it small enough',
  other: 'it takes too long, or too much memory',
};

/** Why an image was not made smaller. @param refusal of the image, or the code of an error */
export function shrinkRefusalSentence(refusal: ShrinkRefusal | ErrorCode): Sentence {
  const known = refusal in SHRINK_REFUSALS ? (refusal as ShrinkRefusal) : 'other';
  return sentence(SHRINK_REFUSALS[known], Math.floor(MAX_SHRUNK_PIXELS / 1_000_000));
}

/**
 * An image before and after, in any language: `PNG 3000 × 2000 → 2000 × 1333, 2.1 MB → 640 KB`. Of what is planned the bytes are those before:
 * `PNG 3000 × 2000, 2.1 MB → 2000 × 1333`.
 */
export function shrinkFigures(from: Partial<ImageFigures>, to: Partial<ImageFigures>): string {
  const name = (type: string): string => (type === 'image/webp' ? 'WebP' : type.slice('image/'.length).toUpperCase());
  const sides = ({ width, height }: Partial<ImageFigures>): string[] =>
    width === undefined || height === undefined ? [] : [`${width} × ${height}`];
  const words = (figures: Partial<ImageFigures>, hasName: boolean): string =>
    [...(hasName && figures.type !== undefined ? [name(figures.type)] : []), ...sides(figures)].join(' ');
  const arrow = (one: string, other: string): string => (other === '' || one === other ? one : `${one} → ${other}`);
  const size = (bytes: number | undefined): string => (bytes === undefined ? '' : formatSize(bytes));
  const after = words(to, to.type !== from.type);
  if (to.size === undefined)
    return arrow([words(from, true), size(from.size)].filter(Boolean).join(', '), after === words(from, false) ? '' : after);
  return [arrow(words(from, true), after), arrow(size(from.size), size(to.size))].filter(Boolean).join(', ');
}

/**
 * What the server answers to a request with this finding, as reported and documented; undefined where that is not known.
 *
 * @see conversations that failed: claude-code issues 39185, 2939, 17452, 36712, 19822, codex 5346, cline 9819
 */
export function serverWords({ code, params, pointer, severity }: ConversationFinding, api: WireApi): string | undefined {
  if (severity !== 'error') return undefined;
  if (api === 'anthropic') {
    const words = anthropicWords(code, params);
    const place = pointer === undefined || OF_CALLS.has(code) ? '' : `${pointer.slice(1).replaceAll('/', '.')}`;
    return words === undefined ? undefined : place === '' ? words : `${place}${anthropicMember(code, params)}: ${words}`;
  }
  switch (code) {
    case 'capability_missing':
      return 'this model does not support image input';
    case 'call_without_result':
      return openaiWords(api, {
        chat: "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.",
        responses: `No tool output found for function call ${params['call']}.`,
      });
    case 'context_exceeded':
      return api === 'openai-responses' || api === 'openai-chat' ? 'Your input exceeds the context window of this model.' : undefined;
    case 'not_of_its_type':
      return NOT_AN_IMAGE[api];
    case 'result_without_call':
      return openaiWords(api, {
        chat: "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
        responses: `No tool call found for function call output with call_id ${params['call']}.`,
      });
    default:
      return undefined;
  }
}

/** What the server's words name no block for. */
const OF_CALLS: ReadonlySet<ConversationFinding['code']> = new Set([
  'call_without_result',
  'result_without_call',
  'result_not_first',
  'call_id_reused',
]);

/** A place at the beginning of a server's words. */
const PLACE = /^[\w.]+: /;

/**
 * The finding that a server's message is about when it names no place, such as "Could not process image": the one in whose case the server
 * says the same, with its figures if there are several. Undefined when there is none.
 *
 * @param message of the server, of any length
 */
export function findingOfWords(findings: readonly ConversationFinding[], message: string, api: WireApi): ConversationFinding | undefined {
  const said = message.slice(0, LONGEST_MESSAGE);
  const like = findings.flatMap((finding) => {
    const words = serverWords(finding, api)?.replace(PLACE, '');
    return words !== undefined && lettersOf(said).includes(lettersOf(words)) ? [{ finding, words }] : [];
  });
  return (like.find(({ words }) => said.includes(words)) ?? like[0])?.finding;
}

/** Characters of a message of a server that count: some repeat a whole request behind it. */
const LONGEST_MESSAGE = 10_000;

/** A message may be wrapped by a terminal, or quoted in JSON, and its figures are of the program that sent it. */
function lettersOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}]+/gu, ' ')
    .trim();
}

const OPENAI_NOT_AN_IMAGE =
  "The image data you provided does not represent a valid image. Please check your input and try again with one of the supported image formats: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'].";
const GEMINI_NOT_AN_IMAGE = 'Unable to process input image.';

/** As reported of OpenAI in anomalyco/opencode #20923 and of Gemini in google-gemini/gemini-cli #5064. */
const NOT_AN_IMAGE: Readonly<Partial<Record<WireApi, string>>> = {
  'openai-chat': OPENAI_NOT_AN_IMAGE,
  'openai-responses': OPENAI_NOT_AN_IMAGE,
  gemini: GEMINI_NOT_AN_IMAGE,
  'gemini-2': GEMINI_NOT_AN_IMAGE,
};

/** The words of OpenAI's APIs, and of servers that take after the first of them. */
function openaiWords(api: WireApi, { chat, responses }: { chat: string; responses: string }): string | undefined {
  if (api === 'openai-responses') return responses;
  return api === 'openai-chat' || api === 'openai-compatible' ? chat : undefined;
}

function anthropicMember(code: ConversationFinding['code'], { rule }: ConversationFinding['params']): string {
  if (rule === 'text_empty' || rule === 'text_blank') return '';
  return code === 'capability_missing' ? '' : '.image.source.base64';
}

function wordsOfRule({ rule, shape }: ConversationFinding['params']): string | undefined {
  switch (rule) {
    case 'text_empty':
      return 'text content blocks must be non-empty';
    case 'text_blank':
      return 'text content blocks must contain non-whitespace text';
    case 'base64_invalid':
      return 'invalid base64 data';
    case 'image_type_refused':
      return IMAGE_TYPES;
    case 'type_not_taken':
      return shape === 'image' ? IMAGE_TYPES : undefined;
    default:
      return undefined;
  }
}

const IMAGE_TYPES = "media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'";

function anthropicWords(code: ConversationFinding['code'], params: ConversationFinding['params']): string | undefined {
  switch (code) {
    case 'too_large_among_many':
      return `At least one of the image dimensions exceed max allowed size for many-image requests: ${params['limit']} pixels`;
    case 'too_many_pixels':
      return `At least one of the image dimensions exceed max allowed size: ${params['limit']} pixels`;
    case 'part_too_large':
      return `image exceeds ${Number(params['limit']) / MEBIBYTE} MB maximum: ${params['actual']} bytes > ${params['limit']} bytes`;
    case 'request_too_large':
      return 'request_too_large: Request exceeds the maximum size';
    case 'type_differs_from_bytes':
      return `The image was specified using the ${params['type']} media type, but the image appears to be a ${params['detected']} image`;
    case 'not_of_its_type':
      return 'Could not process image';
    case 'empty':
      return 'image cannot be empty';
    case 'too_many_images':
      return `too many images and documents: ${params['actual']} + 0 > ${params['limit']}`;
    case 'context_exceeded':
      return `prompt is too long: ${params['tokens']} tokens > ${params['window']} maximum`;
    case 'call_without_result':
      return `\`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${params['call']}`;
    case 'result_not_first':
      return '`tool_use` ids were found without `tool_result` blocks immediately after';
    case 'call_id_reused':
      return '`tool_use` ids must be unique';
    case 'nothing_to_send':
      return 'messages: at least one message is required';
    case 'result_without_call':
      if (params['variant'] === 'second') return undefined;
      return `unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${params['call']}`;
    case 'part_rejected':
    case 'request_refused':
      return wordsOfRule(params);
    case 'capability_missing':
      return 'this model does not support image input';
    default:
      return undefined;
  }
}
