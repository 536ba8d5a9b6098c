import assert from 'node:assert/strict';
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ConversationFormat, ConversationIndex } from '../../../src/core/conversation/conversation.ts';
import { findDocuments, findSideFiles, titleOfDocuments } from '../../../src/core/conversation/side-files.ts';
import type { SideFiles } from '../../../src/core/conversation/side-walk.ts';
import { CodedError } from '../../../src/core/io/errors.ts';
import { NodeFileSystem } from '../../../src/platform/node-file-system.ts';
import { CountingFileSystem } from '../../support/counting-file-system.ts';
import { indexOf } from '../../support/conversations.ts';
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

const pathsOf = ({ files }: SideFiles): string[] => files.map((file) => file.path);

describe('Files that a program keeps beside a session', () => {
  const beside = (session: string, format: ConversationFormat | null): Promise<SideFiles> =>
    findSideFiles(new NodeFileSystem(), path.join(folder, session), { format });

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
    const unreadable = await findSideFiles(fs, path.join(folder, 's/events.jsonl'), { format: 'copilot-cli' });
    assert.deepEqual([pathsOf(unreadable), unreadable.isCut], [['plan.md'], true]);
  });

  it('are cut where there are too many to look at, which is said', async () => {
    await plant('s/events.jsonl', 's/workspace.yaml', ...Array.from({ length: 1001 }, (_, at) => `s/files/${at}.txt`));
    const { files, isCut } = await beside('s/events.jsonl', 'copilot-cli');
    assert.equal(isCut, true);
    assert.ok(files.length > 900 && files.length <= 1000, String(files.length));
  });
});

