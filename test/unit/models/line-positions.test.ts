import assert from 'node:assert/strict';
import { LinePositions } from '../../../src/core/json/node.ts';

describe('lines and columns of a text that is not open', () => {
  it('are those an editor counts: any line end, no byte order mark, offsets kept inside', () => {
    const text = '\ufeffa\nbc\r\n\rd';
    const lines = new LinePositions(text);
    const at = (part: string): [number, number] => lines.at(text.indexOf(part));
    assert.deepEqual(
      [at('a'), at('b'), at('c'), at('d')],
      [
        [0, 0],
        [1, 0],
        [1, 1],
        [3, 0],
      ],
    );
    assert.deepEqual(
      [lines.at(0), lines.at(-5), lines.at(999)],
      [
        [0, 0],
        [0, 0],
        [3, 1],
      ],
    );
  });
});
