import {
  type ComparedRow,
  mannerWord,
  OUTCOME_WORDS,
  type OutcomeWord,
  type PreviewFinding,
  type PreviewWire,
  receivedWord,
} from '../../src/shared/preview-protocol.ts';
import { t, templateText } from '../text.ts';

export type PartOutcome = PreviewWire['parts'][number]['outcome'];
export type Route = ComparedRow['route'];
export type RowArrival = ComparedRow['arrival'];
export type FindingSeverity = PreviewFinding['severity'];
export type Certainty = PreviewWire['certainty'];

/** A state as an icon, a tone (a class of `toneStyles`) and a word. */
export interface Badge {
  readonly icon: string;
  readonly tone: 'good' | 'changed' | 'warning' | 'bad' | 'quiet';
  readonly text: string;
}

/** How each outcome looks. */
const OUTCOME_LOOKS: Readonly<Record<OutcomeWord, Omit<Badge, 'text'>>> = {
  sent: { icon: 'pass', tone: 'good' },
  converted: { icon: 'arrow-swap', tone: 'changed' },
  rehomed: { icon: 'comment', tone: 'changed' },
  rejected: { icon: 'error', tone: 'bad' },
  dropped: { icon: 'trash', tone: 'warning' },
  unreceived: { icon: 'circle-slash', tone: 'quiet' },
};

/** What became of a part on its way into an API's request. */
export function wireBadge(outcome: OutcomeWord): Badge {
  return { ...OUTCOME_LOOKS[outcome], text: templateText(OUTCOME_WORDS[outcome]) };
}

/** The verdict of a row: what the model receives in the end. */
export function receivedBadge(row: Pick<ComparedRow, 'arrival' | 'route' | 'files'>): Badge {
  return { ...ARRIVAL_LOOKS[row.arrival], text: receivedWord(row, templateText) };
}

/** How that comes to the model, or by what it does not; may be empty. */
export function mannerText(row: Pick<ComparedRow, 'arrival' | 'route' | 'wire' | 'limit' | 'files'>): string {
  return mannerWord({ ...row, isOverLimit: row.limit === 'error' }, templateText);
}

const GOOD: Omit<Badge, 'text'> = { icon: 'pass', tone: 'good' };
const WARNING: Omit<Badge, 'text'> = { icon: 'warning', tone: 'warning' };
const BAD: Omit<Badge, 'text'> = { icon: 'error', tone: 'bad' };

/** How each arrival looks: in the banner above the preview as in a row of *Compare*. */
export const ARRIVAL_LOOKS: Readonly<Record<RowArrival, Omit<Badge, 'text'>>> = {
  arrives: GOOD,
  doubtful: WARNING,
  partly: WARNING,
  described: WARNING,
  dropped: BAD,
  failed: BAD,
  refused: BAD,
  nothing: BAD,
};

/** What a limit says. */
export function severityBadge(severity: FindingSeverity): Badge {
  switch (severity) {
    case 'error':
      return { icon: 'error', tone: 'bad', text: t('Error') };
    case 'warning':
      return { icon: 'warning', tone: 'warning', text: t('Warning') };
    case 'info':
      return { icon: 'info', tone: 'quiet', text: t('Note') };
  }
}

/** How certain the API of a service is. */
export function certaintyText(certainty: Certainty): string {
  switch (certainty) {
    case 'declared':
      return t('declared');
    case 'inferred':
      return t('inferred');
    case 'guessed':
      return t('guessed');
    case 'chosen':
      return t('chosen here');
  }
}

/** What that word means. */
export function certaintyMeaning(certainty: Certainty): string {
  switch (certainty) {
    case 'declared':
      return t('The service names its API.');
    case 'inferred':
      return t('The API follows from the address or the model.');
    case 'guessed':
      return t('Nothing tells the API: a server that is compatible with OpenAI’s is assumed.');
    case 'chosen':
      return t('The API was chosen on this page.');
  }
}
