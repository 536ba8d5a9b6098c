/**
 * Characters that could forge a line or the order of what is read: C0 and C1 controls, the Unicode line
 * and paragraph separators, and the bidirectional controls (Unicode UAX #9, table of explicit directional
 * characters).
 */
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g;

/**
 * Characters that are not seen and could hide words in a name, or make two names look the same: zero-width characters, the
 * word joiner, the byte order mark, the soft hyphen, and tags (Unicode block E0000–E007F), which spell ASCII invisibly.
 */
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff\u{e0000}-\u{e007f}]+/gu;

const MAX_NAME_LENGTH = 255;

/**
 * A name from data as it may stand in a line that a model or a person reads: one line, no controls, nothing invisible, of
 * bounded length. What is no text at all gives an empty name.
 */
export function safeName(name: unknown): string {
  const oneLine = safeId(name);
  const chars = [...oneLine];
  return chars.length > MAX_NAME_LENGTH ? `${chars.slice(0, MAX_NAME_LENGTH - 1).join('')}…` : oneLine;
}

/** The same for an id, whose every character counts: it is never shortened. */
export function safeId(id: unknown): string {
  return typeof id === 'string' ? id.toWellFormed().replace(INVISIBLE, '').replace(UNSAFE, ' ').trim() : '';
}
