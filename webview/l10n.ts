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
  const translated = Object.hasOwn(bundle, message) ? (bundle[message] as string) : message;
  return translated.replace(/\{(\d+)\}/g, (placeholder, index: string) => String(args[Number(index)] ?? placeholder));
}

function canonicalTag(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'en';
  } catch {
    return 'en';
  }
}
