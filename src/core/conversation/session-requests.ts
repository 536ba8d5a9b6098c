import { costOf, type ModelPrice, type TokenUsage } from '../models/price.ts';
import { ratesOf } from '../wire/cost.ts';
import type { AnsweredRequest, ConversationIndex } from './conversation.ts';
import { FORMATS } from './formats.ts';
import type { CompareRequests, RequestDifference, RequestPair } from './kept-requests.ts';
import { isCountOf } from './server-count.ts';

/** Why what a request before had in the cache was not read from it again, as far as the session tells. */
type MissReason =
  /** Another model answered; each has a cache of its own. */
  | 'other_model'
  /** The messages were replaced by a summary. */
  | 'compacted'
  /** A person went back: the answer before is no longer sent. */
  | 'other_branch'
  /** Nothing was sent for longer than some caches are kept. */
  | 'idle'
  /** Nothing was sent for an hour, and all that was written is kept no longer. */
  | 'idle_for_an_hour'
  /** A part that was cached differs. */
  | 'changed'
  /** Nothing differs that the session keeps: something that it does not keep, or it was dropped, or it was too far back to be found. */
  | 'unchanged'
  /** The requests are not kept, or cannot be compared. */
  | 'unknown';

/** Tokens that the request before had in the cache, and that were sent anew. */
export interface CacheMiss {
  readonly tokens: number;
  readonly reason: MissReason;
  /** The part that differs, where the session keeps its requests. */
  readonly difference?: RequestDifference;
  /** US dollars more than the request would have cost; null where the price is not known. */
  readonly price: number | null;
}

/** A request of a session, and what it did not read from the cache. */
export interface SessionRequest extends AnsweredRequest {
  /** Milliseconds since 1970, when the answer was written; absent where the file does not say it. */
  readonly time?: number;
  /** Of a subagent, whose requests do not go on with those around them. */
  readonly isSidechain: boolean;
  /** US dollars by the model's price of today; null where that is not known. */
  readonly price: number | null;
  /** Null where nothing was missed, and for a subagent's, whose request before is not known. */
  readonly miss: CacheMiss | null;
}

/**
 * The shortest time for which a cache is kept that is not used, in milliseconds: 5 minutes for Claude, an hour where a request asks for it
 * (anthropics/skills `skills/claude-api/shared/prompt-caching.md` at 0da71c3, "Choosing the TTL", 2026-11); 5 to 10 for OpenAI's models, up to
 * 24 hours for some, as gateways and readers of its page on prompt caching told it in 2026.
 */
const SHORTEST_CACHE_LIFE = 5 * 60 * 1000;
const HOUR = 60 * 60 * 1000;

/** A difference of fewer tokens is not told: most models cache nothing shorter, says the same, and counts are rounded. */
const LEAST_CACHED = 1024;

/**
 * The requests of a session that were answered, in their order; none where its program keeps no counts.
 *
 * @param compare asked about those that missed the cache, where the session keeps them
 */
export async function sessionRequests(
  index: Pick<ConversationIndex, 'format' | 'requests' | 'messages' | 'notSent'>,
  compare?: CompareRequests,
): Promise<SessionRequest[]> {
  const listed = await countedRequests(index);
  const pairs = listed.flatMap(({ pair }) => (pair ? [pair] : []));
  const differences = compare && pairs.length > 0 ? await compare(pairs) : [];
  let next = 0;
  return listed.map(({ request, pair }) =>
    pair && request.miss ? { ...request, miss: compared(request.miss, differences[next++]) } : request,
  );
}

/** Reasons that may not be the true one: what differs is looked for. */
const UNTOLD: ReadonlySet<MissReason> = new Set(['idle', 'idle_for_an_hour', 'unknown']);

interface ListedRequest {
  readonly request: SessionRequest;
  /** What is to be compared: of a miss for which the counts and times tell no reason, where the session keeps both requests. */
  readonly pair: RequestPair | undefined;
}

async function countedRequests({
  format,
  requests = [],
  messages,
  notSent,
}: Pick<ConversationIndex, 'format' | 'requests' | 'messages' | 'notSent'>): Promise<ListedRequest[]> {
  const prices = await pricesOf(new Set(requests.map(({ model }) => model)), format);
  let before: Timed | undefined;
  return requests.map((request) => {
    const { time } = messages[request.answer] ?? {};
    const isSidechain = notSent.get(request.answer) === 'sidechain';
    const timed: Timed = { ...request, ...(time !== undefined && { time }) };
    const price = prices.get(request.model) ?? null;
    const miss = isSidechain || !before ? null : missOf(timed, before, notSent, price);
    const isUntold = miss !== null && UNTOLD.has(miss.reason);
    const pair = isUntold && before?.kept !== undefined && request.kept !== undefined ? ([before.kept, request.kept] as const) : undefined;
    if (!isSidechain) before = timed;
    return { request: { ...timed, isSidechain, price: price && costOf(price, request), miss }, pair };
  });
}

