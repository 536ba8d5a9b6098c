import assert from 'node:assert/strict';
import { Thumbnails } from '../../../webview/gallery/thumbnails.ts';

interface Made {
  readonly key: string;
  readonly bytes: number;
}

/** What is made when a test says so. */
function scripted(limit = 1000) {
  const making = new Map<string, (made: Made | null) => void>();
  const dropped: string[] = [];
  const thumbnails = new Thumbnails<string, Made>({
    make: (key, signal) =>
      new Promise((resolve) => {
        making.set(key, resolve);
        signal.addEventListener('abort', () => resolve(null), { once: true });
      }),
    width: 2,
    limit,
    onMade: () => undefined,
    onDropped: ({ key }) => dropped.push(key),
  });
  const want = (...keys: string[]): void => thumbnails.want(new Map(keys.map((key) => [key, key])));
  const finish = async (key: string, bytes = 100): Promise<void> => {
    making.get(key)?.({ key, bytes });
    making.delete(key);
    await Promise.resolve();
    await Promise.resolve();
  };
  return { thumbnails, want, finish, begun: () => [...making.keys()], dropped };
}

describe('thumbnails', () => {
  it('are made a few at a time, the first wanted first, each once', async () => {
    const { want, finish, begun, thumbnails } = scripted();
    want('a', 'b', 'c');
    assert.deepEqual(begun(), ['a', 'b']);
    want('a', 'b', 'c');
    await finish('a');
    assert.deepEqual(begun(), ['b', 'c']);
    assert.equal(thumbnails.get('a')?.key, 'a');
    want('a');
    await finish('b');
    assert.deepEqual(begun(), ['c']);
  });

  it('that are no longer wanted are given up or never begun, and begin anew when they are wanted again', async () => {
    const { want, finish, begun, thumbnails } = scripted();
    want('a', 'b', 'c', 'd');
    want('d');
    await finish('');
    assert.deepEqual(begun(), ['a', 'b', 'd']);
    await finish('a');
    assert.equal(thumbnails.get('a'), undefined, 'it was given up');
    want('a');
    assert.ok(begun().includes('a'));
    await finish('a');
    assert.ok(thumbnails.get('a'));
  });

  it('are kept within the limit: what was wanted longest ago is let go, what is wanted never', async () => {
    const { want, finish, dropped, thumbnails } = scripted(250);
    for (const key of ['a', 'b']) {
      want(key);
      await finish(key);
    }
    want('a');
    want('c');
    await finish('c');
    assert.deepEqual(dropped, ['b']);
    want('a', 'c', 'd');
    await finish('d');
    assert.deepEqual(dropped, ['b'], 'all are wanted');
    assert.ok(thumbnails.get('a') && thumbnails.get('d'));
  });
});
