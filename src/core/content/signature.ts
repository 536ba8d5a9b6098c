import type * as FileType from 'file-type/core';
import { mediaKind, type MediaKind, normaliseMediaType } from './media-type.ts';
import type { Container } from './same-format.ts';
import { signatureStrength, zipContents } from './signature-checks.ts';
import { decodeText } from './text-encoding.ts';

/** The type of a file by its first bytes. */
export interface Signature {
  readonly mimeType: string;
  readonly kind: MediaKind;
  /** Long enough (four bytes or more) to contradict the metadata. */
  readonly isStrong: boolean;
  /** Set when only the container is known: `mimeType` is the container's type, or its usual format. */
  readonly container?: Container;
}

/** Maximum bytes examined at the start of a file, and at its end where a format needs it. */
export const HEAD_BYTES = 64 * 1024;

const STRONG_BYTES = 4;

/**
 * Binary formats whose signature no prose begins with. Other signatures may also start a text (`wide` at the fifth byte is QuickTime,
 * `AC1015` a drawing): they contradict only bytes that are not text.
 */
const UNMISTAKABLE = new Set(['application/pdf', 'audio/flac', 'audio/ogg', 'audio/wav', 'image/gif', 'image/webp']);

/**
 * Signatures that `file-type` doesn't accept alone: it reads on and gives up at the end of the head (a TIFF directory is often far behind
 * it).
 */
const OPENINGS: ReadonlyArray<readonly [bytes: readonly number[], mimeType: string]> = [
  [[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], 'image/png'],
  [[0x49, 0x49, 0x2a, 0x00], 'image/tiff'],
  [[0x4d, 0x4d, 0x00, 0x2a], 'image/tiff'],
  [[0x4f, 0x67, 0x67, 0x53], 'audio/ogg'],
  [[0x1a, 0x45, 0xdf, 0xa3], 'video/matroska'],
  [[0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11], 'video/x-ms-asf'],
];

/** A detected type, with its container when only that is known. */
interface Found {
  readonly mimeType: string;
  readonly container?: Container;
}

/** Whether the end of a file is needed: a ZIP archive lists its content there (APPNOTE 4.3.16), and TGA has its signature there. */
export function needsTail(head: Uint8Array): boolean {
  return (head[0] === 0x50 && head[1] === 0x4b && head[2] === 0x03 && head[3] === 0x04) || hasTgaHeader(head);
}

/**
 * Identifies bytes by signature.
 *
 * @param head the content or its first {@link HEAD_BYTES}; the whole file for old Office documents
 * @param tail the last bytes when `head` is not the whole file, for formats that {@link needsTail}
 */
export async function detectSignature(head: Uint8Array, tail: Uint8Array = head.subarray(-HEAD_BYTES)): Promise<Signature | undefined> {
  const start = head.subarray(0, HEAD_BYTES);
  if (start.length < STRONG_BYTES) return undefined;
  const tagEnd = id3End(start);
  if (tagEnd > 0) return taggedSound(head.subarray(tagEnd, tagEnd + HEAD_BYTES));
  const added = addedSignature(start, tail);
  if (added) return signatureOf({ mimeType: added.mimeType }, start, added.isLong);
  const mimeType = normaliseMediaType(await readSignature(start));
  if (mimeType === undefined) return undefined;
  const strength = signatureStrength(mimeType, start);
  return strength === 'none' ? undefined : signatureOf(insideOf(mimeType, head, tail), start, strength === 'strong');
}

/**
 * The same without a parser, for callers that cannot wait: of the formats models take, and a few more.
 * @param tail as for {@link detectSignature}
 */
export function signatureAtOnce(head: Uint8Array, tail: Uint8Array = head.subarray(-HEAD_BYTES)): Signature | undefined {
  const quick = quickSignature(head);
  if (quick) return quick;
  const start = head.subarray(0, HEAD_BYTES);
  if (id3End(start) > 0) return { mimeType: 'audio/mpeg', kind: 'audio', isStrong: true };
  const added = addedSignature(start, tail);
  if (added) return signatureOf({ mimeType: added.mimeType }, start, added.isLong);
  const common = firstMarked(COMMON, start) ?? openingOf(start);
  const strength = common === undefined ? 'none' : signatureStrength(common, start);
  return common === undefined || strength === 'none' ? undefined : signatureOf(insideOf(common, head, tail), start, strength === 'strong');
}

