import { isGenericMediaType, type MediaKind, mediaKind } from '../content/media-type.ts';
import type { ModelCapabilities } from '../models/capability.ts';
import type { Retirement } from '../models/catalogue/retirements.ts';
import { ACCEPTED_CAPABILITIES } from '../routing/artifact-content-router.ts';
import type { LimitFinding } from '../wire/limit-finding.ts';
import type { Cloud } from '../wire/cloud.ts';
import { cloudOfReceiver } from '../wire/cloud-limits.ts';
import { checkLimits, checkRequest } from '../wire/limits.ts';
import { estimateMediaTokens } from '../wire/tokens/media-tokens.ts';
import type { TokenEstimate } from '../wire/tokens/model-family.ts';
import { requestTokens } from '../wire/tokens/request-tokens.ts';
import { textTokens } from '../wire/tokens/text-tokens.ts';
import { type GivenOptions, writeRequest } from '../wire/to-wire.ts';
import { hasOwnTokenizer } from '../wire/tokens/model-family.ts';
import { forWindow, isBeyond, SHORTENING_APIS, windowFinding } from '../wire/context-window.ts';
import type { WireApi, WireResult, WireVerdict } from '../wire/verdict.ts';
import type { ConversationIndex, MediaPartOf } from './conversation.ts';
import { formatFacts } from './formats.ts';
import { type ConversationFinding, outcomeOf, OWN_SOURCES } from './conversation-finding.ts';
import {
  type CanonicalConversation,
  type PlacedMedium,
  prepareConversation,
  type PreparedConversation,
  type SpentParts,
} from './prepare-conversation.ts';
import { asItsProgramSends } from './program-mends.ts';
import { judgeRequest, maskedTexts, unjudged, unjudgedMedia } from './judge-request.ts';
import { isSentAsItStands, kindOfMedium, standingRequest, standingSize } from './standing-request.ts';
import { addressKey, hasSystemPrompt, type PartAddress, type SentRequest } from './replay.ts';
import { requestPlaces } from './request-places.ts';
import { countedEstimate, isCountOf } from './server-count.ts';
import { contentKey } from './session-artifacts.ts';
import type { TextFinding } from './text-findings.ts';
import { isSlimmed } from './slim-shapes.ts';
import { REPEATED_WORTH_TELLING } from './weight.ts';

/** For whom a conversation is checked. */
export interface Receiver {
  readonly api: WireApi;
  /** The provider's name of the model. */
  readonly model?: string | undefined;
  /** What the model takes; null when that is not known: then nothing is said of it. */
  readonly capabilities: ModelCapabilities | null;
  /** Which of the inputs among them are not known: what needs them may fail. */
  readonly unknownInputs?: readonly string[] | undefined;
  /** The server it is reached at, such as `api.openai.com`; absent for the one that the model's name tells, or the API's own provider's. */
  readonly host?: string | undefined;
  /** The cloud it is reached at, where it is known by more than the server and the model's name. */
  readonly cloud?: Cloud | undefined;
  /**
   * Tokens of its context window; absent when that is not known. The library takes it and the next from the catalogue, by the model's name, if
   * neither is given.
   */
  readonly contextWindow?: number | undefined;
  /** Tokens of its longest input, where that is less than the window. */
  readonly inputLimit?: number | undefined;
  /** What the host that serves it says of its end; absent where that is nothing, or not known. */
  readonly retirement?: Retirement | undefined;
}

/** What a receiver makes of a conversation. */
export interface ConversationCheck extends SentRequest {
  /** The worst first, then in the order of the conversation. */
  readonly findings: readonly ConversationFinding[];
  /** The API it was checked for. */
  readonly api: WireApi;
  /** Whether the next request would be accepted, as far as documented rules tell; false too where a text is masked (`content_masked`). */
  readonly goesThrough: boolean;
  /**
   * What its input costs; null when there is no formula for one of its media, or a text is masked. Where the file has what the server counted for this model, that
   * comes first (`server_count`), and then what comes behind it.
   */
  readonly estimates: readonly TokenEstimate[] | null;
  /** The first part whose tokens are not known; null where there are estimates. */
  readonly uncounted: PartAddress | null;
  /** How many of these tokens a server counted; null where it has counted none. */
  readonly counted: number | null;
  /** What the estimates are without, because no file of the program has it; null where nothing is known to be missing. */
  readonly lacks: 'tools' | 'system_and_tools' | null;
  /** Bytes of the request's body. */
  readonly size: number;
  /** Messages and media that are sent. */
  readonly messages: number;
  readonly media: number;
}

