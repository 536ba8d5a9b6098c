import { latin1, sides, viewOf, type HeaderFacts } from './bytes.ts';

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const APP1 = 0xe1;
const ORIENTATION_TAG = 0x0112;
/** From this orientation on the sides change places (TIFF 6.0, tag 274). */
const FIRST_TURNED = 5;
const LAST_TURNED = 8;

/** Frame headers: C0 to CF without the tables DHT (C4), JPG (C8) and DAC (CC); ITU-T T.81 table B.1. */
function opensFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** Markers that stand alone, without a length: TEM, RSTn, SOI. */
function standsAlone(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
}

/**
 * JPEG: the sides as a viewer shows them, which turns the picture as the Exif orientation says; cut short when no end
 * marker follows the image data.
 */
export function readJpeg(bytes: Uint8Array): HeaderFacts {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return {};
  const view = viewOf(bytes);
  let size: { width: number; height: number } | undefined;
  let orientation = 1;
  for (let at = 2; ;) {
    if (at + 4 > bytes.length) return { ...turned(size, orientation), isTruncated: true };
    // Any number of FF may fill the space before a marker; anything else there is damage.
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
    if (marker === APP1 && latin1(bytes, at + 4, 4) === 'Exif')
      orientation = orientationIn(bytes.subarray(at + 10, at + 2 + length)) ?? orientation;
    at += 2 + Math.max(2, length);
  }
}

function turned(size: { width: number; height: number } | undefined, orientation: number): HeaderFacts {
  if (!size) return {};
  return orientation >= FIRST_TURNED && orientation <= LAST_TURNED ? { width: size.height, height: size.width } : size;
}

/** Looks for the end marker from the end on: there it stands, unless the file was cut or something was appended. */
function endsAfter(bytes: Uint8Array, start: number): boolean {
  for (let at = bytes.lastIndexOf(END_OF_IMAGE); at > start; at = bytes.lastIndexOf(END_OF_IMAGE, at - 1)) {
    if (bytes[at - 1] === 0xff) return true;
  }
  return false;
}

/** The orientation in the first directory of a TIFF structure (Exif 2.32 §4.6.4); undefined when it has none. */
function orientationIn(tiff: Uint8Array): number | undefined {
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