/** @param difference null where there is none, undefined where that is not known */
function compared(miss: CacheMiss, difference: RequestDifference | null | undefined): CacheMiss {
  if (difference) return { ...miss, reason: 'changed', difference };
  return difference === null && miss.reason === 'unknown' ? { ...miss, reason: 'unchanged' } : miss;
}

async function pricesOf(models: ReadonlySet<string>, format: ConversationIndex['format']): Promise<Map<string, ModelPrice | null>> {
  const { api } = FORMATS[format ?? 'openai-chat'];
  return new Map(await Promise.all([...models].map(async (model) => [model, (await ratesOf({ model }, api)).price] as const)));
}

type Timed = AnsweredRequest & Pick<SessionRequest, 'time'>;

function missOf(request: Timed, before: Timed, notSent: ConversationIndex['notSent'], price: ModelPrice | null): CacheMiss | null {
  const tokens = Math.min(before.cached + (before.written ?? 0), request.input) - request.cached;
  if (tokens < LEAST_CACHED) return null;
  const [paid, due] = price ? [costOf(price, request), costOf(price, readAgain(request, tokens))] : [null, null];
  return { tokens, reason: reasonOf(request, before, notSent), price: paid === null || due === null ? null : paid - due };
}

/** The usage of a request as if it had read so many tokens more from the cache. */
function readAgain({ input, cached, written = 0, writtenForHour = 0, output }: AnsweredRequest, tokens: number): TokenUsage {
  const less = (count: number): number => Math.max(0, count - tokens);
  return { input, cached: cached + tokens, written: less(written), writtenForHour: less(writtenForHour), output };
}

function reasonOf(request: Timed, before: Timed, notSent: ConversationIndex['notSent']): MissReason {
  if (!isCountOf(before, request.model)) return 'other_model';
  const [was, is] = [notSent.get(before.answer), notSent.get(request.answer)];
  if (was !== is && (was === 'compacted' || was === 'other_branch')) return was;
  const passed = request.time === undefined || before.time === undefined ? 0 : request.time - before.time;
  if (isForHour(before)) return passed > HOUR ? 'idle_for_an_hour' : 'unknown';
  return passed > SHORTEST_CACHE_LIFE ? 'idle' : 'unknown';
}

/** Whether all that a request wrote to the cache is kept for an hour. */
function isForHour({ written = 0, writtenForHour = 0 }: AnsweredRequest): boolean {
  return writtenForHour > 0 && writtenForHour >= written;
}

/**
 * Where in the file a request ends and its answer begins, in bytes; undefined where the file is written anew with each message, and what stands
 * before the answer is no file of its own.
 *
 * @param at the number of the request among those that were answered
 */
export function endOfRequest({ requests = [], messages, followFrom }: ConversationIndex, at: number): number | undefined {
  const after = requests[at - 1]?.answer ?? -1;
  let begin = requests[at]?.answer ?? 0;
  while (begin - 1 > after && messages[begin - 1]?.role === 'assistant') begin--;
  return followFrom === undefined ? undefined : messages[begin]?.start;
}

/** All requests of a session together. */
export interface RequestTotal {
  readonly requests: number;
  readonly input: number;
  readonly cached: number;
  readonly output: number;
  /** US dollars; null where the price of a request is not known. */
  readonly price: number | null;
  /** Requests that missed the cache, the tokens they sent anew, and what that cost more. */
  readonly misses: number;
  readonly missedTokens: number;
  readonly missedPrice: number | null;
}

export function totalOfRequests(requests: readonly SessionRequest[]): RequestTotal {
  const missed = requests.flatMap(({ miss }) => miss ?? []);
  return {
    requests: requests.length,
    input: sumOf(requests.map(({ input }) => input)),
    cached: sumOf(requests.map(({ cached }) => cached)),
    output: sumOf(requests.map(({ output }) => output)),
    price: sumOfKnown(requests),
    misses: missed.length,
    missedTokens: sumOf(missed.map(({ tokens }) => tokens)),
    missedPrice: sumOfKnown(missed),
  };
}

function sumOf(figures: readonly number[]): number {
  return figures.reduce((sum, figure) => sum + figure, 0);
}

function sumOfKnown(priced: readonly { readonly price: number | null }[]): number | null {
  return priced.reduce<number | null>((sum, { price }) => (sum === null || price === null ? null : sum + price), 0);
}

/** Requests that follow each other, together. */
interface RequestGroup {
  /** The first of them, counted from 0, and the one behind the last. */
  readonly from: number;
  readonly to: number;
  readonly total: RequestTotal;
}

/** The requests of a session in at most so many groups, equally large but for the last one: each by itself where there are no more. */
export function groupsOfRequests(requests: readonly SessionRequest[], most: number): RequestGroup[] {
  const size = Math.max(1, Math.ceil(requests.length / Math.max(1, most)));
  return Array.from({ length: Math.ceil(requests.length / size) }, (_, group) => {
    const from = group * size;
    const to = Math.min(from + size, requests.length);
    return { from, to, total: totalOfRequests(requests.slice(from, to)) };
  });
}
