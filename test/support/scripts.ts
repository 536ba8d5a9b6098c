import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { temporaryFolder } from './temporary-folder.ts';

/** A script in a process of its own, line by line. */
export interface RunningScript {
  readonly child: ChildProcess;
  /** Whole lines so far; a line cut off by the end of the process is none. */
  readonly lines: readonly string[];
  /** Settles at the first line. */
  readonly ready: Promise<void>;
  /** Settles when the process has ended, with its exit code; null when it was killed. */
  readonly ended: Promise<number | null>;
}

/** Bundles a script that imports from `src` as `./core/…`; its file is removed when the tests are done. */
export async function bundleScript(contents: string): Promise<string> {
  const outfile = path.join(await temporaryFolder(), 'script.mjs');
  await esbuild.build({
    stdin: { contents, resolveDir: path.join(import.meta.dirname, '../../src'), loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    mainFields: ['module', 'main'],
    outfile,
    logLevel: 'warning',
  });
  return outfile;
}

/** Runs a script in a process of its own. */
export function startScript(script: string, args: readonly string[]): RunningScript {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines: string[] = [];
  let rest = '';
  let isReady = (): void => {};
  const ready = new Promise<void>((resolve) => {
    isReady = resolve;
  });
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    const parts = (rest + part).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
    if (lines.length > 0) isReady();
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      isReady();
      resolve(code);
    });
  });
  return { child, lines, ready, ended };
}
