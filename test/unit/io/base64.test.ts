import assert from 'node:assert/strict';
import { base64Length, decodeBase64, encodeBase64, isBase64 } from '../../../src/core/io/base64.ts';
import { CodedError } from '../../../src/core/io/errors.ts';
import { mapConcurrently } from '../../../src/core/io/concurrency.ts';

describe('base64', () => {
  it('encodes and decodes the vectors of RFC 4648 §10', () => {
    for (const [plain, encoded] of [
      ['', ''],
      ['f', 'Zg=='],
      ['fo', 'Zm8='],
      ['foo', 'Zm9v'],
      ['foob', 'Zm9vYg=='],
      ['fooba', 'Zm9vYmE='],
      ['foobar', 'Zm9vYmFy'],
    ] as const) {
      const bytes = Uint8Array.from(Buffer.from(plain));
      assert.equal(encodeBase64(bytes), encoded);
      assert.deepEqual(Uint8Array.from(decodeBase64(encoded)), bytes);
      assert.equal(base64Length(bytes.length), encoded.length);
    }
  });

  it('encodes a part of a buffer, and only that', () => {
    assert.equal(encodeBase64(Uint8Array.from([1, 2, 3, 4, 5]).subarray(1, 4)), 'AgME');
  });

  it('refuses what is not standard base64', () => {
    for (const text of ['Zg', 'Zg=', 'Zg===', 'Z===', 'Zg==Zg==', 'Zm 9', 'Zm9-', 'Zm9v\n', '====', '名名名名']) {
      assert.equal(isBase64(text), false, text);
      assert.throws(
        () => decodeBase64(text),
        (error) => error instanceof CodedError && error.code === 'base64_invalid',
      );
    }
  });
});

describe('mapConcurrently', () => {
  it('keeps the order and never runs more than its width', async () => {
    let running = 0;
    let most = 0;
    const results = await mapConcurrently([...Array(50).keys()], 7, async (item) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      return item * 2;
    });
    assert.deepEqual(
      results,
      [...Array(50).keys()].map((item) => item * 2),
    );
    assert.equal(most, 7);
  });

  it('rejects with the first failure and begins nothing after it', async () => {
    const begun: number[] = [];
    await assert.rejects(
      mapConcurrently([0, 1, 2, 3], 1, async (item) => {
        begun.push(item);
        if (item === 1) throw new Error('stop');
      }),
      /stop/,
    );
    assert.deepEqual(begun, [0, 1]);
  });
});
