import { type MediaKind, mediaKind } from '../content/media-type.ts';
import type { ModelCapabilities } from '../models/capability.ts';
import { ACCEPTED_CAPABILITIES } from '../routing/artifact-content-router.ts';
import type { LimitFinding } from '../wire/limit-finding.ts';
import { checkLimits, checkRequest } from '../wire/limits.ts';
import { bodySize } from '../wire/shortened-body.ts';
import { estimateMediaTokens } from '../wire/tokens/media-tokens.ts';
import type { TokenEstimate } from '../wire/tokens/model-family.ts';
import { textTokens } from '../wire/tokens/text-tokens.ts';
import { toWire } from '../wire/to-wire.ts';
import type { WireApi, WireResult, WireVerdict } from '../wire/verdict.ts';
import type { ConversationIndex, ConversationMessage, ConversationPart, MediaPartOf } from './conversation.ts';
import { type PartAddress, prepareConversation, type PreparedConversation } from './replay.ts';
import type { TextFinding } from './text-findings.ts';

/** What is wrong with a part or the request, beside what limits say. */
export type ConversationRule =
  /** The model does not take media of this kind. */
  | 'capability_missing'
  /** The wire layer says that the API refuses the part, or has no place for it. */
  | 'part_rejected'
  | 'part_left_out'
  | 'call_without_result'
  | 'result_without_call'
  /** Something stands before the results of calls in a message, whose API wants them first. */
  | 'result_not_first'
  /** No message is sent but the system prompt. */
  | 'nothing_to_send'
  /** Base64, or bytes as numbers, in a text. */
  | 'base64_in_text'
  /** The same content is sent more than once. */
  | 'stored_twice'
  /** The request has more tokens than the context window. */
  | 'context_exceeded';

/** One thing that the next request fails by, loses or wastes. */
export interface ConversationFinding {
  readonly code: ConversationRule | LimitFinding['code'];
  readonly severity: LimitFinding['severity'];
  /** As those of a limit: numbers and words its sentence names. */
  readonly params: Readonly<Record<string, string | number>>;
  /** Where the rule is written. */
  readonly source: string;
  /** Null for the request as a whole. */
  readonly address: PartAddress | null;
  /** JSON pointer to the part in the body that is sent; absent when it is not in it. */
  readonly pointer?: string;
  /** The verdict of the wire layer, for `part_rejected` and `part_left_out`. */
  readonly verdict?: WireVerdict;
}

/** Where rules are that no provider wrote down. */
export const OWN_SOURCES = {
  text: 'the text itself',
  content: 'the content itself',
  capabilities: 'the capabilities of the model',
  window: 'the context window of the model',
} as const;

/** For whom a conversation is checked. */
export interface Receiver {
  readonly api: WireApi;
  /** The provider's name of the model. */
  readonly model?: string | undefined;
  /** What the model takes; null when that is not known: then nothing is said of it. */
  readonly capabilities: ModelCapabilities | null;
  /** Tokens of its context window; absent when that is not known. */
  readonly contextWindow?: number | undefined;
}

