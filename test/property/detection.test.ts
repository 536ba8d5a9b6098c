import assert from 'node:assert/strict';
import fc from 'fast-check';
import { BinaryDetector } from '../../src/core/content/binary-detector.ts';
import { decodeText } from '../../src/core/content/text-encoding.ts';
import { isKnownBinary } from '../../src/core/content/binary-types.ts';
import { mediaKind, normaliseMediaType } from '../../src/core/content/media-type.ts';
import { openings } from '../support/file-openings.ts';
import { samples } from '../support/samples.ts';
import { runs } from '../support/effort.ts';

const detector = new BinaryDetector();
const option = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('image/png', 'text/plain', 'application/zip', 'x.docx', '.svg', '__proto__'),
  fc.constant(null),
  fc.constant(undefined),
);
const options = fc.record(
  { mimeType: option, filename: option, extension: option, isHead: fc.boolean(), tail: fc.uint8Array() },
  { requiredKeys: [] },
);
/** Signatures with whatever behind them, and real files with a few bytes changed. */
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 400 }),
  fc
    .tuple(fc.constantFrom(...Object.values(samples)), fc.nat(64), fc.uint8Array({ maxLength: 200 }))
    .map(([sample, keep, rest]) => Uint8Array.from([...sample.subarray(0, keep), ...rest])),
  fc
    .tuple(fc.constantFrom(...Object.values(samples)), fc.array(fc.tuple(fc.nat(600), fc.nat(255)), { maxLength: 12 }))
    .map(([sample, changes]) => {
      const changed = sample.slice(0, 4000);
      for (const [at, value] of changes) if (at < changed.length) changed[at] = value;
      return changed;
    }),
);

describe('detection, for any input', () => {
  it('[1-R1.1][1-R1.2] never throws, and what it calls text can be read as text', async () => {
    await fc.assert(
      fc.asyncProperty(bytes, options, async (content, known) => {
        const found = await detector.detectBinary(content, known);
        assert.equal(found.isBinary, found.kind !== 'text');
        assert(found.confidence > 0 && found.confidence < 1);
        assert.match(found.mimeType, /^[^\s/]+\/[^\s/]+$/);
        if (!found.isBinary) assert(decodeText(content, { isHead: known.isHead ?? false }));
        const { type } = await detector.detectBinaryType(content, known);
        assert(['image', 'audio', 'video', 'document', 'other'].includes(type));
      }),
      { numRuns: runs(3000) },
    );
  });

  const opening = fc.constantFrom(...Object.values(openings));
  const anyOpening = fc.oneof(
    opening,
    fc.tuple(opening, fc.nat(600)).map(([content, length]) => content.subarray(0, length)),
    fc.tuple(opening, fc.array(fc.tuple(fc.nat(1600), fc.nat(255)), { minLength: 1, maxLength: 6 })).map(([content, changes]) => {
      const changed = content.slice(0, 4000);
      for (const [at, value] of changes) if (at < changed.length) changed[at] = value;
      return changed;
    }),
    bytes,
  );
  const mimeTypes = fc.constantFrom(
    'image/png',
    'image/bmp',
    'audio/mpeg',
    'video/mp4',
    'application/pdf',
    'application/msword',
    'application/zip',
    'font/ttf',
    'text/plain',
    'message/rfc822',
    'application/x-notes',
    'unknown/type',
    'application/postscript',
    'model/stl',
  );

  it('[E-9] takes another type than a declared one only with a report, and says of no text that it is none', async () => {
    await fc.assert(
      fc.asyncProperty(anyOpening, mimeTypes, async (content, mimeType) => {
        const found = await detector.detectBinary(content, { mimeType });
        assert.equal(found.kind, mediaKind(found.mimeType));
        assert.equal(found.declaredMimeType, normaliseMediaType(mimeType));
        const decides = isKnownBinary(mimeType) || mediaKind(mimeType) === 'text';
        if (decides) assert.equal(found.isContradiction, found.mimeType !== mimeType);
        else assert.deepEqual([found.isContradiction, found.isMislabelled, found.lacksSignature], [false, false, false]);
        if (found.isContradiction && found.source !== 'default') assert(found.isMislabelled);
        if (found.isMislabelled) assert.notEqual(found.detectedMimeType, mimeType);
        if (isKnownBinary(mimeType) && found.detectedMimeType === undefined)
          assert.deepEqual([found.mimeType, found.lacksSignature], [mimeType, true]);
      }),
      { numRuns: runs(3000) },
    );
  });

  it('[E-7] what is text without a type is text under any that does not tell', async () => {
    const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(
        words,
        fc.constantFrom('application/x-notes', 'unknown/type', 'application/postscript', 'model/stl', 'application/vnd.lotus-organizer'),
        async (text, mimeType) => {
          const content = new TextEncoder().encode(text);
          const [plain, named] = [await detector.detectBinary(content), await detector.detectBinary(content, { mimeType })];
          assert.deepEqual([named.kind, named.encoding], [plain.kind, plain.encoding]);
        },
      ),
      { numRuns: runs(2000) },
    );
  });

  it('[1-R1.1][1-R1.4] any text declared as text stays text', async () => {
    const words = fc
      .tuple(fc.string({ unit: 'binary-ascii', maxLength: 12 }), fc.string({ unit: 'grapheme' }))
      .map((parts) => parts.join(''))
      .filter((text) => !text.includes('\0') && !text.startsWith('%PDF') && !/^GIF8[79]a/.test(text));
    await fc.assert(
      fc.asyncProperty(words, async (text) => {
        assert.equal((await detector.detectBinary(new TextEncoder().encode(text), { mimeType: 'text/plain' })).isBinary, false);
      }),
      { numRuns: runs(3000) },
    );
  });
});
