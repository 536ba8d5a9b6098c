import type { PreviewState, PreviewVerdict } from '../../src/shared/preview-protocol.ts';
import { formatAlternatives, formatCount, formatSize, t } from '../text.ts';
import { ARRIVAL_LOOKS, type Badge } from './badges.ts';

/** A verdict in words, with the look of its row in *Compare*. */
interface VerdictText extends Omit<Badge, 'text'> {
  /** What goes in, and the field or form in which it arrives. */
  readonly from: string;
  readonly to: string;
  /** The field of the message is code, everything else is prose. */
  readonly toIsField: boolean;
  readonly reason: string;
}

type Words = Omit<VerdictText, 'icon' | 'tone'>;

/** Puts in words what the model receives in the end: where the content goes, what the API makes of it, and what decided that. */
export function verdictText(state: PreviewState): VerdictText {
  const words = unchangedText(state);
  const { state: arrival, change } = state.arrival;
  return { ...words, ...ARRIVAL_LOOKS[arrival], reason: [words.reason, change].filter(Boolean).join(' ') };
}

function unchangedText(state: PreviewState): Words {
  const routed = routeText(state);
  const { state: arrival, reason } = state.arrival;
  switch (arrival) {
    case 'refused':
      return { from: routed.from, to: t('Nothing: the request is rejected'), toIsField: false, reason: reason ?? '' };
    case 'dropped':
      return { from: routed.from, to: t('A note instead of the content'), toIsField: false, reason: reason ?? '' };
    case 'doubtful':
    case 'partly':
      return { ...routed, reason: [routed.reason, reason].filter(Boolean).join(' ') };
    case 'nothing':
      return reason === null ? routed : { from: routed.from, to: t('Nothing'), toIsField: false, reason };
    default:
      return reason === null ? routed : { ...routed, reason };
  }
}

/** Where the capabilities of the model alone would send the content. */
function routeText(state: PreviewState): Words {
  const { verdict } = state;
  const from = kindName(verdict);
  const field = { from, toIsField: true } as const;
  switch (verdict.outcome) {
    case 'text':
      return {
        ...field,
        to: 'text',
        reason: verdict.granted === null ? t('Sent as text in the result of a tool; every model can read it.') : grantedReason(state),
      };
    case 'image_url':
    case 'file':
      return { ...field, to: verdict.outcome, reason: grantedReason(state) };
    case 'description':
      return { from, to: descriptionOf(verdict), toIsField: false, reason: descriptionReason(state) };
    case 'failed':
      return {
        from,
        to: t('An error note instead of the content'),
        toIsField: false,
        reason: verdict.limit === null ? t('The content cannot be read; the model is told so.') : descriptionReason(state),
      };
    case 'not_found':
      return {
        from: t('Nothing'),
        to: t('The error “artifact_not_found”'),
        toIsField: false,
        reason: t('There is no content to send.'),
        ...(state.content.kind === 'problem' &&
          state.content.state === 'reserved' && { from: t('Reserved'), reason: state.content.reason }),
      };
    case 'message':
      return attachmentsText(state);
  }
}

/** Several attachments of one message: how many of them arrive as what they are. */
function attachmentsText({ content }: PreviewState): Words {
  const items = content.kind === 'attachments' ? content.items : [];
  const count = (outcome: (typeof items)[number]['outcome']): number => items.filter((item) => item.outcome === outcome).length;
  const [included, described, dropped, failed] = [
    count('included') + count('doubtful'),
    count('described'),
    count('dropped'),
    count('failed'),
  ];
  const to = [
    ...(included > 0 ? [t('{0} included', formatCount(included))] : []),
    ...(described > 0 ? [t('{0} described', formatCount(described))] : []),
    ...(dropped > 0 ? [t('{0} dropped', formatCount(dropped))] : []),
    ...(failed > 0 ? [t('{0} failed', formatCount(failed))] : []),
  ].join(t(', '));
  const isWhole = included === items.length;
  return {
    from: t('Message with {0} attachments', formatCount(items.length)),
    to,
    toIsField: false,
    reason: isWhole
      ? t('The model receives every attachment itself, in this order.')
      : t('Each attachment is routed on its own; see “Rendered”.'),
  };
}

function kindName(verdict: PreviewVerdict): string {
  switch (verdict.binaryType) {
    case null:
      return t('Text');
    case 'image':
      return t('Image');
    case 'audio':
      return t('Audio');
    case 'video':
      return t('Video');
    case 'document':
      return t('Document');
    case 'other':
      return t('Binary file');
  }
}

function descriptionOf(verdict: PreviewVerdict): string {
  switch (verdict.binaryType) {
    case 'image':
      return t('Text description instead of the image');
    case 'audio':
      return t('Text description instead of the audio');
    case 'video':
      return t('Text description instead of the video');
    case 'document':
      return t('Text description instead of the document');
    default:
      return t('Text description instead of the content');
  }
}

/** The name of the selected model, or null for "text only". */
export function selectedModelName(state: PreviewState): string | null {
  if (state.selected === null) return null;
  const model = state.models.find((candidate) => candidate.id === state.selected);
  return model?.name ?? state.selected;
}

function grantedReason(state: PreviewState): string {
  const model = selectedModelName(state) ?? '';
  const { granted } = state.verdict;
  if (granted === null) return t('{0} accepts it.', model);
  if (state.origin) return t('{0} has the input capability “{1}”, according to the catalogue.', model, granted);
  return t('{0} declares the input capability “{1}”.', model, granted);
}

function descriptionReason(state: PreviewState): string {
  const { limit, capabilities } = state.verdict;
  if (limit !== null) return t('The content is larger than the limit of {0}.', formatSize(limit));
  const names = formatAlternatives(capabilities.map((name) => t('“{0}”', name)));
  const model = selectedModelName(state);
  if (model === null) return t('Without a model service, only text can be sent; this content needs the input capability {0}.', names);
  if (state.origin) return t('{0} is not known to have the input capability {1}.', model, names);
  return t('{0} does not declare the input capability {1}.', model, names);
}
