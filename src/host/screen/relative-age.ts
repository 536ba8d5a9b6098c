/** The units of an age with their seconds, largest first. */
const UNITS: ReadonlyArray<readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number]> = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
];
/** Seconds; what is younger is `now`, as in VS Code's own lists. */
const NOW = 30;

/**
 * Makes the function that says how long ago something was: `now`, `2 min ago`, `3 wk ago`.
 *
 * @param language a BCP 47 tag
 * @returns takes an ISO 8601 time and the present in milliseconds; gives undefined when the time is none
 */
export function ageFormatter(language: string): (time: string, now: number) => string | undefined {
  const exact = new Intl.RelativeTimeFormat(language, { style: 'short' });
  const present = new Intl.RelativeTimeFormat(language, { style: 'short', numeric: 'auto' }).format(0, 'second');
  return (time, now) => {
    const seconds = (now - Date.parse(time)) / 1000;
    if (Number.isNaN(seconds)) return undefined;
    if (Math.abs(seconds) < NOW) return present;
    const [unit, length] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? (['second', 1] as const);
    // Short forms end in a period in some languages ("2 min. ago"), which does not suit a row of facts.
    return exact.format(-Math.trunc(seconds / length), unit).replaceAll('.', '');
  };
}
