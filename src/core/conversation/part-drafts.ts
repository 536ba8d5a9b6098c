import { base64FactsOf, beginningOf, type ByteRange, itemsAt, at, literalAt, type Outline, type OutlineString, textAt } from './outline.ts';
import { normaliseMediaType } from '../content/media-type.ts';
import { quickTokens } from '../wire/tokens/quick-count.ts';
import { standardBase64 } from '../io/base64.ts';
import { knownShape } from './request-rules.ts';
import type {
  CallPartOf,
  ConversationRole,
  ConversationPart,
  Notation,
  LinkPartOf,
  MediaPartOf,
  PartPlace,
  PartTrait,
  ReasoningPartOf,
  TextPartOf,
  UnknownPartOf,
} from './conversation.ts';

/** A medium whose headers are still to be read. */
export interface MediaDraft extends Omit<MediaPartOf, 'facts'> {
  readonly size: number;
  /** The first characters of its base64. */
  readonly head: (length: number) => string;
  /** The base64 of a PDF that is longer than what is kept of other strings. */
  readonly whole?: () => string;
  /** What the header of bytes says that several parts name, once it was read. */
  readonly shared?: { facts?: Promise<MediaPartOf['facts']> };
}

/** A part before the headers of its media are read. */
export type PartDraft = Exclude<ConversationPart, MediaPartOf> | MediaDraft;

/** A message before the headers of its media are read; its place where it is one of several in a record, whose own it is by default. */
export interface MessageDraft extends Partial<ByteRange> {
  readonly role: ConversationRole;
  readonly id?: string;
  readonly parentId?: string;
  readonly time?: number;
  readonly model?: string;
  readonly nameTokens?: number;
  readonly parts: readonly PartDraft[];
  /** Number of its conversation in a file that has several in a record; default: that of the record. */
  readonly root?: number;
}

/** A part's value, with its path. */
export interface Placed {
  readonly node: Outline;
  readonly path: readonly (string | number)[];
  /** The call whose result it belongs to, and all of that result. */
  readonly resultOf?: string | undefined;
  readonly resultPlace?: ByteRange | undefined;
  /** The characters of the call's id in that result. */
  readonly resultIdPlace?: ByteRange | undefined;
  readonly notation?: Notation | undefined;
  /** The type of content where the value does not state it in a `type`. */
  readonly shape?: string;
}

/** Characters that are kept of a type or format, which may be anything. */
export const LONGEST_TYPE = 200;
/** How a description begins that a repair writes in place of content. */
export const REMOVED = '[Removed from the conversation: ';

const SAMPLE = 240;

/** Tokens of the marks around a member of JSON, or an item. */
const MARKS = 2;
/** Characters of a token of what was skipped. */
const SKIPPED = 4;

/** A quick estimate of the tokens of a value as JSON; texts in it as they are read, not as they are escaped. */
function jsonTokens(node: Outline): number {
  switch (node.type) {
    case 'string':
      return textFacts(node).tokens;
    case 'literal':
      return quickTokens(String(node.value));
    case 'skipped':
      return (node.end - node.start) / SKIPPED;
    case 'array':
      return node.items.reduce((sum, item) => sum + MARKS + jsonTokens(item), 1);
    case 'object':
      return node.members.reduce((sum, { name, value }) => sum + MARKS + quickTokens(name) + jsonTokens(value), 1);
  }
}

/** Counts of a string, also of one whose middle was left out. */
function textFacts(node: OutlineString): { characters: number; tokens: number; isBlank: boolean; sample: string } {
  const { text } = node;
  const characters = node.isWhole ? text.length : node.end - node.start - 2;
  const tokens = Math.round(quickTokens(text) * (text.length === 0 ? 1 : characters / text.length));
  return { characters, tokens, isBlank: !/\S/.test(text), sample: beginningAlone(text, SAMPLE) };
}

/** The first characters of a text, as a string of their own: engines keep the whole text for a slice of it, and an index would hold its file. */
function beginningAlone(text: string, length: number): string {
  return text.length <= length ? text : ` ${text.slice(0, length)}`.slice(1);
}

type Common = {
  shape?: string;
  traits?: readonly PartTrait[];
  place: PartPlace;
  resultOf?: string;
  resultPlace?: ByteRange;
  resultIdPlace?: ByteRange;
  notation?: Notation;
};

