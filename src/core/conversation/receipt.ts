import { hasSignature } from '../content/binary-types.ts';
import { mediaTypeOfFilename } from '../content/file-name.ts';
import { mediaKind } from '../content/media-type.ts';
import { safeName } from '../routing/safe-name.ts';
import type {
  CallPartOf,
  ConversationFormat,
  ConversationIndex,
  ConversationMessage,
  ConversationPart,
  NotSent,
  TextPartOf,
} from './conversation.ts';
import { type ConversationFinding, OWN_SOURCES } from './conversation-finding.ts';
import { PATHS } from './file-tools.ts';
import { formatFacts } from './formats.ts';
import { REMOVED } from './part-drafts.ts';
import { addressKey, inOrder, type PartAddress } from './replay.ts';

/** The tools by which programs read files, as they were seen (`src/core/programs/deliveries.json`). */
export const READ_TOOLS: Readonly<Partial<Record<ConversationFormat, string>>> = {
  'claude-code': 'Read',
  codex: 'view_image',
  'copilot-cli': 'view',
  'gemini-cli': 'read_file',
  'qwen-code': 'read_file',
  pi: 'read',
  opencode: 'read',
};

/**
 * What is sent of a file. `media`: its content, or its address. `raw_bytes`: its bytes, decoded as if they were text. `note`: words of the
 * program about it. `description`: what a repair put in its place. `not_read`: that the tool failed. `unknown`: something that is not known
 * here, or words that may be its text or about it. `nothing`: no result, or an empty one.
 */
export type SentAs = 'media' | 'text' | 'raw_bytes' | 'note' | 'description' | 'not_read' | 'unknown' | 'nothing';

/** A file in a conversation, and what is sent of it. */
export interface FileReceipt {
  /** As the call or the attachment names it, without folders; absent where neither does. */
  readonly name?: string;
  /** By a message, by the program's tool for files, as the result of another tool, or by the model. */
  readonly way: 'attached' | 'read' | 'result' | 'made';
  readonly sentAs: SentAs;
  /** Of `raw_bytes`: the type of the file. */
  readonly type?: string;
  /** Of what is sent as words: their tokens, estimated. */
  readonly tokens?: number;
  /** The part that is sent of it; the call that reads it, where nothing is. */
  readonly address: PartAddress;
  /** Why that part is not in the next request; absent where it is. */
  readonly notSent?: NotSent | 'other_conversation';
}

/**
 * The files of a conversation in its order, those of messages that are no longer sent too. Media are found wherever they are, other files where
 * the program's own tool reads them. What a program leaves out only when it sends the request is not seen in its session.
 */
export function fileReceipts(index: Pick<ConversationIndex, 'messages' | 'notSent' | 'format'>): FileReceipt[] {
  const ordered = inOrder(index);
  const sent = new Set(ordered.map(({ index: number }) => number));
  const others = new Map<number, ConversationMessage[]>();
  const isOneConversation = formatFacts(index.format)?.roots === 'messages';
  for (const message of index.messages) {
    if (sent.has(message.index)) continue;
    const conversation = isOneConversation ? 0 : message.root;
    const found = others.get(conversation);
    if (found) found.push(message);
    else others.set(conversation, [message]);
  }
  const walk = walked(ordered, index);
  const rest = [...others.values()].flatMap((messages) => walked(messages, index, walk.files).receipts);
  const unsent = rest.map((receipt) => ({
    ...receipt,
    notSent: index.notSent.get(receipt.address.message) ?? ('other_conversation' as const),
  }));
  return [...walk.receipts, ...unsent].sort((one, other) => addressKey(one.address) - addressKey(other.address));
}

/**
 * What became of the files that a program read for its model: bytes of a binary file that stand in the request as if they were text, and
 * pictures, sound and films of which nothing but words came.
 *
 * @param ordered the messages that are sent, in their order
 */
export function receiptFindings(ordered: readonly ConversationMessage[], index: Pick<ConversationIndex, 'format'>): ConversationFinding[] {
  return walked(ordered, index).receipts.flatMap(({ sentAs, type = '', tokens = 0, name = '', address }) => {
    if (sentAs === 'raw_bytes') return [finding('raw_bytes_as_text', { type, tokens }, address)];
    return sentAs === 'note' ? [finding('dropped_by_program', { name }, address)] : [];
  });
}

function finding(
  code: 'raw_bytes_as_text' | 'dropped_by_program',
  params: ConversationFinding['params'],
  address: PartAddress,
): ConversationFinding {
  return { code, severity: 'warning', params, source: OWN_SOURCES.file, address };
}

