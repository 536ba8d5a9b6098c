import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  describeNotCarried,
  NOT_CARRIED_SENTENCES,
  type ImportOutcome,
  type NotCarried,
} from '../../../src/core/models/exchange/exchange.ts';
import { importServices } from '../../../src/core/models/exchange/exchange-services.ts';
import { validateServices } from '../../../src/core/models/validate.ts';
import { providerNamed } from '../../../src/core/wire/providers.ts';

const folder = path.join(import.meta.dirname, '../../fixtures/exchange');
const fixture = (name: string): string => readFileSync(path.join(folder, name), 'utf8');
type Imported = Extract<ImportOutcome, { readonly ok: true }>;

async function imported(text: string, filename?: string): Promise<Imported> {
  const outcome = await importServices(text, filename === undefined ? {} : { filename });
  assert.ok(outcome.ok, JSON.stringify(outcome));
  return outcome;
}

const codes = (notCarried: readonly NotCarried[], from: string): string[] =>
  notCarried
    .filter(({ path: place }) => place.join('.') === from)
    .map(({ code }) => code)
    .sort();

describe('Importing services', () => {
  it('reads chatLanguageModels.json of VS Code', async () => {
    const { format, services, notCarried } = await imported(fixture('chatLanguageModels.json'), 'chatLanguageModels.json');
    assert.equal(format, 'vscode');
    assert.deepEqual(services, [
      {
        id: 'claude-sonnet-4-6',
        name: 'Claude Sonnet 4.6',
        baseURL: 'https://api.anthropic.com/v1',
        api: 'anthropic',
        model: 'claude-sonnet-4-6',
        capabilities: { input: ['text', 'vision'], output: ['text', 'tool_calling'] },
        maxTokens: 64000,
      },
      {
        id: 'my-model',
        name: 'My Model',
        baseURL: 'https://gateway.example.com/v1',
        model: 'my-model',
        capabilities: { input: ['text'], output: ['text', 'tool_calling'] },
        maxTokens: 16000,
      },
      { id: 'my-model-2', name: 'The same again', baseURL: 'https://gateway.example.com/v2', api: 'openai-responses', model: 'my-model' },
      {
        id: 'deployment',
        name: 'GPT-5.5',
        baseURL: 'https://endpoint.openai.azure.com',
        model: 'deployment',
        capabilities: { input: ['text', 'vision'], output: ['text', 'tool_calling'] },
        maxTokens: 64000,
      },
    ]);
    assert.deepEqual(codes(notCarried, '0.apiKey'), ['key_reference']);
    assert.deepEqual(codes(notCarried, '1.apiKey'), ['literal_key']);
    assert.deepEqual(codes(notCarried, '1.models.0.requestHeaders'), ['field_without_place']);
    assert.deepEqual(codes(notCarried, '1.models.1'), ['capabilities_undeclared', 'id_changed', 'url_credentials']);
    assert.deepEqual(codes(notCarried, '3'), ['models_not_listed']);
  });

  it('reads the config.yaml of LiteLLM, merged anchors and all', async () => {
    const { format, services, notCarried } = await imported(fixture('litellm.yaml'), 'config.yaml');
    assert.equal(format, 'litellm');
    const azure = { baseURL: 'https://endpoint-europe.openai.azure.com/', model: 'gpt-4o-eu' };
    assert.deepEqual(services, [
      {
        id: 'gpt-4o',
        ...azure,
        apiKey: '${AZURE_API_KEY_EU}',
        capabilities: { input: ['text', 'vision'], output: ['text', 'tool_calling'] },
      },
      { id: 'gpt-4o-2', ...azure },
      {
        id: 'llava-hf',
        baseURL: 'http://localhost:8000',
        model: 'llava-hf/llava-v1.6-vicuna-7b-hf',
        capabilities: { input: ['text', 'vision'], output: ['text'] },
        maxTokens: 512,
      },
      { id: 'claude', api: 'anthropic', model: 'claude-sonnet-4-5', apiKey: '${ANTHROPIC_API_KEY}' },
    ]);
    assert.deepEqual(codes(notCarried, 'model_list.0.model_info.supports_reasoning'), ['capability_without_place']);
    assert.deepEqual(codes(notCarried, 'model_list.0.litellm_params.model'), ['provider_without_place']);
    assert.deepEqual(codes(notCarried, 'model_list.1.litellm_params.api_key'), ['literal_key']);
    assert.deepEqual(codes(notCarried, 'model_list.3'), ['base_url_unknown', 'capabilities_undeclared']);
    assert.deepEqual(codes(notCarried, 'model_list.4'), ['wildcard_model']);
    assert.deepEqual(codes(notCarried, 'model_list.5'), ['not_a_chat_model']);
    assert.deepEqual(codes(notCarried, 'general_settings'), ['field_without_place']);
  });

  it('fills in the official address where only a known provider is named, and tells the others', async () => {
    const addressesIn = async (text: string): Promise<unknown[]> => {
      const outcome = await importServices(text, { officialAddress: providerNamed });
      assert.ok(outcome.ok);
      const unknown = outcome.notCarried.filter(({ code }) => code === 'base_url_unknown').length;
      assert.equal(unknown, outcome.services.filter(({ baseURL }) => baseURL === undefined).length);
      return outcome.services.map(({ baseURL, api }) => [baseURL, api]);
    };
    const models = ['anthropic/a', 'openai/b', 'openai/responses/b', 'gemini/c', 'ollama_chat/d', 'zai/e', 'bedrock/f', 'nobody/g', 'h'];
    assert.deepEqual(
      await addressesIn(JSON.stringify({ model_list: models.map((model) => ({ model_name: model, litellm_params: { model } })) })),
      [
        ['https://api.anthropic.com/v1', 'anthropic'],
        ['https://api.openai.com/v1', undefined],
        ['https://api.openai.com/v1', 'openai-responses'],
        ['https://generativelanguage.googleapis.com/v1beta', 'gemini'],
        ['http://localhost:11434', 'ollama'],
        ['https://api.z.ai/api/paas/v4', undefined],
        [undefined, undefined],
        [undefined, undefined],
        [undefined, undefined],
      ],
    );
    assert.deepEqual(
      await addressesIn(
        JSON.stringify({
          provider: {
            google: { models: { a: {} } },
            'my-own': { models: { b: {} } },
            groq: { options: { baseURL: 'https://gateway.example.com' }, models: { c: {} } },
          },
        }),
      ),
      [
        ['https://generativelanguage.googleapis.com/v1beta', undefined],
        [undefined, undefined],
        ['https://gateway.example.com', undefined],
      ],
    );
    assert.deepEqual(
      await addressesIn(
        JSON.stringify({
          models: [
            { name: 'a', provider: 'xAI', model: 'a' },
            { name: 'b', provider: 'lmstudio', model: 'b' },
            { name: 'c', provider: 'azure', model: 'c' },
          ],
        }),
      ),
      [
        ['https://api.x.ai/v1', undefined],
        ['http://localhost:1234/v1', 'openai-compatible'],
        [undefined, undefined],
      ],
    );
  });

  it('takes a name of a provider for what the program means by it, and tells what it assumes', async () => {
    const lite = (model: string, info: object = {}): string =>
      JSON.stringify({ model_list: [{ model_name: 'a', litellm_params: { model }, model_info: info }] });
    const continued = (provider: string, model: string): string => JSON.stringify({ models: [{ name: 'a', provider, model }] });
    const opencode = (provider: string, npm?: string): string =>
      JSON.stringify({ provider: { [provider]: { ...(npm && { npm }), models: { m: {} } } } });
    const vscode = (vendor: string, apiType?: string): string =>
      JSON.stringify([{ vendor, models: [{ id: 'm', ...(apiType && { apiType }) }] }]);
    const cases: readonly (readonly [text: string, address: string | undefined, model?: string])[] = [
      [continued('moonshot', 'moonshot-v1-8k'), 'https://api.moonshot.cn/v1'],
      [continued('mistral', 'mistral-large-latest'), 'https://api.mistral.ai/v1'],
      [continued('mistral', 'codestral-latest'), undefined],
      [continued('together_ai', 'm'), undefined],
      [lite('moonshot/kimi-k2'), 'https://api.moonshot.ai/v1'],
      [lite('mistral/codestral-latest'), 'https://api.mistral.ai/v1'],
      [lite('huggingface/deepseek-ai/DeepSeek-R1'), 'https://router.huggingface.co/v1', 'deepseek-ai/DeepSeek-R1'],
      [lite('huggingface/together/deepseek-ai/DeepSeek-R1'), undefined],
      [lite('groq/m', { mode: 'responses' }), undefined],
      [
        lite('fireworks_ai/llama-v3p3-70b-instruct'),
        'https://api.fireworks.ai/inference/v1',
        'accounts/fireworks/models/llama-v3p3-70b-instruct',
      ],
      [lite('fireworks_ai/glm-5-fast'), 'https://api.fireworks.ai/inference/v1', 'accounts/fireworks/routers/glm-5-fast'],
      [lite('fireworks_ai/accounts/me/models/m'), 'https://api.fireworks.ai/inference/v1', 'accounts/me/models/m'],
      [opencode('minimax', '@ai-sdk/anthropic'), 'https://api.minimax.io/anthropic/v1'],
      [opencode('minimax'), 'https://api.minimax.io/anthropic/v1'],
      [opencode('moonshotai'), 'https://api.moonshot.ai/v1'],
      [opencode('moonshotai', '@ai-sdk/openai-compatible'), 'https://api.moonshot.ai/v1'],
      [opencode('moonshotai', '@ai-sdk/anthropic'), undefined],
      [opencode('anthropic', '@ai-sdk/openai-compatible'), undefined],
      [opencode('openai', '@ai-sdk/openai'), 'https://api.openai.com/v1'],
      [opencode('gemini'), undefined],
      [vscode('gemini'), 'https://generativelanguage.googleapis.com/v1beta'],
      [vscode('openai'), 'https://api.openai.com/v1'],
      [vscode('openai', 'responses'), 'https://api.openai.com/v1'],
      [vscode('xai', 'messages'), undefined],
      [vscode('customendpoint'), undefined],
    ];
    for (const [text, address, model] of cases) {
      const outcome = await importServices(text, { officialAddress: providerNamed });
      assert.ok(outcome.ok);
      assert.equal(outcome.services[0]?.baseURL, address, text);
      if (model !== undefined) assert.equal(outcome.services[0]?.model, model);
      const told = outcome.notCarried.flatMap(({ code, params }) =>
        code === 'address_assumed' ? [params['address']] : code === 'base_url_unknown' ? [code] : [],
      );
      assert.deepEqual(told, [address ?? 'base_url_unknown'], text);
    }
  });

  it('takes references to environment variables in addresses over, and never assumes an address beside one that it cannot take', async () => {
    const lite = (model: string, address: string): string =>
      JSON.stringify({ model_list: [{ model_name: 'a', litellm_params: { model, api_base: address } }] });
    const cases: readonly (readonly [text: string, address: string | undefined, path?: string])[] = [
      [lite('openai/gpt-4o', 'os.environ/OPENAI_API_BASE'), '${OPENAI_API_BASE}'],
      // it adds /v1/messages, and so do we where the value has no version
      [lite('anthropic/claude', 'os.environ/ANTHROPIC_API_BASE'), '${ANTHROPIC_API_BASE}'],
      [lite('anthropic/claude', 'os.environ/not a name'), undefined, 'model_list.0.litellm_params.api_base'],
      [JSON.stringify({ models: [{ name: 'a', provider: 'openai', model: 'm', apiBase: '${{ secrets.BASE }}/v1' }] }), '${BASE}/v1'],
      [
        JSON.stringify({ models: [{ name: 'a', provider: 'openai', model: 'm', apiBase: '${{ secrets.me/block/HOST }}' }] }),
        undefined,
        'models.0.apiBase',
      ],
      [JSON.stringify({ provider: { openai: { options: { baseURL: '{env:BASE}' }, models: { a: {} } } } }), '${BASE}'],
      [
        JSON.stringify({ provider: { openai: { options: { baseURL: '{file:~/base}' }, models: { a: {} } } } }),
        undefined,
        'provider.openai.baseURL',
      ],
      [JSON.stringify({ provider: { openai: { models: { a: { provider: { api: '{env:OWN}/v1' } } } } } }), '${OWN}/v1'],
      [
        JSON.stringify({
          provider: { openai: { options: { baseURL: 'https://shared.example/v1' }, models: { a: { provider: { api: '{file:./url}' } } } } },
        }),
        undefined,
        'provider.openai.models.a.provider.api',
      ],
    ];
    for (const [text, address, place] of cases) {
      const outcome = await importServices(text, { officialAddress: providerNamed });
      assert.ok(outcome.ok);
      assert.equal(outcome.services[0]?.baseURL, address, text);
      const told = outcome.notCarried.flatMap(({ code, path: at }) => (code === 'address_reference' ? [at.join('.')] : []));
      assert.deepEqual(told, place === undefined ? [] : [place], text);
      assert.ok(
        outcome.notCarried.every(({ code }) => code !== 'base_url_unknown'),
        text,
      );
      assert.deepEqual(validateServices(JSON.stringify({ services: outcome.services })).problems, []);
    }
  });

  it('takes a variable over only where a service may have one, at the beginning of an address, and tells of any other', async () => {
    const cases: readonly (readonly [text: string, path: string])[] = [
      ...['https://${{ inputs.HOST }}/v1', '${{ secrets.BASE }}/${{ secrets.KEY }}'].map(
        (apiBase) => [JSON.stringify({ models: [{ name: 'a', provider: 'openai', model: 'm', apiBase }] }), 'models.0.apiBase'] as const,
      ),
      [
        JSON.stringify({ provider: { openai: { options: { baseURL: 'https://{env:HOST}/v1' }, models: { a: {} } } } }),
        'provider.openai.baseURL',
      ],
      [
        JSON.stringify({ model_list: [{ model_name: 'a', litellm_params: { model: 'openai/m', api_base: 'https://${HOST}/v1' } }] }),
        'model_list.0.litellm_params.api_base',
      ],
    ];
    for (const [text, place] of cases) {
      const outcome = await importServices(text, { officialAddress: providerNamed });
      assert.ok(outcome.ok);
      assert.equal(outcome.services[0]?.baseURL, undefined, text);
      const told = outcome.notCarried.flatMap(({ code, path: at }) => (code === 'address_variable_within' ? [at.join('.')] : []));
      assert.deepEqual(told, [place], text);
      assert.ok(
        outcome.notCarried.every(({ code }) => code !== 'base_url_unknown' && code !== 'address_assumed'),
        text,
      );
    }
  });

  it('tells of the second name of an address where both are there', async () => {
    const { services, notCarried } = await imported(
      '{"model_list": [{"model_name": "a", "litellm_params": {"model": "openai/m", "api_base": "https://a.example/v1", "base_url": "https://b.example/v1"}}]}',
    );
    assert.equal(services[0]?.baseURL, 'https://a.example/v1');
    assert.deepEqual(codes(notCarried, 'model_list.0.litellm_params.base_url'), ['field_without_place']);
  });

  it('tells by the model which of the two formats of Gemini is meant', async () => {
    const url = 'https://gateway.example.com/v1beta';
    const sources = (model: string): string[] => [
      JSON.stringify({ model_list: [{ model_name: 'a', litellm_params: { model: `gemini/${model}`, api_base: url } }] }),
      JSON.stringify({ models: [{ name: 'a', provider: 'gemini', model, apiBase: url }] }),
      JSON.stringify({ provider: { p: { npm: '@ai-sdk/google', options: { baseURL: url }, models: { a: { id: model } } } } }),
      JSON.stringify([{ vendor: 'gemini', models: [{ id: model, url }] }]),
    ];
    for (const [model, api] of [
      ['gemini-2.5-flash', 'gemini-2'],
      ['gemma-3-27b-it', 'gemini-2'],
      ['gemini-3-pro', 'gemini'],
      ['gemini-flash-latest', 'gemini'],
    ] as const) {
      for (const source of sources(model)) assert.equal((await imported(source)).services[0]?.api, api, source);
    }
  });

  it('reads the list of models of OpenRouter', async () => {
    const { format, services, notCarried } = await imported(fixture('openrouter-models.json'), 'models.json');
    assert.equal(format, 'openrouter');
    const baseURL = 'https://openrouter.ai/api/v1';
    assert.deepEqual(services, [
      {
        id: 'google/gemini-2.5-pro',
        name: 'Google: Gemini 2.5 Pro',
        baseURL,
        model: 'google/gemini-2.5-pro',
        capabilities: { input: ['text', 'vision', 'file', 'audio', 'video'], output: ['text', 'tool_calling', 'structured_output'] },
        description: 'A model for reasoning.',
        maxTokens: 65536,
      },
      {
        id: 'mistralai/mistral-nemo:free',
        name: 'Mistral: Mistral Nemo (free)',
        baseURL,
        model: 'mistralai/mistral-nemo:free',
        capabilities: { input: ['text'], output: ['text'] },
      },
      {
        id: 'google/gemini-2.5-flash-image',
        name: 'Google: Gemini 2.5 Flash Image',
        baseURL,
        model: 'google/gemini-2.5-flash-image',
        capabilities: { input: ['text', 'vision'], output: ['text'] },
      },
    ]);
    assert.deepEqual(codes(notCarried, 'data.2.architecture.output_modalities'), ['capability_without_place']);
    assert.deepEqual(codes(notCarried, 'data.3'), ['not_a_chat_model']);
    assert.deepEqual(codes(notCarried, 'data.0.pricing'), ['field_without_place']);
  });

  it('reads the configuration of opencode, with comments and trailing commas', async () => {
    const { format, services, notCarried } = await imported(fixture('opencode.jsonc'), 'opencode.jsonc');
    assert.equal(format, 'opencode');
    assert.deepEqual(services, [
      {
        id: 'qwen-vl',
        name: 'Qwen VL',
        baseURL: 'http://127.0.0.1:1337/v1',
        model: 'qwen2.5-vl-7b-instruct',
        capabilities: { input: ['text', 'vision', 'file'], output: ['text', 'tool_calling'] },
        maxTokens: 8192,
      },
      { id: 'plain', baseURL: 'http://127.0.0.1:1337/v1', model: 'plain' },
      {
        id: 'claude-sonnet-4-5',
        baseURL: 'https://gateway.example.com/anthropic/v1',
        api: 'anthropic',
        model: 'claude-sonnet-4-5',
        apiKey: '${GATEWAY_KEY}',
        capabilities: { input: ['text'], output: ['text'] },
      },
      { id: 'gpt-5', api: 'openai-responses', model: 'gpt-5', capabilities: { output: ['text'] } },
    ]);
    assert.deepEqual(codes(notCarried, 'provider.local.models.qwen-vl.modalities.output'), ['capability_without_place']);
    assert.deepEqual(codes(notCarried, 'provider.secret.apiKey'), ['literal_key']);
    assert.deepEqual(codes(notCarried, 'provider.file.apiKey'), ['key_reference']);
    assert.deepEqual(codes(notCarried, 'provider.file'), ['models_not_listed']);
    assert.deepEqual(codes(notCarried, 'model'), ['field_without_place']);
  });

  it('reads the second form of the configuration of opencode', async () => {
    const { services } = await imported(fixture('opencode-2.json'));
    assert.deepEqual(services, [
      {
        id: 'omni',
        baseURL: 'http://127.0.0.1:1337/v1',
        model: 'qwen3-omni',
        apiKey: '${LOCAL_KEY}',
        capabilities: { input: ['text', 'vision', 'audio'], output: ['text', 'audio', 'tool_calling'] },
        maxTokens: 4096,
      },
    ]);
  });

  it('reads the config.yaml of Continue', async () => {
    const { format, services, notCarried } = await imported(fixture('continue.yaml'), 'config.yaml');
    assert.equal(format, 'continue');
    assert.deepEqual(services, [
      { id: 'GPT-4o', model: 'gpt-4o', apiKey: '${OPENAI_API_KEY}', maxTokens: 1500 },
      {
        id: 'Compatible',
        baseURL: 'http://my-endpoint/v1',
        model: 'my-custom-model',
        capabilities: { input: ['text', 'vision'], output: ['text', 'tool_calling'] },
      },
      {
        id: 'Local',
        baseURL: 'http://localhost:11434',
        api: 'ollama',
        model: 'llama3.1:8b',
        capabilities: { input: ['text'], output: ['text'] },
      },
    ]);
    assert.deepEqual(codes(notCarried, 'models.0'), ['block_reference']);
    assert.deepEqual(codes(notCarried, 'models.2'), ['not_a_chat_model']);
    assert.deepEqual(codes(notCarried, 'models.3.apiKey'), ['literal_key']);
  });

  it('tells the format by the text: another name, or none, changes nothing; a mark and CRLF neither', async () => {
    for (const name of readdirSync(folder)) {
      const plain = await imported(fixture(name));
      assert.deepEqual(await imported(fixture(name).replaceAll('\n', '\r\n'), 'notes.txt'), plain, name);
      assert.deepEqual(await imported(`\ufeff${fixture(name)}`), plain, name);
    }
  });

  it('makes services that have no problems', async () => {
    for (const name of readdirSync(folder)) {
      const { services } = await imported(fixture(name));
      const { problems, entries } = validateServices(JSON.stringify({ services }));
      assert.deepEqual(problems, [], name);
      assert.equal(entries.length, services.length);
    }
  });

  it('[E-3] carries no key that stands in the path of an address, and tells that it is left out', async () => {
    const key = 'sk-q7Zt2LmX9vBc4RkW8sYd1NfH';
    const model_list = [{ model_name: 'a', litellm_params: { model: 'openai/m', api_base: `https://gateway.example.com/${key}/v1` } }];
    const outcome = await imported(JSON.stringify({ model_list }));
    assert.equal(outcome.services[0]?.baseURL, 'https://gateway.example.com/•••/v1');
    assert.ok(outcome.notCarried.some(({ code }) => code === 'url_credentials'));
    assert.ok(!JSON.stringify(outcome).includes(key));
  });

  it('carries no key, wherever it is, and tells none', async () => {
    for (const name of readdirSync(folder)) {
      const told = JSON.stringify(await imported(fixture(name)));
      assert.doesNotMatch(told, /SECRET|hunter2|topsecret|user:pass/, name);
    }
  });
});

