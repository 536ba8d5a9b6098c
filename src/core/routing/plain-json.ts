import type { DescriptionLanguage } from '../content/type-names.ts';
import { bytesIn, isObject } from '../io/arguments.ts';
import { isBase64 } from '../io/base64.ts';

/** What stands in place of binary content that cannot be in a text. */
const BINARY_NOTES: Readonly<Record<DescriptionLanguage, string>> = { zh: '[二进制内容已省略]', en: '[binary content left out]' };

/** Base64 from this length on, in characters, is content and no id, hash or key. */
const CONTENT_LENGTH = 120;
/** A hash is no content. */
const HEX = /^[0-9a-f]+$/i;
const DATA_URL = /^data:[^,]{0,200};base64,/i;

/** Of what cannot be written. */
export const NO_JSON = 'null';

/** The JSON of any value, on one line; {@link NO_JSON} for what JSON has no word for: a circle, a function, a method that throws. */
export function anyJson(value: unknown, replacer?: (this: unknown, key: string, value: unknown) => unknown): string {
  try {
    return JSON.stringify(value, replacer) ?? NO_JSON;
  } catch {
    return NO_JSON;
  }
}

/** The same as a text for a model: no binary content stands in it, as bytes, base64 or data URL, but a note in its place. */
export function plainJson(value: unknown, language: DescriptionLanguage): string {
  const note = language === 'en' ? BINARY_NOTES.en : BINARY_NOTES.zh;
  return anyJson(value, function (this: unknown, key, each) {
    if (isBinaryField(this, key) || isBinaryValue(isObject(this) ? this[key] : each) || isBinaryValue(each)) return note;
    return typeof each === 'bigint' ? String(each) : each;
  });
}

/** The content of an artifact that says of itself that it is binary, of whatever length. */
function isBinaryField(holder: unknown, key: string): boolean {
  return key === 'content' && isObject(holder) && holder['isBinary'] === true;
}

function isBinaryValue(value: unknown): boolean {
  if (typeof value !== 'string') return bytesIn(value) !== undefined;
  return DATA_URL.test(value) || (value.length >= CONTENT_LENGTH && isBase64(value) && !HEX.test(value));
}
