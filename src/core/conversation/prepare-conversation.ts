import { own } from '../io/own.ts';
import { type ReadMessages, readMessages } from '../wire/turns.ts';
import { NO_TOOLS, type RequestParts } from '../wire/tokens/request-tokens.ts';
import type { ConversationIndex, ConversationMessage, ConversationPart, MediaPartOf, ServerCount } from './conversation.ts';
import type { ConversationFinding } from './conversation-finding.ts';
import { formatFacts } from './formats.ts';
import type { ByteRange } from './outline.ts';
import { rejection } from './part-rules.ts';
import type { EditRepair } from './repairs.ts';
import { FILE_SHAPES, receiptFindings } from './receipt.ts';
import { inOrder, type PartAddress, placedParts, type Replay, replayOf, STAND_INS } from './replay.ts';

/** What a check of a conversation needs, whoever it is for. */
export interface PreparedConversation {
  /** The messages that are sent, in their order: see `inOrder`. */
  readonly ordered: Ordered;
  /** They in the canonical form, for APIs that get them otherwise than the file has them. Made when it is first asked for. */
  readonly canonical: () => CanonicalConversation;
  readonly media: readonly PlacedMedium[];
  /** What costs tokens of all that is sent. */
  readonly spent: SpentParts;
  /** What a server counted of it, and what costs tokens behind that; absent where the file has no count, or one of other content. */
  readonly counted?: { readonly count: ServerCount; readonly behind: SpentParts };
  /** Calls without results, and the reverse. */
  readonly calls: readonly ConversationFinding[];
  /** Calls with the id of an earlier one that still waits for its result, which Anthropic refuses. */
  readonly reused: readonly ConversationFinding[];
  /** What became of the files that its program read. */
  readonly receipt: readonly ConversationFinding[];
  /** What Anthropic refuses and a replay puts right: results that are not first, answers without words. */
  readonly asWritten: readonly ConversationFinding[];
}

/** What of messages costs tokens. */
export interface SpentParts {
  /** The number of the first message; 0 for all. */
  readonly from: number;
  /** Tokens and characters of all texts and arguments. */
  readonly text: { readonly tokens: number; readonly characters: number };
  /** What there is beside texts and media. */
  readonly requestParts: RequestParts;
  /** The first part that lies at an address, or with the provider: a picture or a file by its id. */
  readonly link: PartAddress | null;
}

/** A conversation in the canonical form, with stand-ins for its contents. */
export interface CanonicalConversation extends Replay {
  /** The messages as the wire layer reads them. */
  readonly read: ReadMessages;
  /** Bytes of texts that the stand-ins leave out. */
  readonly left: number;
}

export interface PlacedMedium {
  readonly part: MediaPartOf;
  readonly address: PartAddress;
}

/** The messages that are sent, in their order. */
type Ordered = readonly ConversationMessage[];

/** What is the same for every model, made once. */
export function prepareConversation(index: ConversationIndex): PreparedConversation {
  const ordered = inOrder(index);
  let canonical: CanonicalConversation | undefined;
  const counted = countedParts(ordered, index);
  return {
    ordered,
    canonical: () => (canonical ??= canonicalOf(ordered, index)),
    media: mediaOf(ordered),
    spent: spentParts(ordered, index),
    ...(counted && { counted }),
    calls: callFindings(ordered, index),
    reused: formatFacts(index.format)?.keepsIds ? reusedFindings(ordered) : [],
    receipt: receiptFindings(ordered, index),
    asWritten: asWrittenFindings(ordered, index),
  };
}

function canonicalOf(ordered: Ordered, index: ConversationIndex): CanonicalConversation {
  const replayed = replayOf(ordered, index, STAND_INS);
  const left = ordered.flatMap(({ parts }) => parts).reduce((sum, part) => sum + leftOut(part), 0);
  return { ...replayed, read: readMessages(replayed.messages), left };
}

/** What of a request is not in its messages. */
type Beside = { readonly [Name in 'beside' | 'continues']?: ConversationIndex[Name] | undefined };

function firstLink(messages: Ordered): PartAddress | null {
  for (const { parts, index } of messages) {
    const part = parts.findIndex((each) => each.kind === 'link' || (each.kind === 'unknown' && FILE_SHAPES.has(each.name)));
    if (part >= 0) return { message: index, part };
  }
  return null;
}

