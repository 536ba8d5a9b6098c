import assert from 'node:assert/strict';
import { previewTargets, requestFor } from '../../../src/host/preview/preview-target.ts';
import type { DataRoots, OpenRoot } from '../../../src/host/roots/open-root.ts';

const roots = ['a', 'b'].map((id) => ({ id }) as OpenRoot);
const dataRoots = { roots, ready: async () => undefined } as unknown as DataRoots;
const item = (root: number, id: string): object => ({ root: roots[root], reference: { kind: 'regular', id } });

describe('what a preview is asked to show', () => {
  it('all that is selected, when the command was called on one of them', async () => {
    const selected = [item(0, '8'), item(0, '1')];
    assert.deepEqual(
      (await previewTargets(selected[0], selected, dataRoots)).map(({ reference }) => reference.id),
      ['8', '1'],
    );
    assert.deepEqual(
      (await previewTargets(item(0, '3'), selected, dataRoots)).map(({ reference }) => reference.id),
      ['3'],
    );
    assert.deepEqual(
      (await previewTargets(selected[0], undefined, dataRoots)).map(({ reference }) => reference.id),
      ['8'],
    );
  });

  it('no folders and no roots among the selected', async () => {
    const selected = [item(0, '8'), { kind: 'folder', root: roots[0] }, { kind: 'root', root: roots[0] }];
    assert.equal((await previewTargets(selected[0], selected, dataRoots)).length, 1);
  });

  it('artifacts of one root only', async () => {
    const selected = [item(0, '8'), item(1, '1')];
    assert.equal(requestFor(await previewTargets(selected[0], selected, dataRoots)), undefined);
    const request = requestFor(await previewTargets(selected[1], [selected[1], item(1, '2')], dataRoots));
    assert.equal(request?.root, roots[1]);
    assert.deepEqual(
      request?.references.map(({ id }) => id),
      ['1', '2'],
    );
    assert.equal(requestFor([]), undefined);
  });
});
