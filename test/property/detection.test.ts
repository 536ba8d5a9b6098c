import assert from 'node:assert/strict';
import fc from 'fast-check';
import { BinaryDetector } from '../../src/core/content/binary-detector.ts';
import { decodeText } from '../../src/core/content/text-encoding.ts';
import { samples } from '../support/samples.ts';

const detector = new BinaryDetector();
const option = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('image/png', 'text/plain', 'application/zip', 'x.docx', '.svg', '__proto__'), fc.constant(null), fc.constant(undefined));
const options = fc.record({ mimeType: option, filename: option, extension: option, isHead: fc.boolean(), tail: fc.uint8Array() }, { requiredKeys: [] });
/** Signatures with whatever behind them, and real files with a few bytes changed. */
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 400 }),
  fc.tuple(fc.constantFrom(...Object.values(samples)), fc.nat(64), fc.uint8Array({ maxLength: 200 })).map(([sample, keep, rest]) => Uint8Array.from([...sample.subarray(0, keep), ...rest])),
  fc.tuple(fc.constantFrom(...Object.values(samples)), fc.array(fc.tuple(fc.nat(600), fc.nat(255)), { maxLength: 12 })).map(([sample, changes]) => {
    const changed = sample.slice(0, 4000);
    for (const [at, value] of changes) if (at < changed.length) changed[at] = value;
    return changed;
  }),
);

describe('detection, for any input', () => {
  it('[1-INV-5][1-R8.3] never throws, and what it calls text can be read as text', async () => {
    await fc.assert(fc.asyncProperty(bytes, options, async (content, known) => {
      const found = await detector.detectBinary(content, known);
      assert.equal(found.isBinary, found.kind !== 'text');
      assert(found.confidence > 0 && found.confidence < 1);
      assert.match(found.mimeType, /^[^\s/]+\/[^\s/]+$/);
      if (!found.isBinary) assert(decodeText(content, { isHead: known.isHead ?? false }));
      const { type } = await detector.detectBinaryType(content, known);
      assert(['image', 'audio', 'video', 'document', 'other'].includes(type));
    }), { numRuns: 3000 });
  });

  it('[1-R5.1][1-R1.1] any text declared as text stays text', async () => {
    const words = fc.tuple(fc.string({ unit: 'binary-ascii', maxLength: 12 }), fc.string({ unit: 'grapheme' })).map((parts) => parts.join('')).filter((text) => !text.includes('\0') && !text.startsWith('%PDF') && !/^GIF8[79]a/.test(text));
    await fc.assert(fc.asyncProperty(words, async (text) => {
      assert.equal((await detector.detectBinary(new TextEncoder().encode(text), { mimeType: 'text/plain' })).isBinary, false);
    }), { numRuns: 3000 });
  });
});