/**
 * Checks a conversation against the rules of an API and a model: limits of parts and of the whole request, what the API has no place for,
 * calls and results that belong together, and texts that are base64.
 *
 * @param texts what was found in its texts
 * @param prepared of the same index, for one that is checked for several receivers
 */
export function checkConversation(
  index: ConversationIndex,
  asked: Receiver,
  texts: readonly TextFinding[] = [],
  prepared: PreparedConversation = prepareConversation(index),
): ConversationCheck {
  const options = wireOptionsOf(asked);
  const receiver: PlacedReceiver = { ...asked, cloud: options.cloud };
  const { api, model, cloud } = receiver;
  const { ordered, media } = prepared;
  const written = isSentAsItStands(index, receiver) ? undefined : prepared.canonical();
  const { request, addresses } = written
    ? { request: writeRequest(written.read, api, options), addresses: written.addresses }
    : standingRequest(ordered);
  const verdicts = new Map(request.verdicts.map((verdict) => [addressKey(addresses[verdict.message]?.[verdict.part]), verdict] as const));
  const sent = media.filter(({ address }) => verdicts.get(addressKey(address))?.outcome !== 'dropped');
  const parts = sent.map(({ part }) => part);
  const size = written ? sizeOf(written, request, parts) : standingSize(ordered, index);
  const counted = prepared.counted && isCountOf(prepared.counted.count, model) ? prepared.counted : undefined;
  const { estimates, uncounted: part } = estimatesOf(counted?.behind ?? prepared.spent, receiver, sent, texts);
  if (counted) estimates.unshift(countedEstimate(counted.count));
  const ofRequest = checkRequest(
    request,
    parts.map(({ facts }) => facts),
    api,
    { size, cloud, model },
  );
  const judged = judgeRequest(ordered, index, receiver);
  const masked = maskedTexts(ordered, index);
  const ofParts = request.verdicts.flatMap((verdict) => verdictFindings(verdict, addresses[verdict.message]?.[verdict.part] ?? null));
  const refused = new Set([...ofParts, ...judged].flatMap(({ params, address }) => (isOfType(params['rule']) ? addressKey(address) : [])));
  const ofMedia = sent.flatMap(({ part, address }) =>
    mediaFindings(part, address, receiver).filter(({ code }) => code !== 'type_not_accepted' || !refused.has(addressKey(address))),
  );
  const asSent = [
    ...toldOnce(ofMedia),
    ...ofParts,
    ...forWindow(ofRequest, receiver).map(({ media: behind, ...finding }) => ({ ...finding, address: culprit(finding, behind, sent) })),
    ...judged,
    ...(written ? [] : unjudged(ordered, index, receiver, judged)),
    ...(written ? [] : unjudgedMedia(media, index, receiver, [...ofMedia, ...judged])),
    ...masked,
    ...toldOnce(linkFindings(ordered, receiver)),
    ...prepared.calls,
    ...(api === 'anthropic' ? [...prepared.reused, ...prepared.asWritten] : []),
    ...(hasSomething(ordered, api) ? [] : [nothingToSend(api)]),
    ...endFindings(receiver),
    ...repeated(sent),
    ...storedRepeatedly(index),
    ...prepared.receipt,
    ...contextFindings(estimates, receiver, prepared.spent.requestParts),
    ...texts.map(({ address, params }) => ({ ...IN_TEXT, params, address })),
  ];
  const uncounted = part ?? masked[0]?.address ?? null;
  const findings = asItsProgramSends(asSent, ordered, index, api);
  return {
    findings: withPointers(inReadingOrder(findings), index, { request, addresses }, api),
    api,
    goesThrough: outcomeOf(findings) === 'goes_through',
    estimates: uncounted === null ? estimates : null,
    uncounted,
    counted: counted?.count.high ?? null,
    lacks: counted ? null : lacksOf(index),
    size,
    messages: addresses.length,
    media: media.length,
    request,
    addresses,
  };
}

