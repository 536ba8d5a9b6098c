// The other rooms check this file too, without the declarations beside it.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./packed-vocabulary.d.ts" />
import packed from 'vocabulary:o200k_base';
import { decodeKnownBase64 } from '../../io/base64.ts';
import { inflate } from '../../io/inflate.ts';

/** Slots of the table, a power of two: more than two for each token, so that most are found where they are looked for. */
const SLOTS = 2 ** 19;

/** Follows each token. The only token with this byte consists of nothing else, and is left empty. */
const END = 0xff;

/** The tokens of o200k_base by their bytes, in a few typed arrays: as 200,000 strings in a map they take half a second to make, and 30 MB. */
export class TokenRanks {
  readonly #bytes: Uint8Array;
  /** Where the token in a slot begins, from 1 on, and its rank: in the slot of its hash or in the next free one. 0 where a slot is free. */
  readonly #starts = new Uint32Array(SLOTS);
  readonly #ranks = new Uint32Array(SLOTS);

  /** @param bytes the tokens by rank, each with its end */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    for (let rank = 0, start = 0; start < bytes.length; rank++) {
      const end = bytes.indexOf(END, start);
      const slot = this.#slotFor(bytes, start, Math.max(end, start + 1));
      this.#starts[slot] = start + 1;
      this.#ranks[slot] = rank;
      start = end + 1;
    }
  }

  /** The rank of the token that consists of these bytes; undefined where there is none. */
  rank(bytes: Uint8Array, start: number, end: number): number | undefined {
    const slot = this.#slotFor(bytes, start, end);
    return this.#starts[slot] === 0 ? undefined : this.#ranks[slot];
  }

  /** The slot of a token, or the free one where it would be. */
  #slotFor(bytes: Uint8Array, start: number, end: number): number {
    let slot = slotOf(bytes, start, end);
    for (let found = this.#starts[slot]!; found !== 0 && !this.#isAt(found - 1, bytes, start, end); found = this.#starts[slot]!) {
      slot = (slot + 1) % SLOTS;
    }
    return slot;
  }

  #isAt(begin: number, bytes: Uint8Array, start: number, end: number): boolean {
    const length = end - start;
    for (let at = 0; at < length; at++) if (this.#bytes[begin + at] !== bytes[start + at]) return false;
    return this.#bytes[begin + length] === END || bytes[start] === END;
  }
}

/** FNV-1a (RFC 9923, 32 bits), folded to the size of the table. */
function slotOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  return ((hash >>> 19) ^ hash) & (SLOTS - 1);
}

/** Bytes that the unpacked tokens take at most. */
const MOST_BYTES = 2 ** 21;

/** Unpacks the tokens. */
export async function loadTokenRanks(): Promise<TokenRanks> {
  return new TokenRanks(await inflate(decodeKnownBase64(packed), MOST_BYTES, 'deflate-raw'));
}
