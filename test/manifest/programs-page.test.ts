import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { programsPage } from '../programs/page.mjs';
import { PROGRAMS } from '../programs/programs.mjs';
import { repository } from '../tooling/product.mjs';

describe('docs/programs.md', () => {
  const file = path.join(repository, 'docs/programs.md');
  const read = async () =>
    JSON.parse(await readFile(path.join(repository, 'src/core/programs/deliveries.json'), 'utf8')) as Parameters<typeof programsPage>[0];

  it('is made of what the laboratory saw', async () => {
    assert.equal(await readFile(file, 'utf8'), programsPage(await read()));
  });

  it('has the versions that the laboratory runs', async () => {
    for (const [id, { version }] of Object.entries((await read()).programs)) assert.equal(version, PROGRAMS[id]?.version, id);
  });

  it('has no text of a program', async () => {
    const { programs } = await read();
    const parts = Object.values(programs).flatMap(({ runs }) => runs.flatMap(({ cells }) => Object.values(cells).flat()));
    const texts = new Set(parts.flatMap((part) => Object.values(part).filter((value) => typeof value === 'string')));
    const forms = ['image', 'document', 'audio', 'video', 'text', 'raw', 'base64', 'note', 'user'];
    for (const text of texts) assert.ok(forms.includes(text) || /^[\w.+-]+\/[\w.+-]+$/.test(text), text);
  });
});
