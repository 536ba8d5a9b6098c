import { own } from '../io/own.ts';
import type { Container } from './same-format.ts';

const strongIf = (condition: boolean): Strength => (condition ? 'strong' : 'weak');
const onlyIf = (condition: boolean): Strength => (condition ? 'strong' : 'none');

/** Checks for formats that `file-type` detects by fewer than four bytes or by ambiguous bytes. */
const CHECKS: Readonly<Record<string, (head: Uint8Array, view: DataView) => Strength>> = {
  // The first marker of a JPEG stream (ITU-T T.81 B.1.1.3).
  'image/jpeg': (head) => strongIf((head[3] ?? 0) >= 0xc0 && head[3] !== 0xff),
  // `GIF87a` or `GIF89a`.
  'image/gif': (head) => strongIf(head[3] === 0x38 && (head[4] === 0x37 || head[4] === 0x39) && head[5] === 0x61),
  'image/bmp': (_, view) => strongIf(isBitmap(view)),
  'image/x-icon': (_, view) => iconStrength(view),
  // The boxes of a JPEG XL file, or the two bytes of a bare codestream.
  'image/jxl': (head) => strongIf(head[0] === 0),
  'image/jxr': (head) => strongIf((head[3] ?? 0xff) <= 1),
  'audio/mpeg': (head) => audioFrames(head, 'mpeg'),
  'audio/aac': (head) => audioFrames(head, 'adts'),
  'audio/vnd.dolby.dd-raw': (head) => audioFrames(head, 'ac3'),
  'audio/aiff': (head) => onlyIf(head[8] === 0x41 && head[9] === 0x49 && head[10] === 0x46),
  // Version 8 by its four letters, version 7 by its number.
  'audio/x-musepack': (head) => strongIf(head[2] === 0x43 || ((head[3] ?? 0) & 0x0f) === 7),
  'video/mp2t': (head) => strongIf(hasPackets(head)),
  // Flags without the reserved ones, the method's own flags, a known system (RFC 1952 2.3).
  'application/gzip': (head) =>
    strongIf(((head[3] ?? 0xff) & 0xe0) === 0 && [0, 2, 4].includes(head[8] ?? 0xff) && ((head[9] ?? 0xfe) <= 13 || head[9] === 0xff)),
  // Block size, then the digits of π that start a block, or of √π that end the stream.
  'application/x-bzip2': (_, view) => strongIf(view.byteLength >= 8 && [0x31415926, 0x17724538].includes(view.getUint32(4))),
  'application/x-msdownload': (_, view) => strongIf(isProgram(view)),
  'application/x-shockwave-flash': (head, view) =>
    strongIf((head[3] ?? 0xff) <= 60 && view.byteLength >= 8 && view.getUint32(4, true) < 0x1000_0000),
  'application/postscript': (head) => strongIf(head[2] === 0x50 && head[3] === 0x53),
  'application/eps': () => 'strong',
  'application/x-compress': () => 'weak',
  'application/x-arj': () => 'weak',
  'application/x-cpio': () => 'weak',
  // The two bytes of any zlib stream; a disk image has its mark at its end.
  'application/x-apple-diskimage': () => 'none',
};

/** @param mimeType canonical type found by `file-type` */
export function signatureStrength(mimeType: string, head: Uint8Array): Strength {
  return own(CHECKS, mimeType)?.(head, new DataView(head.buffer, head.byteOffset, head.byteLength)) ?? 'strong';
}

/** Header sizes that may follow BITMAPFILEHEADER. */
const BITMAP_HEADERS: readonly number[] = [12, 16, 40, 52, 56, 64, 108, 124];
const BITMAP_DEPTHS: readonly number[] = [0, 1, 2, 4, 8, 16, 24, 32];

function isBitmap(view: DataView): boolean {
  if (view.byteLength < 30) return false;
  const size = view.getUint32(14, true);
  const planesAt = size === 12 ? 22 : 26;
  return (
    BITMAP_HEADERS.includes(size) && view.getUint16(planesAt, true) === 1 && BITMAP_DEPTHS.includes(view.getUint16(planesAt + 2, true))
  );
}

const ICON_HEADER_BYTES = 6;
const ICON_ENTRY_BYTES = 16;

