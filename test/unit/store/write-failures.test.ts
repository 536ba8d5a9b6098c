import assert from 'node:assert/strict';
import { chmod, readdir, readFile, realpath, symlink, utimes, rename, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CodedError, type ErrorCode } from '../../../src/core/io/errors.ts';
import { isTemporaryName } from '../../../src/core/io/temporary-name.ts';
import { ArtifactStore } from '../../../src/core/store/artifact-store.ts';
import { WorkspaceManager } from '../../../src/core/store/workspace-manager.ts';
import { NodeFileSystem } from '../../../src/platform/node-file-system.ts';
import { CountingFileSystem, type Call, type Interference } from '../../support/counting-file-system.ts';
import { storeOver } from '../../support/stores.ts';
import { plant, temporaryFolder } from '../../support/temporary-folder.ts';

const METADATA = { workspaceId: 'w', createdAt: 'then', files: { 'a.txt': { mimeType: 'text/plain', own: 1 } } };
const TREE = {
  'artifacts/4.meta': { id: '4', extension: '.txt' },
  'artifacts/4.txt': 'four',
  'workspaces/w/a.txt': 'old',
  'workspaces/w.meta.json': METADATA,
};
const WRITES: ReadonlySet<Call['method']> = new Set(['writeFile', 'stage', 'commit', 'createDirectory']);

/** Every file below a folder and its content; folders by their names. */
async function contents(root: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const place = path.join(entry.parentPath, entry.name);
    if (entry.isFile()) found[path.relative(root, place)] = await readFile(place, 'utf8');
  }
  return found;
}

/** A root, and the outcome of writing to it through a file system in which something goes wrong. */
async function rootWith(interfere: Interference) {
  const root = await temporaryFolder(TREE);
  const before = await contents(root);
  const fs = new CountingFileSystem(interfere);
  const manager = new WorkspaceManager({ fs, workspacesDir: path.join(root, 'workspaces') });
  const store = storeOver(root, { fs });
  return { root, before, fs, manager, store };
}

/** Fails the nth call that writes, with a code. */
function failing(nth: number, code: ErrorCode, methods = WRITES): { interfere: Interference; failed: () => Call | undefined } {
  let count = 0;
  let failed: Call | undefined;
  return {
    failed: () => failed,
    interfere: (call) => {
      if (!methods.has(call.method) || count++ !== nth) return;
      failed = call;
      throw new CodedError(code);
    },
  };
}

describe('a disk that is full, at whatever moment', () => {
  for (const code of ['no_space', 'permission_denied', 'io_failed'] as const) {
    it(`changes nothing of a workspace, or leaves each file whole (${code})`, async () => {
      let failures = 0;
      for (let nth = 0; ; nth++) {
        const { interfere, failed } = failing(nth, code);
        const { root, before, manager } = await rootWith(interfere);
        const written = await manager.writeFile('w', 'a.txt', 'new content', { mimeType: 'text/markdown', agentId: 'a' });
        const call = failed();
        if (!call) {
          assert(written.ok && failures >= 4);
          break;
        }
        failures++;
        assert.equal(written.ok ? 'written' : written.error.code, code);
        const after = await contents(root);
        // Only when the last step fails, the content is the new one: whole, and the metadata as it was.
        const isLastStep = call.method === 'commit' && call.location.endsWith('.meta.json');
        assert.deepEqual(
          after,
          isLastStep ? { ...before, 'workspaces/w/a.txt': 'new content' } : before,
          `${call.method} ${path.basename(call.location)}`,
        );
      }
    });

    it(`leaves no trace of a new artifact (${code})`, async () => {
      let failures = 0;
      for (let nth = 0; ; nth++) {
        const { interfere, failed } = failing(nth, code);
        const { root, before, store } = await rootWith(interfere);
        const put = store.putArtifact({ name: 'x.txt', content: 'new' });
        if ((await Promise.allSettled([put]))[0]?.status === 'fulfilled') {
          assert(failed() === undefined && failures >= 5);
          break;
        }
        failures++;
        await assert.rejects(put, (error) => error instanceof CodedError && error.code === code);
        assert.deepEqual(await contents(root), before, `${failed()?.method} ${failed()?.location}`);
        assert.deepEqual(await storeOver(root).putArtifact({ name: 'y.txt', content: 'after' }), { id: '5' });
      }
    });
  }

  it('is no reason to fail when what cannot be done is only tidying up', async () => {
    const { interfere } = failing(0, 'permission_denied', new Set(['deleteFile']));
    const { root, manager, store } = await rootWith(interfere);
    assert((await manager.writeFile('w', 'b.txt', 'b', { mimeType: 'text/plain' })).ok);
    assert.equal((await store.putArtifact({ name: 'n', content: '' })).id, '5');
    assert.equal(await readFile(path.join(root, 'workspaces/w/b.txt'), 'utf8'), 'b');
  });

  it('keeps a reservation that cannot be taken back visible as one', async () => {
    const { root, store } = await rootWith(({ method }) => {
      if (method === 'stage') throw new CodedError('no_space');
      if (method === 'deleteFile') throw new CodedError('permission_denied');
    });
    await assert.rejects(store.putArtifact({ name: 'x.txt', content: 'new' }), /no_space/);
    assert.equal((await storeOver(root).getMetadata('5'))?.state, 'reserved');
  });
});

