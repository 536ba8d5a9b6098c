import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { toFailure } from '../../../src/core/io/errors.ts';
import { silentLogger } from '../../../src/core/io/logger.ts';
import { RootFolder } from '../../../src/core/io/root-folder.ts';
import type { DirectoryEntry, FileStat } from '../../../src/core/io/file-system.ts';
import { adkReference } from '../../../src/core/refs/reference.ts';
import { AdkArtifacts } from '../../../src/core/store/adk/adk-artifact.ts';
import { AdkFolders } from '../../../src/core/store/adk/adk-folders.ts';
import { FILES_LAYOUT } from '../../../src/core/store/adk/adk-layout.ts';
import { ArtifactStore } from '../../../src/core/store/artifact-store.ts';
import { dataRootIn, describeDataRoot } from '../../../src/core/store/layout.ts';
import { RuntimeStore } from '../../../src/core/store/runtime-store.ts';
import { listWorkspaceFiles } from '../../../src/core/tools/workspace-listing.ts';
import { NodeFileSystem } from '../../../src/platform/node-file-system.ts';
import { CountingFileSystem } from '../../support/counting-file-system.ts';
import { temporaryFolder, type Tree } from '../../support/temporary-folder.ts';

const fs = new NodeFileSystem();
const S1 = 'users/alice/sessions/s1/artifacts';

const storeAt = (root: string, files = fs) => new ArtifactStore({ fs: files, kind: 'adk', artifactsDir: root, workspacesDir: root });

/** The files of one version, as ADK writes them. */
function version(folder: string, number: number, content: string | Uint8Array, metadata: object): Tree {
  const name = folder.slice(folder.lastIndexOf('/') + 1);
  return { [`${folder}/versions/${number}/${name}`]: content, [`${folder}/versions/${number}/metadata.json`]: metadata };
}

const text = (folder: string, number: number, content: string): Tree =>
  version(folder, number, content, { fileName: folder.slice(folder.indexOf('artifacts/') + 10), version: number });

