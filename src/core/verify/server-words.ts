import { encodeBase64 } from '../io/base64.ts';
import { HIDDEN } from '../models/api-key.ts';
import { safeId } from '../routing/description.ts';

/** Maximum characters of an answer that are examined and shown. */
const MOST_READ = 4000;
const MOST_SHOWN = 300;
/** Maximum nesting of a message in an error: proxies wrap errors in errors. */
const DEEPEST = 6;
const MESSAGE_FIELDS = ['message', 'msg', 'error_description', 'detail', 'details', 'error', 'errors', 'title', 'reason'] as const;

/** Whether a text is an HTML page: gateways, logins and proxies answer with those. */
export function isHtml(text: string, contentType: string): boolean {
  return contentType.includes('html') || /^\s*(?:<!doctype html|<html|<head|<body)/i.test(text);
}

/** Undefined when the text is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The server's error: the message in its JSON, the page title, otherwise its text. Not safe to show yet. */
export function errorMessage(text: string, contentType: string): string {
  if (isHtml(text, contentType)) return /<title[^>]*>([^<]*)/i.exec(text.slice(0, MOST_READ))?.[1] ?? '';
  const value = jsonOf(text);
  return value === undefined ? text : (messageIn(value, 0) ?? text);
}

function messageIn(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : innermost(value, depth);
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return undefined;
  if (Array.isArray(value)) return messageIn(value[0], depth + 1);
  for (const field of MESSAGE_FIELDS) {
    const found = Object.hasOwn(value, field) ? messageIn((value as Record<string, unknown>)[field], depth + 1) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Proxies pass on the JSON of the server behind them as a string. */
function innermost(text: string, depth: number): string {
  const inner = text.trimStart().startsWith('{') && depth <= DEEPEST ? jsonOf(text) : undefined;
  return (inner === undefined ? undefined : messageIn(inner, depth + 1)) ?? text;
}

/** A server's words, safe to show: without secrets, on one line, limited length. Undefined for none. */
export function shownWords(words: string, secrets: readonly string[]): string | undefined {
  const clean = safeId(scrub(words.slice(0, MOST_READ), secrets).replace(/\s+/g, ' '));
  const characters = [...clean];
  return characters.length > MOST_SHOWN
    ? `${characters
        .slice(0, MOST_SHOWN - 1)
        .join('')
        .trimEnd()}…`
    : clean || undefined;
}

/** Longest part of a secret that may be shown, in characters. */
const LONGEST_SHOWN = 7;
/** Shorter values are placeholders such as `x`. */
const SHORTEST_SECRET = 4;
/** What servers use to mask the middle of a key. */
const MASK = /(?:[*•·#…]|\.{2,}|[xX]{3,}|<[^<>]{0,30}>|\[[^[\]]{0,30}\])+/g;

/**
 * Removes secrets from a text: whole, encoded (percent, JSON, base64, hexadecimal and decimal codes), reversed, with separators between
 * characters, parts of eight or more characters, and both ends of a masked one, as in `sk-abc…wxyz`. Ignores case.
 */
export function scrub(text: string, secrets: readonly string[]): string {
  const known = [...new Set(secrets.map((secret) => secret.trim()))].filter((secret) => secret.length >= SHORTEST_SECRET);
  const forms = [...new Set(known.flatMap(formsOf))].sort((a, b) => b.length - a.length);
  const bare = [...new Set(forms.map((form) => lettersOf(form).letters))]
    .filter((letters) => letters.length >= SHORTEST_SECRET)
    .sort((a, b) => b.length - a.length);
  const withoutStretches = forms.reduce(hideStretches, text);
  const withoutSpaced = bare.reduce(hideSpacedStretches, withoutStretches);
  return [...known, ...known.map(backwards)].reduce(hideMaskedEnds, withoutSpaced);
}

/** A secret in all forms it may be echoed, each also reversed. */
function formsOf(secret: string): string[] {
  const wellFormed = secret.toWellFormed();
  // the offset shifts base64: three variants, without the ends that depend on neighbours
  const encoded = [0, 1, 2].map((shift) =>
    encodeBase64(new TextEncoder().encode(' '.repeat(shift) + wellFormed))
      .slice(shift === 0 ? 0 : 4)
      .replace(/.={1,2}$/, ''),
  );
  const forms = [
    secret,
    encodeURIComponent(wellFormed),
    JSON.stringify(secret).slice(1, -1),
    ...encoded.filter((form) => form.length > LONGEST_SHOWN),
    ...inCodes(wellFormed),
  ];
  return forms.flatMap((form) => [form, backwards(form)]);
}

function backwards(text: string): string {
  return [...text].reverse().join('');
}

/** The characters as codes, as in dumps and escapes: `736b`, `x73x6b`, `0x730x6b`, `u0073u006b`, `115107`. Separators are ignored. */
function inCodes(secret: string): string[] {
  const bytes = [...new TextEncoder().encode(secret)];
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0'));
  return [
    hex.join(''),
    hex.map((code) => `x${code}`).join(''),
    hex.map((code) => `0x${code}`).join(''),
    hex.map((code) => `u00${code}`).join(''),
    bytes.join(''),
  ];
}

/** Replaces the longest parts of the text that occur in the secret. */
function hideStretches(text: string, secret: string): string {
  return hideRanges(text, stretchesIn(lower(text), lower(secret)));
}

/** The same, ignoring everything but letters and digits. @param secret letters and digits only */
function hideSpacedStretches(text: string, secret: string): string {
  const { letters, places } = lettersOf(text);
  const ranges = stretchesIn(lower(letters), lower(secret)).map(({ from, to }) => ({
    from: places[from] ?? 0,
    to: (places[to - 1] ?? 0) + 1,
  }));
  return hideRanges(text, ranges);
}

/** The letters and digits of a text, with their offsets. */
function lettersOf(text: string): { readonly letters: string; readonly places: readonly number[] } {
  const places = [...text.matchAll(/[\p{L}\p{N}]/gu)].flatMap(({ 0: { length }, index }) => (length === 1 ? [index] : [index, index + 1]));
  return { letters: places.map((place) => text[place]).join(''), places };
}

/** A range of a text, end exclusive. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** The longest parts of a text that occur in a secret, in order. */
function stretchesIn(text: string, secret: string): readonly Range[] {
  const least = Math.min(LONGEST_SHOWN + 1, secret.length);
  const beginnings = new Set(Array.from({ length: secret.length - least + 1 }, (_, at) => secret.slice(at, at + least)));
  const found: Range[] = [];
  for (let at = 0; at + least <= text.length;) {
    if (!beginnings.has(text.slice(at, at + least))) {
      at += 1;
      continue;
    }
    let end = at + least;
    while (end < text.length && secret.includes(text.slice(at, end + 1))) end += 1;
    found.push({ from: at, to: end });
    at = end;
  }
  return found;
}

function hideRanges(text: string, ranges: readonly Range[]): string {
  let shown = '';
  let from = 0;
  for (const range of ranges) {
    shown += text.slice(from, range.from) + HIDDEN;
    from = range.to;
  }
  return shown + text.slice(from);
}

/** Replaces a mask with the parts of the secret around it. */
function hideMaskedEnds(text: string, secret: string): string {
  const needle = lower(secret);
  let shown = '';
  let from = 0;
  for (const { 0: mask, index } of text.matchAll(MASK)) {
    if (index < from) continue;
    const before = lower(text.slice(Math.max(from, index - needle.length), index));
    const behind = lower(text.slice(index + mask.length, index + mask.length + needle.length));
    const head = longest(needle.length, (length) => before.endsWith(needle.slice(0, length)));
    const tail = longest(needle.length, (length) => behind.startsWith(needle.slice(-length)));
    if (head + tail < 2) continue;
    shown += text.slice(from, index - head) + HIDDEN;
    from = index + mask.length + tail;
  }
  return shown + text.slice(from);
}

function longest(most: number, fits: (length: number) => boolean): number {
  for (let length = most; length > 0; length -= 1) if (fits(length)) return length;
  return 0;
}

/** Lower case that keeps the length, so that offsets stay valid. */
function lower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
