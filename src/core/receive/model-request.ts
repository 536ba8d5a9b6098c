import type { MediaFacts } from '../content/media-facts.ts';
import type { ModelLimits } from '../models/catalogue/infer-capabilities.ts';
import type { Retirement } from '../models/catalogue/retirements.ts';
import type { LlmServiceConfig } from '../models/schema.ts';
import { retirementOfService } from '../wire/retirement-of-service.ts';
import { apiOfService, type ServiceApi, type ServiceFacts } from '../wire/service-api.ts';
import type { LimitFinding, LimitSeverity } from '../wire/limit-finding.ts';
import { forWindow, isBeyond, largestInput, SHORTENING_APIS, windowFinding, windowOf } from '../wire/context-window.ts';
import type { Cloud } from '../wire/cloud.ts';
import { cloudOf } from '../wire/cloud-limits.ts';
import { checkLimits, checkRequest, worstFirst } from '../wire/limits.ts';
import type { ServicesAndModels } from '../wire/services-and-models.ts';
import { bodySize, isText, textRead } from '../wire/shortened-body.ts';
import { estimateMediaTokens } from '../wire/tokens/media-tokens.ts';
import { hasOwnTokenizer, type TokenEstimate } from '../wire/tokens/model-family.ts';
import { estimatePastedTokens, type TextCount, textTokens } from '../wire/tokens/text-tokens.ts';
import { writeRequest } from '../wire/to-wire.ts';
import type { CanonicalMessage, ReadMessages } from '../wire/turns.ts';
import { OUTCOMES, type WireApi, type WireOutcome, type WireResult, type WireVerdict } from '../wire/verdict.ts';

/** Which API a request is for. */
export interface ApiChoice {
  readonly api: WireApi;
  /** `chosen`: a person named it. */
  readonly certainty: ServiceApi['certainty'] | 'chosen';
  /** Why it is this one; null when it was chosen. */
  readonly because: ServiceApi['because'] | null;
  /** The cloud that offers it, whose limits differ. */
  readonly cloud?: Cloud;
  /** What the host that serves the model says of its end. */
  readonly retirement?: Retirement;
}

/** A request as it is sent. */
export interface ModelRequest {
  readonly choice: ApiChoice;
  /** The provider's name of the model. */
  readonly model: string | undefined;
  readonly result: WireResult;
  /** The verdicts of the last message, which is the one that is asked about; the turn around it is not. */
  readonly verdicts: readonly WireVerdict[];
  /** What became of the parts of that message together; null without a part. */
  readonly worst: WireOutcome | null;
}

/** A request that was judged by the documented limits of its API. */
export interface JudgedRequest extends ModelRequest {
  /** Bytes of the body as JSON in UTF-8. */
  readonly bytes: number;
  /** Findings about the request as a whole and about its media, the worst first. */
  readonly limits: readonly PlacedFinding[];
}

/** What a limit says, and of which media. */
export interface PlacedFinding extends LimitFinding {
  /**
   * Indices of their parts in the last message; for a request that is too large, those without which it would fit. Empty when the finding
   * is about none in particular.
   */
  readonly parts: readonly number[];
  /** Whether it is about the request as a whole: its bytes, its images or documents together. */
  readonly scope: 'request' | 'part';
}

/** A medium in the message that is asked about. */
export interface MessageMedium {
  /** Index of its part in the message's content. */
  readonly part: number;
  readonly facts: MediaFacts;
}

/** What the receiver of a request is known by. */
export interface RequestReceiver {
  readonly choice: ApiChoice;
  readonly model: string | undefined;
  /** The server is declared to take media in tool messages. */
  readonly mediaInToolResults: boolean;
  /** The model is declared to take images. */
  readonly seesImages: boolean;
}

/** The API of a service, unless a person chose another. @param service null is "text only" */
export function chooseApi(service: (ServiceFacts & Parameters<typeof cloudOf>[0]) | null, chosen: WireApi | null): ApiChoice {
  const cloud = service === null ? undefined : cloudOf(service);
  const choice: ApiChoice = chosen ? { api: chosen, certainty: 'chosen', because: null } : apiOfService(service ?? {});
  const retirement = service === null ? undefined : retirementOfService(service);
  return { ...choice, ...(cloud && { cloud }), ...(retirement && { retirement }) };
}

/** How a service is spoken to. @param service null is "text only" */
export function requestReceiver(
  service: LlmServiceConfig | null,
  services: Pick<ServicesAndModels, 'hasCapability'>,
  choice: ApiChoice = chooseApi(service, null),
): RequestReceiver {
  return {
    choice,
    model: service?.model,
    mediaInToolResults: service !== null && services.hasCapability(service.id, 'tool_result_media'),
    seesImages: service !== null && services.hasCapability(service.id, 'vision'),
  };
}

