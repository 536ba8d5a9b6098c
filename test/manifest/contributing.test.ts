import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { repository } from './sources.ts';

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(path.join(repository, folder), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.relative(repository, path.join(entry.parentPath, entry.name)));
}

describe('CONTRIBUTING.md', () => {
  it('names files that exist', async () => {
    const text = await readFile(path.join(repository, 'CONTRIBUTING.md'), 'utf8');
    const named = [...text.matchAll(/`([\w./-]+\.(?:ts|mjs))`/g)].map(([, name = '']) => name);
    const folders = await Promise.all(['src', 'webview', 'test'].map(filesUnder));
    const files = [...folders.flat(), ...(await readdir(repository))].map((file) => `/${file.replaceAll('\\', '/')}`);
    assert.ok(named.length > 50, 'the file names are found');
    assert.deepEqual(
      named.filter((name) => !files.some((file) => file.endsWith(`/${name}`))),
      [],
    );
  });
});
