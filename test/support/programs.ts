import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';

const dist = path.join(import.meta.dirname, '../../dist');

/** The built programs. */
export const CLI = path.join(dist, 'cli.mjs');
export const MCP = path.join(dist, 'mcp.mjs');

/** Programs speak the language of whoever runs them; in tests that is English, whoever runs those. */
export const ENGLISH: NodeJS.ProcessEnv = { LC_ALL: 'en_US.UTF-8', LANGUAGE: '' };

/** Nobody's: no folder of a data root, and no home of a program. */
export const NOWHERE = path.join(tmpdir(), 'agent-artifacts-nowhere');

/** What a program that ran to its end left. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  /** The same as bytes. */
  readonly bytes: Buffer;
  readonly stderr: string;
}

/** Runs a program of Node to its end, without input. */
export function runNode(node: string, args: readonly string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(node, args, {
      cwd: options.cwd,
      env: { ...process.env, ...ENGLISH, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output: Buffer[] = [];
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      const bytes = Buffer.concat(output);
      resolve({ code, bytes, stdout: bytes.toString(), stderr });
    });
  });
}

/** Runs the built command line, for what only a process shows; `cli` of `command-line.ts` runs it in this one. */
export function builtCli(args: readonly string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}): Promise<Ended> {
  return runNode(process.execPath, [CLI, ...args], options);
}
