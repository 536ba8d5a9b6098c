import { isText, textRead } from '../../../core/wire/text-read.ts';
import type { Routed, RoutedMedium } from '../routing/routed.ts';
import type { Wired } from './wired.ts';

/**
 * The text the model reads of what is previewed, as its API carries it, with everything around it: what is shown, copied and
 * counted. Null when it reads none, or nothing but the few words beside a medium in the answer of a tool.
 */
export function readText({ message, media }: Routed, wired: Wired | null): string | null {
  if (!message || !wired) return null;
  if (message.role === 'tool' && media.some((medium) => isMedium(medium, wired))) return null;
  return textRead(wired.result, wired.verdicts, message);
}

/** Whether a medium stands in the body as one: not left out, and not as the text that it holds. */
export function isMedium({ part }: RoutedMedium, { verdicts }: Wired): boolean {
  return verdicts.some((verdict) => verdict.part === part && verdict.outcome !== 'dropped' && !isText(verdict));
}
