/**
 * The members that stand last in the object a JSON text is, as many as its last part holds whole. Read backwards: from
 * the end it is known what is inside a string and how deep it lies, however the part begins.
 *
 * @param tail the last part of the text
 * @returns none when this is not the end of an object
 */
export function lastMembers(tail: string): Record<string, unknown> {
  try {
    return JSON.parse(`{${tail.slice(startOfMembers(tail))}`) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** Behind the first comma, or the brace, that belongs to the object itself. */
function startOfMembers(tail: string): number {
  let start = tail.length;
  let depth = 0;
  for (let at = tail.length - 1; at >= 0; at--) {
    const char = tail[at];
    if (char === '"') at = openingQuote(tail, at);
    else if (char === '}' || char === ']') depth++;
    else if (char === '{' || char === '[') depth--;
    if ((char === ',' && depth === 1) || (char === '{' && depth === 0)) start = at + 1;
    if (depth === 0 && start < tail.length) break;
  }
  return start;
}

/** Where a string begins that ends at a quote; -1 when that is not in the text, or cannot be told. */
function openingQuote(text: string, closing: number): number {
  for (let at = closing; at > 0;) {
    at = text.lastIndexOf('"', at - 1);
    let first = at;
    while (first > 0 && text[first - 1] === '\\') first--;
    // How many backslashes a row has that begins before the text, nobody knows.
    if (first <= 0) return -1;
    if ((at - first) % 2 === 0) return at;
  }
  return -1;
}
