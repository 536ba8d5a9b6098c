import * as vscode from 'vscode';
import type { ApiChoice } from '../../core/receive/model-request.ts';
import type { WireVerdict } from '../../core/wire/verdict.ts';
import type { PreviewMessage } from '../../shared/preview-protocol.ts';
import { sentenceText } from '../screen/sentence-text.ts';
import { type MeasureText, shownMessageJson, shownText } from './message-text.ts';
import type { PreviewedContents } from './routes.ts';

/** Why the request is that of this API, as a sentence. */
export function apiReason({ because }: ApiChoice): string {
  return because ? sentenceText(because) : vscode.l10n.t('Chosen here.');
}

/** What a part is: `chart.png · image/png`. */
export function partLabel({ part, kind, mimeType }: WireVerdict, { media }: PreviewedContents): string {
  if (mimeType === undefined && kind === 'text') return vscode.l10n.t('Text');
  const name = media.find((medium) => medium.part === part)?.name;
  return [name, mimeType ?? kind].filter((word) => word !== undefined).join(' · ');
}

/** Words for characters that are left out on the screen: `(12,404 characters)`. */
export function describeLength(characters: number): string {
  return vscode.l10n.t('({0} characters)', characters.toLocaleString(vscode.env.language));
}

/** The canonical message for the screen, and the text the model reads; null when there is no message. */
export function messageState({ message }: PreviewedContents, text: string | null, measureText: MeasureText): PreviewMessage | null {
  if (!message) return null;
  const length = typeof message.content === 'string' ? measureText(message.content).characters : undefined;
  const json = shownMessageJson(message, describeLength, length);
  const shown = text === null ? null : shownText(text);
  return { json: json.shown, jsonLength: json.length, text: shown?.shown ?? null, textLength: shown?.length ?? 0 };
}
