import * as vscode from 'vscode';
import { mediaKind } from '../../core/content/media-type.ts';
import { formatSize } from '../../core/content/size.ts';
import { modelDoubt, type ModelDoubt } from '../../core/models/catalogue/check-catalogue.ts';
import type { ModelKnowledge } from '../../core/models/catalogue/load-catalogue.ts';
import type { LlmServiceConfig } from '../../core/models/schema.ts';
import { ACCEPTED_CAPABILITIES } from '../../core/routing/artifact-content-router.ts';
import { type Arrival, arrivalOf, type Way } from '../../core/wire/arrival.ts';
import { isText } from '../../core/wire/shortened-body.ts';
import { API_NAMES } from '../../core/wire/verdict.ts';
import { sentenceText } from '../screen/sentence-text.ts';
import type { AttachmentOutcome, Routed } from './routed.ts';
import type { Measured, Wired } from './wired.ts';

/** The usual input capability of a kind of content: that of sound is `audio`, though `file` may open the door to it. */
export function kindCapability(verdict: Routed['verdict']): string | undefined {
  return verdict.capabilities.length === 0 || verdict.binaryType === null ? undefined : ACCEPTED_CAPABILITIES[verdict.binaryType][0];
}

/** What the catalogue says against a content being sent to the model of a service; null where it says nothing. */
export function doubtOf({ verdict, attachments }: Routed, service: LlmServiceConfig | null, catalogue: ModelKnowledge): ModelDoubt | null {
  if (service?.model === undefined) return null;
  if (verdict.granted !== null) return modelDoubt(service.model, { declared: verdict.granted, kind: kindCapability(verdict) }, catalogue);
  return attachments.find(({ doubt }) => doubt !== undefined)?.doubt ?? null;
}

/** The same routing, each attachment that is included with what the catalogue says against it; nothing against one that goes as text, which every model takes. */
export function withDoubts<R extends Routed>(
  routed: R,
  wired: Wired | null,
  service: LlmServiceConfig | null,
  catalogue: ModelKnowledge,
): R {
  if (service?.model === undefined || routed.attachments.length === 0) return routed;
  const attachments = routed.attachments.map((attachment): AttachmentOutcome => {
    const facts = routed.media.find(({ part }) => part === attachment.part)?.facts;
    if (!facts || wired?.verdicts.some((verdict) => verdict.part === attachment.part && isText(verdict))) return attachment;
    const [kind] = ACCEPTED_CAPABILITIES[mediaKind(facts.mimeType)];
    const doubt = modelDoubt(service.model, { declared: attachment.capability, kind }, catalogue);
    return doubt ? { ...attachment, doubt } : attachment;
  });
  return { ...routed, attachments };
}

/** What the model receives in the end of what was routed and written. */
export function arrivalOfRouted(routed: Routed, wired: Measured | null, doubt: ModelDoubt | null): Arrival {
  return arrivalOf({ route: wayOf(routed), verdicts: wired?.verdicts ?? null, limits: wired?.limits ?? [], size: routed.size, doubt });
}

function wayOf({ verdict: { outcome }, attachments }: Routed): Way['route'] {
  switch (outcome) {
    case 'text':
    case 'image_url':
    case 'file':
      return 'content';
    case 'message': {
      const included = attachments.filter((attachment) => attachment.outcome === 'included').length;
      return included === attachments.length ? 'content' : included === 0 ? 'none' : 'some';
    }
    default:
      return outcome;
  }
}

/** What decided an arrival, as a sentence; null when the capabilities did. A limit is that of an API, which its sentence does not name. */
export function arrivalReason({ cause }: Arrival, wired: Measured | null): string | null {
  if (!cause) return null;
  const text = sentenceText(cause.sentence);
  return cause.by === 'limit' && wired ? vscode.l10n.t('{0}: {1}', API_NAMES[wired.choice.api], text) : text;
}

/** Why a content is routed as it is, as a sentence. */
export function routeReason({ verdict, attachments }: Routed): string {
  const needed = quoted(verdict.capabilities);
  switch (verdict.outcome) {
    case 'text':
      return vscode.l10n.t('Sent as text; every model can read it.');
    case 'image_url':
    case 'file':
      return vscode.l10n.t('“{0}” is declared, so the content itself is sent.', verdict.granted ?? '');
    case 'description':
      if (verdict.rule === 'too_large')
        return vscode.l10n.t(
          'The content is larger than the limit of {0}, so a description is sent instead.',
          formatSize(verdict.limit ?? 0),
        );
      if (verdict.rule === 'service_unknown')
        return vscode.l10n.t('Without a model service only text can be sent, so a description is sent instead.');
      return vscode.l10n.t('{0} is not declared, so a description is sent instead.', needed);
    case 'failed':
      return vscode.l10n.t('The content cannot be read, so an error note is sent instead.');
    case 'not_found':
      return vscode.l10n.t('There is no content to send.');
    case 'message': {
      const included = attachments.filter(({ outcome }) => outcome === 'included').length;
      if (included === attachments.length) return vscode.l10n.t('All {0} attachments are sent.', included);
      return vscode.l10n.t('{0} of {1} attachments are sent; the others are described.', included, attachments.length);
    }
  }
}

/** The same where it does not come to that: something behind the capabilities stops it. */
export function intendedReason(routed: Routed): string {
  const { outcome, granted } = routed.verdict;
  return outcome === 'image_url' || outcome === 'file'
    ? vscode.l10n.t('“{0}” is declared.', granted ?? '')
    : outcome === 'message' || outcome === 'text'
      ? ''
      : routeReason(routed);
}

/** `“audio” or “file”` */
export function quoted(words: readonly string[]): string {
  const marked = words.map((word) => vscode.l10n.t('“{0}”', word));
  return marked.length < 2 ? marked.join('') : vscode.l10n.t('{0} or {1}', marked.slice(0, -1).join(', '), marked.at(-1) ?? '');
}