describe('Importing what anybody may have written', () => {
  it('refuses what is no configuration known, with a reason and without the text', async () => {
    const cases: readonly (readonly [text: string, filename: string, reason: string])[] = [
      ['', '', 'unknown_format'],
      ['{}', 'a.json', 'unknown_format'],
      ['[]', 'a.json', 'unknown_format'],
      ['{"services": []}', 'llmservices.json', 'unknown_format'],
      ['just words', '', 'unknown_format'],
      ['{"data": SECRET', 'a.json', 'unreadable'],
      ['a: [SECRET', 'a.yaml', 'unreadable'],
      ['a: !!js/function SECRET', 'a.yml', 'unreadable'],
      ['['.repeat(100_000), 'a.json', 'unreadable'],
      ['['.repeat(100_000), 'a.yaml', 'unreadable'],
      ['\u0000SECRET', '', 'unreadable'],
    ];
    for (const [text, filename, reason] of cases) {
      const outcome = await importServices(text, { filename });
      assert.ok(!outcome.ok && outcome.reason === reason, `${text.slice(0, 30)}: ${JSON.stringify(outcome)}`);
      assert.doesNotMatch(JSON.stringify(outcome), /SECRET/);
    }
  });

  it('refuses what is too large', async () => {
    for (const [text, filename] of [
      [`# ${'x'.repeat(5 * 1024 * 1024)}\n`, 'a.yaml'],
      [' '.repeat(17 * 1024 * 1024), 'a.json'],
    ] as const) {
      const outcome = await importServices(text, { filename });
      assert.ok(!outcome.ok && outcome.reason === 'too_large');
    }
  });

  it('is not blown up by references to references, nor by merging', async () => {
    const layers = Array.from({ length: 60 }, (_, at) => `l${at + 1}: &l${at + 1} [${Array(9).fill(`*l${at}`).join(', ')}]`).join('\n');
    const bomb = await importServices(`l0: &l0 [x]\n${layers}\nmodels: *l60\n`, { filename: 'a.yaml' });
    assert.ok(!bomb.ok && bomb.reason === 'too_large');
    const wide = `base: &base {${Array.from({ length: 3000 }, (_, at) => `k${at}: ${at}`).join(', ')}}\nmodels:\n${'  - {<<: *base, model: m}\n'.repeat(3000)}`;
    const merged = await importServices(wide, { filename: 'a.yaml' });
    assert.ok(!merged.ok && merged.reason === 'unreadable');
  });

  it('takes wrong types for what they are, and goes on', async () => {
    const junk = [null, 7, 'x', [], {}, true];
    const model = { id: 'm', url: 'https://a/v1/chat/completions', vision: 'yes', toolCalling: 1, maxOutputTokens: -5, name: {} };
    const { services, notCarried } = await imported(
      JSON.stringify([{ vendor: 7, apiKey: {}, models: [...junk, model] }, ...junk, { vendor: 'x', models: 'y' }]),
    );
    assert.deepEqual(services, [{ id: 'm', baseURL: 'https://a/v1', model: 'm' }]);
    for (const field of ['vision', 'toolCalling', 'maxOutputTokens', 'name'])
      assert.deepEqual(codes(notCarried, `0.models.6.${field}`), ['wrong_type']);
    for (const at of [0, 1, 2, 3, 5]) assert.deepEqual(codes(notCarried, `0.models.${at}`), ['entry_unusable']);
    assert.deepEqual(codes(notCarried, '0.models.4'), ['model_missing']);
  });

  it('takes the names of prototypes for names', async () => {
    const hostile = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
    const members = hostile.map((name) => `"${name}": {"id": "${name}", "modalities": {"input": ["${name}"]}, "${name}": 1}`).join(', ');
    const text = `{"provider": {"__proto__": {"npm": "constructor", "options": {"baseURL": "http://a"}, "models": {${members}}}, "toString": {"models": {"__proto__": {}}}}}`;
    const { services } = await imported(text);
    assert.deepEqual(
      services.map(({ id }) => id),
      [...hostile, '__proto__-2'],
    );
    assert.deepEqual(services[0], { id: '__proto__', baseURL: 'http://a', model: '__proto__', capabilities: { input: ['text'] } });
    assert.equal(({} as Record<string, unknown>)['npm'], undefined);
  });

  it('makes ten thousand entries of one name unique', async () => {
    const { services } = await imported(
      JSON.stringify({ model_list: Array.from({ length: 10_000 }, () => ({ model_name: 'm', litellm_params: { model: 'openai/m' } })) }),
    );
    assert.equal(new Set(services.map(({ id }) => id)).size, 10_000);
  });
});