/** @param own traits of this kind of part */
function common(
  { node, path, resultOf, resultPlace, resultIdPlace, notation, shape: stated }: Placed,
  own: readonly PartTrait[] = NONE,
): Common {
  const type = stated ?? textAt(node, 'type');
  const shape = knownShape(type);
  const [cached, isToBeCited] = [cacheTraits(node), isCited(node, type)];
  const traits = cached !== NONE || isToBeCited ? [...cached, ...(isToBeCited ? CITED : NONE), ...own] : own;
  const form = { ...(shape !== undefined && { shape }), ...(traits.length > 0 && { traits }) };
  if (notation === undefined && resultOf === undefined && !resultPlace)
    return { ...form, place: { start: node.start, end: node.end, path } };
  return {
    ...form,
    ...(notation !== undefined && { notation }),
    place: { start: node.start, end: node.end, path },
    ...(resultOf !== undefined && { resultOf }),
    ...(resultPlace && { resultPlace: { start: resultPlace.start, end: resultPlace.end } }),
    ...(resultIdPlace && { resultIdPlace }),
  };
}

/** What a block says of the cache. */
export function cacheTraits(node: Outline): readonly PartTrait[] {
  const mark = at(node, 'cache_control');
  if (mark?.type !== 'object') return NONE;
  return textAt(mark, 'ttl') === '1h' ? CACHED_FOR_HOUR : CACHED;
}

/** Whether answers shall cite what it holds: a member of the block of Anthropic's API, and of what the block of Converse holds. */
export function isCited(node: Outline, type: string | undefined): boolean {
  if (type === undefined || !CITABLE.has(type)) return false;
  return literalAt(node, 'citations', 'enabled') === true || literalAt(node, type, 'citations', 'enabled') === true;
}

const CITABLE: ReadonlySet<string> = new Set(['document', 'search_result', 'searchResult']);
const NONE: readonly PartTrait[] = [];
const CACHED: readonly PartTrait[] = ['cached'];
const CACHED_FOR_HOUR: readonly PartTrait[] = ['cached', 'cached_for_hour'];
const TEXT_ARGUMENTS: readonly PartTrait[] = ['text_arguments'];
const CITED: readonly PartTrait[] = ['cited'];
const ENDS_BLANK: readonly PartTrait[] = ['ends_blank'];

/** A part with more of its form. */
export function withTraits<Part extends PartDraft>(part: Part, ...traits: readonly PartTrait[]): Part {
  return traits.length === 0 ? part : { ...part, traits: [...(part.traits ?? []), ...traits] };
}

/** A picture in the detail that it is wanted in. */
export function inDetail<Part extends PartDraft>(part: Part, detail: string | undefined): Part {
  return detail === 'low' ? withTraits(part, 'low_detail') : part;
}

/** A text part. @param text the string in it; the part itself when `isBare` */
export function textPart(placed: Placed, text: OutlineString, isBare = false): TextPartOf {
  const facts = textFacts(text);
  return { kind: 'text', ...common(placed, textTraits(text, facts.isBlank)), ...facts, isBare };
}

function textTraits({ text, isWhole }: OutlineString, isBlank: boolean): readonly PartTrait[] {
  const ends = !isWhole || isBlank || text.trimEnd() === text ? NONE : ENDS_BLANK;
  return text.includes(REMOVED) ? ['removed', ...ends] : ends;
}

export function reasoningPart(placed: Placed, text: Outline | undefined): ReasoningPartOf {
  const facts = text?.type === 'string' ? textFacts(text) : { characters: 0, tokens: 0, sample: '' };
  return { kind: 'reasoning', ...common(placed), characters: facts.characters, tokens: facts.tokens, sample: facts.sample };
}

export function unknownPart(placed: Placed): UnknownPartOf {
  return { kind: 'unknown', ...common(placed), name: (placed.shape ?? textAt(placed.node, 'type') ?? placed.node.type).slice(0, 100) };
}

/** @param mimeType as it is declared */
export function linkPart(placed: Placed, url: string, isFile: boolean, mimeType?: string): LinkPartOf {
  const type = normaliseMediaType(mimeType?.slice(0, 200) ?? '');
  return { kind: 'link', ...common(placed), url: url.slice(0, 2000), ...(type !== undefined && { mimeType: type }), isFile };
}

