import assert from 'node:assert/strict';
import { loadCatalogue } from '../../../src/core/models/catalogue/load-catalogue.ts';
import { providersFor } from '../../../src/core/wire/providers-of-model.ts';
import { isOfMaker, providerAt, PROVIDERS } from '../../../src/core/wire/providers.ts';
import { apiOfService } from '../../../src/core/wire/service-api.ts';

const likely = (model: string): string[] => providersFor(model).likely.map(({ baseURL }) => baseURL);

describe('Providers of models', () => {
  it('are proposed by the name of a model', () => {
    assert.deepEqual(likely('gpt-4o'), ['https://api.openai.com/v1']);
    assert.deepEqual(likely(' Claude-Sonnet-5-5 '), ['https://api.anthropic.com/v1']);
    assert.deepEqual(likely('gemini-3.8-flash'), [
      'https://generativelanguage.googleapis.com/v1beta',
      'https://generativelanguage.googleapis.com/v1beta/openai',
    ]);
    assert.deepEqual(likely('mistral-large-latest'), ['https://api.mistral.ai/v1']);
    assert.deepEqual(likely('llava:13b'), ['http://localhost:11434/v1', 'http://localhost:11434']);
    assert.deepEqual(likely('openai/gpt-4o'), ['https://openrouter.ai/api/v1']);
    assert.deepEqual(likely('accounts/fireworks/models/glm-5p3'), ['https://api.fireworks.ai/inference/v1']);
    assert.deepEqual(likely('ft:gpt-4o-mini-2024-07-18:my-org:custom:abc'), ['https://api.openai.com/v1']);
    assert.deepEqual(likely('models/gemini-2.0-flash'), likely('gemini-2.0-flash'));
    assert.deepEqual(likely('some-model'), []);
  });

  it('do not offer the weights that anybody may run as those of their maker', () => {
    for (const model of ['gpt-oss-120b', 'gemma-2-27b-it', 'deepseek-r1-distill-llama-70b', 'qwen3-4b'])
      assert.deepEqual(likely(model), [], model);
  });

  it('are not told by the names that clouds give to models of others', async () => {
    for (const model of [
      'anthropic.claude-3-5-sonnet-20241022-v2:0',
      'us.anthropic.claude-sonnet-4-20250514-v1:0',
      'amazon.nova-pro-v1:0',
      'us-gov.meta.llama3-8b-instruct',
      'claude-3-5-haiku@20241022',
      '@cf/qwen/qwen3',
    ])
      assert.deepEqual(likely(model), [], model);
    const { catalogueModelIds } = await loadCatalogue();
    assert.deepEqual(
      catalogueModelIds().filter((model) => likely(model).some((address) => address.includes('localhost'))),
      [],
      'the catalogue has no names of Ollama',
    );
  });

  it('are each there once for a model, those on this machine among them', () => {
    for (const model of ['gpt-4o', 'llava:13b', 'a/b', 'x']) {
      const { likely: first, local, others } = providersFor(model);
      const addresses = [...first, ...local, ...others].map(({ baseURL }) => baseURL);
      assert.equal(new Set(addresses).size, addresses.length);
      assert.ok(addresses.includes('http://localhost:1234/v1'));
    }
  });

  it('are those of the host that the name is read as, and gateways where it begins with a word for a maker', () => {
    assert.deepEqual(likely('gemma-3-27b-it'), likely('gemini-2.0-flash'));
    assert.deepEqual(likely('llama-3.3-70b-versatile'), ['https://api.groq.com/openai/v1']);
    assert.deepEqual(likely('deepseek-r1:free'), ['https://openrouter.ai/api/v1']);
    assert.deepEqual(likely('a/b'), []);
  });

  it('are on this machine before all others where nobody makes a model of that name, and no cloud names it so', () => {
    for (const model of ['gpt-oss-20b', 'Qwen/Qwen3-32B', 'mine', 'llava.gguf', 'mistral-nemo-instruct.gguf', 'mistral.gguf', 'phi-3.mini'])
      assert.equal(providersFor(model).local[0]?.name, 'Ollama', model);
    for (const model of ['gpt-4o', 'llava:13b', 'us.anthropic.claude-3-haiku']) assert.deepEqual(providersFor(model).local, [], model);
  });

  it('are told from those that offer models of many makers', () => {
    assert.deepEqual(
      ['https://api.anthropic.com/v1', 'https://openrouter.ai/api/v1', 'http://localhost:11434/v1', 'https://gate.example/v1'].map(
        isOfMaker,
      ),
      [true, false, false, false],
    );
  });

  it('have an address that tells its API, or say what it is', () => {
    for (const { api, baseURL, name } of PROVIDERS) {
      const { certainty } = apiOfService({ api, baseURL, model: name === 'Google' ? 'gemini-3-pro' : 'x' });
      assert.notEqual(certainty, 'guessed', baseURL);
    }
  });

  it('are known by their address, and the variable of the key with them', () => {
    assert.equal(providerAt('https://api.anthropic.com')?.variable, 'ANTHROPIC_API_KEY');
    assert.equal(providerAt('https://api.openai.com/v1/')?.variable, 'OPENAI_API_KEY');
    assert.equal(providerAt('http://localhost:1234/v1')?.name, 'LM Studio');
    assert.equal(providerAt('http://localhost:9999/v1'), undefined);
    assert.equal(providerAt('${BASE_URL}'), undefined);
  });

  it('are known by the longest of their addresses that one begins with', () => {
    const google = 'https://generativelanguage.googleapis.com/v1beta';
    const known = (path: string) => providerAt(google + path)?.baseURL;
    assert.deepEqual(['', '/', '/models/gemini-3-pro', '/openai', '/openai/', '/openai/chat/completions', '/openaix'].map(known), [
      google,
      google,
      google,
      `${google}/openai`,
      `${google}/openai`,
      `${google}/openai`,
      google,
    ]);
    assert.equal(providerAt('https://generativelanguage.googleapis.com')?.baseURL, google);
    assert.deepEqual(
      ['', '/v1', '/v1/chat/completions', '/api/chat'].map((path) => providerAt(`http://localhost:11434${path}`)?.baseURL),
      ['http://localhost:11434', 'http://localhost:11434/v1', 'http://localhost:11434/v1', 'http://localhost:11434'],
    );
  });
});
