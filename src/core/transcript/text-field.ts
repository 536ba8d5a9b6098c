import type { PathStep } from './finding.ts';
import type { Window } from './window.ts';

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

/** Objects whose base64 is not text under any key: generated pictures and sound of OpenAI's Responses and Realtime APIs. */
const MEDIA_TYPES = /^image_generation_call$|(?:^|\.)(?:output_)?audio\.delta$|\.partial_image$/;
/** Text keys under which such objects keep their base64. */
const SHARED_KEYS: ReadonlySet<string> = new Set(['result', 'delta']);

/** Keys of media in a part that says by its `type` what it is; in an object without a type they are the fields of a log. */
const PART_KEYS: ReadonlySet<string> = new Set([
  'data',
  'url',
  'uri',
  'image',
  'audio',
  'video',
  'file',
  'media',
  'image_url',
  'imageUrl',
  'file_url',
  'fileUrl',
  'file_data',
  'fileData',
  'base64',
  'bytes',
]);
/** Keys of what a model takes as media, or takes back as it is, and of pictures for screens, whatever stands beside them. */
const MEDIA_KEYS: ReadonlySet<string> = new Set([
  'icon',
  'logo',
  'avatar',
  'thumbnail',
  'images',
  'blob',
  'b64_json',
  'partial_image',
  'partial_image_b64',
  'signature',
  'thinkingSignature',
  'textSignature',
  'thoughtSignature',
  'thought_signature',
  'encrypted_content',
  'encryptedContent',
  'reasoning_opaque',
  'reasoningOpaque',
]);

/** A key that is the media type of its value: the outputs of a notebook. */
const MEDIA_TYPE_KEY = /^(?:image|audio|video|application)\//;

/**
 * Whether a string is text for a model, or text that a program printed. It may depend on a `type` that has not been read: `unless_media`
 * is text but in an object whose type is one of media, `unless_typed` only in an object without a type.
 */
export type FieldRole = 'text' | 'other' | 'unless_media' | 'unless_typed';

/**
 * The role of the string that `levels` lead to. What a model takes as media (`image_url.url`, `file_data`, Anthropic's
 * `source.data`, Gemini's `inlineData.data`, Ollama's `images[]`, `input_audio.data`, MCP's `blob`) and what it takes back as
 * it is (`signature`, `encrypted_content`) is under keys that are not text keys. Nor is what programs keep for themselves, deep in the
 * records of their sessions; the fields of a log are its text.
 * @param isTextLine whether the JSON stands in a line of text
 */
export function fieldRole(levels: readonly Level[], isTextLine: boolean): FieldRole {
  if (levels.some((_, at) => isTextBelow(levels, at))) return 'text';
  const keys = levels.filter(({ step }) => typeof step === 'string');
  const own = keys.at(-1);
  if (own === undefined) return 'text';
  const key = own.step as string;
  if (!TEXT_KEYS.has(key)) return loggedRole(key, own.type, keys.length === 1, isTextLine);
  if (own.type === undefined) return SHARED_KEYS.has(key) ? 'unless_media' : 'text';
  return isTyped('unless_media', own.type) ? 'other' : 'text';
}

/** The role of a string whose key is not one of texts for a model. @param isOutermost whether it is a field of the record itself */
function loggedRole(key: string, type: string | undefined, isOutermost: boolean, isTextLine: boolean): FieldRole {
  if (MEDIA_KEYS.has(key) || MEDIA_TYPE_KEY.test(key)) return 'other';
  if (!PART_KEYS.has(key)) return isOutermost || isTextLine ? 'text' : 'other';
  if (!isOutermost || type !== undefined) return 'other';
  return 'unless_typed';
}