describe('writing where it is not allowed', () => {
  const isRoot = process.getuid?.() === 0;
  (isRoot || process.platform === 'win32' ? it.skip : it)('is refused with a code, and nothing changes', async () => {
    const { root, before, manager, store } = await rootWith(() => {});
    await chmod(path.join(root, 'workspaces/w'), 0o555);
    await chmod(path.join(root, 'artifacts'), 0o555);
    const written = await manager.writeFile('w', 'b.txt', 'b', { mimeType: 'text/plain' });
    assert.equal(written.ok ? '' : written.error.code, 'permission_denied');
    await assert.rejects(store.putArtifact({ name: 'x', content: '' }), /permission_denied/);
    await chmod(path.join(root, 'workspaces/w'), 0o755);
    await chmod(path.join(root, 'artifacts'), 0o755);
    await chmod(path.join(root, 'workspaces/w/a.txt'), 0o444);
    const protectedFile = await manager.writeFile('w', 'a.txt', 'b', { mimeType: 'text/plain' });
    assert.equal(protectedFile.ok ? '' : protectedFile.error.code, 'permission_denied');
    assert.deepEqual(await contents(root), before);
  });

  (process.platform === 'win32' ? it.skip : it)('a file keeps its permissions when it is written again', async () => {
    const { root, manager } = await rootWith(() => {});
    const file = path.join(root, 'workspaces/w/a.txt');
    for (const mode of [0o755, 0o600, 0o644]) {
      await chmod(file, mode);
      assert((await manager.writeFile('w', 'a.txt', `mode ${mode}`, { mimeType: 'text/plain' })).ok);
      assert.equal((await stat(file)).mode & 0o777, mode);
    }
  });
});

