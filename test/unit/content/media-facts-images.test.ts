import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readMediaFacts } from '../../../src/core/content/read-media-facts.ts';
import { bytesOf, gif, heif, jpeg, png, simpleWebp, uint32, webp } from '../../support/media-bytes.ts';

const artifacts = path.join(import.meta.dirname, '../../fixtures/agent-society-root/data/runtime/artifacts');

describe('Facts of images', () => {
  it('are the sides and one frame of a still PNG', async () => {
    assert.deepEqual(await readMediaFacts(png(640, 400), { mimeType: 'image/png' }), {
      mimeType: 'image/png',
      detectedMimeType: 'image/png',
      size: png(640, 400).length,
      width: 640,
      height: 400,
      frames: 1,
      isTruncated: false,
    });
  });

  it('count the frames of an animated PNG, GIF and WebP', async () => {
    for (const [bytes, mimeType] of [
      [png(30, 20, { frames: 7 }), 'image/png'],
      [gif(30, 20, 7), 'image/gif'],
      [webp(30, 20, 7), 'image/webp'],
    ] as const) {
      const { width, height, frames, isTruncated } = await readMediaFacts(bytes, { mimeType });
      assert.deepEqual({ width, height, frames, isTruncated }, { width: 30, height: 20, frames: 7, isTruncated: false }, mimeType);
    }
  });

  it('do not take an animation announced behind the image data for one', async () => {
    const still = png(30, 20);
    const late = bytesOf(still.subarray(0, -12), uint32(8), 'acTL', uint32(9), uint32(0), 'CRC!', still.subarray(-12));
    assert.equal((await readMediaFacts(late, { mimeType: 'image/png' })).frames, 1);
  });

  it('are the sides of every form of WebP', async () => {
    for (const bytes of [webp(1000, 777), simpleWebp(1000, 777, 'VP8L'), simpleWebp(1000, 777, 'VP8 ')]) {
      const { width, height, frames } = await readMediaFacts(bytes, { mimeType: 'image/webp' });
      assert.deepEqual([width, height, frames], [1000, 777, 1]);
    }
  });

  it('change the sides of a JPEG that its Exif orientation turns, and only then', async () => {
    for (const orientation of [undefined, 1, 2, 3, 4, 5, 6, 7, 8]) {
      const { width, height } = await readMediaFacts(jpeg(1600, 1200, orientation), { mimeType: 'image/jpeg' });
      const turned = orientation !== undefined && orientation >= 5;
      assert.deepEqual([width, height], turned ? [1200, 1600] : [1600, 1200], `orientation ${orientation}`);
    }
  });

  it('are the largest of the sizes in an HEIF image, whose thumbnail and tiles have their own', async () => {
    const { width, height } = await readMediaFacts(
      heif([
        [512, 512],
        [4032, 3024],
        [320, 240],
      ]),
      { mimeType: 'image/heic' },
    );
    assert.deepEqual([width, height], [4032, 3024]);
  });

  it('say that an image without its end is cut short, and keep what its beginning told', async () => {
    for (const [bytes, mimeType] of [
      [png(64, 48), 'image/png'],
      [gif(64, 48, 2), 'image/gif'],
      [webp(64, 48), 'image/webp'],
      [jpeg(64, 48), 'image/jpeg'],
      [heif([[64, 48]]), 'image/heic'],
    ] as const) {
      const facts = await readMediaFacts(bytes.subarray(0, -3), { mimeType });
      assert.deepEqual([facts.width, facts.height, facts.isTruncated], [64, 48, true], mimeType);
    }
  });

  it('do not take bytes appended behind the end for a cut', async () => {
    for (const [bytes, mimeType] of [
      [png(64, 48), 'image/png'],
      [gif(64, 48, 2), 'image/gif'],
      [jpeg(64, 48), 'image/jpeg'],
      [webp(64, 48), 'image/webp'],
    ] as const) {
      assert.equal((await readMediaFacts(bytesOf(bytes, 'and something more'), { mimeType })).isTruncated, false, mimeType);
    }
  });

  it('read the header of a 100-megapixel PNG, of which only that is there', async () => {
    const { width, height, isTruncated } = await readMediaFacts(png(10_000, 10_000).subarray(0, 60), { mimeType: 'image/png' });
    assert.deepEqual([width, height, isTruncated], [10_000, 10_000, true]);
  });

  it('tell of a beginning what it says, and nothing of the end', async () => {
    const facts = await readMediaFacts(gif(64, 48, 5).subarray(0, 60), { mimeType: 'image/gif', size: 5000 });
    assert.deepEqual(facts, { mimeType: 'image/gif', detectedMimeType: 'image/gif', size: 5000, width: 64, height: 48 });
  });

  it('go by the bytes, whatever is declared', async () => {
    const facts = await readMediaFacts(png(64, 48), { mimeType: 'image/jpeg' });
    assert.deepEqual([facts.mimeType, facts.detectedMimeType, facts.width], ['image/jpeg', 'image/png', 64]);
  });

  it('say that the bytes have not the signature of the declared type, and of no other by two bytes or a word', async () => {
    for (const [begin, mimeType] of [
      ['\xff\xe2\0\0', 'image/png'],
      ['BM\0\0\0\0', 'image/png'],
      ['GIF89a is the newer one', 'image/gif'],
    ] as const)
      assert.deepEqual(await readMediaFacts(Buffer.from(begin, 'latin1'), { mimeType }), {
        mimeType,
        lacksSignature: true,
        size: begin.length,
      });
    assert.equal((await readMediaFacts(new Uint8Array(0), { mimeType: 'image/png' })).lacksSignature, undefined, 'empty is said as such');
    assert.equal((await readMediaFacts(Buffer.from('ab'), { mimeType: 'audio/l16' })).lacksSignature, undefined, 'it has none');
  });

  it('are known of the real images in other formats', async () => {
    for (const [file, mimeType, width, height] of [
      ['9.jpg', 'image/jpeg', 1600, 1200],
      ['12.bmp', 'image/bmp', 160, 100],
      ['13.ico', 'image/x-icon', 64, 64],
      ['14.tiff', 'image/tiff', 400, 300],
    ] as const) {
      const facts = await readMediaFacts(await readFile(path.join(artifacts, file)), { mimeType });
      assert.deepEqual([facts.width, facts.height], [width, height], file);
    }
  });

  it('are nothing but type and size where the header is broken or empty', async () => {
    for (const bytes of [
      new Uint8Array(0),
      bytesOf('\x89PNG\r\n\x1a\n'),
      bytesOf('GIF89a'),
      bytesOf(0xff, 0xd8, 0xff, 0xe1, 0xff, 0xff),
      bytesOf('RIFF'),
      bytesOf('no image at all'),
    ]) {
      for (const mimeType of ['image/png', 'image/gif', 'image/jpeg', 'image/webp', 'image/tiff', 'image/bmp', 'image/heic', 'image/jxl']) {
        const { width, height, frames } = await readMediaFacts(bytes, { mimeType });
        assert.deepEqual(
          [width, height, frames],
          [undefined, undefined, undefined],
          `${mimeType}: ${Buffer.from(bytes).toString('latin1')}`,
        );
      }
    }
  });
});
