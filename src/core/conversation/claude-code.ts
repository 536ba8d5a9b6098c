import { anthropicBlock } from './anthropic-blocks.ts';
import { ElsewhereReader } from './claude-code-files.ts';
import type { MediaCopy, NotSent } from './conversation.ts';
import { at, base64FactsOf, itemsAt, literalAt, type Outline, textAt } from './outline.ts';
import { contentParts, inside, type MediaDraft, type MessageDraft, type PartDraft, unknownPart } from './part-drafts.ts';
import { inputOfAnthropic, ServerCounts, sumAt } from './server-count.ts';
import { type Linked, threadTo } from './thread.ts';

/** What decides whether a line of a session is sent with the next request. */
interface Line extends Linked {
  /** Number of the message; undefined for a line that is none but links others. */
  readonly message: number | undefined;
  readonly isSidechain: boolean;
  readonly isApiError: boolean;
  /** The ID of an answer that was written in several lines. */
  readonly answerId: string | undefined;
  readonly calls: readonly string[];
  readonly results: readonly string[];
}

/** Lines with a message; those of other programs that have one are of a type "message". */
const MESSAGES: ReadonlySet<string> = new Set(['user', 'assistant', 'system']);

/**
 * Sessions of Claude Code, one JSON object a line. The format is not documented and changes; what is not known is kept.
 * Sources: skillsynchq/txcript `docs/formats/claude-code.md`, getagentseal/codeburn `docs/providers/claude.md`; last verified 2026-11.
 */
export class ClaudeCodeReader {
  readonly #lines: Line[] = [];
  readonly counts = new ServerCounts();
  readonly elsewhere = new ElsewhereReader();
  title: string | undefined;
  folder: string | undefined;
  version: string | undefined;

  /** A line's message; null for a line of a session that has none, undefined for a line of something else. */
  read(root: Outline): MessageDraft | null | undefined {
    const type = textAt(root, 'type');
    if (type === undefined) return undefined;
    this.elsewhere.read(root);
    const message = at(root, 'message');
    const hasMessage = message?.type === 'object' && MESSAGES.has(type);
    const isSession = textAt(root, 'sessionId') !== undefined || textAt(root, 'leafUuid') !== undefined || hasMessage;
    if (!isSession || at(root, 'payload')) return undefined;
    if (type === 'summary') this.title ??= textAt(root, 'summary');
    this.folder ??= textAt(root, 'cwd');
    this.version = textAt(root, 'version')?.slice(0, 100) ?? this.version;
    if ((type !== 'user' && type !== 'assistant') || message?.type !== 'object') return null;
    const content = at(message, 'content');
    const parts = content
      ? contentParts({ node: content, path: ['message', 'content'] }, (part) => anthropicBlock(part) ?? [unknownPart(part)])
      : [];
    const withCopies = withToolUseResult(parts, root);
    return {
      role: withCopies.length > 0 && withCopies.every(({ resultOf }) => resultOf !== undefined) ? 'tool' : type,
      ...named('id', textAt(root, 'uuid')),
      ...named('parentId', textAt(root, 'parentUuid')),
      ...timeOf(textAt(root, 'timestamp')),
      ...named('model', modelOf(textAt(message, 'model'))),
      parts: withCopies,
    };
  }