describe('the files of ADK', () => {
  it('are recognised with and without apps, and where adk web keeps them; other folders called so are not', async () => {
    const kindOf = async (tree: Tree) =>
      (await dataRootIn(fs, await temporaryFolder(tree), { allowOutside: false }))?.description.layout.kind;
    assert.equal(await kindOf(text(`${S1}/a.txt`, 0, 'a')), 'adk');
    assert.equal(await kindOf(text('users/alice/artifacts/a.txt', 0, 'a')), 'adk');
    assert.equal(await kindOf(text(`apps/shop/${S1}/a.txt`, 0, 'a')), 'adk');
    assert.equal(await kindOf({ '.adk/artifacts/': '' }), 'adk');
    assert.equal(await kindOf({ 'apps/web/package.json': '{}', 'users/README.md': '', 'users/alice/notes.md': '' }), undefined);
    assert.equal(await kindOf({ ...text(`${S1}/a.txt`, 0, 'a'), 'llmservices.json': '[]' }), 'runtime');
    const project = await temporaryFolder(text(`.adk/artifacts/${S1}/a.txt`, 0, 'a'));
    assert.equal((await dataRootIn(fs, project, { allowOutside: false }))?.folder, path.join(project, '.adk', 'artifacts'));
  });

  it('of Python have content, type and metadata as it writes them', async () => {
    const scope = 'apps/shop/users/bob/sessions/s1/artifacts';
    const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);
    const common = { version: 0, createTime: 1.5, customMetadata: { agent: 'root' } };
    const root = await temporaryFolder({
      ...version(`${scope}/chart.png`, 0, png, {
        fileName: 'chart.png',
        mimeType: 'image/png',
        canonicalUri: 'file:///gone/chart.png',
        ...common,
      }),
      ...version(`${scope}/data.json`, 0, '{}', { fileName: 'data.json', mimeType: null, ...common }),
      ...version('apps/shop/users/bob/artifacts/me.txt', 0, 'me', { fileName: 'user:me.txt', mimeType: null, ...common }),
    });
    const description = await describeDataRoot(fs, root, { allowOutside: false });
    assert(description);
    const store = new ArtifactStore({ fs, ...description.layout, bounds: description.bounds });
    const { items } = await store.list();
    assert.deepEqual(
      items.map(({ id, name, type, mimeType, meta, version: number, versions, size }) => [
        id,
        name,
        type,
        mimeType,
        meta,
        number,
        versions,
        size,
      ]),
      [
        ['adk:shop:bob::me.txt', 'user:me.txt', undefined, 'text/plain', { agent: 'root' }, 0, 1, 2],
        ['adk:shop:bob:s1:chart.png', 'chart.png', 'image/png', 'image/png', { agent: 'root' }, 0, 1, 12],
        ['adk:shop:bob:s1:data.json', 'data.json', undefined, 'application/json', { agent: 'root' }, 0, 1, 2],
      ],
    );
    assert.deepEqual((await store.getArtifact('adk:shop:bob:s1:chart.png:0'))?.content, png);
    assert.equal((await store.getArtifact('adk:shop:bob:s1:data.json'))?.content, '{}');
  });

  it('have gaps in their versions, broken metadata, versions under way and content elsewhere, and say so', async () => {
    const root = await temporaryFolder({
      ...text(`${S1}/gaps.txt`, 1, 'one'),
      ...text(`${S1}/gaps.txt`, 10, 'ten'),
      [`${S1}/gaps.txt/versions/latest/gaps.txt`]: 'no version',
      [`${S1}/broken.txt/versions/0/broken.txt`]: 'content',
      [`${S1}/broken.txt/versions/0/metadata.json`]: '{"fileName": ',
      [`${S1}/list.txt/versions/0/list.txt`]: 'content',
      [`${S1}/list.txt/versions/0/metadata.json`]: '[]',
      [`${S1}/empty.txt/versions/`]: '',
      ...text(`${S1}/written.txt`, 0, 'old'),
      [`${S1}/written.txt/versions/1/`]: '',
      [`${S1}/bare.md/versions/0/bare.md`]: '# bare',
      [`${S1}/gone.txt/versions/0/metadata.json`]: { fileName: 'gone.txt', version: 0 },
      [`${S1}/film.mp4/versions/0/metadata.json`]: { fileName: 'film.mp4', mimeType: 'video/mp4', fileUri: 'gs://b/\u202ea\nb.mp4' },
    });
    const store = storeAt(root);
    const states = new Map(
      (await store.list()).items.map(({ name, state, problem, version: number }) => [name, [state, problem?.code, number]]),
    );
    assert.deepEqual(Object.fromEntries(states), {
      'bare.md': ['present', undefined, 0],
      'broken.txt': ['broken', 'sidecar_not_json', 0],
      'empty.txt': ['reserved', undefined, undefined],
      'film.mp4': ['missing', 'content_elsewhere', 0],
      'gaps.txt': ['present', undefined, 10],
      'gone.txt': ['missing', 'not_found', 0],
      'list.txt': ['broken', 'sidecar_invalid', 0],
      'written.txt': ['reserved', undefined, 1],
    });
    const versions = await store.versions((await store.list()).items[4]?.reference ?? assert.fail());
    assert.deepEqual(
      versions.map(({ id }) => id),
      ['adk::alice:s1:gaps.txt:10', 'adk::alice:s1:gaps.txt:1'],
    );
    assert.equal((await store.getArtifact('adk::alice:s1:gaps.txt'))?.content, 'ten');
    assert.equal(await store.getMetadata('adk::alice:s1:gaps.txt:2'), null);
    assert.equal((await store.getArtifact('adk::alice:s1:broken.txt'))?.content, 'content');
    assert.equal(await store.getArtifact('adk::alice:s1:written.txt'), null);
    assert.equal((await store.getArtifact('adk::alice:s1:written.txt:0'))?.content, 'old');
    assert.equal((await store.getArtifact('adk::alice:s1:film.mp4'))?.contentFailure?.code, 'content_elsewhere');
    const uri = (await store.getMetadata('adk::alice:s1:film.mp4'))?.problem?.params?.['uri'];
    assert.equal(uri, 'gs://b/%E2%80%AEa%0Ab.mp4');
    assert.equal(await store.getMetadata('31'), null);
    assert.equal(await store.getMetadata('ws:users:c3JjL21haW4uanM'), null);
  });

  it('are never left: neither by canonicalUri nor by links', async () => {
    const outside = await temporaryFolder({ 'secret.txt': 'secret', ...text('evil.txt', 0, 'secret') });
    const root = await temporaryFolder({
      ...version(`${S1}/a.txt`, 0, 'inside', { fileName: 'a.txt', canonicalUri: `file://${outside}/secret.txt` }),
      [`${S1}/lost.txt/versions/0/metadata.json`]: { fileName: 'lost.txt', canonicalUri: `file://${outside}/secret.txt` },
      [`${S1}/content.txt/versions/0/metadata.json`]: { fileName: 'content.txt' },
      [`${S1}/metadata.txt/versions/0/metadata.txt`]: 'inside',
      'users/mallory/sessions/s1/': '',
    });
    await symlink(path.join(outside, 'secret.txt'), path.join(root, S1, 'content.txt/versions/0/content.txt'));
    await symlink(path.join(outside, 'secret.txt'), path.join(root, S1, 'metadata.txt/versions/0/metadata.json'));
    await symlink(path.join(outside, 'evil.txt'), path.join(root, S1, 'evil.txt'));
    await symlink(outside, path.join(root, 'users/mallory/sessions/s1/artifacts'));
    await symlink(outside, path.join(root, 'users/link'));
    const files = new CountingFileSystem();
    const store = new ArtifactStore({ fs: files, kind: 'adk', artifactsDir: root, workspacesDir: root });
    assert.equal((await store.getArtifact('adk::alice:s1:a.txt'))?.content, 'inside');
    for (const id of ['lost.txt', 'content.txt', 'evil.txt']) {
      const artifact = await store.getArtifact(`adk::alice:s1:${id}`).catch(toFailure);
      assert.ok(artifact === null || 'code' in artifact || artifact.contentFailure, id);
    }
    await assert.rejects(store.getMetadata('adk::mallory:s1:evil.txt'), { code: 'is_symlink' });
    const listed = await store.list();
    assert.deepEqual(
      listed.items.map(({ name }) => name),
      ['a.txt', 'content.txt', 'lost.txt', 'metadata.txt'],
    );
    const entries = await store.workspaces.listFolder('users/alice', 'sessions/s1/artifacts');
    assert.deepEqual(
      entries.filter(({ kind }) => kind === 'invalid').map(({ name }) => name),
      ['evil.txt'],
    );
    for (const [workspaceId, folder] of [
      ['..', ''],
      ['users/..', ''],
      ['users/alice', '../../..'],
      ['users/alice', 'sessions'],
      ['users', ''],
    ] as const)
      await assert.rejects(store.workspaces.listFolder(workspaceId, folder), { code: 'not_found' }, `${workspaceId} ${folder}`);
    const seen = files.calls.filter(({ method, location }) => method === 'readFile' && location.startsWith(outside));
    assert.deepEqual(seen, []);
  });

  it('are shown as folders: apps or users, sessions and what belongs to a user, then artifacts', async () => {
    const root = await temporaryFolder({
      ...text('users/alice/artifacts/me.txt', 0, 'me'),
      ...text(`${S1}/reports/q3.txt`, 0, 'q3'),
      ...text(`${S1}/reports`, 0, 'an artifact with others below it'),
      ...text('apps/shop/users/bob/sessions/s9/artifacts/b.txt', 0, 'b'),
    });
    const workspaces = new AdkFolders(fs, new AdkArtifacts(fs, new RootFolder(fs, root), FILES_LAYOUT));
    const shown = async (workspaceId: string, folder = ''): Promise<unknown> => {
      const entries = await workspaces.listFolder(workspaceId, folder);
      const pairs = entries.map(
        async (entry) =>
          [`${entry.kind} ${entry.name}`, entry.kind === 'folder' ? await shown(workspaceId, entry.relativePath) : null] as const,
      );
      return Object.fromEntries(await Promise.all(pairs));
    };
    assert.deepEqual(
      (await workspaces.listWorkspaces()).map(({ workspaceId, name }) => [workspaceId, name]),
      [
        ['apps/shop', 'shop'],
        ['users/alice', 'alice'],
      ],
    );
    assert.deepEqual(await shown('apps/shop'), { 'folder bob': { 'folder s9': { 'file b.txt': null } } });
    assert.deepEqual(await shown('users/alice'), {
      'folder s1': { 'file reports': null, 'folder reports': { 'file q3.txt': null } },
      'folder user:': { 'file me.txt': null },
    });
  });

  it('are not looked for in a store of the runtime, which keeps no versions', async () => {
    const root = await temporaryFolder({ 'artifacts/1.txt': 'one', ...text(`${S1}/a.txt`, 0, 'a') });
    const [artifactsDir, workspacesDir] = [path.join(root, 'artifacts'), path.join(root, 'workspaces')];
    const options = { fs, artifactsDir, workspacesDir, logger: silentLogger, keepsIndex: false, maxContentBytes: () => 1000 };
    const store = new RuntimeStore(options);
    const reference = adkReference({ user: 'alice', session: 's1', path: 'a.txt' });
    assert(reference.ok);
    assert.equal(await store.find(reference.value), null);
    assert.equal(store.workspaces.placeOf(reference.value), undefined);
    assert.deepEqual([await store.ids(), await store.count(), await store.versions()], [['1'], 1, []]);
    assert.deepEqual([store.isReadOnly, store.hasOnlyFolders], [false, false]);
  });

  it('come in pages of any size once each, in the listing and in that of one user', async () => {
    const names = ['a', 'a/b', 'b', 'b10', 'b2', 'c/d/e', 'c/d'];
    const folders = ['users/alice/artifacts', S1, 'users/alice/sessions/s2/artifacts', 'users/bob/artifacts', 'apps/x/users/y/artifacts'];
    const root = await temporaryFolder(
      Object.assign({}, ...folders.flatMap((folder) => names.map((name) => text(`${folder}/${name}`, 0, name)))) as Tree,
    );
    const store = storeAt(root);
    const all = (await store.list()).items.map(({ id }) => id);
    assert.equal(new Set(all).size, names.length * folders.length);
    assert.deepEqual(await store.ids(), all);
    for (const limit of [1, 2, 3, 7, 34, 35, 36]) {
      const paged: string[] = [];
      for (let after: string | undefined, more = true; more;) {
        const page = await store.list({ limit, after });
        paged.push(...page.items.map(({ id }) => id));
        after = page.next;
        more = after !== undefined;
      }
      assert.deepEqual(paged, all, String(limit));
    }
    const ofAlice = all.filter((id) => id.startsWith('adk::alice:'));
    const first = await listWorkspaceFiles(store.workspaces, 'users/alice', { limit: 10 });
    const rest = await listWorkspaceFiles(store.workspaces, 'users/alice', { limit: 100, after: first.next });
    assert.deepEqual(
      [...first.items, ...rest.items].map(({ id }) => id),
      ofAlice,
    );
    const found = await store.search(({ reference }) => reference.kind === 'adk' && reference.path === 'b2', { limit: 3 });
    assert.equal(found.items.length, 3);
    const others = await store.search(({ reference }) => reference.kind === 'adk' && reference.path === 'b2', {
      limit: 3,
      after: found.next,
    });
    assert.equal(others.items.length, 2);
  });

  it('are read-only, with a code', async () => {
    const store = storeAt(await temporaryFolder(text(`${S1}/a.txt`, 0, 'a')));
    await assert.rejects(store.putArtifact({ name: 'x', content: 'x' }), { code: 'read_only' });
    assert.deepEqual(await store.workspaces.writeFile('users/alice', 'x', 'x', { mimeType: 'text/plain' }), {
      ok: false,
      error: { code: 'read_only' },
    });
  });

  it('are read page by page: of 100,000 artifacts with 5 versions each the first page looks at no more than a little beyond it', async () => {
    const files = new ManyArtifacts();
    const store = storeAt('/many', files);
    const page = await store.list({ limit: 50 });
    assert.equal(page.items.length, 50);
    assert.equal(page.items[49]?.versions, 5);
    // users, a user, its sessions, artifacts of each session; then artifact and versions of those shown, and what is looked at ahead
    assert.ok(files.folders <= 4 + 64 + 51 + 2, `${files.folders} folders`);
    assert.ok(files.contents <= 51, `${files.contents} metadata files`);
    const { reference } = page.items[0] ?? assert.fail();
    files.folders = files.contents = 0;
    await store.getMetadata(reference);
    assert.deepEqual([files.folders, files.contents], [1, 1]);
    files.folders = files.contents = 0;
    assert.equal((await store.workspaces.listFolder('users/u', '')).length, 1000);
    assert.deepEqual([files.folders, files.contents], [2, 0]);
  });
});

