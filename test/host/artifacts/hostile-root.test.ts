import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import type { ArtifactTree } from '../../../src/host/artifacts/artifact-tree.ts';
import { linesBelow, storeLines, temporaryRoot, treeOf, until, workspaceLines, type TemporaryRoot } from './tree-fixture.ts';

const run = promisify(execFile);

describe('the tree of a data root with bad contents', () => {
  let bad: TemporaryRoot;
  let tree: ArtifactTree;

  beforeEach(async () => {
    bad = await temporaryRoot('empty');
    tree = treeOf(bad.root);
  });
  afterEach(async () => {
    tree.dispose();
    await bad.remove();
  });

  const artifact = (name: string, content: string) => writeFile(path.join(bad.artifacts, name), content);
  const file = async (name: string, content = 'x') => {
    await mkdir(path.dirname(path.join(bad.workspaces, name)), { recursive: true });
    await writeFile(path.join(bad.workspaces, name), content);
  };
  const shown = async () =>
    Object.fromEntries(
      (await storeLines(tree)).map(({ node, label, description, icon }) => [
        node.kind === 'artifact' ? node.artifact.id : label,
        { label, description, icon },
      ]),
    );

  it('names the reason for every artifact it cannot show, and misses no other', async () => {
    await bad.put(1, { name: 'good.txt' });
    await artifact('2.meta', '{bad');
    await artifact('2.txt', 'still here');
    await artifact('3.meta', JSON.stringify({ id: '3', extension: '../../x', type: 'text/plain', name: 'way out' }));
    await artifact('4.meta', JSON.stringify({ id: '4', extension: '.txt', name: 'huge', meta: { text: 'x'.repeat(1024 * 1024) } }));
    await artifact('5.meta', '[]');
    await symlink('/etc/hostname', path.join(bad.artifacts, '6.txt'));
    await symlink('7.txt', path.join(bad.artifacts, '7.txt'));
    await run('mkfifo', [path.join(bad.artifacts, '8.txt')]);
    await mkdir(path.join(bad.artifacts, '9.png'));
    await bad.put(10, { name: 'good too.txt' });
    const outcome = await shown();
    // An artifact without a name is called by its id, which is not said twice.
    const broken = (label: string, id: number, reason: string) => ({
      label,
      description: label === String(id) ? reason : `${id} · ${reason}`,
      icon: 'warning',
    });
    assert.equal(outcome['1']?.label, 'good.txt');
    assert.equal(outcome['10']?.label, 'good too.txt');
    assert.deepEqual(outcome['2'], broken('2.txt', 2, 'The metadata file is not valid JSON.'));
    assert.deepEqual(outcome['3'], broken('3', 3, 'The “extension” in the metadata file is not a valid file extension.'));
    assert.deepEqual(outcome['4'], broken('4', 4, 'The metadata file is larger than 1.0 MB and is not read.'));
    assert.deepEqual(outcome['5'], broken('5', 5, 'The metadata file does not contain a JSON object.'));
    assert.deepEqual(outcome['6'], broken('6.txt', 6, 'The file is outside the data root and is not read.'));
    assert.deepEqual(outcome['7'], broken('7.txt', 7, 'This is a symbolic link, which is not followed.'));
    assert.deepEqual(outcome['8'], broken('8.txt', 8, 'Not a regular file: it is a folder, a pipe or a device.'));
    assert.deepEqual(outcome['9'], broken('9.png', 9, 'Not a regular file: it is a folder, a pipe or a device.'));
    assert.equal(Object.keys(outcome).length, 10);
  });

  it('notices by a second look what a complete sidecar hides', async () => {
    for (const id of [1, 2, 3]) await bad.put(id, { name: `named ${id}` });
    for (const id of [1, 2, 3]) await rm(path.join(bad.artifacts, `${id}.txt`));
    await mkdir(path.join(bad.artifacts, '1.txt'));
    await symlink('/etc/hostname', path.join(bad.artifacts, '2.txt'));
    await writeFile(path.join(bad.artifacts, '3.txt'), 'much longer than the sidecar says');
    const settled = async () => (await shown())['1']?.icon === 'warning';
    await until(tree.onDidChangeTreeData, settled, 'the folder in place of a file is noticed');
    const outcome = await shown();
    assert.equal(outcome['1']?.description, '1 · Not a regular file: it is a folder, a pipe or a device.');
    assert.equal(outcome['2']?.description, '2 · The file is outside the data root and is not read.');
    assert.match(outcome['3']?.description ?? '', /^33 B · [^·]+ · 3/);
  });

  it('shows names from data as the text they are, in one line', async () => {
    await bad.put(1, { name: '$(trash) **bold** <b>x</b>\n[link](http://evil.example) \u202egnp.exe' });
    const [line] = await storeLines(tree);
    assert.equal(line?.label, '$(trash) **bold** <b>x</b> [link](http://evil.example)  gnp.exe');
    assert.ok(line);
    const { tooltip } = await tree.resolveTreeItem(await tree.getTreeItem(line.node), line.node);
    assert.ok(tooltip instanceof vscode.MarkdownString);
    const [heading] = tooltip.value.split('\n');
    assert.match(heading ?? '', /^\*\*(?:[A-Za-z0-9 ]|&#\d+;)*\*\*$/);
  });

  it('[3-R4.4] shows what lies in a workspace and cannot be an artifact, with the reason', async () => {
    await file('agent/good.txt');
    await file('agent/..\\evil');
    await file('agent/sub/also good.txt');
    await symlink('/etc', path.join(bad.workspaces, 'agent/out'));
    await symlink('self', path.join(bad.workspaces, 'agent/self'));
    await symlink('.', path.join(bad.workspaces, 'agent/loop'));
    await run('mkfifo', [path.join(bad.workspaces, 'agent/pipe')]);
    await symlink('/etc', path.join(bad.workspaces, 'linked'));
    const metadata = {
      files: { '../x': {}, '..\\evil': {}, 'gone/lost.txt': { mimeType: 'text/plain' }, 'deleted.txt': { deleted: true } },
    };
    await file('agent.meta.json', JSON.stringify(metadata));
    await file('ghost.meta.json', '{}');
    const lines = await workspaceLines(tree);
    const reason = (name: string) => lines.get(name)?.description;
    assert.match(reason('agent/good.txt') ?? '', /^1 B · /);
    assert.match(reason('agent/sub/also good.txt') ?? '', /^1 B · /);
    assert.equal(reason('agent/..\\evil'), 'A part of the path is “..”, which may lead outside the workspace.');
    assert.equal(reason('agent/../x'), 'A part of the path is “..”, which may lead outside the workspace.');
    assert.equal(reason('agent/out'), 'The file is outside the data root and is not read.');
    assert.equal(reason('agent/self'), 'This is a symbolic link, which is not followed.');
    assert.equal(reason('agent/pipe'), 'Not a regular file: it is a folder, a pipe or a device.');
    assert.equal(reason('agent/gone/lost.txt'), 'missing');
    assert.equal(reason('agent/deleted.txt'), undefined);
    assert.equal(reason('ghost'), '“ghost” does not exist.');
    assert.equal(reason('linked/linked'), 'The file is outside the data root and is not read.');
    assert.ok(lines.has('agent/loop/loop/good.txt'));
  });

  it('says that the metadata of a workspace cannot be read, and shows its files', async () => {
    await file('agent/a.txt');
    await file('agent.meta.json', '{bad');
    const lines = await workspaceLines(tree);
    assert.equal(lines.get('agent/agent')?.description, 'The metadata of the workspace is not valid JSON.');
    assert.ok(lines.has('agent/a.txt'));
  });

  it('says why a folder of the data root cannot be read', async () => {
    for (const folder of [bad.artifacts, bad.workspaces]) {
      await rm(folder, { recursive: true });
      await symlink(path.basename(folder), folder);
    }
    const [store, workspaces] = await tree.getChildren();
    for (const group of [store, workspaces]) {
      const lines = await linesBelow(tree, group);
      assert.deepEqual(
        lines.map(({ description, icon }) => [description, icon]),
        [['This is a symbolic link, which is not followed.', 'warning']],
      );
    }
  });

  it('lists a folder of 5,000 files completely', async () => {
    await file('agent/0.txt');
    await Promise.all(Array.from({ length: 4999 }, (_, index) => writeFile(path.join(bad.workspaces, 'agent', `${index + 1}.txt`), '')));
    const lines = await workspaceLines(tree);
    assert.equal([...lines.values()].filter(({ node }) => node.kind === 'artifact').length, 5000);
  });
});