function spentParts(messages: Ordered, { beside, continues }: Beside, from = 0): SpentParts {
  const parts = messages.flatMap((message) => message.parts);
  const text = { tokens: 0, characters: 0 };
  for (const { tokens, characters } of parts.filter(hasTokens)) {
    text.tokens += tokens;
    text.characters += characters;
  }
  const requestParts = requestPartsOf(messages, { beside, continues }, text.tokens);
  return { from, text, requestParts: from > 0 ? { ...requestParts, isContinued: true } : requestParts, link: firstLink(messages) };
}

/** What a server counted is no longer sent as it was once content is described in its place. */
function countedParts(ordered: Ordered, { counted: count }: ConversationIndex): PreparedConversation['counted'] {
  if (!count) return undefined;
  const isBefore = ({ index, role }: ConversationMessage): boolean => index < count.before || role === 'system';
  const isDescribed = ({ parts }: ConversationMessage): boolean => parts.some(({ traits }) => traits?.includes('removed'));
  if (ordered.some((message) => isBefore(message) && isDescribed(message))) return undefined;
  return {
    count,
    behind: spentParts(
      ordered.filter((message) => !isBefore(message)),
      {},
      count.before,
    ),
  };
}

function asWrittenFindings(ordered: Ordered, { format }: ConversationIndex): readonly ConversationFinding[] {
  switch (formatFacts(format)?.asWritten) {
    case 'all':
      return [...lateResults(ordered), ...blankAnswers(ordered)];
    case 'empty_text':
      return emptyBeforeCalls(ordered);
    case 'nothing':
    case undefined:
      return [];
  }
}

function requestPartsOf(ordered: Ordered, { beside, continues }: Beside, textTokens: number): RequestParts {
  const sum = { messages: 0, calls: 0, results: 0, nameTokens: 0, reasoningTokens: 0, openReasoningTokens: 0 };
  for (const { parts, role, nameTokens = 0 } of ordered) {
    sum.calls += parts.filter(({ kind }) => kind === 'call').length;
    sum.results += resultsIn(parts).length;
    sum.nameTokens += nameTokens;
    const reasoning = parts.reduce((tokens, part) => tokens + (part.kind === 'reasoning' ? part.tokens : 0), 0);
    sum.reasoningTokens += reasoning;
    sum.openReasoningTokens = role === 'user' ? 0 : sum.openReasoningTokens + reasoning;
    if (parts.some(({ kind, resultOf }) => kind !== 'call' && kind !== 'reasoning' && resultOf === undefined)) sum.messages++;
  }
  const { tools = NO_TOOLS, schemaTokens = 0, isToldToThink = false, isShortened = false } = beside ?? {};
  const hasCitations = ordered.some(({ parts }) => parts.some(({ traits }) => traits?.includes('cited')));
  const server = continues ? 'keeps' : isShortened ? 'shortens' : undefined;
  return { ...sum, textTokens, tools, schemaTokens, isToldToThink, hasCitations, server };
}

/** Characters of a text or of arguments that are not in its stand-in. */
function leftOut(part: ConversationPart): number {
  if (part.kind === 'text') return Math.max(0, part.characters - part.sample.length);
  return part.kind === 'call' ? Math.max(0, part.characters - '{}'.length) : 0;
}

function hasTokens(part: ConversationPart): part is Extract<ConversationPart, { tokens: number }> {
  return part.kind === 'text' || part.kind === 'call';
}

/** The media that are sent, in their order. */
export function mediaOf(ordered: Ordered): PlacedMedium[] {
  const holders = ordered.filter(({ parts }) => parts.some(({ kind }) => kind === 'media'));
  return placedParts(holders).flatMap(({ part, address }) => (part.kind === 'media' ? [{ part, address }] : []));
}

/** Media before the last messages of a person. */
export function mediaBefore(index: ConversationIndex, keepLast: number): PartAddress[] {
  const turns = inOrder(index).filter(({ role }) => role === 'user');
  const first = keepLast === 0 ? undefined : turns.at(-keepLast);
  const limit = keepLast === 0 ? Infinity : turns.length < keepLast ? -1 : (first?.index ?? -1);
  return mediaOf(inOrder(index)).flatMap(({ address }) => (address.message < limit ? address : []));
}

const CALLS = {
  anthropic: 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use (2026-11)',
  gemini: 'https://ai.google.dev/gemini-api/docs/function-calling (2026-11)',
  openai: 'https://developers.openai.com/api/docs/guides/function-calling (2026-11)',
  bedrock: 'https://docs.aws.amazon.com/bedrock/latest/userguide/tool-use-inference-call.html (2026-11)',
};

