import type { CancelSignal, Compute, Task } from '../io/compute.ts';
import { MAX_HELD_BYTES, WHOLE_FILE_DEADLINE_MS } from '../io/limits.ts';
import { isRecord, own } from '../io/own.ts';
import type { ByteRange } from './outline.ts';

/**
 * The requests that Claude Code keeps in its session: of each its settings, a hash of `{system, tools}`, and a hash of each message, of which those
 * that it shares with an earlier one stand there only. A hash is the SHA-256 of the JSON with sorted names and without marks for the cache, which
 * are kept apart with their paths; a text as the content of a message counts as a part with it. What a hash is of stands in a line of its own, or
 * is an answer of the session. Seen with Claude Code 2.1.332 (2026-11): in a request that is sent there are besides `metadata`, `stream` and a
 * block of the system prompt, `x-anthropic-billing-header`, which are in no file.
 */
class KeptRequests {
  readonly #bytes: Uint8Array;
  readonly #requests = new Map<string, KeptRequest>();
  /** Lines that have what a hash is of. */
  readonly #contents = new Map<string, ByteRange>();
  /** Lines of answers by their IDs; one may stand in several. */
  readonly #answers = new Map<string, ByteRange[]>();
  /** Answers by their hashes, made once a request has a message that stands in no line of its own. */
  #byHash: Promise<ReadonlyMap<string, readonly ByteRange[]>> | undefined;