/** What a receiver makes of a conversation. */
export interface ConversationCheck {
  /** The worst first, then in the order of the conversation. */
  readonly findings: readonly ConversationFinding[];
  /** Whether the next request would be accepted, as far as documented rules tell. */
  readonly goesThrough: boolean;
  /** What its input costs; null when there is no formula for one of its media. */
  readonly estimates: readonly TokenEstimate[] | null;
  /** Bytes of the request's body. */
  readonly size: number;
  /** Messages and media that are sent. */
  readonly messages: number;
  readonly media: number;
  /** The request with short stand-ins for its content: shows the shape, and where each part is. */
  readonly request: WireResult;
  /** Where the parts of the request's messages are from. */
  readonly addresses: readonly (readonly PartAddress[])[];
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
  receiver: Receiver,
  texts: readonly TextFinding[] = [],
  prepared: PreparedConversation = prepareConversation(index),
): ConversationCheck {
  const { api, model } = receiver;
  const { messages, addresses, ordered } = prepared;
  const request = toWire(messages, api, {
    ...(model !== undefined && { model }),
    mediaInToolResults: receiver.capabilities?.input.includes('tool_result_media') === true,
  });
  const media = mediaOf(ordered);
  const verdicts = new Map(request.verdicts.map((verdict) => [keyOf(addresses[verdict.message]?.[verdict.part]), verdict]));
  const sent = media.filter(({ address }) => verdicts.get(keyOf(address))?.outcome !== 'dropped');
  const size = sizeOf(
    ordered,
    request,
    sent.map(({ part }) => part),
  );
  const { estimates, isComplete } = estimatesOf(
    ordered,
    receiver,
    sent.map(({ part }) => part),
    texts,
  );
  const findings = [
    ...sent.flatMap(({ part, address }) => mediaFindings(part, address, receiver, verdicts.get(keyOf(address)))),
    ...request.verdicts.flatMap((verdict) => {
      const address = addresses[verdict.message]?.[verdict.part] ?? null;
      // Nothing at all is no broken base64: that it is empty is said by its limits.
      return verdict.rule === 'base64_invalid' && isEmpty(index, address) ? [] : verdictFindings(verdict, address);
    }),
    ...forWindow(
      checkRequest(
        request,
        sent.map(({ part }) => part.facts),
        api,
        size,
      ),
      receiver,
    ).map((finding) => ({ ...finding, address: culprit(finding, sent) })),
    ...linkFindings(ordered, receiver),
    ...callFindings(ordered, index.format),
    ...(api === 'anthropic' && SENT_AS_WRITTEN.has(index.format) ? lateResults(ordered) : []),
    ...(messages.some(({ role }) => role !== 'system') ? [] : [nothingToSend(api)]),
    ...repeated(sent),
    ...contextFindings(estimates, receiver),
    ...texts.map(({ address, params }) => ({ ...IN_TEXT, params, address })),
  ];
  return {
    findings: inReadingOrder(findings),
    goesThrough: findings.every(({ severity }) => severity !== 'error'),
    estimates: isComplete ? estimates : null,
    size,
    messages: messages.length,
    media: media.length,
    request,
    addresses,
  };
}

const IN_TEXT = { code: 'base64_in_text', severity: 'warning', source: OWN_SOURCES.text } as const;

function isEmpty(index: ConversationIndex, address: PartAddress | null): boolean {
  const part = address ? index.messages[address.message]?.parts[address.part] : undefined;
  return part?.kind === 'media' && part.facts.size === 0;
}

interface PlacedMedium {
  readonly part: MediaPartOf;
  readonly address: PartAddress;
}

function keyOf(address: PartAddress | undefined): string {
  return address ? `${address.message}/${address.part}` : '';
}

/** The messages that are sent, in their order. */
type Ordered = readonly ConversationMessage[];

function mediaOf(ordered: Ordered): PlacedMedium[] {
  return ordered.flatMap(({ parts, index: message }) =>
    parts.flatMap((part, at) => (part.kind === 'media' ? [{ part, address: { message, part: at } }] : [])),
  );
}

function mediaFindings(
  { facts, isBase64 }: MediaPartOf,
  address: PartAddress,
  { api, model, capabilities }: Receiver,
  verdict: WireVerdict | undefined,
): ConversationFinding[] {
  const at = { address, ...(verdict?.pointer !== undefined && { pointer: verdict.pointer }) };
  const limits = isBase64 || facts.size === 0 ? checkLimits(facts, api, { model }) : [];
  const kind = mediaKind(facts.mimeType);
  return [
    // That a type is refused is said by the verdict already.
    ...limits
      .filter(({ code }) => code !== 'type_not_accepted' || verdict?.outcome !== 'rejected')
      .map((finding) => ({ ...finding, ...at })),
    ...(takes(capabilities, kind) ? [] : [{ ...missing(kind, facts.mimeType), ...at }]),
  ];
}

/** Images at an address; what kind of file another address leads to is not known. */
function linkFindings(ordered: Ordered, { capabilities }: Receiver): ConversationFinding[] {
  if (takes(capabilities, 'image')) return [];
  return ordered.flatMap(({ parts, index: message }) =>
    parts.flatMap((part, at) =>
      part.kind === 'link' && !part.isFile ? [{ ...missing('image', 'image'), address: { message, part: at } }] : [],
    ),
  );
}

function takes(capabilities: ModelCapabilities | null, kind: MediaKind): boolean {
  if (capabilities === null || kind === 'text') return true;
  return ACCEPTED_CAPABILITIES[kind].some((capability) => capabilities.input.includes(capability));
}

