import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { calcPrice } from '@pydantic/genai-prices';
import fc from 'fast-check';
import { modelLimits } from '../../src/core/models/catalogue/infer-capabilities.ts';
import { priceOf } from '../../src/core/models/catalogue/model-prices.ts';
import { costOf, type TokenUsage } from '../../src/core/models/price.ts';
import { runs } from '../support/effort.ts';

const file = JSON.parse(readFileSync(path.join(import.meta.dirname, '../../src/core/models/catalogue/prices.json'), 'utf8')) as {
  readonly lists: readonly string[];
  readonly providers: readonly { readonly id: string; readonly prices: readonly [string, number][] }[];
};

/** What the sources of the catalogue disagree about; `says` by package. */
const contradictions = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../fixtures/catalogue/contradictions.json'), 'utf8'),
) as readonly {
  readonly fact: string;
  readonly says: Readonly<Record<string, unknown>>;
  readonly choice: unknown;
}[];
/** Who makes models. Others may run them with a smaller window. */
const MAKERS = ['openai', 'anthropic', 'google', 'x-ai', 'deepseek', 'mistral', 'cohere', 'moonshotai'];

/** Every model of every provider the package knows; of those without a price per token none is told. */
const models = file.providers.flatMap(({ id: provider, prices }) => prices.map(([id]) => ({ provider, id })));

const tokens = fc.oneof(fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 100_000, max: 1_500_000 }));
const usage = fc.record({ text: tokens, cached: tokens, image: tokens, audio: tokens, video: tokens, output: tokens });
const times = fc.date({ min: new Date('2026-09-24T00:00:00Z'), max: new Date('2028-01-01T00:00:00Z'), noInvalidDate: true });

/** What the package computes, with the units told apart that its list for the model tells apart; its own rules refuse an overlap that is not told. */
function computed(id: string, provider: string, used: TokenUsage, timestamp: Date) {
  return calcPrice(
    {
      input_tokens: used.input,
      cache_read_tokens: used.cached ?? 0,
      input_image_tokens: used.image ?? 0,
      input_audio_tokens: used.audio ?? 0,
      input_video_tokens: used.video ?? 0,
      cache_image_read_tokens: 0,
      cache_audio_read_tokens: 0,
      cache_write_tokens: 0,
      output_tokens: used.output ?? 0,
    },
    id,
    { providerId: provider, timestamp },
  );
}

describe('Prices', () => {
  it('of any model are what their package computes', () => {
    let [tried, compared] = [0, 0];
    fc.assert(
      fc.property(fc.constantFrom(...models), usage, times, ({ provider, id }, parts, at) => {
        tried++;
        const { text, cached, image, audio, video, output } = parts;
        const price = priceOf(id, { provider, at });
        const used = { input: text + cached + image + audio + video, cached, image, audio, video, output };
        const expected = computed(id, provider, used, at);
        // under another spelling of a name we find more than the package
        if (expected === null) return;
        if (!price) {
          assert.ok(
            Object.keys(expected.model_price).every((key) => key !== 'input_mtok'),
            `${provider} ${id}`,
          );
          return;
        }
        // what a newer package says otherwise is held to the choice in test/unit/models/contradictions.test.ts
        if (price.source.kind !== 'catalogue' || !price.source.package.startsWith('@pydantic/')) return;
        const request = price.rates.output === undefined ? { ...used, output: 0 } : used;
        const cost = costOf(price, request);
        const wanted = computed(id, provider, request, at)?.total_price ?? NaN;
        assert.ok(cost !== null && Math.abs(cost - wanted) <= 1e-9 * Math.max(1, wanted), `${provider} ${id}: ${cost}, not ${wanted}`);
        compared++;
      }),
      { numRuns: runs(400) },
    );
    assert.ok(compared >= tried / 2, `${compared} of ${tried} requests`);
  });

  it('are found for every model, by the provider as by its address', () => {
    const lost = models.filter(({ provider, id }) => {
      const entry = calcPrice({ input_tokens: 1 }, id, { providerId: provider });
      return entry !== null && 'input_mtok' in entry.model_price && priceOf(id, { provider }) === null;
    });
    assert.deepEqual(lost, []);
  });
});

describe('Context windows', () => {
  const known = models.flatMap(({ provider, id }) => {
    const window = calcPrice({ input_tokens: 1 }, id, { providerId: provider })?.model.context_window;
    return window === undefined ? [] : [{ provider, id, window, found: modelLimits(id).context?.tokens }];
  });

  it('are found for every model whose window the package of prices knows', () => {
    assert.ok(known.length > 800, `${known.length} models`);
    assert.deepEqual(
      known.filter(({ found }) => found === undefined),
      [],
    );
  });

  it('of the makers of models are what that package says, or a contradiction that is listed with the choice made', () => {
    const own = known.filter(({ provider }) => MAKERS.includes(provider));
    const differ = own.filter(
      ({ window, found }) =>
        found !== window &&
        !contradictions.some(
          ({ fact, says, choice }) => fact === 'context' && says['@pydantic/genai-prices'] === window && choice === found,
        ),
    );
    assert.deepEqual(differ, []);
    assert.ok(own.length > 150, `${own.length} models`);
  });
});
