import * as vscode from 'vscode';
import { API_NAMES, WIRE_APIS, type WireApi } from '../../../core/wire/api.ts';
import { limitSentence } from '../../../core/wire/limit-sentence.ts';
import { ruleSentence } from '../../../core/wire/rule-sentence.ts';
import { shortenBody } from '../../../core/wire/shortened-body.ts';
import type { WireVerdict } from '../../../core/wire/verdict.ts';
import type { PreviewState, PreviewWire } from '../../../shared/preview-state.ts';
import { sentenceText } from '../../sentence-text.ts';
import { cutLongTexts, type MeasureText } from '../routing/long-texts.ts';
import { describeLength } from '../routing/message-state.ts';
import { firstCharacters } from '../routing/message-text.ts';
import type { Routed } from '../routing/routed.ts';
import type { ApiChoice, Measured } from './wired.ts';

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
    limits: limits.map((finding) => ({ severity: finding.severity, text: sentenceText(limitSentence(finding)), source: finding.source })),
  };
}

/** Why the request is that of this API, as a sentence. */
export function apiReason({ because }: ApiChoice): string {
  return because ? sentenceText(because) : vscode.l10n.t('It was chosen here.');
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
