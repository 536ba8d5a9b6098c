import { parse, parseTree } from 'jsonc-parser';
import { mayBeText } from '../content/binary-types.ts';
import { mediaKind, normaliseMediaType } from '../content/media-type.ts';
import { decodeText } from '../content/text-encoding.ts';
import { base64Length, decodeAnyBase64 } from '../io/base64.ts';
import { parseBoundedJson } from '../io/bounded-json.ts';
import { type Compute, directCompute, type Task } from '../io/compute.ts';
import { fail, ok, type Result, toFailure } from '../io/errors.ts';
import type { FileSystem, Location } from '../io/file-system.ts';
import { lastMembers } from '../io/json-scan.ts';
import { MAX_SIDECAR_BYTES } from '../io/limits.ts';
import { runParsing } from '../io/parse-task.ts';
import { memberOf } from '../json/node.ts';
import { type ArtifactMetadata, filenameFrom } from './artifact.ts';
import { isRecord, recordIn, stringIn, timeIn, withoutUndefined } from './sidecar.ts';

/** How much of an envelope is read at its beginning, and at its end, to know what it is; its content may be many megabytes. */
const ENVELOPE_END_BYTES = 64 * 1024;

/** The facts of an artifact of the oldest layout, whose content lies inside a JSON object. */
export interface Envelope {
  readonly type?: string;
  readonly mimeType?: string;
  readonly name?: string;
  readonly createdAt?: string;
  readonly messageId?: string;
  readonly agentId?: string;
  readonly meta: Readonly<Record<string, unknown>>;
}

/**
 * The facts of an envelope by its members.
 * @returns undefined when the JSON is not an envelope of this id: then it is an artifact in JSON
 */
function factsOf(json: unknown, id: string): Envelope | undefined {
  if (!isRecord(json) || json['id'] !== id || !Object.hasOwn(json, 'createdAt') || !Object.hasOwn(json, 'content')) return undefined;
  const meta = recordIn(json, 'meta');
  const type = stringIn(json, 'type');
  return withoutUndefined({
    type,
    mimeType: normaliseMediaType(type) ?? normaliseMediaType(stringIn(meta, 'mimeType')),
    name: stringIn(json, 'name') ?? stringIn(meta, 'name') ?? stringIn(meta, 'filename'),
    createdAt: timeIn(json, 'createdAt'),
    messageId: stringIn(json, 'messageId'),
    agentId: stringIn(json, 'agentId') ?? stringIn(meta, 'createdByAgentId'),
    meta,
  });
}

/** Metadata of an artifact as its envelope has them; what it does not say of the times stays. */
export function withFacts(
  metadata: ArtifactMetadata,
  { name, type, mimeType, createdAt, agentId, messageId, meta }: Envelope,
): ArtifactMetadata {
  return withoutUndefined({
    ...metadata,
    name: name ?? `${metadata.id}.json`,
    filename: filenameFrom(name, metadata.id, { mimeType }),
    type,
    mimeType,
    createdAt: createdAt ?? metadata.createdAt,
    agentId,
    messageId,
    meta,
  });
}

/** An envelope that was read as a whole. */
export interface OpenedEnvelope {
  /** Of all its members, wherever they stand. */
  readonly metadata: ArtifactMetadata;
  /**
   * Of a binary type: the bytes its base64 stands for, however that is written; never the base64 itself, which would be
   * text to a model. Of a type nobody knows: the same when it is written in base64 and nothing else. Of any other type,
   * and of none: a string as it is, or the text in which another JSON value is written.
   */
  readonly content: Result<string | Uint8Array>;
}

/**
 * Opens an envelope.
 *
 * Errors: `envelope_invalid`, `too_complex`, `sidecar_too_large` when what is not its content is above the limit of a sidecar; of its
 * content `base64_invalid`; those of `Compute`.
 *
 * @param known the metadata as the ends of the file tell them
 * @param compute where a long one is parsed
 */
