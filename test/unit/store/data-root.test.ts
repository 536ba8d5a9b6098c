import assert from 'node:assert/strict';
import path from 'node:path';
import { CodedError, toFailure } from '../../../src/core/io/errors.ts';
import { describeDataRoot, layoutOfFolder } from '../../../src/core/store/layout.ts';
import { NodeFileSystem } from '../../../src/platform/node-file-system.ts';
import { CountingFileSystem } from '../../support/counting-file-system.ts';
import { LAYOUTS, REAL_ROOT } from '../../support/stores.ts';
import { temporaryFolder, type Tree } from '../../support/temporary-folder.ts';

const fs = new NodeFileSystem();

async function described(tree: Tree, allowOutside = false) {
  const root = await temporaryFolder(tree);
  const found = await describeDataRoot(fs, root, { allowOutside });
  const relative = (place: string): string => path.relative(root, place).replaceAll('\\', '/');
  return (
    found && {
      evidence: found.evidence,
      refused: found.refused,
      artifacts: relative(found.layout.artifactsDir),
      workspaces: relative(found.layout.workspacesDir),
      config: relative(found.layout.configDir),
      runtime: relative(found.layout.runtimeDir),
    }
  );
}

const RUNTIME = {
  artifacts: 'data/runtime/artifacts',
  workspaces: 'data/runtime/workspaces',
  config: 'config',
  runtime: 'data/runtime/state',
};

describe('recognising a data root', () => {
  it('finds the real one by its config, with the workspaces beside the state', async () => {
    const found = await describeDataRoot(fs, REAL_ROOT, { allowOutside: false });
    assert.equal(found?.evidence, 'app_config');
    assert.equal(found.layout.artifactsDir, path.join(REAL_ROOT, RUNTIME.artifacts));
    assert.equal(found.layout.workspacesDir, path.join(REAL_ROOT, RUNTIME.workspaces));
    assert.equal(found.layout.runtimeDir, path.join(REAL_ROOT, RUNTIME.runtime));
  });

  it('fills in the defaults of the runtime', async () => {
    assert.deepEqual(await described({ 'config/app.json': {} }), { evidence: 'app_config', refused: [], ...RUNTIME });
    assert.deepEqual(await described({ 'config/app.json': { artifactsDir: 7, runtimeDir: '', workspacesDir: null } }), {
      evidence: 'app_config',
      refused: [],
      ...RUNTIME,
    });
  });

  it('follows the places of the config, and lets app.local.json win as a whole', async () => {
    const tree = { 'config/app.json': { artifactsDir: 'a', runtimeDir: 'b/state', workspacesDir: 'w' } };
    assert.deepEqual(await described(tree), {
      evidence: 'app_config',
      refused: [],
      artifacts: 'a',
      workspaces: 'w',
      config: 'config',
      runtime: 'b/state',
    });
    const local = { ...tree, 'config/app.local.json': { artifactsDir: 'local' } };
    assert.deepEqual(await described(local), { evidence: 'app_config', refused: [], ...RUNTIME, artifacts: 'local' });
  });

  it('follows no place out of the folder unless that is allowed', async () => {
    const tree = { 'config/app.json': { artifactsDir: '/etc', runtimeDir: '../../x', workspacesDir: 'a/../../b' } };
    assert.deepEqual(await described(tree), {
      evidence: 'app_config',
      refused: ['artifactsDir', 'runtimeDir', 'workspacesDir'],
      ...RUNTIME,
    });
    const allowed = await described(tree, true);
    assert.deepEqual([allowed?.refused, allowed?.workspaces], [[], '../b']);
  });

  it('looks for no workspaces out of the folder either, where they would be beside the state', async () => {
    for (const app of [{ runtimeDir: '.' }, { runtimeDir: '.', workspacesDir: '../b' }]) {
      assert.deepEqual(await described({ 'config/app.json': app }), {
        evidence: 'app_config',
        refused: ['workspacesDir'],
        ...RUNTIME,
        runtime: '',
      });
    }
    assert.equal((await described({ 'config/app.json': { runtimeDir: '.' } }, true))?.workspaces, '../workspaces');
    assert.deepEqual((await described({ 'config/app.json': { runtimeDir: '.', workspacesDir: 'w' } }))?.refused, []);
  });

  it('takes a config that cannot be used for an empty one', async () => {
    for (const content of ['', '{', '[]', 'null', '\0', '{"artifactsDir": "x\\u0000y"}']) {
      assert.deepEqual(await described({ 'config/app.json': content }), { evidence: 'app_config', refused: [], ...RUNTIME }, content);
    }
    assert.equal((await described({ 'config/app.json': '// a comment\n{"artifactsDir": "a",}' }))?.artifacts, 'a');
  });

  it('finds one by its two folders, or by its services', async () => {
    const flat = { artifacts: 'artifacts', workspaces: 'workspaces', config: 'config', runtime: 'state' };
    assert.deepEqual(await described({ 'artifacts/': '', 'workspaces/': '' }), { evidence: 'data_folders', refused: [], ...flat });
    assert.deepEqual(await described({ 'llmservices.json': {} }), { evidence: 'services_config', refused: [], ...flat, config: '' });
    assert.deepEqual(await described({ 'config/llmservices.local.json': {} }), { evidence: 'services_config', refused: [], ...flat });
    assert.equal(await described({ 'artifacts/': '' }), undefined);
    assert.equal(await described({ 'readme.md': '' }), undefined);
    assert.equal(await describeDataRoot(fs, path.join(REAL_ROOT, 'not there'), { allowOutside: false }), undefined);
  });

  it('says when a folder cannot be read, and does not accept it for no data root', async () => {
    class Unreadable extends NodeFileSystem {
      override readNames(location: string): Promise<readonly string[]> {
        return path.basename(location) === 'config' ? Promise.reject(new CodedError('io_failed')) : super.readNames(location);
      }
    }
    await assert.rejects(
      describeDataRoot(new Unreadable(), REAL_ROOT, { allowOutside: false }),
      (error) => toFailure(error).code === 'io_failed',
    );
  });

  it("takes any folder at a person's word", async () => {
    const found = await layoutOfFolder(fs, path.join(LAYOUTS, '2-sidecar'), { allowOutside: false });
    assert.equal(found.layout.artifactsDir, path.join(LAYOUTS, '2-sidecar/artifacts'));
  });

  it('reads names and app.json, and looks where its parts lie, nothing else', async () => {
    const counting = new CountingFileSystem();
    await describeDataRoot(counting, REAL_ROOT, { allowOutside: false });
    assert.deepEqual(counting.locations('readFile'), [path.join(REAL_ROOT, 'config/app.json')]);
    assert.equal(counting.locations('readNames').length, 2);
    const looked = counting.locations('resolveInside').map((location) => path.relative(REAL_ROOT, location));
    const parts = ['', 'config', 'data/runtime/artifacts', 'data/runtime/state', 'data/runtime/workspaces'];
    const files = [
      'config/app.json',
      'config/app.local.json',
      'config/llmservices.json',
      'config/llmservices.local.json',
      'data/runtime/state/org.json',
    ];
    assert.deepEqual([...new Set(looked)].sort(), [...parts, ...files].sort());
    assert.equal(counting.calls.length, 3 + looked.length);
  });
});
