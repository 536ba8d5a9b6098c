import assert from 'node:assert/strict';
import { columnsIn, tileAfter } from '../../../webview/gallery/tile-layout.ts';

describe('the layout of a gallery', () => {
  it('has as many columns as there is room for, and at least one', () => {
    assert.deepEqual([0, 100, 279, 280, 1000].map(columnsIn), [1, 1, 1, 2, 7]);
  });

  const grid = { count: 11, columns: 4, rows: 2 };
  const after = (key: string, at: number) => tileAfter(key, at, grid);

  it('the arrows move by tile and by row, and stop at the borders', () => {
    assert.deepEqual([after('ArrowRight', 3), after('ArrowRight', 10), after('ArrowLeft', 4), after('ArrowLeft', 0)], [4, 10, 3, 0]);
    assert.deepEqual([after('ArrowDown', 2), after('ArrowUp', 6), after('ArrowUp', 2)], [6, 2, 2]);
  });

  it('down to a row that is shorter leads to its last tile, and from there no further', () => {
    assert.deepEqual([after('ArrowDown', 7), after('ArrowDown', 10), after('ArrowDown', 9)], [10, 10, 9]);
  });

  it('a page is as many rows as are seen; its column stays', () => {
    assert.deepEqual([after('PageDown', 1), after('PageDown', 6), after('PageUp', 9), after('PageUp', 5)], [9, 10, 1, 1]);
  });

  it('Home and End lead to the ends, every key to the first tile where the keyboard is on none, and others nowhere', () => {
    assert.deepEqual([after('Home', 7), after('End', 7), after('ArrowDown', -1), after('x', 3)], [0, 10, 0, undefined]);
    assert.equal(tileAfter('End', -1, { ...grid, count: 0 }), undefined);
  });
});
