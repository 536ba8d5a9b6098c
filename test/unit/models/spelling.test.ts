import assert from 'node:assert/strict';
import { editDistance, suggestCapability } from '../../../src/core/models/spelling.ts';

describe('spelling of capabilities', () => {
  it('counts insertions, deletions, substitutions and swaps', () => {
    assert.deepEqual(
      [
        ['', 'abc'],
        ['vision', 'visoin'],
        ['vision', 'vison'],
        ['vision', 'visiom'],
        ['kitten', 'sitting'],
        ['abc', 'abc'],
      ].map(([a = '', b = '']) => editDistance(a, b)),
      [3, 1, 1, 1, 3, 0],
    );
  });

  it('leaves standard types and plainly different words alone', () => {
    for (const word of ['text', 'tool_result_media', 'thermal', 'robotics', 'smell', 'constructor', '__proto__', 'x'.repeat(1000)]) {
      assert.equal(suggestCapability(word), undefined, word);
    }
  });

  it('[E-21] takes a half of a standard type for it, and no less', () => {
    const cases = {
      visi: 'vision',
      vis: 'vision',
      Visio: 'vision',
      aud: 'audio',
      structured: 'structured_output',
      'Tool-Res': undefined,
      tool_result: 'tool_result_media',
      vi: undefined,
      struct: undefined,
      vista: undefined,
      v: undefined,
    };
    for (const [word, meant] of Object.entries(cases)) assert.equal(suggestCapability(word), meant, word);
  });
});
