import { type DescribeLength, shortenMessage } from '../../core/routing/shortened-message.ts';
import type { ToolMessage } from '../../core/routing/tool-message.ts';
import { pointerStep } from '../../core/wire/ledger.ts';
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
interface JsonLength {
  /** UTF-16 units. */
  readonly characters: number;
  /** Bytes in UTF-8. */
  readonly bytes: number;
}

/** How much of a text is escaped at once, in characters: the JSON of a whole text, tens of megabytes, is never made. */
const PIECE = 65_536;

/** The length of `JSON.stringify(text)` without its quotes. */
function jsonLength(text: string): JsonLength {
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

/** Measures a text as JSON. */
export type MeasureText = (text: string) => JsonLength;

/** Measures the texts of one subject, each once for however many models and APIs. */
export function rememberingMeasure(): MeasureText {
  const known = new Map<string, JsonLength>();
  return (text) => {
    const length = known.get(text) ?? jsonLength(text);
    known.set(text, length);
    return length;
  };
}

/** A copy without long texts, and by how much its JSON is shorter. */
export interface Cut {
  readonly value: unknown;
  readonly saved: JsonLength;
}

/**
 * A copy of a JSON value in which no string is longer than `most` characters: the JSON of a text of many megabytes is
 * never made. Texts are cut at their ends, so that the first `most` characters of the JSON are those of the whole.
 *
 * @param except JSON pointers to strings that stay whole: base64, which is not to be walked
 */
export function cutLongTexts(value: unknown, most: number, measureText: MeasureText, except: ReadonlySet<string> = new Set()): Cut {
  const long: { whole: string; kept: string }[] = [];
  const copy = (each: unknown, pointer: string): unknown => {
    if (typeof each === 'string') {
      if (each.length <= most || except.has(pointer)) return each;
      const kept = firstCharacters(each, most);
      long.push({ whole: each, kept });
      return kept;
    }
    if (Array.isArray(each)) return each.map((item, index) => copy(item, pointer + pointerStep(index)));
    if (typeof each !== 'object' || each === null) return each;
    return Object.fromEntries(Object.entries(each).map(([name, member]) => [name, copy(member, pointer + pointerStep(name))]));
  };
  const cut = copy(value, '');
  let [characters, bytes] = [0, 0];
  for (const { whole, kept } of long) {
    const [all, rest] = [measureText(whole), jsonLength(kept)];
    characters += all.characters - rest.characters;
    bytes += all.bytes - rest.bytes;
  }
  return { value: cut, saved: { characters, bytes } };
}
