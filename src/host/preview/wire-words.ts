import * as vscode from 'vscode';
import { isText, textRead } from '../../core/wire/shortened-body.ts';
import type { WireVerdict } from '../../core/wire/verdict.ts';
import type { PreviewMessage } from '../../shared/preview-protocol.ts';
import { sentenceText } from '../screen/sentence-text.ts';
import { type MeasureText, shownMessageJson, shownText } from './message-text.ts';
import type { Routed, RoutedMedium } from './routed.ts';
import type { ApiChoice, Wired } from './wired.ts';

/** Why the request is that of this API, as a sentence. */
export function apiReason({ because }: ApiChoice): string {
  return because ? sentenceText(because) : vscode.l10n.t('Chosen here.');
}

/** What a part is: `chart.png · image/png`. */
export function partLabel({ part, kind, mimeType }: WireVerdict, { media }: Routed): string {
  if (mimeType === undefined && kind === 'text') return vscode.l10n.t('Text');
  const name = media.find((medium) => medium.part === part)?.name;
  return [name, mimeType ?? kind].filter((word) => word !== undefined).join(' · ');
}

/**
 * The text the model reads of what is previewed, as its API carries it, with everything around it: what is shown, copied and
 * counted. Null when it reads none, or nothing but the few words beside a medium in the answer of a tool.
 */
export function readText({ message, media }: Routed, wired: Wired | null): string | null {
  if (!message || !wired) return null;
  if (message.role === 'tool' && media.some((medium) => isMedium(medium, wired))) return null;
  return textRead(wired.result, wired.verdicts, message);
}

/** Whether a medium is in the body as a medium: neither left out nor sent as its text. */
export function isMedium({ part }: RoutedMedium, { verdicts }: Wired): boolean {
  return verdicts.some((verdict) => verdict.part === part && verdict.outcome !== 'dropped' && !isText(verdict));
}

/** Words for characters that are left out on the screen: `(12,404 characters)`. */
export function describeLength(characters: number): string {
  return vscode.l10n.t('({0} characters)', characters.toLocaleString(vscode.env.language));
}

/** The canonical message for the screen, and the text the model reads; null when there is no message. */
export function messageState({ message }: Routed, text: string | null, measureText: MeasureText): PreviewMessage | null {
  if (!message) return null;
  const length = typeof message.content === 'string' ? measureText(message.content).characters : undefined;
  const json = shownMessageJson(message, describeLength, length);
  const shown = text === null ? null : shownText(text);
  return { json: json.shown, jsonLength: json.length, text: shown?.shown ?? null, textLength: shown?.length ?? 0 };
}
