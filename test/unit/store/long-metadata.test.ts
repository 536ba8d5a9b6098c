import assert from 'node:assert/strict';
import { CodedError } from '../../../src/core/io/errors.ts';
import type { FileSystem } from '../../../src/core/io/file-system.ts';
import { RootFolder } from '../../../src/core/io/root-folder.ts';
import { isAsRecorded, recordChange } from '../../../src/core/store/workspace-record.ts';

/** Files in memory. */
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

  it('get a change and keep everything else', async () => {
    const relativePath = 'folder 7/file-7.txt';
    const [change] = await recordChange(fs, new RootFolder(fs, 'workspaces'), {
      workspaceId: 'w',
      relativePath,
      mimeType: 'text/plain',
      size: 1,
      time: 'now',
    });
    const changed = new TextDecoder().decode(change?.content);
    const entry = {
      ...files[relativePath],
      modifiedBy: [{ agentId: 'a', timestamp: 'then' }, { timestamp: 'now' }],
      createdAt: 'now',
      updatedAt: 'now',
    };
    assert.deepEqual(JSON.parse(changed), { ...metadata, files: { ...files, [relativePath]: entry } });
  });

  it('are compared with what they were', async () => {
    const differs = previous.slice();
    differs[differs.length - 3] = 0x20;
    for (const [held, isSame] of [
      [previous.slice(), true],
      [differs, false],
      [previous.subarray(1), false],
    ] as const) {
      assert.equal(await isAsRecorded(filesInMemory({ [location]: held }), { location, content: previous, previous }), isSame);
    }
    assert.equal(await isAsRecorded(fs, { location: 'another', content: previous, previous }), false);
    assert.equal(await isAsRecorded(fs, { location: 'another', content: previous, previous: undefined }), true);
  });
});
