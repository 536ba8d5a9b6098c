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
