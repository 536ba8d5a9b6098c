/** What a format's own header tells; see `MediaFacts`. */
export interface HeaderFacts {
  readonly width?: number;
  readonly height?: number;
  readonly frames?: number;
  readonly pages?: number;
  readonly isEncrypted?: boolean;
  readonly duration?: number;
  readonly isTruncated?: boolean;
}

/** A view for reading numbers; every read checks its place itself and throws a RangeError behind the end. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The bytes from a place as characters of one byte each; shorter at the end of the file. */
export function latin1(bytes: Uint8Array, from: number, length: number): string {
  let text = '';
  const end = Math.min(bytes.length, from + length);
  for (let at = Math.max(0, from); at < end; at += 0x2000) text += String.fromCharCode(...bytes.subarray(at, Math.min(end, at + 0x2000)));
  return text;
}

/** Sides in pixels, left out when the header holds none (a side of 0 is no size). */
export function sides(width: number, height: number): { width: number; height: number } | undefined {
  return Number.isSafeInteger(width) && Number.isSafeInteger(height) && width > 0 && height > 0 ? { width, height } : undefined;
}
