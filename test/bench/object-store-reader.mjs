/**
 * Reads a store of a million keys as VS Code does, in a process of its own, and prints what that took:
 * node object-store-reader.mjs ENDPOINT FOLDER → {"first": ms, "all": ms, "again": ms, "start": ms, "block": ms, "idle": bytes, "held": bytes, "cancel": ms}
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { mostMemoryHeld } from './held-memory.mjs';
import { longestBlock, timed } from './measure.mjs';

const [endpoint, folder] = process.argv.slice(2);
const { default: core } = await import(pathToFileURL(path.resolve(import.meta.dirname, '../../out/bench/object-store.cjs')).href);
const ARTIFACTS = 's3://agents/root/artifacts';
const PAGE = 500;

/** @param {string} [folder] where names are kept */
function opened(folder) {
  const kept = folder && new core.KeptLists(new core.NodeFileSystem(), folder, core.silentLogger);
  const fs = new core.ObjectStoreFileSystem({ optionsOf: () => ({ endpoint }), kept });
  const workspacesDir = 's3://agents/root/workspaces';
  return { fs, store: new core.ArtifactStore({ fs, artifactsDir: ARTIFACTS, workspacesDir, keepsIndex: true }) };
}

/** @param {(store: any) => Promise<unknown>} work */
async function visit(work) {
  const { fs, store } = opened(folder);
  await work(store);
  await fs.close();
}

let [first, all, again, cancel] = [0, 0, 0, 0];
// The client makes itself ready with its first request.
const warm = opened();
const start = await longestBlock(() => warm.fs.readNames('s3://agents/root'));
warm.fs.disconnect();
const idle = mostMemoryHeld();
const block = await longestBlock(async () => {
  await visit(async (store) => {
    first = await timed(async () => {
      const early = await store.newest(PAGE);
      if (early?.items.length !== PAGE) throw new Error('The first page has something else.');
    });
    all = await timed(() => store.list({ limit: PAGE }));
  });
  await visit(async (store) => (again = await timed(() => store.list({ limit: PAGE }))));
});
const held = mostMemoryHeld();
const { fs } = opened();
const abort = new AbortController();
let aborted = 0;
try {
  let batches = 0;
  for await (const names of fs.streamNames(ARTIFACTS, { signal: abort.signal })) {
    if (names.length === 0 || ++batches < 100) continue;
    aborted ||= performance.now();
    abort.abort();
  }
} catch (error) {
  if (aborted === 0) throw error;
  cancel = performance.now() - aborted;
}
// What is sent after this is sent in spite of it.
process.stdout.write(`${JSON.stringify({ first, all, again, start, block, idle, held, cancel })}\n`);
await new Promise((resolve) => setTimeout(resolve, 1000));
fs.disconnect();
