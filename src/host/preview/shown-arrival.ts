import { countSent } from '../../core/receive/judged-contents.ts';
import type { ModelRequest } from '../../core/receive/model-request.ts';
import type { RoutedContents } from '../../core/receive/routed-contents.ts';
import type { ArrivalState } from '../../core/wire/arrival.ts';
import type { ComparedRow, WhyStep } from '../../shared/preview-protocol.ts';

/** How many of several files are in the request. */
export function filesOf(routed: RoutedContents, request: ModelRequest | null): Pick<ComparedRow, 'files'> {
  const { length: all } = routed.attachments;
  return all < 2 ? {} : { files: { sent: countSent(routed, request), all } };
}

/** How the last step of *Why* looks for each arrival: passed where the verdict is good, and nowhere else. */
export const SEEN_STATES: Readonly<Record<ArrivalState, WhyStep['state']>> = {
  arrives: 'passed',
  doubtful: 'warning',
  partly: 'warning',
  described: 'stopped',
  dropped: 'stopped',
  failed: 'stopped',
  refused: 'stopped',
  nothing: 'skipped',
};
