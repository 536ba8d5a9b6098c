/** Numbers with more digits are not exact as doubles. */
const MAX_EXACT_DIGITS = 15;
/** Canonical decimal digits, at least `MOST_NUMBERS`. */
const LONG_NUMBER = /^[1-9][0-9]{7,}$/;
/** Plausible times, 2015 to 2100, in milliseconds. */
export const EARLIEST = Date.UTC(2015, 0, 1);
const LATEST = Date.UTC(2100, 0, 1);
const DOT = 0x2e;
const DASH = 0x2d;
const ZERO = 0x30;
export const UUID_LENGTH = 36;
const NO_DIGIT = 16;
/** Hexadecimal digit by character code, or {@link NO_DIGIT}. */
const HEX = Uint8Array.from(
  { length: 128 },
  (_, code) => Number.parseInt(`0x${String.fromCharCode(code)}`) || (code === ZERO ? 0 : NO_DIGIT),
);

/**
 * The numeric id at the start of a file name: canonical decimal digits up to the end or the first dot.
 * @returns -1 for another kind of id
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
 * The time in milliseconds of the UUID at the start of a file name, up to the end or the first dot.
 * @param bits receives the UUID's 128 bits
 * @returns 0 for a UUID without a time, -1 when there is no UUID
 */
export function uuidTime(name: string, bits?: Uint32Array): number {
  if (name.length < UUID_LENGTH || (name.length > UUID_LENGTH && name.charCodeAt(UUID_LENGTH) !== DOT)) return -1;
  if (name.charCodeAt(8) !== DASH || name.charCodeAt(13) !== DASH || name.charCodeAt(18) !== DASH || name.charCodeAt(23) !== DASH)
    return -1;
  let time = 0;
  let seen = 0;
  let word = 0;
  let digits = 0;
  for (let at = 0; at < UUID_LENGTH; at++) {
    if (at === 8 || at === 13 || at === 18 || at === 23) continue;
    const digit = HEX[name.charCodeAt(at)] ?? NO_DIGIT;
    seen |= digit;
    word = (word << 4) | digit;
    // The first 12 digits are the time.
    if (++digits <= 12) time = time * 16 + digit;
    if (bits && digits % 8 === 0) bits[digits / 8 - 1] = word;
  }
  if (seen >= NO_DIGIT) return -1;
  return time >= EARLIEST && time < LATEST ? time : 0;
}

/** Whether an id is a number too large for the number table. */
export function isLongNumber(id: string): boolean {
  return LONG_NUMBER.test(id);
}

/** The id of a non-numeric file name: up to the first dot for a UUID or long number, otherwise without the last extension. */
export function otherId(name: string): string {
  const first = name.indexOf('.');
  if (first < 0) return name;
  const head = name.slice(0, first);
  return uuidTime(head) >= 0 || isLongNumber(head) ? head : name.slice(0, name.lastIndexOf('.'));
}

/** Whether an id contains its creation order; others are sorted by file time. */
export function tellsAge(id: string): boolean {
  return numericId(id) >= 0 || isLongNumber(id) || (id.length === UUID_LENGTH && uuidTime(id) > 0);
}

/** Number of positions before a value in a sorted sequence, by binary search. */
export function positionIn(length: number, isBefore: (position: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
