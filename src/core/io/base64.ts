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

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** Whether the text is standard base64: alphabet, length and padding (RFC 4648 §4), no white space. */
export function isBase64(text: string): boolean {
  return text.length % 4 === 0 && BASE64.test(text);
}

/** @throws CodedError `base64_invalid` when the text is not standard base64 */
export function decodeBase64(text: string): Uint8Array {
  if (!isBase64(text)) throw new CodedError('base64_invalid');
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
