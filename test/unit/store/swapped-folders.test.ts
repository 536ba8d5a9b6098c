import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CodedError, type ErrorCode } from '../../../src/core/io/errors.ts';
import type { FileSystem } from '../../../src/core/io/file-system.ts';
import { encodeWorkspaceId } from '../../../src/core/refs/artifact-id-codec.ts';
import { AgentRegistry } from '../../../src/core/agents/agents.ts';
import { LlmServiceRegistry } from '../../../src/core/models/registry.ts';
import { ArtifactStore } from '../../../src/core/store/artifact-store.ts';
import { describeDataRoot } from '../../../src/core/store/layout.ts';
import { WorkspaceManager } from '../../../src/core/store/workspace-manager.ts';
import { NodeFileSystem } from '../../../src/platform/node-file-system.ts';
import { CountingFileSystem, type Call } from '../../support/counting-file-system.ts';
import { temporaryFolder, type Tree } from '../../support/temporary-folder.ts';

const SECRET = 'nobody but the owner reads this';
const nodeFs = new NodeFileSystem();
const refused =
  (...codes: ErrorCode[]) =>
  (error: unknown) =>
    error instanceof CodedError && (assert(codes.includes(error.code), error.code), true);
const SERVICE = { id: 'a', name: 'a', baseURL: 'https://example.com', model: 'm', apiKey: 'k' };

const INSIDE: Tree = {
  'artifacts/1.txt': 'one',
  'artifacts/1.meta': { id: '1', extension: '.txt', name: 'one', size: 3, createdAt: '2026-01-01T00:00:00.000Z' },
  'workspaces/w/a/file.txt': 'inside',
  'workspaces/w.meta.json': { workspaceId: 'w', files: {} },
  'config/llmservices.json': { services: [SERVICE] },
  'state/org.json': { roles: [], agents: [] },
};
const OUTSIDE: Tree = {
  '1.txt': SECRET,
  '1.meta': { id: '1', extension: '.txt', name: SECRET },
  'a/file.txt': SECRET,
  'file.txt': SECRET,
  'w/a/file.txt': SECRET,
  'w.meta.json': { files: { 'a/file.txt': { messageId: SECRET } } },
};

async function opened(fs: FileSystem = nodeFs) {
  const root = await temporaryFolder(INSIDE);
  const outside = await temporaryFolder(OUTSIDE);
  const { layout, bounds } = (await describeDataRoot(nodeFs, root, { allowOutside: false })) ?? assert.fail('no root');
  const options = { fs, ...layout, bounds };
  const services = new LlmServiceRegistry(options);
  const swap = async (part: string, target = outside): Promise<void> => {
    await rename(path.join(root, part), `${path.join(root, part)}.moved`);
    await symlink(target, path.join(root, part));
  };
  return {
    root,
    outside,
    swap,
    services,
    store: new ArtifactStore(options),
    workspaces: new WorkspaceManager(options),
    agents: new AgentRegistry({ ...options, serviceRegistry: services }),
  };
}

const idOf = (file: string): string => {
  const encoded = encodeWorkspaceId('w', file);
  return encoded.ok ? encoded.value.id : assert.fail(file);
};

/** A data root where a link takes the place of a part, once, before the n-th call of a method. */
async function openedUntil(n: number, method: Call['method'], part: string) {
  let act = async (): Promise<void> => {};
  let seen = 0;
  const parts = await opened(
    new CountingFileSystem(async (call) => {
      if (call.method === method && ++seen === n) await act();
    }),
  );
  act = () => parts.swap(part, part.endsWith('/a') ? path.join(parts.outside, 'a') : parts.outside);
  return parts;
}

/** The files below a folder with their texts. */
async function textsIn(folder: string): Promise<unknown> {
  const names = (await readdir(folder, { recursive: true })).sort();
  return Promise.all(names.map(async (name) => [name, await readFile(path.join(folder, name), 'utf8').catch(() => 'folder')]));
}