/** The findings, with the places in the request that they are about. */
function withPointers(
  findings: readonly ConversationFinding[],
  index: ConversationIndex,
  sent: SentRequest,
  api: WireApi,
): ConversationFinding[] {
  if (findings.every(({ address }) => address === null)) return [...findings];
  const pointers = new Map(requestPlaces(index, sent, api).map(({ address, pointer }) => [addressKey(address), pointer]));
  return findings.map((finding) => {
    const pointer = finding.address && pointers.get(addressKey(finding.address));
    return typeof pointer !== 'string' ? finding : { ...finding, pointer };
  });
}

/** A receiver, and the cloud it is at; a conversation may have thousands of media whose limits depend on it. */
interface PlacedReceiver extends Receiver {
  readonly cloud: Cloud | undefined;
}

/** How a request is written for a receiver: for its model, at the cloud that its server tells, else the name of the model. */
export function wireOptionsOf(receiver: Receiver): GivenOptions {
  return {
    model: receiver.model,
    cloud: cloudOfReceiver(receiver),
    mediaInToolResults: receiver.capabilities?.input.includes('tool_result_media') === true,
  };
}

/** Rules that refuse a medium for its type, beside which its limits need not say so. */
const OF_TYPES: ReadonlySet<unknown> = new Set([
  'image_type_refused',
  'file_type_refused',
  'file_type_not_taken',
  'sound_not_heard',
  'type_not_taken',
  'type_missing',
]);

function isOfType(rule: unknown): boolean {
  return OF_TYPES.has(rule);
}

const IN_TEXT = { code: 'base64_in_text', severity: 'warning', source: OWN_SOURCES.text } as const;

function mediaFindings(part: MediaPartOf, address: PartAddress, receiver: PlacedReceiver): ConversationFinding[] {
  const { facts, isBase64, declared, isFile } = part;
  const { api, model, contextWindow, cloud } = receiver;
  const limits = isBase64 || facts.size === 0 ? forWindow(checkLimits(facts, api, { model, cloud }), { contextWindow }) : [];
  const kind = kindOfMedium(part);
  // Bytes of no format that stand where Ollama has pictures and sound, without a type, may be either.
  const isUnknown = !isFile && declared === undefined && isGenericMediaType(facts.mimeType);
  // what the bytes are is what a model would have to take; the declared type is another finding
  const type = mediaKind(facts.detectedMimeType ?? '') === kind ? (facts.detectedMimeType ?? facts.mimeType) : facts.mimeType;
  return [
    ...limits.map((finding) => ({ ...finding, address })),
    ...(isUnknown ? [] : capabilityFindings(receiver, kind, type).map((finding) => ({ ...finding, address }))),
  ];
}

/** Images at an address; what kind of file another address leads to is not known. */
function linkFindings(ordered: PreparedConversation['ordered'], receiver: Receiver): ConversationFinding[] {
  const findings = capabilityFindings(receiver, 'image', 'image');
  return ordered.flatMap(({ parts, index: message }) =>
    parts.flatMap((part, at) =>
      part.kind === 'link' && !part.isFile ? findings.map((finding) => ({ ...finding, address: { message, part: at } })) : [],
    ),
  );
}

/** That something is not known of the model is said once for each kind of media, at the first. */
function toldOnce(findings: readonly ConversationFinding[]): ConversationFinding[] {
  const told = new Set<unknown>();
  return findings.filter(({ code, params: { kind } }) => {
    if (code !== 'capability_unknown') return true;
    const isNew = !told.has(kind);
    told.add(kind);
    return isNew;
  });
}

