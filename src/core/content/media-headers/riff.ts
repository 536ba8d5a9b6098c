import { latin1, viewOf } from './bytes.ts';

/** Written by programs that did not know the length yet. */
const STREAMED = new Set([0, 0xffffffff]);

/** Whether a RIFF file (WAV, WebP, AVI) ends before the size in its header; nothing when the header does not say. */
export function riffIsTruncated(bytes: Uint8Array): { isTruncated?: boolean } {
  if (bytes.length < 8 || latin1(bytes, 0, 4) !== 'RIFF') return {};
  const size = viewOf(bytes).getUint32(4, true);
  return STREAMED.has(size) ? {} : { isTruncated: size + 8 > bytes.length };
}
