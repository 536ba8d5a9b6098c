/**
 * Characters that could command a terminal or reorder what it shows: C0 and C1 controls, the line and
 * paragraph separators, and the bidirectional controls (Unicode UAX #9).
 */
const UNSAFE = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
/** In JSON the C0 controls are escaped already; line ends and indentation are the layout. */
const UNSAFE_IN_JSON = /[\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
/** Characters of East Asian width "wide" (Unicode UAX #11), in ranges wide enough for aligning. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
const NO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}]$/u;

/** The text on one line, with what is unsafe written out as `\x1b`, `\u202e`. */
export function safeLine(text: string): string {
  return text.toWellFormed().replace(UNSAFE, written);
}

/** The same for a text of several lines: line feeds and tabs stay. */
export function safeLines(text: string): string {
  return text.toWellFormed().replace(UNSAFE, (char) => (char === '\n' || char === '\t' ? char : written(char)));
}

/** JSON that a program reads the same and a terminal shows as it is. @param indent spaces a level; 0 is one line */
export function safeJson(value: unknown, indent = 2): string {
  return JSON.stringify(value, null, indent).replace(UNSAFE_IN_JSON, (char) => `\\u${hex(char, 4)}`);
}

/** Columns a text takes on a terminal. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const char of text) width += NO_WIDTH.test(char) ? 0 : WIDE.test(char) ? 2 : 1;
  return width;
}

function written(char: string): string {
  const code = char.charCodeAt(0);
  return code < 0x100 ? `\\x${hex(char, 2)}` : `\\u${hex(char, 4)}`;
}

function hex(char: string, digits: number): string {
  return char.charCodeAt(0).toString(16).padStart(digits, '0');
}
