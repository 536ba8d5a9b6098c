import { isObject } from '../io/arguments.ts';
import { standardBase64, withoutEscapes } from '../io/base64.ts';
import { mediaKind } from '../content/media-type.ts';
import type { ContentPart } from '../routing/route-result.ts';
import type { WireResult } from '../wire/verdict.ts';
import type { AssistantMessage, CanonicalMessage, ToolCall } from '../wire/turns.ts';
import type { ByteRange } from './outline.ts';
import type {
  CallPartOf,
  ConversationIndex,
  ConversationMessage,
  ConversationPart,
  LinkPartOf,
  MediaPartOf,
  Notation,
  TextPartOf,
} from './conversation.ts';
import { formatFacts } from './formats.ts';
import { fromOtlp } from './notation.ts';

/** A part of the file: its message, and its number in it. */
export interface PartAddress {
  readonly message: number;
  readonly part: number;
}

/** Parts in a message: more than a file has room for in one. */
const MOST_PARTS = 2 ** 26;

/** A part as one number, for maps; the numbers of parts have their order in the file. What is about no part has −1. */
export function addressKey(address: PartAddress | null | undefined): number {
  return address ? address.message * MOST_PARTS + address.part : -1;
}

/** The request that a receiver gets of a conversation. */
export interface SentRequest {
  /**
   * One that is written: with short stand-ins for its content, shows the shape, and where each part is. One that is sent as it stands has its body in
   * the file, and here a verdict for each medium and each address.
   */
  readonly request: WireResult;
  /** Where the parts of the request's messages are from. */
  readonly addresses: readonly (readonly PartAddress[])[];
}

interface PlacedPart {
  readonly part: ConversationPart;
  readonly address: PartAddress;
  /** The role of its message; a result is a tool's, whoever sends it. */
  readonly role: string;
}

/** The parts of messages, each with its address. */
export function placedParts(messages: readonly ConversationMessage[]): PlacedPart[] {
  return messages.flatMap(({ parts, index, role }) =>
    parts.map((part, at) => ({ part, address: { message: index, part: at }, role: part.resultOf === undefined ? role : 'tool' })),
  );
}

/** Whether a file has the system prompt that is sent with its messages; most programs keep it to themselves. */
export function hasSystemPrompt({ messages, notSent }: Pick<ConversationIndex, 'messages' | 'notSent'>): boolean {
  return messages.some(({ role, index }) => role === 'system' && !notSent.has(index));
}

/** The messages that would be sent with the next request, and where each of their parts is from. */
export interface Replay {
  readonly messages: readonly CanonicalMessage[];
  /** For each message, for each of its parts. */
  readonly addresses: readonly (readonly PartAddress[])[];
}

/** Gives the content of parts. For verdicts stand-ins do, which hold no media. */
export interface PartContents {
  text(part: TextPartOf): string;
  /** base64. */
  media(part: MediaPartOf): string;
  /** The arguments as JSON text. */
  call(part: CallPartOf): string;
}

/** "text" and three other bytes, as valid base64: what is read of text is text. */
const TEXT_STAND_IN = 'dGV4dA==';
const STAND_IN = 'AAAA';

/** Short contents by which an API's verdicts are the same as with the real ones: they go by type, validity and emptiness. */
export const STAND_INS: PartContents = {
  text: ({ isBlank, characters, sample }) => (isBlank ? ' '.repeat(Math.min(characters, 1)) : sample.trim() === '' ? 'text' : sample),
  media: ({ isBase64, facts }) => (!isBase64 ? '!' : mediaKind(facts.mimeType) === 'text' ? TEXT_STAND_IN : STAND_IN),
  call: () => '{}',
};

