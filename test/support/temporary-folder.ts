import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** What to put into a folder: file path → content; a path ending in `/` is an empty folder. */
export type Tree = Readonly<Record<string, string | Uint8Array | object>>;

const made: string[] = [];
after(async () => {
  await Promise.all(made.splice(0).map((folder) => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })));
});

/** A new folder with the given files, removed when the tests are done. Objects are written as JSON. */
export async function temporaryFolder(tree: Tree = {}): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'agent-artifacts-test-'));
  made.push(folder);
  await plant(folder, tree);
  return folder;
}

/** Writes the files of a tree below a folder. */
export async function plant(folder: string, tree: Tree): Promise<void> {
  for (const [name, content] of Object.entries(tree)) {
    const place = path.join(folder, name);
    await mkdir(name.endsWith('/') ? place : path.dirname(place), { recursive: true });
    if (name.endsWith('/')) continue;
    await writeFile(place, typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content));
  }
}
