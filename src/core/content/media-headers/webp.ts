import { latin1, sides, viewOf, type HeaderFacts } from './bytes.ts';
import { riffIsTruncated } from './riff.ts';

const HAS_ANIMATION = 0x02;

/**
 * WebP (RFC 9649): sides from the first chunk (`VP8X` canvas, `VP8 ` key frame, `VP8L` header), frames by counting the
 * `ANMF` chunks.
 */
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
  return { ...size, ...truncation, ...(frames > 0 ? { frames } : {}) };
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
      // Three bytes of frame tag, then the start code.
      if (latin1(bytes, 23, 3) !== '\x9d\x01\x2a') return undefined;
      return sides(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
    default:
      return undefined;
  }
}
