import type { VerifyRow, VerifyState } from '../../src/shared/verify-protocol.ts';
import { displayLanguage, t } from '../l10n.ts';
import type { Badge } from '../preview/outcome.ts';

/** What a row is about. The capability's own name stands beside it. */
export function rowTitle({ capability }: VerifyRow): string {
  switch (capability) {
    case 'text':
      return t('Plain text');
    case 'vision':
      return t('An image');
    case 'audio':
      return t('A sound');
    case 'file':
      return t('A PDF');
    case 'tool_calling':
      return t('Calling a tool');
    case 'structured_output':
      return t('Keeping to a JSON schema');
    case 'tool_result_media':
      return t('Media in a tool result');
    default:
      return capability;
  }
}

/** How a row stands. */
export function rowBadge({ outcome }: VerifyRow): Badge {
  switch (outcome) {
    case 'waiting':
      return { icon: 'circle', tone: 'quiet', text: t('Waiting') };
    case 'asking':
      return { icon: 'loading', tone: 'changed', text: t('Asking…') };
    case 'accepted':
      return { icon: 'pass', tone: 'good', text: t('Accepted') };
    case 'refused':
      return { icon: 'error', tone: 'bad', text: t('Refused') };
    case 'unclear':
      return { icon: 'question', tone: 'warning', text: t('Unclear') };
    case 'not_sent':
      return { icon: 'circle-slash', tone: 'quiet', text: t('Not sent') };
  }
}

/** Milliseconds as people read them: `480 ms`, `1.5 s`. */
export function formatElapsed(milliseconds: number): string {
  const figure = (value: number, digits: number): string =>
    new Intl.NumberFormat(displayLanguage(), { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
  return milliseconds < 1000 ? t('{0} ms', figure(milliseconds, 0)) : t('{0} s', figure(milliseconds / 1000, 1));
}

/** A long time: `60 seconds`. */
function formatWait(milliseconds: number): string {
  return new Intl.NumberFormat(displayLanguage(), { style: 'unit', unit: 'second', unitDisplay: 'long' }).format(milliseconds / 1000);
}

/** Where the verification stands, in a sentence or two. */
export function summary({ phase, rows, timeout }: VerifyState): string {
  const count = (outcome: VerifyRow['outcome']): number => rows.filter((row) => row.outcome === outcome).length;
  const done = rows.length - count('waiting') - count('asking');
  if (phase === 'asking')
    return t('Asking the service: {0} of {1}. An answer is waited for {2} at most.', done, rows.length, formatWait(timeout));
  const counts = t(
    'Accepted: {0}, refused: {1}, unclear: {2}, not sent: {3}',
    count('accepted'),
    count('refused'),
    count('unclear'),
    count('not_sent'),
  );
  return phase === 'cancelled' ? t('Cancelled. {0}', counts) : counts;
}
