import assert from 'node:assert/strict';
import { WIRE_APIS } from '../../../src/core/wire/verdict.ts';
import { bodySize, shortenBody } from '../../../src/core/wire/shortened-body.ts';
import { valueAt } from '../../../src/core/wire/ledger.ts';
import { toWire } from '../../../src/core/wire/to-wire.ts';
import { answered, PARTS, text } from '../../support/wire.ts';

const describeLength = (characters: number): string => `(${characters} "characters")`;

describe('A request for people', () => {
  for (const api of WIRE_APIS) {
    it(`shows the beginning of base64 and its length, and nothing else in another way: ${api}`, () => {
      const result = toWire(answered(text('all:'), ...Object.values(PARTS)), api);
      const before = JSON.stringify(result.body);
      const { value, saved } = shortenBody(result, describeLength);
      const json = JSON.stringify(value);
      assert.equal(json.length, before.length - saved);
      assert.equal(JSON.stringify(result.body), before, 'the body itself stays whole');
      assert.ok(result.media.length > 0);
      for (const { pointer, start, length } of result.media) {
        const whole = valueAt(result.body, pointer) as string;
        assert.equal(valueAt(value, pointer), `${whole.slice(0, start + 40)}… (${length} "characters")`);
      }
      assert.equal(json.split('… (').length - 1, result.media.length);
    });
  }

  it('has its size in bytes without its base64 being looked at', () => {
    const data = 'A'.repeat(12_000_000);
    const result = toWire(
      answered({ type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } }, text('ü'), PARTS.pdf),
      'anthropic',
    );
    assert.equal(bodySize(result), Buffer.byteLength(JSON.stringify(result.body)));
  });
});
