/**
 * `npm run pictures`: the pictures of README and docs are those that the e2e journeys take, with the names of the tabs in them. A picture that no
 * journey took in the last run stays as it is.
 */
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { repository } from './product.mjs';

const kept = path.join(repository, 'media/screenshots');
const taken = path.join(repository, 'out/screenshots');
const list = path.join(kept, 'tabs.json');

const tabs = JSON.parse(await readFile(list, 'utf8'));
const docs = (await readdir(path.join(repository, 'docs'))).filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`);
const pages = await Promise.all(['README.md', ...docs].map((file) => readFile(path.join(repository, file), 'utf8')));
for (const [, name = ''] of pages.join('\n').matchAll(/media\/screenshots\/([\w-]+)\.png/g)) {
  try {
    tabs[name] = JSON.parse(await readFile(path.join(taken, `${name}.json`), 'utf8'));
    await copyFile(path.join(taken, `${name}.png`), path.join(kept, `${name}.png`));
  } catch {
    console.error(`No journey took ${name}.`);
    process.exitCode = 1;
  }
}
await writeFile(list, `${JSON.stringify(tabs, null, 2)}\n`);
