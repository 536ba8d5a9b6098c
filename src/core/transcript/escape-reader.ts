import { BACKSLASH, LINE_FEED, LOWER_U, RETURN, hexValue } from './byte-kinds.ts';

/** An escape sequence as it stands in a text: some backslashes and what they make of the next character. */
export interface Escape {
  /** Its first backslash, relative to the window. */
  readonly start: number;
  readonly backslashes: number;
  /** The byte behind the backslashes. */
  readonly letter: number;
  /** Of `\uXXXX`: the code unit. */
  readonly codeUnit: number | undefined;
}

/** Reads an escape sequence byte by byte. Backslashes are counted, for JSON within a string doubles them. */
export class EscapeReader {
  start = 0;
  #backslashes = 0;
  #hexDigits = 0;
  #codeUnit = 0;

  /** @param place of the first backslash */
  begin(place: number): void {
    this.start = place;
    this.#backslashes = 1;
    this.#hexDigits = this.#codeUnit = 0;
  }

  /**
   * Reads one byte behind the first backslash.
   * @returns the sequence once it is complete; `isConsumed` false when the byte belongs to what follows
   */
  read(byte: number): { readonly escape: Escape; readonly isConsumed: boolean } | undefined {
    if (this.#hexDigits > 0) return this.#readHex(byte);
    if (byte === BACKSLASH) {
      this.#backslashes++;
      return undefined;
    }
    if (byte === LOWER_U) {
      this.#hexDigits = 4;
      return undefined;
    }
    return { escape: this.#escape(byte, undefined), isConsumed: byte !== LINE_FEED && byte !== RETURN };
  }

  letGo(before: number): void {
    this.start -= before;
  }

  #readHex(byte: number): { readonly escape: Escape; readonly isConsumed: boolean } | undefined {
    const value = hexValue(byte);
    if (value < 0) return { escape: this.#escape(LOWER_U, undefined), isConsumed: false };
    this.#codeUnit = this.#codeUnit * 16 + value;
    return --this.#hexDigits === 0 ? { escape: this.#escape(LOWER_U, this.#codeUnit), isConsumed: true } : undefined;
  }

  #escape(letter: number, codeUnit: number | undefined): Escape {
    return { start: this.start, backslashes: this.#backslashes, letter, codeUnit };
  }
}
