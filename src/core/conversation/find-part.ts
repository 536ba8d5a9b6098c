import { mediaKind } from '../content/media-type.ts';
import type { ImageLimits } from '../content/shrink-image.ts';
import { trimEndOf } from '../io/trim-end.ts';
import { API_NAMES, type WireApi } from '../wire/verdict.ts';
import type { ConversationCheck } from './check-conversation.ts';
import type { ConversationIndex, ConversationPart } from './conversation.ts';
import { type ConversationFinding, OWN_SOURCES } from './conversation-finding.ts';
import { findingOfWords, serverWords } from './finding-words.ts';
import { limitsNamed, type NamedLimits, wholeNamed } from './named-limits.ts';
import { mediaOf } from './prepare-conversation.ts';
import { addressKey, inOrder, type PartAddress } from './replay.ts';
import { type RequestPlace, requestPlaces } from './request-places.ts';
import { topicOf } from './words-topic.ts';

/** A place in a request as servers write it: `messages.41.content.31.image`, `input[284].output[1]`, `tools.3.custom.name`. */
const ADDRESS = /\b(?:(?:messages|input|contents|tools)(?:\[\d+\]|\.\d+)|system(?:\[\d+\]|\.\d+))(?:\[\d+\]|\.\w+)*/;

/** Anthropic's server names the type of a block behind its number: `content.0.tool_result.content.1`. The request has no such key. */
const RESULT = /(?<=\/\d{1,10})\/\w*tool_result\//;

/** What a server's words are about. */
interface Place {
  /** The parts, in the order of the conversation. */
  readonly parts: readonly PartAddress[];
  /** The words are about these parts alone, not about a message or a call. */
  readonly isOwn: boolean;
  /** The parts are above a limit that the words name: each of them is meant. */
  readonly isAbove?: true;
  /** JSON pointer to what they are about where it is no part, such as a tool. */
  readonly beside?: string;
}

const NOWHERE: Place = { parts: [], isOwn: false };

/** What is asked of a check. */
type Checked = Pick<ConversationCheck, 'request' | 'addresses' | 'findings' | 'goesThrough' | 'estimates' | 'api' | 'size'>;

/** A check once a server has said something. */
export interface HeardCheck<Check> {
  readonly check: Check;
  /** The part that the words are about, of several the first that the request fails by, else the first; null when they are about none. */
  readonly found: PartAddress | null;
  /** All of them. */
  readonly parts: readonly PartAddress[];
  /** What the words add to what was known. */
  readonly added: readonly ConversationFinding[];
  /** What was known of the request as a whole and is what the words are about. */
  readonly about: readonly ConversationFinding[];
  /** What of the request as a whole they are about; undefined for none of it. */
  readonly whole: ReturnType<typeof wholeNamed>;
}

/**
 * What a check is once a server has said something: what its words are about is refused, whatever the documented rules are, and a limit that
 * they name holds for this conversation. It never knows less than without them. The words are about the call they name that lacks its other
 * half, else about the part at their place in the next request, else about what has the ID or the size they name, or is above the limit they
 * name; else about the finding in whose case the server says the same, the only part that is suspicious, or all that they may be about.
 *
 * @param words of the server, of any length
 * @param isRepaired the conversation was changed since then: what no place, ID or limit tells is no longer known
 */
export function checkWithWords<Check extends Checked>(
  check: Check,
  words: string,
  index: ConversationIndex,
  isRepaired = false,
): HeardCheck<Check> {
  const said = words.slice(0, LONGEST_WORDS);
  const limits = limitsNamed(said.slice(0, LONGEST_MESSAGE));
  const known = byPart(check.findings);
  const place = placeOf(check, said, index, limits, isRepaired);
  const over = overLimits(check, limits, index);
  const added = [...refusals(known, place, said, limits, index), ...over.filter((finding) => !isKnown(known(finding.address), finding))];
  const whole = wholeNamed(said.slice(0, LONGEST_MESSAGE));
  const about = known(null).filter(
    (finding) =>
      finding.severity === 'error' &&
      (finding.code === (whole && CODES_OF_WHOLE[whole]) ||
        over.some(({ code }) => code === finding.code) ||
        findingOfWords([finding], said, check.api) !== undefined),
  );
  const isRefused = added.length > 0;
  const parts = place.parts.length > 0 ? place.parts : overNumber(limits, index);
  const failing = parts.find((address) => known(address).some(({ severity }) => severity === 'error'));
  return {
    check: isRefused ? { ...check, findings: [...added, ...check.findings], goesThrough: false } : check,
    found: failing ?? parts[0] ?? added.find(({ address }) => address !== null)?.address ?? null,
    parts,
    added,
    about,
    whole,
  };
}

/** What is found of the request as a whole, by what words are about. */
const CODES_OF_WHOLE = { bytes: 'request_too_large', tokens: 'context_exceeded', calls: undefined } as const;

