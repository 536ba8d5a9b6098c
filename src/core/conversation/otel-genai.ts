import { timeOf } from './claude-code.ts';
import { chatMessageParts } from './chat-parts.ts';
import type { JsonRecord } from './json-records.ts';
import { at, itemsAt, type Outline, type OutlineMember, type OutlineString, parseText, textAt } from './outline.ts';
import {
  rangeOfParts,
  callPart,
  emptyResult,
  linkPart,
  mediaPart,
  member,
  type MessageDraft,
  type PartDraft,
  type Placed,
  reasoningPart,
  textPart,
  unknownPart,
} from './part-drafts.ts';
import { anyPart } from './request-body.ts';
import { roleOf } from './responses-items.ts';

/** Attributes of a span, an event or a log record by their names; values as plain JSON. */
type Attributes = ReadonlyMap<string, Placed>;

/** What carries attributes: a span, or an event beside it. */
interface Carrier {
  readonly attributes: Attributes;
  readonly name: string;
  /** The body of a log record. */
  readonly body: Placed | undefined;
  readonly time: { readonly time?: number };
}

const INPUT = 'gen_ai.input.messages';
const OUTPUT = 'gen_ai.output.messages';
const TOOLS = 'gen_ai.tool.definitions';
const SYSTEM = ['gen_ai.system_instructions', 'gen_ai.system.instructions'];
const CHOICE = 'gen_ai.choice';
/** The names of events with a message each, until version 1.36 of the conventions. */
const MESSAGE_EVENT = /^gen_ai\.(system|user|assistant|tool)\.message$/;
/** `gen_ai.prompt.0.tool_calls.1.function.name` */
const NUMBERED = /^gen_ai\.(prompt|completion)\.(\d+)\.(?:tool_calls\.(\d+)\.)?(.+)$/;

/**
 * Spans and log records of OpenTelemetry with the attributes for generative AI, in OTLP JSON (whole, or one export a line) or as consoles
 * print them. Each span is a request, and a conversation of its own. Values are structures of the protocol, plain JSON or JSON text.
 * Sources: open-telemetry/semantic-conventions-genai `docs/gen-ai/gen-ai-{input,output}-messages.json`, `gen-ai-spans.md`; for events
 * open-telemetry/semantic-conventions v1.36.0 `docs/gen-ai/gen-ai-events.md`; for `gen_ai.prompt.N.content` traceloop/openllmetry;
 * open-telemetry/opentelemetry-proto `trace.proto`, `common.proto`; last verified 2026-11.
 */
export class OtelReader {
  readonly #roots = new Map<string, number>();
  /** The last model that answered. */
  model: string | undefined;

  /** The messages of an export, a span or a log record; undefined for what has none. @param path of the value in its document */
  read(node: Outline, record: JsonRecord, path: Placed['path'] = []): MessageDraft[] | undefined {
    const messages = spansIn(node).flatMap((span) => this.#span({ node: span, path }, record));
    return messages.length > 0 ? messages : undefined;
  }

  #span(span: Placed, record: JsonRecord): MessageDraft[] {
    const { node } = span;
    const own = carrierOf(span);
    const events = itemsAt(node, 'events').map((event) => carrierOf({ ...span, node: event }));
    const carriers = [own, ...events];
    if (
      !carriers.some(
        ({ attributes, name }) => name.startsWith('gen_ai.') || [...attributes.keys()].some((key) => key.startsWith('gen_ai.')),
      )
    )
      return [];
    const model = valueIn(carriers, 'gen_ai.response.model') ?? valueIn(carriers, 'gen_ai.request.model');
    const found = newest(carriers, record) ?? carriers.flatMap((carrier) => older(carrier, record));
    const messages = found.filter(({ parts }) => parts.length > 0);
    if (messages.length === 0) return [];
    this.model = model ?? this.model;
    const root = this.#rootOf(node);
    return messages.map((message) => ({
      ...own.time,
      ...message,
      root,
      ...(message.role === 'assistant' && model !== undefined && { model }),
    }));
  }

  /** Log records of a span belong together, wherever they are. */
  #rootOf(node: Outline): number {
    const span = textAt(node, 'spanId') ?? textAt(node, 'span_id') ?? textAt(node, 'context', 'span_id');
    const trace = textAt(node, 'traceId') ?? textAt(node, 'trace_id') ?? textAt(node, 'context', 'trace_id') ?? '';
    const key = span === undefined ? `at ${node.start}` : `${trace}/${span}`;
    const root = this.#roots.get(key) ?? this.#roots.size;
    this.#roots.set(key, root);
    return root;
  }
}

