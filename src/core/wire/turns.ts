import { isObject } from '../io/arguments.ts';
import type { ContentRouteResult } from '../routing/route-result.ts';
import type { ArtifactNotFound } from '../routing/tool-message.ts';
import type { CanonicalMessage, ToolCall } from './conversation.ts';
import { readPart, type WireItem } from './read-part.ts';

/** The name of a tool whose call is not among the messages: APIs that want one in the answer get this. */
export const UNKNOWN_TOOL = 'unknown_tool';

/** A part with its place in the messages given. */
export interface PlacedPart {
  /** Index of the message, and of the part in its content. */
  readonly message: number;
  readonly part: number;
  readonly item: WireItem;
}

/** Someone speaks to the model. */
export interface UserTurn {
  readonly role: 'user';
  readonly parts: readonly PlacedPart[];
}

/** The model speaks, or calls tools. */
export interface AssistantTurn {
  readonly role: 'assistant';
  /** Empty when it only calls. */
  readonly text: string;
  readonly calls: readonly ParsedCall[];
}

/** A call with its arguments read. */
export interface ParsedCall {
  readonly id: string;
  readonly name: string;
  /** JSON text as the model wrote it; `{}` for what is no text. */
  readonly arguments: string;
  /** The object that text holds; empty for anything else. */
  readonly input: Record<string, unknown>;
}

/** The answer to one call. */
export interface ToolAnswer {
  readonly callId: string;
  /** Of the call with this id; {@link UNKNOWN_TOOL} without one. */
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly parts: readonly PlacedPart[];
  /** The object that an answer of JSON text holds, parsed when first asked for; undefined for every other answer. */
  readonly object: () => Record<string, unknown> | undefined;
}

/** The answers to the calls of one turn. */
export interface ToolTurn {
  readonly role: 'tool';
  readonly answers: readonly ToolAnswer[];
}

/** A stretch of a conversation as APIs see it: tool messages that follow each other are one. */
export type Turn = UserTurn | AssistantTurn | ToolTurn;

/** Messages that were read once, to be written for any number of APIs. */
export interface ReadMessages {
  readonly turns: readonly Turn[];
  /** How many messages there were. */
  readonly count: number;
  /** What the tool answered last, where it is known: an MCP result is made from it. */
  readonly answer?: ContentRouteResult | ArtifactNotFound | undefined;
}

export interface ReadOptions extends Pick<ReadMessages, 'answer'> {
  /** The base64 was made or checked by a router: it is not checked again. */
  readonly isChecked?: boolean;
}

/** Reads messages. Whatever is no tool or assistant message counts as the user's; what is no message is passed over. */
export function readMessages(messages: readonly CanonicalMessage[], { isChecked = false, answer }: ReadOptions = {}): ReadMessages {
  const turns: Turn[] = [];
  const calls = new Map<string, ParsedCall>();
  let answers: ToolAnswer[] = [];
  for (const [index, message] of messages.entries()) {
    if (!isObject(message)) continue;
    if (message.role === 'tool') {
      if (turns.at(-1)?.role !== 'tool') turns.push({ role: 'tool', answers: (answers = []) });
      const call = calls.get(message.tool_call_id);
      const parts = readContent(message.content, index, isChecked);
      answers.push({
        callId: typeof message.tool_call_id === 'string' ? message.tool_call_id : '',
        name: call?.name ?? UNKNOWN_TOOL,
        input: call?.input ?? {},
        parts,
        object: objectIn(parts),
      });
    } else if (message.role === 'assistant') {
      const parsed = Array.isArray(message.tool_calls) ? (message.tool_calls as readonly ToolCall[]).map(readCall) : [];
      for (const call of parsed) calls.set(call.id, call);
      turns.push({ role: 'assistant', text: typeof message.content === 'string' ? message.content : '', calls: parsed });
    } else {
      turns.push({ role: 'user', parts: readContent(message.content, index, isChecked) });
    }
  }
  return { turns, count: messages.length, answer };
}

function readContent(content: unknown, message: number, isChecked: boolean): PlacedPart[] {
  const parts: readonly unknown[] = typeof content === 'string' ? [content] : Array.isArray(content) ? content : [];
  return parts.map((part, at) => ({ message, part: at, item: readPart(part, isChecked) }));
}

function objectIn([only, ...others]: readonly PlacedPart[]): ToolAnswer['object'] {
  let parsed: { readonly object: Record<string, unknown> | undefined } | undefined;
  const text = only?.item.type === 'text' && others.length === 0 ? only.item.text : undefined;
  return () => (parsed ??= { object: objectOf(text) }).object;
}

function readCall(call: ToolCall): ParsedCall {
  const text: unknown = call.function?.arguments;
  const name: unknown = call.function?.name;
  return {
    id: String(call.id),
    name: typeof name === 'string' && name !== '' ? name : UNKNOWN_TOOL,
    arguments: typeof text === 'string' && text !== '' ? text : '{}',
    input: objectOf(text) ?? {},
  };
}

/** Deeper values are left as the text they are: walking and writing them would exceed the call stack. */
const MAX_DEPTH = 60;

/** The object a JSON text holds; undefined when it holds none, or one too deep to be walked. */
function objectOf(text: unknown): Record<string, unknown> | undefined {
  if (typeof text !== 'string' || !/^\s*\{/.test(text.slice(0, 100))) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isPlainObject(value) && !isDeeperThan(value, MAX_DEPTH) ? value : undefined;
  } catch {
    return undefined; // text that only begins like JSON
  }
}

/** Whether a member of this name is anywhere in a value of JSON. The value must not be deep. */
export function hasMember(value: unknown, name: string): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, name) || Object.values(value).some((below) => hasMember(below, name));
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Level by level, so that no depth exceeds the call stack. */
function isDeeperThan(value: object, limit: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return true;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return false;
}
