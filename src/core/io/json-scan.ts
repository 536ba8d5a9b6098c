/**
 * Complete members at the end of a JSON object, from the last part of its text. Scans backwards: from the end, strings and depth are known
 * wherever the part begins. A reader of streams could not begin there.
 *
 * @param tail the last part of the text
 * @returns empty when this is not the end of an object
 */
export function lastMembers(tail: string): Record<string, unknown> {
  try {
    return JSON.parse(`{${tail.slice(startOfMembers(tail))}`) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** After the first comma or brace of the object itself. */
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

/** The opening quote of a string, given its closing quote; -1 when unknown. */
function openingQuote(text: string, closing: number): number {
  for (let at = closing; at > 0;) {
    at = text.lastIndexOf('"', at - 1);
    let first = at;
    while (first > 0 && text[first - 1] === '\\') first--;
    // The backslashes may begin before the text, so their number is unknown.
    if (first <= 0) return -1;
    if ((at - first) % 2 === 0) return at;
  }
  return -1;
}
