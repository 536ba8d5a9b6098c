import assert from 'node:assert/strict';
import { pastedEstimate } from '../../../src/core/receive/model-request.ts';
import type { CostRates } from '../../../src/core/wire/cost.ts';
import { tokenRangeOf } from '../../../src/host/preview/token-state.ts';

/** What is known of a model by sources of these days. */
function ratesOf(price: string, context: string): CostRates {
  const source = { kind: 'catalogue', provider: 'OpenAI', entry: 'gpt-5.2', package: 'acme-prices 1.0.0', date: price } as const;
  return {
    price: { rates: { input: { base: 2, tiers: [] } }, source },
    limits: { context: { tokens: 400_000, source: { match: 'exact', entry: 'gpt-5.2', package: 'acme-limits 2.0.0', date: context } } },
  };
}

describe('The sources of a price and of a context window', () => {
  const estimates = [pastedEstimate(30_000, { model: 'gpt-5.2' })];
  const today = new Date().toISOString().slice(0, 10);

  it('are named with their age once they are old, each by its own day', () => {
    const old = tokenRangeOf(estimates, ratesOf('2020-01-01', today));
    assert.match(old?.price?.source ?? '', /^OpenAI, gpt-5\.2: acme-prices 1\.0\.0, 2020-01-01, \d{4} days old$/);
    assert.equal(old?.context?.source, `acme-limits 2.0.0, ${today}`);
    const other = tokenRangeOf(estimates, ratesOf(today, '2020-01-01'));
    assert.equal(other?.price?.source, `OpenAI, gpt-5.2: acme-prices 1.0.0, ${today}`);
    assert.match(other?.context?.source ?? '', /^acme-limits 2\.0\.0, 2020-01-01, \d{4} days old$/);
  });

  it('have no age where a service says its own price', () => {
    const rates = ratesOf('2020-01-01', '2020-01-01');
    const own = tokenRangeOf(estimates, { ...rates, price: { rates: { input: { base: 2, tiers: [] } }, source: { kind: 'service' } } });
    assert.equal(own?.price?.source, 'llmservices.json');
  });
});
