import { mediaTypeOfFilename } from '../content/file-name.ts';
import { type MediaKind, mediaKind } from '../content/media-type.ts';
import { decodeAnyBase64, withoutEscapes } from '../io/base64.ts';
import { type Compute, directCompute } from '../io/compute.ts';
import { LONGEST_PARSED_AT_ONCE, MAX_RECORD_BYTES, PARSE_DEADLINE_MS } from '../io/limits.ts';
import { textHash } from '../io/text-hash.ts';
import type { CallPartOf, ConversationIndex, ConversationMessage, MediaPartOf } from './conversation.ts';
import { mayWriteFiles, pathInSession } from './file-tools.ts';
import { type FileWrite, fileWritesTask, type WriteInput, type WriteState, writtenTextTask } from './file-writes-task.ts';
import type { ByteRange } from './outline.ts';
import type { PartAddress } from './replay.ts';

/** Where an artifact stands in its session. */
interface ArtifactPlace extends PartAddress {
  /** Of the message, where its program gives it one. */
  readonly messageId?: string;
  /** Its characters in the file. */
  readonly range: ByteRange;
  /** The program's own copy beside the message, which is not sent. */
  readonly isCopy?: true;
}

interface ArtifactCommon {
  /** Told by the bytes of a medium, by the path of a file: the same in whatever message it stands, and whatever comes behind. */
  readonly id: string;
  /** As the session has it, which may be anything; absent without one. */
  readonly name?: string;
  readonly mimeType?: string;
  /** Bytes; of a file those of its last version whose content is known. */
  readonly size?: number;
  /** Milliseconds since 1970: of a medium where it stands first, of a file when it was written last. */
  readonly time?: number;
}

/** A picture, sound, film or document inside of a session, in however many places. */
export interface SessionMedium extends ArtifactCommon {
  readonly kind: MediaKind;
  readonly places: readonly ArtifactPlace[];
  readonly width?: number;
  readonly height?: number;
}

/** A file that was written by calls of a session. */
export interface WrittenFile extends ArtifactCommon {
  readonly kind: 'file';
  /** As the session names it, below the folder that the program worked in relative to it. No place that is read or written. */
  readonly path: string;
  /** What became of it, one after the other. */
  readonly versions: readonly WrittenVersion[];
}

interface WrittenVersion extends ArtifactPlace {
  /** From 1. */
  readonly number: number;
  /** Which of the files that the call writes, from 0. */
  readonly item: number;
  readonly tool: string;
  readonly change: FileWrite['kind'];
  readonly state: WriteState;
  readonly time?: number;
  /** Bytes in UTF-8; absent where the content is not known for certain. */
  readonly size?: number;
}

export type SessionArtifact = SessionMedium | WrittenFile;

/** The artifacts of a session, in the order in which they come in it. */
export interface SessionArtifacts {
  readonly items: readonly SessionArtifact[];
  /** Calls that may have written a file, and whose arguments are too long to be read. */
  readonly unread: number;
}

/** How the content of a session is read. */
export interface SessionReading {
  /** Reads bytes of its file. */
  readonly read: (range: ByteRange) => Promise<Uint8Array>;
  /** Where long arguments of calls are parsed; default: here. */
  readonly compute?: Compute | undefined;
}

/** Longer arguments are not read: each is held as a whole. */
const LONGEST_CALL = MAX_RECORD_BYTES / 4;

/**
 * Pictures, sound and documents that stand inside of a session, one for the same bytes wherever they stand. It reads nothing: all is in the
 * index. Content is the same where the index says so, which looks at one character of seventeen.
 */
export function sessionMedia({ messages }: ConversationIndex): SessionMedium[] {
  const found = new Map<string, { readonly medium: SessionMedium; readonly places: ArtifactPlace[] }>();
  const ids = new UniqueIds();
  for (const message of messages) {
    for (const [part, each] of message.parts.entries()) {
      if (each.kind !== 'media') continue;
      const key = contentKey(each);
      const places = placesOf(message, part, each);
      const known = found.get(key);
      if (known) known.places.push(...places);
      else found.set(key, { medium: mediumOf(message, each, { id: ids.of(each.hash), places }), places });
    }
  }
  return [...found.values()].map(({ medium }) => medium);
}

/** The same for the same content: the index's digest looks at one character of seventeen, so that pictures of two sizes may have one. */
export function contentKey({ hash, facts: { detectedMimeType, width, height } }: MediaPartOf): string {
  return [hash, detectedMimeType, width, height].join(' ');
}

function placesOf({ index, id }: ConversationMessage, part: number, { data, copies = [] }: MediaPartOf): ArtifactPlace[] {
  const place = { message: index, part, ...(id !== undefined && { messageId: id }) };
  return [{ ...place, range: data }, ...copies.map((copy) => ({ ...place, range: copy.data, isCopy: true as const }))];
}