/** Number of pictures, and offset of the first: after all entries. */
function iconStrength(view: DataView): Strength {
  if (view.byteLength < ICON_HEADER_BYTES + ICON_ENTRY_BYTES) return 'weak';
  const count = view.getUint16(4, true);
  const isIcon = count > 0 && view.getUint32(14, true) > 0 && view.getUint32(18, true) >= ICON_HEADER_BYTES + count * ICON_ENTRY_BYTES;
  return onlyIf(isIcon);
}

const PE_HEADER = 0x50450000;
const OLDER_HEADERS: readonly number[] = [0x4e45, 0x4c45, 0x4c58];

/** The header the DOS header points to (`PE`, `NE`, `LE`, `LX`), or the standard DOS stub. */
function isProgram(view: DataView): boolean {
  if (view.byteLength >= 8 && view.getUint32(0) === 0x4d5a9000 && view.getUint32(4, true) === 3) return true;
  const place = view.byteLength >= 0x40 ? view.getUint32(0x3c, true) : 0;
  if (place < 0x40 || place + 4 > view.byteLength) return false;
  return view.getUint32(place) === PE_HEADER || OLDER_HEADERS.includes(view.getUint16(place));
}

/** Four consecutive packets of an MPEG-2 transport stream, with or without Blu-ray timestamps. */
function hasPackets(head: Uint8Array): boolean {
  return [
    [0, 188],
    [4, 192],
  ].some(([first = 0, length = 0]) => [0, 1, 2, 3].every((packet) => head[first + packet * length] === 0x47));
}

/**
 * Strength of a short signature given the bytes after it: `strong` – a consistent header of at least four bytes; `weak` – only the short
 * signature; `none` – contradicted by the following bytes.
 */
type Strength = 'strong' | 'weak' | 'none';

/**
 * Bit rates in kbit/s by header index: MPEG 1 layers I, II, III, then MPEG 2 layer I, and II and III (ISO/IEC 11172-3 2.4.2.3, 13818-3
 * 2.4.2.3).
 */
const MPEG_RATES: readonly (readonly number[])[] = [
  [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
];
const MPEG_SAMPLES: readonly number[] = [44_100, 48_000, 32_000];
/** AC-3 bit rates in kbit/s (ATSC A/52 table 5.18). */
const AC3_RATES: readonly number[] = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640];

type Header = (bytes: Uint8Array, at: number) => { readonly length: number; readonly constant: number } | undefined;

/** Reads a frame header: its length in bytes, and the bits that are constant in a stream. */
const HEADERS: Readonly<Record<'mpeg' | 'adts' | 'ac3', Header>> = { mpeg: mpegHeader, adts: adtsHeader, ac3: ac3Header };

/** Whether bytes are audio frames: `strong` when a second frame follows, `none` when the first header is invalid. */
function audioFrames(bytes: Uint8Array, format: keyof typeof HEADERS): Strength {
  const first = HEADERS[format](bytes, 0);
  if (!first) return bytes.length < 8 ? 'weak' : 'none';
  return HEADERS[format](bytes, first.length)?.constant === first.constant ? 'strong' : 'weak';
}

function mpegHeader(bytes: Uint8Array, at: number): ReturnType<Header> {
  const [sync = 0, second = 0, third = 0] = bytes.subarray(at, at + 3);
  const version = (second >> 3) & 3;
  const layer = 4 - ((second >> 1) & 3);
  const [rateIndex, sampleIndex] = [third >> 4, (third >> 2) & 3];
  // Free format (index 0) has no known frame length, and samples near zero look like it.
  if (sync !== 0xff || second < 0xe0 || version === 1 || layer === 4 || rateIndex === 0 || rateIndex === 15 || sampleIndex === 3)
    return undefined;
  const isFirst = version === 3;
  const rate = MPEG_RATES[isFirst ? layer - 1 : layer === 1 ? 3 : 4]?.[rateIndex] ?? 0;
  const samples = (MPEG_SAMPLES[sampleIndex] ?? 1) / (isFirst ? 1 : version === 2 ? 2 : 4);
  const padding = (third >> 1) & 1;
  const slots = layer === 1 ? 12_000 : layer === 3 && !isFirst ? 72_000 : 144_000;
  const length = (Math.floor((slots * rate) / samples) + padding) * (layer === 1 ? 4 : 1);
  return { length, constant: (second & 0x1e) | (sampleIndex << 8) };
}

function adtsHeader(bytes: Uint8Array, at: number): ReturnType<Header> {
  const [sync = 0, second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0] = bytes.subarray(at, at + 6);
  const length = ((fourth & 3) << 11) | (fifth << 3) | (sixth >> 5);
  if (sync !== 0xff || (second & 0xf6) !== 0xf0 || ((third >> 2) & 15) > 12 || length < 7) return undefined;
  return { length, constant: (second << 8) | (third & 0xfd) };
}