/** One user with 1,000 sessions of 100 artifacts, each with 5 versions; nothing of it is on a disk. */
class ManyArtifacts extends NodeFileSystem {
  folders = 0;
  contents = 0;

  override resolveInside(folder: string): Promise<string> {
    return Promise.resolve(folder);
  }

  override readDirectory(location: string): Promise<DirectoryEntry[]> {
    this.folders++;
    const depth = location.split('/').length - 2;
    const of = (...names: string[]) => Promise.resolve(names.map((name) => ({ name, kind: 'directory' as const })));
    if (location.endsWith('/versions')) return of('0', '1', '2', '3', '4');
    if (location.endsWith('/sessions')) return of(...[...Array(1000).keys()].map((number) => `s${number}`));
    if (location.endsWith('/artifacts')) return of(...[...Array(100).keys()].map((number) => `a${number}.txt`));
    if (depth === 0) return of('users');
    if (depth === 1) return location.endsWith('users') ? of('u') : of();
    return depth === 2 ? of('sessions') : of('versions');
  }

  override readFile(): Promise<Uint8Array> {
    this.contents++;
    return Promise.resolve(new TextEncoder().encode('{"fileName": "a.txt", "version": 4}'));
  }

  override stat(): Promise<FileStat> {
    return Promise.resolve({ kind: 'file', size: 1, mtime: 0 });
  }
}