/** What is found of calls and results that do not match. */
const OF_CALLS: ReadonlySet<ConversationFinding['code']> = new Set([
  'call_without_result',
  'result_without_call',
  'call_id_reused',
  'result_not_first',
]);

/** Calls at the end of a session that wait for their results are no findings, but a server may name them; programs may send more than their session has. */
function placeOf(check: Checked, said: string, index: ConversationIndex, limits: NamedLimits, isRepaired: boolean): Place {
  const { findings, api } = check;
  const names = namesIn(said);
  const call = ofCall(findings, names);
  if (call) return { parts: [call], isOwn: false };
  const address = placeNamed(said);
  const placed = address === undefined ? NOWHERE : ofAddress(address, said, check, index);
  if (placed.parts.length > 0 || placed.beside !== undefined) return placed;
  const named = ofId(index, names) ?? ofSize(index, said);
  if (named) return named;
  if (wholeNamed(said.slice(0, LONGEST_MESSAGE)) === 'calls')
    return { parts: findings.flatMap(({ code, address: at }) => (OF_CALLS.has(code) && at ? [at] : [])), isOwn: false };
  const above = address === undefined ? aboveLimits(limits, index) : [];
  if (above.length > 0) return { parts: above, isOwn: true, isAbove: true };
  if (isRepaired || address !== undefined || Object.keys(limits).length > 0) return NOWHERE;
  // a server that names calls has named another one
  const others = findings.filter((each) => serverWords(each, api)?.includes(String(each.params['call'])) !== true);
  const like = findingOfWords(others, said, api)?.address;
  return like ? { parts: [like], isOwn: false } : ofTopic(byPart(findings), said, index);
}

/** The images above a limit that is named. */
function aboveLimits(limits: NamedLimits, index: ConversationIndex): PartAddress[] {
  if (limits.side === undefined && limits.base64 === undefined) return [];
  return mediaOf(inOrder(index)).flatMap(({ part, address }) => (exceeds(part, imageLimits(limits)) ? address : []));
}

/** The part at a place, else those in it that the words may be about, else all of them: a place may be that of a whole message. */
function ofAddress(address: string, said: string, check: Checked, index: ConversationIndex): Place {
  const pointer = `/${address.replaceAll('[', '.').replaceAll(']', '').replaceAll('.', '/')}`.replace(RESULT, '/');
  const places = requestPlaces(index, check, check.api);
  const inside = longest(places.filter((place) => isWithin(pointer, place.pointer)));
  if (inside) return { parts: [inside.address], isOwn: !pointer.endsWith('/cache_control') };
  const within = places.filter((place) => isWithin(place.pointer, pointer));
  if (within.length === 0) return /^\/(?:tools|system)\//.test(pointer) ? { ...NOWHERE, beside: pointer } : NOWHERE;
  const topic = topicOf(said.slice(said.indexOf(address) + address.length, LONGEST_MESSAGE));
  const meant = topic ? within.filter(({ address: at }) => topic.isAbout(partAt(index, at))) : [];
  return meant.length > 0 ? { parts: distinct(meant), isOwn: true } : { parts: distinct(within), isOwn: false };
}

function distinct(places: readonly RequestPlace[]): PartAddress[] {
  return [...new Map(places.map(({ address }) => [addressKey(address), address])).values()];
}

/** The part that the words may be about where they name no place: the suspicious ones of its kind, else all of them. */
function ofTopic(known: FindingsOf, said: string, index: ConversationIndex): Place {
  const topic = topicOf(said.slice(0, LONGEST_MESSAGE));
  if (!topic) return NOWHERE;
  const ordered = inOrder(index);
  const about = ordered.flatMap(({ parts, index: message }) =>
    parts.flatMap((part, at) => (topic.isAbout(part) ? [{ message, part: at }] : [])),
  );
  const messages = new Set(about.map(({ message }) => message));
  const last = ordered.findLast(({ role, index: message }) => role === 'assistant' && messages.has(message))?.index;
  const candidates = topic.isOfLastAnswer ? about.filter(({ message }) => message === last) : about;
  const suspicious = candidates.filter((address) => known(address).some(({ code }) => code !== 'stored_twice'));
  return { parts: suspicious.length > 0 ? suspicious : candidates, isOwn: true };
}

