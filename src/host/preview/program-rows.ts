import * as vscode from 'vscode';
import { SEEN_PROGRAMS } from '../../core/programs/deliveries.ts';
import { deliverySource, deliveryWords } from '../../core/receive/delivery-words.ts';
import type { Measurements } from '../../core/receive/receive.ts';
import { deliveryThrough, type ProgramDelivery, sendsContent } from '../../core/receive/through-program.ts';
import type { ProgramRow } from '../../shared/preview-protocol.ts';
import { sentenceText } from '../screen/sentence-text.ts';
import type { PreviewSubject } from './preview-subject.ts';
import { tokenRangeOf } from './token-state.ts';

/**
 * What programs send of a content to the selected model, by what they were seen to send. Reads nothing. Rejects when the signal is aborted.
 * @param selected id of a service; null is "text only"
 */
export async function programRows(
  { loaded, form, source }: Pick<PreviewSubject, 'loaded' | 'form' | 'source'>,
  selected: string | null,
  measurements: Measurements,
  signal: AbortSignal,
): Promise<ProgramRow[]> {
  const artifact = loaded?.artifact;
  if (!artifact || artifact.contentFailure) return [];
  const context = { models: source.models.services, measurements };
  const way = form === 'attachment' ? 'attached' : 'read';
  const rows: ProgramRow[] = [];
  for (const program of SEEN_PROGRAMS) {
    signal.throwIfAborted();
    rows.push(rowOf(await deliveryThrough(artifact, { serviceId: selected }, context, { program, way })));
  }
  return rows;
}

function rowOf(delivery: ProgramDelivery): ProgramRow {
  const { program, outcome, estimates, rates } = delivery;
  return {
    name: program.name,
    version: program.version,
    outcome,
    sends: sentText(delivery),
    detail: sentenceText(deliverySource(delivery)),
    sendsContent: sendsContent(delivery),
    tokens: tokenRangeOf(estimates, rates),
  };
}

function sentText(delivery: ProgramDelivery): string {
  const parts = deliveryWords(delivery).map((words) => words.map(sentenceText).join(vscode.l10n.t(', ')));
  const text = parts.reduce((before, part) => vscode.l10n.t('{0} and {1}', before, part));
  return text.charAt(0).toUpperCase() + text.slice(1);
}
