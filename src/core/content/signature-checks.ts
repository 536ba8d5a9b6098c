import { audioFrames, type Strength } from './audio-frames.ts';

const strongIf = (condition: boolean): Strength => (condition ? 'strong' : 'weak');
const onlyIf = (condition: boolean): Strength => (condition ? 'strong' : 'none');

/** The checks of the formats that `file-type` takes by fewer than four bytes, or by bytes that others have as well. */
const CHECKS: Readonly<Record<string, (head: Uint8Array, view: DataView) => Strength>> = {
  // The first marker of a JPEG stream (ITU-T T.81 B.1.1.3).
  'image/jpeg': (head) => strongIf((head[3] ?? 0) >= 0xc0 && head[3] !== 0xff),
  // `GIF87a` or `GIF89a`.
  'image/gif': (head) => strongIf(head[3] === 0x38 && (head[4] === 0x37 || head[4] === 0x39) && head[5] === 0x61),
  'image/bmp': (_, view) => strongIf(isBitmap(view)),
  'image/x-icon': (_, view) => iconStrength(view),
  // The boxes of a JPEG XL file, or the two bytes of a bare stream.
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
  // The size, then the digits of π that begin a block, or of √π that end the stream.
  'application/x-bzip2': (_, view) => strongIf(view.byteLength >= 8 && [0x31415926, 0x17724538].includes(view.getUint32(4))),
  'application/x-msdownload': (_, view) => strongIf(isProgram(view)),
  'application/x-shockwave-flash': (head, view) =>
    strongIf((head[3] ?? 0xff) <= 60 && view.byteLength >= 8 && view.getUint32(4, true) < 0x1000_0000),
  'application/postscript': (head) => strongIf(head[2] === 0x50 && head[3] === 0x53),
  'application/eps': () => 'strong',
  'application/x-compress': () => 'weak',
  'application/x-arj': () => 'weak',
  'application/x-cpio': () => 'weak',
  // The two bytes of any zlib stream; an image of a disk has its mark at its end.
  'application/x-apple-diskimage': () => 'none',
};

/** Of a canonical media type that `file-type` found. */
export function signatureStrength(mimeType: string, head: Uint8Array): Strength {
  return CHECKS[mimeType]?.(head, new DataView(head.buffer, head.byteOffset, head.byteLength)) ?? 'strong';
}

/** The sizes of the headers that BITMAPFILEHEADER is followed by. */
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

/** Number of pictures, and where the first lies: behind all entries. */
function iconStrength(view: DataView): Strength {
  if (view.byteLength < ICON_HEADER_BYTES + ICON_ENTRY_BYTES) return 'weak';
  const count = view.getUint16(4, true);
  const isIcon = count > 0 && view.getUint32(14, true) > 0 && view.getUint32(18, true) >= ICON_HEADER_BYTES + count * ICON_ENTRY_BYTES;
  return onlyIf(isIcon);
}

const PE_HEADER = 0x50450000;
const OLDER_HEADERS: readonly number[] = [0x4e45, 0x4c45, 0x4c58];

/** The header that the old one points to (`PE`, `NE`, `LE`, `LX`), or the one every linker writes before it. */
function isProgram(view: DataView): boolean {
  if (view.byteLength >= 8 && view.getUint32(0) === 0x4d5a9000 && view.getUint32(4, true) === 3) return true;
  const place = view.byteLength >= 0x40 ? view.getUint32(0x3c, true) : 0;
  if (place < 0x40 || place + 4 > view.byteLength) return false;
  return view.getUint32(place) === PE_HEADER || OLDER_HEADERS.includes(view.getUint16(place));
}

/** Four packets in a row of an MPEG-2 transport stream, with the time stamps of a Blu-ray or without. */
function hasPackets(head: Uint8Array): boolean {
  return [
    [0, 188],
    [4, 192],
  ].some(([first = 0, length = 0]) => [0, 1, 2, 3].every((packet) => head[first + packet * length] === 0x47));
}
