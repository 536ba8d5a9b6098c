import type { ImageLimits } from '../content/shrink-image.ts';
import type { ConversationCheck } from './check-conversation.ts';
import type { ConversationIndex, ConversationPart } from './conversation.ts';
import { type ConversationFinding, OWN_SOURCES } from './conversation-finding.ts';
import { mediaOf } from './prepare-conversation.ts';
import { strictest } from './repairs.ts';
import { inOrder, type PartAddress } from './replay.ts';

/** A place in a request as servers write it: `messages.41.content.31.image`, `input[284].output[1]`, `messages[12].content[0]`. */
const ADDRESS = /\b(?:messages|input|contents)(?:\[\d+\]|\.\d+)(?:\[\d+\]|\.\w+)*/;

/** Anthropic's server names the type of a block behind its number: `content.0.tool_result.content.1`. The request has no such key. */
const RESULT = /(?<=\/\d{1,10})\/\w*tool_result\//;

/** A part that words are about. */
interface Place {
  readonly address: PartAddress;
  /** The words are about this part alone, not about its message or a call. */
  readonly isOwn: boolean;
}

/**
 * The part of a conversation that a server's error is about: by the call it names that lacks its other half, else by the address in its
 * words, as the next request would have it, else by the size it gives. Null when the words have none of them, or nothing is sent there.
 * A call without a result at the end of a session is no finding, since the program may still make it; when a server has named it, it is the
 * part all the same. Programs may send more than their session has, such as a system prompt between the messages: then it is the part at
 * that place all the same.
 *
 * @param words of the server, of any length
 */
function placeOf(
  { request, addresses, findings }: Pick<ConversationCheck, 'request' | 'addresses' | 'findings'>,
  words: string,
  index: ConversationIndex,
): Place | null {
  const said = words.slice(0, LONGEST_WORDS);
  const named = new Set(said.split(/[^\w-]+/));
  const call = ofCall(findings, named);
  if (call) return { address: call, isOwn: false };
  const address = placeNamed(said);
  if (address === undefined) {
    const other = lastCall(index, named);
    return other ? { address: other, isOwn: false } : ofSize(index, said);
  }
  const pointer = `/${address.replaceAll('[', '.').replaceAll(']', '').replaceAll('.', '/')}`.replace(RESULT, '/');
  const places = request.verdicts.flatMap((verdict) => (verdict.pointer === undefined ? [] : [{ ...verdict, pointer: verdict.pointer }]));
  const inside = places.filter((place) => isWithin(pointer, place.pointer)).sort((a, b) => b.pointer.length - a.pointer.length)[0];
  const found = inside ?? places.find((place) => isWithin(place.pointer, pointer));
  const own = found && addresses[found.message]?.[found.part];
  return own ? { address: own, isOwn: inside !== undefined && !pointer.endsWith('/cache_control') } : null;
}

/**
 * What a check is once a server has said something: a medium that it names is refused, whatever the documented rules are, unless it is
 * within the limit that the words give by now.
 *
 * @param words of the server, of any length
 */
export function checkWithWords<Check extends Pick<ConversationCheck, 'request' | 'addresses' | 'findings' | 'goesThrough'>>(
  check: Check,
  words: string,
  index: ConversationIndex,
): { readonly check: Check; readonly found: PartAddress | null } {
  const place = placeOf(check, words, index);
  const refusal = place?.isOwn === true ? refusalOf(check, place.address, words.slice(0, LONGEST_WORDS), index) : undefined;
  const found = place?.address ?? null;
  return { check: refusal ? { ...check, findings: [refusal, ...check.findings], goesThrough: false } : check, found };
}

function refusalOf(
  { findings }: Pick<ConversationCheck, 'findings'>,
  address: PartAddress,
  said: string,
  { messages }: Pick<ConversationIndex, 'messages'>,
): ConversationFinding | undefined {
  const part = messages[address.message]?.parts[address.part];
  if (part?.kind !== 'media') return undefined;
  const limits = limitsIn(said);
  const limit = limits.side ?? limits.base64;
  if (limit !== undefined && !exceeds(part, limits)) return undefined;
  const isKnown = findings.some(({ severity, address: at, params }) => {
    const isHere = at?.message === address.message && at.part === address.part;
    return isHere && severity === 'error' && (limit === undefined || Number(params['limit']) <= limit);
  });
  if (isKnown) return undefined;
  const params = { words: shortened(said), ...limits };
  return { code: 'part_refused', severity: 'error', params, source: OWN_SOURCES.server, address };
}

/** Whether an image is above one of the limits. */
export function exceeds(part: ConversationPart, { side = Infinity, base64 = Infinity }: ImageLimits): boolean {
  if (part.kind !== 'media') return false;
  const { width = 0, height = 0 } = part.facts;
  return Math.max(width, height) > side || part.data.end - part.data.start > base64;
}

/** `8164180 bytes > 5242880 bytes` */
const SIZES = /(\d{1,12}) bytes > (\d{1,12}) bytes/;
/** `image dimensions exceed max allowed size for many-image requests: 2000 pixels` */
const SIDE = /max allowed size[^:]{0,60}: (\d{1,6}) pixels/;

/** The limits that Anthropic's server names, see research of conversations that failed. */
function limitsIn(said: string): ImageLimits {
  const [side, base64] = [SIDE.exec(said)?.[1], SIZES.exec(said)?.[2]].map((digits) => Number(digits) || undefined);
  return strictest({ side, base64 });
}

function ofSize(index: ConversationIndex, said: string): Place | null {
  const actual = Number(SIZES.exec(said)?.[1]);
  const found = mediaOf(inOrder(index)).find(({ part: { data } }) => data.end - data.start === actual);
  return found ? { address: found.address, isOwn: true } : null;
}

const LONGEST_SHOWN = 300;

/** What is said behind the place; within the JSON of an answer, that of its message. */
function shortened(said: string): string {
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

/** The last call or result of an id that is named. */
function lastCall({ messages }: Pick<ConversationIndex, 'messages'>, names: ReadonlySet<string>): PartAddress | null {
  for (const { index: message, parts } of messages.toReversed()) {
    const part = parts.findIndex((each) => {
      const id = each.kind === 'call' ? each.callId : each.resultOf;
      return id !== undefined && id !== '' && names.has(id);
    });
    if (part >= 0) return { message, part };
  }
  return null;
}

/** An error names its place at its beginning; some repeat a whole request behind it. */
const LONGEST_WORDS = 10_000;

function isWithin(pointer: string, holder: string): boolean {
  return pointer === holder || pointer.startsWith(`${holder}/`);
}
