/** Controls, and the marks that turn the direction of what follows: invisible, and able to make a name read as another. */
const INVISIBLE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2028\u2029\u2066-\u2069]/gu;

/** A name from outside on one line, with every character that would bend or break the line shown by its code. */
export function visibleText(text: string): string {
  return text.replace(INVISIBLE, (char) => `⟨${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`);
}

/** As `visibleText`, of a text whose own line breaks count. */
export function visibleLines(text: string): string {
  return text.split('\n').map(visibleText).join('\n');
}
