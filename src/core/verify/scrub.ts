import { encodeBase64 } from '../io/base64.ts';

/** Stands for what was taken out. */
export const HIDDEN = '•••';
/** Stretches of a secret this long, in characters, give too much of it away. */
const LONGEST_SHOWN = 7;
/** Shorter secrets are words such as `x`, and nothing to hide. */
const SHORTEST_SECRET = 4;
/** What servers put in place of the middle of a key they echo. */
const MASK = /(?:[*•·#…]|\.{2,}|[xX]{3,}|<[^<>]{0,30}>|\[[^[\]]{0,30}\])+/g;

/**
 * Takes secrets out of a text: whole, in the encodings in which a server may echo them, in stretches of eight characters or
 * more, and the ends of one whose middle is masked, as in `sk-abc…wxyz`. Case does not matter.
 */
export function scrub(text: string, secrets: readonly string[]): string {
  const known = secrets.map((secret) => secret.trim()).filter((secret) => secret.length >= SHORTEST_SECRET);
  const forms = [...new Set(known.flatMap(formsOf))].sort((a, b) => b.length - a.length);
  const withoutStretches = forms.reduce(hideStretches, text);
  return known.reduce(hideMaskedEnds, withoutStretches);
}

function formsOf(secret: string): string[] {
  const wellFormed = secret.toWellFormed();
  // base64 of what stands before the secret shifts it: three beginnings, without the ends that depend on their neighbours
  const encoded = [0, 1, 2].map((shift) => encodeBase64(new TextEncoder().encode(' '.repeat(shift) + wellFormed)).slice(shift === 0 ? 0 : 4).replace(/.?={0,2}$/, ''));
  return [secret, encodeURIComponent(wellFormed), JSON.stringify(secret).slice(1, -1), ...encoded.filter((form) => form.length > LONGEST_SHOWN)];
}

/** Replaces every longest stretch of the text that is part of the secret. */
function hideStretches(text: string, secret: string): string {
  const [haystack, needle] = [lower(text), lower(secret)];
  const least = Math.min(LONGEST_SHOWN + 1, needle.length);
  let shown = '';
  let from = 0;
  for (let at = 0; at + least <= haystack.length; ) {
    if (!needle.includes(haystack.slice(at, at + least))) {
      at += 1;
      continue;
    }
    let end = at + least;
    while (end < haystack.length && needle.includes(haystack.slice(at, end + 1))) end += 1;
    shown += text.slice(from, at) + HIDDEN;
    at = from = end;
  }
  return shown + text.slice(from);
}

/** Replaces a mask together with the beginning of the secret before it and the end of the secret behind it. */
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

/** Every character stays one, so that positions stay what they are. */
function lower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
