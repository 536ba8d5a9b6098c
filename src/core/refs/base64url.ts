/**
 * base64url without padding (RFC 4648 §5) over UTF-8 text. Written out because ids are decoded by the
 * hundred thousand and no function that every host has reads this alphabet.
 */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const INVALID = 0xff;
const VALUES = new Uint8Array(128).fill(INVALID);
for (let value = 0; value < ALPHABET.length; value++) VALUES[ALPHABET.charCodeAt(value)] = value;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The base64url of the UTF-8 form of a text, without padding. */
export function encodeText(text: string): string {
  const bytes = encoder.encode(text);
  let result = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const a = bytes[i] as number;
    const b = bytes[i + 1];
    const c = bytes[i + 2];
    result += ALPHABET.charAt(a >> 2) + ALPHABET.charAt(((a & 3) << 4) | ((b ?? 0) >> 4));
    if (b !== undefined) result += ALPHABET.charAt(((b & 15) << 2) | ((c ?? 0) >> 6));
    if (c !== undefined) result += ALPHABET.charAt(c & 63);
  }
  return result;
}

/**
 * The text a base64url string stands for; padding is accepted when it is complete.
 *
 * @returns the text, or what is wrong: not base64url (alphabet, length, padding, stray bits at the end)
 *   or not UTF-8
 */
export function decodeText(encoded: string): { text: string } | 'not_base64url' | 'not_utf8' {
  const length = unpaddedLength(encoded);
  if (length === undefined) return 'not_base64url';
  const byteLength = (length * 3) >> 2;
  const bytes = byteLength <= scratch.length ? scratch : new Uint8Array(byteLength);
  let bits = 0;
  let bitCount = 0;
  let written = 0;
  let allBits = 0;
  for (let i = 0; i < length; i++) {
    const value = VALUES[encoded.charCodeAt(i)] ?? INVALID;
    if (value === INVALID) return 'not_base64url';
    bits = ((bits << 6) | value) & 0xffff;
    bitCount += 6;
    if (bitCount >= 8) {
      bitCount -= 8;
      const byte = (bits >> bitCount) & 0xff;
      allBits |= byte;
      bytes[written++] = byte;
    }
  }
  // Bits that no byte uses must be zero, or several ids would name one file.
  if ((bits & ((1 << bitCount) - 1)) !== 0) return 'not_base64url';
  if (allBits < 0x80 && written <= LONGEST_ASCII) return { text: asciiText(bytes, written) };
  try {
    return { text: decoder.decode(bytes.subarray(0, written)) };
  } catch {
    return 'not_utf8';
  }
}

/** Text is built character by character up to here; beyond, the decoder is faster. */
const LONGEST_ASCII = 256;
/** Typed arrays are costly to make and to collect; nothing of this one outlives a call. */
const scratch = new Uint8Array(4096);

function asciiText(bytes: Uint8Array, length: number): string {
  let text = '';
  let at = 0;
  for (; at + 4 <= length; at += 4) {
    text += String.fromCharCode(bytes[at] as number, bytes[at + 1] as number, bytes[at + 2] as number, bytes[at + 3] as number);
  }
  for (; at < length; at++) text += String.fromCharCode(bytes[at] as number);
  return text;
}

/** Length without padding; undefined when length or padding cannot be base64. */
function unpaddedLength(encoded: string): number | undefined {
  let length = encoded.length;
  while (length > 0 && encoded.charCodeAt(length - 1) === 0x3d) length--;
  const padding = encoded.length - length;
  if (length % 4 === 1) return undefined;
  return padding === 0 || (padding <= 2 && encoded.length % 4 === 0) ? length : undefined;
}
