import { describeNotCarried, groupNotCarried, writePath, type NotCarried } from '../core/services/exchange/exchange.ts';
import { safeLine } from './safe-text.ts';
import type { Terminal } from './terminal.ts';

/** Most kinds of things told of. */
const MOST_KINDS = 50;

/** Tells what was not carried, each kind once with how often and where first; on standard error, so that the result stays clean. */
export function complainNotCarried(terminal: Terminal, notCarried: readonly NotCarried[]): void {
  const kinds = groupNotCarried(notCarried);
  for (const { first, count } of kinds.slice(0, MOST_KINDS)) {
    const often = count === 1 ? '' : ` (and ${count - 1} more like it)`;
    terminal.complain(safeLine(`${writePath(first.path) || 'the file'}: ${describeNotCarried(first)} [${first.code}]${often}`), 'yellow');
  }
  if (kinds.length > MOST_KINDS) terminal.complain(`… and ${kinds.length - MOST_KINDS} kinds more; --json tells all.`, 'yellow');
}
