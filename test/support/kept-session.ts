/** A session of Claude Code with the requests that the program keeps in it. */
import { createHash } from 'node:crypto';

export type Json = Readonly<Record<string, unknown>>;
export type KeptMessage = { readonly role: string; readonly content: string | readonly Json[] };

const MODEL = 'claude-sonnet-4-5';
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const MARK = { type: 'ephemeral' };

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
}
const sha256 = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(sorted(value)))
    .digest('hex');
const hashOf = ({ role, content }: KeptMessage): string =>
  sha256({ role, content: typeof content === 'string' ? [{ type: 'text', text: content }] : content });

const text = (words: string): Json => ({ type: 'text', text: words });
const ASKED: KeptMessage = { role: 'user', content: [text('Reminder.'), text('What is in the picture?')] };
const CALL: KeptMessage = {
  role: 'assistant',
  content: [
    { type: 'thinking', thinking: 'I look.', signature: 'c2lnbmVk' },
    text('I look.'),
    { type: 'tool_use', id: 'toolu_1', name: 'Read', input: { file_path: '/p/a.png' } },
  ],
};
const RESULT: KeptMessage = {
  role: 'user',
  content: [
    {
      type: 'tool_result',
      tool_use_id: 'toolu_1',
      content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } }],
    },
  ],
};
const SHAPE = {
  system: [text('You are an agent.'), text('Today is 2026-11-27.')],
  tools: [
    { name: 'Read', description: 'Reads a file.', input_schema: { type: 'object' } },
    { name: 'Write', description: 'Writes a file.', input_schema: { type: 'object' } },
  ],
};
const SETTINGS = { model: MODEL, betas: ['context-2026'], max_tokens: 32_000, thinking: { type: 'enabled', budget_tokens: 1000 } };

export interface KeptDraft {
  readonly id: string;
  readonly messages: readonly KeptMessage[];
  readonly base?: string;
  readonly keep?: number;
  readonly shape?: Json;
  readonly settings?: Json;
}

/** A request as the session keeps it, with the messages of persons in lines of their own, and those of answers where `isKept` says so. */
function keptLines({ id, messages, base, keep = 0, shape = SHAPE, settings = SETTINGS }: KeptDraft, isKept = false): Json[] {
  const own = messages.slice(keep);
  const blobs = own.filter(({ role }) => role === 'user' || isKept);
  return [
    { type: 'api-request-shape', sessionId: 's', shapeHash: sha256(shape), shape },
    ...blobs.map((message) => ({ type: 'api-request-blob', sessionId: 's', hash: hashOf(message), message })),
    {
      type: 'api-request',
      sessionId: 's',
      id,
      shapeHash: sha256(shape),
      params: settings,
      ...(base !== undefined && { base }),
      keep,
      tail: own.map(hashOf),
      cacheControl: [
        { path: ['system', 1], value: MARK },
        { path: ['messages', messages.length - 1, 'content', 0], value: MARK },
      ],
    },
  ];
}

let lines = 0;
/** Lines of a thread, in which each follows the one before. */
const threaded = (line: Json): Json => ({
  uuid: `line-${++lines}`,
  parentUuid: lines === 1 ? null : `line-${lines - 1}`,
  sessionId: 's',
  ...line,
});

/** A line for each part of an answer, as the program writes it. */
function answerLines(request: string, answer: string, { content }: KeptMessage): Json[] {
  const usage = { input_tokens: 3, cache_read_input_tokens: 0, cache_creation_input_tokens: 20_000, output_tokens: 10 };
  const parts = typeof content === 'string' ? [text(content)] : content;
  return parts.map((part) =>
    threaded({
      type: 'assistant',
      requestRef: request,
      message: { id: answer, type: 'message', role: 'assistant', model: MODEL, content: [part], usage },
    }),
  );
}

const userLine = (content: unknown): Json => threaded({ type: 'user', message: { role: 'user', content } });
const DONE: KeptMessage = { role: 'assistant', content: [text('A dot.')] };
const written = (all: readonly Json[]): string => all.map((line) => `${JSON.stringify(line)}\n`).join('');

/** What a session is made of, and lines of it. */
export const KEPT = {
  MODEL,
  PNG,
  MARK,
  SHAPE,
  SETTINGS,
  ASKED,
  CALL,
  RESULT,
  DONE,
  text,
  sorted,
  hashOf,
  keptLines,
  answerLines,
  userLine,
  written,
};
