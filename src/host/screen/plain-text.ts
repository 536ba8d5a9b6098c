import { safeId } from '../../core/routing/safe-name.ts';

/**
 * What VS Code makes a link of (`[text](address "title")`, command: addresses included, in notifications, prompts and the
 * details of status items) or an icon (`$(name)`, in quick picks and the status bar) has one of these two in it.
 */
const MARKUP = /([\]$])\(/g;

/**
 * A sentence with values from data in it, as VS Code shows it as the text it is: in one line, without controls and invisible
 * characters, and without links and icons. A blank is put into what would begin one, so that it can still be read.
 */
export function plainText(text: string): string {
  return safeId(text).replace(MARKUP, '$1 (');
}
