import assert from 'node:assert/strict';
import fc from 'fast-check';
import { cutLongTexts, rememberingMeasure } from '../../../src/host/preview/message-text.ts';
import { runs } from '../../support/effort.ts';

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

describe('a body whose long texts are cut', () => {
  it('begins as the whole, and tells by how much it is shorter', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 1, max: 40 }), (value, most) => {
        const { value: cut, saved } = cutLongTexts(value, most, rememberingMeasure());
        const [whole, shown] = [JSON.stringify(value, null, 2), JSON.stringify(cut, null, 2)];
        assert.equal(shown.length + saved.characters, whole.length);
        assert.equal(bytesOf(shown) + saved.bytes, bytesOf(whole));
        assert.equal(whole.slice(0, Math.max(0, most - 1)), shown.slice(0, Math.max(0, most - 1)));
      }),
      { numRuns: runs(1000) },
    );
  });

  it('leaves what is short as it is', () => {
    const body = { model: 'm', messages: [{ role: 'user', content: 'x'.repeat(100) }, null, 1, true] };
    assert.deepEqual(cutLongTexts(body, 100, rememberingMeasure()), { value: body, saved: { characters: 0, bytes: 0 } });
  });

  it('a text is as long as its JSON, with escapes, pairs and halves of surrogates', () => {
    const text = '"ä好😀\n\u0001\udc00\\'.repeat(20_000) + '\ud83d';
    const json = JSON.stringify(text);
    assert.deepEqual(rememberingMeasure()(text), { characters: json.length - 2, bytes: bytesOf(json) - 2 });
  });
});
