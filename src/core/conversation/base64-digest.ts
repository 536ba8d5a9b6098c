/** 0 for the characters of base64 (RFC 4648 §4), 1 for the padding, 2 for all others. */
const CLASSES = new Uint8Array(256).fill(2);
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/') CLASSES[character.charCodeAt(0)] = 0;
CLASSES['='.charCodeAt(0)] = 1;

const BACKSLASH = 0x5c;
const SLASH = 0x2f;

/** What is kept of a long run of base64. */
export interface Base64Facts {
  /** Strictly valid: alphabet, padding and length. */
  readonly isBase64: boolean;
  /** Characters, with the padding. */
  readonly characters: number;
  /** Bytes when decoded; 0 when it is not valid. */
  readonly size: number;
  /** Equal for equal content, and practically never for two pictures that differ: one character of sixteen counts. */
  readonly hash: string;
}

/** Checks and hashes base64 as it is read, so that none of it needs to be kept. */
export class Base64Digest {
  #characters = 0;
  #padding = 0;
  #isValid = true;
  #hash = 0x811c9dc5;
  #isEscaped = false;

  /** Reads on while the characters are those of base64 without padding. @returns where the first other one is */
  advance(bytes: Uint8Array, from: number): number {
    const { length } = bytes;
    let to = from;
    if (this.#padding === 0) while (to < length && CLASSES[bytes[to] as number] === 0) to++;
    this.#count(bytes, from, to);
    return to;
  }

  update(written: Uint8Array): void {
    const bytes = this.#isEscaped || written.includes(BACKSLASH) ? this.#unescape(written) : written;
    const { length } = bytes;
    let classes = 0;
    for (let at = 0; at < length; at++) classes |= CLASSES[bytes[at] as number] as number;
    if (this.#padding > 0 || classes !== 0) this.#checkPadding(bytes);
    this.#count(bytes, 0, length);
  }

  /** FNV-1a over one byte of sixteen: this runs over gigabytes, and compressed data that differ, differ everywhere. */
  #count(bytes: Uint8Array, from: number, to: number): void {
    let hash = this.#hash;
    for (let at = from + (-this.#characters & 15); at < to; at += 16) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
    this.#hash = hash;
    this.#characters += to - from;
  }

  /** JSON may have a backslash before a slash; any other escape is no base64. */
  #unescape(bytes: Uint8Array): Uint8Array {
    return bytes.filter((byte) => {
      if (!this.#isEscaped && byte === BACKSLASH) {
        this.#isEscaped = true;
        return false;
      }
      if (this.#isEscaped && byte !== SLASH) this.#isValid = false;
      this.#isEscaped = false;
      return true;
    });
  }

  /** Padding may only be at the end. */
  #checkPadding(bytes: Uint8Array): void {
    for (const byte of bytes) {
      const kind = CLASSES[byte] ?? 2;
      if (kind === 1) this.#padding++;
      else if (kind === 2 || this.#padding > 0) this.#isValid = false;
    }
  }

  finish(): Base64Facts {
    const isBase64 = this.#isValid && this.#characters % 4 === 0 && this.#padding <= 2 && this.#characters > 0;
    return {
      isBase64,
      characters: this.#characters,
      size: isBase64 ? (this.#characters / 4) * 3 - this.#padding : 0,
      hash: `${(this.#hash >>> 0).toString(16)}-${this.#characters}`,
    };
  }
}

/** The start of a data URL's base64 in the beginning of a string; 0 without one. */
const HEAD_LENGTH = 300;

/** Where base64 begins in a string: after the `data:…,` of a data URL, else at its beginning. */
export function base64StartOf(string: Uint8Array): number {
  const head = String.fromCharCode(...string.subarray(0, HEAD_LENGTH));
  return /^data:[^,]*,/i.exec(head)?.[0].length ?? 0;
}

/** The longest escape in JSON text in a string: of a character of two units. */
const LONGEST_ESCAPE = 14;

/** `wholeLength` for a string in JSON text, where backslashes are doubled: nothing of the last escape is kept. */
export function wholeTextLength(bytes: Uint8Array): number {
  const end = wholeLength(bytes);
  let last = bytes.subarray(0, end).lastIndexOf(BACKSLASH);
  if (last < 0 || end - last > LONGEST_ESCAPE) return end;
  while (bytes[last - 1] === BACKSLASH) last--;
  return last;
}

/** The length of the beginning of a JSON string without a cut escape or UTF-8 character at its end. */
export function wholeLength(bytes: Uint8Array): number {
  let end = bytes.length;
  // characters of several bytes: their first has the two highest bits set
  for (let back = 1; back <= 4 && back <= end; back++) {
    const byte = bytes[end - back] ?? 0;
    if (byte >= 0xc0) {
      end -= back;
      break;
    }
    if (byte < 0x80) break;
  }
  const last = bytes.subarray(0, end).lastIndexOf(BACKSLASH);
  if (last < 0 || end - last > 6) return end;
  let run = 0;
  while (bytes[last - run] === BACKSLASH) run++;
  // an even run is of escaped backslashes
  return run % 2 === 0 ? end : last;
}
