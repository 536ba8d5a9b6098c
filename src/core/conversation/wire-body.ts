import { isObject } from '../io/arguments.ts';
import { writeRequest } from '../wire/to-wire.ts';
import { readMessages } from '../wire/turns.ts';
import type { WireMedia, WireResult } from '../wire/verdict.ts';
import { type Receiver, wireOptionsOf } from './check-conversation.ts';
import type { ConversationIndex, MediaPartOf } from './conversation.ts';
import { formatFacts } from './formats.ts';
import { isSentAsItStands, standingVerdict } from './standing-request.ts';
import { contentsIn, inOrder, replay } from './replay.ts';

/** The next request of a conversation. */
export interface ConversationRequest extends WireResult {
  /** The body byte for byte, where the file is one and is sent as it stands; its parts are those of the conversation's index then. */
  readonly bytes?: Uint8Array;
}

/**
 * The next request of a conversation: a file that is a body for this API and model as it stands, anything else written for them.
 *
 * @param bytes the whole file
 */
export function requestOf(index: ConversationIndex, bytes: Uint8Array, receiver: Receiver): ConversationRequest {
  const { api, model } = receiver;
  const own = formatFacts(index.format)?.isBody && isSentAsItStands(index, receiver) ? bodyIn(bytes) : undefined;
  if (own && (model === undefined || own['model'] === undefined || own['model'] === model))
    return { body: own, ...partsAsTheyStand(index, bytes), bytes };
  return writeRequest(readMessages(replay(index, contentsIn(bytes)).messages), api, wireOptionsOf(receiver));
}

/** What becomes of the parts of a body that is sent as it stands, those of answers aside, and where its base64 is. */
function partsAsTheyStand(index: ConversationIndex, bytes: Uint8Array): Pick<WireResult, 'verdicts' | 'media'> {
  const placed = inOrder(index).flatMap((message) =>
    message.role === 'assistant' ? [] : message.parts.map((part, at) => ({ address: { message: message.index, part: at }, part })),
  );
  const verdicts = placed.map(({ address, part }) => standingVerdict(part, address, pointerTo(part.place.path)));
  const media = placed.flatMap(({ part }) => (part.kind === 'media' ? (mediumIn(part, bytes) ?? []) : []));
  return { verdicts, media };
}

/** Where the base64 of a part is: its value has other strings, of which none holds as many characters. */
function mediumIn({ place, data }: MediaPartOf, bytes: Uint8Array): WireMedia | undefined {
  const value: unknown = JSON.parse(new TextDecoder().decode(bytes.subarray(place.start, place.end)));
  const length = data.end - data.start;
  const found = stringsIn(value, []).find(({ text }) => text.length >= length && text.length - length < LONGEST_HEAD);
  if (!found) return undefined;
  const start = found.text.length - length;
  return { pointer: pointerTo([...place.path, ...found.path]), start, length, beginning: found.text.slice(0, start + BEGINNING) };
}

/** Characters before base64 in a data URL. */
const LONGEST_HEAD = 300;
const BEGINNING = 40;

function stringsIn(value: unknown, path: readonly string[]): { readonly text: string; readonly path: readonly string[] }[] {
  if (typeof value === 'string') return [{ text: value, path }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => stringsIn(member, [...path, name]));
}

function pointerTo(path: readonly (string | number)[]): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** A list of messages is no body, and a file with a value a line holds several. */
function bodyIn(bytes: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isObject(value) && ['messages', 'input', 'contents', 'prompt', 'inputText', 'texts', 'taskType'].some((name) => name in value)
      ? value
      : undefined;
  } catch {
    return undefined;
  }
}
