import type { DescriptionLanguage } from './type-names.ts';

/** The language of descriptions for a display language, BCP 47 or POSIX: Chinese for `zh` with any script and region, else English. */
export function descriptionLanguageFor(locale: string): DescriptionLanguage {
  return /^zh(?![a-z])/i.test(locale) ? 'zh' : 'en';
}
