import assert from 'node:assert/strict';
import { CodedError } from '../../../src/core/io/errors.ts';
import type { FileSystem } from '../../../src/core/io/file-system.ts';
import { RootFolder } from '../../../src/core/io/root-folder.ts';
import { isAsRecorded, recordChange } from '../../../src/core/store/workspace-record.ts';
import { pausesDuring } from '../../support/pauses.ts';

/** Files that are there at once, so that nobody has a turn but where the work gives way. */
function filesInMemory(files: Record<string, Uint8Array>): FileSystem {
  const join = (...names: readonly string[]): string => names.filter((name) => name !== '').join('/');
  const missing = () => Promise.reject(new CodedError('not_found'));
  return {
    join,
    resolveInside: (folder: string, names: readonly string[]) => Promise.resolve(join(folder, ...names)),
    stat: missing,
    readFile: (location: string) => (files[location] ? Promise.resolve(files[location]) : missing()),
  } as unknown as FileSystem;
}

describe('the metadata of a workspace of many files', () => {
  const files = Object.fromEntries(
    Array.from({ length: 10_000 }, (_, n) => [
      `folder ${n % 50}/file-${n}.txt`,
      { mimeType: 'text/plain', agentId: `a-${n}`, modifiedBy: [{ agentId: 'a', timestamp: 'then' }] },
    ]),
  );
  const metadata = { workspaceId: 'w', createdAt: 'then', files };
  const text = JSON.stringify(metadata, null, 2);
  const previous = new TextEncoder().encode(text);
  const location = 'workspaces/w.meta.json';
  const fs = filesInMemory({ [location]: previous });

  it('get a change in steps, between which others have their turn', async () => {
    const relativePath = 'folder 7/file-7.txt';
    let changed = '';
    const pauses = await pausesDuring(async () => {
      const [change] = await recordChange(fs, new RootFolder(fs, 'workspaces'), {
        workspaceId: 'w',
        relativePath,
        mimeType: 'text/plain',
        size: 1,
        time: 'now',
      });
      changed = new TextDecoder().decode(change?.content);
    });
    const entry = {
      ...files[relativePath],
      modifiedBy: [{ agentId: 'a', timestamp: 'then' }, { timestamp: 'now' }],
      createdAt: 'now',
      updatedAt: 'now',
    };
    assert.deepEqual(JSON.parse(changed), { ...metadata, files: { ...files, [relativePath]: entry } });
    assert.ok(pauses > 50, `${pauses} pauses`);
  });

  it('are compared in steps with what they were', async () => {
    const differs = previous.slice();
    differs[differs.length - 3] = 0x20;
    for (const [held, isSame] of [
      [previous.slice(), true],
      [differs, false],
      [previous.subarray(1), false],
    ] as const) {
      let answer: boolean | undefined;
      const pauses = await pausesDuring(
        async () => (answer = await isAsRecorded(filesInMemory({ [location]: held }), { location, content: previous, previous })),
      );
      assert.equal(answer, isSame);
      if (held.length === previous.length) assert.ok(pauses >= 4, `${pauses} pauses`);
    }
    assert.equal(await isAsRecorded(fs, { location: 'another', content: previous, previous }), false);
    assert.equal(await isAsRecorded(fs, { location: 'another', content: previous, previous: undefined }), true);
  });
});
