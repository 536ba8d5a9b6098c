import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { runMcp } from '../../src/mcp/run.ts';
import type { Surroundings } from '../../src/platform/surroundings.ts';
import { ENGLISH, MCP, NOWHERE } from './programs.ts';

/** An MCP server, from the side of its client. */
export interface RunningServer {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** The exit code, once it has ended: by itself, or because standard input did. */
  readonly ended: Promise<number | null>;
}

/** Runs the server in this process; by default from nobody's folder, in English. */
export function serverHere(
  args: readonly string[],
  { folder = NOWHERE, home = NOWHERE, env = {} }: Partial<Surroundings> = {},
): RunningServer {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const inputEnded = once(stdin, 'end');
  const run = async (): Promise<number> => {
    const surroundings = { folder, home, env: { ...ENGLISH, ...env } };
    const code = await runMcp(args, { program: 'node mcp.mjs', streams: { stdin, stdout, stderr }, surroundings });
    if (code === 0) await inputEnded;
    return code;
  };
  return { stdin, stdout, stderr, ended: run() };
}

interface BuiltOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Default: the Node that runs the test. */
  readonly node?: string;
}

/** Runs the built server. */
export function builtServer(args: readonly string[], { cwd, env, node = process.execPath }: BuiltOptions = {}): RunningServer {
  const child = spawn(node, [MCP, ...args], { cwd, env: { ...process.env, ...ENGLISH, ...env }, stdio: 'pipe' });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return { stdin: child.stdin, stdout: child.stdout, stderr: child.stderr, ended };
}
