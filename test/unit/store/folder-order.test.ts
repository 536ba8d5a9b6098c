import assert from 'node:assert/strict';
import { WorkspaceManager } from '../../../src/core/store/workspace-manager.ts';
import { compareNames } from '../../../src/core/store/workspace-names.ts';
import { NodeFileSystem } from '../../../src/platform/node-file-system.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describe('the order in a folder of a workspace', () => {
  it('is folders first, then by name as a person sorts, numbers by value', async () => {
    const names = ['b10', 'B9', 'a2.txt', 'a10.txt', 'A1.txt', 'é.txt', 'f.txt'];
    const workspacesDir = await temporaryFolder(
      Object.fromEntries(names.map((name) => [`w/${name}${name.includes('.') ? '' : '/x'}`, ''])),
    );
    const listed = await new WorkspaceManager({ fs: new NodeFileSystem(), workspacesDir }).listFolder('w');
    assert.deepEqual(
      listed.map(({ name }) => name),
      ['B9', 'b10', 'A1.txt', 'a2.txt', 'a10.txt', 'é.txt', 'f.txt'],
    );
  });

  it('makes no collator for a comparison, which takes a hundred times as long', async () => {
    const workspacesDir = await temporaryFolder(Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`w/${n}.txt`, ''])));
    const { localeCompare } = String.prototype;
    let calls = 0;
    String.prototype.localeCompare = function (this: string, ...rest) {
      calls++;
      return localeCompare.apply(this, rest as Parameters<typeof localeCompare>);
    };
    try {
      const listed = await new WorkspaceManager({ fs: new NodeFileSystem(), workspacesDir }).listFolder('w');
      assert.equal(listed.length, 300);
    } finally {
      String.prototype.localeCompare = localeCompare;
    }
    assert.equal(calls, 0);
  });

  it('never takes two names for one, so that a page can go on behind either', () => {
    for (const [a, b] of [
      ['1.txt', '01.txt'],
      ['é', 'e\u0301'],
      ['a\u200b', 'a'],
    ] as const) {
      assert.equal(Math.sign(compareNames(a, b)), -Math.sign(compareNames(b, a)));
      assert.notEqual(compareNames(a, b), 0);
    }
    assert.equal(compareNames('a', 'a'), 0);
  });
});
