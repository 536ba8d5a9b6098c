import { CodedError } from './errors.ts';

/** Native methods of some hosts, many times faster. */
interface NativeBase64 {
  readonly Buffer?: {
    from(data: ArrayBufferLike, offset: number, length: number): { toString(encoding: 'base64'): string };
    from(data: string, encoding: 'base64'): Uint8Array;
  };
}
const native = globalThis as NativeBase64;

/** `btoa` takes a binary string whose characters are spread as arguments, so a chunk must fit the call stack. */
const CHUNK_BYTES = 0x8000 - (0x8000 % 3);

/** Characters of the base64 of `byteLength` bytes, with padding (RFC 4648 §4). */
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

/** Searching for an invalid character avoids backtracking in long texts. */
const OUTSIDE_ALPHABET = /[^A-Za-z0-9+/]/;

/** Whether the text is standard base64: alphabet, length and padding (RFC 4648 §4), no white space. */
export function isBase64(text: string): boolean {
  if (text.length % 4 !== 0) return false;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return !OUTSIDE_ALPHABET.test(padding === 0 ? text : text.slice(0, -padding));
}

/** @throws CodedError `base64_invalid` unless the text is standard base64 */
export function decodeBase64(text: string): Uint8Array {
  if (!isBase64(text)) throw new CodedError('base64_invalid');
  return decodeKnownBase64(text);
}

/** The same without a check; undefined behaviour for other text. */
export function decodeKnownBase64(text: string): Uint8Array {
  if (native.Buffer) return native.Buffer.from(text, 'base64');
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}

/**
 * Base64 that stands in JSON, without its escapes; in JSON text that is a string each is escaped once more. What has none, or is no JSON,
 * stays as it is.
 */
export function withoutEscapes(written: string): string {
  let text = written;
  try {
    for (let level = 0; level < 2 && text.includes('\\'); level++) text = String(JSON.parse(`"${text}"`));
  } catch {
    // no base64 either
  }
  return text;
}

/** Base64 of the URL alphabet, or without its padding (RFC 4648 §5), in the standard form (§4). */
export function standardBase64(text: string): string {
  const plain = text.replaceAll('-', '+').replaceAll('_', '/');
  return plain + '='.repeat((4 - (plain.length % 4)) % 4);
}

const DATA_URL = /^data:[^,]*;base64,/i;
const NOT_STANDARD = /[-_\s]/;

/**
 * Decodes base64 in its usual variants: data URL, with line breaks, URL alphabet, no padding.
 * @throws CodedError `base64_invalid` for anything else
 */
export function decodeAnyBase64(text: string): Uint8Array {
  let plain = text.replace(DATA_URL, '');
  if (NOT_STANDARD.test(plain)) plain = standardBase64(plain.replace(/\s+/g, ''));
  if (!plain.endsWith('=')) plain = standardBase64(plain);
  return decodeBase64(plain);
}
