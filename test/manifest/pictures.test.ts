import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { repository } from './sources.ts';

const read = (file: string): Promise<string> => readFile(path.join(repository, file), 'utf8');

/** README and the pages in docs. */
async function pages(): Promise<string> {
  const docs = (await readdir(path.join(repository, 'docs'))).filter((name) => name.endsWith('.md'));
  return (await Promise.all(['README.md', ...docs.map((name) => `docs/${name}`)].map(read))).join('\n');
}

describe('The pictures of README and docs', () => {
  it('[L-20] are all there, and none is left over', async () => {
    const named = [...(await pages()).matchAll(/media\/screenshots\/([\w-]+\.png)/g)].map(([, name]) => name);
    const files = await readdir(path.join(repository, 'media/screenshots'));
    assert.deepEqual(files.filter((name) => name.endsWith('.png')).sort(), named.sort());
    assert.deepEqual(Object.keys(await tabsInPictures()).sort(), named.map((name) => path.basename(name ?? '', '.png')).sort());
  });

  it('[L-20] show no tab whose name is another now: `npm run pictures` takes them anew', async () => {
    const names = [...(await read('webview/preview/preview-tabs.ts')).matchAll(/return t\('(.*)'\);/g)].map(([, name]) => name ?? '');
    assert.equal(names.length, 5);
    const chinese = JSON.parse(await read('media/l10n/bundle.l10n.zh-cn.json')) as Record<string, string>;
    const known = new Set(names.flatMap((name) => [name, chinese[name]]));
    const pictures = Object.entries(await tabsInPictures());
    assert.ok(pictures.some(([, tabs]) => tabs.length > 0));
    for (const [picture, tabs] of pictures)
      assert.deepEqual(
        tabs.filter((tab) => !known.has(tab)),
        [],
        picture,
      );
  });
});

async function tabsInPictures(): Promise<Record<string, string[]>> {
  return JSON.parse(await read('media/screenshots/tabs.json')) as Record<string, string[]>;
}
