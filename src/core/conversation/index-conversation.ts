import { readMediaFacts } from '../content/read-media-facts.ts';
import { BinaryDetector } from '../content/binary-detector.ts';
import { GENERIC_BINARY, mediaKind, normaliseMediaType } from '../content/media-type.ts';
import { decodeKnownBase64 } from '../io/base64.ts';
import { type BesideMessages, besideMessages } from './body-parts.ts';
import { ClaudeCodeReader } from './claude-code.ts';
import { CodexReader } from './codex.ts';
import type {
  ConversationFormat,
  ConversationIndex,
  ConversationMessage,
  ConversationPart,
  ConversationSummary,
  KeptElsewhere,
  NotSent,
  UnreadRecord,
} from './conversation.ts';
import { CopilotCliReader } from './copilot-cli.ts';
import { formatFacts } from './formats.ts';
import { GeminiCliReader } from './gemini-cli.ts';
import { type JsonRecord, JsonRecords } from './json-records.ts';
import { at, type Outline, parseOutline, textAt } from './outline.ts';
import type { MediaDraft, MessageDraft, PartDraft } from './part-drafts.ts';
import { OpenCodeReader } from './opencode.ts';
import { OtelReader } from './otel-genai.ts';
import { PiReader } from './pi.ts';
import { QwenCodeReader } from './qwen-code.ts';
import { bodyMessage, type BodyEvidence, bodyWithoutList, continuesAnother, readBodyRoot, strongerEvidence } from './request-body.ts';
import type { ServerCounts } from './server-count.ts';
import { VsCodeChatReader } from './vscode-chat.ts';
import { Weigher } from './weight.ts';
import type { WireApi } from '../wire/verdict.ts';

/** What comes while a file is read: its messages, and at the end what is known of all of it. */
export type IndexItem =
  | { readonly kind: 'messages'; readonly messages: readonly ConversationMessage[] }
  | { readonly kind: 'end'; readonly summary: ConversationSummary };

/** What comes while a file that has grown is read on; `start_over`: it was not appended to, but written anew. */
export type FollowItem = IndexItem | { readonly kind: 'start_over' };

/**
 * Indexes a conversation in one pass. No media are held: of each, its place, size, type and what its header says. Memory is that of the
 * index and of one record without its long strings.
 *
 * @param chunks of any size; one may be overwritten once the next is asked for
 * @throws whatever `chunks` throws
 */
