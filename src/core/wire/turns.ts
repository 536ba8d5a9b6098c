import { GENERIC_BINARY, isGenericMediaType, mediaKind, type MediaKind, normaliseMediaType } from '../content/media-type.ts';
import { decodeText } from '../content/text-encoding.ts';
import { isObject } from '../io/arguments.ts';
import { decodeKnownBase64, isBase64 } from '../io/base64.ts';
import { pathOfFileId } from '../refs/reference.ts';
import type { ContentPart, ContentRouteResult } from '../routing/route-result.ts';
import type { ArtifactNotFound, ToolMessage } from '../routing/tool-message.ts';

/** Instructions to the model, before or between the messages. */
interface SystemMessage {
  readonly role: 'system';
  /** Only the text of parts counts: no API takes anything else there. */
  readonly content: string | readonly ContentPart[];
}

/** A message of a person or another agent to the model. */
export interface UserMessage {
  readonly role: 'user';
  readonly content: string | readonly ContentPart[];
}

export interface ToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: {
    readonly name: string;
    /** JSON text of an object. */
    readonly arguments: string;
  };
}

/** The model's answer: text, tool calls, or both. */
export interface AssistantMessage {
  readonly role: 'assistant';
  readonly content: string | null;
  readonly tool_calls?: readonly ToolCall[];
}

/** A message in the canonical form, from which each API's body is written. */
export type CanonicalMessage = SystemMessage | UserMessage | AssistantMessage | ToolMessage;

/** The id of the call in {@link readingTurn}; real ones are made by the model. */
export const EXAMPLE_CALL_ID = 'call_preview';

/**
 * The turn in which a model reads an artifact: a request, the model's call of `get_artifact`, and the answer. No API accepts a tool's
 * answer without its call, so this is the minimum that can be sent. A file that is no artifact is read by a call of `read_file`, as agents
 * of all kinds have one.
 *
 * @param reference `artifact:{id}`, or `file:{path}`
 * @param answer the tool's answer to the call {@link EXAMPLE_CALL_ID}
 */
export function readingTurn(reference: string, answer: ToolMessage): CanonicalMessage[] {
  const path = pathOfFileId(reference);
  const [name, input] = path === undefined ? ['get_artifact', { ref: reference }] : ['read_file', { path }];
  return [
    { role: 'user', content: `Read ${path ?? reference}.` },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: answer.tool_call_id, type: 'function', function: { name, arguments: JSON.stringify(input) } }],
    },
    answer,
  ];
}

/** Tool name for APIs that require one when the call is not among the messages. */
const UNKNOWN_TOOL = 'unknown_tool';

/** A part with its position in the messages. */
export interface PlacedPart {
  /** Index of the message, and of the part in its content. */
  readonly message: number;
  readonly part: number;
  readonly item: WireItem;
}

interface SystemTurn {
  readonly role: 'system';
  readonly text: string;
}

export interface UserTurn {
  readonly role: 'user';
  readonly parts: readonly PlacedPart[];
}

export interface AssistantTurn {
  readonly role: 'assistant';
  /** Empty when it only calls tools. */
  readonly text: string;
  readonly calls: readonly ParsedCall[];
}

/** A call with parsed arguments. */
export interface ParsedCall {
  readonly id: string;
  readonly name: string;
  /** The model's JSON; `{}` for a value that is not a string. */
  readonly arguments: string;
  /** The parsed object; empty for anything else. */
  readonly input: Record<string, unknown>;
}

export interface ToolAnswer {
  readonly callId: string;
  /** From the call with this id; {@link UNKNOWN_TOOL} without one. */
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly parts: readonly PlacedPart[];
  /** The object of a JSON answer, parsed on demand; undefined for any other answer. */
  readonly object: () => Record<string, unknown> | undefined;
}

/** The answers to the calls of one turn. */
export interface ToolTurn {
  readonly role: 'tool';
  readonly answers: readonly ToolAnswer[];
}

/** A turn as APIs see it: consecutive tool messages are one. */
export type Turn = SystemTurn | UserTurn | AssistantTurn | ToolTurn;

/** All instructions of a request, for APIs that have one place for them; empty without any. */
export function systemText(turns: readonly Turn[]): string {
  return turns.flatMap((turn) => (turn.role === 'system' && turn.text !== '' ? turn.text : [])).join('\n\n');
}

/** Messages read once, for writing to several APIs. */
export interface ReadMessages {
  readonly turns: readonly Turn[];
  /** Number of messages. */
  readonly count: number;
  /** The last tool result, if known: an MCP result is made from it. */
  readonly answer?: ContentRouteResult | ArtifactNotFound | undefined;
}

