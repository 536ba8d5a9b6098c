import assert from 'node:assert/strict';
import fc from 'fast-check';
import { LiteralSearch, StretchSearch, TranscriptScanner } from '../../src/core/transcript/transcript-scanner.ts';
import { runs } from '../support/effort.ts';

/** Every byte that begins, continues or breaks something the scan looks for, and runs of them long enough to be taken up. */
const hostileByte = fc.constantFrom(...'[],0129 \t\r\n\\nrtbx\'"{}:=+/-_AZaz', '\u0000', 'é');
const stretch = fc.oneof(
  fc.tuple(hostileByte, fc.integer({ min: 1, max: 400 })).map(([byte, count]) => byte.repeat(count)),
  fc.array(hostileByte, { maxLength: 300 }).map((bytes) => bytes.join('')),
  fc
    .array(fc.constantFrom(',', ' ', '1', '\\n', 'n', 'r', 't', '\t', '\n'), { minLength: 120, maxLength: 300 })
    .map((parts) => `[${parts.join('')}`),
  fc.array(fc.constantFrom('\\x4f', '\\\\x00', "b'", '\\', 'a'), { maxLength: 60 }).map((parts) => `b'${parts.join('')}`),
);
const hostile = fc
  .tuple(fc.array(stretch, { minLength: 1, maxLength: 12 }), fc.constantFrom('', '{"text":"', '["'))
  .map(([parts, before]) => new TextEncoder().encode(before + parts.join('')));

/** Scans and throws as soon as the searches were asked more often than a scan that moves on can ask them. */
function scan(bytes: Uint8Array, block: number, cut: number): void {
  const most = 4 * bytes.length + 100;
  let asked = 0;
  const restore = [StretchSearch.prototype, LiteralSearch.prototype].map((prototype: { next(bytes: Uint8Array): number | undefined }) => {
    const { next } = prototype;
    prototype.next = function (this: unknown, window: Uint8Array) {
      if (++asked > most) throw new Error(`the scan stands still: ${JSON.stringify(Buffer.from(bytes).toString().slice(0, 200))}`);
      return next.call(this, window);
    };
    return () => {
      prototype.next = next;
    };
  });
  try {
    const scanner = new TranscriptScanner(block);
    scanner.push(bytes.slice(0, cut));
    scanner.push(bytes.slice(cut));
    scanner.end();
  } finally {
    for (const each of restore) each();
  }
}

describe('The scan of a transcript', () => {
  it('[E-1] moves on with every step and ends, for any bytes', () => {
    fc.assert(
      fc.property(hostile, fc.integer({ min: 1024, max: 4096 }), fc.nat(5000), (bytes, block, cut) => scan(bytes, block, cut)),
      { numRuns: runs(5000) },
    );
  });

  it('[E-1] of a list that begins with a comma, a letter or an escape ends', () => {
    const numbers = Array.from({ length: 60 }, (_, index) => index + 1).join(', ');
    for (const text of [
      `[, ${numbers}]`,
      `{"text":"[, ${numbers}]"}`,
      `[${'n'.repeat(200)}]`,
      `[${'\\n, '.repeat(60)}]`,
      `[${', '.repeat(200)}`,
      `[,${'[,'.repeat(500_000)}`,
    ]) {
      scan(new TextEncoder().encode(text), 256 * 1024, 0);
      assert.ok(true);
    }
  });
});
