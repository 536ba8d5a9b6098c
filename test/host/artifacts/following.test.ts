import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import { silentLogger } from '../../../src/core/io/logger.ts';
import { ArtifactTree } from '../../../src/host/artifacts/artifact-tree.ts';
import type { DataRoots } from '../../../src/host/roots/open-root.ts';
import { rootsOf, storeLines, temporaryRoot, treeOf, until, workspaceLines } from './tree-fixture.ts';

describe('the tree and changes on disk', () => {
  it('follows what is written and deleted in the open data root', async () => {
    const { dataRoots: roots } = (await vscode.extensions.getExtension('agent-artifacts.agent-artifacts')?.activate()) as {
      dataRoots: DataRoots;
    };
    const tree = new ArtifactTree({ roots, logger: silentLogger });
    const labels = async () => (await storeLines(tree)).map(({ label }) => label);
    assert.equal((await labels()).length, 33);
    const [root] = roots.roots;
    assert.ok(root);
    const file = path.join(root.layout.artifactsDir, '34.txt');
    try {
      await writeFile(file, 'dropped in');
      await until(tree.onDidChangeTreeData, async () => (await labels())[0] === '34.txt', 'the new artifact is shown');
    } finally {
      await rm(file, { force: true });
    }
    await until(tree.onDidChangeTreeData, async () => (await labels()).length === 33, 'the deleted artifact is gone');
    const nested = path.join(root.layout.workspacesDir, 'agent-coder-7f3a/src/new.js');
    const isShown = async () => (await workspaceLines(tree)).has('agent-coder-7f3a/src/new.js');
    assert.equal(await isShown(), false);
    try {
      await writeFile(nested, '');
      await until(tree.onDidChangeTreeData, isShown, 'the new workspace file is shown');
    } finally {
      await rm(nested, { force: true });
    }
    tree.dispose();
  });

  it('is right after a thousand files came at once from another process, with far fewer refreshes', async () => {
    const { dataRoots: roots } = (await vscode.extensions.getExtension('agent-artifacts.agent-artifacts')?.activate()) as {
      dataRoots: DataRoots;
    };
    await roots.ready();
    const [root] = roots.roots;
    assert.ok(root);
    const tree = new ArtifactTree({ roots, logger: silentLogger });
    let refreshes = 0;
    tree.onDidChangeTreeData(() => refreshes++);
    const lines = async () => (await storeLines(tree)).map(({ label }) => label);
    assert.equal((await lines()).length, 33);
    const script = `for (let id = 10001; id <= 11000; id++) require('node:fs').writeFileSync(process.argv[1] + '/' + id + '.txt', 'new');`;
    try {
      const writing = promisify(execFile)(process.execPath, ['-e', script, root.layout.artifactsDir], {
        env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
      });
      await until(tree.onDidChangeTreeData, async () => (await lines())[0] === '11000.txt', 'the last one is shown');
      await writing;
      assert.ok(refreshes < 100, `${refreshes} refreshes`);
    } finally {
      for (let id = 10_001; id <= 11_000; id++) await rm(path.join(root.layout.artifactsDir, `${id}.txt`), { force: true });
    }
    await until(tree.onDidChangeTreeData, async () => (await lines()).length === 33, 'those that were deleted are gone');
    tree.dispose();
  });

  it('refreshes only the root that changed, once for several changes, by the nodes the view knows', async () => {
    const first = await temporaryRoot('empty');
    const second = await temporaryRoot('empty');
    await first.put(1, { name: 'one' });
    await mkdir(path.join(first.workspaces, 'agent'));
    const roots = rootsOf([first.root, second.root]);
    const tree = new ArtifactTree({ roots, logger: silentLogger });
    const tops = await tree.getChildren();
    const groups = await tree.getChildren(tops[0]);
    const fired: unknown[] = [];
    const told = new Promise<void>((resolve) => {
      tree.onDidChangeTreeData((nodes) => {
        fired.push(nodes);
        resolve();
      });
    });
    await first.put(2, { name: 'two' });
    roots.artifactsChanged.fire(first.root);
    roots.artifactsChanged.fire(first.root);
    await told;
    assert.equal(fired.length, 1);
    assert.ok(Array.isArray(fired[0]) && fired[0].length === 2 && fired[0].every((node, index) => node === groups[index]));
    assert.deepEqual(
      (await tree.getChildren(groups[0])).map((node) => node.kind === 'artifact' && node.artifact.name),
      ['two', 'one'],
    );
    tree.dispose();
    await first.remove();
    await second.remove();
  });

  it('gives the view the same objects for folders when it asks again', async () => {
    const real = await temporaryRoot('real');
    const tree = treeOf(real.root);
    const folders = async () =>
      [...(await workspaceLines(tree)).values()].map(({ node }) => node).filter(({ kind }) => kind === 'folder' || kind === 'workspace');
    const before = await folders();
    const after = await folders();
    assert.ok(before.length > 5 && before.every((node, index) => node === after[index]));
    tree.dispose();
    await real.remove();
  });
});