export interface ReadOptions extends Pick<ReadMessages, 'answer'> {
  /** The base64 was made or checked by a router. */
  readonly isChecked?: boolean;
}

/** Reads messages. A message with any other role than tool, assistant or system counts as the user's; invalid ones are skipped. */
export function readMessages(messages: readonly CanonicalMessage[], { isChecked = false, answer }: ReadOptions = {}): ReadMessages {
  const turns: Turn[] = [];
  const calls = new Map<string, ParsedCall>();
  let answers: ToolAnswer[] = [];
  for (const [index, message] of messages.entries()) {
    if (!isObject(message)) continue;
    switch (message.role) {
      case 'tool':
        if (turns.at(-1)?.role !== 'tool') turns.push({ role: 'tool', answers: (answers = []) });
        answers.push(readAnswer(message, readContent(message.content, index, isChecked), calls));
        break;
      case 'assistant': {
        const parsed = readCalls(message.tool_calls);
        for (const call of parsed) calls.set(call.id, call);
        turns.push({ role: 'assistant', text: typeof message.content === 'string' ? message.content : '', calls: parsed });
        break;
      }
      case 'system':
        turns.push({ role: 'system', text: textsOf(message.content) });
        break;
      default:
        turns.push({ role: 'user', parts: readContent(message.content, index, isChecked) });
    }
  }
  return { turns, count: messages.length, answer };
}

function readAnswer({ tool_call_id: id }: ToolMessage, parts: readonly PlacedPart[], calls: ReadonlyMap<string, ParsedCall>): ToolAnswer {
  const { name = UNKNOWN_TOOL, input = {} } = calls.get(id) ?? {};
  return { callId: typeof id === 'string' ? id : '', name, input, parts, object: objectIn(parts) };
}

function readContent(content: unknown, message: number, isChecked: boolean): PlacedPart[] {
  const parts: readonly unknown[] = typeof content === 'string' ? [content] : Array.isArray(content) ? Array.from(content) : [];
  return parts.map((part, at) => ({ message, part: at, item: readPart(part, isChecked) }));
}

function textsOf(content: unknown): string {
  const parts = readContent(content, 0, true);
  return parts.flatMap(({ item }) => (item.type === 'text' ? item.text : [])).join('\n\n');
}

function objectIn([only, ...others]: readonly PlacedPart[]): ToolAnswer['object'] {
  let parsed: { readonly object: Record<string, unknown> | undefined } | undefined;
  const text = only?.item.type === 'text' && others.length === 0 ? only.item.text : undefined;
  return () => (parsed ??= { object: objectOf(text) }).object;
}

function readCalls(calls: unknown): ParsedCall[] {
  if (!Array.isArray(calls)) return [];
  return Array.from(calls as readonly ToolCall[])
    .filter(isObject)
    .map(readCall);
}

function readCall(call: ToolCall): ParsedCall {
  const text: unknown = call.function?.arguments;
  const name: unknown = call.function?.name;
  return {
    id: typeof call.id === 'string' || typeof call.id === 'number' ? String(call.id) : '',
    name: typeof name === 'string' && name !== '' ? name : UNKNOWN_TOOL,
    arguments: typeof text === 'string' && text !== '' ? text : '{}',
    input: objectOf(text) ?? {},
  };
}

/** Deeper values stay text, because processing them could exceed the call stack. */
const MAX_DEPTH = 60;

/** The object of a JSON text; undefined when it is not one or too deep. */
function objectOf(text: unknown): Record<string, unknown> | undefined {
  if (typeof text !== 'string' || !/^\s*\{/.test(text.slice(0, 100))) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isPlainObject(value) && !isDeeperThan(value, MAX_DEPTH) ? value : undefined;
  } catch {
    return undefined; // not JSON
  }
}

/** Whether a JSON value contains a member of this name at any depth. The value must not be deep. */
export function hasMember(value: unknown, name: string): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, name) || Object.values(value).some((below) => hasMember(below, name));
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Breadth-first, so that deep values don't exceed the call stack. */
function isDeeperThan(value: object, limit: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return true;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return false;
}

interface TextItem {
  readonly type: 'text';
  readonly text: string;
}

/** The bytes of a part. */
export interface MediaItem {
  readonly type: 'media';
  /** By media type: an image may be in a file part. An `image_url` without a type is an image. */
  readonly kind: MediaKind;
  readonly mimeType: string;
  /** The name of a file part. */
  readonly filename?: string;
  /** base64, a string of the message or a slice of it. */
  readonly data: string;
  /** The data URL, if the part has one with a canonical type. */
  readonly url?: string;
  /** Fully valid base64 (RFC 4648 §4). */
  readonly isBase64: boolean;
  readonly isFile: boolean;
  /** The decoded text, on demand; undefined when it is not text. */
  readonly text: () => string | undefined;
}