function mediumOf(
  { time }: ConversationMessage,
  { facts, filename }: MediaPartOf,
  common: Pick<SessionMedium, 'id' | 'places'>,
): SessionMedium {
  const { width, height, size } = facts;
  const mimeType = facts.detectedMimeType ?? facts.mimeType;
  return {
    ...common,
    kind: mediaKind(mimeType),
    mimeType,
    size,
    ...(filename !== undefined && { name: filename }),
    ...(time !== undefined && { time }),
    ...(width !== undefined && height !== undefined && { width, height }),
  };
}

/** Ids by content: the second of two that differ and are hashed alike gets a number, in the order of the session. */
class UniqueIds {
  readonly #times = new Map<string, number>();

  of(hash: string): string {
    const times = (this.#times.get(hash) ?? 0) + 1;
    this.#times.set(hash, times);
    return times === 1 ? hash : `${hash}-${times}`;
  }
}

/** A call that may write files, and where in the file its result is. */
interface WriteCall {
  readonly message: ConversationMessage;
  readonly part: number;
  readonly call: CallPartOf;
  readonly input: ByteRange;
  readonly result: ByteRange | undefined;
  readonly record: ByteRange | undefined;
}

/** The calls of tools that write files, each once: programs write the same one into several messages. */
function writeCalls(index: ConversationIndex): WriteCall[] {
  const results = new ResultsInOrder(index);
  const known = new Set<string>();
  return index.messages.flatMap((message) =>
    message.parts.flatMap((call, part): WriteCall[] => {
      if (call.kind !== 'call' || !call.input || !mayWriteFiles(call.name)) return [];
      const key = JSON.stringify([call.callId, call.name, call.characters, call.sample]);
      if (call.callId !== '' && known.has(key)) return [];
      known.add(key);
      const answer = results.of(call.callId, message.index);
      const record = index.format === 'gemini-cli' ? message : KEEPS_BY_RESULT.has(index.format) ? answer?.message : undefined;
      return [
        { message, part, call, input: call.input, result: answer?.range, record: record && { start: record.start, end: record.end } },
      ];
    }),
  );
}

/** Programs that keep what a call did in the record of its result. */
const KEEPS_BY_RESULT: ReadonlySet<ConversationIndex['format']> = new Set(['claude-code', 'qwen-code']);

interface FoundResult {
  readonly message: ConversationMessage;
  readonly range: ByteRange;
}

/** The results of calls by their ids, asked for in the order of the file. */
class ResultsInOrder {
  readonly #results = new Map<string, { readonly found: FoundResult[]; next: number }>();

  constructor({ messages }: ConversationIndex) {
    for (const message of messages) {
      for (const { resultOf, resultPlace, place } of message.parts) {
        if (resultOf === undefined || resultOf === '') continue;
        const known = this.#results.get(resultOf) ?? { found: [], next: 0 };
        known.found.push({ message, range: resultPlace ?? place });
        this.#results.set(resultOf, known);
      }
    }
  }

  /** The first result of a call from a message on. */
  of(callId: string, from: number): FoundResult | undefined {
    const known = this.#results.get(callId);
    if (!known) return undefined;
    while ((known.found[known.next]?.message.index ?? Infinity) < from) known.next++;
    return known.found[known.next];
  }
}

/**
 * The artifacts of a session: the media inside of it, and the files that its calls wrote. Nothing of their content is held. Of an edited file
 * the content is told where the program kept the file before and after, and the one before is the version that is known.
 *
 * @throws whatever `read` throws, and as `Compute.run`
 */
export async function sessionArtifacts(index: ConversationIndex, reading: SessionReading): Promise<SessionArtifacts> {
  const { files, unread } = await filesOf(index, reading);
  const items = [...sessionMedia(index), ...files.values()].sort((a, b) => orderOf(a) - orderOf(b));
  return { items, unread };
}

function orderOf(artifact: SessionArtifact): number {
  const [first] = artifact.kind === 'file' ? artifact.versions : artifact.places;
  return first?.message ?? 0;
}

interface FoundFiles {
  readonly files: ReadonlyMap<string, WrittenFile>;
  readonly unread: number;
}

async function filesOf(index: ConversationIndex, reading: SessionReading): Promise<FoundFiles> {
  const files = new Map<string, FileHistory>();
  const ids = new UniqueIds();
  const { compute = directCompute } = reading;
  const options = { deadline: PARSE_DEADLINE_MS };
  let unread = 0;
  for (const write of writeCalls(index)) {
    if (isTooLong(write)) {
      unread++;
      continue;
    }
    const input = await writeInput(write, index, reading);
    for (const [item, change] of (await computeFor(input, compute).run(fileWritesTask, input, options)).entries()) {
      const path = pathInSession(change.path, index.folder);
      const history = files.get(path) ?? new FileHistory(ids.of(textHash(path)), path);
      files.set(path, history);
      history.add(write, change, item);
    }
  }
  return { files: new Map([...files].map(([path, history]) => [path, history.file()])), unread };
}

/** One file, version by version. */
class FileHistory {
  readonly #id: string;
  readonly #path: string;
  readonly #versions: WrittenVersion[] = [];
  /** The hash of what the file has, where that is known for certain. */
  #known: string | undefined;

