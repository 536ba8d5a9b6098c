import { trimEndOf } from '../io/trim-end.ts';
import { decodeAnyBase64, decodeKnownBase64, isBase64 } from '../io/base64.ts';
import { CodedError } from '../io/errors.ts';
import { BytesLiteral } from './bytes-literal.ts';
import type { TranscriptForm } from './finding.ts';

const DATA_URL = /^data:[^,]*,/i;

/**
 * The bytes of a finding. Truncated base64 yields its complete part.
 * @param text exactly as in the transcript
 * @throws CodedError `base64_invalid` when it has changed
 */
export function decodeFinding(form: TranscriptForm, text: string): Uint8Array {
  switch (form) {
    case 'base64': {
      const characters = charactersOf(text.replace(DATA_URL, ''));
      return decodeAnyBase64(characters.length % 4 === 1 ? characters.slice(0, -1) : characters);
    }
    case 'byte_list': {
      const numbers = text.match(/\d+/g)?.map(Number) ?? [];
      if (numbers.some((number) => number > 255)) throw new CodedError('base64_invalid');
      return Uint8Array.from(numbers);
    }
    case 'bytes_literal':
      return decodeLiteral(text);
  }
}

function decodeLiteral(text: string): Uint8Array {
  const literal = new BytesLiteral(text.length);
  literal.begin(0, false);
  for (let at = 2; at < text.length; at++) {
    const step = literal.read(text.charCodeAt(at));
    if (step === 'complete' && at === text.length - 1) return literal.head.slice(0, literal.count);
    if (step !== 'more') break;
  }
  throw new CodedError('base64_invalid');
}

/** What the characters of a run reveal before decoding. */
export interface Base64Evidence {
  /** Characters as they are decoded: no escapes, no line breaks, the standard alphabet. Only the head of a long run. */
  readonly characters: string;
  /** Known to be base64: read as such, nothing substituted. */
  readonly isKnown: boolean;
  /** Only hexadecimal digits (and dashes of UUIDs): a hash, an id, a dump. */
  readonly isHex: boolean;
  /** Both alphabets in one run: not base64. */
  readonly mixesAlphabets: boolean;
}

const ESCAPE = /(?<!\\)\\+(?:u00([0-9a-f]{2})|([nr])|(\/))|[\r\n]/gi;
const NAMED = /[A-Za-z0-9+/_-]/;

function isPlain(source: string): boolean {
  return !source.includes('\\') && !source.includes('\n') && !source.includes('\r');
}

/** The base64 characters of source text, with escapes resolved. */
function charactersOf(source: string): string {
  if (isPlain(source)) return source;
  return source.replace(ESCAPE, (_, hex: string | undefined, _break: string | undefined, slash: string | undefined) => {
    if (hex === undefined) return slash ?? '';
    const char = String.fromCharCode(Number.parseInt(hex, 16));
    return NAMED.test(char) || char === '=' ? char : '';
  });
}

/** @param source as in the text, ASCII */
export function base64Evidence(source: string): Base64Evidence {
  const characters = trimEndOf(charactersOf(source), '=');
  const isUrlAlphabet = characters.includes('-') || characters.includes('_');
  return {
    characters: isUrlAlphabet ? characters.replaceAll('-', '+').replaceAll('_', '/') : characters,
    isKnown: isPlain(source),
    isHex: /^[0-9a-f-]+$/i.test(characters) && (!/[a-f]/.test(characters) || !/[A-F]/.test(characters)),
    mixesAlphabets: isUrlAlphabet && /[+/]/.test(characters),
  };
}

/** Characters needed to judge the mix. */
const SAMPLE = 1024;
/** Base64 of random bytes has 41 % upper case, 41 % lower case and 16 % digits; that of text has at least these shares. */
const LEAST_LETTERS = 0.15;
const LEAST_DIGITS = 0.03;
/** Base64 of text has 4.9 bits a character and more, of random bytes almost 6; repetitions have less. */
const LEAST_ENTROPY = 4.2;

/** Whether the mix of characters is typical of base64: words, paths and identifiers are mostly lower case, constants upper case. */
export function isMixed({ characters }: Base64Evidence): boolean {
  const length = Math.min(characters.length, SAMPLE);
  const counts = new Uint32Array(128);
  for (let at = 0; at < length; at++) {
    const code = characters.charCodeAt(at);
    counts[code] = (counts[code] ?? 0) + 1;
  }
  let entropy = 0;
  for (const count of counts) if (count > 0) entropy -= (count / length) * Math.log2(count / length);
  return (
    numberOf(counts, 'A', 'Z') >= LEAST_LETTERS * length &&
    numberOf(counts, 'a', 'z') >= LEAST_LETTERS * length &&
    numberOf(counts, '0', '9') >= LEAST_DIGITS * length &&
    entropy >= LEAST_ENTROPY
  );
}

function numberOf(counts: Uint32Array, first: string, last: string): number {
  let sum = 0;
  for (let code = first.charCodeAt(0); code <= last.charCodeAt(0); code++) sum += counts[code] ?? 0;
  return sum;
}

/** The bytes of complete groups; empty when it is not base64. */
export function decodeGroups({ characters, isKnown }: Base64Evidence): Uint8Array {
  const whole = characters.slice(0, characters.length - (characters.length % 4));
  return isKnown || isBase64(whole) ? decodeKnownBase64(whole) : new Uint8Array(0);
}