describe('a workspace that someone changes while it is written to', () => {
  (process.platform === 'win32' ? it.skip : it)('is not left through a link put into the way at the last moment', async () => {
    const outside = await temporaryFolder({ 'new.txt': 'precious' });
    let root = '';
    const set = await rootWith(async ({ method, location }) => {
      if (method !== 'stage' || !location.endsWith('.meta.json')) return;
      await rename(path.join(root, 'workspaces/w/dir'), path.join(root, 'moved'));
      await symlink(outside, path.join(root, 'workspaces/w/dir'));
    });
    ({ root } = set);
    await mkdir(path.join(root, 'workspaces/w/dir'));
    const written = await set.manager.writeFile('w', 'dir/new.txt', 'hostile', { mimeType: 'text/plain' });
    assert.equal(written.ok ? '' : written.error.code, 'outside_root');
    assert.deepEqual(await contents(outside), { 'new.txt': 'precious' });
    assert.equal(await readFile(path.join(root, 'workspaces/w.meta.json'), 'utf8'), JSON.stringify(METADATA));
  });

  it('keeps the entry that a runtime writes meanwhile without the lock, in either layout', async () => {
    for (const [place, other] of [
      ['workspaces/w.meta.json', {}],
      ['workspaces/v/.meta/.meta', { 'workspaces/v/.meta/.meta': { files: { 'a.txt': { own: 1 } } } }],
    ] as const) {
      let root = '';
      let runs = 0;
      const set = await rootWith(async ({ method, location }) => {
        if (method !== 'stage' || location !== path.join(root, place) || runs++ > 0) return;
        const json = JSON.parse(await readFile(location, 'utf8')) as { files: object };
        await writeFile(location, JSON.stringify({ ...json, files: { ...json.files, 'runtime.txt': { own: 2 } } }));
      });
      root = await realpath(set.root);
      await plant(root, other);
      const written = await set.manager.writeFile(place.split('/')[1]?.[0] ?? '', 'ours.txt', 'x', { mimeType: 'text/plain' });
      assert(written.ok);
      const { files } = JSON.parse(await readFile(path.join(root, place), 'utf8')) as { files: object };
      assert.deepEqual(Object.keys(files), ['a.txt', 'runtime.txt', 'ours.txt']);
      assert.equal(runs, 2);
    }
  });

  it('is busy when its metadata never rest, and nothing was written', async () => {
    let root = '';
    let runs = 0;
    const set = await rootWith(async ({ method, location }) => {
      if (method === 'stage' && location.endsWith('.meta.json')) await writeFile(location, JSON.stringify({ ...METADATA, runs: ++runs }));
    });
    ({ root } = set);
    const written = await set.manager.writeFile('w', 'a.txt', 'new', { mimeType: 'text/plain' });
    assert.equal(written.ok ? '' : written.error.code, 'busy');
    assert(runs > 1 && runs < 10);
    assert.deepEqual(await contents(root), { ...set.before, 'workspaces/w.meta.json': JSON.stringify({ ...METADATA, runs }) });
  });

  (process.platform === 'win32' ? it.skip : it)('takes no links for metadata or for itself', async () => {
    const { root, manager } = await rootWith(() => {});
    const outside = await temporaryFolder({ 'meta.json': '{"files": {}}' });
    await symlink(path.join(outside, 'meta.json'), path.join(root, 'workspaces/x.meta.json'));
    await symlink('w.meta.json', path.join(root, 'workspaces/y.meta.json'));
    await symlink('w', path.join(root, 'workspaces/z'));
    await plant(root, { 'workspaces/v/a.txt': 'a' });
    await symlink(outside, path.join(root, 'workspaces/v/.meta'));
    for (const [workspace, code] of [
      ['x', 'outside_root'],
      ['y', 'is_symlink'],
      ['z', 'is_symlink'],
      ['v', 'outside_root'],
    ] as const) {
      const written = await manager.writeFile(workspace, 'new.txt', 'n', { mimeType: 'text/plain' });
      assert.equal(written.ok ? 'written' : written.error.code, code, workspace);
    }
    assert.deepEqual(await contents(outside), { 'meta.json': '{"files": {}}' });
    assert.equal(await readFile(path.join(root, 'workspaces/w.meta.json'), 'utf8'), JSON.stringify(METADATA));
  });

  it('says why when a file or a folder lies where the other should be', async () => {
    const { root, before, manager } = await rootWith(() => {});
    for (const [file, code] of [
      ['a.txt/below.txt', 'not_a_directory'],
      ['folder', 'not_a_file'],
    ] as const) {
      await mkdir(path.join(root, 'workspaces/w/folder'), { recursive: true });
      const written = await manager.writeFile('w', file, 'x', { mimeType: 'text/plain' });
      assert.equal(written.ok ? 'written' : written.error.code, code, file);
    }
    assert.deepEqual(await contents(root), before);
  });
});

describe('the files of unfinished writes', () => {
  it('are never listed, and go when they are old and their folder is written to', async () => {
    const { root, manager } = await rootWith(() => {});
    const left = ['artifacts', 'workspaces', 'workspaces/w', 'workspaces/w/deep'].map(
      (folder) => `${folder}/.agent-artifacts-0123456789abcdef.tmp`,
    );
    await plant(root, Object.fromEntries(left.map((name) => [name, 'half'])));
    const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
    for (const name of left) await utimes(path.join(root, name), longAgo, longAgo);
    const store = storeOver(root);
    assert.deepEqual(
      (await store.list({})).items.map(({ id }) => id),
      ['4'],
    );
    assert.deepEqual(
      (await manager.listFolder('w', '')).map(({ name }) => name),
      ['deep', 'a.txt'],
    );
    assert.deepEqual(await manager.listFolder('w', 'deep'), []);
    const remaining = async () =>
      Object.keys(await contents(root))
        .filter((name) => isTemporaryName(path.basename(name)))
        .sort();
    assert.equal((await remaining()).length, 4);
    await manager.writeFile('w', 'a.txt', 'x', { mimeType: 'text/plain' });
    assert.deepEqual(await remaining(), [left[0], left[3]].sort());
    await store.putArtifact({ name: 'x', content: '' });
    assert.deepEqual(await remaining(), [left[3]]);
    const refused = await manager.writeFile('w', '.agent-artifacts-00.tmp', 'x', { mimeType: 'text/plain' });
    assert.equal(refused.ok ? '' : refused.error.code, 'not_content');
    await rm(path.join(root, left[3] as string));
  });
});

describe('a store over a folder that is not there yet', () => {
  it('makes it with the first artifact', async () => {
    const root = path.join(await temporaryFolder(), 'deep/root');
    const store = new ArtifactStore({
      fs: new NodeFileSystem(),
      artifactsDir: path.join(root, 'artifacts'),
      workspacesDir: path.join(root, 'workspaces'),
    });
    assert.deepEqual(await store.putArtifact({ name: 'a', content: 'x' }), { id: '1' });
    assert.deepEqual(Object.keys(await contents(root)).sort(), ['artifacts/1.meta', 'artifacts/1.txt']);
  });
});