/**
 * A call.
 * @param id text, or the string in the file where it may have to be written anew
 * @param input the arguments: JSON text, or an object
 */
export function callPart(
  placed: Placed,
  id: string | Outline | undefined,
  name: string | undefined,
  input: Outline | undefined,
): CallPartOf {
  const idPlace = idPlaceOf(id);
  const facts =
    input?.type === 'string'
      ? textFacts(input)
      : {
          characters: input ? input.end - input.start : 0,
          tokens: input ? Math.round(jsonTokens(input)) : 0,
          sample: input ? jsonSample(input) : '',
        };
  return {
    kind: 'call',
    ...common(placed, input?.type === 'string' ? TEXT_ARGUMENTS : NONE),
    callId: (typeof id === 'object' ? textAt(id) : id) ?? '',
    ...(idPlace && { idPlace }),
    name: name ?? '',
    ...(input && { input: { start: input.start, end: input.end } }),
    characters: facts.characters,
    tokens: facts.tokens + Math.round(quickTokens(name ?? '')),
    sample: facts.sample,
  };
}

/** The characters of an id that is a whole string of the file. */
export function idPlaceOf(id: string | Outline | undefined): ByteRange | undefined {
  return typeof id === 'object' && id.type === 'string' && id.isWhole ? inside(id) : undefined;
}

/** A value as JSON text, as far as it is shown. */
function jsonSample(node: Outline): string {
  return beginningAlone(jsonBeginning(node, SAMPLE), SAMPLE);
}

/** The beginning of a value as JSON text: so many characters, or somewhat more. */
function jsonBeginning(node: Outline, length: number): string {
  switch (node.type) {
    case 'string':
      return JSON.stringify(beginningOf(node, length));
    case 'literal':
      return String(node.value);
    case 'skipped':
      return '…';
    case 'array':
      return `[${joined(node.items, length, (item, left) => jsonBeginning(item, left))}]`;
    case 'object':
      return `{${joined(node.members, length, ({ name, value }, left) => `${JSON.stringify(name)}:${jsonBeginning(value, left)}`)}}`;
  }
}

/** Items in words, with commas; those behind the length are left out. */
function joined<Item>(items: readonly Item[], length: number, words: (item: Item, left: number) => string): string {
  let text = '';
  for (const item of items) {
    if (text.length >= length) break;
    text += `${text === '' ? '' : ','}${words(item, length - text.length)}`;
  }
  return text;
}

export interface MediaSource {
  /** The string with the base64, or the data URL. */
  readonly data: OutlineString;
  readonly type?: Outline | undefined;
  readonly filename?: string | undefined;
  readonly isFile: boolean;
  /** The API takes the URL alphabet, and base64 without padding. */
  readonly takesUrlBase64?: boolean;
}

/** A part with bytes: base64 with a type beside it, or a data URL, which names its own. */
export function mediaPart(placed: Placed, { data, type, filename, isFile, takesUrlBase64 = false }: MediaSource): MediaDraft {
  const url = /^data:([^,;]*)(?:;[^,]*)?,/i.exec(beginningOf(data, 300));
  const from = url?.[0].length ?? 0;
  // as the file has it: a slash may be escaped
  const written = data.escaped === undefined ? url : /^data:([^,;]*)(?:;[^,]*)?,/i.exec(data.escaped);
  const facts = base64FactsOf(data, from);
  const beside = type?.type === 'string' ? type : undefined;
  const { start, end } = inside(data);
  // Where a type stands beside it base64 is wanted, and a data URL everywhere else.
  const traits: readonly PartTrait[] = url && type ? ['data_url'] : url || type ? [] : ['no_head'];
  const isUrlBase64 = takesUrlBase64 && facts.isUrlBase64;
  const head = (length: number): string => beginningOf(data, from + length).slice(from);
  return {
    kind: 'media',
    ...common(placed, traits),
    declared: url ? url[1] || undefined : beside?.text.slice(0, LONGEST_TYPE),
    type: written ? { start: start + 5, end: start + 5 + bytesOf(written[1]) } : beside && inside(beside),
    data: { start: start + bytesOf(written?.[0]), end },
    isBase64: facts.isBase64 || isUrlBase64,
    ...(isUrlBase64 && { isUrlBase64 }),
    hash: facts.hash,
    size: facts.size || Math.floor((facts.characters * 3) / 4),
    head: isUrlBase64 ? (length) => standardBase64(head(length)) : head,
    ...(facts.pdf && { whole: () => standardBase64(latin1.decode(facts.pdf)) }),
    ...(filename !== undefined && filename !== '' && { filename: filename.slice(0, 1000) }),
    isFile,
  };
}

