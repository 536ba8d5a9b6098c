import assert from 'node:assert/strict';
import { referenceFeedback } from '../../../src/host/references/reference-feedback.ts';
import { referenceItems } from '../../../src/host/references/go-to-artifact.ts';
import { temporaryRoot, type TemporaryRoot } from '../artifacts/tree-fixture.ts';

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
      ['Not a reference', 'The path points outside the workspace.', undefined],
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
});
