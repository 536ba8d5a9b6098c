import { extensionForMediaType } from '../content/file-name.ts';
import { formatSize, utf8Size } from '../content/size.ts';
import { decodeAnyBase64, decodeKnownBase64, encodeBase64, withoutEscapes } from '../io/base64.ts';
import { CodedError } from '../io/errors.ts';
import { isRecord } from '../io/own.ts';
import { safeName } from '../routing/description.ts';
import type { ByteRange } from './outline.ts';
import { REMOVED } from './part-drafts.ts';
import type { ByteEdit } from './repairs.ts';
import type { SlimPlace, SlimPlan } from './slim-plan.ts';

/** What stood in a session, for putting it back. */
export interface SlimEntry {
  /** Bytes of the slimmed session that took its place. */
  readonly start: number;
  readonly end: number;
  /** The file that has it, named by the SHA-256 of its content. */
  readonly file: string;
  /** What stood before and behind the base64 of the file; absent where the file has the replaced bytes as they were. */
  readonly around?: readonly [before: string, behind: string];
  /** Each slash of the base64 stood behind a backslash. */
  readonly hasEscapes?: true;
}

export interface SlimOptions {
  /** Reads bytes of the session. */
  read(range: ByteRange): Promise<Uint8Array>;
  /** Keeps a file in the folder; one of that name may be there. */
  save(name: string, bytes: Uint8Array): Promise<void>;
  /** The path of a file, for descriptions. */
  pathOf(name: string): string;
}

/** What takes the place of a medium, and what puts it back. */
export interface SlimEdit extends ByteEdit {
  readonly entry: SlimEntry;
}

/**
 * Takes media out of a session: each goes into a file, named by its content, and gets a description that names the file. One is held at a
 * time. What is no base64 after all stays.
 */
export async function* slimEdits(places: readonly SlimPlace[], { read, save, pathOf }: SlimOptions): AsyncGenerator<SlimEdit> {
  const names = new Map<string, string>();
  const saved = new Set<string>();
  const saveOnce = async (name: string, bytes: Uint8Array): Promise<void> => {
    if (saved.has(name)) return;
    await save(name, bytes);
    saved.add(name);
  };
  let shift = 0;
  for (const place of places) {
    const { start, end, data, medium, around } = place;
    const written = await read({ start, end });
    const content = contentOf(written.subarray(data.start - start, data.end - start));
    if (!content) continue;
    const hash = await sha256(content.bytes);
    const name = names.get(hash) ?? fileName(hash, medium.mimeType);
    names.set(hash, name);
    await saveOnce(name, content.bytes);
    const text = around.join(JSON.stringify(descriptionOf(place, content.bytes.length, pathOf(name))).slice(1, -1));
    const length = utf8Size(text);
    const at = { start: start + shift, end: start + shift + length };
    const kept = keptAround(written, { start: data.start - start, end: data.end - start });
    let entry: SlimEntry;
    if (content.spelling && kept) {
      entry = { ...at, file: name, around: kept, ...(content.spelling === 'escaped' && { hasEscapes: true as const }) };
    } else {
      const original = `${await sha256(written)}${AS_IT_WAS}`;
      await saveOnce(original, written);
      entry = { ...at, file: original };
    }
    shift += length - (end - start);
    yield { start, end, text, entry };
  }
}

function fileName(hash: string, mimeType: string): string {
  const name = `${hash}${extensionForMediaType(mimeType) ?? ''}`;
  return FILE.test(name) ? name : hash;
}

/** The folder that gets the media of a session. @param location of the file, not of a link to it */
export function mediaFolderOf(location: string): string {
  return `${location}.media`;
}

/** What slimming a session saves, as far as that is known before its media are read. */
export interface SlimFigures {
  readonly count: number;
  /** Of them, as far as one character of seventeen tells. */
  readonly different: number;
  /** Characters of base64 that go. */
  readonly bytes: number;
  /** Bytes of the session afterwards. */
  readonly sizeAfter: number;
}

/** @param size of the session, in bytes @param location of its file */
export function slimFigures({ places }: Pick<SlimPlan, 'places'>, size: number, location: string): SlimFigures {
  const path = `${mediaFolderOf(location)}/${fileName('0'.repeat(2 * HASH_BYTES), 'image/png')}`;
  let [bytes, sizeAfter] = [0, size];
  for (const place of places) {
    const text = place.around.join(JSON.stringify(descriptionOf(place, place.medium.size, path)).slice(1, -1));
    bytes += place.data.end - place.data.start;
    sizeAfter += utf8Size(text) - (place.end - place.start);
  }
  return { count: places.length, different: new Set(places.map(({ medium }) => medium.hash)).size, bytes, sizeAfter };
}

const HASH_BYTES = 32;

/** The ending of a file that has bytes of the session, and not what they are base64 of. */
const AS_IT_WAS = '.original';

