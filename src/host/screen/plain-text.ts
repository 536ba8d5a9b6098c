import { safeId, safeName } from '../../core/routing/safe-name.ts';

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

/**
 * An address as a link between angle brackets (CommonMark §6.5), in a cell of a table too: what would end either is
 * percent-encoded.
 */
export function markdownLink(address: string): string {
  return `<${address.replace(/[<>|\\`\s]/g, encodeURIComponent)}>`;
}

/**
 * Text for Markdown that shows as itself, whatever it holds: every ASCII character that is neither letter,
 * digit nor space becomes a character reference (CommonMark §2.5), so that no emphasis, link, address, icon
 * or HTML can arise from it.
 */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\n\r\t]+/g, ' ').replace(/[!-/:-@[-`{-~]/g, (char) => `&#${char.charCodeAt(0)};`);
}

/** A value from data or a model in bold, from which no markup, line or change of direction escapes. */
export function inBold(value: unknown): string {
  return `**${escapeMarkdown(safeName(value)) || '–'}**`;
}

/**
 * A time to the minute: `Nov 23, 2026, 9:05 AM`.
 *
 * @param time milliseconds since the epoch
 * @param language a BCP 47 tag
 */
export function timeInWords(time: number, language: string): string {
  return new Date(time).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' });
}