/** The URL of an image, or of a file. */
export interface LinkItem {
  readonly type: 'link';
  readonly url: string;
  /** By the declared type; an image where none is wanted, `other` where none is known. */
  readonly kind: MediaKind;
  /** As it is declared beside a file's URL. */
  readonly mimeType?: string;
}

/** An `image_url` that is neither a base64 data URL nor an address. */
interface BrokenItem {
  readonly type: 'broken';
  readonly url: string;
}

/** A part of unknown type. */
interface UnknownItem {
  readonly type: 'unknown';
  /** Its stated type. */
  readonly name: string;
}

export type WireItem = TextItem | MediaItem | LinkItem | BrokenItem | UnknownItem;

/**
 * Reads a message part. Messages are untrusted, so any value yields an item.
 *
 * @param isChecked the base64 was made or checked by a router; it may be megabytes long
 */
export function readPart(part: unknown, isChecked = false): WireItem {
  if (!isObject(part)) return typeof part === 'string' ? { type: 'text', text: part } : { type: 'unknown', name: typeof part };
  const { type } = part;
  if (type === 'text' && typeof part['text'] === 'string') return { type: 'text', text: part['text'] };
  if (type === 'image_url' && isObject(part['image_url'])) return readUrl(part['image_url']['url'], isChecked);
  if (type === 'file' && isObject(part['file'])) return readFile(part['file'], isChecked);
  return { type: 'unknown', name: typeof type === 'string' ? type : typeof type };
}

function readUrl(url: unknown, isChecked: boolean): WireItem {
  if (typeof url !== 'string') return { type: 'broken', url: '' };
  const parsed = parseDataUrl(url);
  if (!parsed) return /^https?:\/\//i.test(url.slice(0, 8)) ? { type: 'link', url, kind: 'image' } : { type: 'broken', url };
  const { mimeType = GENERIC_BINARY, start } = parsed;
  const data = url.slice(start);
  if (!isChecked && !isBase64(data)) return { type: 'broken', url };
  const isCanonical = url.slice(0, start) === `data:${mimeType};base64,`;
  // For bytes without a type only the kind of part is known.
  return {
    type: 'media',
    kind: isGenericMediaType(mimeType) ? 'image' : mediaKind(mimeType),
    mimeType,
    data,
    ...(isCanonical && { url }),
    isBase64: true,
    isFile: false,
    text: textOf(data),
  };
}

function readFile(file: Record<string, unknown>, isChecked: boolean): WireItem {
  const { filename, url } = file;
  if (typeof url === 'string' && file['data'] === undefined) {
    const declared = normaliseMediaType(typeof file['mimeType'] === 'string' ? file['mimeType'] : '');
    return { type: 'link', url, kind: mediaKind(declared ?? ''), ...(declared !== undefined && { mimeType: declared }) };
  }
  const data = typeof file['data'] === 'string' ? file['data'] : '';
  const isValid = isChecked || (typeof file['data'] === 'string' && isBase64(data));
  const mimeType = normaliseMediaType(typeof file['mimeType'] === 'string' ? file['mimeType'] : '') ?? GENERIC_BINARY;
  return {
    type: 'media',
    kind: mediaKind(mimeType),
    mimeType,
    ...(typeof filename === 'string' && filename !== '' && { filename }),
    data,
    isBase64: isValid,
    isFile: true,
    text: isValid ? textOf(data) : () => undefined,
  };
}

/** Decodes once: a part is written for many services. */
function textOf(data: string): () => string | undefined {
  let text: { readonly decoded: string | undefined } | undefined;
  return () => (text ??= { decoded: decodeText(decodeKnownBase64(data))?.text }).decoded;
}

/** A parsed data URL, without its base64. */
interface DataUrl {
  /** Canonical; undefined when it is not a media type. */
  readonly mimeType: string | undefined;
  /** Offset of the base64. */
  readonly start: number;
}

/** Longest media type with parameters. */
const LONGEST_HEAD = 300;
const HEAD = /^data:([^;,]*)(?:;[^;,]*)*;base64,/i;

/** Parses `data:{mimeType};base64,{data}` (RFC 2397) by its head only; undefined for other text. */
function parseDataUrl(url: string): DataUrl | undefined {
  const head = HEAD.exec(url.slice(0, LONGEST_HEAD));
  return head ? { mimeType: normaliseMediaType(head[1]), start: head[0].length } : undefined;
}
