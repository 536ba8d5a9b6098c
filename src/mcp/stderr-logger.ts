import type { Logger } from '../core/io/logger.ts';

/** Controls and bidirectional characters in a name must not reach a terminal or forge a line. */
const UNSAFE = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
const MAX_LINE = 1000;

/** Reports on standard error, one line each: standard output belongs to the protocol. */
export function stderrLogger(): Logger {
  const write =
    (level: string) =>
    (message: string): void => {
      process.stderr.write(`agent-artifacts mcp: ${level}: ${message.slice(0, MAX_LINE).toWellFormed().replace(UNSAFE, '\ufffd')}\n`);
    };
  return { debug() {}, info: write('info'), warn: write('warning'), error: write('error') };
}
