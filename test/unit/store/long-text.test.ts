import assert from 'node:assert/strict';
import { temporaryStore } from '../../support/stores.ts';

describe('a text of many megabytes', () => {
  const text = 'The quick brown fox, “jumps” over 12345 lazy dogs;\n'.repeat(80_000);
  const size = Buffer.byteLength(text);

  /** The lengths of what is decoded, in bytes, while something is done. */
  async function decoded(work: () => Promise<void>): Promise<number[]> {
    const lengths: number[] = [];
    const { decode } = TextDecoder.prototype;
    TextDecoder.prototype.decode = function (this: TextDecoder, input, options) {
      lengths.push(input?.byteLength ?? 0);
      return decode.call(this, input, options);
    };
    try {
      await work();
    } finally {
      TextDecoder.prototype.decode = decode;
    }
    return lengths;
  }

  for (const [what, type] of [
    ['declared to be text', 'text/plain'],
    ['that nobody declared', undefined],
  ] as const) {
    it(`${what} is decoded once`, async () => {
      const { store } = await temporaryStore({
        'artifacts/1.bin': text,
        'artifacts/1.meta': { id: '1', extension: '.bin', ...(type && { type }) },
        'workspaces/': '',
      });
      const lengths = await decoded(async () => assert.equal((await store.getArtifact('1'))?.content, text));
      const sum = lengths.reduce((all, length) => all + length, 0);
      assert.ok(sum >= size && sum < size + 256 * 1024, `${sum} bytes of ${size}`);
    });
  }
});