/** The real contents, from bytes of the file. @param begin where in the file they begin */
export function contentsIn(bytes: Uint8Array, begin = 0): PartContents {
  const decoder = new TextDecoder();
  const charactersOf = ({ start, end }: ByteRange, notation?: Notation): string => {
    const characters = decoder.decode(bytes.subarray(start - begin, end - begin));
    return notation === 'text' ? (JSON.parse(`"${characters}"`) as string) : characters;
  };
  const valueOf = (range: ByteRange, notation?: Notation): unknown => {
    const value: unknown = JSON.parse(charactersOf(range, notation));
    return notation === 'otlp' ? fromOtlp(value) : value;
  };
  return {
    text: ({ place, notation }) => {
      return textOf(place.start < place.end ? valueOf(place, notation) : '');
    },
    media: ({ data, isUrlBase64 }) => {
      const base64 = withoutEscapes(charactersOf(data));
      return isUrlBase64 ? standardBase64(base64) : base64;
    },
    call: ({ input, notation }) => {
      const value = input ? valueOf(input, notation) : {};
      return typeof value === 'string' ? value : JSON.stringify(value);
    },
  };
}

/** The text of a part, from its value; of an object without one, which stands for a text itself, its JSON. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.length > 0 ? JSON.stringify(value) : '';
  if (!isObject(value)) return '';
  if (
    value['type'] === 'tool_result' ||
    value['type'] === 'tool_call_response' ||
    value['role'] === 'tool' ||
    'call_id' in value ||
    'toolResult' in value ||
    'toolCallId' in value
  )
    return '';
  for (const name of ['text', 'refusal', 'content']) if (typeof value[name] === 'string') return value[name];
  const source = value['source'];
  return isObject(source) && typeof source['data'] === 'string' ? source['data'] : JSON.stringify(value);
}

/**
 * The messages of a conversation in the canonical form, without those that are no longer sent. Calls that a program wrote in several lines
 * are those of one message, as it sends them.
 *
 * @param root of a file with one conversation a line: which
 */
export function replay(index: ConversationIndex, contents: PartContents = STAND_INS, root?: number): Replay {
  return replayOf(inOrder(index, root), index, contents);
}

/** @param ordered the messages that are sent, in their order: see `inOrder` */
export function replayOf(ordered: readonly ConversationMessage[], { format }: ConversationIndex, contents: PartContents): Replay {
  const messages: (OtherMessage | Answer)[] = [];
  const addresses: PartAddress[][] = [];
  // What a view or a span has beside texts, media and calls is for the eyes of a person.
  const isShown = formatFacts(format)?.others === 'shown';
  for (const message of ordered) {
    for (const draft of messagesOf(message, contents, isShown)) {
      const previous = messages.at(-1);
      if (previous?.role === 'assistant' && draft.message.role === 'assistant' && belongTogether(previous, draft.message)) {
        append(previous, draft.message);
        continue;
      }
      messages.push(draft.message);
      addresses.push(draft.addresses);
    }
  }
  return { messages, addresses };
}

/** The messages that are sent, the system prompt first: in some formats it comes after them. */
export function inOrder(
  { messages, notSent, format }: Pick<ConversationIndex, 'messages' | 'notSent' | 'format'>,
  root = mainRoot(messages, format),
): ConversationMessage[] {
  const isOneALine = formatFacts(format)?.roots !== 'messages';
  const sent = messages.filter((message) => !notSent.has(message.index) && (!isOneALine || message.root === root));
  const [system, others] = [sent.filter(({ role }) => role === 'system'), sent.filter(({ role }) => role !== 'system')];
  const first = sent[0];
  return first?.role === 'system' ? sent : [...system, ...others];
}

/** The first conversation of a file; of spans, each of which has all that came before, the longest, and the last of these. */
function mainRoot(messages: readonly ConversationMessage[], format: ConversationIndex['format']): number | undefined {
  if (formatFacts(format)?.roots !== 'growing') return messages[0]?.root;
  const counts = new Map<number, number>();
  for (const { root } of messages) counts.set(root, (counts.get(root) ?? 0) + 1);
  let [longest, most] = [messages[0]?.root, 0];
  for (const [root, count] of counts) if (count >= most) [longest, most] = [root, count];
  return longest;
}

type OtherMessage = Exclude<CanonicalMessage, AssistantMessage>;

/** An answer that is being put together: copied with each of its calls it would cost the square of their number. */
interface Answer {
  readonly role: 'assistant';
  content: string | null;
  tool_calls?: ToolCall[];
}