  /** Notes a line for the thread. @param message its number; undefined for a line that is no message */
  note(root: Outline, message: number | undefined): void {
    const id = textAt(root, 'uuid');
    if (id === undefined) return;
    const blocks = itemsAt(root, 'message', 'content');
    const isCompact = textAt(root, 'subtype') === 'compact_boundary';
    if (isCompact) this.counts.forget();
    this.#count(root, message);
    this.#lines.push({
      id,
      // What came before a compaction is no longer sent.
      parentId: isCompact ? undefined : textAt(root, 'parentUuid'),
      message,
      isSidechain: literalAt(root, 'isSidechain') === true,
      isApiError: literalAt(root, 'isApiErrorMessage') === true,
      answerId: textAt(root, 'message', 'id'),
      calls: blocks.flatMap((block) => (textAt(block, 'type') === 'tool_use' ? (textAt(block, 'id') ?? []) : [])),
      results: blocks.flatMap((block) => (textAt(block, 'type') === 'tool_result' ? (textAt(block, 'tool_use_id') ?? []) : [])),
    });
  }

  #count(root: Outline, message: number | undefined): void {
    const model = modelOf(textAt(root, 'message', 'model'));
    if (message === undefined || model === undefined) return;
    const usage = at(root, 'message', 'usage');
    const writtenForHour = sumAt(at(usage, 'cache_creation'), 'ephemeral_1h_input_tokens');
    this.counts.note({
      answer: message,
      ...named('id', textAt(root, 'message', 'id')),
      ...named('kept', textAt(root, 'requestRef')),
      model,
      input: inputOfAnthropic(usage),
      cached: sumAt(usage, 'cache_read_input_tokens'),
      written: sumAt(usage, 'cache_creation_input_tokens'),
      ...(writtenForHour > 0 && { writtenForHour }),
      output: sumAt(usage, 'output_tokens'),
    });
  }

  /**
   * The messages that are not sent: the thread is the chain of `parentUuid` from the last line, with all lines of an answer that is in it,
   * and the results of all its calls.
   */
  notSent(): Map<number, NotSent> {
    const lines = this.#thread();
    const thread = threadTo(
      lines,
      lines.findLast(({ isSidechain, message }) => !isSidechain && message !== undefined),
    );
    const answers = new Set(Array.from(thread, ({ answerId }) => answerId));
    for (const other of lines) if (!other.isSidechain && other.answerId !== undefined && answers.has(other.answerId)) thread.add(other);
    const calls = idsOf(thread, 'calls');
    const answered = idsOf(thread, 'results');
    for (const other of lines) {
      if (!other.isSidechain && other.results.some((call) => calls.has(call) && !answered.has(call))) thread.add(other);
    }
    const notSent = new Map<number, NotSent>();
    const firstSent = lines.findIndex((one) => thread.has(one));
    for (const [index, one] of lines.entries()) {
      const reason = whyNotSent(one, thread, index < firstSent);
      if (one.message !== undefined && reason) notSent.set(one.message, reason);
    }
    return notSent;
  }

  /** A file of its own for a subagent has nothing but a sidechain: that is sent. */
  #thread(): readonly Line[] {
    const isSidechain = this.#lines.every((line) => line.isSidechain || line.message === undefined);
    return isSidechain ? this.#lines.map((line) => ({ ...line, isSidechain: false })) : this.#lines;
  }
}

/** The IDs of all calls, or of all results, of lines. */
function idsOf(lines: Iterable<Line>, name: 'calls' | 'results'): Set<string> {
  const ids = new Set<string>();
  for (const line of lines) for (const id of line[name]) ids.add(id);
  return ids;
}

/** Why a line is not sent; undefined for one that is. @param isBefore the first line of the thread */
function whyNotSent(line: Line, thread: ReadonlySet<Line>, isBefore: boolean): NotSent | undefined {
  if (line.isSidechain) return 'sidechain';
  if (line.isApiError) return 'api_error';
  if (thread.has(line)) return undefined;
  return isBefore ? 'compacted' : 'other_branch';
}

/** Milliseconds of an ISO 8601 time. */
export function timeOf(text: string | undefined): { time?: number } {
  const time = text === undefined ? NaN : Date.parse(text);
  return Number.isNaN(time) ? {} : { time };
}

/** A member that is there only with a value. */
export function named<Name extends string>(name: Name, value: string | undefined): Partial<Record<Name, string>> {
  return value === undefined || value === '' ? {} : ({ [name]: value } as Record<Name, string>);
}

/** Lines that the program made itself name no model. */
function modelOf(model: string | undefined): string | undefined {
  return model === '<synthetic>' ? undefined : model;
}

/**
 * The Read tool's picture is on its line twice: the copy in `toolUseResult` is not sent, but changes with the one that is. Of equal pictures
 * in a line, the first has the copies.
 */
function withToolUseResult(parts: readonly PartDraft[], root: Outline): PartDraft[] {
  const copies = new Map<string, MediaCopy[]>();
  for (const { hash, ...copy } of copiesIn(root)) {
    const own = copies.get(hash);
    if (own) own.push(copy);
    else copies.set(hash, [copy]);
  }
  return parts.map((part) => {
    const own = part.kind === 'media' ? copies.get(part.hash) : undefined;
    if (part.kind !== 'media' || !own) return part;
    copies.delete(part.hash);
    return { ...part, copies: own } satisfies MediaDraft;
  });
}

/** @returns with the hash of the content: pictures of the same size may be different ones */
function copiesIn(root: Outline): (MediaCopy & Pick<MediaDraft, 'hash'>)[] {
  const result = at(root, 'toolUseResult');
  const blocks = result?.type === 'array' ? result.items : result ? [result] : [];
  return blocks.flatMap((block): ReturnType<typeof copiesIn> => {
    const holder = at(block, 'file') ?? at(block, 'source');
    const data = at(holder, 'base64') ?? at(holder, 'data');
    const type = at(holder, 'type') ?? at(holder, 'media_type');
    const declared = type?.type === 'string' && type.text.includes('/') ? type : at(holder, 'media_type');
    if (data?.type !== 'string') return [];
    return [
      {
        place: { start: block.start, end: block.end },
        hash: base64FactsOf(data, 0).hash,
        data: inside(data),
        type: declared?.type === 'string' ? inside(declared) : undefined,
        isElement: result?.type === 'array',
      },
    ];
  });
}
