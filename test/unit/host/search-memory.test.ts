import assert from 'node:assert/strict';
import { SearchMemory } from '../../../src/host/roots/search-memory.ts';

describe('The memory of searches', () => {
  const kept = (memory: SearchMemory, ...ids: string[]): string[] => ids.filter((id) => memory.searched(id) !== undefined);

  it('forgets what was read first when it is full, and counts what is read again once', () => {
    const memory = new SearchMemory(30);
    for (const id of ['a', 'b', 'c']) memory.remember(id, { text: '123456789' });
    memory.remember('b', { text: '123456789' });
    assert.deepEqual(kept(memory, 'a', 'b', 'c'), ['a', 'b', 'c']);
    memory.remember('d', { text: '1' });
    assert.deepEqual(kept(memory, 'a', 'b', 'c', 'd'), ['b', 'c', 'd']);
    memory.remember('e', { text: 'longer than all that is kept at a time' });
    assert.deepEqual(kept(memory, 'b', 'c', 'd', 'e'), []);
  });

  it('has room again for what it forgot', () => {
    const memory = new SearchMemory(20);
    memory.remember('a', { text: '123456789' });
    memory.forget('a.meta');
    memory.remember('b', { text: '123456789' });
    memory.remember('c', { text: '123456789' });
    assert.deepEqual(kept(memory, 'a', 'b', 'c'), ['b', 'c']);
    memory.clear();
    memory.remember('d', { text: '123456789' });
    memory.remember('e', { text: '123456789' });
    assert.deepEqual(kept(memory, 'd', 'e'), ['d', 'e']);
  });
});
