import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { MAX_SORTED } from '../../../src/core/io/limits.ts';
import { silentLogger } from '../../../src/core/io/logger.ts';
import type { ArtifactOrder } from '../../../src/host/screen/artifact-orders.ts';
import { ArtifactTree } from '../../../src/host/artifacts/artifact-tree.ts';
import type { MoreNode } from '../../../src/host/artifacts/nodes.ts';
import { sortInTurns } from '../../../src/host/artifacts/sorted-artifacts.ts';
import { answering } from '../preview/fake-panel.ts';
import { rootsOf, storeLines, temporaryRoot, treeOf, untilStopped, workspaceLines, type TemporaryRoot } from './tree-fixture.ts';

describe('the order of the tree', () => {
  let root: TemporaryRoot;
  let tree: ArtifactTree;

  beforeEach(async () => {
    root = await temporaryRoot('empty');
    await root.put(1, { name: 'page 2', content: 'x'.repeat(20) });
    await root.put(2, { name: 'Page 9', content: 'x'.repeat(300), extension: '.png', type: 'image/png' });
    await root.put(3, { name: 'page 10', content: '' });
    await root.put(4, { name: 'an end', content: 'x'.repeat(20), extension: '.mp3', type: 'audio/mpeg' });
    const workspace = path.join(root.workspaces, 'agent');
    await mkdir(path.join(workspace, 'z'), { recursive: true });
    for (const [name, size] of Object.entries({ 'a.txt': 1, 'b.png': 3, 'c.txt': 2 }))
      await writeFile(path.join(workspace, name), 'x'.repeat(size));
    tree = treeOf(root.root);
  });
  afterEach(async () => {
    tree.dispose();
    await root.remove();
  });

  const ids = async () => (await storeLines(tree)).map(({ node }) => (node.kind === 'artifact' ? node.artifact.id : node.kind));
  const inOrder = async (order: ArtifactOrder) => {
    tree.order = order;
    return ids();
  };
  const tooltip = async () => (await tree.getTreeItem((await tree.getChildren())[0] ?? assert.fail())).tooltip;

  it('is the newest first, by name as people sort, the largest first, or by kind', async () => {
    assert.deepEqual(await inOrder('newest'), ['4', '3', '2', '1']);
    assert.equal(await tooltip(), 'The artifacts of the store, newest first');
    assert.deepEqual(await inOrder('name'), ['4', '1', '2', '3']);
    assert.equal(await tooltip(), 'The artifacts of the store, by name');
    assert.deepEqual(await inOrder('size'), ['2', '4', '1', '3'], 'of two that are equal the newer stands first');
    assert.equal(await tooltip(), 'The artifacts of the store, largest first');
    assert.deepEqual(await inOrder('kind'), ['2', '4', '3', '1']);
    assert.equal(await tooltip(), 'The artifacts of the store, by kind');
  });

  it('is that of the files in a folder too, below the folders', async () => {
    const files = async (order: ArtifactOrder) => {
      tree.order = order;
      return [...(await workspaceLines(tree)).keys()].slice(1).map((file) => file.slice('agent/'.length));
    };
    assert.deepEqual(await files('newest'), ['z', 'a.txt', 'b.png', 'c.txt']);
    assert.deepEqual(await files('size'), ['z', 'b.png', 'c.txt', 'a.txt']);
    assert.deepEqual(await files('kind'), ['z', 'b.png', 'a.txt', 'c.txt']);
    tree.setFilter({ text: 'agent', kinds: new Set() });
    assert.deepEqual(await files('size'), ['b.png', 'c.txt', 'a.txt']);
  });

  it('holds for what a filter finds, and for what is found by its reference', async () => {
    tree.setFilter({ text: 'page', kinds: new Set() });
    assert.deepEqual(await inOrder('size'), ['2', '1', '3']);
    assert.equal((await tree.find(root.root, { kind: 'regular', id: '4' }))?.artifact.name, 'an end');
    assert.deepEqual(await ids(), ['2', '4', '1', '3']);
    assert.equal(tree.order, 'size');
  });

  it('reads an artifact again only when it has changed, whatever the order', async () => {
    const roots = rootsOf([root.root]);
    const watched = new ArtifactTree({ roots, logger: silentLogger, order: 'size' });
    const shown = async () => (await storeLines(watched)).map(({ node }) => (node.kind === 'artifact' ? node.artifact.id : node.kind));
    const read = () => root.opened.splice(0).filter((name) => name.endsWith('.meta'));
    assert.deepEqual(await shown(), ['2', '4', '1', '3']);
    assert.equal(read().length, 4);
    watched.order = 'name';
    assert.deepEqual(await shown(), ['4', '1', '2', '3']);
    assert.deepEqual(read(), []);
    await root.put(1, { name: 'a beginning' });
    for (const name of ['1.meta', '1.txt']) root.root.searched.forget(name);
    roots.artifactsChanged.fire(root.root);
    assert.deepEqual(await shown(), ['1', '4', '2', '3']);
    assert.deepEqual(read(), ['1.meta']);
    watched.dispose();
  });

  it('says where a person stopped the sorting, and sorts all when asked to', async () => {
    const refreshed = new vscode.EventEmitter<void>();
    const watched = new ArtifactTree({
      roots: Object.assign(rootsOf([root.root]), { onDidChange: refreshed.event }),
      logger: silentLogger,
    });
    const search = root.root.store.search.bind(root.root.store);
    root.root.store.search = async (matches, options) => {
      await untilStopped(options.signal);
      return { items: [], total: 4, next: '4' };
    };
    const stopping = (_: unknown, task: (progress: object, token: object) => unknown) =>
      task({ report: () => {} }, { onCancellationRequested: (press: () => void) => setImmediate(press) });
    watched.order = 'name';
    const lines = await answering('withProgress', stopping, () => storeLines(watched));
    assert.deepEqual(
      lines.map(({ label, icon }) => [label, icon]),
      [['Sorting was stopped: 0 artifacts are listed', 'info']],
    );
    root.root.store.search = search;
    refreshed.fire();
    assert.equal((await storeLines(watched)).length, 4);
    watched.dispose();
  });
});

