import type { LlmServiceConfig } from '../../core/models/schema.ts';
import type { LimitFinding, LimitSeverity } from '../../core/wire/limit-finding.ts';
import { checkLimits, checkRequest, worstFirst } from '../../core/wire/limits.ts';
import { apiOfService, type ServiceApi } from '../../core/wire/service-api.ts';
import { bodySize } from '../../core/wire/shortened-body.ts';
import { writeRequest } from '../../core/wire/to-wire.ts';
import { OUTCOMES, type WireApi, type WireOutcome, type WireResult, type WireVerdict } from '../../core/wire/verdict.ts';
import type { PreviewServices } from './content-source.ts';
import { cutLongTexts, type MeasureText } from './message-text.ts';
import type { Routed } from './routed.ts';

/** Which API a service is spoken to by. */
export interface ApiChoice {
  readonly api: WireApi;
  /** `chosen`: a person picked it in the preview. */
  readonly certainty: ServiceApi['certainty'] | 'chosen';
  /** Why it is this one; null when it was chosen. */
  readonly because: ServiceApi['because'] | null;
}

/** A request as an API receives it, and what there is to say of it. */
export interface Wired {
  readonly choice: ApiChoice;
  /** The provider's name of the model. */
  readonly model: string | undefined;
  readonly result: WireResult;
  /** Of the parts of the message that is previewed; of the turn around it nothing is said. */
  readonly verdicts: readonly WireVerdict[];
  /** What became of all of them together; null without a part. */
  readonly worst: WireOutcome | null;
}

/** The same, measured. */
export interface Measured extends Wired {
  /** Of the body as JSON in UTF-8. */
  readonly bytes: number;
  /** Of the request as a whole and of its media, the worst first. */
  readonly limits: readonly PlacedFinding[];
}

/** What a limit says, and of which media. */
export interface PlacedFinding extends LimitFinding {
  /** Indices of their parts in the message; of a request that is too large, those without which it would fit. Empty when it is about none in particular. */
  readonly parts: readonly number[];
}

/** What a service is spoken to with. */
export interface Spoken {
  readonly model: string | undefined;
  /** The server is declared to take media in tool messages. */
  readonly mediaInToolResults: boolean;
}

/** The API of a service, unless a person chose another. @param service null is "text only" */
export function chooseApi(service: LlmServiceConfig | null, chosen: WireApi | null): ApiChoice {
  return chosen ? { api: chosen, certainty: 'chosen', because: null } : apiOfService(service ?? {});
}

/**
 * Writes what was routed as the request of an API. Its base64 values are the strings of the message: nothing is
 * encoded, and no JSON is made.
 *
 * @returns null when there is nothing to send
 */
export function wireRouted(routed: Routed, choice: ApiChoice, { model, mediaInToolResults }: Spoken): Wired | null {
  if (!routed.message) return null;
  const result = writeRequest(routed.messages, choice.api, { model, mediaInToolResults });
  const verdicts = result.verdicts.filter(({ message }) => message === routed.messages.count - 1);
  return { choice, model, result, verdicts, worst: worstOutcome(verdicts) };
}

/** Writes what was routed as the request to a service, by its own API. @returns null when there is nothing to send */
export function wireFor(routed: Routed, service: LlmServiceConfig, services: PreviewServices): Wired | null {
  return wireRouted(routed, chooseApi(service, null), {
    model: service.model,
    mediaInToolResults: services.hasCapability(service.id, 'tool_result_media'),
  });
}

/** What is written, with its size and limits. */
export function measureRouted(routed: Routed, choice: ApiChoice, spoken: Spoken, measureText: MeasureText): Measured | null {
  const wired = wireRouted(routed, choice, spoken);
  return wired && forModel({ ...wired, bytes: sizeOf(wired.result, measureText), limits: [] }, routed, choice, spoken.model);
}

/** What there is to say of a request for another model or service by the same API; its body keeps the name of the first. */
export function forModel(measured: Measured, routed: Routed, choice: ApiChoice, model: string | undefined): Measured {
  return { ...measured, choice, model, limits: limitsOf(routed, measured, choice.api, model) };
}

/** Longer texts are measured without making their JSON, in characters. */
const LONG_TEXT = 100_000;

function sizeOf(result: WireResult, measureText: MeasureText): number {
  const { value, saved } = cutLongTexts(result.body, LONG_TEXT, measureText, new Set(result.media.map(({ pointer }) => pointer)));
  return bodySize({ ...result, body: value as WireResult['body'] }) + saved.bytes;
}

/** The worst of several outcomes. */
function worstOutcome(verdicts: readonly Pick<WireVerdict, 'outcome'>[]): WireOutcome | null {
  return OUTCOMES.findLast((outcome) => verdicts.some((verdict) => verdict.outcome === outcome)) ?? null;
}

const SEVERITIES: readonly LimitSeverity[] = ['error', 'warning', 'info'];

/** The worst of several findings. */
export function worstSeverity(limits: readonly LimitFinding[]): LimitSeverity | null {
  return SEVERITIES.find((severity) => limits.some((finding) => finding.severity === severity)) ?? null;
}

/** Whether an API would refuse a request for its limits, as far as its media tell. */
export function exceedsLimits(routed: Routed, wired: Wired): boolean {
  return worstSeverity(limitsOf(routed, { ...wired, bytes: 0 }, wired.choice.api, wired.model)) === 'error';
}

/** The parts for which an API refuses a request: without them it keeps its limits. */
export function partsOverLimits({ limits }: Pick<Measured, 'limits'>): ReadonlySet<number> {
  return new Set(limits.filter(({ severity }) => severity === 'error').flatMap(({ parts }) => parts));
}

/** Those of the attachments, by their order, that are in none of some parts. */
export function attachmentsWithout(parts: ReadonlySet<number>, { attachments }: Pick<Routed, 'attachments'>): readonly number[] {
  return attachments.flatMap(({ part }, index) => (part !== undefined && parts.has(part) ? [] : [index]));
}

/** A part that is not in the request has no limit to keep. */
function limitsOf(
  { media }: Routed,
  { result, verdicts, bytes }: Omit<Measured, 'limits'>,
  api: WireApi,
  model: string | undefined,
): readonly PlacedFinding[] {
  const arriving = media.filter(({ part }) => verdicts.some((verdict) => verdict.part === part && verdict.outcome !== 'dropped'));
  const ofRequest = checkRequest(
    result,
    arriving.map(({ facts }) => facts),
    api,
    bytes,
  ).map(({ media: behind, ...finding }): PlacedFinding => ({ ...finding, parts: behind.flatMap((index) => arriving[index]?.part ?? []) }));
  const ofParts = arriving.flatMap(({ part, facts }) =>
    checkLimits(facts, api, { model, verdict: verdicts.find((verdict) => verdict.part === part) }).map((finding): PlacedFinding => ({
      ...finding,
      parts: [part],
    })),
  );
  return worstFirst([...ofRequest, ...ofParts]);
}
