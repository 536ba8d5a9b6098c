/** Names of the filters whose decoders are WebAssembly, which the page may not run. */
const UNDRAWN_FILTERS = ['/JBIG2Decode', '/JPXDecode'];
/** Bytes looked at in one go: no text as long as the file is ever made of it. */
const WINDOW_BYTES = 1024 * 1024;
/** What a window shares with the next, so that a name across their border is found. */
const OVERLAP_BYTES = Math.max(...UNDRAWN_FILTERS.map((name) => name.length)) - 1;

/**
 * Whether a PDF has images in JBIG2 or JPEG 2000. The dictionary of a stream is never compressed, so the names stand in
 * the file as they are.
 */
export function mentionsUndrawnImages(data: Uint8Array): boolean {
  const decoder = new TextDecoder('latin1');
  for (let start = 0; start < data.length; start += WINDOW_BYTES) {
    const text = decoder.decode(data.subarray(start, start + WINDOW_BYTES + OVERLAP_BYTES));
    if (UNDRAWN_FILTERS.some((name) => text.includes(name))) return true;
  }
  return false;
}
