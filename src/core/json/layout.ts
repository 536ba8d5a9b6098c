/** How a JSON text is laid out; what is inserted follows it. */
export interface Layout {
  readonly eol: '\n' | '\r\n';
  /** One level of indentation. */
  readonly unit: string;
}

/** The first line end of a text, and the indentation of its first indented line; two spaces when there is none. */
export function detectLayout(text: string): Layout {
  const eol = /\r?\n/.exec(text)?.[0] === '\r\n' ? '\r\n' : '\n';
  return { eol, unit: indentationOf(text) ?? '  ' };
}

/** One level of indentation: that of the first indented line; undefined when there is none. */
export function indentationOf(text: string): string | undefined {
  const first = /(?:^|[\n\r])([ \t]+)["{[]/.exec(text)?.[1];
  return first?.startsWith('\t') ? '\t' : first;
}

const LONGEST_LINE = 10_000;

/** The white space with which the line that holds `offset` begins. */
export function indentAt(text: string, offset: number): string {
  let lineStart = offset;
  while (lineStart > 0 && text[lineStart - 1] !== '\n' && text[lineStart - 1] !== '\r') {
    // a line so long is a whole file, and has none to follow
    if (offset - --lineStart > LONGEST_LINE) return '';
  }
  return /^[ \t]*/.exec(text.slice(lineStart, offset))?.[0] ?? '';
}

/** A list on one line. */
export function formatList(items: readonly unknown[]): string {
  return `[${items.map((item) => JSON.stringify(item)).join(', ')}]`;
}

/**
 * JSON of a value; objects over several lines when an indentation is given, lists of plain values on one.
 *
 * @param indent white space before the closing brace; undefined for a value on a single line.
 */
export function formatValue(value: unknown, layout: Layout, indent: string | undefined): string {
  if (Array.isArray(value)) return formatList(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = indent === undefined ? undefined : indent + layout.unit;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${JSON.stringify(name)}: ${formatValue(member, layout, inner)}`);
  if (inner === undefined) return `{ ${members.join(', ')} }`;
  return `{${layout.eol}${members.map((member) => inner + member).join(`,${layout.eol}`)}${layout.eol}${indent}}`;
}
