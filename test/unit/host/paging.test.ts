import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { ArtifactTree } from '../../../src/host/artifacts/artifact-tree.ts';
import type { TreeNode } from '../../../src/host/artifacts/nodes.ts';
import { storeLines, temporaryRoot, treeOf, type Line, type TemporaryRoot } from '../../host/artifacts/tree-fixture.ts';

const COUNT = 1200;

describe('the pages of the tree', () => {
  let many: TemporaryRoot;
  let tree: ArtifactTree;

  before(async () => {
    many = await temporaryRoot('empty');
    await mkdir(path.join(many.workspaces, 'agent'));
    for (let from = 1; from <= COUNT; from += 100) {
      await Promise.all(Array.from({ length: 100 }, (_, index) => many.put(from + index, { name: `artifact ${from + index}` })));
    }
  });
  after(() => many.remove());
  beforeEach(() => {
    many.opened.length = 0;
    tree = treeOf(many.root);
  });
  afterEach(() => tree.dispose());

  const numbers = (lines: readonly Line[]) => lines.flatMap(({ node }) => (node.kind === 'artifact' ? [Number(node.artifact.id)] : []));
  const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index);
  const more = (lines: readonly Line[], index = 0) => {
    const nodes = lines.flatMap(({ node }) => (node.kind === 'more' ? [node] : []));
    assert.ok(nodes[index]);
    return nodes[index];
  };

  it('shows the newest 500 first, and how many it shows next', async () => {
    const lines = await storeLines(tree);
    assert.deepEqual(numbers(lines), down(1200, 701));
    assert.equal(lines.at(-1)?.label, 'Show 500 older…');
  });

  it('reads no sidecar beyond the page', async () => {
    await storeLines(tree);
    const sidecars = new Set(many.opened.filter((name) => name.endsWith('.meta')));
    assert.deepEqual(sidecars, new Set(down(1200, 701).map((id) => `${id}.meta`)));
    assert.equal(many.opened.length, 500);
  });

  it('shows page after page to the oldest, and reads only what is new', async () => {
    many.opened.length = 0;
    const first = await tree.showOlder(more(await storeLines(tree)));
    assert.equal(first?.artifact.id, '700');
    const second = await storeLines(tree);
    assert.deepEqual(numbers(second), down(1200, 201));
    assert.equal(second.at(-1)?.label, 'Show 200 older…');
    await tree.showOlder(more(second));
    assert.deepEqual(numbers(await storeLines(tree)), down(1200, 1));
    assert.ok((await storeLines(tree)).every(({ node }) => node.kind === 'artifact'));
    assert.equal(many.opened.length, COUNT);
  });

  it('keeps the ids of what is shown, so that expansion and selection stay', async () => {
    const before = (await storeLines(tree)).slice(0, 500).map(({ id }) => id);
    await tree.showOlder(more(await storeLines(tree)));
    assert.deepEqual(
      (await storeLines(tree)).slice(0, 500).map(({ id }) => id),
      before,
    );
  });

  it('finds an old artifact without reading all before it', async () => {
    await storeLines(tree);
    many.opened.length = 0;
    const node = await tree.find(many.root, { kind: 'regular', id: '100' });
    assert.equal(node?.artifact.name, 'artifact 100');
    const lines = await storeLines(tree);
    assert.deepEqual(numbers(lines), [...down(1200, 701), ...down(120, 1)]);
    assert.ok(lines.some(({ id }) => id === node?.id));
    assert.equal(new Set(many.opened.filter((name) => Number.parseInt(name, 10) <= 700)).size, 121);
  });

  it('joins what is shown when the pages meet', async () => {
    await tree.find(many.root, { kind: 'regular', id: '600' });
    const apart = await storeLines(tree);
    assert.deepEqual(numbers(apart), [...down(1200, 701), ...down(620, 121)]);
    await tree.showOlder(more(apart));
    const joined = await storeLines(tree);
    assert.deepEqual(numbers(joined), down(1200, 121));
    assert.equal(joined.at(-1)?.label, 'Show 120 older…');
  });

  it('finds an artifact that is shown already where it is', async () => {
    const before = await storeLines(tree);
    many.opened.length = 0;
    const node = await tree.find(many.root, { kind: 'regular', id: '900' });
    assert.equal(node?.id, before.find(({ label }) => label === 'artifact 900')?.id);
    assert.deepEqual(many.opened, []);
  });

  it('pages through what a filter finds', async () => {
    tree.setFilter({ text: 'artifact', kinds: new Set() });
    assert.deepEqual(await tree.outcome(), { found: 500, hasMore: true, isStopped: false });
    const [store] = await tree.getChildren();
    assert.equal((await tree.getTreeItem(store as TreeNode)).description, '500+');
    await tree.showOlder(more(await storeLines(tree)));
    assert.deepEqual(numbers(await storeLines(tree)), down(1200, 201));
  });

  it('finds nothing where there is nothing', async () => {
    assert.equal(await tree.find(many.root, { kind: 'regular', id: '5000' }), undefined);
    assert.equal(await tree.find(many.root, { kind: 'regular', id: 'x' }), undefined);
  });
});