/** Of notations that several APIs have, OpenAI's. */
const CALLS_BY_NOTATION: Readonly<Record<string, string>> = { blocks: CALLS.anthropic, contents: CALLS.gemini, converse: CALLS.bedrock };

/** Every API wants one result for each of a message's calls right after it, and no others. */
function callFindings(messages: Ordered, index: ConversationIndex): ConversationFinding[] {
  const pairs = new CallPairs(index);
  for (const [number, message] of messages.entries()) pairs.read(message, messages[number - 1]);
  // The last answer may still be waited for: its calls are made when the program goes on.
  if (messages.at(-1)?.role !== 'assistant') pairs.miss();
  return pairs.findings;
}

/** Calls and their results, as the messages have them one after the other. */
class CallPairs {
  readonly findings: ConversationFinding[] = [];
  readonly #source: string;
  readonly #hasIds: boolean;
  readonly #hasSplitAnswers: boolean;
  readonly #repeatsResults: boolean;
  /** Calls that are not here may be at the server. */
  #continues: boolean;
  /** Results may come after a prompt of the person: the API goes by their ids alone. */
  readonly #isById: boolean;
  readonly #open = new Map<string, Queue<PartAddress>>();
  readonly #answered = new Set<string>();
  /** Calls of the last answer that have their results. */
  readonly #done = new Set<string>();

  constructor({ format, continues }: ConversationIndex) {
    const { notation, hasSplitAnswers = false, repeatsResults = false } = formatFacts(format) ?? {};
    this.#source = (notation !== undefined && own(CALLS_BY_NOTATION, notation)) || CALLS.openai;
    this.#hasIds = notation !== 'contents';
    this.#hasSplitAnswers = hasSplitAnswers;
    this.#repeatsResults = repeatsResults;
    this.#continues = continues === true;
    // deepseek-ai/awesome-deepseek-integration #740 (2026-09), kolega-ai/kolega-code #403 (2026-08)
    this.#isById = format === 'openai-responses';
  }

