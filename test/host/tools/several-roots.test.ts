import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { callTool, writeTarget, type AskedWrites } from '../../../src/host/tools/tool-calls.ts';
import type { ToolName } from '../../../src/core/tools/tool-definitions.ts';
import type { OpenRoot } from '../../../src/host/roots/open-root.ts';
import { makeFolder, openRoot, rootsOf, type Folder } from '../services/services-fixture.ts';

describe('the tools in VS Code, with several data roots', () => {
  const folders: Folder[] = [];
  let one: OpenRoot;
  let two: OpenRoot;
  let names: { one: string; two: string };

  /** A root in a folder named `data`, as the other one is. */
  async function rootWith(files: Readonly<Record<string, string>>): Promise<OpenRoot> {
    const folder = await makeFolder();
    folders.push(folder);
    for (const [name, text] of Object.entries(files))
      await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder.uri, 'data', name), new TextEncoder().encode(text));
    return openRoot(vscode.Uri.joinPath(folder.uri, 'data'));
  }

  before(async () => {
    one = await rootWith({ 'artifacts/1.txt': 'one', 'artifacts/2.txt': 'only here', 'workspaces/shared/a.txt': 'a' });
    two = await rootWith({
      'artifacts/1.txt': 'two',
      'artifacts/3.txt': 'only there',
      'workspaces/shared/a.txt': 'a',
      'workspaces/own/b.txt': 'b',
    });
    const nameOf = ({ folder }: OpenRoot): string => folder.path.split('/').slice(-2).join('/');
    names = { one: nameOf(one), two: nameOf(two) };
  });
  after(() => Promise.all(folders.map((folder) => folder.remove())));

  async function call(name: ToolName, input: object): Promise<string[]> {
    const parts = await callTool(rootsOf(one, two), new Map(), name, { ...input });
    return parts.map(textOf);
  }
  const textOf = (part: unknown): string => (part instanceof vscode.LanguageModelTextPart ? part.value : 'data');
  const answer = async (name: ToolName, input: object) =>
    JSON.parse((await call(name, input))[0] ?? '') as { error?: string; message: string; root?: string; total?: number };

  it('read the artifact that only one has, and say which it is', async () => {
    assert.deepEqual(await call('get_artifact', { ref: '2' }), ['only here', JSON.stringify({ root: names.one })]);
    assert.deepEqual(await call('get_artifact', { ref: 'artifact:3' }), ['only there', JSON.stringify({ root: names.two })]);
  });

  it('take an empty name of a root for none, as models fill in what may be left out', async () => {
    assert.equal((await call('get_artifact', { ref: '3', root: '' }))[0], 'only there');
    assert.deepEqual((await callTool(rootsOf(one), new Map(), 'get_artifact', { ref: '1', root: '' })).map(textOf), ['one']);
    assert.equal((await answer('get_artifact', { ref: '1', root: '' })).error, 'root_ambiguous');
  });

  it('ask which is meant where several have it or nothing tells, and take the names they say', async () => {
    for (const [name, input] of [
      ['get_artifact', { ref: '1' }],
      ['get_artifact', { ref: '1', root: 'data' }],
      ['list_artifacts', {}],
      ['list_artifacts', { workspaceId: 'shared' }],
      ['find_capable_agents', { capability: 'vision' }],
      ['write_file', { path: 'x', content: 'x', mimeType: 'text/plain', workspaceId: 'shared' }],
      ['write_file', { path: 'x', content: 'x', mimeType: 'text/plain', workspaceId: 'new' }],
    ] as const) {
      const { error, message } = await answer(name, input);
      assert.equal(error, 'root_ambiguous', name);
      assert.ok(message.endsWith(`(${names.one}, ${names.two})`), message);
    }
    assert.deepEqual((await call('get_artifact', { ref: '1', root: names.two }))[0], 'two');
    const listed = await answer('list_artifacts', { root: names.one });
    assert.deepEqual([listed.total, listed.root], [2, names.one]);
  });

  it('say what is nowhere, and that there is no root of a name', async () => {
    assert.equal((await answer('get_artifact', { ref: '4' })).error, 'artifact_not_found');
    assert.equal((await answer('list_artifacts', { workspaceId: 'none' })).error, 'not_found');
    const unknown = await answer('get_artifact', { ref: '1', root: 'three' });
    assert.equal(unknown.error, 'root_unknown');
    assert.ok(unknown.message.includes(names.two));
  });

  it('write where the workspace is, and show a person the same', async () => {
    const input = { path: 'new.txt', content: 'x', mimeType: 'text/plain', workspaceId: 'own' };
    const target = await writeTarget(rootsOf(one, two), new Map(), input);
    assert.ok(!('error' in target));
    assert.deepEqual([target.rootName, target.reference.workspaceId, target.reference.relativePath], [names.two, 'own', 'new.txt']);
    assert.equal((await answer('write_file', input)).root, names.two);
    assert.equal(
      new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.joinPath(two.folder, 'workspaces/own/new.txt'))),
      'x',
    );
  });

  /** A file that a person is asked about and that is then written, while other roots are open. */
  function writingOver(roots: ReturnType<typeof rootsOf>, path: string) {
    const input = { path, content: 'x', mimeType: 'text/plain', workspaceId: 'own' };
    const writes: AskedWrites = new Map();
    const open = (...now: OpenRoot[]) => Object.assign(roots, { roots: now });
    const write = async () =>
      JSON.parse(textOf((await callTool(roots, writes, 'write_file', { ...input }))[0])) as { error?: string; root?: string };
    const ask = async () => {
      const target = await writeTarget(roots, writes, input);
      return 'error' in target ? target.error : target.rootName;
    };
    const exists = (root: OpenRoot) =>
      vscode.workspace.fs.stat(vscode.Uri.joinPath(root.folder, `workspaces/own/${path}`)).then(
        () => true,
        () => false,
      );
    /** The workspace is not there any more, nor its metadata. */
    const forget = async ({ folder }: OpenRoot) => {
      const place = vscode.Uri.joinPath(folder, 'workspaces');
      const names = (await vscode.workspace.fs.readDirectory(place)).map(([name]) => name).filter((name) => name.startsWith('own'));
      for (const name of names) await vscode.workspace.fs.delete(vscode.Uri.joinPath(place, name), { recursive: true });
    };
    return { open, write, ask, exists, forget };
  }

  it('write in the root a person was asked about, whatever would be chosen since, or nowhere', async () => {
    const { open, write, ask, exists, forget } = writingOver(rootsOf(one), 'asked.txt');
    assert.equal(await ask(), 'data');
    open(one, two);
    assert.equal((await write()).root, names.one);
    assert.deepEqual([await exists(one), await exists(two)], [true, false]);

    // A question counts for one call, and only while its root is open.
    open(two);
    await ask();
    open(one);
    assert.equal((await write()).error, 'root_changed');
    assert.equal(await exists(two), false);

    // The second of two calls at the same time follows its question as well, and the first has changed the file of which that spoke.
    for (const _ of [1, 2]) await ask();
    open(one, two);
    assert.equal((await write()).root, names.one);
    const { error, root } = await write();
    assert.deepEqual([error, root], ['target_changed', undefined]);
    assert.equal(await exists(two), false);

    // Two questions of one wording with two answers: nobody can tell which of them a call follows.
    await forget(one);
    open(one);
    await ask();
    open(one, two);
    await ask();
    assert.equal((await write()).error, 'root_changed');
    assert.equal(await exists(two), false);
    assert.equal((await write()).error, undefined);
    assert.equal(await exists(two), true);
  });

  it('write what a person confirmed, whatever they declined before', async () => {
    const { open, write, ask, exists, forget } = writingOver(rootsOf(one), 'declined.txt');
    await ask();
    open(two);
    await ask();
    assert.equal((await write()).error, undefined);
    assert.deepEqual([await exists(one), await exists(two)], [false, true]);

    // Declined in a root that stays open, and confirmed at another time, before a write in another root.
    open(one);
    for (const _ of [1, 2]) await ask();
    assert.equal((await write()).error, undefined);
    await forget(one);
    open(two, one);
    await ask();
    assert.equal((await write()).root, names.two);

    // Declined long ago.
    const { now } = Date;
    open(one);
    await ask();
    open(one, two);
    Date.now = () => now() + 3_600_000;
    try {
      await ask();
    } finally {
      Date.now = now;
    }
    assert.equal((await write()).root, names.two);
  });
});