function ac3Header(bytes: Uint8Array, at: number): ReturnType<Header> {
  const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0] = bytes.subarray(at, at + 6);
  const stream = sixth >> 3;
  if (first !== 0x0b || second !== 0x77 || stream > 16) return undefined;
  // Enhanced AC-3 stores the length (ATSC A/52 annex E).
  if (stream > 10) return { length: ((((third & 7) << 8) | fourth) + 1) * 2, constant: stream };
  const [sampleIndex, sizeIndex] = [fifth >> 6, fifth & 0x3f];
  const rate = AC3_RATES[sizeIndex >> 1];
  if (sampleIndex === 3 || rate === undefined) return undefined;
  const words = sampleIndex === 0 ? rate * 2 : sampleIndex === 2 ? rate * 3 : Math.floor((rate * 320) / 147) + (sizeIndex & 1);
  return { length: words * 2, constant: (stream << 8) | sampleIndex };
}

/**
 * ZIP-based formats by the folder of their parts (ECMA-376 part 2; the first part may be anywhere in the archive, the central directory
 * lists all).
 */
const OFFICE_FOLDERS: ReadonlyArray<readonly [folder: string, mimeType: string, container: Container]> = [
  ['word/', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'word-zip'],
  ['xl/', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'sheet-zip'],
  ['ppt/', 'application/vnd.openxmlformats-officedocument.presentationml.presentation', 'slides-zip'],
];
/** In every Office document; the folders alone occur in any archive. */
const CONTENT_TYPES = '[Content_Types].xml';
/** Parts that name a document's type (ECMA-376 part 2 §10.1.2.2, OpenDocument part 2 §3.3). */
const NAMING_PARTS: readonly string[] = [CONTENT_TYPES, 'mimetype'];

/** "PK\x01\x02": an entry of the central directory; its name starts at byte 46 (APPNOTE 4.3.12). */
const ENTRY_SIGNATURE = 0x02014b50;
const NAME_LENGTH_OFFSET = 28;
const NAME_OFFSET = 46;
const LONGEST_NAME = Math.max(...[...OFFICE_FOLDERS.map(([folder]) => folder), ...NAMING_PARTS].map(({ length }) => length));

/** "PK\x05\x06": the end record, with the directory's length (APPNOTE 4.3.16). */
const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const DIRECTORY_LENGTH_OFFSET = 12;

/**
 * The format of a ZIP archive by its directory.
 * @param end the last bytes of the archive
 */
export function zipContents(end: Uint8Array): { readonly mimeType: string; readonly container: Container } {
  const view = new DataView(end.buffer, end.byteOffset, end.byteLength);
  const start = directoryStart(view);
  const naming = new Set<string>();
  let office: (typeof OFFICE_FOLDERS)[number] | undefined;
  for (let at = end.indexOf(0x50, start); at >= 0 && at + NAME_OFFSET <= end.length; at = end.indexOf(0x50, at + 1)) {
    if (view.getUint32(at, true) !== ENTRY_SIGNATURE) continue;
    const length = view.getUint16(at + NAME_LENGTH_OFFSET, true);
    const name = String.fromCharCode(...end.subarray(at + NAME_OFFSET, at + NAME_OFFSET + Math.min(length, LONGEST_NAME)));
    office ??= OFFICE_FOLDERS.find(([folder]) => name.startsWith(folder));
    if (length === name.length && NAMING_PARTS.includes(name)) naming.add(name);
    if (office && naming.has(CONTENT_TYPES)) return { mimeType: office[1], container: office[2] };
  }
  return { mimeType: 'application/zip', container: naming.size > 0 || start === undefined ? 'zip' : 'plain-zip' };
}

/** Offset of the directory; undefined when it is not within `end`. */
function directoryStart(end: DataView): number | undefined {
  for (let at = end.byteLength - END_BYTES; at >= 0; at--) {
    if (end.getUint32(at, true) !== END_SIGNATURE) continue;
    const length = end.getUint32(at + DIRECTORY_LENGTH_OFFSET, true);
    const isThere = length === 0 || (length <= at && end.getUint32(at - length, true) === ENTRY_SIGNATURE);
    return isThere ? at - length : undefined;
  }
  return undefined;
}
