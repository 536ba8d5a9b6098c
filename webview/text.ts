import * as figures from '../src/shared/token-figures.ts';

let bundle: Readonly<Record<string, string>> = {};
let locale = 'en';

/** Takes over what the host sends first: the display language and its translations by English text. */
export function setDisplayLanguage(language: string, translations: Readonly<Record<string, string>>): void {
  bundle = translations;
  locale = Intl.DateTimeFormat.supportedLocalesOf(canonicalTag(language)).length > 0 ? canonicalTag(language) : 'en';
}

/** The display language as a BCP 47 tag that `Intl` knows. */
export function displayLanguage(): string {
  return locale;
}

/** The text in the display language, `{0}`, `{1}`, … replaced by the arguments. Untranslated text stays English. */
export function t(message: string, ...args: readonly (string | number)[]): string {
  return shownSentence({ text: message, args });
}

/** The same of a sentence of the core, which comes as a template. */
export function shownSentence({ text: message, args }: { readonly text: string; readonly args: readonly (string | number)[] }): string {
  const translated = Object.hasOwn(bundle, message) ? (bundle[message] as string) : message;
  return translated.replace(/\{(\d+)\}/g, (placeholder, index: string) => String(args[Number(index)] ?? placeholder));
}

/** The same for a template of the core: the tests of the translations find it where it is exported. */
export function templateText(template: string, ...args: readonly string[]): string {
  return t(template, ...args);
}

function canonicalTag(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'en';
  } catch {
    return 'en';
  }
}

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

interface Range {
  readonly low: number;
  readonly high: number;
}

/** An estimate of tokens as a figure: `≈ 1,105`, `≈ 1,500–3,000`. */
export function formatEstimate(tokens: Range): string {
  return figures.formatEstimate(tokens, displayLanguage());
}

/** US dollars as a figure: `≈ $0.0042`, `≈ $0.10–$0.20`, `< $0.0001`. */
export function formatPrice(dollars: Range): string {
  return figures.formatPrice(dollars, displayLanguage());
}

/** A share as a figure: `≈ 0.6%`, `< 0.1%`. */
export function formatShare(share: Range): string {
  return figures.formatShare(share, displayLanguage());
}

/** Controls, and the marks that turn the direction of what follows: invisible, and able to make a name read as another. */
const INVISIBLE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2028\u2029\u2066-\u2069]/gu;

/** A name from outside on one line, with every character that would bend or break the line shown by its code. */
export function visibleText(text: string): string {
  return text.replace(INVISIBLE, (char) => `⟨${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`);
}

/** As `visibleText`, of a text whose own line breaks count. */
export function visibleLines(text: string): string {
  return text.split('\n').map(visibleText).join('\n');
}
