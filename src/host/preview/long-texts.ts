import { pointerStep } from '../../core/wire/ledger.ts';
import { firstCharacters, jsonLength, type JsonLength } from './message-text.ts';

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
