import { mediaKind } from '../../core/content/media-type.ts';
import { modelDoubt, type ModelDoubt } from '../../core/models/catalogue/check-catalogue.ts';
import type { ModelKnowledge } from '../../core/models/catalogue/load-catalogue.ts';
import type { LlmServiceConfig } from '../../core/models/schema.ts';
import { ACCEPTED_CAPABILITIES } from '../../core/routing/artifact-content-router.ts';
import { type Arrival, arrivalOf, type ArrivalState, type Way, wayOfAttachments } from '../../core/wire/arrival.ts';
import { isText } from '../../core/wire/shortened-body.ts';
import type { ComparedRow, WhyStep } from '../../shared/preview-protocol.ts';
import type { AttachmentOutcome, Routed } from './routed.ts';
import type { Measured, Wired } from './wired.ts';

/** The usual input capability of a kind of content: that of sound is `audio`, though `file` may open the door to it. */
export function kindCapability(verdict: Routed['verdict']): string | undefined {
  return verdict.capabilities.length === 0 || verdict.binaryType === null ? undefined : ACCEPTED_CAPABILITIES[verdict.binaryType][0];
}

/**
 * What the catalogue says against a content being sent to the model of a service; null where it says nothing.
 *
 * @param isOfCatalogue what the model takes is known of the catalogue, and not declared
 */
export function doubtOf(
  { verdict, attachments }: Routed,
  service: LlmServiceConfig | null,
  catalogue: ModelKnowledge,
  isOfCatalogue = false,
): ModelDoubt | null {
  if (service?.model === undefined) return null;
  if (attachments.length > 0) return attachments.find(({ doubt }) => doubt !== undefined)?.doubt ?? null;
  if (verdict.granted === null) return null;
  const doubt = modelDoubt(service.model, { declared: verdict.granted, kind: kindCapability(verdict) }, catalogue);
  return doubt && { ...doubt, isDeclared: !isOfCatalogue };
}

/** The same routing, each attachment that is included with what the catalogue says against it; nothing against one that goes as text, which every model takes. */
export function withDoubts<R extends Routed>(
  routed: R,
  wired: Wired | null,
  service: LlmServiceConfig | null,
  catalogue: ModelKnowledge,
  isOfCatalogue = false,
): R {
  if (service?.model === undefined || routed.attachments.length === 0) return routed;
  const attachments = routed.attachments.map((attachment): AttachmentOutcome => {
    const facts = routed.media.find(({ part }) => part === attachment.part)?.facts;
    if (!facts || wired?.verdicts.some((verdict) => verdict.part === attachment.part && isText(verdict))) return attachment;
    const [kind] = ACCEPTED_CAPABILITIES[mediaKind(facts.mimeType)];
    const doubt = modelDoubt(service.model, { declared: attachment.capability, kind }, catalogue);
    return doubt ? { ...attachment, doubt: { ...doubt, isDeclared: !isOfCatalogue } } : attachment;
  });
  return { ...routed, attachments };
}

/** What the model receives in the end of what was routed and written. */
export function arrivalOfRouted(routed: Routed, wired: Measured | null, doubt: ModelDoubt | null): Arrival {
  return arrivalOf({ route: wayOf(routed), verdicts: wired?.verdicts ?? null, limits: wired?.limits ?? [], size: routed.size, doubt });
}

function wayOf({ verdict: { outcome }, attachments }: Routed): Way['route'] {
  if (attachments.length > 0) return wayOfAttachments(attachments.map((attachment) => attachment.outcome));
  return outcome === 'description' || outcome === 'failed' || outcome === 'not_found' ? outcome : 'content';
}

/** Of several files, how many of them are in the request. */
export function filesOf({ attachments }: Routed, wired: Wired | null): Pick<ComparedRow, 'files'> {
  const isSent = (part: number | undefined): boolean =>
    part !== undefined && wired?.verdicts.some((verdict) => verdict.part === part && verdict.outcome !== 'dropped') === true;
  return attachments.length < 2 ? {} : { files: { sent: attachments.filter(({ part }) => isSent(part)).length, all: attachments.length } };
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
