import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  CLAUDE_HIGH,
  CLAUDE_STANDARD,
  claudePatches,
  openaiPatchCount,
  openaiPatches,
  openaiTiles,
} from '../../src/core/wire/tokens/image-patches.ts';
import { geminiTiles } from '../../src/core/wire/tokens/media-tokens.ts';
import { runs } from '../support/effort.ts';

/** Sides of images: ordinary ones, strips, and the largest a header can claim. */
const side = fc.oneof(
  fc.integer({ min: 1, max: 64 }),
  fc.integer({ min: 1, max: 5000 }),
  fc.integer({ min: 1, max: 100_000 }),
  fc.integer({ min: 1, max: 2 ** 31 - 1 }),
);
const rules = fc.record({
  side: fc.constantFrom(2048, 65_535, Infinity),
  budget: fc.constantFrom(1536, 2500),
  multiplier: fc.constantFrom(1, 1.2, 1.62, 2.46),
});

describe('formulas for images, for any size', () => {
  it('Claude’s stays within its sides and its tokens, never enlarges, and shrinks no more than it must', () => {
    fc.assert(
      fc.property(side, side, fc.constantFrom(CLAUDE_STANDARD, CLAUDE_HIGH), (width, height, resolution) => {
        const seen = claudePatches(width, height, resolution);
        assert(seen.tokens <= resolution.tokens);
        assert(Math.ceil(Math.max(seen.width, seen.height) / 28) * 28 <= resolution.side);
        assert(seen.width >= 1 && seen.height >= 1 && seen.width <= width && seen.height <= height);
        assert.equal(seen.tokens, Math.ceil(seen.width / 28) * Math.ceil(seen.height / 28));
        if (
          Math.ceil(Math.max(width, height) / 28) * 28 <= resolution.side &&
          Math.ceil(width / 28) * Math.ceil(height / 28) <= resolution.tokens
        ) {
          assert.deepEqual([seen.width, seen.height], [width, height]);
        }
      }),
      { numRuns: runs(5000) },
    );
  });

  it('OpenAI’s patches stay within their side and budget, never enlarge, and leave alone what fits', () => {
    fc.assert(
      fc.property(side, side, rules, (width, height, rule) => {
        const seen = openaiPatches(width, height, rule);
        assert(seen.patches <= rule.budget, JSON.stringify(seen));
        assert(Math.max(seen.width, seen.height) <= rule.side);
        assert(seen.width >= 1 && seen.height >= 1 && seen.width <= width && seen.height <= height);
        assert.equal(seen.patches, openaiPatchCount(seen.width, seen.height));
        assert(seen.tokens >= seen.patches * rule.multiplier - 1e-3 && seen.tokens < seen.patches * rule.multiplier + 1);
        if (Math.max(width, height) <= rule.side && openaiPatchCount(width, height) <= rule.budget)
          assert.deepEqual([seen.width, seen.height], [width, height]);
      }),
      { numRuns: runs(5000) },
    );
  });

  it('OpenAI’s tiles are at most eight, and never of a larger image', () => {
    fc.assert(
      fc.property(side, side, (width, height) => {
        const seen = openaiTiles(width, height, { base: 85, tile: 170 });
        assert(seen.tiles >= 1 && seen.tiles <= 8, JSON.stringify(seen));
        assert(
          seen.width <= width &&
            seen.height <= height &&
            Math.min(seen.width, seen.height) <= 768 &&
            Math.max(seen.width, seen.height) <= 2048,
        );
        assert.equal(seen.tokens, 85 + 170 * seen.tiles);
      }),
      { numRuns: runs(5000) },
    );
  });

  it('Gemini’s tiles cover the image', () => {
    fc.assert(
      fc.property(side, side, (width, height) => {
        const { unit, tiles, tokens } = geminiTiles(width, height);
        assert(unit >= 256 && unit <= 768);
        assert(tiles * unit * unit >= width * height);
        assert.equal(tokens, tiles * 258);
      }),
      { numRuns: runs(2000) },
    );
  });

  it('all are the same for an image on its side', () => {
    fc.assert(
      fc.property(side, side, rules, (width, height, rule) => {
        for (const count of [
          (w: number, h: number) => claudePatches(w, h, CLAUDE_HIGH),
          (w: number, h: number) => openaiPatches(w, h, rule),
          (w: number, h: number) => openaiTiles(w, h, { base: 70, tile: 140 }),
        ]) {
          const [lying, standing] = [count(width, height), count(height, width)];
          assert.deepEqual([lying.tokens, lying.width, lying.height], [standing.tokens, standing.height, standing.width]);
        }
      }),
      { numRuns: runs(2000) },
    );
  });
});