export async function openEnvelope(
  bytes: Uint8Array,
  known: ArtifactMetadata,
  compute: Compute = directCompute,
): Promise<Result<OpenedEnvelope>> {
  try {
    return await runParsing(compute, openEnvelopeTask, { bytes, known });
  } catch (error) {
    return { ok: false, error: toFailure(error) };
  }
}

export const openEnvelopeTask: Task<{ readonly bytes: Uint8Array; readonly known: ArtifactMetadata }, Result<OpenedEnvelope>> = {
  name: 'open-envelope',
  load: () => Promise.resolve(({ bytes, known }) => opened(bytes, known)),
};

function opened(bytes: Uint8Array, known: ArtifactMetadata): Result<OpenedEnvelope> {
  const text = decodeText(bytes)?.text ?? '';
  const parsed = parseBoundedJson(text);
  if (!parsed.ok) return parsed.error.code === 'too_complex' ? parsed : fail('envelope_invalid');
  const json = parsed.value;
  if (!isRecord(json) || !Object.hasOwn(json, 'content')) return fail('envelope_invalid');
  const { content, ...rest } = json;
  if (JSON.stringify(rest).length > MAX_SIDECAR_BYTES) return fail('sidecar_too_large', { limit: MAX_SIDECAR_BYTES });
  const facts = factsOf(json, known.id);
  const metadata = facts ? withFacts(known, facts) : known;
  return ok({ metadata, content: typeof content === 'string' ? contentAs(metadata.mimeType, content) : writtenContent(metadata, text) });
}

/** A content that is no string, as it is written: numbers and white space stay what they are. */
function writtenContent({ mimeType }: ArtifactMetadata, text: string): Result<string> {
  if (!mayBeText(mimeType)) return fail('base64_invalid');
  const root = parseTree(text);
  const value = root && memberOf(root, 'content')?.value;
  return value ? ok(text.slice(value.offset, value.offset + value.length)) : fail('envelope_invalid');
}

/** The facts of an envelope of an id, wherever in it they stand; undefined when the file is none. */
export const envelopeFactsTask: Task<{ readonly bytes: Uint8Array; readonly id: string }, Envelope | undefined> = {
  name: 'envelope-facts',
  load: () => Promise.resolve(({ bytes, id }) => factsOf(JSON.parse(decodeText(bytes)?.text ?? ''), id)),
};

function contentAs(mimeType: string | undefined, content: string): Result<string | Uint8Array> {
  if (mimeType === undefined || mediaKind(mimeType) === 'text') return ok(content);
  const isUndecided = mayBeText(mimeType);
  const decoded = !isUndecided || isNothingButBase64(content) ? bytesOfBase64(content) : undefined;
  if (decoded) return ok(decoded);
  return isUndecided ? ok(content) : fail('base64_invalid');
}

/** Shorter than any file with a signature; a word may be base64 by chance. */
const SHORTEST_HIDDEN = 64;

/** The bytes of a string that is nothing but base64, for content whose type nobody declared; a signature must confirm them. */
export function hiddenBytes(value: string): Uint8Array | undefined {
  return value.length < SHORTEST_HIDDEN ? undefined : bytesOfBase64(value);
}

const DATA_URL_HEAD = /^data:[\w.+/;=-]*;base64,/i;
/** Looked for rather than its opposite, so that no step is remembered to be taken back: texts may be of any length. */
const OUTSIDE_BASE64 = /[^A-Za-z0-9+/_=\r\n-]/;
const OUTSIDE_HEX = /[^0-9a-f]/i;
/** Programs break base64 after 64 or 76 characters; lists of words have shorter lines. */
const SHORTEST_LINE = 60;

/** Whether a text is nothing but base64: one run of it, or lines of it. Words and checksums are not. */
function isNothingButBase64(value: string): boolean {
  if (value.length < SHORTEST_HIDDEN) return false;
  const data = value.slice(DATA_URL_HEAD.exec(value)?.[0].length ?? 0);
  const firstLine = data.search(/[\r\n]/);
  return (firstLine < 0 || firstLine >= SHORTEST_LINE) && !OUTSIDE_BASE64.test(data) && OUTSIDE_HEX.test(data);
}