/** Bytes of a text in a file. */
function bytesOf(text = ''): number {
  return encoder.encode(text).length;
}

const encoder = new TextEncoder();
const latin1 = new TextDecoder('latin1');

/** A picture by a URL: a data URL has its bytes, any other is an address. */
export function urlPart(placed: Placed, url: Outline | undefined, options: { filename?: string | undefined; isFile: boolean }): PartDraft {
  if (url?.type !== 'string') return unknownPart(placed);
  return /^data:/i.test(url.text) ? mediaPart(placed, { data: url, ...options }) : linkPart(placed, url.text, options.isFile);
}

/** From the first of the parts to the last, in whichever lines they are. */
export function rangeOfParts(parts: readonly PartDraft[]): { start: number; end: number } {
  let [start, end] = [Infinity, 0];
  for (const { place } of parts) [start, end] = [Math.min(start, place.start), Math.max(end, place.end)];
  return { start, end };
}

/** The characters of a string, without its quotes. */
export function inside({ start, end, inner }: OutlineString): ByteRange {
  return inner ?? { start: start + 1, end: end - 1 };
}

/**
 * The parts of a content: a text by itself, a list of parts, or nothing.
 *
 * @param read reads a part of the list
 */
export function contentParts(placed: Placed, read: (part: Placed) => readonly PartDraft[]): PartDraft[] {
  const { node, path } = placed;
  if (node.type === 'string') return [textPart(placed, node, true)];
  return itemsAt(node).flatMap((item, index) => read({ ...placed, node: item, path: [...path, index] }));
}

/** A member of a placed value; undefined when it is not there. */
export function member(placed: Placed, ...steps: readonly (string | number)[]): Placed | undefined {
  const found = at(placed.node, ...steps);
  return found && { ...placed, node: found, path: [...placed.path, ...steps] };
}

/** The text of a member, where it has one. */
export function textIn(placed: Placed, name: string): PartDraft[] {
  const text = member(placed, name);
  return text?.node.type === 'string' && text.node.text !== '' ? [textPart(text, text.node, true)] : [];
}

/** The items of a list in a placed value; none when it is not there. */
export function placedItems(placed: Placed, ...steps: readonly (string | number)[]): Placed[] {
  return itemsAt(placed.node, ...steps).map((node, index) => ({ ...placed, node, path: [...placed.path, ...steps, index] }));
}

/** The result of a call that has no content. */
export function emptyResult(placed: Placed, resultOf: string): PartDraft {
  return emptyText({ ...placed, resultOf, resultPlace: placed.resultPlace ?? placed.node });
}

/** A content without anything in it, which APIs read as an empty text. */
export function emptyText(placed: Placed): PartDraft {
  return { kind: 'text', ...common(placed), characters: 0, tokens: 0, isBlank: true, sample: '', isBare: true };
}

/** A result of a call that is JSON and stands for a text: its characters as they are in the file. */
export function jsonText(placed: Placed): TextPartOf {
  const { start, end } = placed.node;
  const characters = end - start;
  return {
    kind: 'text',
    ...common(placed),
    characters,
    tokens: Math.round(jsonTokens(placed.node)),
    isBlank: false,
    sample: resultSample(placed.node),
    isBare: true,
  };
}

/** How a result begins: its words, where it is an object around them. */
function resultSample(node: Outline): string {
  const only = node.type === 'object' && node.members.length === 1 ? node.members[0] : undefined;
  const isWords = only?.value.type === 'string' && (only.name === 'output' || only.name === 'error');
  return isWords && only.value.type === 'string' ? beginningAlone(beginningOf(only.value, SAMPLE), SAMPLE) : jsonSample(node);
}
