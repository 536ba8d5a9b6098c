import assert from 'node:assert/strict';
import { CalmRefresh } from '../../../src/host/screen/calm-refresh.ts';

describe('the calm refresh of a tree', () => {
  const told: (string[] | undefined)[] = [];
  let resolveTold: () => void;
  let next: Promise<void>;
  let refresh: CalmRefresh<string>;
  const expectNext = () => {
    next = new Promise((resolve) => {
      resolveTold = resolve;
    });
  };

  beforeEach(() => {
    told.length = 0;
    expectNext();
    refresh = new CalmRefresh((nodes) => {
      told.push(nodes);
      resolveTold();
    });
  });
  afterEach(() => refresh.dispose());

  it('tells of several changes at once, each node once', async () => {
    refresh.add(['a', 'b']);
    refresh.add(['b', 'c']);
    await next;
    assert.deepEqual(told, [['a', 'b', 'c']]);
  });

  it('tells nothing while the view is being answered', async () => {
    const order: string[] = [];
    let finish = (): void => {};
    const answering = refresh.answering(
      () =>
        new Promise<void>((resolve) => {
          finish = resolve;
        }),
    );
    refresh.add(['a']);
    const toldLater = next.then(() => order.push('told'));
    const { now } = Date;
    const begin = now();
    // However long the machine takes: the moment in which it is told at the latest does not come before the answer.
    Date.now = () => begin;
    setTimeout(() => {
      Date.now = now;
      order.push('answered');
      finish();
    }, 120);
    try {
      await Promise.all([answering, toldLater]);
    } finally {
      Date.now = now;
    }
    assert.deepEqual(order, ['answered', 'told']);
  });

  it('tells of changes that do not stop', async () => {
    const steady = setInterval(() => refresh.add(['a']), 5);
    try {
      await next;
      assert.deepEqual(told[0], ['a']);
    } finally {
      clearInterval(steady);
    }
  });

  it('tells of the whole tree once, whatever else changed', async () => {
    refresh.add(['a']);
    refresh.addAll();
    refresh.add(['b']);
    await next;
    expectNext();
    refresh.add(['c']);
    await next;
    assert.deepEqual(told, [undefined, ['c']]);
  });

  it('tells nothing more of what was cleared', async () => {
    refresh.add(['a']);
    refresh.clear();
    refresh.add(['b']);
    await next;
    assert.deepEqual(told, [['b']]);
  });
});
