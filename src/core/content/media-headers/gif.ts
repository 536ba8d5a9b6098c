import { latin1, sides, viewOf, type HeaderFacts } from './bytes.ts';

const TRAILER = 0x3b;
const IMAGE = 0x2c;
const EXTENSION = 0x21;

/** Bytes of a colour table, by the packed field that announces it (GIF89a §18 and §20). */
function colourTable(packed: number): number {
  return packed & 0x80 ? 3 << ((packed & 7) + 1) : 0;
}

/** GIF (GIF89a): sides of the logical screen, and its images counted; cut short when the trailer never comes. */
export function readGif(bytes: Uint8Array): HeaderFacts {
  if (!/^GIF8[79]a$/.test(latin1(bytes, 0, 6)) || bytes.length < 13) return {};
  const view = viewOf(bytes);
  const size = sides(view.getUint16(6, true), view.getUint16(8, true));
  let frames = 0;
  let at = 13 + colourTable(bytes[10] ?? 0);
  for (; at < bytes.length;) {
    const block = bytes[at];
    if (block === TRAILER) return { ...size, ...(frames > 0 ? { frames } : {}), isTruncated: false };
    if (block === IMAGE) {
      frames++;
      // Descriptor, its colour table, and one byte that opens the compressed data.
      at += 10 + colourTable(bytes[at + 9] ?? 0) + 1;
    } else if (block === EXTENSION) {
      at += 2;
    } else {
      // Nothing else may stand here: the rest cannot be followed.
      return { ...size, ...(frames > 0 ? { frames } : {}) };
    }
    // Data blocks, each opened by its length, until one of no length.
    for (let length = bytes[at] ?? 0; length > 0; length = bytes[at] ?? 0) {
      at += 1 + length;
    }
    at += 1;
  }
  return { ...size, ...(frames > 0 ? { frames } : {}), isTruncated: true };
}
