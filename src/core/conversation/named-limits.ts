import { strictest } from './repairs.ts';

/** Limits that a server's words name: they hold for the conversation, whatever the documented ones are. */
export interface NamedLimits {
  /** Pixels of the longest side of an image. */
  readonly side?: number;
  /** Characters of the base64 of a part. */
  readonly base64?: number;
  /** Bytes of the whole request. */
  readonly request?: number;
  readonly images?: number;
  /** Pages of a document. */
  readonly pages?: number;
  /** Characters of an ID or a text. */
  readonly characters?: number;
  /** The limit of the whole request. */
  readonly tokens?: number;
  /** The tokens that the server counted. */
  readonly countedTokens?: number;
}

type Unit = 'images' | 'pixels' | 'bytes' | 'characters' | 'tokens' | 'pages';

const UNITS: readonly (readonly [RegExp, Unit, number])[] = [
  [/^(?:image|picture)s?\b/, 'images', 1],
  [/^(?:pixels?|px)\b/, 'pixels', 1],
  [/^(?:mb|mib|megabytes?)\b/, 'bytes', 2 ** 20],
  [/^(?:kb|kib|kilobytes?)\b/, 'bytes', 2 ** 10],
  [/^bytes?\b/, 'bytes', 1],
  [/^(?:characters?|chars?)\b/, 'characters', 1],
  [/^tokens?\b/, 'tokens', 1],
  [/^pages?\b/, 'pages', 1],
];

/** What a number without a unit behind it counts, by the last word before it. */
const NOUNS: readonly (readonly [RegExp, Unit])[] = [
  [/(?:string|length)/g, 'characters'],
  [/images?\b(?!-)/g, 'images'],
  [/tokens?\b|context length/g, 'tokens'],
  [/bytes/g, 'bytes'],
  [/pages?\b/g, 'pages'],
  [/pixels?/g, 'pixels'],
];

/** Words before a number that make it a limit, and those behind it. */
const BEFORE =
  /(?:at most|most|max(?:imum)?|limit(?:ed)?|up to|more than|exceed(?:s|ed|ing)?|allow(?:s|ed)?|supports?|only|(?:larger|greater|longer) than|below|under|within|>|<=|≤)/;
const BEHIND = /^[^\d.;]{0,20}(?:max(?:imum)?|limit|allowed|at most)\b/;

/** Characters around a number that say what it is. */
const AROUND = 60;
const MOST_NUMBERS = 200;

/** How often something may be asked is no limit of a request, and how long an answer may be is none of what is in it. */
const OF_NO_REQUEST = /rate[ _-]limit|per (?:minute|hour|day)|quota|overloaded/i;
const OF_ANSWER = /max_(?:completion_|output_)?tokens|(?:output|completion) tokens/i;

/**
 * Words about the size of the whole request, and about its tokens: Anthropic's "Request exceeds the maximum allowed number of bytes" and
 * `request_too_large` (platform.claude.com/docs/en/api/errors, 2026-11), and those that proxies and other hosts answer 413 with.
 */
const REQUEST_TOO_LARGE =
  /request[ _](?:entity[ _])?too[ _]large|request exceeds the maximum|payload too large|request (?:body |payload )?(?:size )?exceeds/i;
const TOO_MANY_TOKENS = /(?:prompt|input|context) is too long|context[ _](?:window|length|limit)/i;
/**
 * "API Error: 400 due to tool use concurrency issues": Claude Code 2.1.6 to 2.1.20 in place of what the server said (anthropics/claude-code
 * #20694, #21011, January 2026). That calls and results do not match is not in the words: it is said only where the session has such calls.
 */
const UNMATCHED_CALLS = /tool use concurrency/i;

