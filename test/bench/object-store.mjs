/** A bucket with a million keys, on a server that makes them up: what a page of it takes, and how soon nobody asks any more. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';

/** A sidecar and a file each. */
const ARTIFACTS = 500_000;
const CORE = `
export { numberedStore } from './test/support/numbered-store.ts';
export { ArtifactStore } from './src/core/store/artifact-store.ts';
export { silentLogger } from './src/core/io/logger.ts';
export { NodeFileSystem } from './src/platform/node-file-system.ts';
export { KeptLists } from './src/platform/object-store/kept-lists.ts';
export { ObjectStoreFileSystem } from './src/platform/object-store/object-store-file-system.ts';
`;
const KEYS = { AWS_ACCESS_KEY_ID: 'bench', AWS_SECRET_ACCESS_KEY: 'bench', AWS_EC2_METADATA_DISABLED: 'true', AWS_CONFIG_FILE: '/nowhere' };

/**
 * @param {string} repository
 * @param {string} temporary
 * @param {(what: string, target: string, result: string, isMet: boolean | undefined) => void} report
 */
export async function measureObjectStore(repository, temporary, report) {
  const outfile = path.join(repository, 'out/bench/object-store.cjs');
  await esbuild.build({
    absWorkingDir: repository,
    stdin: { contents: CORE, resolveDir: repository, loader: 'ts' },
    outfile,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    minify: true,
    mainFields: ['module', 'main'],
    logLevel: 'error',
  });
  const server = await (await import(pathToFileURL(outfile).href)).default.numberedStore(ARTIFACTS);
  const reader = path.join(import.meta.dirname, 'object-store-reader.mjs');
  const child = spawn(process.execPath, [reader, server.endpoint, path.join(temporary, 'kept')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...KEYS },
  });
  let text = '';
  let asked = 0;
  child.stdout.on('data', (chunk) => {
    text += chunk;
    asked = server.asked.lists;
  });
  await once(child, 'close');
  const late = server.asked.lists - asked;
  await server.close();
  const { first, all, again, start, block, idle, held, cancel } = JSON.parse(text);
  const seconds = (/** @type {number} */ time) => `${(time / 1000).toFixed(1)} s`;
  report('First page of a bucket of 1,000,000 keys; all names; opened again', '–', [first, all, again].map(seconds).join('; '), undefined);
  const blocks = `${block.toFixed(0)} ms; ${start.toFixed(0)} ms`;
  report('Longest block meanwhile; by the first request of all', '< 50 ms; –', blocks, block < 50);
  const megabytes = [held, idle].map((bytes) => `${(bytes / 1e6).toFixed(0)} MB`);
  report('The most memory a process holds for it; before it', '< 200 MB; –', megabytes.join('; '), held / 1e6 < 200);
  const sent = `${cancel.toFixed(0)} ms; ${late} requests sent after it`;
  report('Listing them, cancelled', '< 100 ms; none', sent, cancel < 100 && late === 0);
}
