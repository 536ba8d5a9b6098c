import assert from 'node:assert/strict';
import { loadPrices } from '../../../src/core/models/catalogue/load-catalogue.ts';
import type { ModelPrice } from '../../../src/core/models/price.ts';
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

describe('What the tokens of a request cost', () => {
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

  it('is that of the cloud that the name or the address tells, by region', () => {
    const told = (service: { model: string; id?: string; baseURL?: string }) => {
      const { rates, source } = priceOfService(service, 'anthropic', { priceOf }) ?? {};
      return [source?.kind === 'catalogue' ? source.provider : undefined, rates?.input?.base, rates?.output?.base];
    };
    assert.deepEqual(told({ model: 'us.anthropic.claude-opus-4-5-20251101-v1:0' }), ['AWS Bedrock', 5.5, 27.5]);
    assert.deepEqual(told({ model: 'global.anthropic.claude-opus-4-5-20251101-v1:0' }), ['AWS Bedrock', 5, 25]);
    assert.deepEqual(told({ model: 'us.amazon.nova-lite-v1:0' }), ['AWS Bedrock', 0.06, 0.24]);
    assert.deepEqual(told({ model: 'openai.gpt-oss-120b-1:0' }), ['AWS Bedrock', 0.15, 0.6]);
    const baseURL = 'https://bedrock-runtime.us-east-1.amazonaws.com';
    assert.deepEqual(told({ model: 'anthropic.claude-opus-4-7', baseURL }), ['AWS Bedrock', 5.5, 27.5]);
    assert.deepEqual(told({ model: 'claude-sonnet-4-6', id: 'catalogue:vertex_ai/claude-sonnet-4-6' }), ['Google', 3, 15]);
    assert.deepEqual(told({ model: 'gpt-5.2', id: 'catalogue:azure/gpt-5.2' }), ['OpenAI', 1.75, 14]);
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
    assert.equal(at('openai/gpt-5.2:batch'), 0.875);
    for (const variant of ['free', 'nitro', 'floor', 'online', 'exacto', 'extended'])
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