/** All spans and log records of a value. */
function spansIn(node: Outline): Outline[] {
  const resources = ['resourceSpans', 'resourceLogs', 'batches'].flatMap((name) => itemsAt(node, name));
  if (resources.length === 0) return at(node, 'attributes') ? [node] : [];
  return resources.flatMap((resource) =>
    ['scopeSpans', 'scopeLogs', 'instrumentationLibrarySpans'].flatMap((name) =>
      itemsAt(resource, name).flatMap((scope) => [...itemsAt(scope, 'spans'), ...itemsAt(scope, 'logRecords')]),
    ),
  );
}

function carrierOf({ node, path }: Placed): Carrier {
  const attributes = new Map<string, Placed>();
  const list = at(node, 'attributes');
  for (const item of itemsAt(list)) {
    const key = textAt(item, 'key');
    const value = at(item, 'value');
    if (key !== undefined && value) attributes.set(key, plainPlaced(value, [...path, key]));
  }
  if (list?.type === 'object') for (const { name, value } of list.members) attributes.set(name, plainPlaced(value, [...path, name]));
  const body = at(node, 'body');
  const name = textAt(node, 'eventName') ?? textAt(node, 'name') ?? textAt(attributes.get('event.name')?.node) ?? '';
  return { attributes, name, body: body && plainPlaced(body, [...path, 'body']), time: spanTime(node) };
}

/** Nanoseconds since 1970 as text, or an ISO time. */
function spanTime(node: Outline): { time?: number } {
  const nanoseconds = textAt(node, 'startTimeUnixNano') ?? textAt(node, 'timeUnixNano');
  if (nanoseconds === undefined || !/^\d+$/.test(nanoseconds)) return timeOf(textAt(node, 'start_time') ?? textAt(node, 'timestamp'));
  return { time: Math.floor(Number(nanoseconds) / 1e6) };
}

const VALUES = ['stringValue', 'arrayValue', 'kvlistValue', 'intValue', 'boolValue', 'doubleValue', 'bytesValue'];

/** A value of the protocol as plain JSON; any other as it is. */
function plainPlaced(node: Outline, path: Placed['path']): Placed {
  const isOtlp = node.type === 'object' && node.members.length === 1 && VALUES.includes(node.members[0]?.name ?? '');
  return { node: isOtlp ? plainOf(node) : node, path, ...(isOtlp && { notation: 'otlp' }) };
}

/** What is in a JSON text; any other value as it is. */
function inText(placed: Placed, record: JsonRecord): Placed {
  const value = placed.node.type === 'string' ? parseText(record, placed.node) : undefined;
  return value ? { ...placed, node: value, notation: 'text' } : placed;
}

/** A value of the protocol as plain JSON, in the same place. */
function plainOf(node: Outline): Outline {
  const { start, end } = node;
  const only = node.type === 'object' ? node.members[0] : undefined;
  if (only?.name === 'arrayValue') return { type: 'array', start, end, items: itemsAt(only.value, 'values').map(plainOf) };
  if (only?.name === 'kvlistValue') {
    const members = itemsAt(only.value, 'values').flatMap((item): OutlineMember[] => {
      const key = at(item, 'key');
      const value = at(item, 'value');
      return key?.type === 'string' && value ? [{ name: key.text, start: key.start, value: plainOf(value) }] : [];
    });
    return { type: 'object', start, end, members };
  }
  return only && VALUES.includes(only.name) ? only.value : node;
}

function valueIn(carriers: readonly Carrier[], name: string): string | undefined {
  for (const { attributes } of carriers) {
    const text = textAt(attributes.get(name)?.node);
    if (text) return text;
  }
  return undefined;
}

/** Messages as the conventions have them now; undefined without. */
function newest(carriers: readonly Carrier[], record: JsonRecord): MessageDraft[] | undefined {
  const carrier = carriers.find(({ attributes }) => attributes.has(INPUT) || attributes.has(OUTPUT));
  if (!carrier) return undefined;
  const { attributes } = carrier;
  const system = SYSTEM.flatMap((name) => attributes.get(name) ?? []).flatMap((value) => systemParts(inText(value, record)));
  const tools = attributes.get(TOOLS);
  const before = [...system, ...(tools ? [{ ...unknownPart(tools), name: TOOLS }] : [])];
  return [
    ...(before.length > 0 ? [{ role: 'system' as const, parts: before }] : []),
    ...messagesOf(attributes.get(INPUT), 'user', record),
    ...messagesOf(attributes.get(OUTPUT), 'assistant', record),
  ];
}

