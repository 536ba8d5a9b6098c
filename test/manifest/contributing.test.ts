import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { repository } from './sources.ts';

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(path.join(repository, folder), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.relative(repository, path.join(entry.parentPath, entry.name)));
}

const pages = ['CONTRIBUTING.md', '.github/ROADS.md', '.github/RECIPES.md'];

describe('The pages for contributors', () => {
  it('begin with one that is short: CONTRIBUTING has at most 2,500 words', async () => {
    const text = await readFile(path.join(repository, 'CONTRIBUTING.md'), 'utf8');
    assert.ok(text.split(/\s+/).length <= 2500, `${text.split(/\s+/).length} words`);
  });

  it('name files that exist', async () => {
    const text = (await Promise.all(pages.map((page) => readFile(path.join(repository, page), 'utf8')))).join('\n');
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
