import assert from 'node:assert/strict';
import { loadOnce } from '../../../src/core/io/concurrency.ts';

describe('What is loaded once', () => {
  it('is loaded when it is first asked for, and the same for all who ask', async () => {
    let count = 0;
    const get = loadOnce(async () => (count += 1));
    assert.deepEqual([get.started(), count], [undefined, 0]);
    assert.deepEqual(await Promise.all([get(), get()]), [1, 1]);
    assert.deepEqual([await get(), await get.started()], [1, 1]);
  });

  it('is tried again after it could not be loaded', async () => {
    const answers = [Promise.reject(new Error('not now')), Promise.resolve('there')];
    const get = loadOnce(() => answers.shift() ?? Promise.reject(new Error('too often')));
    await assert.rejects(get(), /not now/);
    assert.equal(get.started(), undefined);
    assert.deepEqual([await get(), await get()], ['there', 'there']);
  });
});