function missing(kind: MediaKind, type: string): Omit<ConversationFinding, 'address'> {
  const capability = ACCEPTED_CAPABILITIES[kind][0] ?? kind;
  return { code: 'capability_missing', severity: 'error', params: { capability, type, kind }, source: OWN_SOURCES.capabilities };
}

function verdictFindings(verdict: WireVerdict, address: PartAddress | null): ConversationFinding[] {
  const { outcome, rule, params = {}, source, pointer } = verdict;
  if (outcome !== 'rejected' && outcome !== 'dropped') return [];
  const code = outcome === 'rejected' ? 'part_rejected' : 'part_left_out';
  const severity = outcome === 'rejected' ? 'error' : 'warning';
  return [{ code, severity, params: { ...params, rule }, source, address, ...(pointer !== undefined && { pointer }), verdict }];
}

/** Anthropic's lower number of images for models with a window of 200,000 tokens: where the window is known, it holds or it does not. */
const SMALL_WINDOW = 200_000;

function forWindow(findings: readonly LimitFinding[], { contextWindow }: Receiver): LimitFinding[] {
  if (contextWindow === undefined) return [...findings];
  return findings.flatMap((finding) => {
    if (finding.params['variant'] !== 'small') return [finding];
    return contextWindow <= SMALL_WINDOW ? [{ ...finding, severity: 'error' as const }] : [];
  });
}

/** The medium that a finding about the request points at: of many large images, the first. */
function culprit({ code, params }: LimitFinding, sent: readonly PlacedMedium[]): PartAddress | null {
  if (code !== 'too_large_among_many') return null;
  const side = Number(params['limit']);
  return sent.find(({ part: { facts } }) => Math.max(facts.width ?? 0, facts.height ?? 0) > side)?.address ?? null;
}

const CALLS = {
  anthropic: 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use (2026-11)',
  openai: 'https://developers.openai.com/api/docs/guides/function-calling (2026-11)',
};

/** Every API wants the results of a message's calls right after it, and no others. */
function callFindings(messages: Ordered, format: ConversationIndex['format']): ConversationFinding[] {
  const source = format === 'anthropic' || format === 'claude-code' || format === 'cline' ? CALLS.anthropic : CALLS.openai;
  const findings: ConversationFinding[] = [];
  let open = new Map<string, PartAddress>();
  const missed = () => {
    for (const [call, address] of open) {
      findings.push({ code: 'call_without_result', severity: 'error', params: { call }, source, address });
    }
    open = new Map();
  };
  // Programs write an answer in several lines, with results in between.
  const isWhole = format !== 'claude-code' && format !== 'codex' && format !== 'openai-responses';
  for (const [number, { parts, index: message, role }] of messages.entries()) {
    const results = parts.flatMap((part, at) => (part.resultOf === undefined ? [] : [{ call: part.resultOf, at }]));
    const isLate = role === 'assistant' && isWhole && messages[number - 1]?.role !== 'assistant';
    if (isLate || (role === 'user' && results.length === 0)) missed();
    const known = new Set(open.keys());
    for (const { call, at } of results) {
      if (!known.has(call))
        findings.push({ code: 'result_without_call', severity: 'error', params: { call }, source, address: { message, part: at } });
      open.delete(call);
    }
    const calls = parts.flatMap((part, at) => (part.kind === 'call' ? [{ call: part.callId, at }] : []));
    // Text of the assistant between calls and results is another line of the same answer.
    for (const { call, at } of calls) open.set(call, { message, part: at });
  }
  // The last answer may still be waited for: its calls are made when the program goes on.
  if (messages.at(-1)?.role !== 'assistant') missed();
  return onePerCall(findings);
}

/** A result of several parts is one result. */
function onePerCall(findings: readonly ConversationFinding[]): ConversationFinding[] {
  return [
    ...new Map(findings.map((finding) => [`${finding.code}/${finding.params['call']}/${finding.address?.message}`, finding])).values(),
  ];
}

/** Formats whose messages are sent as they are written: other programs put the results first themselves. */
const SENT_AS_WRITTEN: ReadonlySet<string | null> = new Set(['anthropic', 'cline']);

