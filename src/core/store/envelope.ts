import { parse, parseTree } from 'jsonc-parser';
import { isRecord } from '../io/own.ts';
import { declarationOf, hasSignature, mayBeText } from '../content/binary-types.ts';
import { mediaKind, normaliseMediaType } from '../content/media-type.ts';
import { decodeText } from '../content/text-encoding.ts';
import { base64Length, decodeAnyBase64 } from '../io/base64.ts';
import { parseBoundedJson } from '../io/bounded-json.ts';
import { type Compute, directCompute, runParsing, type Task } from '../io/compute.ts';
import { fail, ok, type Result, toFailure } from '../io/errors.ts';
import type { FileSystem, Location } from '../io/file-system.ts';
import { lastMembers } from '../io/json-scan.ts';
import { MAX_SIDECAR_BYTES } from '../io/limits.ts';
import { memberOf } from '../json/node.ts';
import { type ContentMetadata, filenameFrom } from './artifact.ts';
import { recordIn, stringIn, timeIn, withoutUndefined } from './sidecar.ts';

/** Bytes read at the beginning and end of an envelope to recognise it; its content may be many megabytes. */
const ENVELOPE_END_BYTES = 64 * 1024;

/** Facts of an artifact in the oldest layout, with its content inside a JSON object. */
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
 * The facts of an envelope from its members.
 * @returns undefined when the JSON is not an envelope with this id: then it is a JSON artifact
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

