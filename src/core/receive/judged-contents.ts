import { type MediaKind, mediaKind } from '../content/media-type.ts';
import { sentence, type Sentence } from '../io/errors.ts';
import { modelDoubt, type ModelDoubt } from '../models/catalogue/check-catalogue.ts';
import type { Inference } from '../models/catalogue/inference.ts';
import type { ModelKnowledge } from '../models/catalogue/load-catalogue.ts';
import { isCertain } from '../models/catalogue/propose-capabilities.ts';
import { ACCEPTED_CAPABILITIES } from '../routing/artifact-content-router.ts';
import { type Arrival, ARRIVAL_SENTENCES, arrivalOf, type Way, wayOfAttachments } from '../wire/arrival.ts';
import { isText } from '../wire/shortened-body.ts';
import type { WireVerdict } from '../wire/verdict.ts';
import type { JudgedRequest, ModelRequest, PlacedFinding } from './model-request.ts';
import type { AttachmentOutcome, RoutedContents } from './routed-contents.ts';

/** Whose knowledge a judgement is made with. */
export interface ModelFacts {
  /** The provider's name of the model that answers; nothing is said of a model without one. */
  readonly model: string | undefined;
  readonly catalogue: ModelKnowledge;
  /** What is known of a model of the catalogue, or of its family; null where a service declares what it takes. */
  readonly inference: Inference | null;
}

/** Stands for the catalogue where nothing is asked of it. */
export const KNOWS_NOTHING: ModelKnowledge = { inferCapabilities: () => null };

/** What a model receives of one attachment, were it alone in the request. */
export interface JudgedAttachment extends AttachmentOutcome {
  /** What becomes of its part; absent where it is not included. */
  readonly verdict?: WireVerdict;
  /** What the limits of the API say of it, be it together with others; the worst first. */
  readonly limits: readonly PlacedFinding[];
  readonly arrival: Arrival;
}

/** What a model receives of contents. */
export interface JudgedContents {
  /** In the order of the attachments; empty for a single content that is read with a tool. */
  readonly attachments: readonly JudgedAttachment[];
  /** What the catalogue says against the content, or against the first of several; null where it says nothing. */
  readonly doubt: ModelDoubt | null;
  readonly arrival: Arrival;
}

/** Judges what a model receives in the end of contents that were routed. @param request null when there is nothing to send */
export function judgeContents(routed: RoutedContents, request: JudgedRequest | null, facts: ModelFacts): JudgedContents {
  const attachments = judgeAttachments(routed, request, facts).map((attachment) => judgeAttachment(attachment, routed, request, facts));
  const doubt = attachments.length > 0 ? (attachments.find((each) => each.doubt)?.doubt ?? null) : doubtOf(routed, facts);
  const arrival = arrivalOf({
    route: attachments.length > 0 ? wayOfAttachments(attachments.map(({ outcome }) => outcome)) : routed.route,
    verdicts: request?.verdicts ?? null,
    limits: request?.limits ?? [],
    size: routed.size,
    doubt,
    ...knownOf(request, facts),
  });
  return { attachments, doubt, arrival };
}

function judgeAttachment(
  attachment: AttachmentOutcome,
  { media }: RoutedContents,
  request: JudgedRequest | null,
  facts: ModelFacts,
): JudgedAttachment {
  const { part, outcome, doubt = null } = attachment;
  const verdict = request?.verdicts.find((each) => each.part === part);
  if (part === undefined || !verdict) {
    const state = outcome === 'included' ? 'nothing' : outcome;
    return { ...attachment, limits: [], arrival: { state } };
  }
  const limits = request?.limits.filter(({ parts }) => parts.includes(part)) ?? [];
  const size = media.find((medium) => medium.part === part)?.facts.size ?? null;
  return {
    ...attachment,
    verdict,
    limits,
    arrival: arrivalOf({ route: 'content', verdicts: [verdict], limits, size, doubt, ...knownOf(request, facts) }),
  };
}

/** What is known of the API and the model for which a request is written, beside their rules and limits. */
function knownOf(request: JudgedRequest | null, { inference }: ModelFacts): Pick<Way, 'retired' | 'guess'> {
  if (request === null) return {};
  const { choice, model } = request;
  const guess = choice.certainty === 'guessed' ? choice.because : familyGuess(inference);
  return {
    ...(choice.retirement?.state === 'retired' && { retired: { model: model ?? '', ...choice.retirement } }),
    ...(guess && { guess }),
  };
}

/** That what a model takes is known of its family alone. */
function familyGuess(inference: Inference | null): Sentence | null {
  if (inference === null || isCertain(inference.match)) return null;
  return sentence(ARRIVAL_SENTENCES.of_family, inference.model, inference.entry);
}

/**
 * Adds what the catalogue says against each attachment that is included. Nothing speaks against one that goes as text: every model takes
 * text.
 */
export function judgeAttachments(
  { attachments, media }: Pick<RoutedContents, 'attachments' | 'media'>,
  request: ModelRequest | null,
  facts: ModelFacts,
): readonly AttachmentOutcome[] {
  return attachments.map((attachment) => {
    const { part, capability } = attachment;
    const medium = media.find((each) => each.part === part);
    if (!medium || request?.verdicts.some((verdict) => verdict.part === part && isText(verdict))) return attachment;
    const doubt = doubtAbout(capability, mediaKind(medium.facts.mimeType), facts);
    return doubt ? { ...attachment, doubt } : attachment;
  });
}

/** Finds what the catalogue says against a single content being sent to a model; null where it says nothing. */
function doubtOf({ granted, kind }: RoutedContents, facts: ModelFacts): ModelDoubt | null {
  return granted === null ? null : doubtAbout(granted, kind, facts);
}

function doubtAbout(declared: string, kind: MediaKind | null, { model, catalogue, inference }: ModelFacts): ModelDoubt | null {
  if (model === undefined) return null;
  const doubt = modelDoubt(model, { declared, kind: kindCapability(kind) }, catalogue);
  return doubt && { ...doubt, isDeclared: inference === null };
}

/** The usual input capability of a kind of content: that of sound is `audio`, though `file` may open the door to it. */
export function kindCapability(kind: MediaKind | null): string | undefined {
  return kind === null ? undefined : ACCEPTED_CAPABILITIES[kind][0];
}

/** How many of some attachments are in the request. */
export function countSent({ attachments }: Pick<RoutedContents, 'attachments'>, request: ModelRequest | null): number {
  return attachments.filter(
    ({ part }) => part !== undefined && request?.verdicts.some((verdict) => verdict.part === part && verdict.outcome !== 'dropped'),
  ).length;
}
