import { signatureAtOnce } from '../content/signature.ts';
import { normaliseMediaType } from '../content/media-type.ts';
import { decodeKnownBase64, standardBase64 } from '../io/base64.ts';

/** A string of a file that weighs: base64 of a medium, whoever it is for, or any other of more bytes than are kept of one. */
export interface HeavyString {
  /** Its characters in the file, without quotes and without the head of a data URL. */
  readonly start: number;
  readonly end: number;
  /** 0-based line it stands on. */
  readonly line: number;
  /** What it is base64 of; undefined for anything else. */
  readonly medium?: {
    /** By its first bytes, else as it is declared; absent where neither says it. */
    readonly mimeType?: string;
    /** Equal for equal content: see `Base64Facts`. */
    readonly hash: string;
  };
  /** It was passed over: what it holds is not known. */
  readonly isUnseen?: true;
}

/** Characters of a string below which it is not looked at: even the picture of one pixel has more. */
export const SHORTEST_MEDIUM = 64;

/** Characters at the beginning of a string that show whether it is a medium. */
const LOOKED_AT = 320;
/** Characters of base64 that are decoded for a signature. */
const DECODED = 96;
/** Characters of base64 without which nothing is decoded. */
const LEAST = 16;

const DATA_URL = /^data:([^,;]*)(?:;[^,;]*)*;base64,/i;
/** Libraries escape the slash. */
const BASE64 = /^(?:[\w+-]|\\{0,3}\/)+/;

/**
 * What a string is base64 of, by its beginning: a data URL, or bytes with a signature. Signatures of models' thoughts, encrypted content and
 * digests are base64 as well, and nothing of these.
 *
 * @param beginning as the file has it
 */
export function mediumIn(beginning: Uint8Array): { readonly head: number; readonly mimeType?: string } | undefined {
  if (!mayBegin(beginning)) return undefined;
  const text = String.fromCharCode(...beginning.subarray(0, LOOKED_AT));
  const url = DATA_URL.exec(text);
  const head = url?.[0].length ?? 0;
  const signed = signatureOf(text.slice(head));
  if (!url) return signed === undefined ? undefined : { head, mimeType: signed };
  const mimeType = signed ?? normaliseMediaType(url[1]?.replaceAll('\\', '') ?? '');
  return { head, ...(mimeType !== undefined && { mimeType }) };
}

function signatureOf(text: string): string | undefined {
  const digits = BASE64.exec(text.slice(0, DECODED))?.[0].replaceAll('\\', '') ?? '';
  if (digits.length < LEAST) return undefined;
  const bytes = decodeKnownBase64(standardBase64(digits.slice(0, digits.length - (digits.length % 4))));
  const found = signatureAtOnce(bytes);
  return found?.isStrong === true ? found.mimeType : undefined;
}

/** 1 for characters that base64 may begin with: most texts are told from it by their first word. */
const DIGITS = Uint8Array.from({ length: 256 }, (_, byte) => (/[\w+/\\-]/.test(String.fromCharCode(byte)) ? 1 : 0));
const D = 0x64;
const COLON = 0x3a;

function mayBegin(bytes: Uint8Array): boolean {
  if ((bytes[0] ?? 0) === D && bytes[4] === COLON) return true;
  for (let at = 0; at < LEAST; at++) if (DIGITS[bytes[at] ?? 0] === 0) return false;
  return true;
}