/** "The tool_result blocks must come first in the content array. Any text must come after all tool results." */
function lateResults(ordered: Ordered): ConversationFinding[] {
  return ordered.flatMap(({ parts, index: message }) => {
    const last = parts.findLastIndex(({ resultOf }) => resultOf !== undefined);
    return parts.slice(0, Math.max(last, 0)).flatMap(({ resultOf }, part) => {
      if (resultOf !== undefined) return [];
      return [
        { code: 'result_not_first' as const, severity: 'error' as const, params: {}, source: CALLS.anthropic, address: { message, part } },
      ];
    });
  });
}

const MESSAGES = {
  anthropic: 'https://platform.claude.com/docs/en/api/messages (2026-11)',
  gemini: 'https://ai.google.dev/api/generate-content (2026-11)',
  openai: 'https://developers.openai.com/api/reference/resources/chat/subresources/completions/methods/create (2026-11)',
};

function nothingToSend(api: WireApi): ConversationFinding {
  const source = api === 'anthropic' ? MESSAGES.anthropic : api.startsWith('gemini') ? MESSAGES.gemini : MESSAGES.openai;
  return { code: 'nothing_to_send', severity: 'error', params: {}, source, address: null };
}

function repeated(sent: readonly PlacedMedium[]): ConversationFinding[] {
  const seen = new Map<string, PartAddress>();
  return sent.flatMap(({ part: { hash, facts }, address }) => {
    const first = seen.get(hash);
    if (first) {
      const params = { message: first.message + 1, size: facts.size };
      return [{ code: 'stored_twice' as const, severity: 'info' as const, params, source: OWN_SOURCES.content, address }];
    }
    seen.set(hash, address);
    return [];
  });
}

/** The body with everything that the stand-ins leave out. */
function sizeOf(ordered: Ordered, request: WireResult, media: readonly MediaPartOf[]): number {
  const texts = ordered.flatMap(({ parts }) => parts.flatMap((part) => ('sample' in part ? part.characters - part.sample.length : 0)));
  const left =
    media.reduce((sum, { data }) => sum + (data.end - data.start), 0) + texts.reduce((sum, length) => sum + Math.max(0, length), 0);
  return bodySize(request) + left;
}

function estimatesOf(
  ordered: Ordered,
  { api, model }: Receiver,
  media: readonly MediaPartOf[],
  texts: readonly TextFinding[],
): { readonly estimates: TokenEstimate[]; readonly isComplete: boolean } {
  const seen = media.map(({ facts }) => estimateMediaTokens(facts, { api, model }));
  const known = seen.filter((estimate) => estimate !== null);
  // of what lies at an address nothing is known
  const links = ordered.some(({ parts }) => parts.some(({ kind }) => kind === 'link'));
  // Base64 has more tokens than the prose that the index counts with.
  const binary = texts.reduce((sum, { finding }) => sum + Math.max(0, finding.tokens - Math.ceil(finding.characters / 4)), 0);
  const counted = ordered.flatMap(({ parts }) => parts.filter(hasTokens));
  const tokens = counted.reduce((sum, part) => sum + part.tokens, binary);
  const characters = counted.reduce((sum, part) => sum + part.characters, 0);
  const estimates = [textTokens({ tokens, characters, counted: characters }, { api, model }), ...known];
  return { estimates, isComplete: known.length === seen.length && !links };
}

function hasTokens(part: ConversationPart): part is Extract<ConversationPart, { tokens: number }> {
  return part.kind === 'text' || part.kind === 'call';
}

/** Counts of text are estimates: so far above the window they are beyond doubt. */
const BEYOND_DOUBT = 1.15;

function contextFindings(estimates: readonly TokenEstimate[], { contextWindow }: Receiver): ConversationFinding[] {
  const tokens = estimates.reduce((sum, { low }) => sum + low, 0);
  if (contextWindow === undefined || tokens <= contextWindow) return [];
  const severity = tokens > contextWindow * BEYOND_DOUBT ? 'error' : 'warning';
  const params = { tokens, window: contextWindow };
  return [{ code: 'context_exceeded', severity, params, source: OWN_SOURCES.window, address: null }];
}

const SEVERITIES = ['error', 'warning', 'info'];

function inReadingOrder(findings: readonly ConversationFinding[]): ConversationFinding[] {
  const rank = ({ severity }: ConversationFinding): number => SEVERITIES.indexOf(severity);
  const place = ({ address }: ConversationFinding): number => (address ? address.message * 100_000 + address.part : -1);
  return findings.toSorted((a, b) => rank(a) - rank(b) || place(a) - place(b));
}
