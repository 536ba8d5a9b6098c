/** How many characters of a base64 run are shown before it is cut. */
const SHOWN_BASE64 = 40;
/** Longer texts are cut on the screen, in characters; copying takes the whole. */
const MAX_SHOWN = 100_000;
/** A string is taken for bytes when it is this long and nothing but base64, after a data URL's head at most. */
const BASE64 = /^(data:[^,]{0,200};base64,)?([A-Za-z0-9+/]{120,}={0,2})$/;

/** A message as text: the whole, and what fits on a screen. */
export interface MessageText {
  readonly shown: string;
  /** Characters of the whole. */
  readonly length: number;
}

/** The whole canonical message as the text that is copied. */
export function messageJson(message: unknown): string {
  return JSON.stringify(message, null, 2);
}

/**
 * The message for the screen: base64 values end after a few characters with a note of their length.
 *
 * @param describeLength words for a number of characters, such as `(12,404 characters)`
 */
export function shownMessageJson(message: unknown, describeLength: (characters: number) => string): MessageText {
  let hidden = 0;
  const shown = JSON.stringify(
    message,
    (_key, value: unknown) => {
      const found = typeof value === 'string' && value.length > SHOWN_BASE64 ? splitBase64(value) : undefined;
      if (!found) return value;
      const short = `${found.head}${found.data.slice(0, SHOWN_BASE64)}… ${describeLength(found.data.length)}`;
      hidden += JSON.stringify(value).length - JSON.stringify(short).length;
      return short;
    },
    2,
  );
  return { shown: firstCharacters(shown, MAX_SHOWN), length: shown.length + hidden };
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

function splitBase64(value: string): { head: string; data: string } | undefined {
  const match = BASE64.exec(value);
  return match ? { head: match[1] ?? '', data: match[2] as string } : undefined;
}
