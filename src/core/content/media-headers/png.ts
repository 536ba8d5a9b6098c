import { latin1, sides, viewOf, type HeaderFacts } from './bytes.ts';

const SIGNATURE_BYTES = 8;
/** Length, type and check sum of a chunk. */
const CHUNK_FRAME = 12;
const CHUNK_TYPE = /^[A-Za-z]{4}$/;

/**
 * PNG and animated PNG (PNG third edition, §5.3 chunks, §11.3.6 `acTL`): sides from `IHDR`, frames from `acTL`, which
 * stands before the image data or not at all; cut short when `IEND` never comes.
 */
export function readPng(bytes: Uint8Array): HeaderFacts {
  if (latin1(bytes, 1, 3) !== 'PNG') return {};
  const view = viewOf(bytes);
  let facts: HeaderFacts = {};
  for (let at = SIGNATURE_BYTES, seesImage = false; ;) {
    if (at + CHUNK_FRAME > bytes.length) return { ...facts, isTruncated: true };
    const length = view.getUint32(at);
    const type = latin1(bytes, at + 4, 4);
    // No chunk opens here: the rest cannot be followed.
    if (!CHUNK_TYPE.test(type)) return facts;
    if (type === 'IEND') return { ...facts, isTruncated: false };
    if (type === 'IHDR' && length >= 8 && at + CHUNK_FRAME + 4 <= bytes.length) {
      facts = { ...facts, ...sides(view.getUint32(at + 8), view.getUint32(at + 12)) };
    } else if (type === 'acTL' && !seesImage && length >= 4) {
      const frames = view.getUint32(at + 8);
      if (frames > 0) facts = { ...facts, frames };
    } else if (type === 'IDAT' && !seesImage) {
      seesImage = true;
      facts = { frames: 1, ...facts };
    }
    at += CHUNK_FRAME + length;
  }
}
