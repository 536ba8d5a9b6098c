import assert from 'node:assert/strict';
import { EXPORT_FORMATS, type ExportFormat } from '../../../src/core/models/exchange/exchange.ts';
import { exportServices, importServices } from '../../../src/core/models/exchange/exchange-services.ts';
import { parseYaml } from '../../../src/core/models/exchange/yaml.ts';
import type { LlmServiceConfig } from '../../../src/core/models/schema.ts';

/** Nobody's: made for this test. */
const PATH_KEY = 'sk-q7Zt2LmX9vBc4RkW8sYd1NfH';
const SERVICES: readonly LlmServiceConfig[] = [
  {
    id: 'seer',
    name: 'Seer',
    baseURL: 'https://api.example.com/v1',
    model: 'maker/seer-1',
    apiKey: '${SEER_KEY}',
    maxTokens: 4096,
    capabilities: { input: ['text', 'vision', 'file', 'smell'], output: ['text', 'tool_calling'] },
    description: 'Sees.',
  },
  { id: 'thinker', baseURL: 'https://user:SECRET@api.example.org/v1?key=SECRET', model: 'thinker', api: 'anthropic', apiKey: 'sk-SECRET' },
  { id: 'nameless', baseURL: 'https://api.example.com/v1' },
];

const value = (text: string): unknown => {
  const parsed = parseYaml(text); // JSON is YAML
  assert.ok(parsed.ok);
  return parsed.value;
};

