import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { referenceFeedback } from '../../../src/host/references/reference-feedback.ts';
import { namedLike, referenceItems } from '../../../src/host/references/go-to-artifact.ts';
import { temporaryRoot, type TemporaryRoot } from '../../host/artifacts/tree-fixture.ts';

describe('going to an artifact by its reference', () => {
  let real: TemporaryRoot;
  let other: TemporaryRoot;

  before(async () => {
    real = await temporaryRoot('real');
    other = await temporaryRoot('empty');
    await other.put(24, { name: 'another 24' });
    await other.put(3, { name: '$(trash) name' });
  });
  after(async () => {
    await real.remove();
    await other.remove();
  });

  const lines = async (text: string, roots = [real.root]) =>
    referenceItems(await referenceFeedback(text, roots), roots.length > 1).map(({ label, description, detail, chosen }) => ({
      label,
      description: description?.replace(/ · [^·]*$/, ''),
      detail,
      id: chosen?.reference.id,
    }));

  it('[3-R2.2][3-R3.4][3-R4.2] shows the workspace file an id stands for', async () => {
    const expected = [
      {
        label: 'main.js',
        description: 'JavaScript · 28 B',
        detail: 'agent-coder-7f3a › src › main.js',
        id: 'ws:agent-coder-7f3a:c3JjL21haW4uanM',
      },
    ];
    assert.deepEqual(await lines('ws:agent-coder-7f3a:c3JjL21haW4uanM'), expected);
    assert.deepEqual(await lines(' artifact:ws:agent-coder-7f3a:c3JjL21haW4uanM= \n'), expected);
  });

  it('[3-R2.3][3-R6.1] shows the regular artifact a number stands for', async () => {
    const expected = [{ label: 'chart.png', description: '24 · PNG image · 9.1 KB', detail: undefined, id: '24' }];
    assert.deepEqual(await lines('24'), expected);
    assert.deepEqual(await lines('artifact:24'), expected);
  });

  it('[3-R3.3] says why a text is no reference', async () => {
    const reason = async (text: string) => (await lines(text)).map(({ label, detail, id }) => [label, detail, id]);
    assert.deepEqual(await reason('artifact:'), [['Not a reference', 'There is no ID after “artifact:”.', undefined]]);
    assert.deepEqual(await reason('ws:agent'), [
      ['Not a reference', 'The ID is incomplete: a workspace ID has the form ws:workspace:path, with the path in base64url.', undefined],
    ]);
    assert.deepEqual(await reason('ws:agent:!!'), [['Not a reference', 'The path in the ID is not valid base64url.', undefined]]);
    assert.deepEqual(await reason(`ws:agent:${Buffer.from('../x').toString('base64url')}`), [
      ['Not a reference', 'A part of the path is “..”, which may lead outside the workspace.', undefined],
    ]);
    assert.deepEqual(await reason('../../etc/passwd'), [
      ['Not a reference', 'The name contains characters not allowed in an ID, such as a slash or a colon.', undefined],
    ]);
  });

  it('[3-R4.4] says what a reference names that is not there', async () => {
    const shown = async (text: string) => (await lines(text)).map(({ label, detail, id }) => [label, detail, id]);
    assert.deepEqual(await shown('999'), [['No artifact 999', undefined, undefined]]);
    assert.deepEqual(await shown(`ws:agent-coder-7f3a:${Buffer.from('src/other.js').toString('base64url')}`), [
      ['No file src/other.js', 'in the workspace agent-coder-7f3a', undefined],
    ]);
  });

  it('shows nothing before something is typed', async () => {
    assert.deepEqual(await lines('  '), []);
  });

  it('shows each of several roots that has the number', async () => {
    const found = await lines('24', [real.root, other.root]);
    assert.deepEqual(
      found.map(({ label, detail }) => [label, detail]),
      [
        ['chart.png', real.root.name],
        ['another 24', other.root.name],
      ],
    );
  });

  it('shows `$(…)` in a name as text, not as an icon', async () => {
    assert.equal((await lines('3', [other.root]))[0]?.label, '$ (trash) name');
  });

  describe('by name', () => {
    let many: TemporaryRoot;

    before(async () => {
      many = await temporaryRoot('empty');
      await many.put(7, { name: 'main chart.txt' });
      for (const workspace of ['one', 'two']) {
        const folder = path.join(many.workspaces, workspace, 'src');
        await mkdir(folder, { recursive: true });
        for (let file = 0; file < 40; file++) await writeFile(path.join(folder, `part-${file}.txt`), 'x');
      }
      await writeFile(path.join(many.workspaces, 'two', 'src', 'Main.js'), 'x');
    });
    after(() => many.remove());

    const never = () => false;
    const named = async (text: string, search: Partial<Parameters<typeof namedLike>[2]> = {}, roots = [many.root]) =>
      (await namedLike(text, roots, { isOutdated: never, ...search })).map(({ label, detail }) => [label, detail]);

    it('finds those of the store, then files of workspaces, by all words of their paths in any case', async () => {
      assert.deepEqual(await named('main'), [
        ['main chart.txt', undefined],
        ['Main.js', 'two › src › Main.js'],
      ]);
      assert.deepEqual(await named('JS two main'), [['Main.js', 'two › src › Main.js']]);
      assert.deepEqual(await named('nothing of that name'), []);
    });

    it('lists twenty, and looks at no file that it does not list', async () => {
      many.opened.length = 0;
      await named('part-');
      const isOfStore = (name: string): boolean => name.endsWith('.meta');
      assert.deepEqual(
        many.opened.filter((name) => !isOfStore(name)),
        [],
        'the names in the store are read, and no content',
      );
      many.opened.length = 0;
      assert.equal((await named('part-')).length, 20);
      assert.deepEqual(many.opened, [], 'those only once');
    });

    it('tells what was found as it is found, never less than before', async () => {
      const told: number[] = [];
      await named('part-1', { onFound: (items) => told.push(items.length) });
      assert.ok(told.length > 1);
      assert.deepEqual(
        told,
        [...told].sort((a, b) => a - b),
      );
    });

    it('ends with the next key', async () => {
      let isOutdated = false;
      const told: number[] = [];
      await named('part-', {
        isOutdated: () => isOutdated,
        onFound: (items) => {
          told.push(items.length);
          isOutdated = items.length >= 3;
        },
      });
      assert.equal(Math.max(...told), 3, 'nothing is told any more');
    });

    it('looks through a bounded number of names, and says so', async () => {
      const items = await named('main', { mostNames: 10 });
      assert.deepEqual(items, [
        ['main chart.txt', undefined],
        [many.root.name, 'Only the first 10 files in the workspaces were searched.'],
      ]);
    });

    it('finds in every root that is open, and says in which', async () => {
      const items = await named('main.js', {}, [real.root, many.root]);
      assert.deepEqual(items.map(([label]) => label).sort(), ['Main.js', 'main.js']);
      for (const [label, detail] of items) assert.ok(detail?.includes(label === 'Main.js' ? many.root.name : real.root.name), detail);
    });
  });
});
