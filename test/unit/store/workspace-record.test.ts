import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { WorkspaceManager } from '../../../src/core/store/workspace-manager.ts';
import { NodeFileSystem } from '../../../src/platform/node-file-system.ts';
import { temporaryFolder, type Tree } from '../../support/temporary-folder.ts';

const WHO = { mimeType: 'text/typescript', agentId: 'a-2', messageId: 'm-2' };
type Json = Record<string, unknown>;

async function workspace(tree: Tree) {
  const root = await temporaryFolder(tree);
  const manager = new WorkspaceManager({ fs: new NodeFileSystem(), workspacesDir: root });
  const text = (name: string) => readFile(path.join(root, name), 'utf8');
  return { root, manager, text, json: async (name: string) => JSON.parse(await text(name)) as Json };
}

const INSIDE = {
  'w/src/draw.ts': 'old',
  'w/.meta/.meta': {
    id: 'w',
    lastSync: 'then',
    theirs: [1],
    files: {
      'src/draw.ts': {
        type: 'text/typescript',
        size: 3,
        mimeType: 'text/typescript',
        updatedAt: 'then',
        lastOperator: 'a-1',
        lastMessageId: 'm-1',
        theirs: true,
      },
      'other.txt': { theirs: 2 },
    },
  },
  'w/.meta/src/draw.ts': {
    path: 'src/draw.ts',
    mimeType: 'text/typescript',
    deleted: false,
    theirs: 'x',
    history: [{ operator: 'a-1', messageId: 'm-1', timestamp: 'then', action: 'create', size: 3 }],
  },
};

describe('the metadata of a workspace with its metadata inside', () => {
  it('[3-R6.3] gets the change in its own layout, in the list of files and in the history of the file', async () => {
    const { root, manager, json } = await workspace(INSIDE);
    const written = await manager.writeFile('w', 'src/draw.ts', 'new content', WHO);
    assert(written.ok);
    assert.deepEqual(await readdir(root), ['w'], 'no second metadata beside it');
    const { files, ...rest } = (await json('w/.meta/.meta')) as { files: Record<string, Json> };
    assert.deepEqual(rest, { id: 'w', lastSync: 'then', theirs: [1] });
    const { updatedAt, ...entry } = files['src/draw.ts'] as Json;
    assert.deepEqual(entry, {
      type: 'text/typescript',
      size: 11,
      mimeType: 'text/typescript',
      lastOperator: 'a-2',
      lastMessageId: 'm-2',
      theirs: true,
    });
    assert.deepEqual(files['other.txt'], { theirs: 2 });
    const { history, ...facts } = (await json('w/.meta/src/draw.ts')) as { history: Json[] };
    assert.deepEqual(facts, { path: 'src/draw.ts', mimeType: 'text/typescript', deleted: false, theirs: 'x' });
    assert.deepEqual(history[0], { operator: 'a-1', messageId: 'm-1', timestamp: 'then', action: 'create', size: 3 });
    assert.deepEqual(history[1], { operator: 'a-2', messageId: 'm-2', timestamp: updatedAt, action: 'update', size: 11 });
    const metadata = await manager.find({ kind: 'workspace', id: written.artifactId, workspaceId: 'w', relativePath: 'src/draw.ts' });
    assert.deepEqual(
      [metadata?.agentId, metadata?.messageId, metadata?.modifiedBy.map(({ agentId }) => agentId)],
      ['a-2', 'm-2', ['a-1', 'a-2']],
    );
  });

  it('gets a new file, a file that was deleted, and a type of its own as the runtime writes them', async () => {
    const { manager, json } = await workspace({
      'w/.meta/.meta': { id: 'w', lastSync: 'then', files: { 'gone.txt': { type: 'notes', mimeType: 'text/plain', deleted: true } } },
      'w/.meta/gone.txt': { path: 'gone.txt', deleted: true, history: [] },
    });
    assert((await manager.writeFile('w', 'deep/new.ts', 'x', WHO)).ok);
    assert((await manager.writeFile('w', 'gone.txt', 'back', { mimeType: 'text/markdown' })).ok);
    const { files } = (await json('w/.meta/.meta')) as { files: Record<string, Json> };
    assert.deepEqual(
      [files['deep/new.ts']?.['type'], files['deep/new.ts']?.['size'], 'deleted' in (files['deep/new.ts'] as Json)],
      ['text/typescript', 1, false],
    );
    assert.deepEqual(
      [files['gone.txt']?.['type'], files['gone.txt']?.['mimeType'], files['gone.txt']?.['deleted']],
      ['notes', 'text/markdown', false],
    );
    const actions = await Promise.all(
      ['deep/new.ts', 'gone.txt'].map(async (name) => (await json(`w/.meta/${name}`))['history'] as Json[]),
    );
    assert.deepEqual(
      actions.map((history) => history.map(({ action }) => action)),
      [['create'], ['create']],
    );
    assert.equal((await json('w/.meta/gone.txt'))['deleted'], false);
  });

  it('goes without the history of a file where a deleted file or a folder has the place of it', async () => {
    const gone = { path: 'out', deleted: true, history: [{ action: 'delete' }] };
    const { root, manager, json } = await workspace({
      'w/.meta/.meta': { id: 'w', files: { out: { deleted: true } } },
      'w/.meta/out': gone,
      'w/.meta/lib/a.txt': { path: 'lib/a.txt', history: [] },
    });
    for (const file of ['out/x.txt', 'out/deep/y.txt', 'lib'])
      assert.deepEqual((await manager.writeFile('w', file, 'x', { mimeType: 'text/plain' })).ok, true, file);
    assert.deepEqual(Object.keys((await json('w/.meta/.meta'))['files'] as Json), ['out', 'out/x.txt', 'out/deep/y.txt', 'lib']);
    assert.deepEqual(await json('w/.meta/out'), gone);
    assert.deepEqual((await readdir(path.join(root, 'w/.meta'))).sort(), ['.meta', 'lib', 'out']);
  });

  it('is begun when there is only the folder for it', async () => {
    const { root, manager, json } = await workspace({ 'w/.meta/': '' });
    assert((await manager.writeFile('w', 'a.txt', 'x', { mimeType: 'text/plain' })).ok);
    assert.deepEqual(Object.keys(await json('w/.meta/.meta')), ['id', 'lastSync', 'files']);
    assert.deepEqual(await readdir(root), ['w']);
  });

  it('is brought up to date together with metadata beside it, when there are both', async () => {
    const { manager, json } = await workspace({ ...INSIDE, 'w.meta.json': { workspaceId: 'w', files: {} } });
    assert((await manager.writeFile('w', 'src/draw.ts', 'both', WHO)).ok);
    for (const name of ['w.meta.json', 'w/.meta/.meta']) {
      assert.equal(((await json(name))['files'] as Record<string, Json>)['src/draw.ts']?.['mimeType'], 'text/typescript', name);
    }
  });
});