describe('Exporting services', () => {
  it('writes chatLanguageModels.json of VS Code', async () => {
    const { text, notCarried } = await exportServices(SERVICES, 'vscode');
    assert.deepEqual(JSON.parse(text), [
      {
        name: 'api.example.com',
        vendor: 'customendpoint',
        apiKey: '${input:SEER_KEY}',
        apiType: 'chat-completions',
        models: [
          {
            id: 'maker/seer-1',
            name: 'Seer',
            url: 'https://api.example.com/v1/chat/completions',
            toolCalling: true,
            vision: true,
            maxOutputTokens: 4096,
          },
        ],
      },
      {
        name: 'api.example.org',
        vendor: 'customendpoint',
        apiType: 'messages',
        models: [{ id: 'thinker', name: 'thinker', url: 'https://api.example.org/v1/messages' }],
      },
    ]);
    assert.deepEqual(
      notCarried.filter(({ code }) => code === 'value_to_fill_in').map(({ params }) => params['field']),
      ['maxInputTokens', 'maxInputTokens', 'maxOutputTokens'],
    );
  });

  it('writes an address of Anthropic with the version that the other programs do not add', async () => {
    for (const baseURL of ['https://api.anthropic.com', 'https://api.anthropic.com/v1', 'https://api.anthropic.com/v1/messages']) {
      const services = [{ id: 'c', baseURL, model: 'c', api: 'anthropic' }] as const;
      const [provider] = JSON.parse((await exportServices(services, 'vscode')).text) as { models: { url: string }[] }[];
      assert.equal(provider?.models[0]?.url, 'https://api.anthropic.com/v1/messages');
      const opencode = JSON.parse((await exportServices(services, 'opencode')).text) as { provider: Record<string, { options: unknown }> };
      assert.deepEqual(opencode.provider['api.anthropic.com']?.options, { baseURL: 'https://api.anthropic.com/v1' });
    }
  });

  it('writes the config.yaml of LiteLLM', async () => {
    const { text } = await exportServices(SERVICES, 'litellm');
    assert.match(text, /^model_list:\n {2}- model_name: seer\n/);
    assert.deepEqual(value(text), {
      model_list: [
        {
          model_name: 'seer',
          litellm_params: {
            model: 'openai/maker/seer-1',
            api_base: 'https://api.example.com/v1',
            api_key: 'os.environ/SEER_KEY',
            max_tokens: 4096,
          },
          model_info: {
            supports_vision: true,
            supports_audio_input: false,
            supports_pdf_input: true,
            supports_audio_output: false,
            supports_response_schema: false,
            supports_function_calling: true,
          },
        },
        { model_name: 'thinker', litellm_params: { model: 'anthropic/thinker', api_base: 'https://api.example.org' } },
      ],
    });
  });

  it('writes for LiteLLM addresses to which it adds the path of the API, and reads them back', async () => {
    const addresses: readonly (readonly [api: NonNullable<LlmServiceConfig['api']>, baseURL: string, written: string, back: string])[] = [
      ['anthropic', 'https://api.anthropic.com/v1', 'https://api.anthropic.com', 'https://api.anthropic.com/v1'],
      ['anthropic', 'https://gateway.example.com/a/v1/messages', 'https://gateway.example.com/a', 'https://gateway.example.com/a/v1'],
      [
        'gemini',
        'https://generativelanguage.googleapis.com/v1beta',
        'https://generativelanguage.googleapis.com/v1beta',
        'https://generativelanguage.googleapis.com/v1beta',
      ],
      ['ollama', 'http://localhost:11434/api', 'http://localhost:11434', 'http://localhost:11434'],
      ['openai-compatible', 'https://api.example.com/v1', 'https://api.example.com/v1', 'https://api.example.com/v1'],
    ];
    const { text } = await exportServices(
      addresses.map(([api, baseURL], index) => ({ id: `s${index}`, model: 'm', api, baseURL })),
      'litellm',
    );
    const { model_list: written } = value(text) as { model_list: { litellm_params: { api_base: string } }[] };
    assert.deepEqual(
      written.map(({ litellm_params: { api_base } }) => api_base),
      addresses.map(([, , each]) => each),
    );
    const outcome = await importServices(text);
    assert.deepEqual(
      outcome.ok && outcome.services.map(({ baseURL }) => baseURL),
      addresses.map(([, , , back]) => back),
    );
  });

  it('writes addresses to which each program adds the path of its request, whether a service has it in them or not', async () => {
    const bases = async (api: LlmServiceConfig['api'], baseURL: string, model = 'm'): Promise<unknown[]> => {
      const service = { id: 'a', model, baseURL, ...(api && { api }) };
      const [vscode, litellm, opencode] = (await Promise.all(
        EXPORT_FORMATS.map(async (format) => value((await exportServices([service], format)).text)),
      )) as [
        [{ models: [{ url: string }] }],
        { model_list: [{ litellm_params: { model: string; api_base: string } }] },
        { provider: Record<string, { npm: string; options: { baseURL: string } }> },
      ];
      const [
        {
          litellm_params: { model: routed, api_base: base },
        },
      ] = litellm.model_list;
      const [sdk] = Object.values(opencode.provider);
      return [vscode[0].models[0].url, `${routed} ${base}`, `${sdk?.npm} ${sdk?.options.baseURL}`];
    };
    const host = 'https://h.example';
    for (const baseURL of [`${host}/v1`, `${host}/v1/chat/completions`, `${host}/v1/chat/completions/`]) {
      assert.deepEqual(
        await bases(undefined, baseURL),
        [`${host}/v1/chat/completions`, `openai/m ${host}/v1`, `@ai-sdk/openai-compatible ${host}/v1`],
        baseURL,
      );
    }
    for (const baseURL of [`${host}/v1`, `${host}/v1/responses`]) {
      assert.deepEqual(
        await bases('openai-responses', baseURL),
        [`${host}/v1/responses`, `openai/responses/m ${host}/v1`, `@ai-sdk/openai ${host}/v1`],
        baseURL,
      );
    }
    for (const baseURL of [host, `${host}/v1/`, `${host}/v1/messages`]) {
      assert.deepEqual(
        await bases('anthropic', baseURL),
        [`${host}/v1/messages`, `anthropic/m ${host}`, `@ai-sdk/anthropic ${host}/v1`],
        baseURL,
      );
    }
    for (const baseURL of [host, `${host}/api`, `${host}/api/chat`]) {
      assert.deepEqual(
        await bases('ollama', baseURL),
        [`${host}/v1/chat/completions`, `ollama_chat/m ${host}`, `@ai-sdk/openai-compatible ${host}/v1`],
        baseURL,
      );
    }
    const google = 'https://generativelanguage.googleapis.com/v1beta';
    for (const [model, api] of [
      ['gemini-2.5-flash', 'gemini-2'],
      ['gemini-3-pro', 'gemini'],
    ] as const) {
      for (const baseURL of [google, `${google}/models/${model}:generateContent`]) {
        assert.deepEqual(
          await bases(api, baseURL, model),
          [`${google}/openai/chat/completions`, `gemini/${model} ${google}`, `@ai-sdk/google ${google}`],
          baseURL,
        );
      }
    }
  });

  it('tells that the format of Gemini is lost only where the model does not tell it', async () => {
    const lost = async (format: ExportFormat, api: 'gemini' | 'gemini-2', model: string): Promise<boolean> =>
      (await exportServices([{ id: 'a', model, api }], format)).notCarried.some(({ path }) => path.at(-1) === 'api');
    for (const format of ['litellm', 'opencode'] as const) {
      const told = await Promise.all([
        lost(format, 'gemini-2', 'gemini-2.0-flash'),
        lost(format, 'gemini', 'mine'),
        lost(format, 'gemini-2', 'mine'),
        lost(format, 'gemini', 'gemini-2.0-flash'),
      ]);
      assert.deepEqual(told, [false, false, true, true], format);
    }
  });

  it('writes references to environment variables in addresses as the other program does, and tells where it cannot', async () => {
    const written = async (format: ExportFormat, baseURL: string): Promise<string> => {
      const { text, notCarried } = await exportServices([{ id: 'a', model: 'm', api: 'openai-chat', baseURL }], format);
      const told = notCarried.some(({ code, path }) => code === 'value_to_fill_in' && path.join('.') === 'services.0.baseURL');
      return told ? `told${text.includes('BASE') ? ' and written' : ''}` : (/\S*(?:\{ ?|\/)(?:env:)?BASE.*/.exec(text)?.[0] ?? '');
    };
    const rows = await Promise.all(
      ['${BASE}', 'https://${env:BASE}/v1', '${BASE NAME}/v1'].map((baseURL) =>
        Promise.all(EXPORT_FORMATS.map((format) => written(format, baseURL))),
      ),
    );
    assert.deepEqual(rows, [
      ['told', 'os.environ/BASE', '"{env:BASE}"'],
      ['told', 'told', '"https://{env:BASE}/v1"'],
      ['told', 'told', 'told'],
    ]);
  });

  it('adds no version behind a variable, whose value may have it, and tells what the other program adds', async () => {
    const exported = async (format: ExportFormat, baseURL: string): Promise<unknown> => {
      const { text, notCarried } = await exportServices([{ id: 'a', model: 'm', api: 'anthropic', baseURL }], format);
      return [
        /\S*(?:\{ ?|\/)(?:env:)?BASE[^\n,]*/.exec(text)?.[0],
        ...notCarried.flatMap(({ code, path, params }) =>
          code === 'address_version' ? [`${path.join('.')} ${String(params['path'])}`] : [],
        ),
      ];
    };
    for (const baseURL of ['${BASE}', '${BASE}/messages']) {
      assert.deepEqual(await exported('litellm', baseURL), ['os.environ/BASE', 'services.0.baseURL /v1/messages']);
      assert.deepEqual(await exported('opencode', baseURL), ['"{env:BASE}"', 'services.0.baseURL /messages']);
    }
    assert.deepEqual(await exported('litellm', '${BASE}/v1'), ['os.environ/BASE']);
    assert.deepEqual(await exported('opencode', '${BASE}/v1'), ['"{env:BASE}/v1"']);
  });

  it('writes the configuration of opencode', async () => {
    const { text } = await exportServices(SERVICES, 'opencode');
    assert.deepEqual(JSON.parse(text), {
      $schema: 'https://opencode.ai/config.json',
      provider: {
        'api.example.com': {
          npm: '@ai-sdk/openai-compatible',
          options: { baseURL: 'https://api.example.com/v1', apiKey: '{env:SEER_KEY}' },
          models: {
            seer: {
              id: 'maker/seer-1',
              name: 'Seer',
              attachment: true,
              tool_call: true,
              modalities: { input: ['text', 'image', 'pdf'], output: ['text'] },
            },
          },
        },
        'api.example.org': { npm: '@ai-sdk/anthropic', options: { baseURL: 'https://api.example.org/v1' }, models: { thinker: {} } },
      },
    });
  });

  for (const format of EXPORT_FORMATS) {
    it(`tells for ${format} what has no place, and writes and tells no key`, async () => {
      const { text, notCarried } = await exportServices(SERVICES, format);
      const told = notCarried.map(({ code, path, params }) => `${code} ${path.join('.')} ${Object.values(params).join()}`);
      assert.ok(told.includes('capability_without_place services.0.capabilities.input smell'), told.join('\n'));
      assert.ok(told.includes('field_without_place services.0.description description'));
      assert.ok(told.includes('literal_key services.1.apiKey '));
      assert.ok(told.includes('url_credentials services.1.baseURL '));
      assert.ok(told.includes('model_missing services.2 '));
      assert.doesNotMatch(text + JSON.stringify(notCarried), /SECRET/);
    });

    it(`[E-3] writes no key for ${format} that stands in the path of an address, and tells of it`, async () => {
      for (const api of ['openai-compatible', 'anthropic', 'ollama'] as const) {
        const { text, notCarried } = await exportServices(
          [{ id: 'a', model: 'm', api, baseURL: `https://gateway.example.com/${PATH_KEY}/v1` }],
          format,
        );
        assert.ok(!text.includes(PATH_KEY.slice(3, 12)) && text.includes('https://gateway.example.com/•••'), text);
        assert.deepEqual(
          notCarried.filter(({ code }) => code === 'url_credentials').map(({ path }) => path),
          [['services', 0, 'baseURL']],
        );
        assert.ok(!JSON.stringify(notCarried).includes(PATH_KEY));
      }
    });

    it(`writes no services for ${format} as a file that is valid and empty`, async () => {
      const { text, notCarried } = await exportServices([], format);
      assert.ok(value(text));
      assert.deepEqual(notCarried, []);
    });
  }
});
