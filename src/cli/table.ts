import { displayWidth, safeLine, type Terminal } from './terminal.ts';

const GAP = '  ';

/** A column: its heading, and whether its cells are right-aligned (numbers). */
export interface Column {
  readonly heading: string;
  readonly align?: 'right';
}

/**
 * Prints rows in aligned columns; columns whose cells are all empty are left out. On a terminal that is too narrow for a row, texts go on
 * below themselves; and where the longest words have no room beside each other, each row is printed as facts.
 */
export function printTable(terminal: Terminal, columns: readonly Column[], rows: readonly (readonly string[])[]): void {
  const cells = rows.map((row) => row.map(safeLine));
  const shown = columns.flatMap((column, at) => (cells.some((row) => (row[at] ?? '') !== '') ? [{ ...column, at }] : []));
  const ranges = shown.map(({ heading, align, at }) => {
    const texts = [heading, ...cells.map((row) => row[at] ?? '')];
    const natural = widest(texts);
    // a word stays whole, so that a path or a reference can be copied; and numbers are compared by their places
    return { natural, least: align === 'right' ? natural : widest(texts.flatMap((text) => text.split(' '))) };
  });
  const widths = fittedWidths(ranges, terminal.columns ?? Infinity);
  if (!widths) return printRecords(terminal, shown, cells);
  const lines = (row: readonly string[]): string[] => {
    const wrapped = row.map((cell, at) => wrap(cell, widths[at] ?? Infinity));
    const height = Math.max(1, ...wrapped.map(({ length }) => length));
    return Array.from({ length: height }, (_, line) =>
      shown
        .map(({ align }, at) => padded(wrapped[at]?.[line] ?? '', widths[at] ?? 0, align))
        .join(GAP)
        .trimEnd(),
    );
  };
  for (const line of lines(shown.map(({ heading }) => heading))) terminal.print(line, 'bold');
  for (const row of cells) for (const line of lines(shown.map(({ at }) => row[at] ?? ''))) terminal.print(line);
}

function widest(texts: readonly string[]): number {
  return texts.reduce((width, text) => Math.max(width, displayWidth(text)), 0);
}

/** How wide columns are so that a row has room: the widest give way first. Undefined where there is no room. */
function fittedWidths(
  columns: readonly { readonly natural: number; readonly least: number }[],
  room: number,
): readonly number[] | undefined {
  const left = room - GAP.length * Math.max(0, columns.length - 1);
  const widthsUpTo = (most: number): number[] => columns.map(({ natural, least }) => Math.max(least, Math.min(natural, most)));
  const fits = (widths: readonly number[]): boolean => widths.reduce((sum, width) => sum + width, 0) <= left;
  let [low, high] = [0, Math.max(0, ...columns.map(({ natural }) => natural))];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(widthsUpTo(middle))) low = middle;
    else high = middle - 1;
  }
  return fits(widthsUpTo(low)) ? widthsUpTo(low) : undefined;
}

function printRecords(
  terminal: Terminal,
  columns: readonly (Column & { readonly at: number })[],
  rows: readonly (readonly string[])[],
): void {
  for (const [index, row] of rows.entries()) {
    if (index > 0) terminal.print('');
    printFacts(
      terminal,
      columns.map(({ heading, at }) => [heading, row[at]]),
    );
  }
}

function padded(cell: string, width: number, align: Column['align']): string {
  const padding = ' '.repeat(Math.max(0, width - displayWidth(cell)));
  return align === 'right' ? padding + cell : cell + padding;
}

/** The lines of a text, divided between words; one that is longer than a line stays whole. */
function wrap(text: string, width: number): readonly string[] {
  if (displayWidth(text) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && displayWidth(longer) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

/** Prints facts one below the other; those without a value are left out. On a terminal a value goes on below itself. */
export function printFacts(terminal: Terminal, facts: readonly (readonly [label: string, value: string | undefined])[]): void {
  const known = facts.filter(([, value]) => value !== undefined && value !== '');
  const width = Math.max(0, ...known.map(([label]) => displayWidth(label)));
  const room = (terminal.columns ?? Infinity) - width - GAP.length;
  for (const [label, value = ''] of known)
    for (const [line, text] of wrap(safeLine(value), room).entries())
      terminal.print(`${padded(line === 0 ? label : '', width, undefined)}${GAP}${text}`);
}

/** A time of the data for a person, in UTC: `2026-11-21 20:15:48`; what is no time stays as it is. */
export function showTime(text: string | undefined): string {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? (text ?? '') : new Date(time).toISOString().slice(0, 19).replace('T', ' ');
}
