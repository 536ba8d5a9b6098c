import { descriptionLanguageFor } from '../core/content/description-language.ts';
import type { DescriptionLanguage } from '../core/content/type-names.ts';

/** Locales that ask for no language (POSIX.1-2017, 7.2). */
const NO_LANGUAGE = /^(?:C|POSIX)(?:\.|$)/;
/** Languages that descriptions are written in. */
const WRITTEN = /^(?:en|zh)(?![a-z])/i;

/**
 * The language of somebody who runs a program: LC_ALL, LC_MESSAGES or LANG, the first that is set (POSIX.1-2017, 8.2). LANGUAGE
 * lists others to prefer (GNU gettext manual, "The LANGUAGE variable"): of them the first that there are descriptions in.
 *
 * @param system the locale of the system, where no variable is set: BCP 47
 */
export function displayLanguage(
  env: NodeJS.ProcessEnv,
  system: string = Intl.DateTimeFormat().resolvedOptions().locale,
): DescriptionLanguage {
  const locale = [env['LC_ALL'], env['LC_MESSAGES'], env['LANG']].find((value) => value !== undefined && value !== '');
  if (locale !== undefined && NO_LANGUAGE.test(locale)) return 'en';
  const preferred = (env['LANGUAGE'] ?? '').split(':').filter((each) => each !== '');
  if (preferred.length > 0) return descriptionLanguageFor(preferred.find((each) => WRITTEN.test(each)) ?? '');
  return descriptionLanguageFor(locale ?? system);
}