describe('What Claude Code keeps of a session in other folders', () => {
  const SESSION = `c/projects/-work/${ID}.jsonl`;
  const HISTORY = `c/file-history/${ID}`;
  const hash = (number: number): string => String(number).padStart(16, '0');
  /** Lines as Claude Code 2.1.332 wrote them (2026-11-30), without what is not read. */
  const words = (slug?: unknown) => ({
    type: 'user',
    sessionId: ID,
    cwd: '/work',
    uuid: 'u',
    message: { role: 'user', content: 'Hello' },
    ...(slug !== undefined && { slug }),
  });
  const copy = (backupFileName: unknown) => ({
    backupFileName,
    version: 1,
    backupTime: '2026-11-30T07:20:36.189Z',
    realParentDir: '/work',
  });
  const delta = (trackingPath: unknown, name: unknown) => ({
    type: 'file-history-delta',
    messageId: 'm',
    snapshotMessageId: 's',
    trackingPath,
    backup: copy(name),
    timestamp: '2026-11-30T07:20:36.189Z',
  });
  const snapshot = (names: Readonly<Record<string, unknown>>) => ({
    type: 'file-history-snapshot',
    messageId: 's',
    snapshot: { messageId: 's', trackedFileBackups: Object.fromEntries(Object.entries(names).map(([key, name]) => [key, copy(name)])) },
    isSnapshotUpdate: false,
  });
  const indexed = (...lines: readonly object[]): Promise<ConversationIndex> =>
    indexOf(`${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
  const elsewhere = async (lines: readonly object[], session = SESSION): Promise<SideFiles> =>
    findSideFiles(new NodeFileSystem(), path.join(folder, session), await indexed(words(), ...lines));
  const keep = (...names: readonly string[]): Promise<void> => plant(...names.map((name) => `${HISTORY}/${name}`));

  it('are the states of the files that it edited, each file once, by the paths that the session says', async () => {
    await plant(SESSION, `${HISTORY.slice(0, -1)}0/${hash(1)}@v1`);
    await keep(`${hash(1)}@v2`, `${hash(1)}@v10`, `${hash(1)}@v1`, `${hash(2)}@v3`, `${hash(3)}@v1`, `${hash(4)}@v1`);
    const { files, isCut } = await elsewhere([
      snapshot({}),
      delta('new.md', null),
      delta('src/a.ts', `${hash(1)}@v1`),
      snapshot({ 'src/a.ts': `${hash(1)}@v2`, '/etc/hosts': `${hash(2)}@v3`, '/work/src/../b.ts': `${hash(3)}@v1` }),
    ]);
    assert.deepEqual(
      files.map((file) => [file.path, path.basename(file.location), file.versions?.map(({ number, path: kept }) => [number, kept])]),
      [
        [`file-history/${hash(4)}@v1`, `${hash(4)}@v1`, [[1, `file-history/${hash(4)}@v1`]]],
        ['file-history/b.ts', `${hash(3)}@v1`, [[1, `file-history/${hash(3)}@v1`]]],
        ['file-history/etc/hosts', `${hash(2)}@v3`, [[3, `file-history/${hash(2)}@v3`]]],
        ['file-history/src/a.ts', `${hash(1)}@v10`, [1, 2, 10].map((number) => [number, `file-history/${hash(1)}@v${number}`])],
      ],
    );
    assert.equal(isCut, false);
    assert.ok(files.every(({ location, size }) => location.startsWith(path.join(folder, HISTORY)) && size > 0));
  });

  it('have their own names where the session says none, the same of two, or a name of such a state', async () => {
    await plant(SESSION);
    await keep(`${hash(1)}@v1`, `${hash(2)}@v1`, `${hash(3)}@v1`, `${hash(4)}@v1`);
    const own = [1, 2, 3, 4].map((number) => `file-history/${hash(number)}@v1`);
    assert.deepEqual(pathsOf(await elsewhere([])), own);
    const same = [
      delta('a.ts', `${hash(1)}@v1`),
      delta('./a.ts', `${hash(2)}@v1`),
      delta(`${hash(4)}@v1`, `${hash(3)}@v1`),
      delta('x'.repeat(5000), `${hash(4)}@v1`),
    ];
    assert.deepEqual(pathsOf(await elsewhere(same)), own);
    const none = findSideFiles(new NodeFileSystem(), path.join(folder, SESSION), { format: 'claude-code' });
    assert.deepEqual(pathsOf(await none), own);
  });

  it('are nothing else of these folders', async () => {
    await plant(SESSION, 'c/plans/other-plan.md', 'c/plans/some-plan.md/inside.md', `c/file-history/${hash(9)}@v1`);
    await keep('notes.md', `${hash(1)}@v0`, `${hash(1)}@v01`, `${hash(1)}`, `${hash(1)}@v1/inside`, `A${hash(1).slice(1)}@v1`);
    const named = await elsewhere([words('some-plan'), delta('../../secret', '../secret@v1'), delta('a', `../${hash(9)}@v1`)]);
    assert.deepEqual([named.files, named.isCut], [[], false]);
  });

  it('is the one plan that the session names last', async () => {
    await plant(SESSION, 'c/plans/first-plan.md', 'c/plans/a-plan-2.md', 'c/plans/a-plan-2-agent-1.md');
    const { files } = await elsewhere([words('first-plan'), words('a-plan-2'), words()]);
    assert.deepEqual(
      files.map((file) => [file.path, file.location, file.versions]),
      [['plans/a-plan-2.md', path.join(folder, 'c/plans/a-plan-2.md'), undefined]],
    );
    assert.deepEqual(pathsOf(await elsewhere([])), []);
  });

  it('is no plan by a name that is not plain, and no place is looked at for it', async () => {
    await plant(SESSION, 'c/secret.md', 'c/plans/x/secret.md', 'c/plans/.md', 'c/plans/A.md');
    const fs = new CountingFileSystem();
    const names = [
      '../secret',
      'x/secret',
      'x\\secret',
      '..',
      '.',
      '',
      'A',
      'nul.',
      'a\0',
      'a\n',
      'a:b',
      '-a',
      'a'.repeat(201),
      7,
      ['a'],
      null,
    ];
    for (const slug of names) {
      const index = await indexed(words(slug));
      const given = { ...index, ...(typeof slug === 'string' && { elsewhere: { plan: slug, backedUp: new Map<string, string>() } }) };
      for (const each of [index, given]) assert.deepEqual((await findSideFiles(fs, path.join(folder, SESSION), each)).files, []);
    }
    assert.deepEqual(
      fs.calls.filter(({ location }) => /plans|secret/.test(location)),
      [],
    );
  });

  it('are looked for only where the session is in a folder of Claude Code', async () => {
    const lines = [words('a-plan')];
    await plant(`c/sessions/-work/${ID}.jsonl`, 'c/projects/-work/notes.jsonl', 'c/plans/a-plan.md');
    await keep(`${hash(1)}@v1`);
    assert.deepEqual(pathsOf(await elsewhere(lines, `c/sessions/-work/${ID}.jsonl`)), []);
    assert.deepEqual(pathsOf(await elsewhere(lines, 'c/projects/-work/notes.jsonl')), []);
    await plant(SESSION);
    assert.deepEqual(pathsOf(await elsewhere(lines)), ['plans/a-plan.md', `file-history/${hash(1)}@v1`]);
    const codex = { ...(await indexed(...lines)), format: 'codex' as const };
    assert.deepEqual(pathsOf(await findSideFiles(new NodeFileSystem(), path.join(folder, SESSION), codex)), []);
  });

  it('are never what a link leads to', async () => {
    await plant(SESSION, `secret/${hash(2)}@v1`, `secret/${ID}/${hash(3)}@v1`, 'secret/a-plan.md', 'c/plans/real.md');
    await keep(`${hash(1)}@v1`);
    const lines = [words('a-plan')];
    await symlink(path.join(folder, `secret/${hash(2)}@v1`), path.join(folder, HISTORY, `${hash(2)}@v1`));
    await symlink(path.join(folder, 'secret/a-plan.md'), path.join(folder, 'c/plans/a-plan.md'));
    assert.deepEqual(pathsOf(await elsewhere(lines)), [`file-history/${hash(1)}@v1`]);
    for (const linked of [HISTORY, 'c/file-history', 'c/plans']) {
      await rm(path.join(folder, linked), { recursive: true });
      await symlink(path.join(folder, 'secret'), path.join(folder, linked));
      assert.deepEqual(pathsOf(await elsewhere(lines)), [], linked);
    }
  });

  it('are the last states rather than those before where there are too many, which is said', async () => {
    await plant(SESSION);
    await keep(...Array.from({ length: 1001 }, (_, at) => `${hash(1)}@v${at + 1}`), `${hash(2)}@v1`);
    const { files, isCut } = await elsewhere([]);
    assert.deepEqual([pathsOf({ files, isCut }), isCut], [[`file-history/${hash(1)}@v1001`, `file-history/${hash(2)}@v1`], true]);
    assert.equal(files[0]?.versions?.length, 999);
  });

  it('has no more paths than files that are looked at', async () => {
    const lines = Array.from({ length: 1200 }, (_, at) => delta(`${at}.md`, `${hash(at)}@v1`));
    const index = await indexed(words(), ...lines, delta('last.md', `${hash(0)}@v2`));
    assert.deepEqual([index.elsewhere?.backedUp.size, index.elsewhere?.backedUp.get(hash(0))], [1000, 'last.md']);
    assert.equal((await indexed(words())).elsewhere, undefined);
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
