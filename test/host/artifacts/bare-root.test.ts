import assert from 'node:assert/strict';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { silentLogger } from '../../../src/core/io/logger.ts';
import { ArtifactTree } from '../../../src/host/artifacts/artifact-tree.ts';
import { parseReference } from '../../../src/core/refs/reference.ts';
import { rootsOf, storeLines, temporaryRoot, until, type TemporaryRoot } from './tree-fixture.ts';

describe('The Artifacts view over a data root that holds nothing', () => {
  let bare: TemporaryRoot;
  beforeEach(async () => {
    bare = await temporaryRoot('empty');
  });
  afterEach(() => bare.remove());

  const treeOver = (roots = rootsOf([bare.root])) => {
    const told: boolean[] = [];
    const tree = new ArtifactTree({ roots, logger: silentLogger });
    tree.onDidChangeIsBare((isBare) => told.push(isBare));
    return { tree, told, roots };
  };

  it('[E-20] has no lines, so that the view says what is missing; also where there are no folders for it', async () => {
    for (const remove of [false, true]) {
      if (remove) for (const folder of [bare.artifacts, bare.workspaces]) await rm(folder, { recursive: true });
      const { tree, told } = treeOver();
      assert.deepEqual(await tree.getChildren(), []);
      assert.deepEqual(told, [true]);
      tree.dispose();
    }
  });

  it('[E-20] shows the first artifact when it comes, and can go to it', async () => {
    const { tree, told, roots } = treeOver();
    await tree.getChildren();
    await bare.put(1, { name: 'first' });
    const asked = until(tree.onDidChangeTreeData, async () => (await tree.getChildren()).length === 1, 'the line is there');
    roots.artifactsChanged.fire(bare.root);
    await asked;
    assert.deepEqual(
      (await storeLines(tree)).map(({ label }) => label),
      ['first'],
    );
    assert.deepEqual(told, [true, false]);
    tree.dispose();
  });

  it('[E-20] goes to an artifact that came before anybody told of it', async () => {
    const { tree } = treeOver();
    await tree.getChildren();
    await bare.put(1, { name: 'first' });
    const reference = parseReference('1');
    assert.ok(reference.ok);
    let isWhole = false;
    tree.onDidChangeTreeData((nodes) => (isWhole = nodes === undefined));
    assert.equal((await tree.find(bare.root, reference.value))?.artifact.name, 'first');
    assert.equal(isWhole, true);
    assert.equal((await tree.getChildren()).length, 1);
    tree.dispose();
  });

  it('[E-20] keeps its lines where something is there, fails, is filtered, or is one of several roots', async () => {
    const hasLines = async (tree: ArtifactTree): Promise<void> => {
      assert.ok((await tree.getChildren()).length >= 2);
      tree.dispose();
    };
    const filtered = treeOver().tree;
    filtered.setFilter({ text: 'x', kinds: new Set() });
    await hasLines(filtered);
    const other = await temporaryRoot('empty');
    await hasLines(treeOver(rootsOf([bare.root, other.root])).tree);
    await other.remove();
    await hasLines(treeOver(rootsOf([bare.root], [{ text: '/gone', problem: { code: 'not_found' } }])).tree);
    await mkdir(path.join(bare.workspaces, 'w'));
    await hasLines(treeOver().tree);
  });

  it('[E-20] says so by a welcome text of its own, with the next steps', () => {
    const manifest = vscode.extensions.getExtension('agent-artifacts.agent-artifacts')?.packageJSON as {
      contributes: { viewsWelcome: { view: string; when?: string; contents: string }[] };
    };
    const own = manifest.contributes.viewsWelcome.filter(({ view }) => view === 'agentArtifacts.artifacts');
    assert.ok(own.every(({ when }) => when?.startsWith('agentArtifacts.rootIsBare')));
    assert.deepEqual(
      own.map(({ contents }) => /command:(\S+)\)/.exec(contents)?.[1]),
      ['agentArtifacts.addDataRoot', 'agentArtifacts.createSample'],
    );
  });
});
