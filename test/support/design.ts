import { readFileSync } from 'node:fs';
import path from 'node:path';

const SPECS = path.join(import.meta.dirname, '../fixtures/spec');

/** The code block of a design that follows a line, without its fences. */
export function blockAfter(design: 1 | 2, line: string): string {
  const text = textOf(design);
  const at = text.indexOf(`\n${line}\n`);
  const start = text.indexOf('\n```', at + 1);
  if (at < 0 || start < 0) throw new Error(`no block after ${line}`);
  const first = text.indexOf('\n', start + 1) + 1;
  return text.slice(first, text.indexOf('\n```', first));
}

/** The rows of the table of a design whose head begins with a word, as cells. */
export function tableOf(design: 1 | 2, head: string): string[][] {
  const lines = textOf(design).split('\n');
  const at = lines.findIndex((line) => line.startsWith(`| ${head} |`));
  const end = lines.findIndex((line, index) => index > at && !line.startsWith('|'));
  if (at < 0) throw new Error(`no table ${head}`);
  const cells = (line: string): string[] =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  return lines.slice(at + 2, end).map(cells);
}

function textOf(design: 1 | 2): string {
  const name = { 1: '1-binary-content-routing', 2: '2-model-capability-routing' }[design];
  return readFileSync(path.join(SPECS, `${name}.design.md`), 'utf8').replaceAll('\r\n', '\n');
}
