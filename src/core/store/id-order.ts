/** Beyond this many digits a number is not exact as a double. */
const MAX_EXACT_DIGITS = 15;
/** Canonical decimal digits, more than {@link MAX_EXACT_DIGITS}. */
const LONG_NUMBER = /^[1-9][0-9]{15,}$/;
/** Times the runtime can have written: 2015 to 2100, in milliseconds. */
const EARLIEST = Date.UTC(2015, 0, 1);
const LATEST = Date.UTC(2100, 0, 1);
const DOT = 0x2e;
const DASH = 0x2d;
const ZERO = 0x30;
/** Characters of a UUID as text. */
export const UUID_LENGTH = 36;
const NO_DIGIT = 16;
/** By the value of a character the hexadecimal digit it is, or {@link NO_DIGIT}. */
const HEX = Uint8Array.from(
  { length: 128 },
  (_, code) => Number.parseInt(`0x${String.fromCharCode(code)}`) || (code === ZERO ? 0 : NO_DIGIT),
);

/**
 * The numeric id a file name begins with: canonical decimal digits up to the end or the first dot.
 * @returns -1 when the name belongs to another kind of id
 */
export function numericId(name: string): number {
  let value = 0;
  let at = 0;
  for (; at < name.length; at++) {
    const digit = name.charCodeAt(at) - ZERO;
    if (digit < 0 || digit > 9) break;
    value = value * 10 + digit;
  }
  const isWhole = at > 0 && at <= MAX_EXACT_DIGITS && (at === name.length || name.charCodeAt(at) === DOT);
  const isCanonical = at === 1 || name.charCodeAt(0) !== ZERO;
  return isWhole && isCanonical ? value : -1;
}

/**
 * The time in milliseconds in the UUID a file name begins with, up to the end or the first dot.
 * @returns 0 for a UUID that has none, -1 when the name does not begin with a UUID
 */
export function uuidTime(name: string): number {
  if (name.length < UUID_LENGTH || (name.length > UUID_LENGTH && name.charCodeAt(UUID_LENGTH) !== DOT)) return -1;
  if (name.charCodeAt(8) !== DASH || name.charCodeAt(13) !== DASH || name.charCodeAt(18) !== DASH || name.charCodeAt(23) !== DASH)
    return -1;
  let time = 0;
  let seen = 0;
  for (let at = 0; at < UUID_LENGTH; at++) {
    if (at === 8 || at === 13 || at === 18 || at === 23) continue;
    const digit = HEX[name.charCodeAt(at)] ?? NO_DIGIT;
    seen |= digit;
    // The first 12 digits.
    if (at < 13) time = time * 16 + digit;
  }
  if (seen >= NO_DIGIT) return -1;
  return time >= EARLIEST && time < LATEST ? time : 0;
}

/** Whether an id is a number too long for {@link numericId}. */
export function isLongNumber(id: string): boolean {
  return LONG_NUMBER.test(id);
}

/** The id a file name that is not numeric belongs to: up to the first dot for a UUID or long number, else without its last extension. */
export function otherId(name: string): string {
  const first = name.indexOf('.');
  if (first < 0) return name;
  const head = name.slice(0, first);
  return uuidTime(head) >= 0 || isLongNumber(head) ? head : name.slice(0, name.lastIndexOf('.'));
}

/** Whether an id itself tells when it was given out; the others are ordered by their files' times. */
export function tellsAge(id: string): boolean {
  return numericId(id) >= 0 || rankOf(id).rank > 0;
}

/** What of an id that is not numeric decides its place; worked out once for each. */
export interface IdRank {
  readonly id: string;
  /** 0: tells no age; 1: a UUID with a time; 2: a long number. */
  readonly rank: 0 | 1 | 2;
  /** Milliseconds for a UUID, number of digits for a long number. */
  readonly size: number;
}

/** The place of an id that is not numeric. */
export function rankOf(id: string): IdRank {
  const time = id.length === UUID_LENGTH ? uuidTime(id) : -1;
  if (time > 0) return { id, rank: 1, size: time };
  return isLongNumber(id) ? { id, rank: 2, size: id.length } : { id, rank: 0, size: 0 };
}

/** Oldest first: what tells no age, by name; UUIDs by their time; long numbers by value. */
export function compareRanks(a: IdRank, b: IdRank): number {
  return a.rank - b.rank || a.size - b.size || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

/** Oldest first: what is no number, then numbers by value; those of {@link numericId} are given as numbers. */
export function compareIds(a: string | number, b: string | number): number {
  if (typeof a === 'number') return typeof b === 'number' ? a - b : isLongNumber(b) ? -1 : 1;
  if (typeof b === 'number') return isLongNumber(a) ? 1 : -1;
  return compareRanks(rankOf(a), rankOf(b));
}
