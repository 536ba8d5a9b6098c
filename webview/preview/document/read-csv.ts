/** Comma-separated values, or with another delimiter, as a table. */
import { dsvFormat } from 'd3-dsv';
import type { RenderedDocument } from './document-node.ts';
import { GridBuilder } from './grid.ts';

/** Delimiters, the likeliest first. */
const DELIMITERS = [',', '\t', ';', '|'] as const;

/** Characters used to detect the delimiter. */
const SAMPLE_CHARACTERS = 64 * 1024;
const SAMPLE_ROWS = 50;

/**
 * Reads a table. Quoting is that of RFC 4180; the delimiter is found out, or named by Excel's first line `sep=;`.
 *
 * @param isCut the text is only the beginning of one: its last line may be cut
 */
export function readCsv(text: string, isCut = false): RenderedDocument {
  const named = /^sep=(.)\r?\n/i.exec(text);
  const rest = named ? text.slice(named[0].length) : text;
  const grid = new GridBuilder();
  dsvFormat(named?.[1] ?? delimiterOf(rest)).parseRows(rest, (cells) => {
    grid.addRow(cells);
    return null;
  });
  return { kind: 'tables', tables: [{ name: '', grid: grid.build({ isCut }) }] };
}

/** The delimiter that makes the most rows as long as the first one; among equals the one that makes more columns. */
function delimiterOf(text: string): string {
  const isWhole = text.length <= SAMPLE_CHARACTERS;
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  let best = { delimiter: ',', alike: 0, columns: 1 };
  for (const delimiter of DELIMITERS) {
    const read = dsvFormat(delimiter).parseRows(sample);
    // the last row of a part may be cut
    const rows = (isWhole || read.length < 2 ? read : read.slice(0, -1)).slice(0, SAMPLE_ROWS);
    const columns = rows[0]?.length ?? 0;
    if (columns < 2) continue;
    const alike = rows.filter(({ length }) => length === columns).length / rows.length;
    if (alike > best.alike || (alike === best.alike && columns > best.columns)) best = { delimiter, alike, columns };
  }
  return best.delimiter;
}