/** Whether an object is of a type by which a role that depends on it is not that of a text. */
export function isTyped(role: FieldRole, type: string | undefined): boolean {
  return type !== undefined && (role === 'unless_typed' || MEDIA_TYPES.test(type));
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

/** Levels of nesting that are followed; deeper ones are only counted. */
const DEEPEST = 256;
/** Bytes of a key or of a `type` that are read. */
const LONGEST_NAME = 200;

const decoder = new TextDecoder();
const TYPE = [0x74, 0x79, 0x70, 0x65];

/** A string that is read only when needed, or before its bytes are discarded. */
class LazyText {
  isSet = false;
  #text: string | undefined;
  #start = 0;
  #end = 0;

  set(start: number, end: number, text?: string): void {
    this.isSet = true;
    this.#start = start;
    this.#end = end;
    this.#text = text;
  }

  take(other: LazyText): void {
    this.isSet = other.isSet;
    this.#start = other.#start;
    this.#end = other.#end;
    this.#text = other.#text;
  }

  get(window: Window): string {
    this.#text ??= unescaped(decoder.decode(window.bytes.subarray(this.#start, Math.min(this.#end, this.#start + LONGEST_NAME))));
    return this.#text;
  }

  isType(window: Window): boolean {
    if (!this.isSet) return false;
    if (this.#text !== undefined) return this.#text === 'type';
    return this.#end - this.#start === 4 && TYPE.every((byte, at) => window.bytes[this.#start + at] === byte);
  }
}

/** An open object or array. */
class Frame {
  isArray = false;
  index = 0;
  readonly key = new LazyText();
  /** The value of its key `type`, once read. */
  readonly type = new LazyText();
}

/** One level of the path to a value. */
interface Level {
  readonly step: PathStep;
  /** The `type` of the object the step belongs to, when it has been read. */
  readonly type: string | undefined;
}

/**
 * The scanner's position in a JSON value. It accepts what it reads while that is consistent, and starts over where it
 * isn't: a truncated line doesn't affect the following ones.
 */
export class JsonContext {
  readonly #window: Window;
  readonly #frames: Frame[] = [];
  #depth = 0;
  #deeper = 0;
  readonly #last = new LazyText();
  #stringStart = 0;
  /** The beginning of a discarded string. */
  #prefix: readonly number[] = [];
  #hasValue = false;

  constructor(window: Window) {
    this.#window = window;
  }

  /** Whether a string that begins here is a key. */
  get expectsKey(): boolean {
    const frame = this.#top;
    return frame !== undefined && this.#deeper === 0 && !frame.isArray && !frame.key.isSet;
  }

  /** Open levels too deep to be followed. */
  get isTooDeep(): boolean {
    return this.#deeper > 0;
  }

  get depth(): number {
    return this.#depth;
  }

  reset(): void {
    this.#depth = this.#deeper = 0;
    this.#hasValue = false;
  }

  open(isArray: boolean): void {
    if (this.#hasValue || this.expectsKey) this.reset();
    if (this.#depth === DEEPEST) {
      this.#deeper++;
      return;
    }
    const frame = (this.#frames[this.#depth++] ??= new Frame());
    frame.isArray = isArray;
    frame.index = 0;
    frame.key.isSet = frame.type.isSet = this.#last.isSet = false;
  }

  close(): void {
    if (this.#deeper > 0) this.#deeper--;
    else if (this.#depth > 0) this.#depth--;
    this.#hasValue = this.#depth > 0;
    this.#last.isSet = false;
  }

  comma(): void {
    this.#hasValue = this.#last.isSet = false;
    const frame = this.#top;
    if (frame === undefined || this.#deeper > 0) return;
    if (frame.isArray) frame.index++;
    else frame.key.isSet = false;
  }

  colon(): void {
    const frame = this.#top;
    if (frame !== undefined && this.#deeper === 0 && !frame.isArray && this.#last.isSet) frame.key.take(this.#last);
    this.#hasValue = this.#last.isSet = false;
  }

  /** @param place after the opening quote */
  stringBegins(place: number): void {
    this.#stringStart = place;
    this.#prefix = [];
  }

  /** @param place of the closing quote */
  stringEnds(place: number): void {
    if (this.#stringStart >= 0) this.#last.set(this.#stringStart, place);
    else this.#last.set(0, 0, unescaped(decoder.decode(Uint8Array.from(this.#prefixTo(place)))));
    const frame = this.#top;
    if (frame === undefined || this.#deeper > 0) return;
    if (!frame.isArray && frame.key.isType(this.#window)) frame.type.take(this.#last);
    this.#hasValue = frame.isArray || frame.key.isSet;
  }

  /** The path to the scanner's position, outermost first. */
  levels(): Level[] {
    const levels: Level[] = [];
    for (let at = 0; at < this.#depth; at++) {
      const frame = this.#frames[at] as Frame;
      if (frame.isArray) levels.push({ step: frame.index, type: undefined });
      else if (frame.key.isSet) levels.push({ step: frame.key.get(this.#window), type: this.#typeOf(frame) });
    }
    return levels;
  }

  /** The `type` of the innermost object, when it has been read. */
  get type(): string | undefined {
    return this.#top && this.#typeOf(this.#top);
  }

  #typeOf({ type }: Frame): string | undefined {
    return type.isSet ? type.get(this.#window) : undefined;
  }

  /** Discards the bytes before an offset, after reading what may be needed later. */
  discardBefore(before: number, isInString: boolean): void {
    for (const { key, type } of this.#frames.slice(0, this.#depth)) {
      if (key.isSet) key.get(this.#window);
      if (type.isSet) type.get(this.#window);
    }
    if (this.#last.isSet) this.#last.get(this.#window);
    if (isInString && before > this.#stringStart) this.#prefix = this.#prefixTo(before);
    this.#stringStart -= before;
  }

  #prefixTo(place: number): readonly number[] {
    const room = LONGEST_NAME - this.#prefix.length;
    if (room <= 0) return this.#prefix;
    const from = Math.max(0, this.#stringStart);
    return [...this.#prefix, ...this.#window.bytes.subarray(from, Math.min(place, from + room))];
  }

  get #top(): Frame | undefined {
    return this.#depth > 0 ? this.#frames[this.#depth - 1] : undefined;
  }
}

function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return text;
  }
}