/** Artifact metadata from its envelope; times it lacks are kept. */
export function withFacts(
  metadata: ContentMetadata,
  { name, type, mimeType, createdAt, agentId, messageId, meta }: Envelope,
): ContentMetadata {
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

/** A completely read envelope. */
export interface OpenedEnvelope {
  /** From all its members. */
  readonly metadata: ContentMetadata;
  /**
   * Binary type: the decoded base64, never the base64 itself, which would be text to a model; what is no base64 is text where the name says
   * so. Unknown type: the same if it is nothing but
   * base64. Otherwise: a string as is, or another JSON value's text.
   */
  readonly content: Result<string | Uint8Array>;
}

/**
 * Opens an envelope.
 *
 * Errors: `envelope_invalid`, `too_complex`, `sidecar_too_large` when the metadata exceed the limit of a sidecar; for its content
 * `base64_invalid`; those of `Compute`.
 *
 * @param known the metadata from both ends of the file
 * @param compute where a large file is parsed
 */
export async function openEnvelope(
  bytes: Uint8Array,
  known: ContentMetadata,
  compute: Compute = directCompute,
): Promise<Result<OpenedEnvelope>> {
  try {
    return await runParsing(compute, openEnvelopeTask, { bytes, known });
  } catch (error) {
    return { ok: false, error: toFailure(error) };
  }
}

export const openEnvelopeTask: Task<{ readonly bytes: Uint8Array; readonly known: ContentMetadata }, Result<OpenedEnvelope>> = {
  name: 'open-envelope',
  load: () => Promise.resolve(({ bytes, known }) => opened(bytes, known)),
};

function opened(bytes: Uint8Array, known: ContentMetadata): Result<OpenedEnvelope> {
  const text = decodeText(bytes)?.text ?? '';
  const parsed = parseBoundedJson(text);
  if (!parsed.ok) return parsed.error.code === 'too_complex' ? parsed : fail('envelope_invalid');
  const json = parsed.value;
  if (!isRecord(json) || !Object.hasOwn(json, 'content')) return fail('envelope_invalid');
  const { content, ...rest } = json;
  if (JSON.stringify(rest).length > MAX_SIDECAR_BYTES) return fail('sidecar_too_large', { limit: MAX_SIDECAR_BYTES });
  const facts = factsOf(json, known.id);
  const metadata = facts ? withFacts(known, facts) : known;
  return ok({ metadata, content: typeof content === 'string' ? contentAs(metadata, content) : writtenContent(metadata, text) });
}

/** Non-string content as written, keeping numbers and white space. */
function writtenContent({ mimeType }: ContentMetadata, text: string): Result<string> {
  if (!mayBeText(mimeType)) return fail('base64_invalid');
  const root = parseTree(text);
  const value = root && memberOf(root, 'content')?.value;
  return value ? ok(text.slice(value.offset, value.offset + value.length)) : fail('envelope_invalid');
}

/** The facts of the envelope with an id; undefined when the file is not an envelope. */
export const envelopeFactsTask: Task<{ readonly bytes: Uint8Array; readonly id: string }, Envelope | undefined> = {
  name: 'envelope-facts',
  load: () => Promise.resolve(({ bytes, id }) => factsOf(JSON.parse(decodeText(bytes)?.text ?? ''), id)),
};

function contentAs({ mimeType, name, filename }: ContentMetadata, content: string): Result<string | Uint8Array> {
  if (mimeType === undefined || mediaKind(mimeType) === 'text') return ok(content);
  const isUndecided = mayBeText(mimeType);
  const decoded = !isUndecided || isNothingButBase64(content) ? bytesOfBase64(content) : undefined;
  if (decoded) return ok(decoded);
  // A file name that is not the name got its extension from the type.
  const isText = isUndecided || (filename === name && isTextByName(mimeType, name) && !LONG_RUN.test(content));
  return isText ? ok(content) : fail('base64_invalid');
}

/** Longer than words and checksums: part of base64 that is damaged. */
const LONG_RUN = /[A-Za-z0-9+/_-]{65}/;

/** As for files: a declared format that has a signature yields to a name that says text, where the content has none (`app.ts` is no film). */
function isTextByName(mimeType: string, filename: string | undefined): boolean {
  return hasSignature(mimeType) && declarationOf({ filename }).declared?.kind === 'text';
}

/** Shorter than any file with a signature, and words may be valid base64. */
const SHORTEST_HIDDEN = 64;

/** The bytes of a string that is nothing but base64, for content without a declared type; a signature must confirm them. */
export function hiddenBytes(value: string): Uint8Array | undefined {
  return value.length < SHORTEST_HIDDEN ? undefined : bytesOfBase64(value);
}

const DATA_URL_HEAD = /^data:[\w.+/;=-]*;base64,/i;
/** Searching for an invalid character avoids backtracking in long texts. */
const OUTSIDE_BASE64 = /[^A-Za-z0-9+/_=\r\n-]/;
const OUTSIDE_HEX = /[^0-9a-f]/i;
/** Base64 lines have 64 or 76 characters; lists of words have shorter lines. */
const SHORTEST_LINE = 60;

/**
 * Whether a text is to be taken for base64, on one line or several: words and checksums may be valid base64, and `isBase64` would say so. Of
 * another alphabet it is seen at the first character, where decoding would copy the text first.
 */
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

/** File size factor of text content: with ASCII-only escaping, a two-byte letter takes six bytes. */
const LONGEST_TEXT = 3;
/** File size factor of base64 with an escaped line break every 64 characters and escaped slashes. */
const LONGEST_BASE64 = 9 / 8;

/**
 * Maximum file size of an envelope with content within a limit, in bytes.
 * @param mimeType as declared; without it the content may be text
 */
export function longestEnvelope(mimeType: string | undefined, limit: number): number {
  return mayBeText(mimeType) ? limit * LONGEST_TEXT + ENVELOPE_END_BYTES : longestOfBase64(limit);
}

/** The same for base64 content. */
function longestOfBase64(limit: number): number {
  return Math.ceil(base64Length(limit) * LONGEST_BASE64) + ENVELOPE_END_BYTES;
}

/** Bytes read first at the end of a recognised envelope. */
const SHORT_TAIL_BYTES = 8 * 1024;

/** A possible envelope. */
export interface EnvelopeFile {
  readonly location: Location;
  readonly id: string;
  /** Bytes. */
  readonly size: number;
}

/**
 * The facts of an envelope from its first and last bytes; members in between are unknown. A file whose ends are not conclusive is read
 * completely if wanted.
 *
 * @param whole maximum content size to read completely, and where to parse it; undefined to read the ends only
 * @returns undefined when it is not an envelope, as far as read, or unreadable: then it is a JSON artifact
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
    // Most have little after the content, and a listing has hundreds of them.
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

/** The members at the beginning of an object; undefined when it is not an object. */
function firstMembers(head: Uint8Array): Record<string, unknown> | undefined {
  const text = decodeText(head, { isHead: true })?.text;
  if (text === undefined || !text.trimStart().startsWith('{')) return undefined;
  // The head usually ends inside the content; this parser returns what precedes it.
  const json: unknown = parse(text);
  return isRecord(json) ? json : undefined;
}

/** Empty for UTF-16, whose mark is at the beginning of the file. */
function textOfTail(tail: Uint8Array): string {
  let start = 0;
  // Skips the rest of a split character.
  while (((tail[start] ?? 0) & 0xc0) === 0x80) start++;
  return decodeText(tail.subarray(start))?.text ?? '';
}
