/** Times beyond this cannot be written by `Date` (ECMA-262 §21.4.1.1); file systems can hold them all the same. */
const MAX_TIME = 8.64e15;

/** A time in milliseconds since the epoch as ISO 8601; undefined for what is no time. */
export function isoTime(milliseconds: number): string | undefined {
  return Math.abs(milliseconds) <= MAX_TIME ? new Date(milliseconds).toISOString() : undefined;
}
