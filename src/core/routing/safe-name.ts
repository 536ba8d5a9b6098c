/**
 * Characters that could forge a line or the order of what is read: C0 and C1 controls, the Unicode line
 * and paragraph separators, and the bidirectional controls (Unicode UAX #9, table of explicit directional
 * characters).
 */
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g;

const MAX_NAME_LENGTH = 255;

/**
 * A name from data as it may stand in a line that a model reads: one line, no controls, of bounded
 * length. What is no text at all gives an empty name.
 */
export function safeName(name: unknown): string {
  const oneLine = safeId(name);
  const chars = [...oneLine];
  return chars.length > MAX_NAME_LENGTH ? `${chars.slice(0, MAX_NAME_LENGTH - 1).join('')}…` : oneLine;
}

/** The same for an id, whose every character counts: it is never shortened. */
export function safeId(id: unknown): string {
  return typeof id === 'string' ? id.toWellFormed().replace(UNSAFE, ' ').trim() : '';
}
