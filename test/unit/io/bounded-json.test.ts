import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseBoundedJson } from '../../../src/core/io/bounded-json.ts';
import { runs } from '../../support/effort.ts';

const code = (text: string): string => {
  const parsed = parseBoundedJson(text);
  return parsed.ok ? 'ok' : parsed.error.code;
};

describe('JSON within limits', () => {
  it('is what JSON.parse gives', () => {
    fc.assert(
      fc.property(fc.json(), (text) => assert.deepEqual(parseBoundedJson(text), { ok: true, value: JSON.parse(text) as unknown })),
      { numRuns: runs(1000) },
    );
  });

  it('[E-5] is refused above 100 levels or 500,000 values, before it is parsed', () => {
    assert.deepEqual(
      [100, 101].map((depth) => code('['.repeat(depth) + ']'.repeat(depth))),
      ['ok', 'too_complex'],
    );
    assert.equal(code('['.repeat(8_000_000)), 'too_complex');
    assert.equal(code(`[${'0,'.repeat(499_998)}0]`), 'ok');
    assert.equal(code(`[${'0,'.repeat(500_000)}0]`), 'too_complex');
    assert.equal(code(`[${'{},'.repeat(300_000)}{}]`), 'too_complex');
  });

  it('counts no brackets or commas of strings, and takes what is no JSON for none', () => {
    assert.equal(code(JSON.stringify({ '[{': `${'['.repeat(1000)}\\"${','.repeat(600_000)}` })), 'ok');
    for (const text of ['', '{', '"', '"\\', '"\\"', 'nul', ']]]]', '[1,]']) assert.equal(code(text), 'metadata_not_json', text);
  });
});
