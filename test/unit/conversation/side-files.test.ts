import assert from 'node:assert/strict';
import { mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findSideFiles, type SideFiles } from '../../../src/core/conversation/side-files.ts';
import { CodedError } from '../../../src/core/io/errors.ts';
import { NodeFileSystem } from '../../../src/platform/node-file-system.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const ID = '97b0acfd-5eeb-4e8e-9f41-515277b0bf03';

describe('Files that a program keeps beside a session', () => {
  let folder: string;
  beforeEach(async () => (folder = await temporaryFolder()));

  async function plant(...names: readonly string[]): Promise<void> {
    for (const name of names) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
      await writeFile(path.join(folder, name), name);
    }
  }
  const beside = (session: string, format: Parameters<typeof findSideFiles>[2]): Promise<SideFiles> =>
    findSideFiles(new NodeFileSystem(), path.join(folder, session), format);
  const pathsOf = ({ files }: SideFiles): string[] => files.map((file) => file.path);

  it('are the plan, the checkpoints and the files of Copilot CLI, by their places and sizes', async () => {
    await plant(
      's/events.jsonl',
      's/workspace.yaml',
      's/plan.md',
      's/checkpoints/index.md',
      's/files/a/b.png',
      's/session.db',
      's/rewind-file-snapshots/x',
    );
    const found = await beside('s/events.jsonl', 'copilot-cli');
    assert.deepEqual(pathsOf(found), ['plan.md', 'checkpoints/index.md', 'files/a/b.png']);
    assert.deepEqual(
      [found.files[0]?.location, found.files[0]?.size, found.isCut],
      [path.join(folder, 's/plan.md'), 's/plan.md'.length, false],
    );
  });

  it('are none where the folder is somebody else’s', async () => {
    await plant('project/events.jsonl', 'project/plan.md', 'project/files/a.txt', 'project/other.jsonl', 'project/workspace.yaml');
    assert.deepEqual(pathsOf(await beside('project/other.jsonl', 'copilot-cli')), []);
    await plant('mine/events.jsonl', 'mine/plan.md');
    assert.deepEqual(pathsOf(await beside('mine/events.jsonl', 'copilot-cli')), []);
    await plant('p/notes.jsonl', 'p/notes/tool-results/a.txt');
    assert.deepEqual(pathsOf(await beside('p/notes.jsonl', 'claude-code')), []);
  });

  it('are the long results of Claude Code, in the folder of the session’s name', async () => {
    await plant(`p/${ID}.jsonl`, `p/${ID}/tool-results/b.txt`, `p/${ID}/subagents/agent-1.jsonl`);
    assert.deepEqual(pathsOf(await beside(`p/${ID}.jsonl`, 'claude-code')), ['tool-results/b.txt']);
    assert.deepEqual(pathsOf(await beside(`p/${ID}.jsonl`, 'codex')), []);
    assert.deepEqual(pathsOf(await beside(`p/${ID}.jsonl`, null)), []);
  });

  it('are never those that a link leads to', async () => {
    await plant('secret/key.txt', `p/${ID}.jsonl`, `p/${ID}/tool-results/b.txt`, 's/events.jsonl', 's/workspace.yaml');
    await symlink(path.join(folder, 'secret/key.txt'), path.join(folder, `p/${ID}/tool-results/a.txt`));
    await symlink(path.join(folder, 'secret'), path.join(folder, 's/files'));
    assert.deepEqual(pathsOf(await beside(`p/${ID}.jsonl`, 'claude-code')), ['tool-results/b.txt']);
    assert.deepEqual(pathsOf(await beside('s/events.jsonl', 'copilot-cli')), []);
    await rename(path.join(folder, `p/${ID}`), path.join(folder, 'elsewhere'));
    await symlink(path.join(folder, 'elsewhere'), path.join(folder, `p/${ID}`));
    assert.deepEqual(pathsOf(await beside(`p/${ID}.jsonl`, 'claude-code')), []);
  });

  it('are those that can be read, which is said where others cannot or lie too deep', async () => {
    await plant('s/events.jsonl', 's/workspace.yaml', 's/plan.md', 's/files/a/b/c/deep.txt');
    const deep = await beside('s/events.jsonl', 'copilot-cli');
    assert.deepEqual([pathsOf(deep), deep.isCut], [['plan.md'], true]);
    const refused = (): Promise<never> => Promise.reject(new CodedError('permission_denied'));
    const fs = Object.assign(new NodeFileSystem(), { readDirectory: refused });
    const unreadable = await findSideFiles(fs, path.join(folder, 's/events.jsonl'), 'copilot-cli');
    assert.deepEqual([pathsOf(unreadable), unreadable.isCut], [['plan.md'], true]);
  });

  it('are cut where there are too many to look at, which is said', async () => {
    await plant('s/events.jsonl', 's/workspace.yaml', ...Array.from({ length: 1001 }, (_, at) => `s/files/${at}.txt`));
    const { files, isCut } = await beside('s/events.jsonl', 'copilot-cli');
    assert.equal(isCut, true);
    assert.ok(files.length > 900 && files.length <= 1000, String(files.length));
  });
});