function systemParts(placed: Placed): PartDraft[] {
  if (placed.node.type === 'string') return [textPart(placed, placed.node, true)];
  return itemsAt(placed.node).flatMap((node, index) => otelPart({ ...placed, node, path: [...placed.path, index] }));
}

/** @param role of a message that names none, and of a text by itself */
function messagesOf(value: Placed | undefined, role: 'user' | 'assistant', record: JsonRecord): MessageDraft[] {
  const placed = value && inText(value, record);
  if (placed?.node.type === 'string') return [{ role, parts: [textPart(placed, placed.node, true)], ...rangeOf(placed.node) }];
  return itemsAt(placed?.node).map((node, index) => messageOf({ ...placed, node, path: [...(placed?.path ?? []), index] }, role));
}

function messageOf(placed: Placed, role: 'user' | 'assistant'): MessageDraft {
  const { node, path } = placed;
  const named = textAt(node, 'role');
  const holder = at(node, 'parts');
  const parts = holder
    ? itemsAt(holder).flatMap((part, index) => otelPart({ ...placed, node: part, path: [...path, 'parts', index] }))
    : chatMessageParts(placed, otelOrAny);
  return { role: named === undefined ? role : withResults(roleOf(named), parts), parts, ...rangeOf(node) };
}

function withResults(role: MessageDraft['role'], parts: readonly PartDraft[]): MessageDraft['role'] {
  return role === 'user' && parts.length > 0 && parts.every(({ resultOf }) => resultOf !== undefined) ? 'tool' : role;
}

function otelOrAny(placed: Placed): readonly PartDraft[] {
  return at(placed.node, 'content') || at(placed.node, 'uri') ? otelPart(placed) : anyPart(placed);
}

/** A part by the conventions; those of any API where a program writes them as it sends them. */
function otelPart(placed: Placed): readonly PartDraft[] {
  const { node } = placed;
  const content = member(placed, 'content');
  const isFile = textAt(node, 'modality') !== 'image' && !/^image\//i.test(textAt(node, 'mime_type') ?? '');
  switch (textAt(node, 'type')) {
    case 'text':
      return content?.node.type === 'string' ? [textPart(content, content.node, true)] : anyPart(placed);
    case 'reasoning':
      return [reasoningPart(placed, content?.node)];
    case 'blob':
      return content?.node.type === 'string'
        ? [mediaPart(placed, { data: content.node, type: at(node, 'mime_type'), isFile })]
        : [unknownPart(placed)];
    case 'uri':
      return uriPart(placed, at(node, 'uri'), isFile);
    case 'tool_call':
      return [callPart(placed, textAt(node, 'id') ?? textAt(node, 'name'), textAt(node, 'name'), at(node, 'arguments'))];
    case 'tool_call_response':
      return responseParts(placed);
    default:
      return anyPart(placed);
  }
}

function uriPart(placed: Placed, uri: Outline | undefined, isFile: boolean): PartDraft[] {
  if (uri?.type !== 'string') return [unknownPart(placed)];
  return [/^data:/i.test(uri.text) ? mediaPart(placed, { data: uri, isFile }) : linkPart(placed, uri.text, isFile)];
}

/** A result: a text, a list of parts, or a value that stands for its JSON. */
function responseParts(placed: Placed): PartDraft[] {
  const resultOf = textAt(placed.node, 'id') ?? '';
  const result = { ...placed, resultOf, resultPlace: placed.node };
  const response = member(result, 'response') ?? member(result, 'result');
  if (!response) return [emptyResult(result, resultOf)];
  const { node } = response;
  if (node.type === 'string') return [textPart(response, node, true)];
  const items = itemsAt(node);
  if (items.length > 0 && items.every((item) => textAt(item, 'type') !== undefined))
    return items.flatMap((item, index) => otelOrAny({ ...response, node: item, path: [...response.path, index] }));
  return [valueText(response)];
}

