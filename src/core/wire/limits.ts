import type { MediaFacts } from '../content/media-facts.ts';
import { mediaKind } from '../content/media-type.ts';
import type { WireApi } from './api.ts';
import type { LimitFinding, LimitSeverity } from './limit-finding.ts';
import { API_LIMITS, type ApiLimits } from './limits/api-limits.ts';
import { contentFindings } from './limits/content-limits.ts';
import { documentFindings } from './limits/document-limits.ts';
import { imageFindings } from './limits/image-limits.ts';
import { recordingFindings } from './limits/recording-limits.ts';
import { requestFindings } from './limits/request-limits.ts';
import { modelFamily } from './tokens/model-family.ts';
import type { WireResult } from './verdict.ts';

/** From the worst. */
const SEVERITIES: readonly LimitSeverity[] = ['error', 'warning', 'info'];

/**
 * What an API's documented limits say of a part that is sent to it, the worst first. Of what an API does not document,
 * or what is not known of the part, it says nothing, or that it is not known. Where the part stands makes no difference:
 * what a place does not take is moved or dropped, as the verdicts of `toWire` tell.
 *
 * @param model the provider's name of the model, for the size at which it sees images
 */
export function checkLimits(facts: MediaFacts, api: WireApi, { model }: { model?: string | undefined } = {}): LimitFinding[] {
  const limits = API_LIMITS[api];
  const findings = [...contentFindings(facts, limits), ...kindFindings(facts, api, limits, model)];
  return worstFirst(findings);
}

/**
 * What an API's documented limits say of a request as a whole, the worst first: its bytes, its images, its documents.
 *
 * @param facts of the media that are in the request
 * @param size bytes of the body, when they are known: to count them in megabytes of text takes its time
 */
export function checkRequest(result: WireResult, facts: readonly MediaFacts[], api: WireApi, size?: number): LimitFinding[] {
  return worstFirst(requestFindings(result, facts, API_LIMITS[api], size));
}

/** Whether anything is documented of the limits of an API. */
export function hasKnownLimits(api: WireApi): boolean {
  return Object.keys(API_LIMITS[api]).length > 0;
}

/** Errors, warnings, the rest; those of one severity as they are. */
export function worstFirst(findings: readonly LimitFinding[]): LimitFinding[] {
  return findings.toSorted((one, other) => SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity));
}

function kindFindings(facts: MediaFacts, api: WireApi, limits: ApiLimits, model: string | undefined): LimitFinding[] {
  switch (mediaKind(facts.mimeType)) {
    case 'image':
      return imageFindings(facts, limits, modelFamily(api, model));
    case 'document':
    case 'other':
      return documentFindings(facts, limits);
    case 'audio':
      return recordingFindings(facts, limits.audio);
    case 'video':
      return recordingFindings(facts, limits.video);
    case 'text':
      return [];
  }
}
