import { mediaTypeOfFilename } from '../content/file-name.ts';
import { mediaKind } from '../content/media-type.ts';
import { safeName } from '../routing/safe-name.ts';
import type {
  CallPartOf,
  ConversationFormat,
  ConversationIndex,
  ConversationMessage,
  ConversationPart,
  TextPartOf,
} from './conversation.ts';
import { type ConversationFinding, OWN_SOURCES } from './conversation-finding.ts';
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

/** Whether a model has nothing of a file but as a medium; a drawing in SVG is a text too. */
function isMedium(name: string): boolean {
  const type = mediaTypeOfFilename(name) ?? '';
  return type !== 'image/svg+xml' && ['image', 'audio', 'video'].includes(mediaKind(type));
}

/** Whether a program may send a file as a document; what it sends as text is then not told from words about it. */
function isDocument(name: string): boolean {
  return mediaTypeOfFilename(name) === 'application/pdf';
}

/** The path among the arguments of a call, whatever its program calls it. */
const PATH = /"(?:file_path|filePath|absolute_path|path)":\s*"((?:[^"\\]|\\.)*)"/;

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

/** What a tool answers that did not find the file: then it is not the program that keeps it back. */
const NOT_READ =
  /no such file|not found|does not exist|not exist|ENOENT|EACCES|permission|denied|outside|cancell?ed|aborted|interrupted|rejected/i;

/**
 * What is sent of a file. `media`: its content, or its address. `raw_bytes`: its bytes, decoded as if they were text. `note`: words of the
 * program about it. `description`: what a repair put in its place. `not_read`: that the tool failed. `unknown`: something that is not known
 * here, or one of several that cannot be told apart. `nothing`: the call that reads it has no result.
 */
export type SentAs = 'media' | 'text' | 'raw_bytes' | 'note' | 'description' | 'not_read' | 'unknown' | 'nothing';

/** A file in a conversation, and what is sent of it. */
export interface FileReceipt {
  /** As the call or the attachment names it, without folders; absent where neither does. */
  readonly name?: string;
  /** By a message, by the program's tool for files, as the result of another tool, or by the model. */
  readonly way: 'attached' | 'read' | 'result' | 'made';
  readonly sentAs: SentAs;
  /** The part that is sent of it; the call that reads it, where nothing is. */
  readonly address: PartAddress;
}

/**
 * The files of a conversation in its order, those of messages that are no longer sent too. Files of media are found wherever they are, others
 * where the program's own tool reads them.
 */
export function fileReceipts(index: Pick<ConversationIndex, 'messages' | 'notSent' | 'format'>): FileReceipt[] {
  const ordered = inOrder(index);
  const sent = new Set(ordered.map(({ index: number }) => number));
  const others = index.messages.filter(({ index: number }) => !sent.has(number));
  return [...receiptsOf(ordered, index), ...receiptsOf(others, index)].sort(
    (one, other) => addressKey(one.address) - addressKey(other.address),
  );
}

/**
 * What became of the files that a program read for its model: bytes of a binary file that stand in the request as if they were text, and
 * pictures, sound and films of which nothing but words came.
 *
 * @param ordered the messages that are sent, in their order
 */
export function receiptFindings(ordered: readonly ConversationMessage[], index: Pick<ConversationIndex, 'format'>): ConversationFinding[] {
  const raw = ordered.flatMap(({ parts, index: message }) =>
    parts.flatMap((part, at) => {
      const type = part.kind === 'text' ? rawType(part) : undefined;
      if (part.kind !== 'text' || type === undefined) return [];
      return [finding('raw_bytes_as_text', { type, tokens: part.tokens }, { message, part: at })];
    }),
  );
  const dropped = receiptsOf(ordered, index).flatMap(({ sentAs, name = '', address }) =>
    sentAs === 'note' ? [finding('dropped_by_program', { name }, address)] : [],
  );
  return [...raw, ...dropped];
}

function finding(
  code: 'raw_bytes_as_text' | 'dropped_by_program',
  params: ConversationFinding['params'],
  address: PartAddress,
): ConversationFinding {
  return { code, severity: 'warning', params, source: OWN_SOURCES.file, address };
}

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

/** Whether a part is words of a person or a model: most are. */
function isOrdinary({ kind, resultOf, traits }: ConversationPart): boolean {
  return (kind === 'text' || kind === 'reasoning') && resultOf === undefined && traits === undefined;
}

/** A call of the tool that reads files. */
interface ReadCall {
  /** Its path, as the call names it. */
  readonly file: string;
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
  readonly #tool: string | undefined;
  /** By their IDs, until it is known what came of them. */
  readonly #calls = new Map<string, ReadCall>();
  /** Those of them that read a medium which has not come yet. */
  readonly #waiting = new Set<string>();
  /** Media beside the results, which may be those of any call that waits. */
  #beside: PlacedPart[] = [];
  #hasResults = false;

  constructor(tool: string | undefined) {
    this.#tool = tool;
  }

