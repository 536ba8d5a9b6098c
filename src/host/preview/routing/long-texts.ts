import { takeTurns } from '../../../core/io/turns.ts';
import { pointerStep } from '../../../core/wire/json-pointer.ts';
import { firstCharacters } from './message-text.ts';

/** How long a text is within the quotes of JSON. */
export interface JsonLength {
  /** UTF-16 units. */
  readonly characters: number;
  /** Of UTF-8. */
  readonly bytes: number;
}

/** Measures a text as JSON. */
export type MeasureText = (text: string) => Promise<JsonLength>;

/** Characters that are escaped at once. */
const PIECE = 65_536;

/** Measures texts of many megabytes a piece at a time, so that nobody waits; each once. */
export function rememberingMeasure(): MeasureText {
  const known = new Map<string, Promise<JsonLength>>();
  return (text) => {
    let length = known.get(text);
    if (!length) known.set(text, (length = measure(text)));
    return length;
  };
}

async function measure(text: string): Promise<JsonLength> {
  const encoder = new TextEncoder();
  const giveWay = takeTurns();
  let [characters, bytes] = [0, 0];
  for (let start = 0; start < text.length;) {
    await giveWay();
    const piece = firstCharacters(text.slice(start, start + PIECE + 1), PIECE);
    const json = JSON.stringify(piece);
    characters += json.length - 2;
    bytes += encoder.encode(json).length - 2;
    start += piece.length;
  }
  return { characters, bytes };
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
export async function cutLongTexts(
  value: unknown,
  most: number,
  measureText: MeasureText,
  except: ReadonlySet<string> = new Set(),
): Promise<Cut> {
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
    const [all, rest] = [await measureText(whole), await measure(kept)];
    characters += all.characters - rest.characters;
    bytes += all.bytes - rest.bytes;
  }
  return { value: cut, saved: { characters, bytes } };
}
