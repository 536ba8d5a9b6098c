import assert from 'node:assert/strict';
import { loadCatalogue, provideCatalogue } from '../../../src/core/models/catalogue/load-catalogue.ts';
import { priceOf } from '../../../src/core/models/catalogue/model-prices.ts';
import { LlmServiceRegistry } from '../../../src/core/models/registry.ts';
import { directCompute } from '../../../src/core/io/compute.ts';
import { ArtifactContentRouter } from '../../../src/core/routing/artifact-content-router.ts';
import { Measurements, type ReadingReceipt, receiveReading } from '../../../src/core/receive/receive.ts';
import { catalogueService, type CatalogueService, catalogueSource } from '../../../src/core/wire/catalogue-service.ts';
import { priceOfService } from '../../../src/core/wire/price.ts';
import { apiOfService } from '../../../src/core/wire/service-api.ts';
import { ServicesAndModels } from '../../../src/core/wire/services-and-models.ts';
import { NodeFileSystem } from '../../../src/platform/node-file-system.ts';
import { figures } from '../../../src/cli/cost.ts';
import { smallCatalogue } from '../../support/catalogues.ts';
import { byEffort } from '../../support/effort.ts';

/** The service a name stands for. */
async function serviceFor(name: string): Promise<CatalogueService> {
  const found = catalogueService(name, await loadCatalogue());
  if ('code' in found) assert.fail(`${name}: ${JSON.stringify(found)}`);
  return found;
}

/** What a model is shown to receive of a picture of one pixel. */
async function pictureFor(service: CatalogueService, models: ServicesAndModels, measurements: Measurements): Promise<ReadingReceipt> {
  const content = new Uint8Array(
    Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==', 'base64'),
  );
  const artifact = { id: '1', content, isBinary: true, mimeType: 'image/png', size: content.length, meta: { name: 'p.png' } };
  const serviceId = service.config.id;
  const router = new ArtifactContentRouter({ serviceRegistry: models, language: 'en' });
  return receiveReading(artifact, 'artifact:1', { serviceId, model: service }, { models, router, measurements });
}

function registryOf(services: object[]): LlmServiceRegistry {
  const registry = new LlmServiceRegistry({ fs: new NodeFileSystem(), configDir: '/nowhere' });
  registry.loadText(JSON.stringify({ services }));
  return registry;
}

