import { mediaKind } from '../content/media-type.ts';
import type { ContentPart } from '../routing/route-result.ts';
import type { CanonicalMessage } from '../wire/turns.ts';
import type { ConversationIndex, ConversationMessage, ConversationPart, MediaPartOf, TextPartOf } from './conversation.ts';

/** A part of the file: its message, and its number in it. */
export interface PartAddress {
  readonly message: number;
  readonly part: number;
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
}

/** "text" and three other bytes, as valid base64: what is read of text is text. */
const TEXT_STAND_IN = 'dGV4dA==';
const STAND_IN = 'AAAA';

/** Short contents by which an API's verdicts are the same as with the real ones: they go by type, validity and emptiness. */
export const STAND_INS: PartContents = {
  text: ({ isBlank, characters, sample }) => (isBlank ? ' '.repeat(Math.min(characters, 1)) : sample.trim() === '' ? 'text' : sample),
  media: ({ isBase64, facts }) => (!isBase64 ? '!' : mediaKind(facts.mimeType) === 'text' ? TEXT_STAND_IN : STAND_IN),
};

/** Formats with one message a line; files of the others may have a whole conversation on each. */
const SESSIONS: ReadonlySet<string | null> = new Set(['claude-code', 'codex']);

/**
 * The messages of a conversation in the canonical form, without those that are no longer sent. Answers that a program wrote in several
 * lines become one, as it sends them.
 *
 * @param root of a file with one conversation a line: which
 */
export function replay(index: ConversationIndex, contents: PartContents = STAND_INS, root?: number): Replay {
  const messages: CanonicalMessage[] = [];
  const addresses: PartAddress[][] = [];
  const isSession = SESSIONS.has(index.format);
  let last: ConversationMessage | undefined;
  for (const message of inOrder(index, root)) {
    for (const draft of messagesOf(message, contents)) {
      const previous = messages.at(-1);
      if (isSession && draft.message.role === 'assistant' && previous?.role === 'assistant' && last?.role === 'assistant') {
        messages[messages.length - 1] = merged(previous, draft.message);
        continue;
      }
      messages.push(draft.message);
      addresses.push(draft.addresses);
    }
    last = message;
  }
  return { messages, addresses };
}

/** The messages that are sent, the system prompt first: in some formats it comes after them. */
export function inOrder({ messages, notSent, format }: ConversationIndex, root = messages[0]?.root): ConversationMessage[] {
  const isOneALine = !SESSIONS.has(format);
  const sent = messages.filter((message) => !notSent.has(message.index) && (!isOneALine || message.root === root));
  const [system, others] = [sent.filter(({ role }) => role === 'system'), sent.filter(({ role }) => role !== 'system')];
  const first = sent[0];
  return first?.role === 'system' ? sent : [...system, ...others];
}

interface Draft {
  readonly message: CanonicalMessage;
  readonly addresses: PartAddress[];
}

function messagesOf(message: ConversationMessage, contents: PartContents): Draft[] {
  const addressed = message.parts.map((part, at) => ({ part, address: { message: message.index, part: at } }));
  if (message.role === 'assistant') return [assistant(message, contents)];
  const drafts: Draft[] = [];
  // The results of calls first: every API wants them right after the calls.
  for (const callId of new Set(addressed.flatMap(({ part }) => part.resultOf ?? []))) {
    const own = addressed.filter(({ part }) => part.resultOf === callId);
    const content = contentOf(
      own.map(({ part }) => part),
      contents,
    );
    drafts.push({ message: { role: 'tool', tool_call_id: callId, content }, addresses: own.map(({ address }) => address) });
  }
  const rest = addressed.filter(({ part }) => part.resultOf === undefined);
  if (rest.length > 0) {
    const content = contentOf(
      rest.map(({ part }) => part),
      contents,
    );
    const role = message.role === 'system' ? 'system' : 'user';
    drafts.push({ message: { role, content }, addresses: rest.map(({ address }) => address) });
  }
  return drafts;
}

function assistant({ parts, index }: ConversationMessage, contents: PartContents): Draft {
  const texts = parts.flatMap((part) => (part.kind === 'text' ? contents.text(part) : []));
  const calls = parts.flatMap((part) => (part.kind === 'call' ? part : []));
  return {
    message: {
      role: 'assistant',
      content: texts.length > 0 ? texts.join('') : null,
      ...(calls.length > 0 && {
        tool_calls: calls.map(({ callId, name, sample }) => ({
          id: callId,
          type: 'function' as const,
          function: { name, arguments: sample.endsWith('}') ? sample : '{}' },
        })),
      }),
    },
    addresses: parts.map((_, part) => ({ message: index, part })),
  };
}

function merged(
  one: Extract<CanonicalMessage, { role: 'assistant' }>,
  other: Extract<CanonicalMessage, { role: 'assistant' }>,
): Extract<CanonicalMessage, { role: 'assistant' }> {
  const content = [one.content, other.content].filter((text) => text !== null).join('');
  const calls = [...(one.tool_calls ?? []), ...(other.tool_calls ?? [])];
  return { role: 'assistant', content: content === '' ? null : content, ...(calls.length > 0 && { tool_calls: calls }) };
}

function contentOf(parts: readonly ConversationPart[], contents: PartContents): string | ContentPart[] {
  const [only] = parts;
  if (parts.length === 1 && only?.kind === 'text' && only.isBare) return contents.text(only);
  return parts.map((part): ContentPart => contentPart(part, contents));
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
      return { type: 'image_url', image_url: { url: part.url } };
    // The wire layer says of a part it does not know that the API has no place for it.
    default:
      return { type: part.kind === 'unknown' ? part.name : part.kind } as unknown as ContentPart;
  }
}