describe('a folder that a link takes while it is used', () => {
  for (const part of ['workspaces/w', 'workspaces/w/a', 'workspaces']) {
    it(`[E-4] ${part}: whatever moment it is, the content outside is not read`, async () => {
      for (const method of ['resolveInside', 'stat', 'readFile'] as const) {
        for (let n = 1; n <= 8; n++) {
          const { store } = await openedUntil(n, method, part);
          const artifact = await store.getArtifact(idOf('a/file.txt'));
          assert(!JSON.stringify(artifact).includes(SECRET), `${method} ${n}`);
          assert(artifact === null || artifact.contentFailure !== undefined || artifact.content === 'inside', `${method} ${n}`);
        }
      }
    });
  }

  it('[E-4] artifacts: whatever moment it is, neither sidecar nor content outside is read', async () => {
    for (const method of ['resolveInside', 'stat', 'readFile', 'streamNames'] as const) {
      for (let n = 1; n <= 5; n++) {
        const { store } = await openedUntil(n, method, 'artifacts');
        const found = [
          await store.getArtifact('1').catch(() => null),
          await store.getMetadata('1').catch(() => null),
          await store.list().catch(() => null),
        ];
        assert(!JSON.stringify(found).includes(SECRET), `${method} ${n}`);
      }
    }
  });

  for (const part of ['workspaces', 'workspaces/w', 'workspaces/w/a', 'artifacts']) {
    it(`[E-4] ${part}: whatever moment of a write it is, nothing outside changes`, async () => {
      for (const method of ['resolveInside', 'readFile', 'createDirectory', 'stage', 'commit', 'writeFile', 'deleteFile'] as const) {
        for (let n = 1; n <= 4; n++) {
          const { store, workspaces, outside, root } = await openedUntil(n, method, part);
          const unchanged = await textsIn(outside);
          if (part === 'artifacts') await store.putArtifact({ name: 'new.txt', content: 'new' }).catch(() => null);
          else await workspaces.writeFile('w', n % 2 === 0 ? 'a/file.txt' : 'a/new/file.txt', 'new', { mimeType: 'text/plain' });
          assert.deepEqual(await textsIn(outside), unchanged, `${part}, before ${method} ${n}`);
          await rm(root, { recursive: true });
        }
      }
    }).timeout(120_000);
  }
});

describe('the folders of a data root', () => {
  it('[E-4] are refused with a code when they lead elsewhere than at opening, and are used again when they do not', async () => {
    const { root, swap, store, workspaces, services, agents } = await opened();
    for (const part of ['artifacts', 'workspaces', 'config', 'state']) await swap(part);
    await assert.rejects(store.list(), refused('folder_replaced'));
    await assert.rejects(store.putArtifact({ name: 'x', content: 'x' }), refused('folder_replaced', 'is_symlink'));
    await assert.rejects(workspaces.listWorkspaces(), refused('folder_replaced'));
    await assert.rejects(workspaces.listFolder('w', 'a'), refused('folder_replaced'));
    const written = await workspaces.writeFile('w', 'x.txt', 'x', { mimeType: 'text/plain' });
    assert(!written.ok && ['folder_replaced', 'is_symlink'].includes(written.error.code));
    assert.equal((await services.load()).loaded, false);
    assert.deepEqual(
      services.state.problems.map(({ code, params }) => [code, params['error']]),
      [['file_unreadable', 'folder_replaced']],
    );
    assert.equal((await agents.load()).problem?.code, 'folder_replaced');
    for (const part of ['artifacts', 'workspaces', 'config', 'state']) {
      await rm(path.join(root, part));
      await rename(path.join(root, `${part}.moved`), path.join(root, part));
    }
    assert.deepEqual(
      (await store.list()).items.map(({ name }) => name),
      ['one'],
    );
    assert.deepEqual(
      (await workspaces.listFolder('w', 'a')).map(({ name }) => name),
      ['file.txt'],
    );
    assert.equal((await services.load()).services.length, 1);
    assert.equal((await agents.load()).isRead, true);
  });

  it('[E-4] may be links from the beginning, and come and go as what they were', async () => {
    const root = await temporaryFolder({ 'data/workspaces/': '' });
    await mkdir(path.join(root, 'data/store'));
    await symlink('store', path.join(root, 'data/artifacts'));
    const { layout, bounds } = (await describeDataRoot(nodeFs, path.join(root, 'data'), { allowOutside: false })) ?? assert.fail('no root');
    assert.deepEqual(
      [layout.artifactsDir, bounds.artifactsDir, bounds.root],
      [path.join(root, 'data/artifacts'), path.join(root, 'data/store'), path.join(root, 'data')],
    );
    const store = new ArtifactStore({ fs: nodeFs, ...layout, bounds });
    const { id } = await store.putArtifact({ name: 'a.txt', content: 'a' });
    assert.equal((await store.getArtifact(id))?.content, 'a');
    await rm(path.join(root, 'data/store'), { recursive: true });
    assert.equal((await store.list()).total, 0);
    const again = await store.putArtifact({ name: 'b.txt', content: 'b' }).catch(() => undefined);
    assert.equal(again === undefined ? 'b' : (await store.getArtifact(again.id))?.content, 'b');
  });
});