  constructor(id: string, path: string) {
    this.#id = id;
    this.#path = path;
  }

  add({ message, part, call, input }: WriteCall, { kind, state, after, beforeHash }: FileWrite, item: number): void {
    const { index, id, time } = message;
    const isKnown = after !== undefined && (kind === 'write' || (beforeHash !== undefined && beforeHash === this.#known));
    this.#known = isKnown ? after.hash : undefined;
    this.#versions.push({
      number: this.#versions.length + 1,
      message: index,
      part,
      ...(id !== undefined && { messageId: id }),
      range: input,
      item,
      tool: call.name,
      change: kind,
      state,
      ...(time !== undefined && { time }),
      ...(isKnown && { size: after.size }),
    });
  }

  file(): WrittenFile {
    const name = this.#path.slice(this.#path.lastIndexOf('/') + 1);
    const mimeType = mediaTypeOfFilename(name);
    const size = this.#versions.findLast((version) => version.size !== undefined)?.size;
    const time = this.#versions.at(-1)?.time;
    return {
      id: this.#id,
      kind: 'file',
      name,
      path: this.#path,
      ...(mimeType !== undefined && { mimeType }),
      ...(size !== undefined && { size }),
      ...(time !== undefined && { time }),
      versions: this.#versions,
    };
  }
}

function isTooLong({ input, result, record }: WriteCall): boolean {
  return [input, result, record].some((range) => range !== undefined && range.end - range.start > LONGEST_CALL);
}

async function writeInput(
  { call, input, result, record }: WriteCall,
  { format }: ConversationIndex,
  { read }: SessionReading,
): Promise<WriteInput> {
  const { name, callId, notation } = call;
  return {
    format,
    tool: name,
    callId,
    notation,
    call: await read(input),
    result: result && (await read(result)),
    record: record && (await read(record)),
  };
}

/** Long arguments are parsed where that can be stopped. */
function computeFor({ call, result, record }: WriteInput, compute: Compute): Compute {
  const bytes = [call, result, record].reduce((sum, piece) => sum + (piece?.length ?? 0), 0);
  return bytes > LONGEST_PARSED_AT_ONCE ? compute : directCompute;
}

/**
 * The bytes of a medium, or of a version of a file as text in UTF-8; undefined where they are not known: broken base64, a version that is not
 * certain, or a file that has changed since it was indexed.
 *
 * @param number of the version; default: the last one whose content is known
 * @throws whatever `read` throws, and as `Compute.run`
 */
export async function readSessionArtifact(
  index: ConversationIndex,
  artifact: SessionArtifact,
  reading: SessionReading,
  number?: number,
): Promise<Uint8Array | undefined> {
  if (artifact.kind !== 'file') return readMedium(index, artifact, reading);
  const { versions } = artifact;
  const version = number === undefined ? versions.findLast(({ size }) => size !== undefined) : versions[number - 1];
  if (version?.size === undefined) return undefined;
  const write = writeCalls(index).find(({ message, part }) => message.index === version.message && part === version.part);
  if (!write) return undefined;
  const input = await writeInput(write, index, reading);
  const { compute = directCompute } = reading;
  const options = { deadline: PARSE_DEADLINE_MS };
  const text = await computeFor(input, compute).run(writtenTextTask, { write: input, at: version.item }, options);
  return text === null ? undefined : new TextEncoder().encode(text);
}

/** Whether the content of an artifact is known for certain: base64 that is whole, or at least one version of a file. */
export function isContentKnown(index: ConversationIndex, artifact: SessionArtifact): boolean {
  if (artifact.kind !== 'file') return knownMedium(index, artifact) !== undefined;
  return artifact.versions.some(({ size }) => size !== undefined);
}

async function readMedium(index: ConversationIndex, medium: SessionMedium, { read }: SessionReading): Promise<Uint8Array | undefined> {
  const part = knownMedium(index, medium);
  if (!part) return undefined;
  const written = await read(part.data);
  return decodeAnyBase64(withoutEscapes(new TextDecoder('latin1').decode(written)));
}

/** The part of a message in which a medium stands first; undefined where that is no valid base64. */
function knownMedium({ messages }: ConversationIndex, { places: [first] }: SessionMedium): MediaPartOf | undefined {
  const part = first && messages[first.message]?.parts[first.part];
  return part?.kind === 'media' && part.isBase64 ? part : undefined;
}
