import * as vscode from 'vscode';
import { ruleSentence } from '../../../core/wire/rule-sentence.ts';
import { sentenceText } from '../../sentence-text.ts';
import { routeReason } from '../routing/route-reason.ts';
import type { Routed } from '../routing/routed.ts';
import type { Measured } from '../wire/wired.ts';

/**
 * Why a line of a comparison is as it is: what stands in the way, from the first gate to the last, else that nothing does.
 * @param reason what decided the arrival; null when the capabilities did
 */
export function rowDetail(routed: Routed, wired: Measured | null, reason: string | null): string {
  const { outcome } = routed.verdict;
  if (reason !== null) return reason;
  const isDescribed = outcome === 'description' || outcome === 'failed' || outcome === 'not_found';
  if (!wired || isDescribed || routed.attachments.some((attachment) => attachment.outcome !== 'included')) return routeReason(routed);
  const verdict = wired.worst === null || wired.worst === 'sent' ? undefined : wired.verdicts.find((each) => each.outcome === wired.worst);
  return verdict ? sentenceText(ruleSentence(verdict)) : routed.media.length > 0 ? vscode.l10n.t('Arrives as it is.') : routeReason(routed);
}
