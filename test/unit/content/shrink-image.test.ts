import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { imageSize } from 'image-size';
import { type CodedImageType, decodeImage } from '../../../src/core/content/image-codecs.ts';
import {
  type ImageLimits,
  shrinkImageTask,
  type ShrinkInput,
  type ShrinkResult,
  sidesWithin,
} from '../../../src/core/content/shrink-image.ts';
import { base64Length } from '../../../src/core/io/base64.ts';
import { png, webp } from '../../support/media-bytes.ts';
import { picture, turned } from '../../support/pictures.ts';

const shrunk = async (
  type: CodedImageType,
  bytes: Uint8Array,
  limits: ImageLimits,
  options: Partial<ShrinkInput> = {},
): Promise<ShrinkResult> => {
  const work = await shrinkImageTask.load();
  return work({ type, base64: Buffer.from(Buffer.from(bytes).toString('base64')), limits, mayBecomeJpeg: true, ...options });
};

/** What was written, checked by a reader of headers that is not ours. */
function written(result: ShrinkResult): { readonly bytes: Uint8Array; readonly type: CodedImageType; readonly sides: [number, number] } {
  assert.ok(result.ok, JSON.stringify(result));
  const bytes = Buffer.from(result.base64, 'base64');
  const { width, height, type } = imageSize(bytes);
  assert.deepEqual(result.to, { type: type === 'jpg' ? 'image/jpeg' : `image/${type}`, width, height, size: bytes.length });
  return { bytes, type: result.to.type as CodedImageType, sides: [width, height] };
}

describe('An image is made smaller', () => {
  for (const [type, isLossless] of [
    ['image/png', true],
    ['image/jpeg', false],
    ['image/webp', false],
    ['image/webp', true],
  ] as const) {
    it(`${type}${isLossless ? ', lossless' : ''}: the format, the proportions and what it shows stay`, async () => {
      const result = await shrunk(type, await picture(type, 600, 400, { isLossless }), { side: 200 });
      const small = written(result);
      assert.equal(small.type, type);
      assert.deepEqual(small.sides, [200, 133]);
      assert.deepEqual(result.ok && { ...result.from, size: 0 }, { type, width: 600, height: 400, size: 0 });
      const { data } = await decodeImage(type, small.bytes);
      const pixel = (x: number, y: number): string => [...data.subarray((y * 200 + x) * 4, (y * 200 + x) * 4 + 4)].map(nearest).join();
      assert.deepEqual([pixel(30, 30), pixel(170, 30), pixel(30, 100)], ['255,0,0,255', '0,0,255,255', '0,0,255,255']);
      if (type === 'image/webp') assert.equal(Buffer.from(small.bytes).toString('latin1').includes('VP8L'), isLossless);
    });
  }

  it('keeps transparent pixels', async () => {
    for (const type of ['image/png', 'image/webp'] as const) {
      const small = written(await shrunk(type, await picture(type, 600, 400, { hasAlpha: true }), { side: 200 }));
      const { data } = await decodeImage(type, small.bytes);
      assert.equal(data[3], 0);
      assert.equal(data[199 * 4 + 3], 255);
    }
  });

  it('turns a JPEG as its Exif says, which is then gone', async () => {
    const small = written(await shrunk('image/jpeg', turned(await picture('image/jpeg', 600, 400), 6), { side: 300 }));
    assert.deepEqual(small.sides, [200, 300]);
    assert.ok(!Buffer.from(small.bytes).includes('Exif'));
    const { data } = await decodeImage('image/jpeg', small.bytes);
    // a quarter turn clockwise: the red quarter is at the upper right
    assert.deepEqual([...data.subarray(0, 3)].map(nearest), [0, 0, 255]);
    assert.deepEqual([...data.subarray(190 * 4, 190 * 4 + 3)].map(nearest), [255, 0, 0]);
  });

  it('keeps to a number of characters, by quality first and by pixels then', async () => {
    for (const type of ['image/jpeg', 'image/webp', 'image/png'] as const) {
      const large = await picture(type, 400, 300, { isNoise: true });
      for (const share of [0.8, 0.2]) {
        const base64 = Math.floor(base64Length(large.length) * share);
        const small = written(await shrunk(type, large, { base64 }, { mayBecomeJpeg: false }));
        assert.equal(small.type, type);
        assert.ok(base64Length(small.bytes.length) <= base64);
        assert.ok(base64Length(small.bytes.length) > base64 / 4, 'far smaller than it has to be');
      }
    }
  });

  it('a PNG becomes a JPEG only at the size that models see, without alpha, and where its type can change', async () => {
    const base64 = 40_000;
    const opaque = await picture('image/png', 400, 300, { isNoise: true });
    const transparent = await picture('image/png', 400, 300, { isNoise: true, hasAlpha: true });
    assert.deepEqual(written(await shrunk('image/png', opaque, { base64: 150_000 })).type, 'image/jpeg');
    assert.deepEqual(written(await shrunk('image/png', opaque, { base64 }, { mayBecomeJpeg: false })).type, 'image/png');
    assert.deepEqual(written(await shrunk('image/png', transparent, { base64 })).type, 'image/png');
    const large = written(await shrunk('image/png', await picture('image/png', 2000, 500, { isNoise: true }), { base64: 3_500_000 }));
    assert.equal(large.type, 'image/png');
    assert.ok(large.sides[0] >= 1568 && large.sides[0] < 2000);
  });

  it('leaves one alone that keeps to the limits, and makes it no smaller twice', async () => {
    const bytes = await picture('image/jpeg', 300, 200);
    const result = await shrunk('image/jpeg', bytes, { side: 300, base64: 1_000_000 });
    assert.deepEqual(Buffer.from(written(result).bytes), Buffer.from(bytes));
    const first = written(await shrunk('image/jpeg', bytes, { side: 99 })).bytes;
    assert.deepEqual(Buffer.from(written(await shrunk('image/jpeg', first, { side: 99 })).bytes), Buffer.from(first));
  });

  it('a screen becomes fewer bytes with its pixels, though it gets more colours', async () => {
    const diagram = readFileSync(path.resolve(import.meta.dirname, '../../fixtures/project/docs/diagram.png'));
    const { bytes, sides } = written(await shrunk('image/png', diagram, { side: 1500 }));
    assert.deepEqual(sides, [1500, 1000]);
    assert.ok(bytes.length < diagram.length, `${bytes.length} bytes of ${diagram.length}`);
  });

  it('of 50 megapixels becomes one of 17, whatever its sides may be', () => {
    assert.deepEqual(sidesWithin(8160, 6144), { width: 4720, height: 3554 });
    assert.deepEqual(sidesWithin(8160, 6144, 8000), { width: 4720, height: 3554 });
    assert.deepEqual(sidesWithin(8160, 6144, 2000), { width: 2000, height: 1506 });
    assert.deepEqual(sidesWithin(4000, 4000), { width: 4000, height: 4000 });
  });

  it('a line of one pixel keeps it', async () => {
    assert.deepEqual(written(await shrunk('image/png', await picture('image/png', 3000, 1), { side: 100 })).sides, [100, 1]);
  });

  it('reads base64 whose slashes are escaped, as JSON allows', async () => {
    const bytes = await picture('image/png', 300, 200, { isNoise: true });
    const base64 = Buffer.from(Buffer.from(bytes).toString('base64').replaceAll('/', '\\/'));
    assert.deepEqual(written(await shrunk('image/png', bytes, { side: 100 }, { base64 })).sides, [100, 67]);
  });
});