/** The path among the arguments of a call, whatever its program calls it. */
const PATH = new RegExp(`"(?:${PATHS.join('|')})":\\s*"((?:[^"\\\\]|\\\\.)*)"`);

/** @param sample how the arguments of a call begin, as JSON */
function pathIn(sample: string): string | undefined {
  const written = PATH.exec(sample)?.[1];
  if (written === undefined) return undefined;
  try {
    return JSON.parse(`"${written}"`) as string;
  } catch {
    return written;
  }
}

/** What a model has of a file of that name when it has its content: a medium, or its text; `either`, or nothing known, for documents and others. */
function contentOf(file: string | undefined): 'medium' | 'text' | 'either' {
  if (file === undefined) return 'either';
  const type = mediaTypeOfFilename(file) ?? '';
  // A drawing in SVG is a text too, and so are pictures without bytes by which they are known.
  if (type === 'image/svg+xml' || type === '') return 'text';
  const kind = mediaKind(type);
  if (kind === 'document' || kind === 'other') return 'either';
  return kind === 'text' || !hasSignature(type) ? 'text' : 'medium';
}

/** What a tool answers that did not find the file: then it is not the program that keeps it back. */
const NOT_READ = /no such file|not found|not exist|ENOENT|EACCES|permission|denied|outside|cancell?ed|aborted|interrupted|rejected/i;
/** Characters of such an answer, where it may be the text of the file as well. */
const LONGEST_ANSWER = 300;

