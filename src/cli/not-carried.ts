import { describeNotCarried, type NotCarried } from '../core/services/exchange/exchange.ts';
import { safeLine } from './safe-text.ts';
import type { Terminal } from './terminal.ts';

/** Most kinds of things told of. */
const MOST_KINDS = 50;

/** Tells what was not carried, each kind once with how often and where first; on standard error, so that the result stays clean. */
export function complainNotCarried(terminal: Terminal, notCarried: readonly NotCarried[]): void {
  const kinds = new Map<string, { readonly first: NotCarried; count: number }>();
  for (const item of notCarried) {
    const place = item.path.map((step) => (typeof step === 'number' ? '*' : step));
    const key = JSON.stringify([item.code, item.params, place]);
    const kind = kinds.get(key);
    if (kind) kind.count++;
    else kinds.set(key, { first: item, count: 1 });
  }
  for (const { first, count } of [...kinds.values()].slice(0, MOST_KINDS)) {
    const often = count === 1 ? '' : ` (and ${count - 1} more like it)`;
    terminal.complain(safeLine(`${writtenPath(first.path)}: ${describeNotCarried(first)} [${first.code}]${often}`), 'yellow');
  }
  if (kinds.size > MOST_KINDS) terminal.complain(`… and ${kinds.size - MOST_KINDS} kinds more; --json tells all.`, 'yellow');
}

/** `models[0].apiKey` */
function writtenPath(path: NotCarried['path']): string {
  const written = path.map((step, at) => (typeof step === 'number' ? `[${step}]` : `${at === 0 ? '' : '.'}${step}`)).join('');
  return written === '' ? 'the file' : written;
}
