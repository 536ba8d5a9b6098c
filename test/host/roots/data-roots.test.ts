import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { toFailure } from '../../../src/core/io/errors.ts';
import { silentLogger } from '../../../src/core/io/logger.ts';
import { FileSystems } from '../../../src/host/roots/file-systems.ts';
import { describeCandidate } from '../../../src/host/roots/root-factory.ts';
import { resolveRootFolder, WindowDataRoots } from '../../../src/host/roots/data-roots.ts';

describe('the folder a setting means', () => {
  const context = {
    workspaceFolders: [
      { name: 'one', uri: vscode.Uri.file('/work-one') },
      { name: 'two', uri: vscode.Uri.file('/work-two') },
    ],
    home: '/home/me',
  };
  const resolved = (text: string) => {
    const folder = resolveRootFolder(text, context);
    return folder.ok ? folder.value.toString() : folder.error.code;
  };

  it('is understood as a path, with the home, with workspace folders, relative, or as a URI', () => {
    assert.equal(resolved('/data/root'), 'file:///data/root');
    assert.equal(resolved(' ~/root '), 'file:///home/me/root');
    assert.equal(resolved('${workspaceFolder}/data'), 'file:///work-one/data');
    assert.equal(resolved('${workspaceFolder:two}'), 'file:///work-two');
    assert.equal(resolved('data/runtime'), 'file:///work-one/data/runtime');
    assert.equal(resolved('vscode-vfs://github/owner/repo'), 'vscode-vfs://github/owner/repo');
  });

  it('is the same folder with a slash at the end, or dots on the way', () => {
    for (const text of ['/data/root/', '/data/root//', '/data/./root', '/data/other/../root/'])
      assert.equal(resolved(text), 'file:///data/root', text);
    assert.equal(resolved('~/root/'), 'file:///home/me/root');
    assert.equal(resolved('~/'), 'file:///home/me');
    assert.equal(resolved('${workspaceFolder}/'), 'file:///work-one');
    assert.equal(resolved('data/runtime/'), 'file:///work-one/data/runtime');
    assert.equal(resolved('vscode-vfs://github/owner/repo/'), 'vscode-vfs://github/owner/repo');
    assert.equal(resolved('vscode-vfs://github'), 'vscode-vfs://github');
    assert.equal(resolved('/'), 'file:///');
  });

  it('is refused when there is no such workspace folder or home, or it holds a NUL', () => {
    assert.equal(resolved('${workspaceFolder:three}/x'), 'not_found');
    assert.equal(resolved('a\0b'), 'path_has_nul');
    const nowhere = resolveRootFolder('~/x', { ...context, home: undefined });
    assert.ok(!nowhere.ok && nowhere.error.code === 'not_found');
  });
});

describe('a candidate for a data root', () => {
  const files = new FileSystems();
  let folder: string;

  beforeEach(async () => {
    folder = await realpath(await mkdtemp(path.join(tmpdir(), 'agent-artifacts-roots-')));
  });
  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));

  const describeAt = (options: { allowOutside: boolean; text?: string }) => {
    const uri = vscode.Uri.file(folder);
    const { allowOutside, ...candidate } = options;
    return describeCandidate({ folder: uri, ...candidate }, files.for(uri), { allowOutside });
  };

  it('is recognised by config/app.json, by artifacts with workspaces, and by llmservices.json, and by nothing else', async () => {
    assert.equal(await describeAt({ allowOutside: false }), undefined);
    await writeFile(path.join(folder, 'llmservices.json'), '{"services": []}');
    const services = await describeAt({ allowOutside: false });
    assert.deepEqual([services?.evidence, services?.layout.configDir], ['services_config', folder]);
    await mkdir(path.join(folder, 'artifacts'));
    assert.equal((await describeAt({ allowOutside: false }))?.evidence, 'services_config');
    await mkdir(path.join(folder, 'workspaces'));
    assert.equal((await describeAt({ allowOutside: false }))?.evidence, 'data_folders');
    await mkdir(path.join(folder, 'config'));
    await writeFile(path.join(folder, 'config', 'app.json'), '{"artifactsDir": "store", "runtimeDir": "run/state"}');
    const app = await describeAt({ allowOutside: false });
    assert.equal(app?.evidence, 'app_config');
    assert.equal(app?.layout.artifactsDir, path.join(folder, 'store'));
    assert.equal(app?.layout.workspacesDir, path.join(folder, 'run', 'workspaces'));
  });

  it('follows app.json out of its folder only when that is allowed', async () => {
    await mkdir(path.join(folder, 'config'));
    await writeFile(path.join(folder, 'config', 'app.json'), '{"artifactsDir": "/somewhere/else"}');
    assert.equal((await describeAt({ allowOutside: true }))?.layout.artifactsDir, '/somewhere/else');
    const kept = await describeAt({ allowOutside: false });
    assert.deepEqual(kept?.refused, ['artifactsDir']);
    assert.equal(kept?.layout.artifactsDir, path.join(folder, 'data', 'runtime', 'artifacts'));
  });

  it('is refused when one of its parts is a link out of the folder and that is not allowed', async () => {
    await mkdir(path.join(folder, 'workspaces'));
    await symlink(tmpdir(), path.join(folder, 'artifacts'));
    await assert.rejects(describeAt({ allowOutside: false }), (error) => toFailure(error).code === 'outside_root');
    assert.equal((await describeAt({ allowOutside: true }))?.evidence, 'data_folders');
  });

  it('counts whatever it holds when a person named it, and is refused when it is not there', async () => {
    assert.equal((await describeAt({ allowOutside: true, text: folder }))?.layout.artifactsDir, path.join(folder, 'artifacts'));
    await rm(folder, { recursive: true });
    await assert.rejects(describeAt({ allowOutside: true, text: folder }), (error) => toFailure(error).code === 'not_found');
  });
});

describe('the data roots of a window', () => {
  let parent: string;

  before(async () => {
    parent = await realpath(await mkdtemp(path.join(tmpdir(), 'agent-artifacts-window-')));
    for (const each of ['one/artifacts', 'one/workspaces', 'two/artifacts', 'two/workspaces', 'neither'])
      await mkdir(path.join(parent, each), { recursive: true });
  });
  after(() => rm(parent, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));

  /** What a window finds that has these folders open. */
  async function foundIn(workspaceFolders: readonly vscode.WorkspaceFolder[] | undefined): Promise<string[]> {
    const own = Object.getOwnPropertyDescriptor(vscode.workspace, 'workspaceFolders') ?? assert.fail();
    Object.defineProperty(vscode.workspace, 'workspaceFolders', { value: workspaceFolders, configurable: true });
    const roots = new WindowDataRoots({ fileSystems: new FileSystems(), logger: silentLogger, home: undefined });
    try {
      await roots.ready();
      return roots.roots.map(({ name }) => name);
    } finally {
      roots.dispose();
      Object.defineProperty(vscode.workspace, 'workspaceFolders', own);
    }
  }

  it('are those of its folders that are one, in their order; none in an empty window', async () => {
    const folders = ['two', 'neither', 'one'].map((name, index) => ({ uri: vscode.Uri.file(path.join(parent, name)), name, index }));
    assert.deepEqual(await foundIn(folders), ['two', 'one']);
    assert.deepEqual(await foundIn(undefined), []);
  });
});