/** A value that stands for a text: its characters as they are in the file. */
function valueText(placed: Placed): PartDraft {
  const characters = placed.node.end - placed.node.start;
  const empty = textPart(placed, { type: 'string', start: 0, end: 2, text: '', isWhole: true }, true);
  return { ...empty, characters, tokens: Math.ceil(characters / 4), isBlank: false, sample: '{}' };
}

/** What events and numbered attributes have, in older versions of the conventions. */
function older(carrier: Carrier, record: JsonRecord): MessageDraft[] {
  const { attributes, name, body, time } = carrier;
  const role = MESSAGE_EVENT.exec(name)?.[1];
  const content = attributes.get('gen_ai.event.content');
  const held = body ?? (content && inText(content, record));
  if (held && (role !== undefined || name === CHOICE)) {
    const message = name === CHOICE ? (member(held, 'message') ?? held) : held;
    const read = messageOf(message, 'assistant');
    const callId = textAt(message.node, 'id');
    const ofRole = role === 'tool' ? toolParts(message, callId ?? '', record) : read.parts;
    return [{ ...time, ...read, role: role === undefined ? 'assistant' : roleOf(role), parts: ofRole }];
  }
  return [
    ...messagesOf(attributes.get('gen_ai.prompt'), 'user', record),
    ...messagesOf(attributes.get('gen_ai.completion'), 'assistant', record),
    ...numbered(attributes, record),
  ];
}

/** The result in an event of a tool, whose id is that of its call. */
function toolParts(message: Placed, resultOf: string, record: JsonRecord): PartDraft[] {
  const result = { ...message, resultOf, resultPlace: message.node };
  const content = member(result, 'content');
  return content ? contentParts(content, record) : [emptyResult(result, resultOf)];
}

/** A content: a text, a list of parts, or the JSON text of one. */
function contentParts(content: Placed, record: JsonRecord): PartDraft[] {
  const { node } = content;
  const list = content.notation === 'text' ? content : inText(content, record);
  const items = itemsAt(list.node);
  if (items.length > 0 && items.every((item) => textAt(item, 'type') !== undefined))
    return items.flatMap((item, index) => otelOrAny({ ...list, node: item, path: [...list.path, index] }));
  if (node.type === 'string') return [textPart(content, node, true)];
  return node.type === 'literal' ? [] : [valueText(content)];
}

/** `gen_ai.prompt.N.role`, `.content`, `.tool_calls.M.name`. */
function numbered(attributes: Attributes, record: JsonRecord): MessageDraft[] {
  const messages = new Map<string, { readonly fields: Map<string, Placed>; readonly calls: Map<string, Map<string, Placed>> }>();
  for (const [key, value] of attributes) {
    const [, list, number, call, field] = NUMBERED.exec(key) ?? [];
    if (list === undefined || number === undefined || field === undefined) continue;
    const id = `${list === 'prompt' ? 0 : 1}.${number.padStart(9, '0')}`;
    const message = messages.get(id) ?? { fields: new Map<string, Placed>(), calls: new Map<string, Map<string, Placed>>() };
    messages.set(id, message);
    if (call === undefined) message.fields.set(field, value);
    else message.calls.set(call, (message.calls.get(call) ?? new Map<string, Placed>()).set(field.replace(/^function\./, ''), value));
  }
  return [...messages]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([id, { fields, calls }]) => {
      const role = textAt(fields.get('role')?.node);
      const content = fields.get('content');
      const resultOf = textAt(fields.get('tool_call_id')?.node);
      const placed = content && { ...content, ...(resultOf !== undefined && { resultOf, resultPlace: content.node }) };
      const said = placed
        ? contentParts(placed, record).filter((part) => calls.size === 0 || part.kind !== 'text' || part.characters > 0)
        : [];
      const made = [...calls.values()].flatMap((call) => numberedCall(call));
      const parts = [...said, ...made];
      return {
        role: role === undefined ? (id.startsWith('0') ? 'user' : 'assistant') : withResults(roleOf(role), parts),
        parts,
        ...rangeOfParts(parts),
      };
    });
}

/** A call whose name, id and arguments are attributes of their own. */
function numberedCall(call: ReadonlyMap<string, Placed>): PartDraft[] {
  const name = call.get('name');
  const input = call.get('arguments');
  const place = input ?? name;
  const id = textAt(call.get('id')?.node) ?? textAt(name?.node);
  return place ? [callPart(place, id, textAt(name?.node), input?.node)] : [];
}

function rangeOf({ start, end }: Outline | OutlineString): { start: number; end: number } {
  return { start, end };
}