  /** @param bytes the whole file */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    for (let start = 0; start < bytes.length;) {
      const feed = bytes.indexOf(0x0a, start);
      const end = feed < 0 ? bytes.length : feed;
      this.#note({ start, end });
      start = end + 1;
    }
  }

  #note(line: ByteRange): void {
    const written = this.#textOf(line);
    if (!written.includes('"api-request') && !written.includes('"assistant"')) return;
    const value = valueIn(written);
    const [type, message] = [value['type'], value['message']];
    if (type === 'api-request') {
      const request = keptRequest(value);
      if (request) this.#requests.set(request.id, request);
    } else if (type === 'api-request-blob' || type === 'api-request-shape') {
      const hash = value[type === 'api-request-blob' ? 'hash' : 'shapeHash'];
      if (typeof hash === 'string') this.#contents.set(hash, line);
    } else if (type === 'assistant' && isRecord(message) && typeof message['id'] === 'string') {
      const lines = this.#answers.get(message['id']);
      if (lines) lines.push(line);
      else this.#answers.set(message['id'], [line]);
    }
  }

  #textOf({ start, end }: ByteRange): string {
    return new TextDecoder().decode(this.#bytes.subarray(start, end));
  }

  #valueOf(line: ByteRange): Record<string, unknown> {
    return valueIn(this.#textOf(line));
  }

  /** A request as it was sent, but for what is in no file; null where a part of it is not in the file, or is not what its hash says. */
  async body(id: string): Promise<KeptBody | null> {
    const request = this.#requests.get(id);
    const hashes = request && this.#hashesOf(request);
    if (!request || !hashes) return null;
    const shape = await this.#shape(request.shape);
    const messages: ApiMessage[] = [];
    for (const hash of hashes) {
      const message = await this.#message(hash);
      if (!message) return null;
      messages.push(message);
    }
    const { model, betas, ...settings } = request.settings;
    // what is proved counts, whatever else the settings name
    const body = { model, ...settings, ...shape, messages };
    if (!shape || !request.marks.every((mark) => withMark(body, mark))) return null;
    return { body, betas: Array.isArray(betas) ? betas.map(String) : [], hashes: hashes.length + 1 };
  }

  /** The hashes of the messages of a request; undefined where one that it goes on from is not in the file. */
  #hashesOf(request: KeptRequest): readonly string[] | undefined {
    const chain = new Set([request]);
    for (let { base } = request; base !== null;) {
      const earlier = this.#requests.get(base);
      if (!earlier || chain.has(earlier)) return undefined;
      chain.add(earlier);
      ({ base } = earlier);
    }
    const hashes: string[] = [];
    for (const { keep, tail } of [...chain].reverse()) {
      if (keep > hashes.length) return undefined;
      hashes.length = keep;
      for (const hash of tail) hashes.push(hash);
    }
    return hashes;
  }

  async #shape(hash: string): Promise<Record<string, unknown> | undefined> {
    const line = this.#contents.get(hash);
    const shape = line && this.#valueOf(line)['shape'];
    return isRecord(shape) && (await hashOf(shape)) === hash ? shape : undefined;
  }

  /** The message of a hash; undefined where the file has none. */
  async #message(hash: string): Promise<ApiMessage | undefined> {
    const line = this.#contents.get(hash);
    if (line) {
      const message = this.#valueOf(line)['message'];
      return isRecord(message) && (await hashOfMessage(message)) === hash ? message : undefined;
    }
    this.#byHash ??= this.#answersByHash();
    const lines = (await this.#byHash).get(hash);
    return lines && this.#answerIn(lines);
  }

  /** As it is sent: without what the answer of an API has besides, and an answer that stands in several lines as one. */
  #answerIn(lines: readonly ByteRange[]): ApiMessage {
    const messages = lines.map((line) => this.#valueOf(line)['message']).filter(isRecord);
    const [{ role, content } = {}] = messages;
    return { role, content: messages.length > 1 ? messages.flatMap((each) => each['content']) : content };
  }

  async #answersByHash(): Promise<Map<string, readonly ByteRange[]>> {
    const byHash = new Map<string, readonly ByteRange[]>();
    for (const lines of this.#answers.values()) byHash.set(await hashOfMessage(this.#answerIn(lines)), lines);
    return byHash;
  }

  /** Where a request begins to differ from the one before, as far as the cache goes by it; null where all of that is in it; undefined: not known. */
  async difference(before: string, after: string): Promise<RequestDifference | null | undefined> {
    const [was, is] = [this.#requests.get(before), this.#requests.get(after)];
    const [old, fresh] = [was && this.#hashesOf(was), is && this.#hashesOf(is)];
    if (!was || !is || !old || !fresh) return undefined;
    const [model, modelNow] = [was.settings['model'], is.settings['model']];
    if (model !== modelNow) return { place: 'model', ...excerpts(model, modelNow) };
    if (was.shape !== is.shape) {
      const [shape, shapeNow] = [await this.#shape(was.shape), await this.#shape(is.shape)];
      return shape && shapeNow ? differenceOfShapes(shape, shapeNow) : undefined;
    }
    const setting = differingSetting(was, is, CACHED_SETTINGS);
    if (setting) return setting;
    const at = old.findIndex((hash, index) => hash !== fresh[index]);
    if (at < 0) return differingSetting(was, is, otherSettings(was, is)) ?? null;
    const [message, messageNow] = [await this.#message(old[at] ?? ''), await this.#message(fresh[at] ?? '')];
    return { place: 'message', number: at + 1, ...(message && messageNow && differenceOfMessages(message, messageNow)) };
  }
}

/** The value of a line; an empty object for what is none. */
function valueIn(line: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

type ApiMessage = Record<string, unknown>;

interface KeptRequest {
  readonly id: string;
  /** The hash of the system prompt and the tools. */
  readonly shape: string;
  /** The request that it goes on from, with so many of its messages; null: from none. */
  readonly base: string | null;
  readonly keep: number;
  /** The hashes of its own messages. */
  readonly tail: readonly string[];
  readonly settings: Readonly<Record<string, unknown>>;
  readonly marks: readonly CacheMark[];
}

/** A mark for the cache, and where it is in a body. */
interface CacheMark {
  readonly path: readonly unknown[];
  readonly value: unknown;
}

/** A request of a session as it was sent. */
export interface KeptBody {
  readonly body: Readonly<Record<string, unknown>>;
  /** Values of the header `anthropic-beta`. */
  readonly betas: readonly string[];
  /** How many hashes were found to be right: all of them. */
  readonly hashes: number;
}

/** The first part in which a request differs from the one before. */
export interface RequestDifference {
  /**
   * In the order in which the cache goes by them: anthropics/skills `skills/claude-api/shared/prompt-caching.md` at 0da71c3, "Invalidation
   * hierarchy" (2026-11).
   */
  readonly place: 'model' | 'tool' | 'system' | 'setting' | 'message';
  /** Of a tool or a setting; of a part of a message its type. */
  readonly name?: string;
  /** Of a block of the system prompt or of a message, from 1. */
  readonly number?: number;
  /** Of a part of the message, from 1. */
  readonly part?: number;
  /** What stands there, shortened, where it is a text that differs; null where there is nothing. */
  readonly before?: string | null;
  readonly after?: string | null;
}

/** Settings by which messages are cached anew, says the same; `output_config` has the effort. */
const CACHED_SETTINGS = ['tool_choice', 'thinking', 'output_config', 'speed'];

/** Those of which it does not say that; what may be answered is no part of what is read. */
function otherSettings(was: KeptRequest, is: KeptRequest): readonly string[] {
  return Object.keys({ ...was.settings, ...is.settings }).filter((name) => name !== 'max_tokens' && !CACHED_SETTINGS.includes(name));
}

function differingSetting(was: KeptRequest, is: KeptRequest, names: readonly string[]): RequestDifference | undefined {
  const name = names.find((each) => !isSame(own(was.settings, each), own(is.settings, each)));
  return name === undefined ? undefined : { place: 'setting', name, ...excerpts(own(was.settings, name), own(is.settings, name)) };
}

function keptRequest(line: Readonly<Record<string, unknown>>): KeptRequest | undefined {
  const { id, shapeHash, base = null, keep = 0, tail, params, cacheControl = [] } = line;
  if (typeof id !== 'string' || typeof shapeHash !== 'string' || !isRecord(params)) return undefined;
  if ((base !== null && typeof base !== 'string') || typeof keep !== 'number' || !Array.isArray(tail) || !Array.isArray(cacheControl))
    return undefined;
  const marks = cacheControl.map((mark: unknown): CacheMark => {
    const { path = [], value } = isRecord(mark) ? mark : {};
    return { path: Array.isArray(path) ? path : [], value };
  });
  return { id, shape: shapeHash, base, keep, tail: tail.map(String), settings: params, marks };
}

/** @returns whether there is an object at the path */
function withMark(body: Record<string, unknown>, { path, value }: CacheMark): boolean {
  let at: unknown = body;
  for (const step of path) at = memberOf(at, step);
  if (!isRecord(at) || path.length === 0) return false;
  at['cache_control'] = value;
  return true;
}

function memberOf(value: unknown, step: unknown): unknown {
  if (Array.isArray(value)) return typeof step === 'number' ? (value[step] as unknown) : undefined;
  return isRecord(value) && typeof step === 'string' ? own(value, step) : undefined;
}

async function hashOf(value: unknown): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(sortedJson(value)));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function hashOfMessage(message: ApiMessage): Promise<string> {
  return hashOf({ ...message, content: listOf(message['content']) });
}

/** JSON with sorted names and without marks for the cache. */
function sortedJson(value: unknown): string {
  const sorted = (_: string, member: unknown): unknown => {
    if (!isRecord(member)) return member;
    const names = Object.keys(member).filter((name) => name !== 'cache_control');
    return Object.fromEntries(names.sort().map((name) => [name, member[name]]));
  };
  return JSON.stringify(value, sorted) ?? '';
}

function differenceOfShapes(was: Readonly<Record<string, unknown>>, is: Readonly<Record<string, unknown>>): RequestDifference {
  const tool = firstDifference(was['tools'], is['tools']);
  if (tool) return { place: 'tool', ...nameIn(tool, 'name'), ...excerpts(tool.before, tool.after) };
  const block = firstDifference(was['system'], is['system']);
  return { place: 'system', ...(block && { number: block.at + 1, ...excerpts(block.before, block.after) }) };
}

function differenceOfMessages(was: ApiMessage, is: ApiMessage): Pick<RequestDifference, 'name' | 'part' | 'before' | 'after'> {
  const part = firstDifference(was['content'], is['content']);
  return part ? { part: part.at + 1, ...nameIn(part, 'type'), ...excerpts(part.before, part.after) } : {};
}

/** What an element is called that differs. */
function nameIn({ before, after }: ListDifference, member: 'name' | 'type'): { readonly name?: string } {
  const element = before ?? after;
  const name = isRecord(element) ? element[member] : undefined;
  return typeof name === 'string' ? { name } : {};
}

/** `before` is undefined for an element that was added, `after` for one that is gone. */
interface ListDifference {
  readonly at: number;
  readonly before: unknown;
  readonly after: unknown;
}

/** The first element in which two lists differ. */
function firstDifference(was: unknown, is: unknown): ListDifference | undefined {
  const [old, fresh] = [listOf(was), listOf(is)];
  const at = [...(old.length > fresh.length ? old : fresh)].findIndex((_, index) => !isSame(old[index], fresh[index]));
  if (at < 0) return undefined;
  const [before, after] = [old[at], fresh[at]];
  if (at + 1 < old.length && isSame(old[at + 1], after)) return { at, before, after: undefined };
  return { at, before: at + 1 < fresh.length && isSame(before, fresh[at + 1]) ? undefined : before, after };
}

function isSame(one: unknown, other: unknown): boolean {
  return sortedJson(one) === sortedJson(other);
}

/** A text stands for a list with it. */
function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined ? [] : [{ type: 'text', text: value }];
}

/** Characters of an excerpt, and those of them before the difference. */
const EXCERPT = 48;
const LEAD = 16;

/** The texts around the first character in which two values differ. */
function excerpts(was: unknown, is: unknown): Pick<RequestDifference, 'before' | 'after'> {
  const [old, fresh] = differingTexts(was, is);
  if (old === null || fresh === null) return { before: shortened(old), after: shortened(fresh) };
  let at = 0;
  while (at < old.length && old[at] === fresh[at]) at++;
  const from = Math.max(0, at - LEAD);
  return { before: old.slice(from, from + EXCERPT), after: fresh.slice(from, from + EXCERPT) };
}

function shortened(text: string | null): string | null {
  return text === null ? null : text.slice(0, EXCERPT);
}

/** The first texts below two values that differ; their JSON where it is no text. */
function differingTexts(was: unknown, is: unknown): readonly [string | null, string | null] {
  if (isRecord(was) && isRecord(is)) {
    const name = [...new Set([...Object.keys(was), ...Object.keys(is)])].find((each) => !isSame(own(was, each), own(is, each)));
    if (name !== undefined) return differingTexts(own(was, name), own(is, name));
  }
  return [textOrNull(was), textOrNull(is)];
}

function textOrNull(value: unknown): string | null {
  if (value === undefined) return null;
  return typeof value === 'string' ? value : sortedJson(value);
}

/** A request that a session keeps, by its ID; null where it does not keep all of it. */
export const keptRequestTask: Task<{ readonly file: Uint8Array; readonly request: string }, KeptBody | null> = {
  name: 'kept-request',
  load: () => Promise.resolve(({ file, request }) => new KeptRequests(file).body(request)),
};

/** A request, and the one before it, by the IDs under which the session keeps them. */
export type RequestPair = readonly [before: string, after: string];

/** For each pair where the second request begins to differ; null where it begins with all of the first; undefined where that is not known. */
type RequestDifferences = readonly (RequestDifference | null | undefined)[];

export const requestDifferencesTask: Task<{ readonly file: Uint8Array; readonly pairs: readonly RequestPair[] }, RequestDifferences> = {
  name: 'request-differences',
  load: () =>
    Promise.resolve(async ({ file, pairs }) => {
      const requests = new KeptRequests(file);
      const differences: (RequestDifference | null | undefined)[] = [];
      for (const [before, after] of pairs) differences.push(await requests.difference(before, after));
      return differences;
    }),
};

/** Tells of requests that a session keeps where each begins to differ from the one before it. */
export type CompareRequests = (pairs: readonly RequestPair[]) => Promise<RequestDifferences>;

/** How a whole file is read. */
export interface WholeFile {
  /** Bytes. */
  readonly size: number;
  readonly read: (range: ByteRange) => Promise<Uint8Array>;
}

/**
 * Compares the requests of a session, for which its file is read as a whole. Nothing is known of a file that is larger than
 * {@link MAX_HELD_BYTES}, cannot be read, or takes too long. Rejects with the reason of the signal.
 */
export function comparedIn({ size, read }: WholeFile, compute: Compute, signal?: CancelSignal): CompareRequests {
  return async (pairs) => {
    if (size > MAX_HELD_BYTES) return [];
    try {
      const file = await read({ start: 0, end: size });
      return await compute.run(requestDifferencesTask, { file, pairs }, { deadline: WHOLE_FILE_DEADLINE_MS, signal });
    } catch {
      signal?.throwIfAborted();
      return [];
    }
  };
}
