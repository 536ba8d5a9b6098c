import assert from 'node:assert/strict';
import { factsOf, NO_FACTS } from '../../../src/core/routing/held-content.ts';

describe('The facts of an artifact', () => {
  it('have the file name before the name that people gave it, for display and for detection', () => {
    const names = (meta: unknown) => {
      const { filename, declaredName } = factsOf({ id: '7', meta });
      return [filename, declaredName];
    };
    assert.deepEqual(names({ filename: 'chart.png', name: 'The chart' }), ['chart.png', 'chart.png']);
    assert.deepEqual(names({ name: 'The chart', filename: 'chart.png' }), ['chart.png', 'chart.png']);
    assert.deepEqual(names({ name: 'The chart' }), ['The chart', 'The chart']);
    for (const none of ['', null, 7, ['x.png']])
      assert.deepEqual(names({ filename: none, name: 'The chart' }), ['The chart', 'The chart'], JSON.stringify(none));
    assert.deepEqual(names({}), ['7', undefined]);
    assert.deepEqual(names(null), ['7', undefined]);
  });

  it('show a name without what forges a line, and detect by the one that is stored', () => {
    const { filename, declaredName } = factsOf({ id: '7', meta: { filename: 'a\n\u202eb.png' } });
    assert.equal(/[\n\u202e]/.test(filename), false);
    assert.equal(declaredName, 'a\n\u202eb.png');
    assert.equal(factsOf({ id: '7', meta: { filename: '\u200b', name: 'The chart' } }).filename, 'The chart');
  });

  it('have the media type before the type, and neither where it is none', () => {
    assert.equal(factsOf({ mimeType: 'IMAGE/JPG', type: 'text/plain' }).mimeType, 'image/jpeg');
    assert.equal(factsOf({ mimeType: 'picture', type: 'text/plain' }).mimeType, 'text/plain');
    assert.equal(factsOf({ mimeType: 'picture', type: 'chart' }).mimeType, undefined);
    assert.equal(factsOf({ type: 'chart' }).type, 'chart');
  });

  it('are none of what is no artifact, or does not let itself be read', () => {
    const closed = {
      get id(): string {
        throw new Error('closed');
      },
    };
    for (const value of [null, undefined, 7, 'x', [], closed]) assert.deepEqual(factsOf(value), NO_FACTS);
    for (const size of [-1, 1.5, '7', Number.NaN]) assert.equal(factsOf({ id: '7', size }).size, undefined);
    assert.equal(factsOf({ id: '7', size: 0 }).size, 0);
  });
});
