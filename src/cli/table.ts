import { displayWidth, safeLine, type Terminal } from './terminal.ts';

const GAP = '  ';

/** A column: its heading, and whether its cells are right-aligned (numbers). */
export interface Column {
  readonly heading: string;
  readonly align?: 'right';
}

/** Prints rows in aligned columns; columns whose cells are all empty are left out. */
export function printTable(terminal: Terminal, columns: readonly Column[], rows: readonly (readonly string[])[]): void {
  const cells = rows.map((row) => row.map(safeLine));
  const shown = columns.map((_, at) => at).filter((at) => cells.some((row) => (row[at] ?? '') !== ''));
  const widths = new Map(
    shown.map((at) => [
      at,
      cells.reduce((width, row) => Math.max(width, displayWidth(row[at] ?? '')), displayWidth(columns[at]?.heading ?? '')),
    ]),
  );
  const line = (row: readonly string[]): string =>
    shown
      .map((at) => {
        const cell = row[at] ?? '';
        const padding = ' '.repeat(Math.max(0, (widths.get(at) ?? 0) - displayWidth(cell)));
        return columns[at]?.align === 'right' ? padding + cell : cell + padding;
      })
      .join(GAP)
      .trimEnd();
  terminal.print(line(columns.map(({ heading }) => heading)), 'bold');
  for (const row of cells) terminal.print(line(row));
}

/** Prints facts one below the other; those without a value are left out. */
export function printFacts(terminal: Terminal, facts: readonly (readonly [label: string, value: string | undefined])[]): void {
  const known = facts.filter(([, value]) => value !== undefined && value !== '');
  const width = Math.max(0, ...known.map(([label]) => displayWidth(label)));
  for (const [label, value] of known) terminal.print(`${label}${' '.repeat(width - displayWidth(label))}${GAP}${safeLine(value ?? '')}`);
}

/** A time of the data for a person, in UTC: `2026-11-21 20:15:48`; what is no time stays as it is. */
export function showTime(text: string | undefined): string {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? (text ?? '') : new Date(time).toISOString().slice(0, 19).replace('T', ' ');
}