/** How binary files begin; what is no UTF-8 in them stands as a mark. */
const BEGINNINGS: ReadonlyArray<readonly [beginning: string, type: string]> = [
  ['%PDF-', 'application/pdf'],
  ['PK\u0003\u0004', 'application/zip'],
  ['\uFFFDPNG', 'image/png'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
  ['ID3\u0002', 'audio/mpeg'],
  ['ID3\u0003', 'audio/mpeg'],
  ['ID3\u0004', 'audio/mpeg'],
];

/** The number that a tool puts before a line. */
const LINE_NUMBER = /^\s{0,8}\d{1,8}\s?[:|→\t]\s?/;

/**
 * Of a text so long, so large shares of characters that no text has make it binary: marks for what is no UTF-8, and controls, which a text in
 * another encoding does not have.
 */
const SHORTEST_RAW = 60;
const RAW_SHARE = 0.1;
const CONTROL_SHARE = 0.02;

/** The type of a binary file whose bytes a text is; undefined for a text. */
function rawType({ sample, resultOf }: TextPartOf): string | undefined {
  if (resultOf !== undefined) {
    const content = sample.replace(LINE_NUMBER, '');
    const known = BEGINNINGS.find(([beginning]) => content.startsWith(beginning));
    if (known) return known[1];
  }
  if (sample.length < SHORTEST_RAW) return undefined;
  let [marks, controls] = [0, 0];
  for (let at = 0; at < sample.length; at++) {
    const unit = sample.charCodeAt(at);
    if (unit === REPLACEMENT) marks++;
    else if (isControl(unit)) controls++;
  }
  const isRaw = controls > CONTROL_SHARE * sample.length && marks + controls > RAW_SHARE * sample.length;
  return isRaw ? 'application/octet-stream' : undefined;
}

const REPLACEMENT = 0xfffd;
const SPACE = 0x20;
/** Blanks, and the escape that terminals are coloured by. */
const CONTROLS_OF_TEXT: ReadonlySet<number> = new Set([8, 9, 10, 11, 12, 13, 27]);

function isControl(unit: number): boolean {
  return unit < SPACE && !CONTROLS_OF_TEXT.has(unit);
}

/** A call of the tool that reads files. */
interface ReadCall {
  /** Its path, as the call names it; undefined where that is not known. */
  readonly file: string | undefined;
  readonly address: PartAddress;
  readonly results: PlacedPart[];
}

interface PlacedPart {
  readonly part: ConversationPart;
  readonly address: PartAddress;
}

/** Walks through messages in their order, and finds out what came of each file. */
class FileWalk {
  readonly receipts: FileReceipt[] = [];
  /** The files of all calls, by the IDs of these. */
  readonly files = new Map<string, string | undefined>();
  readonly #format: ConversationFormat | null;
  /** The same of calls in other messages, whose results may be in these. */
  readonly #known: FileWalk['files'];
  /** By their IDs, until it is known what came of them. */
  readonly #calls = new Map<string, ReadCall>();
  /** Those that have results since the last answer of a model, in the order of these. */
  readonly #answered = new Map<string, ReadCall>();
  /** Calls since then whose content may stand beside their results, and has not come. */
  readonly #waiting = new Set<string>();
  #beside: PlacedPart[] = [];

  constructor(format: ConversationFormat | null, known: FileWalk['files'] = new Map()) {
    this.#format = format;
    this.#known = known;
  }

  take({ role, parts, index: message }: ConversationMessage): void {
    if (role === 'assistant' || isSpoken(parts)) this.#endRound();
    for (const [at, part] of parts.entries()) {
      if (part.kind === 'reasoning') continue;
      this.#take(role, { part, address: { message, part: at } });
    }
  }

  /** Calls without a result so far have none. */
  end(): void {
    this.#endRound();
    for (const call of this.#calls.values()) this.#give(call, 'nothing', call.address);
  }

  #take(role: ConversationMessage['role'], placed: PlacedPart): void {
    const { part, address } = placed;
    if (part.kind === 'call') this.#ask(part, address);
    else if (part.resultOf !== undefined) this.#answer(part.resultOf, placed);
    else if (role === 'assistant') this.#add(placed, 'made');
    else if (this.#waiting.size > 0 && isContent(part) && sentAsPart(part)) this.#beside.push(placed);
    else this.#add(placed, 'attached');
  }

  #ask({ name, callId, sample }: CallPartOf, address: PartAddress): void {
    if (this.#format === null || name !== READ_TOOLS[this.#format]) return;
    const earlier = this.#calls.get(callId);
    if (earlier?.results.length === 0) this.#give(earlier, 'unknown', earlier.address);
    else if (earlier) this.#giveResults(earlier);
    this.#answered.delete(callId);
    const file = pathIn(sample);
    this.files.set(callId, file);
    this.#calls.set(callId, { file, address, results: [] });
    if (contentOf(file) !== 'text') this.#waiting.add(callId);
  }

  #answer(id: string, placed: PlacedPart): void {
    let call = this.#calls.get(id);
    if (!call && this.#known.has(id)) {
      call = { file: this.#known.get(id), address: placed.address, results: [] };
      this.#calls.set(id, call);
    }
    if (!call) return this.#add(placed, 'result');
    call.results.push(placed);
    this.#answered.set(id, call);
    if (isContent(placed.part)) this.#waiting.delete(id);
  }

  #add({ part, address }: PlacedPart, way: FileReceipt['way'], file?: string): void {
    const sentAs = sentAsPart(part);
    if (!sentAs) return;
    const name = nameOf(part.kind === 'media' && part.filename !== undefined ? part.filename : file);
    this.receipts.push({ ...name, way, sentAs, ...factsOf(part, sentAs), address });
  }

  /** A model answers, or a person speaks: the results so far are all. What stood beside them is not that of a later call. */
  #endRound(): void {
    const wordsOnly: ReadCall[] = [];
    for (const [id, call] of this.#answered) {
      this.#calls.delete(id);
      if (this.#beside.length > 0 && isOfWords(call)) wordsOnly.push(call);
      else this.#giveResults(call);
    }
    this.#settleBeside(wordsOnly);
    this.#answered.clear();
    this.#waiting.clear();
    this.#beside = [];
  }

  /**
   * What stands beside the results is what the only call with only words has read; of several calls, where there are as many of these kinds, in
   * the order of their results.
   */
  #settleBeside(calls: readonly ReadCall[]): void {
    const beside = this.#beside;
    const [only] = calls;
    const fileOf = (at: number): string | undefined => (calls.length === 1 ? only : calls[at])?.file;
    const isKnown = (calls.length === 1 || calls.length === beside.length) && beside.every(({ part }, at) => isContentOf(part, fileOf(at)));
    for (const [at, placed] of beside.entries())
      this.#add(placed, calls.length > 0 ? 'read' : 'attached', isKnown ? fileOf(at) : undefined);
    if (!isKnown) for (const call of calls) this.#give(call, 'unknown', call.address);
  }

  #giveResults(call: ReadCall): void {
    for (const [sentAs, { part, address }] of cameOf(call)) {
      const isNumbered = part.kind === 'text' && LINE_NUMBER.test(part.sample);
      // Claude Code numbers the lines of a text, as its tool says of itself (2.1.332): words without a number may be about it.
      const isText = sentAs !== 'text' || this.#format !== 'claude-code' || isNumbered;
      this.#give(call, isText ? sentAs : 'unknown', address, part);
    }
  }

  #give({ file }: ReadCall, sentAs: SentAs, address: PartAddress, part?: ConversationPart): void {
    this.receipts.push({ ...nameOf(file), way: 'read', sentAs, ...(part && factsOf(part, sentAs)), address });
  }
}

