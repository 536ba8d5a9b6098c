/** The formatting of a JSON text, followed by insertions. */
export interface Layout {
  readonly eol: '\n' | '\r\n';
  /** One level of indentation. */
  readonly unit: string;
}

/** The first line ending, and the indentation of the first indented line; two spaces by default. */
export function detectLayout(text: string): Layout {
  const eol = /\r?\n/.exec(text)?.[0] === '\r\n' ? '\r\n' : '\n';
  return { eol, unit: indentationOf(text) ?? '  ' };
}

/** The indentation of the first indented line, if any. */
export function indentationOf(text: string): string | undefined {
  const first = /(?:^|[\n\r])([ \t]+)["{[]/.exec(text)?.[1];
  return first?.startsWith('\t') ? '\t' : first;
}

const LONGEST_LINE = 10_000;

/** The indentation of the line at `offset`. */
export function indentAt(text: string, offset: number): string {
  let lineStart = offset;
  while (lineStart > 0 && text[lineStart - 1] !== '\n' && text[lineStart - 1] !== '\r') {
    // such a long line is a minified file
    if (offset - --lineStart > LONGEST_LINE) return '';
  }
  return /^[ \t]*/.exec(text.slice(lineStart, offset))?.[0] ?? '';
}

/** A list on one line. */
export function formatList(items: readonly unknown[]): string {
  return `[${items.map((item) => JSON.stringify(item)).join(', ')}]`;
}

/**
 * Formats a value: objects on several lines when `indent` is given, lists of plain values on one.
 *
 * @param indent white space before the closing brace; undefined for a single line
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
