import assert from 'node:assert/strict';
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findDocuments, findSideFiles, type SideFiles, titleOfDocuments } from '../../../src/core/conversation/side-files.ts';
import { CodedError } from '../../../src/core/io/errors.ts';
import { NodeFileSystem } from '../../../src/platform/node-file-system.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const ID = '97b0acfd-5eeb-4e8e-9f41-515277b0bf03';

let folder: string;
beforeEach(async () => (folder = await temporaryFolder()));

/** Each has its name as its content. */
async function plant(...names: readonly string[]): Promise<void> {
  for (const name of names) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), name);
  }
}

describe('Files that a program keeps beside a session', () => {
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

describe('What Antigravity keeps of a conversation', () => {
  const documents = (): Promise<SideFiles> => findDocuments(new NodeFileSystem(), path.join(folder, ID));
  const keep = (...names: readonly string[]): Promise<void> => plant(...names.map((name) => `${ID}/${name}`));

  it('is each document once, with its versions in their order, and its pictures; not what it says of them, and not what is hidden', async () => {
    await keep(
      'task.md',
      'task.md.metadata.json',
      'task.md.resolved',
      ...['0', '1', '2', '10', '9'].map((number) => `task.md.resolved.${number}`),
      'walkthrough.md',
      'walkthrough.md.resolved',
      'media/login_page_1764523990679.png',
      'media/.DS_Store',
      'task.md.resolved.1.metadata.json',
      '.system_generated/logs/overview.txt',
    );
    const { files, isCut } = await documents();
    assert.deepEqual(
      files.map(({ path: name, size, versions }) => [name, size, versions?.map(({ number, path: kept }) => [number, kept])]),
      [
        ['media/login_page_1764523990679.png', `${ID}/media/login_page_1764523990679.png`.length, undefined],
        [
          'task.md',
          `${ID}/task.md`.length,
          [
            [1, 'task.md.resolved.0'],
            [2, 'task.md.resolved.1'],
            [3, 'task.md.resolved.2'],
            [10, 'task.md.resolved.9'],
            [11, 'task.md.resolved.10'],
          ],
        ],
        ['walkthrough.md', `${ID}/walkthrough.md`.length, undefined],
      ],
    );
    assert.equal(isCut, false);
    assert.ok(files.every(({ location, path: name }) => location === path.join(folder, ID, name)));
  });

  it('is what is left of a document that is gone: what stands for it, its last version, or what was said of it', async () => {
    await keep('a.md.resolved', 'a.md.resolved.0', 'b.md.resolved.0', 'b.md.resolved.3', 'c.md.metadata.json');
    assert.deepEqual(
      (await documents()).files.map(({ path: name, versions = [] }) => [name, versions.length]),
      [
        ['a.md.resolved', 1],
        ['b.md.resolved.3', 2],
        ['c.md.metadata.json', 0],
      ],
    );
  });

  it('has numbers as the program writes them', async () => {
    await keep('task.md', 'task.md.resolved.0', 'task.md.resolved.00');
    const { files } = await documents();
    assert.deepEqual(
      files.map(({ path: name, versions = [] }) => [name, versions.length]),
      [
        ['task.md', 1],
        ['task.md.resolved.00', 0],
      ],
    );
  });

  it('is its documents rather than their versions where there are too many', async () => {
    await keep('task.md', ...Array.from({ length: 1001 }, (_, number) => `a.md.resolved.${number}`));
    const { files, isCut } = await documents();
    assert.deepEqual([files.map(({ path: name }) => name).includes('task.md'), isCut], [true, true]);
  });

  it('is never what a link leads to', async () => {
    await keep('task.md');
    await plant('secret/key.txt');
    await symlink(path.join(folder, 'secret/key.txt'), path.join(folder, ID, 'task.md.resolved.0'));
    await symlink(path.join(folder, 'secret'), path.join(folder, ID, 'media'));
    const { files } = await documents();
    assert.deepEqual([files.length, files[0]?.path, files[0]?.versions], [1, 'task.md', undefined]);
    await rename(path.join(folder, ID), path.join(folder, 'elsewhere'));
    await symlink(path.join(folder, 'elsewhere'), path.join(folder, ID));
    assert.deepEqual((await documents()).files, []);
  });

  it('has the first heading of its plan for a title, else of its tasks', async () => {
    const title = (): Promise<string | undefined> => titleOfDocuments(new NodeFileSystem(), path.join(folder, ID));
    await keep('task.md', 'walkthrough.md', 'implementation_plan.md');
    assert.equal(await title(), undefined);
    await writeFile(path.join(folder, ID, 'task.md'), '\n- [x] one\n\n##  The tasks of *today* \n# Later\n');
    assert.equal(await title(), 'The tasks of *today*');
    await writeFile(path.join(folder, ID, 'implementation_plan.md'), '# A plan\r\n');
    assert.equal(await title(), 'A plan');
    await rm(path.join(folder, ID, 'implementation_plan.md'));
    await symlink(path.join(folder, ID, 'walkthrough.md'), path.join(folder, ID, 'implementation_plan.md'));
    await writeFile(path.join(folder, ID, 'walkthrough.md'), '# Walked\n');
    assert.equal(await title(), 'The tasks of *today*');
  });
});