function walked(
  messages: readonly ConversationMessage[],
  { format }: Pick<ConversationIndex, 'format'>,
  known?: FileWalk['files'],
): FileWalk {
  const walk = new FileWalk(format, known);
  for (const message of messages) walk.take(message);
  walk.end();
  return walk;
}

/** Whether a person speaks in a message: what they attach to it, no call has read. */
function isSpoken(parts: readonly ConversationPart[]): boolean {
  return parts.every(({ resultOf }) => resultOf === undefined) && parts.some((part) => part.kind === 'text' && !part.isBlank);
}

/** Whether a call has only words, beside which the content may stand. */
function isOfWords(call: ReadCall): boolean {
  return contentOf(call.file) !== 'text' && cameOf(call).every(([sentAs]) => sentAs === 'note' || sentAs === 'unknown');
}

/** Whether a content may be that of a file, by the kinds of both; of a document its pages may come as pictures. */
function isContentOf(part: ConversationPart, file: string | undefined): boolean {
  if (part.kind !== 'media' || file === undefined) return true;
  const [kind, wanted] = [part.facts.mimeType, mediaTypeOfFilename(file) ?? ''].map(mediaKind);
  return kind === wanted || (kind === 'image' && wanted === 'document');
}

/** What came of a file in the results of its call: each content, each piece of raw bytes, or else the text that tells most. */
function cameOf({ file, results }: ReadCall): readonly (readonly [sentAs: SentAs, told: PlacedPart])[] {
  const contents = results.filter(({ part }) => isContent(part));
  if (contents.length > 0) return contents.map((placed) => [sentAsPart(placed.part) ?? 'unknown', placed]);
  const told = results.map((placed) => [sentAsText(placed.part, file), placed] as const);
  const raw = told.filter(([sentAs]) => sentAs === 'raw_bytes');
  if (raw.length > 0) return raw;
  const most = TELLING.map((wanted) => told.find(([sentAs]) => sentAs === wanted)).find((each) => each !== undefined);
  return most ? [most] : [];
}

/** What texts are sent as, that which tells most first. */
const TELLING: readonly SentAs[] = ['description', 'text', 'note', 'not_read', 'unknown', 'nothing'];

function sentAsText(part: ConversationPart, file: string | undefined): SentAs {
  if (part.kind !== 'text') return 'unknown';
  if (rawType(part) !== undefined) return 'raw_bytes';
  if (part.isBlank) return 'nothing';
  if (part.traits?.includes('failed')) return 'not_read';
  const content = contentOf(file);
  if (content !== 'text' && isDescription(part)) return 'description';
  if (content === 'either') return 'unknown';
  const isAnswer = NOT_READ.test(part.sample);
  if (content === 'medium') return isAnswer ? 'not_read' : 'note';
  return isAnswer && part.characters <= LONGEST_ANSWER ? 'unknown' : 'text';
}

/** What a part that no call of the tool for files gave is sent as; undefined where it is no file. */
function sentAsPart(part: ConversationPart): SentAs | undefined {
  switch (part.kind) {
    case 'media':
    case 'link':
      return 'media';
    case 'text':
      return isDescription(part) ? 'description' : rawType(part) === undefined ? undefined : 'raw_bytes';
    case 'unknown':
      return FILE_SHAPES.has(part.name) ? 'unknown' : undefined;
    case 'call':
    case 'reasoning':
      return undefined;
  }
}

/** Types of content that hold pictures and files, whatever they lie at. */
export const FILE_SHAPES: ReadonlySet<string> = new Set([
  'image',
  'document',
  'file',
  'input_file',
  'input_image',
  'document_url',
  'video_url',
]);

function factsOf(part: ConversationPart, sentAs: SentAs): Pick<FileReceipt, 'type' | 'tokens'> {
  if (part.kind !== 'text') return {};
  const type = sentAs === 'raw_bytes' ? rawType(part) : undefined;
  return { ...(type !== undefined && { type }), tokens: part.tokens };
}

function isContent({ kind }: ConversationPart): boolean {
  return kind === 'media' || kind === 'link' || kind === 'unknown';
}

/** Whether a text is a description that a repair wrote, and not one that quotes it. */
function isDescription({ traits, sample }: TextPartOf): boolean {
  return traits?.includes('removed') === true && sample.startsWith(REMOVED);
}

/** The last part of a path, of any system, as it is shown; nothing without one. */
function nameOf(path = ''): Pick<FileReceipt, 'name'> {
  const name = safeName(path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1));
  return name === '' ? {} : { name };
}
