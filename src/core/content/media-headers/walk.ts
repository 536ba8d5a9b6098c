/** Facts from a format's header; see `MediaFacts`. */
export interface HeaderFacts {
  readonly width?: number;
  readonly height?: number;
  readonly frames?: number;
  readonly pages?: number;
  readonly isEncrypted?: boolean;
  readonly duration?: number;
  readonly isTruncated?: boolean;
}

/** A view for reading numbers; reading past the end throws a RangeError. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Bytes as Latin-1 characters; fewer at the end of the file. */
export function latin1(bytes: Uint8Array, from: number, length: number): string {
  let text = '';
  const end = Math.min(bytes.length, from + length);
  for (let at = Math.max(0, from); at < end; at += 0x2000) text += String.fromCharCode(...bytes.subarray(at, Math.min(end, at + 0x2000)));
  return text;
}

/** Sides in pixels; omitted when one of them is 0. */
export function sides(width: number, height: number): { width: number; height: number } | undefined {
  return Number.isSafeInteger(width) && Number.isSafeInteger(height) && width > 0 && height > 0 ? { width, height } : undefined;
}

/** Length fields of streamed files. */
const STREAMED = new Set([0, 0xffffffff]);

/** Whether a RIFF file (WAV, WebP, AVI) is shorter than its header says; empty when the header doesn't say. */
export function riffIsTruncated(bytes: Uint8Array): { isTruncated?: boolean } {
  if (bytes.length < 8 || latin1(bytes, 0, 4) !== 'RIFF') return {};
  const size = viewOf(bytes).getUint32(4, true);
  return STREAMED.has(size) ? {} : { isTruncated: size + 8 > bytes.length };
}

/** Size of the end record of an archive, and of its longest comment (APPNOTE 4.3.16). */
const END_BYTES = 22;
const LONGEST_COMMENT = 0xffff;

/** Whether a ZIP archive (or office document) lacks its end record. */
export function zipIsTruncated(bytes: Uint8Array): { isTruncated?: boolean } {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return {};
  const tail = bytes.subarray(-(END_BYTES + LONGEST_COMMENT));
  for (let at = tail.indexOf(0x50); at >= 0; at = tail.indexOf(0x50, at + 1)) {
    if (tail[at + 1] === 0x4b && tail[at + 2] === 5 && tail[at + 3] === 6) return { isTruncated: false };
  }
  return { isTruncated: true };
}