describe('A model of the catalogue as a service', () => {
  it('is at its maker, whoever is written before its name', async () => {
    const cases = [
      ['gpt-5.2', 'catalogue:gpt-5.2', 'gpt-5.2', 'OpenAI', 'openai-responses'],
      [' GPT-5.2 ', 'catalogue:gpt-5.2', 'gpt-5.2', 'OpenAI', 'openai-responses'],
      ['openai/gpt-5.2', 'catalogue:gpt-5.2', 'gpt-5.2', 'OpenAI', 'openai-responses'],
      ['gpt-5-2', 'catalogue:gpt-5.2', 'gpt-5.2', 'OpenAI', 'openai-responses'],
      ['claude-opus-4-5', 'catalogue:claude-opus-4-5', 'claude-opus-4-5', 'Anthropic', 'anthropic'],
      ['anthropic/claude-opus-4.5', 'catalogue:claude-opus-4-5', 'claude-opus-4-5', 'Anthropic', 'anthropic'],
      ['gemini-3-pro', 'catalogue:gemini-3-pro-preview', 'gemini-3-pro-preview', 'Google', 'gemini'],
      ['google/gemini-2.5-pro', 'catalogue:gemini-2.5-pro', 'gemini-2.5-pro', 'Google', 'gemini-2'],
      ['grok-4-1-fast', 'catalogue:grok-4-1-fast', 'grok-4-1-fast', 'xAI', 'openai-compatible'],
    ] as const;
    for (const [name, id, model, provider, api] of cases) {
      const service = await serviceFor(name);
      const spoken = apiOfService(service.config);
      assert.deepEqual([service.config.id, service.config.model, service.provider, spoken.api], [id, model, provider, api], name);
      assert.equal(spoken.certainty, 'inferred', name);
    }
  });

  it('is at the host that is written before its name, or that names models so', async () => {
    for (const [name, model, provider] of [
      ['openrouter/openai/gpt-5.2', 'openai/gpt-5.2', 'OpenRouter'],
      ['groq/openai/gpt-oss-120b', 'openai/gpt-oss-120b', 'Groq'],
      ['qwen/qwen3-32b', 'qwen/qwen3-32b', 'OpenRouter'],
      ['accounts/fireworks/models/glm-5p3', 'accounts/fireworks/models/glm-5p3', 'Fireworks AI'],
    ] as const) {
      const service = await serviceFor(name);
      assert.deepEqual([service.config.model, service.provider], [model, provider], name);
    }
  });

  it('has no address where its name does not say who serves it, so that its API is a guess', async () => {
    const { config, provider } = await serviceFor('Qwen/Qwen3-32B');
    assert.equal(provider, undefined);
    assert.equal(config.baseURL, undefined);
    assert.equal(apiOfService(config).certainty, 'guessed');
  });

  it('is served by a cloud in the body of its maker, at an address that the customer knows', async () => {
    for (const [name, model, provider] of [
      ['us.anthropic.claude-opus-4-7', 'us.anthropic.claude-opus-4-7', 'Amazon Bedrock'],
      ['bedrock/us.anthropic.claude-opus-4-7', 'us.anthropic.claude-opus-4-7', 'Amazon Bedrock'],
      ['claude-opus-4-5@20251101', 'claude-opus-4-5@20251101', 'Google Vertex AI'],
    ] as const) {
      const { config, provider: host } = await serviceFor(name);
      assert.deepEqual([config.model, host, config.baseURL, config.api], [model, provider, undefined, 'anthropic'], name);
    }
  });

  it('is asked by the Responses API where that alone serves it', async () => {
    const { config } = await serviceFor('gpt-5-codex');
    assert.deepEqual([apiOfService(config).api, config.baseURL], ['openai-responses', 'https://api.openai.com/v1']);
  });

  it('is found as people and programs write its name', async () => {
    for (const [name, model, provider] of [
      ['GPT 5.2', 'gpt-5.2', 'OpenAI'],
      ['Claude Sonnet 4.5', 'claude-sonnet-4-5', 'Anthropic'],
      ['opus 4.5', 'claude-opus-4-5', 'Anthropic'],
      ['claude-sonnet-4-5-20250929[1m]', 'claude-sonnet-4-5-20250929', 'Anthropic'],
      ['gemini/gemini-3-pro-preview', 'gemini-3-pro-preview', 'Google'],
      ['google:gemini-2.5-pro', 'gemini-2.5-pro', 'Google'],
      ['dashscope/qwen3-max', 'qwen3-max', 'Alibaba Cloud'],
    ] as const) {
      const { config, provider: host } = await serviceFor(name);
      assert.deepEqual([config.model, host], [model, provider], name);
    }
  });

  it('of Ollama takes what its weights take, where a tag says which they are', async () => {
    for (const [name, entry] of [
      ['llama3.2-vision:11b', 'llama-3.2-11b-vision-instruct'],
      ['gemma3:12b', 'gemma-3-12b-it'],
      ['qwen2.5vl:72b', 'qwen2.5-vl-72b-instruct'],
      ['qwen3-vl:8b', 'qwen3-vl-8b-instruct'],
      ['gpt-oss:20b', 'gpt-oss-20b'],
    ] as const) {
      const { config, inference, provider } = await serviceFor(name);
      assert.deepEqual([config.model, provider, apiOfService(config).api], [name, 'Ollama', 'ollama'], name);
      assert.ok(inference.entry.endsWith(entry), `${name}: ${inference.entry}`);
    }
    const catalogue = await loadCatalogue();
    for (const name of ['my-own:7b', 'magistral']) assert.ok('code' in catalogueService(name, catalogue), name);
  });

  it('is what is common in its family where the catalogue does not have it', async () => {
    for (const [name, provider, family, input] of [
      ['gemma4', 'Ollama', 'Gemma 3 and later', ['text', 'vision']],
      ['llava:13b', 'Ollama', 'LLaVA', ['text', 'vision']],
      ['minicpm-v:8b', 'Ollama', 'MiniCPM-V', ['text', 'vision']],
      ['command-a-vision-07-2025', 'Cohere', 'Command A Vision', ['text', 'vision']],
      ['qwen3:30b', 'Ollama', 'Qwen 3', ['text']],
      ['claude-opus-6', 'Anthropic', 'Claude 3 and later', ['text', 'vision', 'file', 'tool_result_media']],
    ] as const) {
      const service = await serviceFor(name);
      assert.deepEqual([service.inference.match, service.inference.entry, service.provider], ['family', family, provider], name);
      assert.deepEqual(service.capabilities.input, input, name);
    }
  });

  it('that its maker has retired is refused with its end, where nothing else is known of it', async () => {
    const refused = catalogueService('computer-use-preview', await loadCatalogue());
    assert.ok('code' in refused && refused.code === 'model_unknown');
    assert.deepEqual([refused.retirement?.state, refused.retirement?.date], ['retired', '2026-07-23']);
  });

  it('takes what the catalogue says, and not what it denies or does not know', async () => {
    const { capabilities, inference } = await serviceFor('claude-opus-4-5');
    assert.deepEqual(capabilities.input, ['text', 'vision', 'file', 'tool_result_media']);
    assert.equal(inference.findings.find(({ list, type }) => list === 'input' && type === 'audio')?.known, 'no');
    const little = await serviceFor('grok-4.7');
    assert.equal(little.inference.findings.find(({ list, type }) => list === 'input' && type === 'video')?.known, 'unknown');
    assert.ok(!little.capabilities.input.includes('video'));
  });

  it('of which the catalogue has nothing but the name takes text, and every figure is unknown', async () => {
    const { inferCapabilities } = await loadCatalogue();
    const bare = {
      catalogueModelIds: () => ['nobody-9'],
      modelLimits: () => ({}),
      inferCapabilities: (model: string) => {
        const known = inferCapabilities('gpt-5.2');
        const findings = known?.findings.map(({ list, type }) => ({ list, type, known: 'unknown' as const })) ?? [];
        return { model, match: 'exact' as const, entry: model, findings, capabilities: { input: ['text'], output: ['text'] } };
      },
    };
    const service = catalogueService('nobody-9', bare);
    assert.ok(!('code' in service));
    assert.deepEqual([service.capabilities.input, service.provider, catalogueSource(service)], [['text'], undefined, undefined]);
    const models = new ServicesAndModels(registryOf([{ ...service.config }]));
    const { arrival, cost } = await pictureFor(service, models, new Measurements(directCompute));
    assert.equal(arrival.state, 'described');
    assert.deepEqual([cost.price, cost.context], [null, null]);
    assert.deepEqual([figures(cost).dollars, figures(cost).share], ['unknown', 'unknown']);
  });

  it('is said to see a picture only where the catalogue says so, and what is not known of its cost is not zero, whatever the model', async () => {
    const every = byEffort({ quick: 8, usual: 1, soak: 1 });
    const { catalogueModelIds, modelLimits } = await loadCatalogue();
    const models = new ServicesAndModels();
    const measurements = new Measurements(directCompute);
    const seen = { arrives: 0, unknown: 0 };
    for (const name of catalogueModelIds().filter((_, at) => at % every === 0)) {
      const service = await models.add(name);
      if ('code' in service) {
        assert.match(name, /realtime|gpt-image/, 'all others take messages');
        continue;
      }
      const { arrival, cost, request } = await pictureFor(service, models, measurements);
      const sees = service.inference.findings.some(({ list, type, known }) => list === 'input' && type === 'vision' && known === 'yes');
      if (arrival.state === 'arrives') assert.ok(sees, `${name} by ${request.choice.api}`);
      if (arrival.state === 'arrives') seen.arrives++;
      const { tokens, price, context } = cost;
      assert.ok(tokens === null || tokens.low > 0, name);
      const { model } = service.config;
      assert.equal(context === null, tokens === null || modelLimits(model).context === undefined, name);
      const rates = priceOfService(service.config, request.choice.api, { priceOf })?.rates;
      assert.equal(price === null, tokens === null || rates?.input === undefined, name);
      if (price?.high === 0) assert.equal(rates?.input?.base, 0, `${name}: ${price.source}`);
      if (price === null) {
        seen.unknown++;
        assert.equal(figures(cost).dollars, 'unknown', name);
      }
    }
    assert.ok(seen.arrives > 200 / every && seen.unknown > 20 / every, JSON.stringify(seen));
  });

  it('is asked for again by its id once another catalogue is in use', async () => {
    const models = new ServicesAndModels();
    await models.ensure(['catalogue:new-1', 'catalogue:gpt-5.2']);
    assert.deepEqual([models.isForgotten('catalogue:new-1'), models.isForgotten('catalogue:gpt-5.2')], [true, false]);
    provideCatalogue(() => Promise.resolve({ file: smallCatalogue(), place: '/data/catalogue.json' }));
    try {
      await models.ensure(['catalogue:new-1', 'catalogue:gpt-5.2']);
      assert.deepEqual([models.isForgotten('catalogue:new-1'), models.isForgotten('catalogue:gpt-5.2')], [false, false]);
      assert.equal(models.modelOf('catalogue:gpt-5.2')?.inference.match, 'family', 'of that catalogue nothing else is known');
      assert.ok(models.hasCapability('catalogue:new-1', 'vision'));
    } finally {
      provideCatalogue(undefined);
    }
    await models.ensure(['catalogue:gpt-5.2']);
    assert.ok(models.hasCapability('catalogue:gpt-5.2', 'vision'));
  });

  it('is refused with the nearest names where neither it nor its family is known', async () => {
    const catalogue = await loadCatalogue();
    assert.deepEqual(catalogueService('clade-opus-4-5', catalogue), {
      code: 'model_unknown',
      nearest: ['claude-opus-4-5', 'claude-opus-5', 'claude-opus-4'],
    });
    assert.deepEqual(catalogueService('gpt5.2', catalogue), {
      code: 'model_unknown',
      nearest: ['gpt-5.2', 'gpt-5.2-pro', 'gpt-5.2-codex'],
    });
    assert.deepEqual(catalogueService('xyz', catalogue), { code: 'model_unknown', nearest: [] });
  });

  it('of a variant is a service of the host that offers it, not of the maker, who has none of that name', async () => {
    for (const name of ['openai/gpt-5.2:batch', 'anthropic/claude-3.7-sonnet:thinking', 'moonshotai/kimi-k2:free']) {
      const { config, provider } = await serviceFor(name);
      assert.deepEqual([provider, config.model, config.baseURL], ['OpenRouter', name, 'https://openrouter.ai/api/v1']);
    }
  });

  it('gets a text whose tokens could not be counted: how many they are is unknown, and all else is told', async () => {
    const models = new ServicesAndModels();
    const service = await serviceFor('gpt-5.2');
    await models.add('gpt-5.2');
    const artifact = { id: '1', content: 'words', isBinary: false, mimeType: 'text/plain', size: 5, meta: {} };
    const router = new ArtifactContentRouter({ serviceRegistry: models });
    const measurements = new Measurements({ ...directCompute, run: () => Promise.reject(new Error('the deadline has passed')) });
    const recipient = { serviceId: service.config.id, model: service };
    const { arrival, cost } = await receiveReading(artifact, 'artifact:1', recipient, { models, router, measurements });
    assert.deepEqual([arrival.state, cost], ['arrives', { tokens: null, price: null, context: null }]);
  });

  it('is refused where it is no name', async () => {
    const catalogue = await loadCatalogue();
    for (const name of ['', ' ', 'a'.repeat(10_000), '<b>gpt-5.2</b>', 'gpt-5.2\ngpt-5', '[x](command:y)', 'gpt-5.2\u202e', '$(zap)'])
      assert.deepEqual(catalogueService(name, catalogue), { code: 'model_name_invalid' }, JSON.stringify(name.slice(0, 50)));
  });
});

