import type { ComparedRow, PreviewFinding, PreviewWire } from '../../src/shared/preview-state.ts';
import { t } from '../l10n.ts';

export type WireOutcome = PreviewWire['parts'][number]['outcome'];
export type Route = ComparedRow['route'];
export type Severity = PreviewFinding['severity'];
export type Certainty = PreviewWire['certainty'];

/** A state as an icon, a tone (a class of `toneStyles`) and a word. */
export interface Badge {
  readonly icon: string;
  readonly tone: 'good' | 'changed' | 'warning' | 'bad' | 'quiet';
  readonly text: string;
}

/** What became of a part on its way into an API's request. */
export function wireBadge(outcome: WireOutcome): Badge {
  switch (outcome) {
    case 'sent':
      return { icon: 'pass', tone: 'good', text: t('Sent') };
    case 'converted':
      return { icon: 'arrow-swap', tone: 'changed', text: t('Converted') };
    case 'rehomed':
      return { icon: 'move', tone: 'changed', text: t('Re-homed') };
    case 'rejected':
      return { icon: 'error', tone: 'bad', text: t('Rejected') };
    case 'dropped':
      return { icon: 'trash', tone: 'warning', text: t('Dropped') };
  }
}

/** Where the content goes. */
export function routeBadge(route: Route): Badge {
  switch (route) {
    case 'text':
      return { icon: 'pass', tone: 'good', text: t('Text') };
    case 'image_url':
      return { icon: 'pass', tone: 'good', text: t('Image') };
    case 'file':
      return { icon: 'pass', tone: 'good', text: t('File') };
    case 'message':
      return { icon: 'files', tone: 'quiet', text: t('Message') };
    case 'description':
      return { icon: 'warning', tone: 'warning', text: t('Description') };
    case 'failed':
      return { icon: 'error', tone: 'bad', text: t('Failed') };
    case 'not_found':
      return { icon: 'error', tone: 'bad', text: t('Not found') };
  }
}

/** What a limit says. */
export function severityBadge(severity: Severity): Badge {
  switch (severity) {
    case 'error':
      return { icon: 'error', tone: 'bad', text: t('Error') };
    case 'warning':
      return { icon: 'warning', tone: 'warning', text: t('Warning') };
    case 'info':
      return { icon: 'info', tone: 'quiet', text: t('Note') };
  }
}

/** How sure it is that a service speaks an API. */
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
