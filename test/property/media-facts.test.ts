import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readMediaFacts } from '../../src/core/content/read-media-facts.ts';
import { gif, heif, jpeg, pdf, png, simpleWebp, wav, webp } from '../support/media-bytes.ts';
import { samples } from '../support/samples.ts';
import { runs } from '../support/effort.ts';

const originals = [
  png(640, 400),
  png(64, 48, { frames: 5 }),
  gif(64, 48, 5),
  webp(64, 48, 5),
  simpleWebp(64, 48, 'VP8L'),
  simpleWebp(64, 48, 'VP8 '),
  jpeg(64, 48, 6),
  heif([
    [64, 48],
    [8, 8],
  ]),
  pdf(12),
  pdf(12, { compressed: true }),
  pdf(12, { encrypted: true, updatedPages: 3 }),
  wav(1).slice(0, 900),
  ...Object.values(samples).map((sample) => sample.slice(0, 6000)),
];

/** Anything, real media with bytes changed, numbers made huge, a piece taken out or repeated. */
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 400 }),
  fc
    .tuple(
      fc.constantFrom(...originals),
      fc.array(fc.tuple(fc.nat(6000), fc.constantFrom(0, 1, 0x7f, 0x80, 0xfe, 0xff, 0x28, 0x3c)), { minLength: 1, maxLength: 8 }),
    )
    .map(([original, changes]) => {
      const changed = original.slice();
      for (const [at, value] of changes) changed[at % changed.length] = value;
      return changed;
    }),
  fc.tuple(fc.constantFrom(...originals), fc.nat(2000)).map(([original, at]) => {
    const changed = original.slice();
    changed.fill(0xff, at % changed.length, (at % changed.length) + 4);
    return changed;
  }),
  fc
    .tuple(fc.constantFrom(...originals), fc.nat(6000), fc.nat(6000))
    .map(([original, from, to]) =>
      Uint8Array.from([...original.subarray(0, from % original.length), ...original.subarray(to % original.length)]),
    ),
);
const types = fc.constantFrom(
  'image/png',
  'image/gif',
  'image/webp',
  'image/jpeg',
  'image/heic',
  'image/tiff',
  'image/bmp',
  'image/x-icon',
  'image/jxl',
  'image/jp2',
  'application/pdf',
  'application/zip',
  'audio/wav',
  'audio/mpeg',
  'audio/ogg',
  'audio/flac',
  'audio/mp4',
  'audio/aac',
  'audio/aiff',
  'video/mp4',
  'video/webm',
  'video/x-ms-asf',
  'text/plain',
  'x/y',
);

describe('facts of media, for any bytes', () => {
  it('never throw, and are whole numbers where they are numbers of things', async () => {
    await fc.assert(
      fc.asyncProperty(bytes, types, async (content, mimeType) => {
        const facts = await readMediaFacts(content, { mimeType });
        assert.equal(facts.size, content.length);
        for (const count of [facts.width, facts.height, facts.frames, facts.pages])
          assert(count === undefined || (Number.isSafeInteger(count) && count > 0), JSON.stringify(facts));
        assert.equal(facts.width === undefined, facts.height === undefined);
        assert(facts.duration === undefined || (Number.isFinite(facts.duration) && facts.duration > 0));
      }),
      { numRuns: runs(4000) },
    );
  });
});