/**
 * Writes messages as the request of an API. Its base64 values are the strings of the messages: nothing is encoded, and no JSON is made.
 *
 * @returns null when there is nothing to send
 */
export function composeRequest(
  messages: ReadMessages,
  { choice, model, mediaInToolResults, seesImages }: RequestReceiver,
): ModelRequest | null {
  if (messages.count === 0) return null;
  const result = writeRequest(messages, choice.api, { model, mediaInToolResults, seesImages, cloud: choice.cloud });
  const verdicts = result.verdicts.filter(({ message }) => message === messages.count - 1);
  return { choice, model, result, verdicts, worst: worstOutcome(verdicts) };
}

/**
 * Judges a request by the limits of its API.
 *
 * @param media those of the last message
 * @param bytes of the body, where they are known: counting them in megabytes of text takes its time
 */
export function judgeByLimits(
  request: ModelRequest,
  media: readonly MessageMedium[],
  bytes: number = bodySize(request.result),
): JudgedRequest {
  const { choice, model, result, verdicts } = request;
  // A part that is not in the request has no limit to keep.
  const arriving = media.flatMap(({ part, facts }) => {
    const verdict = verdicts.find((each) => each.part === part && each.outcome !== 'dropped');
    return verdict ? [{ part, facts, verdict }] : [];
  });
  const ofRequest = checkRequest(
    result,
    arriving.map(({ facts }) => facts),
    choice.api,
    { size: bytes, cloud: choice.cloud, model },
  ).map(({ media: behind, ...finding }): PlacedFinding => ({
    ...finding,
    parts: behind.flatMap((index) => arriving[index]?.part ?? []),
    scope: 'request',
  }));
  const ofParts = arriving.flatMap(({ part, facts, verdict }) =>
    checkLimits(facts, choice.api, { model, cloud: choice.cloud, verdict }).map((finding): PlacedFinding => ({
      ...finding,
      parts: [part],
      scope: 'part',
    })),
  );
  return { ...request, bytes, limits: worstFirst([...ofRequest, ...ofParts, ...endOf(request)]) };
}

/** That the host has announced the end of the model, or forwards requests to another since. That a retired model is refused is not one of its limits: see `arrivalOf`. */
function endOf({ choice: { retirement }, model = '' }: ModelRequest): readonly PlacedFinding[] {
  if (!retirement || retirement.state === 'retired') return [];
  const { state, date, successor, source } = retirement;
  return [{ code: `model_${state}`, severity: 'info', params: { model, date, successor }, source, parts: [], scope: 'request' }];
}

/** Whether an API would refuse a request for its limits, as far as its media tell: its bytes are not counted. */
export function exceedsLimits(request: ModelRequest, media: readonly MessageMedium[]): boolean {
  return isOverLimit(judgeByLimits(request, media, 0).limits);
}

