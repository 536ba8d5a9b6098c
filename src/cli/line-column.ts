/** Line and column of an offset, both from 1, the column in UTF-16 code units; a byte order mark takes no column. */
export function lineColumn(text: string, offset: number): { line: number; column: number } {
  const inside = Math.min(Math.max(offset, 0), text.length);
  let line = 1;
  let start = text.startsWith('\ufeff') ? 1 : 0;
  for (const { 0: end, index } of text.matchAll(/\r\n|\r|\n/g)) {
    if (index + end.length > inside) break;
    line++;
    start = index + end.length;
  }
  return { line, column: Math.max(inside - start, 0) + 1 };
}
