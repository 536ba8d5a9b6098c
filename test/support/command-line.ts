import { PassThrough, Readable } from 'node:stream';
import { runCli } from '../../src/cli/run.ts';
import { Terminal } from '../../src/cli/terminal.ts';
import type { Surroundings } from '../../src/platform/surroundings.ts';
import { type Ended, ENGLISH, NOWHERE } from './programs.ts';

/** What a command line is run with; by default nobody's folders, English, no input, and no terminal. */
interface CommandLineOptions extends Partial<Surroundings> {
  /** What is on standard input. */
  readonly input?: string | Uint8Array;
  /** Whether standard output is a terminal. */
  readonly isTTY?: boolean;
  /** The width of that terminal. */
  readonly columns?: number;
}

/** What a command line that ran to its end in this process left. */
interface EndedHere extends Ended {
  /** What was written to standard output, piece by piece. */
  readonly parts: readonly string[];
}

/** Runs the command line to its end, in this process. */
export async function cli(
  args: readonly string[],
  { folder = NOWHERE, home = NOWHERE, env = {}, input, isTTY = false, columns = 80 }: CommandLineOptions = {},
): Promise<EndedHere> {
  const stdin = input === undefined ? Readable.from([]) : Readable.from([Buffer.from(input)]);
  const [stdout, stderr] = [Object.assign(new PassThrough(), { isTTY, columns }), new PassThrough()];
  const [printed, told]: [Buffer[], Buffer[]] = [[], []];
  stdout.on('data', (chunk: Buffer) => printed.push(chunk));
  stderr.on('data', (chunk: Buffer) => told.push(chunk));
  const variables = { ...ENGLISH, ...env };
  const code = await runCli(args, new Terminal({ stdin, stdout, stderr }, variables), { folder, home, env: variables });
  const bytes = Buffer.concat(printed);
  return { code, bytes, parts: printed.map(String), stdout: bytes.toString(), stderr: Buffer.concat(told).toString() };
}
