import assert from 'node:assert/strict';
import { DrawingPace } from '../../../src/host/services/matrix/matrix-feed.ts';

describe('When the capability matrix is drawn anew', () => {
  it('a single change, such as an undo, is drawn at once however large the file is; in a burst only its end is', () => {
    const pace = new DrawingPace();
    pace.cost = 400;
    assert.deepEqual(
      [1000, 3000, 3100, 3200, 3400].map((now) => pace.waitAfter(now) > 0),
      [false, false, true, true, false],
    );
  });

  it('a file that is drawn quickly is drawn after every change', () => {
    const pace = new DrawingPace();
    pace.cost = 5;
    assert.deepEqual(
      [1000, 1010, 1020].map((now) => pace.waitAfter(now)),
      [0, 0, 0],
    );
  });
});