  read({ parts, index: message, role }: ConversationMessage, previous: ConversationMessage | undefined): void {
    const results = resultsIn(parts);
    if (role === 'assistant') this.#done.clear();
    const isLate = role === 'assistant' && !this.#hasSplitAnswers && previous?.role !== 'assistant';
    if (isLate || (role === 'user' && results.length === 0 && !this.#isById)) this.miss();
    // A reference may be to a call, as the AI SDK sends it (vercel/ai, convert-to-openai-responses-input.ts, 2026-11).
    if (parts.some((part) => part.kind === 'unknown' && part.name === 'item_reference')) this.#continues = true;
    for (const { call, at } of results) this.#answer(call, { message, part: at });
    // Text of the assistant between calls and results is another line of the same answer.
    for (const [at, part] of parts.entries()) if (part.kind === 'call') this.#ask(part.callId, { message, part: at });
  }

  /** Gives up the calls that wait for results. */
  miss(): void {
    for (const [call, addresses] of this.#open)
      for (const address of addresses.left())
        this.findings.push({ code: 'call_without_result', severity: 'error', params: { call }, source: this.#source, address });
    this.#open.clear();
  }

  #answer(call: string, address: PartAddress): void {
    const waiting = this.#open.get(call);
    if (waiting) {
      waiting.shift();
      if (waiting.last === undefined) this.#open.delete(call);
      this.#done.add(call);
      if (this.#repeatsResults) this.#answered.add(call);
      // The call may be in what the server keeps.
    } else if (!this.#continues && !this.#answered.has(call)) {
      const params = { call, ...(this.#done.has(call) && { variant: 'second' }) };
      this.findings.push({ code: 'result_without_call', severity: 'error', params, source: this.#source, address });
    }
  }

  /** Calls may have no ids, those of Gemini but a name: each wants a result. An id that comes again in another message is the same call. */
  #ask(call: string, address: PartAddress): void {
    const others = this.#open.get(call);
    const isOther = !this.#hasIds || call === '' || others?.last?.message === address.message;
    const waiting = (isOther ? others : undefined) ?? new Queue<PartAddress>();
    waiting.push(address);
    this.#open.set(call, waiting);
  }
}

/** The first in is the first out, in constant time: an array that is shifted is moved in memory. */
class Queue<Item> {
  readonly #items: Item[] = [];
  #first = 0;

  push(item: Item): void {
    this.#items.push(item);
  }

  shift(): Item | undefined {
    return this.#items[this.#first++];
  }

  /** Undefined when it is empty. */
  get last(): Item | undefined {
    return this.#first < this.#items.length ? this.#items.at(-1) : undefined;
  }

  left(): readonly Item[] {
    return this.#items.slice(this.#first);
  }
}

/** The results in a message, each with its last part: one of several parts is one result. */
function resultsIn(parts: ConversationMessage['parts']): { readonly call: string; readonly at: number }[] {
  const results = new Map<string, { readonly call: string; readonly at: number }>();
  for (const [at, { resultOf: call, resultPlace }] of parts.entries())
    if (call !== undefined) results.set(`${resultPlace?.start}/${call}`, { call, at });
  return [...results.values()];
}

/** "`tool_use` ids must be unique", as reported in anthropics/claude-code #21317 and BerriAI/litellm #23510. */
function reusedFindings(ordered: Ordered): ConversationFinding[] {
  return reusedCallIds(ordered).map(({ address, call }) => ({
    code: 'call_id_reused',
    severity: 'error',
    params: { call },
    source: 'https://github.com/anthropics/claude-code/issues/21317 (2026-01)',
    address,
  }));
}

/** "text content blocks must be non-empty", whoever wrote them. */
function blankAnswers(ordered: Ordered): ConversationFinding[] {
  const answers = ordered.filter(({ role }) => role === 'assistant');
  const last = ordered.at(-1);
  return answers.flatMap(({ parts, index: message }) =>
    parts.flatMap((part, at): ConversationFinding[] => {
      if (part.kind !== 'text' || !part.isBlank) return [];
      // “all messages must have non-empty content except for the optional final assistant message”
      if (message === last?.index && parts.length === 1 && part.isBare && part.characters === 0) return [];
      return [rejection({ rule: part.characters === 0 ? 'text_empty' : 'text_blank' }, part, { message, part: at }, 'anthropic')];
    }),
  );
}

/** Claude Code sends an empty text before a call as it is: anthropics/claude-code #62396, and as the program was seen to send it (2026-11). */
function emptyBeforeCalls(ordered: Ordered): ConversationFinding[] {
  return blankAnswers(ordered.filter(({ parts }) => parts.some(({ kind }) => kind === 'call'))).filter(
    ({ params }) => params['rule'] === 'text_empty',
  );
}

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

/** A call with the id of an earlier one. */
interface ReusedCallId {
  readonly address: PartAddress;
  readonly call: string;
  /** The characters of the id in the call and in its result; undefined where the file does not have both. */
  readonly places: readonly ByteRange[] | undefined;
}

interface Call extends Omit<ReusedCallId, 'places'> {
  readonly idPlace: ByteRange | undefined;
  resultIdPlace?: ByteRange | undefined;
}

/** Calls with the id of an earlier one that has no result yet, in their order: later an id may come again, as servers answer it. Of several results with one id, the first is that of the first call. */
function reusedCallIds(ordered: readonly ConversationMessage[]): ReusedCallId[] {
  const reused: Call[] = [];
  const unanswered = new Map<string, Queue<Call>>();
  let result: number | undefined;
  for (const { part, address } of placedParts(ordered)) {
    if (part.resultOf !== undefined && part.resultPlace && part.resultPlace.start !== result) {
      result = part.resultPlace.start;
      const call = unanswered.get(part.resultOf)?.shift();
      if (call) call.resultIdPlace = part.resultIdPlace;
    }
    if (part.kind !== 'call' || part.callId === '') continue;
    const call: Call = { address, call: part.callId, idPlace: part.idPlace };
    const waiting = unanswered.get(part.callId) ?? new Queue<Call>();
    if (waiting.last !== undefined) reused.push(call);
    waiting.push(call);
    unanswered.set(part.callId, waiting);
  }
  return reused.map(({ address, call, idPlace, resultIdPlace }) => ({
    address,
    call,
    places: idPlace && resultIdPlace ? [idPlace, resultIdPlace] : undefined,
  }));
}

/** Repairs that give each call with a reused id, and its result, an id of their own: the old one with a number behind it. */
export function renamedCalls(ordered: readonly ConversationMessage[]): EditRepair[] {
  const taken = new Set(ordered.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'call' ? part.callId : []))));
  const last = new Map<string, number>();
  return reusedCallIds(ordered).flatMap(({ address, call, places }): EditRepair[] => {
    if (!places) return [];
    let number = (last.get(call) ?? 1) + 1;
    while (taken.has(`${call}_${number}`)) number++;
    last.set(call, number);
    const edits = places.map(({ end }) => ({ start: end, end, text: `_${number}` }));
    return [{ kind: 'rename_call', address, edits: edits.sort((a, b) => a.start - b.start) }];
  });
}
