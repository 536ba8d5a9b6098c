import { own } from '../../io/own.ts';
import { type HeaderFacts, latin1, riffIsTruncated, sides, viewOf } from './walk.ts';

const SIGNATURE_BYTES = 8;
/** Bytes of a chunk's length, type and checksum. */
const CHUNK_FRAME = 12;
const CHUNK_TYPE = /^[A-Za-z]{4}$/;

/** A number of frames that is known. */
function counted(frames: number): { frames?: number } {
  return frames > 0 ? { frames } : {};
}

/**
 * PNG and animated PNG (PNG third edition, §5.3 chunks, §11.3.6 `acTL`): sides from `IHDR`, frames from `acTL`, which must precede the
 * image data; truncated when `IEND` is missing.
 */
export function readPng(bytes: Uint8Array): HeaderFacts {
  if (latin1(bytes, 1, 3) !== 'PNG') return {};
  const view = viewOf(bytes);
  let facts: HeaderFacts = {};
  for (let at = SIGNATURE_BYTES, seesImage = false; ;) {
    if (at + CHUNK_FRAME > bytes.length) return { ...facts, isTruncated: true };
    const length = view.getUint32(at);
    const type = latin1(bytes, at + 4, 4);
    // Not a chunk: the rest cannot be parsed.
    if (!CHUNK_TYPE.test(type)) return facts;
    if (type === 'IEND') return { ...facts, isTruncated: false };
    if (type === 'IHDR' && length >= 8 && at + CHUNK_FRAME + 4 <= bytes.length) {
      facts = { ...facts, ...sides(view.getUint32(at + 8), view.getUint32(at + 12)) };
    } else if (type === 'acTL' && !seesImage && length >= 4) {
      facts = { ...facts, ...counted(view.getUint32(at + 8)) };
    } else if (type === 'IDAT' && !seesImage) {
      seesImage = true;
      facts = { frames: 1, ...facts };
    }
    at += CHUNK_FRAME + length;
  }
}

const TRAILER = 0x3b;
const IMAGE = 0x2c;
const EXTENSION = 0x21;

/** Bytes of a colour table, from its packed field (GIF89a §18 and §20). */
function colourTable(packed: number): number {
  return packed & 0x80 ? 3 << ((packed & 7) + 1) : 0;
}

/** GIF (GIF89a): logical screen size and number of images; truncated when the trailer is missing. */
export function readGif(bytes: Uint8Array): HeaderFacts {
  if (!/^GIF8[79]a$/.test(latin1(bytes, 0, 6)) || bytes.length < 13) return {};
  const view = viewOf(bytes);
  const size = sides(view.getUint16(6, true), view.getUint16(8, true));
  let frames = 0;
  let at = 13 + colourTable(bytes[10] ?? 0);
  for (; at < bytes.length;) {
    const block = bytes[at];
    if (block === TRAILER) return { ...size, ...counted(frames), isTruncated: false };
    if (block === IMAGE) {
      frames++;
      // Descriptor, its colour table, and the LZW code size.
      at += 10 + colourTable(bytes[at + 9] ?? 0) + 1;
    } else if (block === EXTENSION) {
      at += 2;
    } else {
      // Unknown block: the rest cannot be parsed.
      return { ...size, ...counted(frames) };
    }
    // Data blocks with a length prefix, ended by an empty one.
    for (let length = bytes[at] ?? 0; length > 0; length = bytes[at] ?? 0) {
      at += 1 + length;
    }
    at += 1;
  }
  return { ...size, ...counted(frames), isTruncated: true };
}

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const APP1 = 0xe1;
const ORIENTATION_TAG = 0x0112;
/** From this orientation on, width and height are swapped (TIFF 6.0, tag 274). */
const FIRST_TURNED = 5;
const LAST_TURNED = 8;

/** SOF markers: C0 to CF without DHT (C4), JPG (C8) and DAC (CC); ITU-T T.81 table B.1. */
function opensFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** Markers without a length: TEM, RSTn, SOI. */
function standsAlone(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
}

/** JPEG: sides after Exif rotation; truncated when the end marker is missing. */
export function readJpeg(bytes: Uint8Array): HeaderFacts {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return {};
  const view = viewOf(bytes);
  let size: { width: number; height: number } | undefined;
  let orientation = 1;
  for (let at = 2; at + 4 <= bytes.length;) {
    // Any number of FF may precede a marker; anything else is damage.
    if (bytes[at] !== 0xff) return { ...turned(size, orientation) };
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (standsAlone(marker)) {
      at += 2;
      continue;
    }
    if (marker === START_OF_SCAN || marker === END_OF_IMAGE) {
      return { ...turned(size, orientation), frames: 1, isTruncated: !endsAfter(bytes, at) };
    }
    const length = view.getUint16(at + 2);
    if (opensFrame(marker) && at + 9 <= bytes.length) size = sides(view.getUint16(at + 7), view.getUint16(at + 5));
    if (marker === APP1) orientation = orientationIn(bytes, at + 4, at + 2 + length) ?? orientation;
    at += 2 + Math.max(2, length);
  }
  return { ...turned(size, orientation), isTruncated: true };
}

function turned(size: { width: number; height: number } | undefined, orientation: number): HeaderFacts {
  if (!size) return {};
  return orientation >= FIRST_TURNED && orientation <= LAST_TURNED ? { width: size.height, height: size.width } : size;
}