  take({ role, parts, index: message }: ConversationMessage): void {
    if (role === 'assistant' && this.#hasResults) this.#settle();
    for (const [at, part] of parts.entries()) if (!isOrdinary(part)) this.#take(role, { part, address: { message, part: at } });
  }

  #take(role: ConversationMessage['role'], placed: PlacedPart): void {
    const { part, address } = placed;
    if (part.kind === 'call') this.#ask(part, address);
    else if (part.resultOf !== undefined) this.#answer(part.resultOf, placed);
    else if (role === 'assistant') this.#add(placed, 'made');
    // What a person attached before the calls is none of theirs.
    else if (this.#waiting.size > 0 && isContent(part)) this.#beside.push(placed);
    else this.#add(placed, 'attached');
  }

  /** Calls without a result so far have none. */
  end(): void {
    this.#settle();
    for (const call of this.#calls.values()) this.#give(call);
  }

  #ask({ name, callId, sample }: CallPartOf, address: PartAddress): void {
    const file = name === this.#tool ? pathIn(sample) : undefined;
    if (file === undefined) return;
    const earlier = this.#calls.get(callId);
    if (earlier) this.#give(earlier);
    this.#calls.set(callId, { file, address, results: [] });
    if (isMedium(file) || isDocument(file)) this.#waiting.add(callId);
  }

  #answer(id: string, placed: PlacedPart): void {
    const call = this.#calls.get(id);
    this.#hasResults = true;
    if (!call) return this.#add(placed, 'result');
    call.results.push(placed);
    if (isContent(placed.part)) this.#waiting.delete(id);
  }

  #add(placed: PlacedPart, way: FileReceipt['way'], name = attachedName(placed.part)): void {
    const sentAs = sentAsPart(placed.part);
    if (sentAs) this.receipts.push({ ...(name !== '' && { name }), way, sentAs, address: placed.address });
  }

  /** The results so far are all: a model answered them. */
  #settle(): void {
    const noted: ReadCall[] = [];
    for (const [id, call] of this.#calls) {
      if (call.results.length === 0) continue;
      this.#calls.delete(id);
      this.#waiting.delete(id);
      if (this.#beside.length > 0 && isOfWords(call)) noted.push(call);
      else this.#give(call);
    }
    this.#settleBeside(noted);
    this.#beside = [];
    this.#hasResults = false;
  }

  /** What stands beside the results is what the only call with only words has read; of several, where there are as many, in their order. */
  #settleBeside(noted: readonly ReadCall[]): void {
    const beside = this.#beside;
    const isKnown = noted.length === 1 || (noted.length === beside.length && noted.every(({ file }, at) => isOfKind(beside[at], file)));
    for (const [at, placed] of beside.entries()) {
      const call = isKnown ? noted[Math.min(at, noted.length - 1)] : undefined;
      this.#add(placed, noted.length > 0 ? 'read' : 'attached', attachedName(placed.part) || nameOf(call?.file ?? ''));
    }
    if (!isKnown)
      for (const { file, address } of noted) this.receipts.push({ name: nameOf(file), way: 'read', sentAs: 'unknown', address });
  }

  #give(call: ReadCall): void {
    const name = nameOf(call.file);
    const came = cameOf(call);
    if (came.length === 0) this.receipts.push({ name, way: 'read', sentAs: 'nothing', address: call.address });
    for (const [sentAs, { address }] of came) this.receipts.push({ name, way: 'read', sentAs, address });
  }
}

function receiptsOf(ordered: readonly ConversationMessage[], { format }: Pick<ConversationIndex, 'format'>): readonly FileReceipt[] {
  const walk = new FileWalk(format === null ? undefined : READ_TOOLS[format]);
  for (const message of ordered) walk.take(message);
  walk.end();
  return walk.receipts;
}

/** Whether a call has only words, beside which the content may stand. */
function isOfWords(call: ReadCall): boolean {
  const isOpen = isMedium(call.file) || isDocument(call.file);
  return isOpen && cameOf(call).every(([sentAs]) => sentAs === 'note' || sentAs === 'text');
}

/** Whether a content may be that of a file, by the kind of its type. */
function isOfKind(placed: PlacedPart | undefined, file: string): boolean {
  const type = mediaTypeOfFilename(file) ?? '';
  return placed?.part.kind !== 'media' || mediaKind(placed.part.facts.mimeType) === mediaKind(type);
}

/** What came of a file in the results of its call: each content, or the text that tells most. */
function cameOf({ file, results }: ReadCall): readonly (readonly [sentAs: SentAs, told: PlacedPart])[] {
  const contents = results.filter(({ part }) => isContent(part));
  if (contents.length > 0) return contents.map((placed) => [sentAsPart(placed.part) ?? 'unknown', placed]);
  const told = results.map((placed) => [sentAsText(placed.part, file), placed] as const);
  const telling = (['raw_bytes', 'description', 'note'] as const).map((wanted) => told.findLast(([sentAs]) => sentAs === wanted));
  const most = telling.find((each) => each !== undefined) ?? told[0];
  return most ? [most] : [];
}

function sentAsText(part: ConversationPart, file: string): SentAs {
  if (part.kind !== 'text') return 'unknown';
  if (rawType(part) !== undefined) return 'raw_bytes';
  if (isDescription(part)) return 'description';
  if (!isMedium(file)) return 'text';
  return NOT_READ.test(part.sample) ? 'not_read' : 'note';
}

/** What a part that no call of the tool for files gave is sent as; undefined where it is no file. */
function sentAsPart(part: ConversationPart): SentAs | undefined {
  switch (part.kind) {
    case 'media':
    case 'link':
      return 'media';
    case 'text':
      return isDescription(part) ? 'description' : undefined;
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

function isContent({ kind }: ConversationPart): boolean {
  return kind === 'media' || kind === 'link' || kind === 'unknown';
}

function isDescription({ traits }: ConversationPart): boolean {
  return traits?.includes('removed') === true;
}

/** The name that an attachment has in its file; empty without one. */
function attachedName(part: ConversationPart): string {
  return part.kind === 'media' && part.filename !== undefined ? nameOf(part.filename) : '';
}

/** The last part of a path, of any system, as it is shown. */
function nameOf(path: string): string {
  return safeName(path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1));
}
