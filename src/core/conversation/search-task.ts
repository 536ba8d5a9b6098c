import type { StreamTask } from '../io/compute.ts';
import type { ConversationIndex, ConversationPart } from './conversation.ts';
import type { ByteRange } from './outline.ts';
import { type PartAddress, textOf } from './replay.ts';

/** Bytes between texts that are read along: less than it costs to begin anew. */
const GAP = 64 * 1024;
/** Longer texts are not searched: each is held as a whole. */
const LONGEST = 16 * 1024 * 1024;
/** Numbers of one text in {@link Texts}. */
const FIELDS = 5;

/** Where a text is no text of a message: the arguments of a call, or reasoning; and where it is JSON in a string. */
const IS_OTHER = 1;
const IS_IN_TEXT = 2;

/** Where the texts of a conversation are, in the order of the file: for each message, part, first byte, end, and what it is. */
export type Texts = Float64Array;

export interface SearchInput {
  readonly texts: Texts;
  readonly words: string;
}

/** Texts, arguments of calls and reasoning: what is read in the file. Media are passed over. */
export function textsOf({ messages }: ConversationIndex): Texts {
  const found: (readonly number[])[] = [];
  for (const { index, parts } of messages) {
    for (const [at, part] of parts.entries()) {
      const range = rangeOf(part);
      if (range && range.end - range.start <= LONGEST) found.push([index, at, range.start, range.end, whatIs(part)]);
    }
  }
  found.sort((one, other) => (one[2] ?? 0) - (other[2] ?? 0));
  return Float64Array.from(found.flat());
}

function whatIs(part: ConversationPart): number {
  return (part.kind === 'text' ? 0 : IS_OTHER) + (part.notation === 'text' ? IS_IN_TEXT : 0);
}

function rangeOf(part: ConversationPart): ByteRange | undefined {
  switch (part.kind) {
    case 'text':
    case 'reasoning':
      return part.place;
    case 'call':
      return part.input;
    default:
      return undefined;
  }
}

/** The stretches of the file that are read, in its order; {@link searchConversationTask} gets their bytes. */
export function stretchesOf(texts: Texts): ByteRange[] {
  const stretches: { start: number; end: number }[] = [];
  for (let at = 0; at < texts.length; at += FIELDS) {
    const [start = 0, end = 0] = [texts[at + 2], texts[at + 3]];
    const last = stretches.at(-1);
    if (last && start - last.end <= GAP) last.end = Math.max(last.end, end);
    else stretches.push({ start, end });
  }
  return stretches;
}

/** What of a part is in the index and not in a text: names and addresses that hold the words. */
export function namesWith({ messages }: ConversationIndex, words: string): PartAddress[] {
  const wanted = words.toLowerCase();
  return messages.flatMap(({ index, parts }) =>
    parts.flatMap((part, at) => (namesOf(part).some((name) => name.toLowerCase().includes(wanted)) ? [{ message: index, part: at }] : [])),
  );
}

function namesOf(part: ConversationPart): readonly string[] {
  switch (part.kind) {
    case 'call':
    case 'unknown':
      return [part.name];
    case 'link':
      return [part.url];
    case 'media':
      return [part.filename ?? '', part.facts.detectedMimeType ?? part.facts.mimeType];
    default:
      return [];
  }
}

/**
 * The texts that hold some words, whatever their case. Chunks are the bytes of {@link stretchesOf}, one after the other, each of one stretch;
 * after each comes what was found in it.
 */
export const searchConversationTask: StreamTask<SearchInput, readonly PartAddress[]> = {
  name: 'search-conversation',
  load: () => Promise.resolve(searchTexts),
};

async function* searchTexts(chunks: AsyncIterable<Uint8Array>, { texts, words }: SearchInput): AsyncGenerator<readonly PartAddress[]> {
  const stretches = stretchesOf(texts);
  const wanted = words.toLowerCase();
  /** Bytes of a text that goes on in the next chunk, and where they begin in the file. */
  let held = new Uint8Array(0);
  let begin = stretches[0]?.start ?? 0;
  let stretch = 0;
  let next = 0;
  for await (const chunk of chunks) {
    const bytes = new Uint8Array(held.length + chunk.length);
    bytes.set(held);
    bytes.set(chunk, held.length);
    const end = begin + bytes.length;
    const found: PartAddress[] = [];
    for (; next < texts.length && (texts[next + 3] ?? 0) <= end; next += FIELDS) {
      const [message = 0, part = 0, from = 0, to = 0, kind = 0] = texts.subarray(next, next + FIELDS);
      if (
        textIn(bytes.subarray(from - begin, to - begin), kind)
          .toLowerCase()
          .includes(wanted)
      )
        found.push({ message, part });
    }
    if (end >= (stretches[stretch]?.end ?? end)) {
      stretch++;
      held = new Uint8Array(0);
      begin = stretches[stretch]?.start ?? end;
    } else {
      const kept = Math.min(end, texts[next + 2] ?? end);
      held = bytes.slice(kept - begin);
      begin = kept;
    }
    yield found;
  }
}

/** The text of a JSON value; as it stands where it is no JSON any more, because the file has changed. */
function textIn(bytes: Uint8Array, kind: number): string {
  const written = new TextDecoder().decode(bytes);
  try {
    const value: unknown = JSON.parse(kind & IS_IN_TEXT ? (JSON.parse(`"${written}"`) as string) : written);
    if (kind & IS_OTHER) return stringsIn(typeof value === 'string' ? parsed(value) : value).join('\n');
    return textOf(value);
  } catch {
    return written;
  }
}

/** Arguments may be JSON in a string. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** All names and texts of a value, without the escapes of JSON. */
function stringsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [String(value)];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  return Object.entries(value).flatMap(([name, each]) => [name, ...stringsIn(each)]);
}