function bytesOfBase64(value: string): Uint8Array | undefined {
  try {
    return decodeAnyBase64(value);
  } catch {
    return undefined;
  }
}

/** How much of a file its content can be: programs that escape all but ASCII write an accented letter of two bytes with six. */
const LONGEST_TEXT = 3;
/** Base64 with an escaped line break every 64 characters, and every slash escaped, is less than an eighth longer. */
const LONGEST_BASE64 = 9 / 8;

/**
 * How long the file of an envelope can be whose content is within a limit. All in bytes.
 * @param mimeType as declared; without one the content may be text as well
 */
export function longestEnvelope(mimeType: string | undefined, limit: number): number {
  return mayBeText(mimeType) ? limit * LONGEST_TEXT + ENVELOPE_END_BYTES : longestOfBase64(limit);
}

/** The same for a content that is certainly written in base64. */
function longestOfBase64(limit: number): number {
  return Math.ceil(base64Length(limit) * LONGEST_BASE64) + ENVELOPE_END_BYTES;
}

/** How much of the end is read first of what the beginning shows to be an envelope. */
const SHORT_TAIL_BYTES = 8 * 1024;

/** A file that is perhaps an envelope. */
export interface EnvelopeFile {
  readonly location: Location;
  readonly id: string;
  /** Bytes. */
  readonly size: number;
}

/**
 * The facts of the envelope a file is, as its first bytes tell them, and its last: of members in between nothing is
 * known. A file whose ends do not show that it is one is read as a whole, where that is wanted.
 *
 * @param whole how large a content can be that is read at all, and where a long file is parsed; undefined to look at the ends only
 * @returns undefined when it is none, as far as was looked, or cannot be read: then it is an artifact in JSON
 */
export async function readEnvelope(
  fs: FileSystem,
  { location, id, size }: EnvelopeFile,
  whole: { readonly maxContentBytes: number; readonly compute: Compute } | undefined,
): Promise<Envelope | undefined> {
  try {
    const head = await fs.readFile(location, { length: ENVELOPE_END_BYTES, noFollow: true });
    const first = firstMembers(head);
    if (!first || size <= head.length) return factsOf(first, id);
    const lastOf = async (length: number) =>
      lastMembers(textOfTail(await fs.readFile(location, { offset: Math.max(0, size - length), length, noFollow: true })));
    // Most have little behind the content, and a listing has hundreds of them.
    const short = !whole && factsOf(first, id) ? await lastOf(SHORT_TAIL_BYTES) : {};
    const last = Object.keys(short).length > 0 ? short : await lastOf(ENVELOPE_END_BYTES);
    const envelope = factsOf({ ...first, ...last }, id);
    const longest = whole ? longestOfBase64(whole.maxContentBytes) : 0;
    if (!whole || envelope || size > longest) return envelope;
    return await runParsing(whole.compute, envelopeFactsTask, {
      bytes: await fs.readFile(location, { length: longest, noFollow: true }),
      id,
    });
  } catch {
    return undefined;
  }
}

/** The members of the object that begins like this; undefined when none does. */
function firstMembers(head: Uint8Array): Record<string, unknown> | undefined {
  const text = decodeText(head, { isHead: true })?.text;
  if (text === undefined || !text.trimStart().startsWith('{')) return undefined;
  // The head usually ends inside the content; this parser gives what stands before.
  const json: unknown = parse(text);
  return isRecord(json) ? json : undefined;
}

/** Empty for UTF-16, which has its mark at the beginning of the file. */
function textOfTail(tail: Uint8Array): string {
  let start = 0;
  // The rest of a character that was cut in two.
  while (((tail[start] ?? 0) & 0xc0) === 0x80) start++;
  return decodeText(tail.subarray(start))?.text ?? '';
}