/** What the place adds to what is known: of several parts one is meant, and nobody knows which. */
function refusals(
  known: FindingsOf,
  { parts, isOwn, isAbove, beside }: Place,
  said: string,
  limits: NamedLimits,
  index: ConversationIndex,
): ConversationFinding[] {
  const params = { words: shortened(said), ...imageLimits(limits) };
  const source = OWN_SOURCES.server;
  if (beside !== undefined) return [{ code: 'part_refused', severity: 'error', params, source, address: null, pointer: beside }];
  if (!isOwn) return [];
  const left = parts.filter((address) => isRefused(known(address), limits, partAt(index, address)));
  // What is known of many images stands beside the first that is too large, and is about all that are.
  if (isAbove && parts.some((address) => known(address).some((finding) => isOfMany(finding, limits)))) return [];
  if (parts.length === 1 || isAbove) return left.map((address) => ({ code: 'part_refused', severity: 'error', params, source, address }));
  return left.map((address) => ({ code: 'part_suspected', severity: 'warning', params, source, address }));
}

function isOfMany({ code, severity, params }: ConversationFinding, { side = Infinity }: NamedLimits): boolean {
  return code === 'too_large_among_many' && severity === 'error' && Number(params['limit']) <= side;
}

/** Whether words say of a part what is not known of it: a text is refused by rules, and a picture by a limit only above it. */
function isRefused(known: readonly ConversationFinding[], limits: NamedLimits, part: ConversationPart | undefined): boolean {
  if (!part || part.kind === 'text') return false;
  const limit = limits.side ?? limits.base64;
  if (part.kind === 'media' && limit !== undefined && !exceeds(part, imageLimits(limits))) return false;
  return !known.some(({ severity, params }) => severity === 'error' && (limit === undefined || Number(params['limit']) <= limit));
}

/** What is above the limits that the words name. */
function overLimits({ estimates, api, size }: Checked, limits: NamedLimits, index: ConversationIndex): ConversationFinding[] {
  const { images, pages, characters, tokens, countedTokens, request = Infinity } = limits;
  const source = OWN_SOURCES.server;
  const found: ConversationFinding[] = [];
  const media = mediaOf(inOrder(index));
  const actual = imagesOf(index).length;
  if (images !== undefined && actual > images)
    found.push({ code: 'too_many_images', severity: 'error', params: { actual, limit: images }, source, address: null });
  if (pages !== undefined)
    for (const { part, address } of media)
      if ((part.facts.pages ?? 0) > pages)
        found.push({ code: 'too_many_pages', severity: 'error', params: { actual: part.facts.pages ?? 0, limit: pages }, source, address });
  if (size > request)
    found.push({ code: 'request_too_large', severity: 'error', params: { actual: size, limit: request }, source, address: null });
  if (characters !== undefined) found.push(...longIds(index, characters, api));
  if (tokens !== undefined) {
    const counted = countedTokens ?? Math.round((estimates ?? []).reduce((sum, { high }) => sum + high, 0));
    const params = { tokens: Math.max(counted, tokens + 1), window: tokens };
    found.push({ code: 'context_exceeded', severity: 'error', params, source, address: null });
  }
  return found;
}

/** The oldest images, as many as there are too many. */
function overNumber({ images = Infinity }: NamedLimits, index: ConversationIndex): PartAddress[] {
  const sent = imagesOf(index);
  return sent.slice(0, Math.max(0, sent.length - images));
}

function imagesOf(index: ConversationIndex): PartAddress[] {
  return mediaOf(inOrder(index)).flatMap(({ part, address }) => (mediaKind(part.facts.mimeType) === 'image' ? address : []));
}

function longIds(index: ConversationIndex, limit: number, api: WireApi): ConversationFinding[] {
  return inOrder(index).flatMap(({ parts, index: message }) =>
    parts.flatMap((part, at): ConversationFinding[] => {
      if (part.kind !== 'call' || part.callId.length <= limit) return [];
      const params = { rule: 'call_id_too_long', api: API_NAMES[api], actual: part.callId.length, limit };
      return [{ code: 'request_refused', severity: 'error', params, source: OWN_SOURCES.server, address: { message, part: at } }];
    }),
  );
}

/** Whether the same is known already of the same part, of as low a limit. */
function isKnown(findings: readonly ConversationFinding[], { code, params }: ConversationFinding): boolean {
  const limitOf = (of: ConversationFinding['params']): number => Number(of['limit'] ?? of['window']);
  return findings.some(
    (known) =>
      known.severity === 'error' &&
      known.code === code &&
      known.params['rule'] === params['rule'] &&
      limitOf(known.params) <= limitOf(params),
  );
}

/** The findings of a part, or those of none. */
type FindingsOf = (address: PartAddress | null) => readonly ConversationFinding[];

function byPart(findings: readonly ConversationFinding[]): FindingsOf {
  const groups = new Map<number, ConversationFinding[]>();
  for (const finding of findings) {
    const group = groups.get(addressKey(finding.address));
    if (group) group.push(finding);
    else groups.set(addressKey(finding.address), [finding]);
  }
  return (address) => groups.get(addressKey(address)) ?? [];
}

function partAt({ messages }: Pick<ConversationIndex, 'messages'>, { message, part }: PartAddress): ConversationPart | undefined {
  return messages[message]?.parts[part];
}