function descriptionOf({ medium: { mimeType, width, height } }: SlimPlace, size: number, path: string): string {
  const sides = width === undefined || height === undefined ? [] : [`${width} × ${height}`];
  return `${REMOVED}${[mimeType, ...sides, formatSize(size)].join(', ')}; saved as ${safeName(path)}]`;
}

/** The bytes that base64 is of, and how it is written: undefined where the bytes do not tell that. Undefined for what is no base64. */
function contentOf(base64: Uint8Array): { readonly bytes: Uint8Array; readonly spelling: 'plain' | 'escaped' | undefined } | undefined {
  const text = utf8.decode(base64);
  const plain = text.includes('\\') ? withoutEscapes(text) : text;
  try {
    const bytes = decodeKnownBase64(plain);
    const again = encodeBase64(bytes);
    // written as it would be, it needs no other check
    if (again === text) return { bytes, spelling: 'plain' };
    if (again === plain && again.replaceAll('/', '\\/') === text) return { bytes, spelling: 'escaped' };
    return { bytes: decodeAnyBase64(plain), spelling: undefined };
  } catch {
    return undefined;
  }
}

/** Of ASCII it makes strings of a byte a character, in a fraction of the time that a decoder of another name takes. */
const utf8 = new TextDecoder();

/** What is written before and behind the base64; undefined where that is no UTF-8. */
function keptAround(written: Uint8Array, { start, end }: ByteRange): readonly [string, string] | undefined {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    return [decoder.decode(written.subarray(0, start)), decoder.decode(written.subarray(end))];
  } catch {
    return undefined;
  }
}

/** The bytes that stood in the session. @param content of the file of the entry */
export function originalBytes({ around, hasEscapes }: SlimEntry, content: Uint8Array): Uint8Array {
  if (!around) return content;
  const base64 = encodeBase64(content);
  return new TextEncoder().encode(around.join(hasEscapes ? base64.replaceAll('/', '\\/') : base64));
}

/** The SHA-256 of bytes, in hexadecimal digits. */
async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether a file has the content that it is named by. */
export async function isNamedByContent(name: string, content: Uint8Array): Promise<boolean> {
  return name.startsWith(await sha256(content));
}

/** What is known of a session that was slimmed, beside what stood in it. */
export interface SlimSummary {
  /** The slimmed session: bytes, and their SHA-256. What its program has appended stands behind them. */
  readonly size: number;
  readonly sha256: string;
  /** The session as it was: bytes, its mark, and its SHA-256. */
  readonly original: { readonly size: number; readonly mark: string; readonly sha256: string };
  /** The name of its backup. */
  readonly backup: string;
}

/** All that puts a session back. */
export interface SlimRecord {
  readonly entries: readonly SlimEntry[];
  readonly summary: SlimSummary;
}

/** A line of the file that a {@link SlimRecord} is read from: the entries, and at the end the summary. */
export function recordLine(line: SlimEntry | SlimSummary): string {
  return `${JSON.stringify(line)}\n`;
}

/** @throws CodedError `changed_since_repair` for what was not written here as a whole */
export function readRecord(text: string, name: string): SlimRecord {
  const lines = text.split('\n');
  try {
    if (lines.pop() !== '') throw new Error('it is cut off');
    const summary: unknown = JSON.parse(lines.pop() ?? '');
    const entries = lines.map((line): unknown => JSON.parse(line));
    if (!isSummary(summary) || !entries.every(isEntry)) throw new Error('it has other members');
    let end = 0;
    for (const entry of entries) {
      if (entry.start < end || entry.end < entry.start) throw new Error('it is out of order');
      ({ end } = entry);
    }
    if (end > summary.size) throw new Error('it goes beyond the end');
    return { entries, summary };
  } catch (cause) {
    throw new CodedError('changed_since_repair', { name }, { cause });
  }
}

/** Names of files come from a file: none leads out of its folder. */
const FILE = /^[0-9a-f]{64}(?:\.[a-z0-9]{1,16})?$/;
const BACKUP = /^[^/\\]+$/;

function isEntry(value: unknown): value is SlimEntry {
  if (!isRecord(value)) return false;
  const { start, end, file, around } = value;
  const isAround =
    around === undefined || (Array.isArray(around) && around.length === 2 && around.every((each) => typeof each === 'string'));
  return Number.isSafeInteger(start) && Number.isSafeInteger(end) && typeof file === 'string' && FILE.test(file) && isAround;
}

function isSummary(value: unknown): value is SlimSummary {
  if (!isRecord(value)) return false;
  const { size, sha256: hash, original, backup } = value;
  if (!Number.isSafeInteger(size) || typeof hash !== 'string' || typeof backup !== 'string' || !BACKUP.test(backup)) return false;
  if (!isRecord(original) || typeof original['mark'] !== 'string' || typeof original['sha256'] !== 'string') return false;
  return Number.isSafeInteger(original['size']);
}
