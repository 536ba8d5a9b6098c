/** A text without the given characters at its end. A regular expression such as `/+$` would begin anew at each of them wherever many are. */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
