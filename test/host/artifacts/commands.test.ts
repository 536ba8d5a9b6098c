import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { TreeNode } from '../../../src/host/artifacts/nodes.ts';
import type { ArtifactTree } from '../../../src/host/artifacts/artifact-tree.ts';
import { storeLines, temporaryRoot, treeOf, until, workspaceLines, type TemporaryRoot } from './tree-fixture.ts';

describe('the commands on artifacts of the tree', () => {
  let real: TemporaryRoot;
  let tree: ArtifactTree;

  before(async () => {
    await vscode.extensions.getExtension('agent-artifacts.agent-artifacts')?.activate();
    real = await temporaryRoot('real');
    await symlink('/etc/hostname', path.join(real.artifacts, '40.txt'));
    tree = treeOf(real.root);
  });
  after(async () => {
    tree.dispose();
    await real.remove();
  });
  beforeEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));
  after(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  const regular = async (id: string): Promise<TreeNode> => {
    const line = (await storeLines(tree)).find(({ node }) => node.kind === 'artifact' && node.artifact.id === id);
    assert.ok(line);
    return line.node;
  };
  const inWorkspace = async (file: string): Promise<TreeNode> => {
    const line = (await workspaceLines(tree)).get(file);
    assert.ok(line);
    return line.node;
  };
  const call = (command: string, node: TreeNode, selected?: readonly TreeNode[]) =>
    vscode.commands.executeCommand(`agentArtifacts.${command}`, node, selected);

  it('[3-R4.1] opens a regular artifact in the editor of its file', async () => {
    await call('openArtifact', await regular('3'));
    assert.equal(vscode.window.activeTextEditor?.document.uri.fsPath, path.join(real.artifacts, '3.txt'));
  });

  it('[3-R4.2] opens a workspace file, whatever its name holds', async () => {
    await call('openArtifact', await inWorkspace('agent-coder-7f3a/out/a b#c%d.txt'));
    assert.equal(vscode.window.activeTextEditor?.document.uri.fsPath, path.join(real.workspaces, 'agent-coder-7f3a/out/a b#c%d.txt'));
  });

  it('opens to the side', async () => {
    await call('openArtifact', await regular('3'));
    await call('openArtifactToSide', await regular('1'));
    assert.deepEqual(
      vscode.window.tabGroups.all.map(({ tabs }) => tabs.map(({ label }) => label)),
      [['3.txt'], ['1.md']],
    );
  });

  it('does not open what a link leads to outside of the data root', async () => {
    await call('openArtifact', await regular('40'));
    assert.deepEqual(
      vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs),
      [],
    );
  });

  it('copies the references and paths of all that is selected', async () => {
    const nodes = [await regular('24'), await inWorkspace('agent-coder-7f3a/src/main.js')];
    await call('copyReference', nodes[0] as TreeNode, nodes);
    assert.equal(await vscode.env.clipboard.readText(), 'artifact:24\nartifact:ws:agent-coder-7f3a:c3JjL21haW4uanM');
    await call('copyPath', nodes[0] as TreeNode, nodes);
    assert.equal(
      await vscode.env.clipboard.readText(),
      `${path.join(real.artifacts, '24.png')}\n${path.join(real.workspaces, 'agent-coder-7f3a/src/main.js')}`,
    );
  });

  it('acts on the item alone when it is not among those selected', async () => {
    await call('copyReference', await regular('24'), [await regular('3')]);
    assert.equal(await vscode.env.clipboard.readText(), 'artifact:24');
  });

  /** The two sides of the comparison in front. */
  const compared = (): string[] => {
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof vscode.TabInputTextDiff);
    return [input.original, input.modified].map(({ fsPath }) => fsPath);
  };

  it('compares an artifact with the one selected for compare, which is at the left', async () => {
    const [first, second, third] = [await regular('3'), await regular('1'), await inWorkspace('agent-coder-7f3a/src/main.js')];
    await call('selectForCompare', first);
    await call('compareWithSelected', second);
    assert.deepEqual(
      compared(),
      ['3.txt', '1.md'].map((name) => path.join(real.artifacts, name)),
    );
    await call('compareWithSelected', third);
    assert.equal(compared()[0], path.join(real.artifacts, '3.txt'), 'it stays selected');
  });

  it('compares the two that are selected, and nothing when there are more', async () => {
    const nodes = [await regular('1'), await regular('3')] as const;
    await call('compareSelected', nodes[1], [...nodes, await regular('24')]);
    assert.deepEqual(
      vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs),
      [],
    );
    await call('compareSelected', nodes[1], nodes);
    assert.deepEqual(
      compared(),
      ['1.md', '3.txt'].map((name) => path.join(real.artifacts, name)),
    );
  });

  it('compares two pictures in the preview, side by side; a picture and a text as files', async () => {
    const pictures = [await regular('8'), await regular('24')] as const;
    await call('compareSelected', pictures[0], pictures);
    const labels = () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
    const isShown = async () => labels().length === 1 && /^Preview: .+ ↔ .+$/.test(labels()[0] ?? '');
    await until(vscode.window.tabGroups.onDidChangeTabs, isShown, 'both are in one preview');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await call('selectForCompare', pictures[0]);
    await call('compareWithSelected', await regular('3'));
    assert.deepEqual(
      compared(),
      ['8.png', '3.txt'].map((name) => path.join(real.artifacts, name)),
    );
  });

  it('does not compare with what a link leads to outside of the data root', async () => {
    const nodes = [await regular('3'), await regular('40')] as const;
    await call('compareSelected', nodes[0], nodes);
    assert.deepEqual(
      vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs),
      [],
    );
  });

  it('shows a preview on a click', async () => {
    await call('internal.showArtifact', await regular('3'));
    const tabs = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs.map(({ label }) => label));
    await until(
      vscode.window.tabGroups.onDidChangeTabs,
      async () => tabs().some((label) => label.includes('plain note')),
      'the preview opens',
    );
  });
});
