import type { Task } from '../io/compute.ts';
import { isRecord, own } from '../io/own.ts';
import { textHash } from '../io/text-hash.ts';
import { utf8Size } from '../content/size.ts';
import type { ConversationFormat, Notation } from './conversation.ts';
import { type FileChange, fileChanges } from './file-tools.ts';
import { fromOtlp } from './notation.ts';

/** What a file of a session says of a call, as it stands there. */
export interface WriteInput {
  readonly format: ConversationFormat | null;
  readonly tool: string;
  readonly callId: string;
  readonly notation?: Notation | undefined;
  /** The arguments. */
  readonly call: Uint8Array;
  /** The result; absent for a call without one. */
  readonly result?: Uint8Array | undefined;
  /** The record in which the program keeps what it did, and the message is. */
  readonly record?: Uint8Array | undefined;
}

/** `written`: the program says so; `unconfirmed`: nothing says that it failed; `unanswered`: the call has no result. */
export type WriteState = 'written' | 'unconfirmed' | 'unanswered';

/** What a call did to a file. */
export interface FileWrite {
  readonly path: string;
  readonly kind: FileChange['kind'];
  readonly state: WriteState;
  /** What the file has then, where that is said: its hash, and its bytes in UTF-8. */
  readonly after?: { readonly hash: string; readonly size: number };
  /** For an edit, the hash of what the file had before by the program's own record; what is there after is known only by it. */
  readonly beforeHash?: string;
}

/** What calls did to files, and which of several is wanted with its text. */
export const fileWritesTask: Task<WriteInput, readonly FileWrite[]> = {
  name: 'file-writes',
  load: () => Promise.resolve((input) => writesOf(input).map(({ text: _, ...write }) => write)),
};

/** The text of one of the writes; null where it is not known. */
export const writtenTextTask: Task<{ readonly write: WriteInput; readonly at: number }, string | null> = {
  name: 'written-text',
  load: () => Promise.resolve(({ write, at }) => writesOf(write)[at]?.text ?? null),
};

type WriteWithText = FileWrite & { readonly text: string | undefined };

function writesOf(input: WriteInput): readonly WriteWithText[] {
  const { tool, format } = input;
  const changes = fileChanges(tool, argumentsIn(input));
  if (changes.length === 0) return [];
  const result = input.result && valueIn(input.result, input.notation);
  const status = format === 'opencode' ? at(result, 'state', 'status') : undefined;
  if (input.result && (saysFailed(result) || status === 'error')) return [];
  if (input.result && format === 'codex' && PATCHING.has(tool) && !saysPatched(result)) return [];
  const isAnswered = input.result !== undefined && (status === undefined || status === 'completed');
  const state = !isAnswered ? 'unanswered' : format !== null && CONFIRMING.has(format) ? 'written' : 'unconfirmed';
  const kept = input.record === undefined || changes.length > 1 ? {} : keptBy(input);
  const isSure =
    format === null ||
    (!FORMATTING.has(format) && (!KEEPS_LINE_BREAKS.has(format) || changes.every((change) => hasSureLines(change, kept, result))));
  return changes.map((change) => writeOf(change, state, isSure ? kept : { ...kept, isChanged: true }));
}

/**
 * Programs whose files may be formatted right after they wrote them, of which the session says nothing: opencode with the formatters in its
 * settings (1.18.34 changed a file so here, 2026-11). Cline is taken for one: in VS Code it writes through the editor, which may format what it
 * saves; that was not run.
 */
const FORMATTING: ReadonlySet<ConversationFormat> = new Set(['opencode', 'cline', 'cline-session']);

/**
 * Programs that write a file with the line breaks that it had, and a new one with those of the system; seen with Gemini CLI 0.61.0 and Qwen Code
 * 0.24.4 (2026-11). Claude Code and pi write what the call says.
 */
const KEEPS_LINE_BREAKS: ReadonlySet<ConversationFormat> = new Set(['gemini-cli', 'qwen-code']);

/** How Gemini CLI answers when a file was not there before. */
const CREATED = /^Successfully created and wrote to new file/;

/** Whether the file has the line breaks of the call. */
function hasSureLines({ path, kind, content = '' }: FileChange, { before }: Kept, result: unknown): boolean {
  if (kind !== 'write') return true;
  if (content.includes('\r') || /^(?:[A-Za-z]:|\\\\)/.test(path)) return false;
  return before === undefined ? CREATED.test(String(at(result, 'functionResponse', 'response', 'output'))) : !before.includes('\r');
}

/** Tools of Codex that take a patch, and answer in its words. */
const PATCHING: ReadonlySet<string> = new Set(['apply_patch', 'exec_command', 'shell']);

