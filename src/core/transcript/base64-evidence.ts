import { isBase64 } from '../io/base64.ts';

/** What the characters of a run say of it, before its bytes are looked at. */
export interface Base64Evidence {
  /** Characters as they are decoded: no escapes, no line breaks, the standard alphabet. Only the head of a long run. */
  readonly characters: string;
  /** Nothing but the digits of hexadecimal numbers (and dashes of UUIDs): a hash, an id, a dump. */
  readonly isHex: boolean;
  /** The mix of characters is that of base64: words, paths and identifiers are mostly lower case, constants upper case. */
  readonly isMixed: boolean;
  /** Both alphabets in one run: neither. */
  readonly mixesAlphabets: boolean;
}

const ESCAPE = /\\+(?:u00([0-9a-f]{2})|([nr])|(\/))|[\r\n]/gi;
const NEEDS_REPLACING = /[\\\r\n]/;
const NAMED = /[A-Za-z0-9+/_-]/;

/** The base64 characters of a piece of source text, its escapes resolved. */
export function charactersOf(source: string): string {
  if (!NEEDS_REPLACING.test(source)) return source;
  return source.replace(ESCAPE, (_, hex: string | undefined, _break: string | undefined, slash: string | undefined) => {
    if (hex === undefined) return slash ?? '';
    const char = String.fromCharCode(Number.parseInt(hex, 16));
    return NAMED.test(char) || char === '=' ? char : '';
  });
}

/** Looks at the first characters of a run. @param source as it stands in the text, ASCII */
export function base64Evidence(source: string): Base64Evidence {
  const characters = charactersOf(source).replace(/=+$/, '');
  return {
    characters: characters.replaceAll('-', '+').replaceAll('_', '/'),
    isHex: /^[0-9a-f-]+$/i.test(characters) && (!/[a-f]/.test(characters) || !/[A-F]/.test(characters)),
    isMixed: isMixed(characters.slice(0, SAMPLE)),
    mixesAlphabets: /[+/]/.test(characters) && /[-_]/.test(characters),
  };
}

/** So many characters tell the mix. */
const SAMPLE = 1024;
/** Base64 of random bytes has 41 % upper case, 41 % lower case and 16 % digits; that of text has at least these shares. */
const LEAST_LETTERS = 0.15;
const LEAST_DIGITS = 0.03;
/** Base64 of text has 4.9 bits a character and more, of random bytes almost 6; repetitions have less. */
const LEAST_ENTROPY = 4.2;

function isMixed(characters: string): boolean {
  const counts = new Uint32Array(128);
  for (let at = 0; at < characters.length; at++) {
    const code = characters.charCodeAt(at);
    counts[code] = (counts[code] ?? 0) + 1;
  }
  const share = (first: string, last: string): number => counts.slice(first.charCodeAt(0), last.charCodeAt(0) + 1).reduce((sum, count) => sum + count, 0) / characters.length;
  const entropy = counts.reduce((sum, count) => (count === 0 ? sum : sum - (count / characters.length) * Math.log2(count / characters.length)), 0);
  return share('A', 'Z') >= LEAST_LETTERS && share('a', 'z') >= LEAST_LETTERS && share('0', '9') >= LEAST_DIGITS && entropy >= LEAST_ENTROPY;
}

/** The bytes that whole groups of characters stand for. @param characters of the standard alphabet */
export function decodeGroups(characters: string, decode: (text: string) => Uint8Array): Uint8Array {
  const whole = characters.slice(0, characters.length - (characters.length % 4));
  return isBase64(whole) ? decode(whole) : new Uint8Array(0);
}