type Head = readonly [mimeType: string, kind: Signature['kind'], bytes: readonly (number | null)[]];

/** Signatures of media accepted by models; null matches any byte. Others go to the content detection. */
const HEADS = (
  [
    ['image/png', 'image', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
    ['image/jpeg', 'image', [0xff, 0xd8, 0xff, 0xe0]],
    ['image/jpeg', 'image', [0xff, 0xd8, 0xff, 0xe1]],
    ['image/jpeg', 'image', [0xff, 0xd8, 0xff, 0xdb]],
    ['image/gif', 'image', [0x47, 0x49, 0x46, 0x38, 0x39, 0x61]],
    ['image/gif', 'image', [0x47, 0x49, 0x46, 0x38, 0x37, 0x61]],
    ['image/webp', 'image', [0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50]],
    ['application/pdf', 'document', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ] satisfies Head[]
).map(([mimeType, kind, bytes]) => ({ bytes, signature: { mimeType, kind, isStrong: true } satisfies Signature }));

/** Detects common media without a parser: a transcript may contain tens of thousands of pictures. */
export function quickSignature(head: Uint8Array): Signature | undefined {
  for (const { bytes, signature } of HEADS) {
    if (head[0] === bytes[0] && bytes.every((byte, at) => byte === null || head[at] === byte)) return signature;
  }
  return undefined;
}

function signatureOf(found: Found, head: Uint8Array, isLong: boolean): Signature {
  const kind = mediaKind(found.mimeType);
  const isMistakable = kind !== 'text' && !UNMISTAKABLE.has(found.mimeType);
  const isStrong = isLong && !(isMistakable && decodeText(head, { isHead: true, strict: true }));
  return { ...found, kind, isStrong };
}

/** Length of the ID3 tag before the sound (id3.org, version 2.4, §3.1); 0 when there is none. */
function id3End(head: Uint8Array): number {
  const [i, d, three, version = 0xff, , flags = 0, a = 0xff, b = 0xff, c = 0xff, e = 0xff] = head;
  if (i !== 0x49 || d !== 0x44 || three !== 0x33 || version > 4 || (a | b | c | e) > 0x7f) return 0;
  return 10 + a * 0x20_0000 + b * 0x4000 + c * 0x80 + e + (flags & 0x10 ? 10 : 0);
}

/** @param rest the bytes after the tag, as far as read */
async function taggedSound(rest: Uint8Array): Promise<Signature> {
  const sound = normaliseMediaType(await readSignature(rest));
  const found: Found =
    sound !== undefined && mediaKind(sound) === 'audio'
      ? { mimeType: sound }
      : { mimeType: 'audio/mpeg', ...(rest.length === 0 && { container: 'id3' }) };
  return { ...found, kind: 'audio', isStrong: true };
}

/** The format inside a container, as far as visible. */
function insideOf(mimeType: string, bytes: Uint8Array, tail: Uint8Array): Found {
  switch (mimeType) {
    case 'application/zip':
      return zipContents(tail);
    case 'application/x-cfb':
      return compoundFileContents(bytes);
    case 'application/gzip':
      return { mimeType, container: 'gzip' };
    case 'image/heif':
    case 'image/heif-sequence':
      return { mimeType, container: 'heif' };
    case 'video/quicktime':
      return hasBrand(bytes) ? { mimeType } : { mimeType, container: 'iso-media' };
    case 'video/matroska':
      if (openingHas(bytes, 'matroska')) return { mimeType };
      return openingHas(bytes, 'webm') ? { mimeType: 'video/webm' } : { mimeType, container: 'ebml' };
    default:
      return { mimeType };
  }
}

/** `ftyp` at the fifth byte (ISO/IEC 14496-12 4.3). */
function hasBrand(bytes: Uint8Array): boolean {
  return bytes[4] === 0x66 && bytes[5] === 0x74 && bytes[6] === 0x79 && bytes[7] === 0x70;
}

/** The EBML header with the document type is a few dozen bytes long. */
function openingHas(bytes: Uint8Array, word: string): boolean {
  return String.fromCharCode(...bytes.subarray(0, 128)).includes(word);
}

function openingOf(head: Uint8Array): string | undefined {
  return OPENINGS.find(([bytes]) => bytes.every((byte, at) => head[at] === byte))?.[1];
}

/** Cached: importing costs as much as detecting, and this may run 100,000 times in a row. */
let fileType: typeof FileType | undefined;

async function readSignature(head: Uint8Array): Promise<string | undefined> {
  if (head.length < 2) return undefined;
  const { fileTypeFromBuffer } = (fileType ??= await import('file-type/core'));
  try {
    return (await fileTypeFromBuffer(head))?.mime ?? openingOf(head);
  } catch {
    // The file is truncated or crafted to confuse the parser.
    return openingOf(head);
  }
}

/** Latin-1 characters expected at an offset. */
type Mark = readonly [offset: number, characters: string];

/** Formats that `file-type` doesn't know or confuses (TGA with a cursor, ILBM with sound). */
const MARKS: ReadonlyArray<readonly [mimeType: string, ...marks: Mark[]]> = [
  ['image/vnd.ms-dds', [0, 'DDS \x7c\0\0\0']],
  ['image/ktx2', [0, '\xabKTX 20\xbb\r\n\x1a\n']],
  ['image/aces', [0, '\x76\x2f\x31\x01']],
  ['image/vnd.djvu', [0, 'AT&TFORM']],
  ['image/vnd.radiance', [0, '#?RADIANCE\n']],
  ['image/qoi', [0, 'qoif\0']],
  ['image/emf', [0, '\x01\0\0\0'], [40, ' EMF']],
  ['image/wmf', [0, '\xd7\xcd\xc6\x9a']],
  ['image/x-ilbm', [0, 'FORM'], [8, 'ILBM']],
  ['image/heic', [4, 'ftyphei']],
  ['image/heic-sequence', [4, 'ftyphev']],
  ['video/x-mng', [0, '\x8aMNG\r\n\x1a\n']],
  ['audio/basic', [0, '.snd\0\0']],
  ['audio/x-caf', [0, 'caff\0\x01']],
  ['audio/x-pn-realaudio', [0, '.ra\xfd']],
  ['audio/wav', [0, 'RF64'], [8, 'WAVE']],
  ['audio/wav', [0, 'BW64'], [8, 'WAVE']],
  // Type 1 font metrics, which share the extension .pfm with a picture format.
  ['application/x-font-type1', [0, '\0\x01'], [4, '\0\0'], [66, '\x81\0']],
];

/** Files of ISO/IEC 14496-12, by their major brand (https://mp4ra.org/registered-types/brands, 2026-11); what is not listed is a film. */
const BRANDS: ReadonlyArray<readonly [mimeType: string, brand: string]> = [
  ['image/avif', 'avif'],
  ['image/avif', 'avis'],
  ['image/heif', 'mif1'],
  ['image/heif-sequence', 'msf1'],
  ['image/x-canon-cr3', 'crx '],
  ['audio/x-m4a', 'M4A'],
  ['audio/mp4', 'M4B'],
  ['audio/mp4', 'F4A'],
  ['audio/mp4', 'F4B'],
  ['video/x-m4v', 'M4V'],
  ['video/quicktime', 'qt'],
  ['video/3gpp2', '3g2'],
  ['video/3gpp', '3g'],
  ['video/mp4', ''],
];

/** Formats that `file-type` knows, for {@link signatureAtOnce}. */
const COMMON: typeof MARKS = [
  ['image/jpeg', [0, '\xff\xd8\xff']],
  ...BRANDS.map(([mimeType, brand]) => [mimeType, [4, `ftyp${brand}`]] as const),
  ['audio/wav', [0, 'RIFF'], [8, 'WAVE']],
  ['video/vnd.avi', [0, 'RIFF'], [8, 'AVI ']],
  ['audio/flac', [0, 'fLaC']],
  ['audio/aiff', [0, 'FORM'], [8, 'AIF']],
  ['audio/mpeg', [0, '\xff\xfb']],
  ['image/bmp', [0, 'BM']],
  ['image/x-icon', [0, '\0\0\x01\0']],
  ['application/gzip', [0, '\x1f\x8b']],
  ['application/x-cfb', [0, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1']],
  ['application/zip', [0, 'PK\x03\x04']],
];

/** The end of a TGA file of version 2. */
const TGA_FOOTER = 'TRUEVISION-XFILE.\0';
const TGA_HEADER_BYTES = 18;

/** Netpbm header: a digit, width, height and mostly the maximum value, with comments between. */
const NETPBM = /^P([1-6])(?:#[^\n]*\n|\s)+\d{1,7}(?:#[^\n]*\n|\s)+\d{1,7}\s/;
const FLOAT_MAP = /^P[Ff]\s+\d{1,7}\s+\d{1,7}\s+-?\d/;
const ARBITRARY_MAP = /^P7\n(?:#|WIDTH|HEIGHT|DEPTH|MAXVAL|TUPLTYPE)/;
const NETPBM_TYPES = ['bitmap', 'graymap', 'pixmap'] as const;
const NETPBM_HEADER_BYTES = 256;

/** A signature, and whether it is at least four unambiguous bytes. */
interface AddedSignature {
  readonly mimeType: string;
  readonly isLong: boolean;
}

/**
 * Signatures beyond those of `file-type`.
 * @param tail the end of the content
 */
function addedSignature(head: Uint8Array, tail: Uint8Array): AddedSignature | undefined {
  const marked = firstMarked(MARKS, head);
  if (marked !== undefined) return { mimeType: marked, isLong: true };
  if (head[0] === 0x50) return netpbm(head);
  if (!hasTgaHeader(head)) return undefined;
  return { mimeType: 'image/x-tga', isLong: hasCharacters(tail, tail.length - TGA_FOOTER.length, TGA_FOOTER) };
}

function firstMarked(formats: typeof MARKS, head: Uint8Array): string | undefined {
  return formats.find(([, ...marks]) => marks.every(([offset, characters]) => hasCharacters(head, offset, characters)))?.[0];
}

function hasCharacters(bytes: Uint8Array, offset: number, characters: string): boolean {
  for (let at = 0; at < characters.length; at++) if (bytes[offset + at] !== characters.charCodeAt(at)) return false;
  return true;
}

function netpbm(head: Uint8Array): AddedSignature | undefined {
  const text = String.fromCharCode(...head.subarray(0, NETPBM_HEADER_BYTES));
  const digit = NETPBM.exec(text)?.[1];
  if (digit !== undefined)
    return { mimeType: `image/x-portable-${NETPBM_TYPES[(Number(digit) - 1) % NETPBM_TYPES.length] ?? 'anymap'}`, isLong: true };
  if (FLOAT_MAP.test(text)) return { mimeType: 'image/x-portable-floatmap', isLong: true };
  return ARBITRARY_MAP.test(text) ? { mimeType: 'image/x-portable-arbitrarymap', isLong: true } : undefined;
}

/** TGA has no signature at its start, but few headers are valid (Truevision TGA 2.0). */
function hasTgaHeader(head: Uint8Array): boolean {
  if (head.length < TGA_HEADER_BYTES) return false;
  const [, mapType = 0, type = 0] = head;
  const [mapLow = 0, mapHigh = 0, mapDepth = 0] = head.subarray(5, 8);
  const [widthLow = 0, widthHigh = 0, heightLow = 0, heightHigh = 0, depth = 0, descriptor = 0] = head.subarray(12, TGA_HEADER_BYTES);
  const form = type & 0x07;
  const isMapped = form === 1;
  if ((type & 0xf7) !== form || form < 1 || form > 3) return false;
  const hasMap = mapType === 1 && (mapLow | mapHigh) !== 0 && [15, 16, 24, 32].includes(mapDepth);
  const hasNoMap = mapType === 0 && (head[3] ?? 0) + (head[4] ?? 0) + mapLow + mapHigh + mapDepth === 0;
  const depths = form === 2 ? [15, 16, 24, 32] : [8, 16];
  return (
    (isMapped ? hasMap : hasNoMap) &&
    (widthLow | widthHigh) !== 0 &&
    (heightLow | heightHigh) !== 0 &&
    depths.includes(depth) &&
    descriptor < 0x40
  );
}

/** Office document types by the streams in the root folder of a compound file (MS-CFB). */
const STREAMS: ReadonlyArray<readonly [name: string, mimeType: string]> = [
  ['WordDocument', 'application/msword'],
  ['Workbook', 'application/vnd.ms-excel'],
  ['Book', 'application/vnd.ms-excel'],
  ['PowerPoint Document', 'application/vnd.ms-powerpoint'],
  ['VisioDocument', 'application/vnd.visio'],
  ['__properties_version1.0', 'application/vnd.ms-outlook'],
  ['Quill', 'application/x-mspublisher'],
];
/** The stream of an encrypted document (MS-OFFCRYPTO 2.3.2). */
const ENCRYPTED = 'EncryptedPackage';

const SECTOR_SHIFT_OFFSET = 30;
const DIRECTORY_START_OFFSET = 48;
const FAT_LIST_OFFSET = 76;
/** Number of FAT sector entries in the header (MS-CFB 2.2). */
const FAT_LIST_ENTRIES = 109;
const ENTRY_BYTES = 128;
const NAME_LENGTH_OFFSET = 64;
const LEFT_OFFSET = 68;
const RIGHT_OFFSET = 72;
const CHILD_OFFSET = 76;
/** More than Office documents have; the rest of a longer directory is ignored. */
const MAX_DIRECTORY_SECTORS = 64;

/**
 * The format of a compound file.
 * @param bytes the whole file; a part may only reveal the container
 */
function compoundFileContents(bytes: Uint8Array): { readonly mimeType: string; readonly container?: Container } {
  const names = rootNames(bytes);
  if (names.has(ENCRYPTED)) return { mimeType: 'application/x-cfb', container: 'encrypted-office' };
  const found = STREAMS.find(([name]) => names.has(name));
  return found ? { mimeType: found[1] } : { mimeType: 'application/x-cfb', container: 'cfb' };
}

/** The names in the root folder; embedded documents have their own folders. */
function rootNames(bytes: Uint8Array): ReadonlySet<string> {
  const names = new Set<string>();
  try {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const entries = directoryOf(view);
    const seen = new Set<number>();
    const pending = [entries[0] === undefined ? -1 : view.getUint32(entries[0] + CHILD_OFFSET, true)];
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      const entry = entries[id];
      if (entry === undefined || seen.has(id)) continue;
      seen.add(id);
      names.add(nameOf(view, entry));
      pending.push(view.getUint32(entry + LEFT_OFFSET, true), view.getUint32(entry + RIGHT_OFFSET, true));
    }
  } catch {
    // The file is truncated: names found so far count.
  }
  return names;
}

/** Offsets of the directory's sectors. @throws RangeError when a table points beyond the file */
function directoryOf(view: DataView): number[] {
  const shift = view.getUint16(SECTOR_SHIFT_OFFSET, true);
  if (shift !== 9 && shift !== 12) return [];
  const size = 1 << shift;
  const placeOf = (sector: number): number => (sector + 1) * size;
  const entries: number[] = [];
  let sector = view.getUint32(DIRECTORY_START_OFFSET, true);
  for (let count = 0; count < MAX_DIRECTORY_SECTORS && placeOf(sector) + size <= view.byteLength; count++) {
    for (let at = 0; at < size; at += ENTRY_BYTES) entries.push(placeOf(sector) + at);
    const perSector = size / 4;
    const fat = Math.floor(sector / perSector);
    if (fat >= FAT_LIST_ENTRIES) break;
    const fatPlace = placeOf(view.getUint32(FAT_LIST_OFFSET + fat * 4, true)) + (sector % perSector) * 4;
    if (fatPlace + 4 > view.byteLength) break;
    sector = view.getUint32(fatPlace, true);
  }
  return entries;
}

function nameOf(view: DataView, entry: number): string {
  const length = Math.min(view.getUint16(entry + NAME_LENGTH_OFFSET, true), NAME_LENGTH_OFFSET);
  let name = '';
  for (let at = 0; at + 2 < length; at += 2) name += String.fromCharCode(view.getUint16(entry + at, true));
  return name;
}