/** What of a request as a whole a server's words are about; undefined where they are about none of it. */
export function wholeNamed(words: string): 'bytes' | 'tokens' | 'calls' | undefined {
  if (OF_NO_REQUEST.test(words)) return undefined;
  if (REQUEST_TOO_LARGE.test(words)) return 'bytes';
  if (UNMATCHED_CALLS.test(words)) return 'calls';
  return TOO_MANY_TOKENS.test(words) ? 'tokens' : undefined;
}

interface NamedNumber {
  readonly value: number;
  readonly unit: Unit;
  readonly isLimit: boolean;
}

/**
 * The limits in a server's words: "image exceeds 5 MB maximum: 8164180 bytes > 5242880 bytes", "too many images and documents: 102 + 0 > 100",
 * "Expected a string with maximum length 64", "prompt is too long: 208310 tokens > 200000 maximum". Of several of a kind the lowest counts.
 */
export function limitsNamed(words: string): NamedLimits {
  if (OF_NO_REQUEST.test(words)) return {};
  const isOfAnswer = OF_ANSWER.test(words) && !/context/i.test(words);
  const numbers = numbersIn(words).filter(({ unit }) => unit !== 'tokens' || !isOfAnswer);
  const lowest = (wanted: Unit): number | undefined => {
    const found = numbers.flatMap(({ value, unit, isLimit }) => (isLimit && unit === wanted && value > 0 ? value : []));
    return found.length > 0 ? Math.min(...found) : undefined;
  };
  const [images, pages, characters, tokens] = [lowest('images'), lowest('pages'), lowest('characters'), lowest('tokens')];
  const counted = numbers.flatMap(({ value, unit, isLimit }) =>
    !isLimit && unit === 'tokens' && value > (tokens ?? Infinity) ? value : [],
  );
  const [bytes, isOfWhole] = [lowest('bytes'), wholeNamed(words) === 'bytes'];
  return {
    ...strictest({ side: lowest('pixels'), base64: isOfWhole ? undefined : bytes }),
    ...(isOfWhole && bytes !== undefined && { request: bytes }),
    ...(images !== undefined && { images }),
    ...(pages !== undefined && { pages }),
    ...(characters !== undefined && { characters }),
    ...(tokens !== undefined && { tokens }),
    ...(counted.length > 0 && { countedTokens: Math.max(...counted) }),
  };
}

function numbersIn(words: string): NamedNumber[] {
  const found: NamedNumber[] = [];
  const said = words.toLowerCase();
  let end = 0;
  for (const match of said.matchAll(/(?<![\w.[-])\d{1,3}(?:,\d{3})+(?![\w])|(?<![\w.[-])\d{1,12}(?=\D|$)/g)) {
    if (found.length >= MOST_NUMBERS) break;
    const behind = said.slice(match.index + match[0].length, match.index + match[0].length + AROUND);
    const before = said.slice(Math.max(end, match.index - AROUND), match.index);
    end = match.index + match[0].length;
    const own = unitBehind(behind);
    const unit = own?.unit ?? unitBefore(said.slice(Math.max(0, match.index - AROUND), match.index)) ?? found.at(-1)?.unit;
    if (unit === undefined) continue;
    const value = Number(match[0].replaceAll(',', '')) * (own?.factor ?? 1);
    found.push({ value, unit, isLimit: BEFORE.test(before.split(/\d/).at(-1) ?? '') || BEHIND.test(behind) });
  }
  return found;
}

function unitBehind(behind: string): { readonly unit: Unit; readonly factor: number } | undefined {
  const word = behind.replace(/^\s*(?:[x×]\s*\d{1,6}\s*)?(?:(?:pdf|input|output|total|prompt)\s+)?/, '');
  const known = UNITS.find(([name]) => name.test(word));
  return known && { unit: known[1], factor: known[2] };
}

/** The unit whose name comes last before a number. */
function unitBefore(before: string): Unit | undefined {
  let [last, unit]: [number, Unit | undefined] = [-1, undefined];
  for (const [name, each] of NOUNS) for (const { index } of before.matchAll(name)) if (index > last) [last, unit] = [index, each];
  return unit;
}