export function indexConversation(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<IndexItem> {
  return new ConversationIndexer().read(chunks);
}

/** Indexes a file, and what is appended to it later. */
export class ConversationIndexer {
  readonly #reader = new RecordReader();
  #records = new JsonRecords();
  #size = 0;
  #weigher = new Weigher();
  /** The last record of the file that is none of several in one line: reading goes on with it, and it has to be there still. */
  #last: JsonRecord | undefined;

  /** Reads a file from its beginning. Once. */
  async *read(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<IndexItem> {
    for await (const chunk of chunks) {
      this.#size += chunk.length;
      const messages = await this.#messagesOf(this.#records.push(chunk));
      if (messages.length > 0) yield { kind: 'messages', messages };
    }
    yield* this.#end();
  }

  /**
   * Reads on, with the last line that was read, which is not told again. After `start_over`, or when `chunks` throws, of no more use.
   *
   * @param chunks the file from `followFrom` of the summary on
   */
  async *follow(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<FollowItem> {
    let last = this.#last;
    if (!last) return yield { kind: 'start_over' };
    this.#records = new JsonRecords(last);
    this.#size = last.start;
    for await (const chunk of chunks) {
      this.#size += chunk.length;
      const records = this.#records.push(chunk);
      const [first] = records;
      if (last && first) {
        if (!isSame(first, last)) return yield { kind: 'start_over' };
        last = undefined;
        records.shift();
      }
      const messages = await this.#messagesOf(records);
      if (messages.length > 0) yield { kind: 'messages', messages };
    }
    if (last) return yield { kind: 'start_over' };
    yield* this.#end();
  }

  async #messagesOf(records: readonly JsonRecord[]): Promise<ConversationMessage[]> {
    const messages: ConversationMessage[] = [];
    for (const record of records) {
      this.#weigher.add(record.heavy);
      for (const message of this.#reader.read(record)) {
        const done = this.#finished(message);
        messages.push(done instanceof Promise ? await done : done);
      }
      this.#last = record.list === undefined ? withoutPdfs(record) : undefined;
    }
    return messages;
  }

  #finished(message: PlacedMessage): ConversationMessage | Promise<ConversationMessage> {
    const { index, line } = message;
    for (const part of message.parts) this.#weigher.addPart(part, { message: index, line });
    return finished(message);
  }

  /** The end of the file as it is now: a line that is cut off may be whole when more was written. */
  async *#end(): AsyncGenerator<IndexItem> {
    const reader = this.#reader;
    const { others } = reader;
    const broken = reader.broken.length;
    const last = this.#last;
    const weigher = this.#weigher;
    const left = this.#records.end();
    if (left.length > 0) this.#weigher = weigher.copy();
    const messages = await this.#messagesOf(left);
    for (const message of reader.end()) messages.push(await this.#finished(message));
    this.#last = formatFacts(reader.format)?.isAppended ? last : undefined;
    const summary = this.#summary();
    this.#weigher = weigher;
    reader.others = others;
    reader.broken.length = broken;
    if (messages.length > 0) yield { kind: 'messages', messages };
    yield { kind: 'end', summary };
  }

  #summary(): ConversationSummary {
    const { format, model, api, title, agentId, folder, programVersion, continues = false, beside, broken, others } = this.#reader;
    const notSent = this.#reader.notSent();
    const { counts, elsewhere } = this.#reader;
    const counted = counts?.last(notSent);
    const requests = counts?.requests;
    return {
      format,
      ...(model !== undefined && { model }),
      ...(api !== undefined && { api }),
      ...(title !== undefined && { title }),
      ...(agentId !== undefined && { agentId }),
      ...(folder !== undefined && { folder }),
      ...(elsewhere && { elsewhere }),
      ...(programVersion !== undefined && { programVersion }),
      ...(continues && { continues }),
      ...(beside && { beside }),
      ...(counted && { counted }),
      ...(requests && { requests }),
      size: this.#size,
      weight: this.#weigher.weight(this.#size),
      notSent,
      broken: [...broken],
      others,
      ...(this.#last && { followFrom: { offset: this.#last.start, line: this.#last.line } }),
    };
  }
}

/** A record that is kept, without the PDFs that were read of it: to know it again their hashes do. */
function withoutPdfs(record: JsonRecord): JsonRecord {
  if (record.cuts.every(({ base64 }) => base64.pdf === undefined)) return record;
  return { ...record, cuts: record.cuts.map(({ base64: { pdf: _pdf, ...base64 }, ...cut }) => ({ ...cut, base64 })) };
}

/** Whether a line was read before, at the same place. */
function isSame(one: JsonRecord, other: JsonRecord): boolean {
  const [bytes, others] = [one.bytes, other.bytes];
  if (one.start !== other.start || one.end !== other.end || bytes.length !== others.length) return false;
  if (one.cuts.some(({ base64 }, at) => base64.hash !== other.cuts[at]?.base64.hash)) return false;
  return bytes.every((byte, at) => byte === others[at]);
}

/**
 * The index of a file that was read on; null when it has to be read from its beginning. Takes the items to their end: a worker that is turned
 * away from before is ended, with all that it keeps.
 *
 * @param before of the file as it was
 */
export async function collectFollowed(
  before: Pick<ConversationIndex, 'messages'>,
  items: AsyncIterable<FollowItem>,
): Promise<ConversationIndex | null> {
  const messages = [...before.messages];
  let summary: ConversationSummary | undefined;
  for await (const item of items) {
    if (item.kind === 'end') summary = item.summary;
    else if (item.kind === 'messages') for (const message of item.messages) messages.push(message);
  }
  return summary ? { ...summary, messages } : null;
}

/** The whole index. */
export async function collectIndex(items: AsyncIterable<IndexItem>): Promise<ConversationIndex> {
  const index = await collectFollowed({ messages: [] }, items);
  if (!index) throw new Error('the index has no end');
  return index;
}

/** Only headers of media are waited for: of a million messages few have any. */
function finished(message: PlacedMessage): ConversationMessage | Promise<ConversationMessage> {
  if (isWhole(message)) return message;
  return Promise.all(message.parts.map((part) => (isFinished(part) ? part : withFacts(part)))).then((parts) => ({ ...message, parts }));
}

function isWhole(message: PlacedMessage): message is PlacedMessage & ConversationMessage {
  return message.parts.every(isFinished);
}

function isFinished(part: PartDraft): part is Exclude<PartDraft, MediaDraft> {
  return part.kind !== 'media';
}

/** Characters of base64 in which the header of a medium is looked for: first few, then as many as are kept. */
const SHORT_HEAD = 8 * 1024;
const LONG_HEAD = 64 * 1024;

async function withFacts(part: MediaDraft): Promise<ConversationPart> {
  const { head: _head, whole: _whole, size: _size, shared = {}, ...rest } = part;
  shared.facts ??= factsOf(part);
  return { ...rest, facts: await shared.facts };
}

async function factsOf({ declared, head, whole, size, isBase64 }: MediaDraft): Promise<MediaPartFacts> {
  if (whole && isBase64) return factsIn(decodeKnownBase64(whole()), declared, size);
  const facts = await factsIn(decodeHead(head(SHORT_HEAD)), declared, size);
  const type = facts.detectedMimeType ?? facts.mimeType;
  // The sides of a JPEG stand behind its Exif data, which may hold a picture of their own; the pages of a PDF at its end.
  const isWanting = mediaKind(type) === 'image' ? facts.width === undefined : type === 'application/pdf' && facts.pages === undefined;
  if (!isWanting) return facts;
  const long = head(LONG_HEAD);
  return long.length > SHORT_HEAD ? factsIn(decodeHead(long), declared, size) : facts;
}

async function factsIn(bytes: Uint8Array, declared: string | undefined, size: number): Promise<MediaPartFacts> {
  const type = normaliseMediaType(declared ?? '') ?? GENERIC_BINARY;
  const isHead = bytes.length < size;
  const detected = type === GENERIC_BINARY ? await new BinaryDetector().detectBinary(bytes, { isHead }) : undefined;
  return readMediaFacts(bytes, { mimeType: detected?.isBinary === true ? detected.mimeType : type, size });
}

type MediaPartFacts = Extract<ConversationPart, { kind: 'media' }>['facts'];

/** The bytes of the beginning of base64, as far as it is valid. */
function decodeHead(head: string): Uint8Array {
  const valid = /^[A-Za-z0-9+/]*={0,2}/.exec(head)?.[0] ?? '';
  const whole = valid.slice(0, valid.length - (valid.length % 4));
  return decodeKnownBase64(whole);
}

/** A message with its place in the file. */
interface PlacedMessage extends MessageDraft {
  readonly index: number;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly root: number;
}

/** Reads records of any known format; which one is recognised by the content. */
class RecordReader {
  #claude = new ClaudeCodeReader();
  readonly #codex = new CodexReader();
  readonly #chat = new VsCodeChatReader();
  readonly #copilot = new CopilotCliReader();
  readonly #qwen = new QwenCodeReader();
  readonly #pi = new PiReader();
  readonly #geminiCli = new GeminiCliReader();
  readonly #otel = new OtelReader();
  readonly #openCode = new OpenCodeReader();
  readonly broken: UnreadRecord[] = [];
  others = 0;
  format: ConversationFormat | null = null;
  agentId: string | undefined;
  continues: boolean | undefined;
  beside: BesideMessages | undefined;
  readonly #summaries = new Set<string>();
  readonly #condensed: { readonly message: number; readonly parent: string }[] = [];
  #model: string | undefined;
  #version: string | undefined;
  #api: WireApi | undefined;
  #messages = 0;
  /** The list of the root whose elements are being read. */
  #list: string | undefined;
  #evidence: BodyEvidence | undefined;

  /** The messages of a record, in their order. */
  read(record: JsonRecord): PlacedMessage[] {
    const outline = parseOutline(record);
    if (!outline) {
      this.broken.push({ start: record.start, end: record.end, line: record.line, reason: 'broken' });
      this.#endRoot();
      return [];
    }
    const drafts = record.list === undefined ? this.#root(outline, record) : this.#element(outline, record);
    if (drafts.length === 0) this.others++;
    const { start, end, line, root } = record;
    // Of an object that is copied twice, V8 makes a hidden class of its own: half the memory of an index.
    return drafts.map((draft) => ({ index: this.#messages++, start, end, line, root, ...draft }));
  }

  /** The messages that are known only now: those of a log of changes. */
  end(): PlacedMessage[] {
    const chat = this.#chat.end();
    if (chat.length > 0) this.#is('vscode-chat');
    const logged = this.#geminiCli.end(this.#messages + chat.length);
    if (logged.length > 0) this.#is('gemini-cli');
    return [...chat, ...logged].map((draft, at) => ({ index: this.#messages + at, start: 0, end: 0, root: 0, ...draft }));
  }

  get model(): string | undefined {
    return this.#model ?? this.#known('model');
  }

  get api(): WireApi | undefined {
    return this.format === 'pi' ? this.#pi.api : this.format === 'opencode' ? this.#openCode.api : this.#api;
  }

  get title(): string | undefined {
    return this.#known('title');
  }

  get programVersion(): string | undefined {
    return this.#version ?? this.#known('version');
  }

  get folder(): string | undefined {
    return this.#known('folder');
  }

  get elsewhere(): KeptElsewhere | undefined {
    return this.format === 'claude-code' ? this.#claude.elsewhere.kept : undefined;
  }

  /** What a reader knows of the session: one of them has read it. */
  #known(name: 'model' | 'title' | 'version' | 'folder'): string | undefined {
    const readers: readonly Partial<Record<typeof name, string | undefined>>[] = [
      this.#claude,
      this.#codex,
      this.#copilot,
      this.#qwen,
      this.#pi,
      this.#chat,
      this.#geminiCli,
      this.#otel,
      this.#openCode,
    ];
    return readers.map((reader) => reader[name]).find((value) => value !== undefined);
  }

  notSent(): Map<number, NotSent> {
    switch (this.format) {
      case 'claude-code':
        return this.#claude.notSent();
      case 'codex':
        return this.#codex.notSent();
      case 'copilot-cli':
        return this.#copilot.notSent();
      case 'qwen-code':
        return this.#qwen.notSent();
      case 'pi':
        return this.#pi.notSent();
      case 'vscode-chat':
        return this.#chat.notSent();
      case 'gemini-cli':
        return this.#geminiCli.notSent();
      case 'opencode':
        return this.#openCode.notSent();
      case 'cline':
        return new Map(
          this.#condensed.flatMap(({ message, parent }) => (this.#summaries.has(parent) ? [[message, 'compacted'] as const] : [])),
        );
      case 'runtime':
      case 'openai-chat':
      case 'openai-responses':
      case 'anthropic':
      case 'gemini':
      case 'bedrock-converse':
      case 'bedrock-invoke':
      case 'ollama':
      case 'cline-session':
      case 'otel-genai':
      case null:
        return new Map();
    }
  }

  /** What a server counted, where the format's program keeps that and the reader takes it. */
  get counts(): ServerCounts | undefined {
    const readers: Partial<Record<ConversationFormat, { readonly counts: ServerCounts }>> = {
      'claude-code': this.#claude,
      codex: this.#codex,
      'gemini-cli': this.#geminiCli,
      'qwen-code': this.#qwen,
      pi: this.#pi,
      opencode: this.#openCode,
    };
    return this.format === null ? undefined : readers[this.format]?.counts;
  }

  #element(node: Outline, record: JsonRecord): MessageDraft[] {
    const { list = '', index } = record;
    const path = list === '' ? [index] : [list, index];
    const asked = list === 'requests' ? this.#chat.request({ node, path }, this.#messages) : undefined;
    if (asked) {
      this.#is('vscode-chat');
      return [...asked];
    }
    const openCode = this.#openCode.element({ node, path }, this.#messages);
    if (openCode) {
      this.#is('opencode');
      return [...openCode];
    }
    const read = bodyMessage({ node, path }, list);
    if (!read && this.#geminiCli.element({ node, path }, record)) return [];
    if (!read) return this.#spans(node, record, path) ?? [];
    this.#list = list;
    this.#evidence = strongerEvidence(this.#evidence, read.evidence);
    this.#model = read.message.model ?? this.#model;
    if (list === '') this.#noteCondensed(node);
    return [read.message];
  }

  /** Roo Code keeps what it condensed, with the id of the summary that is sent in its place: RooCodeInc/Roo-Code `src/core/condense/index.ts` (2026-11). */
  #noteCondensed(node: Outline): void {
    const [id, parent] = [textAt(node, 'condenseId'), textAt(node, 'condenseParent')];
    if (id !== undefined) this.#summaries.add(id);
    if (parent !== undefined) this.#condensed.push({ message: this.#messages, parent });
  }

  #root(node: Outline, record: JsonRecord): MessageDraft[] {
    if (this.#list !== undefined) return this.#body({ node, path: [] }, this.#list);
    if (this.format === 'opencode' && this.#openCode.root(node)) return [];
    if (this.#chat.change(node, record) || this.#chat.root(node) || this.#geminiCli.change(node, record)) return [];
    const lines = this.#lines(node);
    if (lines) return [...lines];
    const claude = this.#claude.read(node);
    if (claude !== undefined) {
      this.#is('claude-code');
      this.#claude.note(node, claude ? this.#messages : undefined);
      if (claude?.role === 'assistant') this.#model = claude.model ?? this.#model;
      return claude ? [claude] : [];
    }
    const codex = this.#codex.read(node);
    if (codex) this.#is('codex');
    return codex ? [...codex] : (this.#spans(node, record, []) ?? this.#bodyWithoutList(node) ?? this.#nestedBody(node));
  }

  /** The messages of a line whose first line said whose it is. */
  #lines(node: Outline): readonly MessageDraft[] | undefined {
    const readers = { 'copilot-cli': this.#copilot, 'qwen-code': this.#qwen, pi: this.#pi } as const;
    for (const format of ['copilot-cli', 'qwen-code', 'pi'] as const) {
      const messages = readers[format].read(node);
      if (!messages) continue;
      this.#forgetClaude();
      this.#is(format);
      return messages;
    }
    return undefined;
  }

  /** A body whose messages are no list of messages: a text as `input`, an empty list, or a message by itself. */
  #bodyWithoutList(node: Outline): MessageDraft[] | undefined {
    const found = bodyWithoutList({ node, path: [] });
    if (!found) return undefined;
    this.#evidence = found.evidence;
    return [...this.#body({ node, path: [] }, found.list), ...found.messages];
  }

  #spans(node: Outline, record: JsonRecord, path: readonly (string | number)[]): MessageDraft[] | undefined {
    const messages = this.#otel.read(node, record, path);
    if (messages) this.#is('otel-genai');
    return messages;
  }

  /** The root of messages that have come before it. */
  #body(root: { readonly node: Outline; readonly path: readonly (string | number)[] }, list: string): MessageDraft[] {
    const read = readBodyRoot(root, list, this.#evidence);
    if (!read) return [];
    const { format, system, model, version, api } = read;
    this.#is(format);
    this.#api ??= api;
    // of several bodies the first one counts
    if (this.continues === undefined) this.beside = besideMessages(root.node);
    this.continues ??= continuesAnother(root.node, list);
    if (format === 'runtime') this.agentId = textAt(root.node, 'agentId');
    this.#model = model ?? this.#model;
    this.#version = version;
    this.#endRoot();
    return system.length > 0 ? [{ role: 'system', parts: system }] : [];
  }

  /** A body inside of a line: `{"custom_id", "body": {…}}` of batch files, or `request`. */
  #nestedBody(root: Outline): MessageDraft[] {
    for (const holder of ['body', 'request', 'params']) {
      const node = at(root, holder);
      for (const list of ['messages', 'input', 'contents']) {
        const items = at(node, list);
        if (!node || items?.type !== 'array') continue;
        const path = [holder, list];
        const read = items.items.flatMap((item, index) => {
          const found = bodyMessage({ node: item, path: [...path, index] }, list);
          return found ? [{ ...found, message: { ...found.message, start: item.start, end: item.end } }] : [];
        });
        this.#list = list;
        this.#evidence = read.map(({ evidence }) => evidence).reduce(strongerEvidence, undefined);
        return [...this.#body({ node, path: [holder] }, list), ...read.map(({ message }) => message)];
      }
    }
    return [];
  }

  /** Lines without a message look like those of Claude Code in other programs too. */
  #forgetClaude(): void {
    if (this.format !== 'claude-code' || this.#messages > 0) return;
    this.format = null;
    this.#claude = new ClaudeCodeReader();
  }

  #is(format: ConversationFormat): void {
    this.format ??= format;
  }

  #endRoot(): void {
    this.#list = undefined;
    this.#evidence = undefined;
  }
}
