/** A member of an object, or an item of a list, as offsets in the text. */
export interface JsonChild {
  /** Of its name with the quotes; of an item, where the value begins. */
  readonly start: number;
  /** Behind the name; {@link start} of an item. */
  readonly nameEnd: number;
  /** Where the value begins. */
  readonly value: number;
  /** Behind the value. */
  readonly end: number;
}

const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c];
const SPACE = 0x20;
/** What `{` and `[`, and `}` and `]`, are with a certain bit: nothing else outside strings is like them. */
const [OPEN, CLOSE, CASE_BIT] = [0x7b, 0x7d, 0x20];

/**
 * What an object or a list holds, without anything made of what lies deeper: a tenth of what a tree of the text costs.
 *
 * @param text valid JSON
 * @param offset of the `{` or `[`
 */
export function childrenOf(text: string, offset: number): JsonChild[] {
  const children: JsonChild[] = [];
  let [start, nameEnd, value, end] = [-1, -1, -1, -1];
  let depth = 0;
  for (let at = offset; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= SPACE) continue;
    const bracket = code | CASE_BIT;
    if (bracket === CLOSE) depth--;
    if (depth === 0 || (depth === 1 && code === COMMA)) {
      if (start >= 0) children.push({ start, nameEnd: nameEnd < 0 ? start : nameEnd, value: value < 0 ? start : value, end });
      if (at > offset && depth === 0) break;
      [start, nameEnd, value] = [-1, -1, -1];
    } else if (depth === 1 && code === COLON) nameEnd = end;
    else if (start < 0) start = at;
    else if (nameEnd >= 0 && value < 0) value = at;
    if (bracket === OPEN) depth++;
    if (code === QUOTE) {
      do at = text.indexOf('"', at + 1);
      while (isEscaped(text, at));
      if (at < 0) break;
    }
    end = at + 1;
  }
  return children;
}

/** The member of a name; of several the last, as everywhere in JSON. */
export function memberNamed(text: string, members: readonly JsonChild[], name: string): JsonChild | undefined {
  const quoted = JSON.stringify(name);
  return members.findLast(({ start, nameEnd }) => {
    const written = text.slice(start, nameEnd);
    return written === quoted || (written.includes('\\') && JSON.parse(written) === name);
  });
}

/** Whether a character of a string is escaped by an odd number of backslashes before it. */
function isEscaped(text: string, offset: number): boolean {
  let first = offset;
  while (text.charCodeAt(first - 1) === BACKSLASH) first--;
  return (offset - first) % 2 === 1;
}
