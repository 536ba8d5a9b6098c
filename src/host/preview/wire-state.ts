import * as vscode from 'vscode';
import { ruleSentence } from '../../core/wire/rule-sentence.ts';
import { isText, shortenBody, textRead } from '../../core/wire/shortened-body.ts';
import { API_NAMES, WIRE_APIS, type WireApi, type WireVerdict } from '../../core/wire/verdict.ts';
import type { PreviewMessage, PreviewState, PreviewWire } from '../../shared/preview-protocol.ts';
import { sentenceText } from '../screen/sentence-text.ts';
import { cutLongTexts, type MeasureText, firstCharacters, shownMessageJson, shownText } from './message-text.ts';
import { findingText } from './routed-arrival.ts';
import type { Routed, RoutedMedium } from './routed.ts';
import type { ApiChoice, Measured, Wired } from './wired.ts';

/** How much of a body is shown, in characters; copying takes the whole. */
const MAX_SHOWN = 100_000;

/** Every API, to choose from. */
export const OFFERED_APIS: PreviewState['apis'] = WIRE_APIS.map((id) => ({ id, name: API_NAMES[id] }));

/** The request for the screen. @param serviceApi the API of the service itself, whatever was chosen */
export function wireState(routed: Routed, wired: Measured, serviceApi: WireApi, measureText: MeasureText): PreviewWire {
  const { choice, result, verdicts, limits } = wired;
  return {
    api: choice.api,
    certainty: choice.certainty,
    because: apiReason(choice),
    serviceApi,
    ...shownBody(result, measureText),
    parts: verdicts.map((verdict) => ({
      label: partLabel(verdict, routed),
      outcome: verdict.outcome,
      rule: sentenceText(ruleSentence(verdict)),
      source: verdict.source,
      pointer: verdict.pointer ?? null,
    })),
    limits: limits.map((finding) => ({ severity: finding.severity, text: findingText(finding, routed), source: finding.source })),
  };
}

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

function shownBody(result: Measured['result'], measureText: MeasureText): Pick<PreviewWire, 'json' | 'jsonLength'> {
  const shortened = shortenBody(result, describeLength);
  const cut = cutLongTexts(shortened.value, MAX_SHOWN, measureText);
  const json = JSON.stringify(cut.value, null, 2);
  return { json: firstCharacters(json, MAX_SHOWN), jsonLength: json.length + shortened.saved + cut.saved.characters };
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
