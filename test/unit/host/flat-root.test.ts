import assert from 'node:assert/strict';
import { mkdir, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { silentLogger } from '../../../src/core/io/logger.ts';
import { parseReference } from '../../../src/core/refs/reference.ts';
import { ArtifactTree } from '../../../src/host/artifacts/artifact-tree.ts';
import type { TreeNode } from '../../../src/host/artifacts/nodes.ts';
import { linesBelow, rootsOf, temporaryRoot, until, type TemporaryRoot } from '../../host/artifacts/tree-fixture.ts';

describe('The Artifacts view when nothing at its top changes', () => {
  let place: TemporaryRoot;
  let tree: ArtifactTree;
  let roots: ReturnType<typeof rootsOf>;
  const told: (readonly (string | undefined)[] | 'all')[] = [];

  beforeEach(async () => {
    place = await temporaryRoot('empty');
    for (const id of [1, 2]) await place.put(id, { name: `artifact ${id}` });
    await mkdir(path.join(place.workspaces, 'agent'));
    roots = rootsOf([place.root]);
    tree = new ArtifactTree({ roots, logger: silentLogger });
    told.length = 0;
    tree.onDidChangeTreeData((nodes) => told.push(nodes?.map(({ id }) => id.slice(place.root.id.length)) ?? 'all'));
    const [store] = await linesBelow(tree);
    await linesBelow(tree, store?.node);
  });
  afterEach(async () => {
    tree.dispose();
    await place.remove();
  });
  const nextTold = () => new Promise<void>((resolve) => tree.onDidChangeTreeData(() => resolve()));

  it('tells of the rows that become new or are it no more, of no other', async () => {
    await place.put(3, { name: 'older', createdAt: '2026-01-01T00:00:00.000Z' });
    roots.artifactsChanged.fire(place.root);
    await nextTold();
    const [store] = await linesBelow(tree);
    const draw = () => linesBelow(tree, store?.node);
    await draw();
    told.length = 0;
    const isTold = nextTold();
    tree.newSince = Date.parse('2026-01-02T00:00:00.000Z');
    await isTold;
    await draw();
    const isToldAgain = nextTold();
    tree.newSince = Date.parse('2026-01-03T00:00:00.000Z');
    await isToldAgain;
    assert.deepEqual(
      told.map((nodes) => [...nodes].sort()),
      [
        ['#artifact:1', '#artifact:2'],
        ['#artifact:1', '#artifact:2'],
      ],
    );
  });

  it('tells of what is below the roots when they were looked for again and are those of before; of all where one of them cannot be used', async () => {
    const next = nextTold();
    roots.changed.fire();
    await next;
    assert.deepEqual(told, [['#store', '#workspaces']]);
    roots.unusable = [{ text: '~/gone', problem: { code: 'not_found' } }];
    const whole = nextTold();
    roots.changed.fire();
    await whole;
    assert.deepEqual(told[1], 'all');
  });

  it('tells of all when roots went, though they are looked for once more at once', async () => {
    const next = nextTold();
    roots.roots = [];
    roots.changed.fire();
    roots.changed.fire();
    await next;
    assert.deepEqual(told, ['all']);
  });
});

describe('The Artifacts view over a data root without workspaces', () => {
  let only: TemporaryRoot;
  let tree: ArtifactTree;
  let roots: ReturnType<typeof rootsOf>;

  beforeEach(async () => {
    only = await temporaryRoot('empty');
    for (const id of [1, 2]) await only.put(id, { name: `artifact ${id}` });
    roots = rootsOf([only.root]);
    tree = new ArtifactTree({ roots, logger: silentLogger });
  });
  afterEach(async () => {
    tree.dispose();
    await only.remove();
  });

  const kinds = async (node?: TreeNode) => (await tree.getChildren(node)).map(({ kind }) => kind);
  const find = (id: string) => {
    const reference = parseReference(id);
    assert.ok(reference.ok);
    return tree.find(only.root, reference.value);
  };

  it('has the artifacts at the top, and tells their number and size beside its title', async () => {
    const told: string[] = [];
    tree.onDidChangeTotal((total) => told.push(total));
    const lines = await linesBelow(tree);
    assert.deepEqual(
      lines.map(({ label, node }) => [label, tree.getParent(node)]),
      [
        ['artifact 2', undefined],
        ['artifact 1', undefined],
      ],
    );
    assert.deepEqual(told, ['2 · 14 B']);
  });

  it('has them below the line of the root where there are several, which tells their number and size', async () => {
    const other = await temporaryRoot('empty');
    const both = new ArtifactTree({ roots: rootsOf([only.root, other.root]), logger: silentLogger });
    const [root] = await linesBelow(both);
    assert.equal(root?.description, '2 · 14 B');
    const lines = await linesBelow(both, root?.node);
    assert.deepEqual(
      lines.map(({ label, node }) => [label, both.getParent(node)]),
      [
        ['artifact 2', root?.node],
        ['artifact 1', root?.node],
      ],
    );
    both.dispose();
    await other.remove();
  });

  it('goes to an artifact at the top, and tells of the whole tree', async () => {
    await tree.getChildren();
    const told: unknown[] = [];
    tree.onDidChangeTreeData((nodes) => told.push(nodes));
    const node = await find('1');
    assert.ok(node);
    assert.equal(tree.getParent(node), undefined);
    assert.deepEqual(told, [undefined]);
  });

  it('has groups from the first workspace on, and none after the last', async () => {
    assert.deepEqual(await kinds(), ['artifact', 'artifact']);
    const workspace = path.join(only.workspaces, 'agent');
    await mkdir(workspace);
    roots.artifactsChanged.fire(only.root);
    await until(tree.onDidChangeTreeData, async () => (await kinds())[0] === 'store', 'there are groups');
    assert.deepEqual(await kinds((await tree.getChildren())[0]), ['artifact', 'artifact']);
    await rmdir(workspace);
    roots.artifactsChanged.fire(only.root);
    // As the view: what is refreshed is asked for its lines again.
    const refreshed = async () => {
      for (const node of await tree.getChildren()) await tree.getTreeItem(node);
      return (await kinds())[0] === 'artifact';
    };
    await until(tree.onDidChangeTreeData, refreshed, 'the groups are gone');
  });

  it('tells of a change once the new lines are read, as VS Code knows none until it has them; reads nothing while nobody sees it', async () => {
    const view = { visible: true, onDidChangeVisibility: () => ({ dispose: () => undefined }) };
    tree.follow(view);
    await tree.getChildren();
    const readsAtTelling = async (id: number): Promise<number> => {
      await only.put(id, { name: `artifact ${id}` });
      const before = only.opened.length;
      roots.artifactsChanged.fire(only.root);
      return new Promise((resolve) => {
        const listener = tree.onDidChangeTreeData((nodes) => {
          listener.dispose();
          assert.equal(nodes, undefined);
          resolve(only.opened.length - before);
        });
      });
    };
    assert.ok((await readsAtTelling(3)) > 0);
    const known = only.opened.length;
    assert.equal((await tree.getChildren()).length, 3);
    assert.equal(only.opened.length, known, 'VS Code is answered from what was read');
    view.visible = false;
    assert.equal(await readsAtTelling(4), 0);
  });

  it('shows nothing at all where a filter finds nothing', async () => {
    tree.setFilter({ text: 'nothing is called this', kinds: new Set() });
    assert.deepEqual(await kinds(), []);
    assert.equal((await tree.outcome())?.found, 0);
    tree.setFilter({ text: 'artifact 1', kinds: new Set() });
    assert.deepEqual(await kinds(), ['artifact']);
  });
});
