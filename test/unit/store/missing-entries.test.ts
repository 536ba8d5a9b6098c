import assert from 'node:assert/strict';
import { missingEntries } from '../../../src/core/store/workspace-entry.ts';
import type { WorkspaceFileFacts } from '../../../src/core/store/workspace-metadata.ts';

describe('the files of a workspace that are missing in a folder', () => {
  const facts = { modifiedBy: [], isDeleted: false };
  const metadata = (...paths: string[]) => ({
    files: new Map<string, WorkspaceFileFacts>(paths.map((path) => [path, facts])),
    invalidPaths: [],
  });

  it('are those of it whose first name is not there', () => {
    const missing = missingEntries(
      'w',
      'src/',
      new Set(['a.js', 'lib']),
      metadata('src/a.js', 'src/lib/b.js', 'src/c.js', 'src/gone/d.js', 'e.js'),
    );
    assert.deepEqual(
      missing.map(({ kind, name }) => [kind, name]),
      [
        ['file', 'c.js'],
        ['file', 'gone/d.js'],
      ],
    );
  });

  it('are looked for without an id for each file that is there', () => {
    const { encode } = TextEncoder.prototype;
    let encoded = 0;
    TextEncoder.prototype.encode = function (...args) {
      encoded++;
      return encode.apply(this, args);
    };
    try {
      const paths = Array.from({ length: 300 }, (_, n) => `src/${n}.js`);
      assert.equal(missingEntries('w', '', new Set(['src']), metadata(...paths, 'gone.js')).length, 1);
    } finally {
      TextEncoder.prototype.encode = encode;
    }
    assert.equal(encoded, 1);
  });
});