interface Draft {
  readonly message: OtherMessage | Answer;
  readonly addresses: PartAddress[];
}

function messagesOf(message: ConversationMessage, contents: PartContents, isShown: boolean): Draft[] {
  if (message.role === 'assistant') return assistant(message, contents);
  const results = new Map<string, AddressedPart[]>();
  const rest: AddressedPart[] = [];
  for (const [at, part] of message.parts.entries()) {
    const addressed = { part, address: { message: message.index, part: at } };
    if (part.resultOf === undefined) {
      if (!isShown || part.kind !== 'unknown') rest.push(addressed);
      continue;
    }
    const result = results.get(part.resultOf);
    if (result) result.push(addressed);
    else results.set(part.resultOf, [addressed]);
  }
  // The results of calls first: every API wants them right after the calls.
  const drafts = [...results].map(([callId, own]): Draft => {
    const { content, addresses } = contentOf(own, contents);
    return { message: { role: 'tool', tool_call_id: callId, content }, addresses };
  });
  if (rest.length > 0) {
    const { content, addresses } = contentOf(rest, contents);
    drafts.push({ message: { role: message.role === 'system' ? 'system' : 'user', content }, addresses });
  }
  return drafts;
}

interface AddressedPart {
  readonly part: ConversationPart;
  readonly address: PartAddress;
}

/** Each text is a message of its own, so that the API that has blocks gets the same blocks again. */
function assistant({ parts, index }: ConversationMessage, contents: PartContents): Draft[] {
  return parts.flatMap((part, at): Draft[] => {
    const addresses = [{ message: index, part: at }];
    if (part.kind === 'text') return [{ message: { role: 'assistant', content: contents.text(part) }, addresses }];
    if (part.kind !== 'call') return [];
    const call = { id: part.callId, type: 'function' as const, function: { name: part.name, arguments: contents.call(part) } };
    return [{ message: { role: 'assistant', content: null, tool_calls: [call] }, addresses }];
  });
}

/** Calls belong to the text before them, and nothing may come between calls and their results. */
function belongTogether(previous: Answer, next: Answer): boolean {
  return (previous.tool_calls?.length ?? 0) > 0 || next.content === null;
}

function append(answer: Answer, { content, tool_calls: calls = [] }: Answer): void {
  answer.content = `${answer.content ?? ''}${content ?? ''}` || null;
  answer.tool_calls ??= [];
  for (const call of calls) answer.tool_calls.push(call);
}

function contentOf(
  addressed: readonly AddressedPart[],
  contents: PartContents,
): { readonly content: string | ContentPart[]; readonly addresses: PartAddress[] } {
  const addresses = addressed.map(({ address }) => address);
  const only = addressed.length === 1 ? addressed[0]?.part : undefined;
  if (only?.kind === 'text' && only.isBare) return { content: contents.text(only), addresses };
  return { content: addressed.map(({ part }): ContentPart => contentPart(part, contents)), addresses };
}

function contentPart(part: ConversationPart, contents: PartContents): ContentPart {
  switch (part.kind) {
    case 'text':
      return { type: 'text', text: contents.text(part) };
    case 'media': {
      const mimeType = part.declared ?? part.facts.mimeType;
      const data = contents.media(part);
      // What is no base64 is sent as it is: only a file part can hold it.
      if (!part.isFile && part.isBase64) return { type: 'image_url', image_url: { url: `data:${mimeType};base64,${data}` } };
      return { type: 'file', file: { filename: part.filename ?? '', mimeType, data } };
    }
    case 'link':
      return part.isFile || part.mimeType !== undefined ? fileByAddress(part) : { type: 'image_url', image_url: { url: part.url } };
    // The wire layer says of a part it does not know that the API has no place for it.
    default:
      return { type: part.kind === 'unknown' ? part.name : part.kind } as unknown as ContentPart;
  }
}

/** A file by its address: the canonical part with `url` in place of `data`. */
function fileByAddress({ url, mimeType = '' }: LinkPartOf): ContentPart {
  return { type: 'file', file: { filename: '', mimeType, url } } as unknown as ContentPart;
}
