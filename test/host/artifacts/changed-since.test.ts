import assert from 'node:assert/strict';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { ArtifactTree } from '../../../src/host/artifacts/artifact-tree.ts';
import { pickTime, typedTime } from '../../../src/host/artifacts/changed-since.ts';
import { storeLines, temporaryRoot, treeOf, workspaceLines, type TemporaryRoot } from './tree-fixture.ts';

const at = (text: string) => typedTime(text) ?? assert.fail(text);

describe('artifacts changed since a time', () => {
  let root: TemporaryRoot;
  let tree: ArtifactTree;

  /** Sidecars of the fixture say 2026-01-02 03:04:05 UTC; the files say what is set here. */
  before(async () => {
    root = await temporaryRoot('empty');
    const written = { 1: '2026-03-01', 2: '2026-05-01', 3: '2025-12-01' };
    for (const [id, day] of Object.entries(written)) {
      await root.put(id, { name: `note ${id}` });
      await utimes(path.join(root.artifacts, `${id}.txt`), new Date(day), new Date(day));
    }
    await mkdir(path.join(root.workspaces, 'agent'));
    // Recorded in January, written again in May by something that keeps no record.
    const record = { mimeType: 'text/plain', createdAt: '2026-01-02T00:00:00.000Z', updatedAt: '2026-01-02T00:00:00.000Z' };
    const files = { 'new.txt': record, 'old.txt': record };
    await writeFile(path.join(root.workspaces, 'agent.meta.json'), JSON.stringify({ workspaceId: 'agent', files }));
    for (const [name, day] of [
      ['new.txt', '2026-05-01'],
      ['old.txt', '2026-01-02'],
    ] as const) {
      const file = path.join(root.workspaces, 'agent', name);
      await writeFile(file, name);
      await utimes(file, new Date(day), new Date(day));
    }
  });
  after(() => root.remove());
  beforeEach(() => {
    root.root.searched.clear();
    root.opened.length = 0;
    tree = treeOf(root.root);
  });
  afterEach(() => tree.dispose());

  const since = async (day: string, text = '') => {
    tree.setFilter({ text, kinds: new Set(), since: at(day) });
    const outcome = await tree.outcome();
    const ids = (await storeLines(tree)).map(({ node }) => (node.kind === 'artifact' ? node.artifact.id : node.kind));
    const files = [...(await workspaceLines(tree)).keys()].filter((file) => file.endsWith('.txt'));
    return { found: outcome?.found, ids, files };
  };

  it('are those whose sidecar, record or file says so', async () => {
    assert.deepEqual(await since('2025-12-31'), { found: 5, ids: ['3', '2', '1'], files: ['agent/new.txt', 'agent/old.txt'] });
    assert.deepEqual(await since('2026-02-01'), { found: 3, ids: ['2', '1'], files: ['agent/new.txt'] });
    assert.deepEqual(await since('2026-04-01 12:30'), { found: 2, ids: ['2'], files: ['agent/new.txt'] });
    assert.deepEqual(await since('2026-06-01'), { found: 0, ids: [], files: [] });
  });

  it('are looked for among what was remembered, whatever the time before, and read only when they may be among them', async () => {
    await since('2026-06-01');
    root.opened.length = 0;
    assert.deepEqual((await since('2026-04-01')).ids, ['2']);
    assert.deepEqual(
      root.opened.filter((name) => name.endsWith('.meta')),
      ['2.meta'],
    );
    assert.deepEqual((await since('2025-12-31')).ids, ['3', '2', '1'], 'no verdict of another time is kept');
  });

  it('are looked at when only their text is remembered', async () => {
    tree.setFilter({ text: 'nothing is called this', kinds: new Set() });
    await tree.outcome();
    assert.deepEqual((await since('2026-04-01', 'note')).ids, ['2']);
  });

  it('are looked at too when they were read to be sorted', async () => {
    tree.order = 'name';
    assert.equal((await storeLines(tree)).length, 3);
    assert.deepEqual((await since('2026-02-01')).ids, ['1', '2']);
    assert.deepEqual((await since('2025-12-31')).ids, ['1', '2', '3']);
  });

  it('are found together with words, and shown with all others when the filter is cleared', async () => {
    assert.deepEqual((await since('2026-02-01', 'note 1')).ids, ['1']);
    tree.setFilter(undefined);
    assert.equal((await storeLines(tree)).length, 3);
  });
});

describe('the question since when', () => {
  const { createQuickPick } = vscode.window;
  afterEach(() => void Object.assign(vscode.window, { createQuickPick }));

  /** Opens the question; what is typed narrows its items as VS Code does. */
  function asked(current?: number, now = at('2026-11-23 09:30')) {
    const pick = createQuickPick<vscode.QuickPickItem>();
    const type = new vscode.EventEmitter<string>();
    const accept = new vscode.EventEmitter<void>();
    const fake = new Proxy(pick, {
      get: (target, name) => {
        if (name === 'onDidChangeValue') return type.event;
        if (name === 'onDidAccept') return accept.event;
        const member: unknown = Reflect.get(target, name);
        return typeof member === 'function' ? (member as (...all: unknown[]) => unknown).bind(target) : member;
      },
      set: (target, name, value) => Reflect.set(target, name, value),
    });
    Object.assign(vscode.window, { createQuickPick: () => fake });
    const answer = pickTime(current, now);
    const choose = (label: string) => {
      pick.selectedItems = pick.items.filter((item) => item.label === label);
      accept.fire();
      return answer;
    };
    return { pick, type: (text: string) => type.fire(text), accept, choose };
  }

  it('offers the usual times, and any time only where there is one', async () => {
    const now = at('2026-11-23 09:30');
    const labels = ({ pick }: ReturnType<typeof asked>) => pick.items.map(({ label }) => label);
    const first = asked();
    assert.deepEqual(labels(first), ['Last Hour', 'Today', 'Last 24 Hours', 'Last 7 Days', 'From Now On']);
    assert.deepEqual(await first.choose('Today'), { since: at('2026-11-23') });
    assert.deepEqual(await asked().choose('Last Hour'), { since: at('2026-11-23 08:30') });
    assert.deepEqual(await asked().choose('From Now On'), { since: now });
    const second = asked(now);
    assert.equal(labels(second).at(-1), 'Any Time');
    assert.deepEqual(await second.choose('Any Time'), { since: undefined });
  });

  it('takes a typed day, or day and time, and leaves what means nothing to be corrected', async () => {
    const question = asked();
    question.type('2026-11-');
    assert.equal(question.pick.items.length, 5);
    question.accept.fire();
    question.type('2026-11-20 14:05');
    const [typed] = question.pick.items;
    assert.deepEqual([question.pick.items.length, typed?.alwaysShow], [6, true]);
    assert.deepEqual(await question.choose(typed?.label ?? ''), { since: new Date(2026, 10, 20, 14, 5).getTime() });
  });

  it('takes no text for a time that does not exist', () => {
    for (const text of [
      '',
      '2026',
      '2026-13-01',
      '2026-02-30',
      '2026-11-20 24:00',
      '2026-11-20 10:60',
      '0099-01-01',
      '2026-11-20T',
      '$(x)',
    ])
      assert.equal(typedTime(text), undefined, text);
    assert.equal(typedTime(' 2026-2-3 '), new Date(2026, 1, 3).getTime());
    assert.equal(typedTime('2026-02-03T04:05'), new Date(2026, 1, 3, 4, 5).getTime());
  });
});
