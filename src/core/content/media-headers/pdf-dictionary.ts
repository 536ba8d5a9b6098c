/** A dictionary in a text (ISO 32000-2 §7.3.7). */
export interface Dictionary {
  /** From its `<<` to behind its own `>>`. */
  readonly text: string;
  /** Its own entries: without those of dictionaries inside it, its strings and its comments. */
  readonly entries: string;
  /** Where in the text it ends. */
  readonly end: number;
}

/** Patterns for one place in a text; nothing follows what they repeat, so no step of theirs is taken back. */
const BLANK = /[\s\0]*/y;
const OBJECT_HEAD = /\d{1,10}[\s\0]+\d{1,5}[\s\0]+obj/y;
const COMMENT = /%[^\r\n]*/y;
const HEX_STRING = /<[\s\0\dA-Fa-f]*>?/y;
const PLAIN = /[^<>()%]+/y;

/**
 * The dictionary that opens a text, perhaps behind the head of its object; undefined when none begins or it does not
 * end here. Reads every character once, whatever they are.
 */
export function dictionaryIn(text: string): Dictionary | undefined {
  const opening = ending(BLANK, text, 0);
  const start = ending(BLANK, text, ending(OBJECT_HEAD, text, opening));
  if (!text.startsWith('<<', start)) return undefined;
  let entries = '';
  let depth = 0;
  for (let at = start; at < text.length;) {
    const end = tokenEnd(text, at);
    if (text.startsWith('<<', at)) {
      if (++depth === 2) entries += ' <<>> ';
    } else if (text.startsWith('>>', at)) {
      if (--depth === 0) return { text: text.slice(start, end), entries, end };
    } else if (depth === 1 && text[at] !== '(' && text[at] !== '%') {
      entries += text.slice(at, end);
    }
    at = end;
  }
  return undefined;
}

/** Where the token ends that begins at a place: a bracket, a string, a comment, or all up to the next of these. */
function tokenEnd(text: string, at: number): number {
  switch (text[at]) {
    case '<':
      return text[at + 1] === '<' ? at + 2 : ending(HEX_STRING, text, at);
    case '>':
      return text[at + 1] === '>' ? at + 2 : at + 1;
    case '(':
      return stringEnd(text, at);
    case ')':
      return at + 1;
    case '%':
      return ending(COMMENT, text, at);
    default:
      return ending(PLAIN, text, at);
  }
}

/** Behind the bracket that closes a string: those inside it stand in pairs or behind a backslash (§7.3.4.2). One that is never closed goes on to the end. */
function stringEnd(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === '\\') at++;
    else if (character === '(') depth++;
    else if (character === ')' && --depth === 0) return at + 1;
  }
  return text.length;
}

/** Where a sticky pattern ends that begins at a place; the place itself when it does not. */
function ending(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** A whole number in a dictionary's own entries. */
export function numberOf(entries: string, key: string): number | undefined {
  const found = new RegExp(`/${key}[\\s\\0]+(\\d{1,15})(?![\\s\\0]+\\d+[\\s\\0]+R\\b)(?![\\d.])`).exec(entries)?.[1];
  return found === undefined ? undefined : Number(found);
}

/** A list of whole numbers in a dictionary's own entries. */
export function numbersOf(entries: string, key: string): number[] | undefined {
  return new RegExp(`/${key}[\\s\\0]*\\[([\\d\\s\\0]*)\\]`)
    .exec(entries)?.[1]
    ?.split(/[\s\0]+/)
    .filter(Boolean)
    .map(Number);
}

/** The number of the object a dictionary's own entry refers to. */
export function referenceOf(entries: string, key: string): number | undefined {
  const found = new RegExp(`/${key}[\\s\\0]+(\\d{1,10})[\\s\\0]+\\d{1,5}[\\s\\0]+R\\b`).exec(entries)?.[1];
  return found === undefined ? undefined : Number(found);
}
