import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { silentLogger } from '../../../src/core/io/logger.ts';
import type { ArtifactMetadata } from '../../../src/core/store/artifact.ts';
import { ArtifactTree } from '../../../src/host/artifacts/artifact-tree.ts';
import type { DisplayKind } from '../../../src/host/screen/kinds.ts';
import type { MoreNode } from '../../../src/host/artifacts/nodes.ts';
import { SearchProgress } from '../../../src/host/artifacts/search-progress.ts';
import { answering } from '../preview/fake-panel.ts';
import {
  linesBelow,
  rootsOf,
  storeLines,
  temporaryRoot,
  treeOf,
  untilStopped,
  workspaceLines,
  type TemporaryRoot,
} from './tree-fixture.ts';

const artifactOf = (id: string): ArtifactMetadata => ({
  id,
  reference: { kind: 'regular', id },
  state: 'present',
  name: id,
  filename: id,
  modifiedBy: [],
  meta: {},
  isEnvelope: false,
});

describe('the filter of the tree', () => {
  let real: TemporaryRoot;
  let tree: ArtifactTree;

  before(async () => {
    real = await temporaryRoot('real');
    await symlink('.', path.join(real.workspaces, 'agent-coder-7f3a/loop'));
    await mkdir(path.join(real.workspaces, 'agent-coder-7f3a/docs/deep/deeper'), { recursive: true });
    await writeFile(path.join(real.workspaces, 'agent-coder-7f3a/docs/deep/deeper/chart.svg'), '<svg/>');
  });
  after(() => real.remove());
  beforeEach(() => (tree = treeOf(real.root)));
  afterEach(() => tree.dispose());

  const filter = async (text: string, ...kinds: DisplayKind[]) => {
    tree.setFilter({ text, kinds: new Set(kinds) });
    return tree.outcome();
  };
  /** The button is pressed as soon as it is there. */
  const stopping = (_: unknown, task: (progress: object, token: object) => unknown) =>
    task({ report: () => {} }, { onCancellationRequested: (press: () => void) => setImmediate(press) });
  const names = async () => (await storeLines(tree)).map(({ node }) => (node.kind === 'artifact' ? node.artifact.id : node.kind));
  const files = async () => [...(await workspaceLines(tree))].filter(([, { node }]) => node.kind === 'artifact').map(([file]) => file);

  it('shows the artifacts whose name fits, and the folders that lead to such files', async () => {
    assert.deepEqual(await filter('CHART'), { found: 4, hasMore: false, isStopped: false });
    assert.deepEqual(await names(), ['24', '11', '8']);
    assert.deepEqual(
      [...(await workspaceLines(tree)).keys()],
      [
        'agent-coder-7f3a',
        'agent-coder-7f3a/docs',
        'agent-coder-7f3a/docs/deep',
        'agent-coder-7f3a/docs/deep/deeper',
        'agent-coder-7f3a/docs/deep/deeper/chart.svg',
      ],
    );
    assert.deepEqual(
      (await linesBelow(tree)).map(({ description }) => description),
      ['3 · 20.9 KB', '1'],
    );
  });

  it('tells nothing of a search that another one followed before it was through', async () => {
    const told: (number | undefined)[] = [];
    const listener = tree.onDidChangeOutcome((outcome) => told.push(outcome?.found));
    const first = filter('chart');
    const second = filter('nothing is called this');
    await Promise.all([first, second]);
    await new Promise((resolve) => setImmediate(resolve));
    listener.dispose();
    assert.deepEqual(told, [undefined, undefined, 0]);
  });

  it('wants all words, and finds them in path, type and agent too', async () => {
    await filter('agent-coder screen');
    assert.deepEqual([await names(), await files()], [[], ['agent-coder-7f3a/shots/screen.png']]);
    await filter('text/html');
    assert.deepEqual([await names(), await files()], [['4'], []]);
    await filter('agent-artist');
    assert.ok((await names()).includes('31'));
  });

  it('shows only the kinds wanted', async () => {
    await filter('', 'video', 'audio');
    assert.deepEqual([await names(), await files()], [['33', '23', '22', '21', '20', '19', '18'], []]);
    await filter('', 'image');
    assert.ok((await names()).includes('28'), 'an SVG is an image to a person');
    assert.deepEqual(await files(), ['agent-coder-7f3a/docs/deep/deeper/chart.svg', 'agent-coder-7f3a/shots/screen.png']);
    await filter('report', 'document');
    assert.deepEqual([await names(), await files()], [['15'], ['agent-writer-91bc/report.pdf']]);
  });

  it('says when nothing fits, and when everything is shown again', async () => {
    assert.equal((await filter('nothing is called this'))?.found, 0);
    assert.deepEqual(
      (await linesBelow(tree)).map(({ label, description }) => [label, description]),
      [
        ['Store', '0'],
        ['Workspaces', '0'],
      ],
    );
    tree.setFilter(undefined);
    assert.equal(await tree.outcome(), undefined);
    assert.equal((await names()).length, 33);
  });

  it('counts a filter of nothing as none', async () => {
    assert.equal(await filter('  '), undefined);
    assert.equal(tree.filter, undefined);
  });

  it('tells when a filter begins and when it is through', async () => {
    const told: unknown[] = [];
    const done = new Promise<void>((resolve) => {
      tree.onDidChangeOutcome((outcome) => {
        told.push(outcome?.found);
        if (outcome) resolve();
      });
    });
    tree.setFilter({ text: 'voice', kinds: new Set() });
    await done;
    assert.deepEqual(told, [undefined, 4]);
  });

  it('stops the search of a filter that is replaced', async () => {
    const search = new SearchProgress('test');
    let stopped = false;
    const running = search.run(async ({ signal }) => {
      while (!signal.aborted) await new Promise((resolve) => setImmediate(resolve));
      stopped = true;
    });
    assert.equal(stopped, false);
    search.dispose();
    await running;
    assert.equal(stopped, true);
  });

  it('leaves what a person stopped as it is while agents write, and searches on when asked for more or to refresh', async () => {
    const { root, remove } = await temporaryRoot('empty');
    const refreshed = new vscode.EventEmitter<void>();
    const roots = Object.assign(rootsOf([root]), { onDidChange: refreshed.event });
    const watched = new ArtifactTree({ roots, logger: silentLogger });
    let searches = 0;
    let isLong = true;
    root.store.search = async (_, { signal }) => {
      searches++;
      if (isLong) await untilStopped(signal);
      return { items: [], total: 2, ...(isLong && { next: '2' }) };
    };
    for (const goOn of [async () => refreshed.fire(), async () => watched.showOlder((await storeLines(watched))[0]?.node as MoreNode)]) {
      [searches, isLong] = [0, true];
      watched.setFilter({ text: 'chart', kinds: new Set() });
      const outcome = await answering('withProgress', stopping, async () => {
        roots.artifactsChanged.fire(root);
        return watched.outcome();
      });
      assert.deepEqual(outcome, { found: 0, hasMore: true, isStopped: true });
      const before = searches;
      roots.artifactsChanged.fire(root);
      assert.deepEqual(await watched.outcome(), outcome);
      assert.equal(searches, before);
      isLong = false;
      await goOn();
      assert.deepEqual(await watched.outcome(), { found: 0, hasMore: false, isStopped: false });
      assert.ok(searches > before);
    }
    watched.dispose();
    await remove();
  });

  it('tells what is found with one page more, and that a person stopped it', async () => {
    const { root, remove } = await temporaryRoot('empty');
    const roots = rootsOf([root]);
    const paged = new ArtifactTree({ roots, logger: silentLogger });
    const page = (id: string) => ({ items: [artifactOf(id)], total: 9, next: id });
    let searches = 0;
    let isLong = false;
    root.store.verify = async (items) => [...items];
    root.store.search = async (_, { after = '9', signal }) => {
      searches++;
      if (isLong) await untilStopped(signal);
      return page(String(Number(after) - 1));
    };
    /** What the view says last of what a step leads to. */
    const saidAfter = async (step: () => Promise<unknown>) => {
      const said = new Promise((resolve) => paged.onDidChangeOutcome((outcome) => outcome && resolve(outcome)));
      await step();
      return said;
    };
    const showOlder = async () => paged.showOlder((await storeLines(paged)).at(-1)?.node as MoreNode);
    assert.deepEqual(await saidAfter(async () => paged.setFilter({ text: 'a', kinds: new Set() })), {
      found: 1,
      hasMore: true,
      isStopped: false,
    });
    assert.deepEqual(await saidAfter(showOlder), { found: 2, hasMore: true, isStopped: false });
    isLong = true;
    assert.deepEqual(await answering('withProgress', stopping, () => saidAfter(showOlder)), { found: 3, hasMore: true, isStopped: true });
    roots.artifactsChanged.fire(root);
    assert.deepEqual([searches, (await paged.outcome())?.found], [3, 3]);
    paged.dispose();
    await remove();
  });

  it('gives a filtered node another id, so that its folders open', async () => {
    const before = (await linesBelow(tree)).map(({ id }) => id);
    await filter('chart');
    const after = (await linesBelow(tree)).map(({ id }) => id);
    assert.ok(after.every((id) => !before.includes(id)));
  });

  it('takes the filter away to find what it hides', async () => {
    await filter('voice');
    const node = await tree.find(real.root, { kind: 'regular', id: '1' });
    assert.equal(node?.artifact.name, '需求说明');
    assert.equal(tree.filter, undefined);
    assert.ok((await storeLines(tree)).some(({ id }) => id === node?.id));
  });
});
