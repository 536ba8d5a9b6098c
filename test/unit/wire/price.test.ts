import assert from 'node:assert/strict';
import { loadPrices } from '../../../src/core/models/catalogue/load-catalogue.ts';
import { costOf, formatEstimate, formatPrice, formatShare, type ModelPrice } from '../../../src/core/models/price.ts';
import { costOfEstimates, priceOfService, shareOfContext } from '../../../src/core/wire/price.ts';
import type { TokenEstimate } from '../../../src/core/wire/tokens/model-family.ts';

const { priceOf } = await loadPrices();

function estimate(formula: TokenEstimate['formula'], low: number, high = low): TokenEstimate {
  return { low, high, formula, params: {}, source: '' };
}

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

  it('goes by the tier of the whole prompt', () => {
    const tiered = price({
      input: { base: 2, tiers: [{ above: 200_000, price: 4 }] },
      output: { base: 12, tiers: [{ above: 200_000, price: 18 }] },
    });
    assert.equal(cents(costOf(tiered, { input: 200_000, output: 1000 })), cents(0.412));
    assert.equal(cents(costOf(tiered, { input: 200_001, output: 1000 })), cents(0.800004 + 0.018));
  });

  it('has a price for the request itself where there is one', () => {
    assert.equal(cents(costOf(price({ input: flat(1), request: flat(5) }), { input: 1000 })), cents(0.006));
  });

  it('is not known, and never 0, where something in it has no price', () => {
    assert.equal(costOf(price({}), { input: 0 }), null);
    assert.equal(costOf(price({ input: flat(1) }), { input: 1, output: 1 }), null);
    assert.equal(costOf(price({ input: flat(0) }), { input: 1000 }), 0);
  });

  it('is a range where the tokens are', () => {
    assert.deepEqual(
      costOfEstimates(price({ input: flat(1), audio: flat(3) }), [estimate('audio_seconds', 1e6), estimate('pdf_pages', 1e6, 2e6)]),
      {
        low: 4,
        high: 5,
      },
    );
  });
});

describe('The price of a service', () => {
  const service = { model: 'claude-opus-4-5', baseURL: 'https://api.anthropic.com/v1' };

  it('is its own before that of the catalogue', () => {
    assert.deepEqual(priceOfService({ ...service, price: { input: 1, output: 2 } }, 'anthropic', { priceOf }), {
      rates: { input: flat(1), output: flat(2) },
      source: { kind: 'service' },
    });
    assert.equal(priceOfService(service, 'anthropic', { priceOf })?.rates.input?.base, 5);
  });

  it('is that of the host, not of the maker', () => {
    const at = (baseURL: string) => {
      const source = priceOf('openai/gpt-4o', { baseURL })?.source;
      return source?.kind === 'catalogue' ? source.provider : undefined;
    };
    assert.equal(at('https://openrouter.ai/api/v1'), 'OpenRouter');
    assert.equal(at('https://llm.example.com/v1'), 'OpenAI');
    assert.equal(priceOf('my-own-model', { baseURL: 'https://api.openai.com/v1' }), null);
  });

  it('is not known without a model, with one of somebody’s own, and of what Ollama serves', () => {
    assert.equal(priceOfService(null, 'openai-chat', { priceOf }), null);
    assert.equal(priceOfService({ baseURL: 'https://api.openai.com/v1' }, 'openai-chat', { priceOf }), null);
    assert.equal(priceOfService({ model: 'deepseek-chat', baseURL: 'http://localhost:11434' }, 'ollama', { priceOf }), null);
    for (const name of ['', 'x'.repeat(10_000), '<b>gpt-5.2</b>', 'toString', '__proto__']) assert.equal(priceOf(name), null);
    assert.equal(priceOf('gpt-5.2', { baseURL: `https://${'a'.repeat(100_000)}` })?.source.kind, 'catalogue');
  });

  it('of a variant that a host bills apart is its own, or unknown, never that of the plain model', () => {
    const at = (model: string, baseURL = 'https://openrouter.ai/api/v1') => priceOf(model, { baseURL })?.rates.input?.base;
    assert.equal(at('openai/gpt-5.2'), 1.75);
    for (const variant of ['batch', 'free', 'nitro', 'floor', 'online', 'exacto', 'extended'])
      assert.equal(at(`openai/gpt-5.2:${variant}`), undefined, variant);
    assert.equal(at('z-ai/glm-4.7-flash:free'), undefined);
    assert.equal(at('meta-llama/llama-3.3-70b-instruct:free'), 0);
    assert.equal(at('claude-opus-4-5:batch', 'https://api.anthropic.com/v1'), undefined);
    for (const name of ['claude-opus-4-5-batch', 'claude-opus-5-5-fast', 'google/gemini-2.5-pro-batch', 'gpt-5-nano-batch'])
      assert.equal(priceOf(name), null, name);
    // names of their own, with prices of their own
    assert.deepEqual([priceOf('grok-3-fast')?.rates.input?.base, priceOf('grok-4-fast')?.rates.input?.base], [5, 0.2]);
    // the same model, billed alike
    assert.equal(at('anthropic/claude-3.7-sonnet:thinking'), 3);
  });

  it('is not known of what runs on this machine, whichever format it speaks', () => {
    const at = (model: string, baseURL: string) => priceOfService({ model, baseURL }, 'openai-compatible', { priceOf });
    for (const address of [
      'http://localhost:11434/v1',
      'http://127.0.0.1:11434/v1/',
      'http://192.168.1.20:11434/v1',
      'http://[::1]:1234/v1',
    ])
      assert.equal(at('deepseek-r1', address), null, address);
    assert.equal(at('deepseek-chat', 'http://localhost:8000/v1'), null);
    // a gateway of one's own hands on what its maker bills
    assert.equal(at('gpt-4o', 'http://localhost:4000')?.rates.input?.base, 2.5);
    assert.deepEqual(
      priceOfService({ model: 'deepseek-r1', baseURL: 'http://localhost:11434/v1', price: { input: 1 } }, 'openai-compatible', { priceOf })
        ?.source,
      {
        kind: 'service',
      },
    );
  });

  it('knows the newest models of the big three under the names people use', () => {
    for (const name of [
      'gpt-5.2',
      'claude-opus-4-5',
      'gemini-3-pro',
      'models/gemini-3-pro-preview',
      'us.anthropic.claude-opus-4-5-20251101-v1:0',
    ])
      assert.ok(priceOf(name), name);
  });
});

describe('The share of the context window', () => {
  it('is told where the window is known', () => {
    const context = { tokens: 1000, source: { match: 'exact', entry: 'm', date: '2026-01-01' } } as const;
    assert.deepEqual(shareOfContext({ low: 10, high: 2000 }, { context }), { low: 0.01, high: 2 });
    assert.equal(shareOfContext({ low: 10, high: 20 }, {}), null);
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