describe('Services and models of the catalogue together', () => {
  it('answers for both, and lists the services of the file only', async () => {
    const all = new ServicesAndModels(registryOf([{ id: 'mine', model: 'x', capabilities: { input: ['audio'] } }]));
    const added = await all.add('gpt-5.2');
    assert.ok(!('code' in added));
    assert.deepEqual(
      all.getServices().map(({ id }) => id),
      ['mine'],
    );
    assert.deepEqual(
      all.getServicesByCapability('audio').map(({ id }) => id),
      ['mine'],
    );
    assert.deepEqual([all.hasCapability('mine', 'audio'), all.hasCapability('mine', 'vision')], [true, false]);
    assert.deepEqual([all.hasCapability(added.config.id, 'audio'), all.hasCapability(added.config.id, 'vision')], [false, true]);
    assert.equal(all.getServiceById(added.config.id)?.model, 'gpt-5.2');
    assert.deepEqual(all.getCapabilities(added.config.id)?.input, ['text', 'vision', 'file']);
    assert.equal(all.modelOf(added.config.id)?.provider, 'OpenAI');
    assert.equal(all.modelOf('mine'), undefined);
    assert.equal(all.getServiceById('nobody'), null);
  });

  it('works where there is no file', async () => {
    const all = new ServicesAndModels();
    await all.ensure(['catalogue:claude-opus-4-5', 'somebody']);
    assert.deepEqual(all.getServices(), []);
    assert.equal(all.getServiceById('catalogue:claude-opus-4-5')?.baseURL, 'https://api.anthropic.com/v1');
    assert.equal(all.getServiceById('somebody'), null);
    assert.deepEqual(all.state.entries, []);
  });

  it('means the service of a person by an id that the person wrote, and gives the model another', async () => {
    const own = registryOf([{ id: 'catalogue:gpt-5.2', model: 'mine', capabilities: { input: ['text'] } }]);
    const all = new ServicesAndModels(own);
    await all.ensure(['catalogue:gpt-5.2']);
    assert.equal(all.getServiceById('catalogue:gpt-5.2')?.model, 'mine');
    const added = await all.add('gpt-5.2');
    assert.ok(!('code' in added));
    assert.equal(added.config.id, 'catalogue:catalogue:gpt-5.2');
    assert.deepEqual([all.hasCapability(added.config.id, 'vision'), all.hasCapability('catalogue:gpt-5.2', 'vision')], [true, false]);
    const later = new ServicesAndModels(own);
    await later.ensure([added.config.id]);
    assert.equal(later.getServiceById(added.config.id)?.model, 'gpt-5.2');
  });

  it('keeps a remembered model that the catalogue has no more, as one that takes text only', async () => {
    const all = new ServicesAndModels();
    await all.ensure(['catalogue:gone-9']);
    assert.equal(all.isForgotten('catalogue:gone-9'), true);
    assert.deepEqual(all.getCapabilities('catalogue:gone-9'), { input: ['text'], output: ['text'] });
    assert.equal(all.modelOf('catalogue:gone-9'), undefined);
    assert.equal(all.getServiceById('catalogue:gone-9')?.name, 'gone-9');
  });
});
