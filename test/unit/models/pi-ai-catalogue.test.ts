import assert from 'node:assert/strict';
import { bundledCatalogue } from '../../../src/core/models/catalogue/load-catalogue.ts';
import { modelsOf } from '../../../src/core/models/catalogue/infer-capabilities.ts';
import { pricesOf } from '../../../src/core/models/catalogue/model-prices.ts';
import { withPiAi } from '../../../src/core/models/catalogue/pi-ai-catalogue.ts';
import { PI_AI } from '../../../src/core/models/catalogue/pi-ai-package.ts';
import { bundledPackage, NEWER_DAY } from '../../support/catalogues.ts';
import { type PiAiModel, piAiFiles } from '../../support/scripted-npm.ts';

function model(id: string, change: Partial<PiAiModel> = {}): PiAiModel {
  return {
    id,
    input: ['text', 'image'],
    contextWindow: 500_000,
    maxTokens: 64_000,
    cost: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
    ...change,
  };
}

async function updated(providers: Readonly<Record<string, readonly PiAiModel[]>>, leftOut?: string) {
  const entries = piAiFiles('99.0.0', NEWER_DAY, providers).filter(({ name }) => leftOut === undefined || !name.endsWith(leftOut));
  const files = new Map(entries.map(({ name, content = '' }) => [name.replace('package/', ''), Buffer.from(content)]));
  return withPiAi(await bundledCatalogue(), {
    name: '@earendil-works/pi-ai',
    version: '99.0.0',
    license: 'MIT',
    author: 'Somebody',
    files,
  });
}

async function sound(providers: Readonly<Record<string, readonly PiAiModel[]>>) {
  const reading = await updated(providers);
  assert.ok(reading.ok, JSON.stringify(reading));
  return { ...reading, ...modelsOf(reading.file.models), ...pricesOf(reading.file.prices) };
}

describe('A newer pi-ai over the bundled catalogue', () => {
  it('adds its models with capabilities, limits and price, under its own version and day', async () => {
    const { date, inferCapabilities, modelLimits, priceOf } = await sound({ openai: [model('gpt-99-Vega')] });
    assert.equal(date, NEWER_DAY);
    const inference = inferCapabilities('gpt-99-vega');
    const known = inference?.findings.filter((each) => each.known === 'yes' && each.source.package === '@earendil-works/pi-ai 99.0.0');
    assert.deepEqual(
      known?.map(({ type }) => type),
      ['vision', 'tool_calling'],
    );
    assert.deepEqual(modelLimits('gpt-99-vega').context, {
      tokens: 500_000,
      source: { match: 'exact', entry: 'gpt-99-vega', package: '@earendil-works/pi-ai 99.0.0', date: NEWER_DAY },
    });
    const price = priceOf('gpt-99-vega', { provider: 'openai' });
    const { input, cached, written, output } = price?.rates ?? {};
    assert.deepEqual(
      [input, cached, written, output].map((rate) => rate?.base),
      [3, 0.3, 3.75, 15],
    );
    assert.ok(price?.source.kind === 'catalogue' && price.source.date === NEWER_DAY);
  });

  it('has the price of a new model by the hour, where its provider has such hours for another', async () => {
    const cost = { input: 1.32, output: 3.96, cacheRead: 0.044, cacheWrite: 0 };
    const tiers = [{ inputTokensAbove: 1000, input: 6, output: 30, cacheRead: 0.6, cacheWrite: 0 }];
    const { priceOf } = await sound({
      deepseek: [
        model('deepseek-v4-pro', { cost }),
        model('deepseek-v99', { cost: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 0, tiers } }),
      ],
      openai: [model('gpt-99')],
    });
    const price = (name: string, hour: number) => {
      const { rates, source } = priceOf(name, { at: new Date(Date.UTC(2026, 11, 1, hour, 30)) }) ?? {};
      return [rates?.input?.base, rates?.input?.tiers[0]?.price, rates?.output?.base, source?.kind === 'catalogue' && source.isHourly];
    };
    assert.deepEqual(price('deepseek-v99', 2), [3, 6, 15, true]);
    assert.deepEqual(price('deepseek-v99', 20), [1.5, 3, 7.5, true]);
    assert.deepEqual(price('gpt-99', 2), [3, undefined, 15, undefined]);
  });

  it('says of a model of several hosts what its maker says, else what most of them say', async () => {
    const text = (id: string, contextWindow: number) => ({ ...model(id), input: ['text'], contextWindow });
    const { inferCapabilities, modelLimits } = await sound({
      baseten: [model('zai-org/glm-99'), model('qwen/qwen99')],
      openrouter: [text('z-ai/glm-99', 1000), text('qwen/qwen99', 2000)],
      together: [model('glm-99'), text('qwen99', 2000)],
      zai: [text('glm-99', 3000)],
    });
    const sees = (name: string) => inferCapabilities(name)?.findings.find(({ type }) => type === 'vision')?.known;
    assert.deepEqual(['glm-99', 'qwen99'].map(sees), ['unknown', 'unknown']);
    assert.deepEqual(
      ['glm-99', 'qwen99'].map((name) => modelLimits(name).context?.tokens),
      [3000, 2000],
    );
  });

  it('keeps what only other packages know, and the source of what only its older version said', async () => {
    const { inferCapabilities, modelLimits, file } = await sound({ openai: [model('gpt-99-vega')] });
    assert.equal(inferCapabilities('gpt-4o')?.findings[0]?.known, 'yes');
    const { models } = await bundledCatalogue();
    const older = bundledPackage(PI_AI).package;
    const bundled = modelsOf(models);
    const id = bundled.catalogueModelIds().find((each) => bundled.modelLimits(each).context?.source.package === older);
    assert.equal(modelLimits(id ?? '').context?.source.package, older);
    for (const id of Object.keys(models.models)) assert.ok(Object.hasOwn(file.models.models, id), id);
  });

  it('wins over what an older package denies, and not over the word of a maker', async () => {
    const { models } = await bundledCatalogue();
    const [denied] = Object.entries(models.models).find(([id, entry]) => entry.startsWith('h') && !id.includes('/')) ?? [''];
    const { inferCapabilities } = await sound({ openai: [model(denied), model('gpt-5.3-codex-spark')] });
    assert.deepEqual(inferCapabilities(denied)?.findings[0], {
      list: 'input',
      type: 'vision',
      known: 'yes',
      source: { match: 'exact', entry: denied, package: '@earendil-works/pi-ai 99.0.0', date: NEWER_DAY },
    });
    const spark = inferCapabilities('gpt-5.3-codex-spark')?.findings[0];
    assert.deepEqual([spark?.known, spark?.known === 'no' && spark.source.package], ['no', 'openai/codex #11642']);
  });

  it('is refused when it says no day, has no models, or another form', async () => {
    for (const [reading, reason] of [
      [
        await updated({ openai: [model('a')] }, '.manifest.json'),
        'dist/providers/data/.manifest.json does not say of which day its data are',
      ],
      [await updated({}), 'dist/providers/data/ has no models'],
      [
        await updated({ openai: [model('a', { cost: { input: -1, output: 1, cacheRead: 0 } })] }),
        'dist/providers/data/openai.json is not as it was',
      ],
      [
        await updated({ openai: [model('a', { input: 'text' as unknown as string[] })] }),
        'dist/providers/data/openai.json is not as it was',
      ],
    ] as const)
      assert.deepEqual(reading, { ok: false, fault: { reason } });
  });
});
