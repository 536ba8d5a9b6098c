import { readMediaFacts } from '../content/read-media-facts.ts';
import { detectSignature } from '../content/signature.ts';
import { GENERIC_BINARY, normaliseMediaType } from '../content/media-type.ts';
import { decodeKnownBase64 } from '../io/base64.ts';
import type { ConversationIndex, ConversationMessage, ConversationPart, ConversationSummary } from './conversation.ts';
import { JsonRecords } from './json-records.ts';
import type { MediaDraft, PartDraft } from './part-drafts.ts';
import { type PlacedMessage, RecordReader } from './read-record.ts';

/** What comes while a file is read: its messages, and at the end what is known of all of it. */
export type IndexItem =
  | { readonly kind: 'messages'; readonly messages: readonly ConversationMessage[] }
  | { readonly kind: 'end'; readonly summary: ConversationSummary };

/**
 * Indexes a conversation in one pass. No media are held: of each, its place, size, type and what its header says. Memory is that of the
 * index and of one record without its long strings.
 *
 * @param chunks of any size; one may be overwritten once the next is asked for
 * @throws whatever `chunks` throws
 */
export async function* indexConversation(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<IndexItem> {
  const records = new JsonRecords();
  const reader = new RecordReader();
  let size = 0;
  let count = 0;
  const read = async (batch: ReturnType<JsonRecords['push']>): Promise<ConversationMessage[]> => {
    const messages: ConversationMessage[] = [];
    for (const record of batch) for (const message of reader.read(record)) messages.push(await finished(message, count++));
    return messages;
  };
  for await (const chunk of chunks) {
    size += chunk.length;
    const messages = await read(records.push(chunk));
    if (messages.length > 0) yield { kind: 'messages', messages };
  }
  const messages = await read(records.end());
  if (messages.length > 0) yield { kind: 'messages', messages };
  const { format, model, title, folder, broken, others } = reader;
  yield {
    kind: 'end',
    summary: {
      format,
      ...(model !== undefined && { model }),
      ...(title !== undefined && { title }),
      ...(folder !== undefined && { folder }),
      size,
      notSent: reader.notSent(),
      broken,
      others,
    },
  };
}

/** The whole index. */
export async function collectIndex(items: AsyncIterable<IndexItem>): Promise<ConversationIndex> {
  const messages: ConversationMessage[] = [];
  for await (const item of items) {
    if (item.kind === 'end') return { ...item.summary, messages };
    messages.push(...item.messages);
  }
  throw new Error('the index has no end');
}

async function finished({ parts, ...message }: PlacedMessage, index: number): Promise<ConversationMessage> {
  return { ...message, index, parts: await Promise.all(parts.map(withFacts)) };
}

/** Bytes of a medium that its header is looked for in. */
const HEAD_CHARACTERS = 96 * 1024;

async function withFacts(part: PartDraft): Promise<ConversationPart> {
  if (part.kind !== 'media') return part;
  const { head, size, ...rest } = part;
  return { ...rest, facts: await factsOf(part, head, size) };
}

async function factsOf({ declared, isBase64 }: MediaDraft, head: string, size: number): Promise<MediaPartFacts> {
  const bytes = decodeHead(head);
  const type = normaliseMediaType(declared ?? '');
  const detected = type === undefined || type === GENERIC_BINARY ? await detectSignature(bytes).catch(() => undefined) : undefined;
  const mimeType = detected?.mimeType ?? type ?? GENERIC_BINARY;
  if (!isBase64 && bytes.length === 0) return { mimeType, size };
  return readMediaFacts(bytes, { mimeType, size });
}

type MediaPartFacts = Extract<ConversationPart, { kind: 'media' }>['facts'];

/** The bytes of the beginning of base64, as far as it is valid. */
function decodeHead(head: string): Uint8Array {
  const valid = /^[A-Za-z0-9+/]*={0,2}/.exec(head.slice(0, HEAD_CHARACTERS))?.[0] ?? '';
  const whole = valid.slice(0, valid.length - (valid.length % 4));
  return decodeKnownBase64(whole);
}
