import assert from 'node:assert/strict';
import { costOf, formatEstimate, formatPrice, formatShare, type ModelPrice } from '../../../src/core/models/price.ts';

function price(rates: ModelPrice['rates']): ModelPrice {
  return { rates, source: { kind: 'service' } };
}

function flat(base: number): { base: number; tiers: [] } {
  return { base, tiers: [] };
}

/** Dollars to a millionth of a millionth. */
function cents(dollars: number | null | undefined): string | undefined {
  return dollars?.toFixed(12);
}

describe('What a request costs', () => {
  it('is priced by unit: cached input, images and sound apart where the list has them', () => {
    const used = { input: 1_000_000, cached: 200_000, image: 300_000, audio: 100_000, output: 10_000 };
    assert.equal(cents(costOf(price({ input: flat(2), output: flat(10) }), used)), cents(2.1));
    assert.equal(
      cents(costOf(price({ input: flat(2), cached: flat(0.2), image: flat(4), audio: flat(8), output: flat(10) }), used)),
      cents(0.8 + 0.04 + 1.2 + 0.8 + 0.1),
    );
  });

  it('has what is written to the cache at its own price, and as other input where the list has none', () => {
    const used = { input: 1_000_000, cached: 600_000, written: 300_000 };
    const rates = { input: flat(3), cached: flat(0.3), written: flat(3.75) };
    assert.equal(cents(costOf(price(rates), used)), cents(0.3 + 0.18 + 1.125));
    assert.equal(cents(costOf(price({ input: flat(3), cached: flat(0.3) }), used)), cents(1.2 + 0.18));
  });

  it('has what is kept for an hour at twice the price of other input, where the list has a price for what is written', () => {
    const used = { input: 1_000_000, written: 300_000, writtenForHour: 200_000 };
    assert.equal(cents(costOf(price({ input: flat(3), written: flat(3.75) }), used)), cents(0.7 * 3 + 0.1 * 3.75 + 0.2 * 6));
    assert.equal(cents(costOf(price({ input: flat(3) }), used)), cents(3));
  });

  it('goes by the tier of the whole prompt', () => {
    const tiered = price({
      input: { base: 2, tiers: [{ above: 200_000, price: 4 }] },
      output: { base: 12, tiers: [{ above: 200_000, price: 18 }] },
    });
    assert.equal(cents(costOf(tiered, { input: 200_000, output: 1000 })), cents(0.412));
    assert.equal(cents(costOf(tiered, { input: 200_001, output: 1000 })), cents(0.800004 + 0.018));
  });

  it('of several tiers goes by the last one whose border the prompt is above, for every unit and the request itself', () => {
    const steps = (one: number) => ({
      base: one,
      tiers: [
        { above: 1000, price: one * 10 },
        { above: 2000, price: one * 100 },
      ],
    });
    const tiered = price({ input: steps(1), cached: steps(3), request: steps(7) });
    for (const [input, factor] of [
      [999, 1],
      [1000, 1],
      [1001, 10],
      [2000, 10],
      [2001, 100],
    ] as const)
      assert.equal(
        cents(costOf(tiered, { input, cached: 400 })),
        cents(((input - 400 + 3 * 400) * factor) / 1e6 + (7 * factor) / 1000),
        String(input),
      );
  });

  it('has a price for the request itself where there is one', () => {
    assert.equal(cents(costOf(price({ input: flat(1), request: flat(5) }), { input: 1000 })), cents(0.006));
  });

  it('is not known, and never 0, where something in it has no price', () => {
    assert.equal(costOf(price({}), { input: 0 }), null);
    assert.equal(costOf(price({ input: flat(1) }), { input: 1, output: 1 }), null);
    assert.equal(costOf(price({ input: flat(0) }), { input: 1000 }), 0);
  });
});

describe('Figures that people read', () => {
  const both = (value: number) => ({ low: value, high: value });

  it('say that they are estimates, and both ends of a range', () => {
    assert.equal(formatEstimate(both(1105), 'en'), '≈ 1,105');
    assert.equal(formatEstimate({ low: 1500, high: 3000 }, 'de'), '≈ 1.500–3.000');
    assert.equal(formatPrice({ low: 0.1, high: 0.2 }, 'en'), '≈ $0.10–$0.20');
    assert.equal(formatShare({ low: 0.0061, high: 0.0059 }, 'en'), '≈ 0.6%');
  });

  it('are rounded as they are written, and never down to nothing', () => {
    // its nearest binary number is a little smaller
    assert.equal(formatPrice(both(0.00045), 'en'), '≈ $0.0005');
    assert.equal(formatPrice(both(1234.5), 'en'), '≈ $1,234.50');
    assert.equal(formatPrice(both(0.00001), 'en'), '< $0.0001');
    assert.equal(formatPrice(both(0), 'en'), '≈ $0');
    assert.equal(formatShare(both(0.0004), 'en'), '< 0.1%');
    assert.equal(formatShare(both(0), 'en'), '≈ 0%');
    assert.equal(formatShare(both(1.5), 'en'), '≈ 150%');
    assert.equal(formatPrice({ low: 0.00002, high: 0.0002 }, 'en'), '< $0.0001–$0.0002');
    assert.equal(formatShare({ low: 0.0004, high: 0.002 }, 'en'), '< 0.1%–0.2%');
    assert.equal(formatPrice({ low: 0, high: 0.0002 }, 'en'), '≈ $0–$0.0002');
  });
});
