import type { DescriptionLanguage } from '../content/media-type.ts';

/**
 * Characters that could forge a line or its order: C0 and C1 controls, Unicode line and paragraph separators, and bidirectional controls
 * (Unicode UAX #9).
 */
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g;

/**
 * Invisible characters that could hide words in a name or make names look the same: zero-width characters, word joiner, byte order mark,
 * soft hyphen, and tags (E0000–E007F), which spell ASCII invisibly.
 */
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff\u{e0000}-\u{e007f}]+/gu;

const MAX_NAME_LENGTH = 255;

/**
 * Makes an untrusted name safe to show to a model or person: one line, no control or invisible characters, limited length. Empty for a
 * value that is not a string.
 */
export function safeName(name: unknown): string {
  const oneLine = safeId(name);
  const chars = [...oneLine];
  return chars.length > MAX_NAME_LENGTH ? `${chars.slice(0, MAX_NAME_LENGTH - 1).join('')}…` : oneLine;
}

/** The same for an id, without shortening it. */
export function safeId(id: unknown): string {
  return typeof id === 'string' ? id.toWellFormed().replace(INVISIBLE, '').replace(UNSAFE, ' ').trim() : '';
}

/** The description language for a BCP 47 or POSIX locale: Chinese for any `zh`, otherwise English. */
export function descriptionLanguageFor(locale: string): DescriptionLanguage {
  return /^zh(?![a-z])/i.test(locale) ? 'zh' : 'en';
}
