import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { LastLook, type LookedAtView } from '../../../src/host/artifacts/last-look.ts';
import type { DataRoots, OpenRoot } from '../../../src/host/roots/open-root.ts';
import { rootsOf, storeLines, temporaryRoot, treeOf } from './tree-fixture.ts';

/** A view that a test shows and hides, and tells of its badges. */
class ScriptedView implements LookedAtView {
  visible = false;
  readonly #visibility = new vscode.EventEmitter<vscode.TreeViewVisibilityChangeEvent>();
  readonly onDidChangeVisibility = this.#visibility.event;
  readonly #badge = new vscode.EventEmitter<vscode.ViewBadge | undefined>();
  #shown: vscode.ViewBadge | undefined;

  get badge(): vscode.ViewBadge | undefined {
    return this.#shown;
  }

  set badge(badge: vscode.ViewBadge | undefined) {
    this.#shown = badge;
    this.#badge.fire(badge);
  }

  show(visible: boolean): void {
    this.visible = visible;
    this.#visibility.fire({ visible });
  }

  /** The badge has a number. */
  counts(value: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`the badge is ${this.#shown?.value ?? 'none'}, not ${value}`)), 45_000);
      const check = (): void => {
        if ((this.#shown?.value ?? 0) !== value) return;
        clearTimeout(timer);
        listener.dispose();
        resolve();
      };
      const listener = this.#badge.event(check);
      check();
    });
  }
}

describe('what is new since the last look', () => {
  let root: OpenRoot;
  let view: ScriptedView;
  let look: LastLook;
  let remembered: Map<string, unknown>;
  const sinces: number[] = [];
  const made: string[] = [];

  const memory = (): vscode.Memento =>
    ({
      get: (key: string) => remembered.get(key),
      update: async (key: string, value: unknown) => void remembered.set(key, value),
    }) as never;
  async function write(...files: readonly string[]): Promise<void> {
    for (const file of files) {
      made.push(file);
      await writeFile(file, 'x');
    }
  }
  const stored = (...names: readonly string[]): string[] => names.map((name) => path.join(root.layout.artifactsDir, name));

  before(async () => {
    // the folder that is open is watched already
    const { dataRoots } = (await vscode.extensions.getExtension('agent-artifacts.agent-artifacts')?.activate()) as { dataRoots: DataRoots };
    await dataRoots.ready();
    const [first] = dataRoots.roots;
    assert.ok(first);
    root = first;
  });
  beforeEach(() => {
    view = new ScriptedView();
    remembered = new Map();
    sinces.length = 0;
    look = new LastLook(view, { roots: rootsOf([root]), memory: memory(), onLook: (since) => sinces.push(since) });
    view.show(true);
    view.show(false);
  });
  afterEach(async () => {
    look.dispose();
    for (const file of made.splice(0)) await rm(file, { force: true });
  });

  it('is counted while the view is hidden, each artifact once, and no more when it is seen', async () => {
    await write(...stored('9701.txt', '9701.meta', '9702.txt', '9702.meta'));
    await view.counts(2);
    assert.equal(view.badge?.tooltip, '2 new artifacts');
    view.show(true);
    assert.equal(view.badge, undefined);
    view.show(false);
    await write(...stored('9703.txt'));
    await view.counts(1);
    assert.equal((view.badge as vscode.ViewBadge | undefined)?.tooltip, '1 new artifact', 'what was seen is not counted again');
  });

  it('what is gone again is not counted, nor are hidden files, changes, and what agents do in workspaces', async () => {
    await write(
      path.join(root.layout.workspacesDir, 'agent-coder-7f3a/src/meanwhile.js'),
      ...stored('.9704.png.part', '9704.txt', '9705.txt'),
    );
    await view.counts(2);
    await write(...stored('9704.txt'));
    await rm(stored('9705.txt')[0] ?? '');
    await view.counts(1);
  });

  it('is said of the rows until the look ends, by the time they were made', async () => {
    const place = await temporaryRoot('empty');
    await place.put(1, { name: 'old' });
    const tree = treeOf(place.root);
    const isNew = async (): Promise<boolean[]> => (await storeLines(tree)).map(({ description }) => description.startsWith('new · '));
    assert.deepEqual(await isNew(), [false]);
    tree.newSince = Date.parse('2026-01-02T00:00:00.000Z');
    assert.deepEqual(await isNew(), [true], 'it was made on that day');
    assert.match((await storeLines(tree))[0]?.spoken ?? '', /, new, /);
    tree.newSince = Date.parse('2026-01-03T00:00:00.000Z');
    assert.deepEqual(await isNew(), [false]);
    tree.dispose();
    await place.remove();
  });

  it('remembers the last look over a restart; at the first one nothing is new', () => {
    const [first = 0, hidden] = sinces;
    assert.ok(Math.abs(Date.now() - first) < 60_000);
    assert.equal(hidden, Number.POSITIVE_INFINITY);
    const left = remembered.get('agentArtifacts.lastLook');
    const later = new ScriptedView();
    later.visible = true;
    const next: number[] = [];
    new LastLook(later, { roots: rootsOf([root]), memory: memory(), onLook: (since) => next.push(since) }).dispose();
    assert.deepEqual(next, [left]);
  });
});
