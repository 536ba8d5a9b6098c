import { type DescribeLength, shortenMessage } from '../../core/routing/shortened-message.ts';
import type { ToolMessage } from '../../core/routing/tool-message.ts';
import type { UserMessage } from '../../core/wire/turns.ts';

/** Longer texts are cut on the screen, in characters; copying takes the whole. */
const MAX_SHOWN = 100_000;

/** The message a preview is about. */
type PreviewedMessage = ToolMessage | UserMessage;

/** A message as text: the whole, and what fits on a screen. */
export interface MessageText {
  readonly shown: string;
  /** Characters of the whole. */
  readonly length: number;
}

/** A message that has no long strings, as text. */
function messageJson(message: PreviewedMessage): string {
  return JSON.stringify(message, null, 2);
}

/**
 * The message for the screen: base64 values end after a few characters with a note of their length. The JSON
 * of the whole, tens of megabytes, is never made: its length follows from the parts.
 *
 * @param describeLength words for a number of characters, such as `(12,404 characters)`
 * @param contentLength characters of a text content within the quotes of JSON, where that is known already
 */
export function shownMessageJson(message: PreviewedMessage, describeLength: DescribeLength, contentLength?: number): MessageText {
  const { content } = message;
  if (typeof content !== 'string') {
    const { value, saved } = shortenMessage(message, describeLength);
    const json = messageJson(value);
    return { shown: firstCharacters(json, MAX_SHOWN), length: json.length + saved };
  }
  // Escaping shortens nothing, so what fits on the screen lies in the content's first characters.
  const shown = messageJson({ ...message, content: firstCharacters(content, MAX_SHOWN) });
  const length = messageJson({ ...message, content: '' }).length + (contentLength ?? jsonLength(content).characters);
  return { shown: firstCharacters(shown, MAX_SHOWN), length };
}

/** A text for the screen. */
export function shownText(text: string): MessageText {
  return { shown: firstCharacters(text, MAX_SHOWN), length: text.length };
}

/** The first so many characters (UTF-16 units) of a text, never half a surrogate pair. */
export function firstCharacters(text: string, count: number): string {
  if (text.length <= count) return text;
  const last = text.charCodeAt(count - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? count - 1 : count);
}

/** How long a text is within the quotes of JSON. */
export interface JsonLength {
  /** UTF-16 units. */
  readonly characters: number;
  /** Of UTF-8. */
  readonly bytes: number;
}

/** How much of a text is escaped at once, in characters: the JSON of a whole text, tens of megabytes, is never made. */
const PIECE = 65_536;

/** The length of `JSON.stringify(text)` without its quotes. */
export function jsonLength(text: string): JsonLength {
  const encoder = new TextEncoder();
  let [characters, bytes] = [0, 0];
  for (let start = 0; start < text.length;) {
    const piece = firstCharacters(text.slice(start, start + PIECE + 1), PIECE);
    const json = JSON.stringify(piece);
    characters += json.length - 2;
    bytes += encoder.encode(json).length - 2;
    start += piece.length;
  }
  return { characters, bytes };
}