describe('What is told of what is not carried', () => {
  it('has a sentence for each code, with every parameter it names', async () => {
    const { notCarried } = await imported(fixture('chatLanguageModels.json'));
    for (const item of notCarried) assert.doesNotMatch(describeNotCarried(item), /(?<!\$)\{\w+\}/, item.code);
    for (const sentence of Object.values(NOT_CARRIED_SENTENCES)) assert.match(sentence, /^["A-Z].*\.$/);
  });

  it('cuts names of any length', async () => {
    const { notCarried } = await imported(JSON.stringify({ models: [], ['k'.repeat(100_000)]: 1 }));
    assert.ok((notCarried[0]?.params['field']?.length ?? 0) < 200);
  });
});

describe('the aliases of YAML', () => {
  const models = (count: number): string => `{${Array.from({ length: count }, (_, index) => `k${index}: {}`).join(', ')}}`;
  const opencode = (count: number): string =>
    `x: &m ${models(count)}\nprovider: {${Array.from({ length: count }, (_, index) => `p${index}: {models: *m}`).join(', ')}}\n`;

  it('are followed where they repeat a few models', async () => {
    const outcome = await importServices(opencode(3), { filename: 'opencode.yaml' });
    assert.ok(outcome.ok);
    assert.equal(outcome.services.length, 9);
  });

  it('are refused where a short text would stand for more than a long one holds, or for itself', async () => {
    assert.deepEqual(await importServices(opencode(1000), { filename: 'opencode.yaml' }), { ok: false, reason: 'too_large' });
    assert.deepEqual(await importServices('models: &a [{ model: m, more: *a }]', { filename: 'config.yaml' }), {
      ok: false,
      reason: 'too_large',
    });
  });
});