/** What the model's capabilities say of a medium: nothing where one of those that it needs is there, and known. */
function capabilityFindings(
  { capabilities, unknownInputs = [] }: Receiver,
  kind: MediaKind,
  type: string,
): readonly Omit<ConversationFinding, 'address'>[] {
  if (capabilities === null || kind === 'text') return [];
  const accepted = ACCEPTED_CAPABILITIES[kind].filter((capability) => capabilities.input.includes(capability));
  if (accepted.some((capability) => !unknownInputs.includes(capability))) return [];
  const params = { capability: ACCEPTED_CAPABILITIES[kind][0] ?? kind, type, kind };
  const what =
    accepted.length > 0
      ? ({ code: 'capability_unknown', severity: 'warning' } as const)
      : ({ code: 'capability_missing', severity: 'error' } as const);
  return [{ ...what, params, source: OWN_SOURCES.capabilities }];
}

function verdictFindings(verdict: WireVerdict, address: PartAddress | null): ConversationFinding[] {
  const { outcome, rule, params = {}, source } = verdict;
  if (outcome !== 'rejected' && outcome !== 'dropped') return [];
  const code = outcome === 'rejected' ? 'part_rejected' : 'part_left_out';
  const severity = outcome === 'rejected' ? 'error' : 'warning';
  return [{ code, severity, params: { ...params, rule }, source, address, verdict }];
}

/** The medium that a finding about the request points at: of many large images, the first. */
function culprit({ code }: LimitFinding, [first = -1]: readonly number[], sent: readonly PlacedMedium[]): PartAddress | null {
  return code === 'too_large_among_many' ? (sent[first]?.address ?? null) : null;
}

const MESSAGES = {
  anthropic: 'https://platform.claude.com/docs/en/api/messages (2026-11)',
  gemini: 'https://ai.google.dev/api/generate-content (2026-11)',
  openai: 'https://developers.openai.com/api/reference/resources/chat/subresources/completions/methods/create (2026-11)',
};

/**
 * Whether there is a message. Chat Completions take the system prompt alone, as servers answer it; the others have a place of its own for
 * it, and want a message beside.
 */
function hasSomething(ordered: PreparedConversation['ordered'], api: WireApi): boolean {
  const told = ordered.filter(({ parts }) => parts.some(({ kind }) => kind !== 'reasoning'));
  if (told.some(({ role }) => role !== 'system')) return true;
  if (api === 'openai-chat' || api === 'openai-compatible') return told.length > 0;
  return api === 'openai-responses' && ordered.some(({ parts }) => parts.some(({ place }) => place.path[0] !== 'instructions'));
}

function nothingToSend(api: WireApi): ConversationFinding {
  const source = api === 'anthropic' ? MESSAGES.anthropic : api.startsWith('gemini') ? MESSAGES.gemini : MESSAGES.openai;
  return { code: 'nothing_to_send', severity: 'error', params: {}, source, address: null };
}

function endFindings({ retirement, model = '' }: Receiver): ConversationFinding[] {
  if (!retirement) return [];
  const { state, date, successor, source } = retirement;
  const severity = state === 'retired' ? 'error' : 'info';
  return [{ code: `model_${state}`, severity, params: { model, date, successor }, source, address: null }];
}

function repeated(sent: readonly PlacedMedium[]): ConversationFinding[] {
  const seen = new Map<string, PartAddress>();
  return sent.flatMap(({ part, address }) => {
    const key = contentKey(part);
    const first = seen.get(key);
    if (first) {
      const params = { message: first.message + 1, size: part.facts.size };
      return [{ code: 'stored_twice' as const, severity: 'info' as const, params, source: OWN_SOURCES.content, address }];
    }
    seen.set(key, address);
    return [];
  });
}

/** Of the file, whatever is sent: that of a message is {@link repeated}. */
function storedRepeatedly({ weight: { copies }, format }: ConversationIndex): ConversationFinding[] {
  if (copies.bytes < REPEATED_WORTH_TELLING) return [];
  const params = { bytes: copies.bytes, copies: copies.count, ...(isSlimmed(format) && { canSlim: 1 }) };
  return [{ code: 'media_stored_repeatedly', severity: 'info', params, source: OWN_SOURCES.file, address: null }];
}

/** Bytes of the body, with everything that the stand-ins leave out. */
function sizeOf({ left }: CanonicalConversation, { body }: WireResult, media: readonly MediaPartOf[]): number {
  return media.reduce((sum, { data }) => sum + (data.end - data.start), bodySize(body) + left);
}

