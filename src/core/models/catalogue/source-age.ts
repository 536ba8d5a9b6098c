/** Days after which it is said how old a figure of the catalogue is: makers change prices and limits every few months. */
const FRESH = 60;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * How many days old a source is, once it is old enough to be said; undefined before.
 *
 * @param date as the catalogue has it: `2026-09-23`
 */
export function daysOld(date: string, now: Date = new Date()): number | undefined {
  const days = ageInDays(date, now);
  return days > FRESH ? days : undefined;
}

/** How many whole days have passed since a day. */
export function ageInDays(date: string, now: Date = new Date()): number {
  return Math.floor((now.getTime() - Date.parse(date)) / DAY_MS);
}