/** Whether an API refuses a request for one of its limits. */
export function isOverLimit(limits: readonly LimitFinding[]): boolean {
  return limits.some(({ severity }) => severity === 'error');
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

/** What the last message of a request costs: what its media cost is known at once, its text has to be counted. */
export interface RequestBill {
  /** Those whose tokens a formula tells; none when the request is refused. */
  readonly media: readonly TokenEstimate[];
  /** The text to be counted; null when no text is part of the bill. */
  readonly text: string | null;
  /** The parts whose tokens no formula tells. */
  readonly unknown: readonly number[];
}

/**
 * Works out what is billed for the message that is asked about, and for nothing else of the request: its media, and the text the model
 * reads. The few words of caption beside a single medium are left out, so that the figure is the formula's.
 *
 * @param message the last one of the request
 */
export function billOf(request: JudgedRequest, media: readonly MessageMedium[], message: CanonicalMessage): RequestBill {
  if (request.worst === 'rejected' || isOverLimit(request.limits)) return { media: [], text: null, unknown: [] };
  const { choice, model } = request;
  const known: TokenEstimate[] = [];
  const unknown: number[] = [];
  for (const medium of media) {
    if (!isMedium(medium, request)) continue;
    const estimate = estimateMediaTokens(medium.facts, { api: choice.api, model });
    if (estimate) known.push(estimate);
    else unknown.push(medium.part);
  }
  return { media: known, text: readText(request, media, message), unknown };
}

/**
 * Counts the text of a bill and adds it to what its media cost.
 *
 * @returns null when a part of the bill is not known, or nothing is billed
 */
export async function settleBill(
  { media, text, unknown }: RequestBill,
  request: Pick<ModelRequest, 'choice' | 'model'>,
  countText: CountText,
): Promise<readonly TokenEstimate[] | null> {
  if (unknown.length > 0 || (media.length === 0 && text === null)) return null;
  const ofText = await textEstimates(text, request, countText);
  return ofText && [...media, ...ofText];
}

/** Counts a text; null where it could not be counted, in time or at all. */
type CountText = (text: string) => Promise<TextCount | null>;

/** None for no text. */
async function textEstimates(
  text: string | null,
  { choice, model }: Pick<ModelRequest, 'choice' | 'model'>,
  countText: CountText,
): Promise<readonly TokenEstimate[] | null> {
  if (!text) return [];
  const count = await countText(text);
  return count && [textTokens(count, { api: choice.api, model })];
}

/** In UTF-8, at most. */
const BYTES_PER_CHARACTER = 3;

/** A byte is at most one token; some models have up to a third more. */
const MOST_TOKENS_PER_BYTE = 1.35;

/**
 * Judges a request by the context window of its model: by the numbers of media that hold for such a window, and by the tokens of the message that
 * is asked about. Its text is counted only where it could be too long.
 *
 * @param message the last one of the request
 */
export async function judgeByWindow(
  judged: JudgedRequest,
  { media, message }: { readonly media: readonly MessageMedium[]; readonly message: CanonicalMessage },
  limits: ModelLimits,
  countText: CountText,
): Promise<JudgedRequest> {
  const window = windowOf(limits);
  const request = { ...judged, limits: worstFirst(forWindow(judged.limits, window)) };
  const bill = billOf(request, media, message);
  const total = (estimates: readonly TokenEstimate[]): number => estimates.reduce((sum, { low }) => sum + low, 0);
  const most = Math.min((bill.text?.length ?? 0) * BYTES_PER_CHARACTER, request.bytes) * MOST_TOKENS_PER_BYTE;
  if (!isBeyond(total(bill.media) + most, window)) return request;
  const { package: from, date } = largestInput(limits)?.source ?? {};
  const source = [from, date].filter(Boolean).join(', ');
  const ofText = await textEstimates(bill.text, request, countText);
  const { choice, model } = request;
  const found: LimitFinding | undefined = ofText
    ? windowFinding(total([...bill.media, ...ofText]), window, {
        source,
        isShortened: SHORTENING_APIS.has(choice.api),
        isCounted: hasOwnTokenizer({ api: choice.api, model }),
      })
    : { code: 'window_not_checked', severity: 'warning', params: {}, source };
  return found ? { ...request, limits: worstFirst([...request.limits, { ...found, parts: [], scope: 'request' }]) } : request;
}

/** What contents would cost pasted into a text as base64. @param size in bytes */
export function pastedEstimate(size: number, { model }: Pick<ModelRequest, 'model'>): TokenEstimate {
  return estimatePastedTokens(size, { model });
}

/**
 * Finds the text the model reads of the message that is asked about, as its API carries it, with everything around it: what is shown, copied
 * and counted. Null when the model reads none, or nothing but the few words beside a medium in the answer of a tool.
 */
export function readText(request: ModelRequest, media: readonly MessageMedium[], message: CanonicalMessage): string | null {
  if (message.role === 'tool' && media.some((medium) => isMedium(medium, request))) return null;
  return textRead(request.result, request.verdicts, message);
}

/** Whether a medium is in the body as a medium: neither left out nor sent as its text. */
function isMedium({ part }: MessageMedium, { verdicts }: ModelRequest): boolean {
  return verdicts.some((verdict) => verdict.part === part && verdict.outcome !== 'dropped' && !isText(verdict));
}

/** Finds the width and height in pixels at which a model sees an image of a request; null where that is not known. */
export function sizeSeen(
  { facts }: MessageMedium,
  { choice, model }: ModelRequest,
): { readonly width: number; readonly height: number } | null {
  const { width, height } = estimateMediaTokens(facts, { api: choice.api, model })?.params ?? {};
  return typeof width === 'number' && typeof height === 'number' ? { width, height } : null;
}

/** The parts for which an API refuses a request: without them it keeps its limits. */
export function partsOverLimits({ limits }: Pick<JudgedRequest, 'limits'>): ReadonlySet<number> {
  return new Set(limits.filter(({ severity }) => severity === 'error').flatMap(({ parts }) => parts));
}