/** Bytes of a body as JSON, its lists item by item: at once, the text of a long conversation has tens of megabytes. */
function bodySize(body: WireResult['body']): number {
  const lists = Object.values(body).filter((member) => Array.isArray(member));
  const others = Object.entries(body).map(([name, member]) => [name, Array.isArray(member) ? [] : member] as const);
  const ofList = (items: readonly unknown[]): number => items.reduce<number>((sum, item) => sum + jsonSize(item), items.length);
  // a comma less than items
  return lists.reduce((sum, items) => sum + Math.max(0, ofList(items) - 1), jsonSize(Object.fromEntries(others)));
}

function jsonSize(value: unknown): number {
  return encoder.encode(JSON.stringify(value)).length;
}

const encoder = new TextEncoder();

/** Programs keep the tools to themselves, and most of them the system prompt. */
function lacksOf(index: ConversationIndex): ConversationCheck['lacks'] {
  if (formatFacts(index.format)?.exactFor.length !== 0) return null;
  return hasSystemPrompt(index) ? 'tools' : 'system_and_tools';
}

/** @param spent what of the conversation is estimated */
function estimatesOf(
  { from, text, link, requestParts }: SpentParts,
  { api, model, cloud }: PlacedReceiver,
  sent: readonly PlacedMedium[],
  texts: readonly TextFinding[],
): { readonly estimates: TokenEstimate[]; readonly uncounted: PartAddress | null } {
  // An image counts by its size alone, and many have the same.
  const ofSizes = new Map<string, TokenEstimate | null>();
  const isEstimated = ({ address: { message } }: { readonly address: PartAddress }): boolean => message >= from;
  const estimated = sent.filter(isEstimated);
  const seen = estimated.map(({ part: { facts, traits } }) => {
    const { width, height, mimeType } = facts;
    const isLow = traits?.includes('low_detail') === true;
    if (width === undefined || height === undefined || mediaKind(mimeType) !== 'image') return estimateMediaTokens(facts, { api, model });
    const size = `${width} ${height} ${isLow}`;
    const known = ofSizes.get(size);
    if (known !== undefined) return known;
    const estimate = estimateMediaTokens(facts, { api, model, isLow });
    ofSizes.set(size, estimate);
    return estimate;
  });
  const known = seen.filter((estimate) => estimate !== null);
  // Base64 has more tokens than the prose that the index counts with.
  const binary = texts
    .filter(isEstimated)
    .reduce((sum, { finding }) => sum + Math.max(0, finding.tokens - finding.characters / COUNTED_CHARACTERS), 0);
  const { characters } = text;
  const ofTexts = textTokens({ tokens: text.tokens + binary, characters, counted: characters }, { api, model });
  const ofRequest = requestTokens(requestParts, { api, model, cloud }, Number(ofTexts.params['factor']));
  const estimates = [ofTexts, ...known, ofRequest];
  // of what lies at an address nothing is known
  return { estimates, uncounted: estimated[seen.indexOf(null)]?.address ?? link };
}

/** Characters of base64 that the index counts as a token. */
const COUNTED_CHARACTERS = 1.9;

function contextFindings(
  estimates: readonly TokenEstimate[],
  receiver: Receiver,
  { server }: SpentParts['requestParts'],
): ConversationFinding[] {
  const tokens = estimates.reduce((sum, { low }) => sum + low, 0);
  // A request that was answered was not too long: its window is larger than the one that is known.
  if (estimates.some(({ formula, low }) => formula === 'server_count' && isBeyond(low, receiver))) return [];
  const isShortened = server === 'shortens' || SHORTENING_APIS.has(receiver.api);
  const finding = windowFinding(tokens, receiver, { source: OWN_SOURCES.window, isShortened, isCounted: hasOwnTokenizer(receiver) });
  return finding ? [{ ...finding, address: null }] : [];
}

const SEVERITIES = ['error', 'warning', 'info'];

function inReadingOrder(findings: readonly ConversationFinding[]): ConversationFinding[] {
  const place = ({ address }: ConversationFinding): number => addressKey(address);
  return SEVERITIES.flatMap((wanted) => findings.filter(({ severity }) => severity === wanted).sort((a, b) => place(a) - place(b)));
}
