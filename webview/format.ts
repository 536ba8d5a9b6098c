import { displayLanguage } from './l10n.ts';

/** A whole number with the separators of the display language. */
export function formatCount(value: number): string {
  return new Intl.NumberFormat(displayLanguage()).format(value);
}

const UNITS = ['KB', 'MB', 'GB', 'TB'];

/** A size people read: `512 B`, `12.1 KB`; 1 KB is 1,024 bytes as everywhere in VS Code. */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${formatCount(bytes)} B`;
  let value = bytes;
  let unit = -1;
  do {
    value /= 1024;
    unit++;
  } while (value >= 1024 && unit < UNITS.length - 1);
  return `${new Intl.NumberFormat(displayLanguage(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value)} ${UNITS[unit]}`;
}

/** A moment as date and time; the text itself when it is no ISO time. */
export function formatMoment(iso: string): string {
  const moment = new Date(iso);
  if (Number.isNaN(moment.getTime())) return iso;
  return new Intl.DateTimeFormat(displayLanguage(), { dateStyle: 'medium', timeStyle: 'short' }).format(moment);
}

/** Names joined as the display language joins them: `A, B, or C`. */
export function formatAlternatives(names: readonly string[]): string {
  return new Intl.ListFormat(displayLanguage(), { type: 'disjunction' }).format(names);
}

/** An estimate of tokens as a figure: `≈ 1,105`, `≈ 1,500–3,000`. */
export function formatEstimate({ low, high }: { readonly low: number; readonly high: number }): string {
  return low === high ? `≈ ${formatCount(low)}` : `≈ ${formatCount(low)}–${formatCount(high)}`;
}