describe('the order of many artifacts of the tree', () => {
  const COUNT = MAX_SORTED + 50;
  let root: TemporaryRoot;
  let tree: ArtifactTree;

  before(async () => {
    root = await temporaryRoot('empty');
    for (let from = 1; from <= COUNT; from += 500) {
      const numbers = Array.from({ length: Math.min(500, COUNT - from + 1) }, (_, at) => from + at);
      await Promise.all(numbers.map((number) => writeFile(path.join(root.artifacts, `${number}.txt`), '')));
    }
    tree = new ArtifactTree({ roots: rootsOf([root.root]), logger: silentLogger, order: 'name' });
  });
  after(async () => {
    tree.dispose();
    await root.remove();
  });

  const labels = async () => (await storeLines(tree)).map(({ label }) => label);

  it('is that of the newest, which it says, in pages', async () => {
    const lines = await labels();
    const [note, first] = lines;
    assert.equal(note, 'Only the newest 20,000 artifacts are sorted');
    assert.equal(first, '51.txt');
    assert.deepEqual([lines.length, lines.at(-2), lines.at(-1)], [502, '550.txt', 'Show 500 more…']);
    const more = (await storeLines(tree)).at(-1)?.node as MoreNode;
    assert.equal((await tree.showOlder(more))?.artifact.id, '551');
    assert.deepEqual([(await labels()).length, (await labels()).at(-2)], [1002, '1050.txt']);
  });

  it('has an older one too when somebody goes to it, and what is around one far below', async () => {
    assert.equal((await tree.find(root.root, { kind: 'regular', id: '7' }))?.artifact.name, '7.txt');
    assert.equal((await labels())[1], '7.txt');
    assert.equal((await tree.find(root.root, { kind: 'regular', id: '15000' }))?.artifact.name, '15000.txt');
    const lines = await labels();
    assert.deepEqual(lines.slice(lines.indexOf('15000.txt') - 20, lines.indexOf('15000.txt')).at(0), '14980.txt');
    assert.equal(await tree.find(root.root, { kind: 'regular', id: '99999' }), undefined);
  });
});

describe('sorting in turns', () => {
  it('lets others have their turn', async () => {
    const names = Array.from({ length: MAX_SORTED }, (_, at) => `report ${(at * 7919) % MAX_SORTED} of an agent.md`);
    const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
    let turns = 0;
    let isSorting = true;
    const others = (async () => {
      for (; isSorting; turns++) await new Promise((resolve) => setImmediate(resolve));
    })();
    const sorted = await sortInTurns(names, (name) => name, compare);
    isSorting = false;
    await others;
    assert.equal(sorted[19_999], 'report 19999 of an agent.md');
    assert.ok(turns > 2, `${turns} turns`);
  });

  it('sorts as an array does, and keeps what is equal in its order', async () => {
    for (const count of [0, 1, 999, 1000, 1001, 5432]) {
      const items = Array.from({ length: count }, (_, at) => ({ at, key: (at * 7919) % 101 }));
      const sorted = await sortInTurns(
        items,
        ({ key }) => key,
        (one, other) => one - other,
      );
      assert.deepEqual(
        sorted,
        [...items].sort((one, other) => one.key - other.key),
        String(count),
      );
    }
  });
});