/** Searches backwards for the end marker, since data may be appended after it. */
function endsAfter(bytes: Uint8Array, start: number): boolean {
  for (let at = bytes.lastIndexOf(END_OF_IMAGE); at > start; at = bytes.lastIndexOf(END_OF_IMAGE, at - 1)) {
    if (bytes[at - 1] === 0xff) return true;
  }
  return false;
}

/** The orientation in the first directory of the TIFF structure of a segment (Exif 2.32 §4.6.4), if it is Exif and has any. */
function orientationIn(bytes: Uint8Array, from: number, to: number): number | undefined {
  if (latin1(bytes, from, 4) !== 'Exif') return undefined;
  const tiff = bytes.subarray(from + 6, to);
  const order = latin1(tiff, 0, 2);
  if (tiff.length < 14 || (order !== 'II' && order !== 'MM')) return undefined;
  const isLittle = order === 'II';
  const view = viewOf(tiff);
  const directory = view.getUint32(4, isLittle);
  if (directory + 2 > tiff.length) return undefined;
  const entries = view.getUint16(directory, isLittle);
  for (let entry = 0, at = directory + 2; entry < entries && at + 12 <= tiff.length; entry++, at += 12) {
    if (view.getUint16(at, isLittle) === ORIENTATION_TAG) return view.getUint16(at + 8, isLittle);
  }
  return undefined;
}

const HAS_ANIMATION = 0x02;

/** WebP (RFC 9649): sides from the first chunk (`VP8X` canvas, `VP8 ` key frame, `VP8L` header), frames by counting `ANMF` chunks. */
export function readWebp(bytes: Uint8Array): HeaderFacts {
  if (latin1(bytes, 0, 4) !== 'RIFF' || latin1(bytes, 8, 4) !== 'WEBP') return {};
  const truncation = riffIsTruncated(bytes);
  const size = bytes.length >= 30 ? sizeOf(bytes) : undefined;
  const isAnimated = latin1(bytes, 12, 4) === 'VP8X' && ((bytes[20] ?? 0) & HAS_ANIMATION) !== 0;
  if (!isAnimated) return { ...size, ...truncation, ...(size ? { frames: 1 } : {}) };
  const view = viewOf(bytes);
  let frames = 0;
  for (let at = 12; at + 8 <= bytes.length;) {
    if (latin1(bytes, at, 4) === 'ANMF') frames++;
    const length = view.getUint32(at + 4, true);
    at += 8 + length + (length & 1);
  }
  return { ...size, ...truncation, ...counted(frames) };
}

function sizeOf(bytes: Uint8Array): { width: number; height: number } | undefined {
  const view = viewOf(bytes);
  const uint24 = (at: number) => view.getUint16(at, true) | ((bytes[at + 2] ?? 0) << 16);
  switch (latin1(bytes, 12, 4)) {
    case 'VP8X':
      return sides(1 + uint24(24), 1 + uint24(27));
    case 'VP8L': {
      if (bytes[20] !== 0x2f) return undefined;
      const bits = view.getUint32(21, true);
      return sides(1 + (bits & 0x3fff), 1 + ((bits >>> 14) & 0x3fff));
    }
    case 'VP8 ':
      // Frame tag (3 bytes), then the start code.
      if (latin1(bytes, 23, 3) !== '\x9d\x01\x2a') return undefined;
      return sides(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
    default:
      return undefined;
  }
}

/** Formats left to `image-size`, with its names for them. */
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  'image/bmp': ['bmp'],
  'image/tiff': ['tiff', 'bigtiff'],
  'image/x-icon': ['ico'],
  'image/icns': ['icns'],
  'image/jp2': ['jp2'],
  'image/jxl': ['jxl', 'jxl-stream'],
  'image/vnd.adobe.photoshop': ['psd'],
};

/** Most that the library gets: the size is at the beginning. */
const HEAD_BYTES = 64 * 1024;

export function isOtherImage(mimeType: string): boolean {
  return Object.hasOwn(FORMATS, mimeType);
}

/** Sides of the image formats that models rarely take, read by the `image-size` package. */
export async function readOtherImage(bytes: Uint8Array, mimeType: string): Promise<HeaderFacts> {
  const { imageSize } = await import('image-size');
  const { width, height, type } = imageSize(mimeType === 'image/tiff' ? tiffWindow(bytes) : bytes.subarray(0, HEAD_BYTES));
  return type !== undefined && own(FORMATS, mimeType)?.includes(type) ? (sides(width, height) ?? {}) : {};
}

/**
 * A TIFF's first directory may stand anywhere. Read as the library reads it, every twelve bytes behind it count as an
 * entry, to the end: so the end is put where the directory's own count puts it.
 */
function tiffWindow(bytes: Uint8Array): Uint8Array {
  const view = viewOf(bytes);
  const isLittle = bytes[0] === 0x49;
  const isBig = view.getUint16(2, isLittle) === 43;
  const directory = isBig ? Number(view.getBigUint64(8, isLittle)) : view.getUint32(4, isLittle);
  if (directory + 8 > bytes.length) throw new RangeError('The directory lies behind the end.');
  // A 64-bit count no real file reaches is cut; the entries the sides need are among the first.
  const entries = isBig ? Number(view.getBigUint64(directory, isLittle) & 0xffffn) : view.getUint16(directory, isLittle);
  return bytes.subarray(0, directory + 8 + (entries + 1) * (isBig ? 20 : 12));
}
