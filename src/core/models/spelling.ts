import { own } from '../io/own.ts';
import { isStandardCapability, STANDARD_CAPABILITIES, type StandardCapability } from './capability.ts';
import { WIRE_APIS, type WireApi } from './wire-api.ts';

/** Other words for capabilities. */
const ALIASES: Readonly<Record<string, StandardCapability>> = {
  image: 'vision',
  images: 'vision',
  picture: 'vision',
  pictures: 'vision',
  imageinput: 'vision',
  speech: 'audio',
  voice: 'audio',
  sound: 'audio',
  videos: 'video',
  pdf: 'file',
  files: 'file',
  document: 'file',
  documents: 'file',
  tool: 'tool_calling',
  tools: 'tool_calling',
  tooluse: 'tool_calling',
  functioncalling: 'tool_calling',
  functions: 'tool_calling',
  json: 'structured_output',
  jsonmode: 'structured_output',
  jsonoutput: 'structured_output',
};
/** Other words for APIs. */
const API_ALIASES: Readonly<Record<string, WireApi>> = {
  openai: 'openai-chat',
  chat: 'openai-chat',
  chatcompletions: 'openai-chat',
  azure: 'openai-chat',
  responses: 'openai-responses',
  response: 'openai-responses',
  claude: 'anthropic',
  messages: 'anthropic',
  google: 'gemini',
  vertex: 'gemini',
  generatecontent: 'gemini',
  gemini3: 'gemini',
  gemini1: 'gemini-2',
  bedrock: 'bedrock-converse',
  converse: 'bedrock-converse',
  invoke: 'bedrock-invoke',
  invokemodel: 'bedrock-invoke',
  compatible: 'openai-compatible',
  vllm: 'openai-compatible',
  openrouter: 'openai-compatible',
  lmstudio: 'openai-compatible',
};
const LONGEST_WORD = 40;

/** Minimum letters of a recognised prefix. */
const SHORTEST_BEGINNING = 3;

/**
 * The standard capability probably meant by a custom word: another spelling (`Vision`, `tool-calling`), a synonym (`image`), one or two
 * typos (`visoin`), or its beginning (`visi`).
 */
export function suggestCapability(word: string): StandardCapability | undefined {
  if (isStandardCapability(word) || word.length > LONGEST_WORD) return undefined;
  const plain = simplify(word);
  const alias = own(ALIASES, plain);
  return (
    alias ??
    closestTo(
      plain,
      STANDARD_CAPABILITIES.map(({ type }) => type),
    ) ??
    begunBy(plain)
  );
}

/** The only standard capability that begins with the word, which must be at least half of it. */
function begunBy(plain: string): StandardCapability | undefined {
  const begun = STANDARD_CAPABILITIES.map(({ type }) => type).filter(
    (type) => simplify(type).startsWith(plain) && plain.length * 2 >= simplify(type).length,
  );
  return begun.length === 1 && plain.length >= SHORTEST_BEGINNING ? begun[0] : undefined;
}

/** A misspelt word and the standard capability probably meant. */
export interface Slip {
  readonly capability: string;
  readonly meant: StandardCapability;
}

export function slipsIn(list: readonly string[]): readonly Slip[] {
  return list.flatMap((capability) => {
    const meant = suggestCapability(capability);
    return meant === undefined ? [] : [{ capability, meant }];
  });
}

/** The API probably meant by a word. */
export function suggestApi(word: string): WireApi | undefined {
  if (word.length > LONGEST_WORD) return undefined;
  const near = closestTo(simplify(word), [...WIRE_APIS, ...Object.keys(API_ALIASES)]);
  return own(API_ALIASES, near) ?? (near as WireApi | undefined);
}

/** The closest candidate within one typo (up to five letters) or two (longer words). */
export function closestTo<T extends string>(word: string, candidates: readonly T[]): T | undefined {
  const plain = simplify(word);
  let best: { candidate: T; distance: number } | undefined;
  for (const candidate of candidates) {
    const other = simplify(candidate);
    const limit = Math.min(plain.length, other.length) <= 5 ? 1 : 2;
    if (Math.abs(plain.length - other.length) > limit) continue;
    const distance = editDistance(plain, other);
    if (distance <= limit && (best === undefined || distance < best.distance)) best = { candidate, distance };
  }
  return best?.candidate;
}

/** Ignores capitals, spaces and dashes. */
export function simplify(word: string): string {
  return word.toLowerCase().replace(/[\s_-]+/g, '');
}

/** Optimal string alignment distance (Damerau): insertions, deletions, substitutions and transpositions count one each. */
export function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(at(previous, j) + 1, at(current, j - 1) + 1, at(previous, j - 1) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, at(beforePrevious, j - 2) + 1);
      current.push(cost);
    }
    beforePrevious = previous;
    previous = current;
  }
  return at(previous, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}

/**
 * Finds the texts in which every word that was typed begins a word, or a run of its letters or digits, whatever stands between them there:
 * `opus 4.5` and `sonnet4` find `claude-sonnet-4-5 opus`. The texts are names, and looked through once for all that is typed.
 *
 * @returns what finds the places of such texts among all, in their order
 */
export function wordFinder(texts: readonly string[]): (typed: string) => readonly number[] {
  const endings = texts.map((text) => {
    const pieces = piecesOf(text);
    return pieces.map((_, at) => pieces.slice(at).join(''));
  });
  return (typed) => {
    const words = typed.split(/\s+/).map((word) => piecesOf(word).join(''));
    return endings.flatMap((of, at) => (words.every((word) => of.some((ending) => ending.startsWith(word))) ? [at] : []));
  };
}

function piecesOf(text: string): readonly string[] {
  return text.toLowerCase().match(/\p{L}+|\p{N}+/gu) ?? [];
}