describe('a configuration file that is a link out of the data root', () => {
  const FILES = ['config/llmservices.json', 'config/llmservices.local.json', 'config/app.json', 'config/app.local.json', 'state/org.json'];
  const tree: Tree = { 'artifacts/': '', 'workspaces/': '', 'config/': '', 'state/': '' };

  it("[E-4] is refused where a folder is, and allowed at a person's word", async () => {
    for (const file of FILES) {
      const root = await temporaryFolder(file.includes('/app') ? { ...tree, 'data/runtime/state/': '' } : tree);
      const name = path.basename(file);
      await symlink(path.join(await temporaryFolder({ [name]: { runtimeDir: 'state' } }), name), path.join(root, file));
      await assert.rejects(
        describeDataRoot(nodeFs, root, { allowOutside: false }),
        (error) => error instanceof CodedError && error.code === 'outside_root' && error.params['name'] === name,
        file,
      );
      const named = await describeDataRoot(nodeFs, root, { allowOutside: true });
      assert.equal(named?.bounds.root, undefined);
    }
  });

  it('[E-4] is not read when it comes later, while one that stays inside is', async () => {
    const { root, services, agents, outside } = await opened();
    await writeFile(path.join(outside, 'services.json'), JSON.stringify({ services: [{ ...SERVICE, name: SECRET }] }));
    await writeFile(path.join(outside, 'org.json'), JSON.stringify({ roles: [], agents: [{ id: SECRET, parentAgentId: 'root' }] }));
    const link = async (part: string, target: string): Promise<void> => {
      await rm(path.join(root, part));
      await symlink(target, path.join(root, part));
    };
    await link('config/llmservices.json', path.join(outside, 'services.json'));
    await link('state/org.json', path.join(outside, 'org.json'));
    assert.deepEqual((await services.load()).services, []);
    assert.deepEqual(
      services.state.problems.map(({ code, params }) => [code, params['error']]),
      [['file_unreadable', 'outside_root']],
    );
    assert.equal((await agents.load()).problem?.code, 'outside_root');
    await writeFile(path.join(root, 'services.json'), JSON.stringify({ services: [SERVICE] }));
    await link('config/llmservices.json', '../services.json');
    assert.equal((await services.load()).services.length, 1);
    const anywhere = new LlmServiceRegistry({ fs: nodeFs, configDir: path.join(root, 'config') });
    await link('config/llmservices.json', path.join(outside, 'services.json'));
    assert.equal((await anywhere.load()).services[0]?.name, SECRET);
  });
});
