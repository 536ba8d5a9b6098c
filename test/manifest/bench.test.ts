import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repository } from './sources.ts';

describe('The bench', () => {
  it('names sources that exist: nothing else runs it', () => {
    const folder = path.join(repository, 'test/bench');
    const named = readdirSync(folder).flatMap((file) =>
      [...readFileSync(path.join(folder, file), 'utf8').matchAll(/(?:from '\.\/|\['|worker: ')((?:src|webview)\/[\w./-]+\.ts)'/g)].map(
        ([, source = '']) => ({ file, source }),
      ),
    );
    assert.ok(named.length > 10, 'the bench bundles sources of the product');
    assert.deepEqual(
      named.filter(({ source }) => !existsSync(path.join(repository, source))),
      [],
    );
  });
});
