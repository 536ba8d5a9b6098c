import * as vscode from 'vscode';
import type { PreviewMessage } from '../../shared/preview-state.ts';
import type { MeasureText } from './long-texts.ts';
import { shownMessageJson, shownText } from './message-text.ts';
import type { Routed } from './routed.ts';

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
