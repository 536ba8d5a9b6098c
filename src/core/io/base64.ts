import { CodedError } from './errors.ts';

/** What some hosts offer natively; used when it is there because it is many times faster. */
interface NativeBase64 {
  readonly Buffer?: {
    from(data: ArrayBufferLike, offset: number, length: number): { toString(encoding: 'base64'): string };
    from(data: string, encoding: 'base64'): Uint8Array;
  };
}
const native = globalThis as NativeBase64;

/** `btoa` takes a binary string; its arguments are spread, so a chunk must fit the call stack. */
const CHUNK_BYTES = 0x8000 - (0x8000 % 3);

/** Length in characters of the base64 of `byteLength` bytes, padding included (RFC 4648 §4). */
export function base64Length(byteLength: number): number {
  return Math.ceil(byteLength / 3) * 4;
}

/** Standard base64 with padding (RFC 4648 §4). */
export function encodeBase64(bytes: Uint8Array): string {
  if (native.Buffer) {
    return native.Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  }
  let text = '';
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    text += btoa(String.fromCharCode(...bytes.subarray(start, start + CHUNK_BYTES)));
  }
  return text;
}

/** Looked for rather than its opposite, so that no step is remembered to be taken back: texts may be of any length. */
const OUTSIDE_ALPHABET = /[^A-Za-z0-9+/]/;

/** Whether the text is standard base64: alphabet, length and padding (RFC 4648 §4), no white space. */
export function isBase64(text: string): boolean {
  if (text.length % 4 !== 0) return false;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return !OUTSIDE_ALPHABET.test(padding === 0 ? text : text.slice(0, -padding));
}

/** @throws CodedError `base64_invalid` when the text is not standard base64 */
export function decodeBase64(text: string): Uint8Array {
  if (!isBase64(text)) throw new CodedError('base64_invalid');
  return decodeKnownBase64(text);
}

/** The same for a text that is known to be standard base64; what comes of any other is undefined. */
export function decodeKnownBase64(text: string): Uint8Array {
  if (native.Buffer) return native.Buffer.from(text, 'base64');
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}

const DATA_URL = /^data:[^,]*;base64,/i;
const NOT_STANDARD = /[-_\s]/;

/**
 * The bytes of base64 as programs write it: as a data URL, in lines, in the URL alphabet, without padding.
 * @throws CodedError `base64_invalid` when it is none of these
 */
export function decodeAnyBase64(text: string): Uint8Array {
  let plain = text.replace(DATA_URL, '');
  if (NOT_STANDARD.test(plain)) plain = plain.replace(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/');
  if (!plain.endsWith('=')) plain += '='.repeat((4 - (plain.length % 4)) % 4);
  return decodeBase64(plain);
}