function longest(places: readonly RequestPlace[]): RequestPlace | undefined {
  return places.reduce<RequestPlace | undefined>(
    (best, each) => (best && best.pointer.length >= each.pointer.length ? best : each),
    undefined,
  );
}

function imageLimits({ side, base64 }: NamedLimits): ImageLimits {
  return { ...(side !== undefined && { side }), ...(base64 !== undefined && { base64 }) };
}

/** Whether an image is above one of the limits. */
export function exceeds(part: ConversationPart, { side = Infinity, base64 = Infinity }: ImageLimits): boolean {
  if (part.kind !== 'media') return false;
  const { width = 0, height = 0 } = part.facts;
  return Math.max(width, height) > side || part.data.end - part.data.start > base64;
}

/** `8164180 bytes > 5242880 bytes` */
const SIZES = /(\d{1,12}) bytes > (\d{1,12}) bytes/;

function ofSize(index: ConversationIndex, said: string): Place | undefined {
  const actual = Number(SIZES.exec(said)?.[1]);
  const found = mediaOf(inOrder(index)).find(({ part: { data } }) => data.end - data.start === actual);
  return found && { parts: [found.address], isOwn: true };
}

const LONGEST_SHOWN = 300;

/** Where the message of an answer begins, in JSON or in JSON within JSON. */
const MESSAGE = /\\?"message\\?":\s{0,4}\\?"/;

/** What is said behind the place; within the JSON of an answer, that of its message. */
function shortened(answer: string): string {
  const said = answer.slice(MESSAGE.exec(answer)?.index ?? 0).replace(MESSAGE, '');
  const place = placeNamed(said) ?? '';
  const after = said.slice(place === '' ? 0 : said.indexOf(place) + place.length).replace(/^[\s:'"]+/, '');
  const words = (after.split(/\\?"/)[0] ?? '').replaceAll(/\s+/g, ' ').trim() || said.replaceAll(/\s+/g, ' ').trim();
  return words.length > LONGEST_SHOWN ? `${words.slice(0, LONGEST_SHOWN)}…` : words;
}

/** The place of a request that a server's error names, as it is written there; undefined without one. */
export function placeNamed(words: string): string | undefined {
  return ADDRESS.exec(words.slice(0, LONGEST_WORDS))?.[0];
}

/**
 * The stretch of a server's words by which they are found in a file that keeps them, however it writes JSON within JSON: the longest one
 * without quotes, backslashes and line breaks. Undefined where that is too short to tell one error from another.
 */
export function stretchOf(words: string): string | undefined {
  const stretches = words.slice(0, LONGEST_WORDS).split(/["\\\r\n]+/);
  const longest = stretches.reduce((best, stretch) => (stretch.length > best.length ? stretch : best), '').trim();
  return longest.length < SHORTEST_STRETCH ? undefined : longest.slice(0, LONGEST_STRETCH);
}

const SHORTEST_STRETCH = 20;
const LONGEST_STRETCH = 300;

/** "No tool output found for function call call_1": beside an id there is no address, or only that of the message. */
function ofCall(findings: ConversationCheck['findings'], names: ReadonlySet<string>): PartAddress | null {
  const found = findings.find(
    ({ code, params }) => (code === 'call_without_result' || code === 'result_without_call') && names.has(String(params['call'])),
  );
  return found?.address ?? null;
}

/** The last call of an ID that is named, or all parts of its result, or the item of the model: its reasoning is refused. */
function ofId({ messages }: Pick<ConversationIndex, 'messages'>, names: ReadonlySet<string>): Place | undefined {
  for (const { index: message, parts, id } of messages.toReversed()) {
    const named = parts.flatMap((each, part) => {
      const own = each.kind === 'call' ? each.callId : each.resultOf;
      return own !== undefined && own !== '' && names.has(own) ? [{ message, part }] : [];
    });
    if (named.length > 0) return { parts: named, isOwn: false };
    if (id !== undefined && names.has(id) && parts.length > 0)
      return { parts: [{ message, part: 0 }], isOwn: parts[0]?.kind === 'reasoning' };
  }
  return undefined;
}

/** What may be an ID: words between blanks, quotes and brackets, verbatim (`call_a:0`), without the marks of a sentence behind them. */
function namesIn(said: string): ReadonlySet<string> {
  const words = said.split(/[\s"'`()[\]{},;=\\]+/);
  return new Set(words.flatMap((word) => [word, trimEndOf(word, '.:!?…')]).filter((word) => word !== ''));
}

/** An error names its place at its beginning; some repeat a whole request behind it. */
const LONGEST_WORDS = 10_000;
const LONGEST_MESSAGE = 2000;

function isWithin(pointer: string, holder: string): boolean {
  return pointer === holder || pointer.startsWith(`${holder}/`);
}