describe('An image is not made smaller', () => {
  const refusal = async (type: CodedImageType, bytes: Uint8Array, limits: ImageLimits = { side: 5 }): Promise<string> => {
    const result = await shrunk(type, bytes, limits);
    assert.ok(!result.ok, 'it was made smaller');
    return result.reason;
  };

  it('that moves', async () => {
    assert.equal(await refusal('image/png', png(10, 10, { frames: 3 })), 'animated');
    assert.equal(await refusal('image/webp', webp(10, 10, 2)), 'animated');
  });

  it('of more pixels than there is memory for, before any is decoded', async () => {
    assert.equal(await refusal('image/png', png(30_000, 30_000)), 'too_many_pixels');
  });

  it('whose bytes are broken, cut off or of another format', async () => {
    const whole = await picture('image/png', 100, 100, { isNoise: true });
    const wholeWebp = await picture('image/webp', 100, 100, { isNoise: true });
    assert.equal(await refusal('image/png', whole.subarray(0, 5000)), 'unreadable');
    assert.equal(await refusal('image/webp', wholeWebp.subarray(0, 500)), 'unreadable');
    assert.equal(await refusal('image/png', png(10, 10)), 'unreadable');
    assert.equal(await refusal('image/jpeg', whole), 'unreadable');
    assert.equal(await refusal('image/png', Buffer.from('<html>')), 'unreadable');
    assert.equal(await refusal('image/png', new Uint8Array()), 'unreadable');
    // the codec works on after one it could not read
    assert.deepEqual(written(await shrunk('image/png', whole, { side: 10 })).sides, [10, 10]);
  });

  it('that nothing makes small enough', async () => {
    assert.equal(await refusal('image/png', await picture('image/png', 50, 50), { base64: 10 }), 'stays_too_large');
  });
});

/** A channel that a lossy format changed a little. */
function nearest(channel: number): number {
  return channel < 40 ? 0 : channel > 215 ? 255 : channel;
}
