import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { silentLogger } from '../../../src/core/io/logger.ts';
import { FileSystems } from '../../../src/host/roots/file-systems.ts';
import { WindowDataRoots } from '../../../src/host/roots/data-roots.ts';
import type { OpenRoot } from '../../../src/host/roots/open-root.ts';
import { until } from '../artifacts/tree-fixture.ts';

describe('the data roots of a window, when a configuration is deleted', () => {
  let folder: string;
  let roots: WindowDataRoots;

  const setting = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration('agentArtifacts');
  const name = (...names: readonly string[]): Thenable<void> =>
    setting().update(
      'dataRoots',
      names.map((each) => path.join(folder, each)),
      vscode.ConfigurationTarget.Global,
    );
  /** Those of this test; the window has its own. */
  const ours = (): readonly OpenRoot[] => roots.roots.filter(({ id }) => id.includes(path.basename(folder)));
  const ids = (): readonly (readonly string[])[] => ours().map(({ services }) => services.getServices().map(({ id }) => id));

  beforeEach(async () => {
    folder = await realpath(await mkdtemp(path.join(tmpdir(), 'agent-artifacts-gone-')));
    for (const each of ['one/artifacts', 'one/workspaces', 'two/artifacts', 'two/workspaces'])
      await mkdir(path.join(folder, each), { recursive: true });
    // beside the data: by this file alone its folder is the one of the configuration
    await writeFile(path.join(folder, 'one/llmservices.json'), '{"services": [{"id": "a"}]}');
    await name('one');
    roots = new WindowDataRoots({ fileSystems: new FileSystems(), logger: silentLogger, home: undefined });
    await roots.ready();
  });
  afterEach(async () => {
    roots.dispose();
    await setting().update('dataRoots', undefined, vscode.ConfigurationTarget.Global);
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });

  it('[E-13] keep what was last good when they are looked for anew, and go by what is there when a person refreshes', async () => {
    assert.deepEqual(ids(), [['a']]);
    const [before] = ours();
    await rm(path.join(folder, 'one/llmservices.json'));
    await name('one', 'two');
    await until(roots.onDidChange, () => Promise.resolve(ids().length === 2), 'the second root');
    assert.deepEqual(ids(), [['a'], []]);
    assert.equal(ours()[0], before);
    assert.equal(before?.services.state.usingLastGood, true);
    await roots.refresh();
    assert.deepEqual(ids(), [[], []]);
  });

  it('[E-13] go by a configuration that comes at another place instead', async () => {
    await rm(path.join(folder, 'one/llmservices.json'));
    await mkdir(path.join(folder, 'one/config'));
    await writeFile(path.join(folder, 'one/config/llmservices.json'), '{"services": [{"id": "b"}]}');
    await name('one', 'two');
    await until(roots.onDidChange, () => Promise.resolve(ids().length === 2), 'the second root');
    assert.deepEqual(ids(), [['b'], []]);
  });
});