/** Programs that say of each call whether it failed, in a way that is known here. */
const CONFIRMING: ReadonlySet<ConversationFormat> = new Set([
  'claude-code',
  'codex',
  'copilot-cli',
  'gemini-cli',
  'qwen-code',
  'pi',
  'opencode',
]);

function writeOf({ path, kind, content }: FileChange, state: WriteState, { before, after, isChanged = false }: Kept): WriteWithText {
  const text =
    state === 'unanswered' || isChanged ? undefined : kind === 'write' ? (after ?? content) : before === undefined ? undefined : after;
  return {
    path,
    kind,
    state,
    text,
    ...(text !== undefined && { after: { hash: textHash(text), size: utf8Size(text) } }),
    ...(text !== undefined && kind === 'edit' && before !== undefined && { beforeHash: textHash(before) }),
  };
}

/** The arguments: an object, or a string with its JSON, or with anything else. */
function argumentsIn({ call, notation }: WriteInput): unknown {
  const value = valueIn(call, notation);
  if (typeof value !== 'string') return value;
  const inside = parsed(value);
  return isRecord(inside) ? inside : value;
}

function valueIn(bytes: Uint8Array, notation?: Notation): unknown {
  const written = new TextDecoder().decode(bytes);
  const value = parsed(notation === 'text' ? String(parsed(`"${written}"`)) : written);
  return notation === 'otlp' ? fromOtlp(value) : value;
}

/** Undefined for what is no JSON: the file has changed since it was indexed. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a result says in one of the ways of programs that the call failed. */
function saysFailed(result: unknown): boolean {
  if (!isRecord(result)) return result === undefined;
  if (result['is_error'] === true || result['isError'] === true || result['success'] === false || result['status'] === 'error') return true;
  const response = at(result, 'functionResponse', 'response');
  if (isRecord(response) && response['error'] !== undefined) return true;
  const content = result['content'];
  return Array.isArray(content) && content.some((each) => isRecord(each) && each['success'] === false);
}

/** How `apply_patch` answers when all files of a patch were written. */
const PATCHED = /(?:^|\n)Success\. Updated the following files:/;

function saysPatched(result: unknown): boolean {
  const output = at(result, 'output');
  const inside = typeof output === 'string' ? (parsed(output) ?? output) : output;
  const text = isRecord(inside) ? (inside['output'] ?? inside['content']) : inside;
  return typeof text === 'string' && PATCHED.test(text);
}

function at(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce((held: unknown, name) => (isRecord(held) ? own(held, name) : undefined), value);
}

/** What a program keeps of a file beside its messages. */
interface Kept {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  /** It is not sure that what was to be written is there: a person may have changed it, a formatter, or the program its line breaks. */
  readonly isChanged?: boolean;
}

function keptBy({ format, record, callId }: WriteInput): Kept {
  const value = record && valueIn(record);
  if (format === 'claude-code') return keptByClaude(at(value, 'toolUseResult'));
  if (format === 'qwen-code') return shownDifference(at(value, 'toolCallResult', 'resultDisplay'));
  const calls = at(value, 'toolCalls');
  const call = Array.isArray(calls) ? calls.find((each) => at(each, 'id') === callId) : undefined;
  return shownDifference(at(call, 'resultDisplay'));
}

/** As Gemini CLI 0.61.0 and Qwen Code 0.24.4 keep it (2026-11). */
function shownDifference(display: unknown): Kept {
  const [before, after] = [at(display, 'originalContent'), at(display, 'newContent')];
  return typeof before === 'string' && typeof after === 'string' ? { before, after } : {};
}

/** As Claude Code 2.1.332 keeps it (2026-11): the file before an edit, and the words that were replaced in it. */
function keptByClaude(result: unknown): Kept {
  if (!isRecord(result)) return {};
  const isChanged = result['userModified'] === true;
  const { content, originalFile, oldString, newString, replaceAll } = result;
  const before = typeof originalFile === 'string' ? originalFile : undefined;
  if (typeof content === 'string') return { before, after: content, isChanged };
  if (before === undefined || typeof oldString !== 'string' || typeof newString !== 'string') return { isChanged };
  return { before, after: replacedIn(before, { oldString, newString, isAll: replaceAll === true }), isChanged };
}

/** Undefined where it is not sure what the program does: with nothing in its place it takes a line break along. */
function replacedIn(
  text: string,
  { oldString, newString, isAll }: { readonly oldString: string; readonly newString: string; readonly isAll: boolean },
): string | undefined {
  if (oldString === '' || newString === '') return undefined;
  const pieces = text.split(oldString);
  return pieces.length === 2 || (isAll && pieces.length > 2) ? pieces.join(newString) : undefined;
}
