import assert from 'node:assert/strict';
import { SLICE_LENGTH, jsonFile, jsonPieces, jsonText } from '../../../src/core/io/json-pieces.ts';

describe('JSON in pieces', () => {
  const base64 = 'QUJD'.repeat(SLICE_LENGTH);
  const fixture = {
    references: ['artifact:8'],
    service: null,
    message: { role: 'tool', content: [{ type: 'text', text: 'a "b"\n中' }, { url: `data:image/png;base64,${base64}` }] },
    body: { messages: [{ data: base64, left: undefined, none: [], nothing: {} }, base64] },
    verdicts: [],
  };

  it('is what JSON.stringify writes', async () => {
    const expected = JSON.stringify(fixture, null, 2);
    assert.ok((await jsonText(fixture)) === expected);
    assert.ok(new TextDecoder().decode(await jsonFile(fixture)) === `${expected}\n`);
  });

  it('is that too where a long text has escapes and surrogates on the border of two slices', async () => {
    for (const text of ['😀', '\ud83d', '\ude00', '"', '\\', '\n', '中', '\u2028']) {
      for (const before of [SLICE_LENGTH - 2, SLICE_LENGTH - 1, SLICE_LENGTH]) {
        const value = [`${'x'.repeat(before)}${text.repeat(3)}`, `${text.repeat(SLICE_LENGTH + 1)}`];
        assert.ok((await jsonText(value)) === JSON.stringify(value, null, 2), JSON.stringify(text));
      }
    }
  });

  it('no piece is long, and others get their turn after each', async () => {
    const pieces = [...jsonPieces(fixture)];
    assert.ok(pieces.every(({ length }) => length <= SLICE_LENGTH + 1000));
    let turns = 0;
    const giveWay = async (): Promise<void> => void turns++;
    await jsonText(fixture, giveWay);
    assert.equal(turns, pieces.length);
    await jsonFile(fixture, giveWay);
    assert.ok(turns >= 3 * pieces.length);
  });
});