describe('the metadata of a workspace, whatever its layout', () => {
  it('keeps the order and every number as it is written, also those JavaScript cannot hold', async () => {
    const written =
      '{\n    "files": {\n        "b.txt": { "n": 12345678901234567890, "f": 1.0 }\n    },\n    "workspaceId": "w",\n    "createdAt": "then",\n    "big": 9007199254740993\n}\n';
    const { manager, text } = await workspace({ 'w.meta.json': written });
    assert((await manager.writeFile('w', 'a.txt', 'x', { mimeType: 'text/plain' })).ok);
    const after = await text('w.meta.json');
    for (const part of [
      '"n": 12345678901234567890',
      '"f": 1.0',
      '"big": 9007199254740993',
      '    "workspaceId": "w",\n    "createdAt": "then",',
    ])
      assert(after.includes(part), after);
    assert.equal(Object.keys((JSON.parse(after) as { files: Json }).files).join(), 'b.txt,a.txt');
  });

  it('keeps what is written in the very entry and list that change, on one line or several', async () => {
    for (const [eol, indent] of [
      ['', ''],
      ['\n', '\t'],
      ['\r\n', '   '],
    ] as const) {
      const line = (depth: number) => eol && eol + indent.repeat(depth);
      const entry = (rest: string, last: string) =>
        `{${line(1)}"files": {${line(2)}"a.txt": {${line(3)}"n": 12345678901234567890,${line(3)}"modifiedBy": [${line(4)}{ "t": 1.0 }${rest}${line(3)}]${last}${line(2)}}${line(1)}},${line(1)}"workspaceId": "w",${line(1)}"createdAt": "then"${eol}}`;
      const { manager, text } = await workspace({ 'w.meta.json': entry('', '') });
      assert((await manager.writeFile('w', 'a.txt', 'x', { mimeType: 'text/plain' })).ok);
      const after = await text('w.meta.json');
      const time = (JSON.parse(after) as { files: Record<string, { updatedAt: string }> }).files['a.txt']?.updatedAt;
      const item = eol ? `{${line(5)}"timestamp": "${time}"${line(4)}}` : `{"timestamp":"${time}"}`;
      assert.equal(
        after,
        entry(
          `,${line(4)}${item}`,
          ['mimeType": "text/plain', `createdAt": "${time}`, `updatedAt": "${time}`].map((member) => `,${line(3)}"${member}"`).join(''),
        ),
      );
    }
  });

  it('changes the one of two entries of the same name that readers take', async () => {
    const { manager, json } = await workspace({
      'w.meta.json': '{"files":{"a.txt":{"mimeType":"x/old"}},"files":{"a.txt":{"mimeType":"x/a"},"a.txt":{"mimeType":"x/b"}}}',
    });
    assert((await manager.writeFile('w', 'a.txt', 'x', { mimeType: 'text/plain' })).ok);
    assert.equal(((await json('w.meta.json'))['files'] as Record<string, Json>)['a.txt']?.['mimeType'], 'text/plain');
  });

  it('has one entry for a file whatever slash its path is written with', async () => {
    const { manager, json } = await workspace({ 'w.meta.json': { files: { 'src\\a.ts': { own: 1, modifiedBy: [{ agentId: 'a-1' }] } } } });
    assert((await manager.writeFile('w', 'src/a.ts', 'x', WHO)).ok);
    const { files } = (await json('w.meta.json')) as { files: Record<string, Json> };
    assert.deepEqual(Object.keys(files), ['src\\a.ts']);
    assert.deepEqual(
      [files['src\\a.ts']?.['own'], (files['src\\a.ts']?.['modifiedBy'] as Json[]).map(({ agentId }) => agentId)],
      [1, ['a-1', 'a-2']],
    );
  });

  for (const [what, tree] of [
    ['no JSON', { 'w.meta.json': '{"files": ' }],
    ['a list', { 'w.meta.json': [] }],
    ['files that are none', { 'w.meta.json': { files: ['a.txt'] } }],
    ['a word for the file', { 'w.meta.json': { files: { 'a.txt': 'a word' } } }],
    ['a list for the file, whatever its path is written like', { 'w.meta.json': { files: { 'a.txt': {}, './a.txt': [1] } } }],
    ['a number for the file inside', { 'w/.meta/.meta': { files: { 'a.txt': 0 } } }],
    ['changes that are no list', { 'w.meta.json': { files: { 'a.txt': { modifiedBy: 'a-1' } } } }],
    ['no text', { 'w.meta.json': Uint8Array.from([0xff, 0x00, 0x80]) }],
    ['broken metadata inside', { 'w/.meta/.meta': '{' }],
    ['a broken history inside', { 'w/.meta/.meta': { files: {} }, 'w/.meta/a.txt': '{"history": 5}' }],
  ] as ReadonlyArray<readonly [string, Tree]>) {
    it(`is left alone, and the file too, when it holds ${what}`, async () => {
      const { root, manager } = await workspace({ ...tree, 'w/a.txt': 'old' });
      const before = await snapshot(root);
      const written = await manager.writeFile('w', 'a.txt', 'new', { mimeType: 'text/plain' });
      assert.equal(written.ok ? 'written' : written.error.code, 'metadata_not_json');
      assert.deepEqual(await snapshot(root), before);
    });
  }

  it('gets an entry where there is null for the file, which is nothing', async () => {
    for (const name of ['w.meta.json', 'w/.meta/.meta']) {
      const { manager, json } = await workspace({ [name]: { files: { 'a.txt': null, 'b.txt': 'theirs' } } });
      assert((await manager.writeFile('w', 'a.txt', 'x', WHO)).ok);
      const { files } = (await json(name)) as { files: Record<string, Json> };
      assert.deepEqual([files['a.txt']?.['mimeType'], files['b.txt']], [WHO.mimeType, 'theirs']);
    }
  });

  it('loses nothing when many write at once from one process, through managers of their own', async () => {
    const { root, json } = await workspace({ 'w.meta.json': { workspaceId: 'w', files: { 'old.txt': { own: 1 } } } });
    const managers = [...Array(4)].map(() => new WorkspaceManager({ fs: new NodeFileSystem(), workspacesDir: root }));
    const written = await Promise.all(
      [...Array(40).keys()].map((n) =>
        (managers[n % 4] as WorkspaceManager).writeFile('w', n % 5 === 0 ? 'same.txt' : `${n}.txt`, `content ${n}`, {
          mimeType: 'text/plain',
          agentId: `a-${n}`,
        }),
      ),
    );
    assert(written.every(({ ok }) => ok));
    const { files } = (await json('w.meta.json')) as { files: Record<string, { agentId?: string; modifiedBy?: Json[] }> };
    assert.equal(Object.keys(files).length, 1 + 1 + 32);
    assert.equal(files['same.txt']?.modifiedBy?.length, 8);
    for (let n = 1; n < 40; n++) if (n % 5 !== 0) assert.equal(files[`${n}.txt`]?.agentId, `a-${n}`);
    assert.deepEqual((await readdir(root)).sort(), ['w', 'w.meta.json']);
  });
});

async function snapshot(root: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const place = path.join(entry.parentPath, entry.name);
    found[path.relative(root, place)] = entry.isFile() ? await readFile(place, 'latin1') : '';
  }
  return found;
}
