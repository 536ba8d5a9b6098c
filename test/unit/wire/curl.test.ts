import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { WIRE_APIS, type WireApi } from '../../../src/core/wire/verdict.ts';
import { loadCatalogue } from '../../../src/core/models/catalogue/load-catalogue.ts';
import { catalogueService } from '../../../src/core/wire/catalogue-service.ts';
import { curlCommand } from '../../../src/core/wire/endpoint.ts';
import type { LlmServiceConfig } from '../../../src/core/models/schema.ts';
import { toWire } from '../../../src/core/wire/to-wire.ts';
import { bodyCurl } from '../../../src/host/preview/wire-copies.ts';
import { answered, file, text, user } from '../../support/wire.ts';

/** Nobody's: made for this test. */
const PATH_KEY = 'sk-q7Zt2LmX9vBc4RkW8sYd1NfH';

/** The arguments bash passes to curl, with each key's variable set to the word KEY. */
function argumentsOf(command: string): string[] {
  const env = {
    PATH: process.env['PATH'],
    ...Object.fromEntries(['OPENAI', 'ANTHROPIC', 'GEMINI', 'MISTRAL', 'CO'].map((name) => [`${name}_API_KEY`, 'KEY'])),
    API_KEY: 'KEY',
  };
  const printed = execFileSync('bash', ['--noprofile', '--norc', '-c', `curl() { printf '%s\\0' "$@"; }\n${command}`], {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return printed.split('\0').slice(0, -1);
}

describe('The curl command of a request', function () {
  before(function () {
    if (process.platform === 'win32') this.skip();
  });

  it('sends just the body, to the address of the API, with its key as a variable', () => {
    const cases: Record<Exclude<WireApi, 'mcp'>, [string, string | undefined]> = {
      'openai-chat': ['https://api.openai.com/v1/chat/completions', 'Authorization: Bearer KEY'],
      'openai-responses': ['https://api.openai.com/v1/responses', 'Authorization: Bearer KEY'],
      anthropic: ['https://api.anthropic.com/v1/messages', 'x-api-key: KEY'],
      gemini: ['https://generativelanguage.googleapis.com/v1beta/models/m%3A1:generateContent', 'x-goog-api-key: KEY'],
      'gemini-2': ['https://generativelanguage.googleapis.com/v1beta/models/m%3A1:generateContent', 'x-goog-api-key: KEY'],
      'openai-compatible': ['https://api.example.com/v1/chat/completions', 'Authorization: Bearer KEY'],
      mistral: ['https://api.mistral.ai/v1/chat/completions', 'Authorization: Bearer KEY'],
      cohere: ['https://api.cohere.com/v2/chat', 'Authorization: Bearer KEY'],
      'bedrock-converse': ['https://bedrock-runtime.us-east-1.amazonaws.com/model/m%3A1/converse', 'Authorization: Bearer KEY'],
      'bedrock-invoke': ['https://bedrock-runtime.us-east-1.amazonaws.com/model/m%3A1/invoke', 'Authorization: Bearer KEY'],
      ollama: ['http://localhost:11434/api/chat', undefined],
    };
    for (const [api, [address, key]] of Object.entries(cases) as [Exclude<WireApi, 'mcp'>, [string, string | undefined]][]) {
      const result = toWire(answered(text(`it's "quoted" $HOME \`id\` \\ 'ü'\n`)), api, { model: 'm:1' });
      const given = argumentsOf(curlCommand(result, api, { model: 'm:1' }));
      assert.deepEqual(given.slice(0, 2), ['--url', address]);
      if (key !== undefined) assert.ok(given.includes(key), api);
      assert.deepEqual(JSON.parse(given.at(-1) ?? ''), result.body, api);
    }
  });

  it('[E-3] follows the address of the service, without credentials, query and a key in its path', () => {
    const result = toWire(user(text('x')), 'anthropic');
    const to = (api: WireApi, baseURL: string): string => argumentsOf(curlCommand(result, api, { baseURL }))[1] ?? '';
    assert.equal(
      to('openai-chat', 'https://user:secret@llm.example.com/v1/?key=secret#secret'),
      'https://llm.example.com/v1/chat/completions',
    );
    assert.equal(to('openai-chat', 'https://llm.example.com/v1/chat/completions'), 'https://llm.example.com/v1/chat/completions');
    assert.equal(to('openai-chat', `https://llm.example.com/${PATH_KEY}/v1`), 'https://llm.example.com/REDACTED/v1/chat/completions');
    assert.equal(to('anthropic', 'https://api.anthropic.com'), 'https://api.anthropic.com/v1/messages');
    assert.equal(to('anthropic', 'https://api.anthropic.com/v1/messages'), 'https://api.anthropic.com/v1/messages');
    assert.equal(to('ollama', 'http://localhost:11434/api'), 'http://localhost:11434/api/chat');
  });

  it('has the model in the path of a cloud, and a token as its key', () => {
    const result = toWire(user(text('x')), 'anthropic');
    const to = (api: WireApi, baseURL: string, model: string): (string | undefined)[] => {
      const given = argumentsOf(curlCommand(result, api, { baseURL, model }));
      return [given[1], given.find((each) => /^(?:Authorization|x-)/.test(each))];
    };
    const project = 'https://us-east5-aiplatform.googleapis.com/v1/projects/p/locations/us-east5';
    const claude = `${project}/publishers/anthropic/models/claude-opus-4-5%4020251101:rawPredict`;
    const bearer = 'Authorization: Bearer KEY';
    assert.deepEqual(to('anthropic', project, 'claude-opus-4-5@20251101'), [claude, bearer]);
    assert.deepEqual(to('anthropic', `${project}/publishers/anthropic`, 'claude-opus-4-5@20251101'), [claude, bearer]);
    assert.deepEqual(to('gemini', project, 'gemini-3.1-pro'), [
      `${project}/publishers/google/models/gemini-3.1-pro:generateContent`,
      bearer,
    ]);
    const bedrock = 'https://bedrock-runtime.us-east-1.amazonaws.com';
    assert.deepEqual(to('anthropic', bedrock, 'us.anthropic.claude-opus-4-7'), [
      `${bedrock}/model/us.anthropic.claude-opus-4-7/invoke`,
      bearer,
    ]);
  });

  it('gives the key of a provider to the hosts of that provider only', () => {
    const result = toWire(user(text('x')), 'openai-chat');
    const keyOf = (api: WireApi, baseURL?: string): string | undefined => /\$\w+/.exec(curlCommand(result, api, { baseURL }))?.[0];
    assert.equal(keyOf('openai-chat', 'https://api.openai.com/v1'), '$OPENAI_API_KEY');
    assert.equal(keyOf('openai-responses', 'https://eu.api.openai.com/v1'), '$OPENAI_API_KEY');
    assert.equal(keyOf('anthropic', 'https://api.anthropic.com'), '$ANTHROPIC_API_KEY');
    assert.equal(keyOf('gemini', 'https://generativelanguage.googleapis.com/v1beta'), '$GEMINI_API_KEY');
    const others = [
      'https://proxy.example.com/v1',
      'https://api.openai.com.example.com/v1',
      'https://example.com/api.openai.com',
      'https://api.openai.com\\@example.com/',
      'https://x.openai.azure.com/openai/v1',
      'http://api.openai.com/v1',
      'api.openai.com/v1',
      'https://api.anthropic.com/v1',
    ];
    for (const other of others) assert.equal(keyOf('openai-chat', other), '$API_KEY', other);
    for (const api of ['anthropic', 'gemini', 'gemini-2', 'openai-compatible'] as const)
      assert.equal(keyOf(api, 'https://api.openai.com/v1'), '$API_KEY', api);
  });

  it('keeps the version of Azure as a placeholder, and its header for the key', () => {
    const given = (baseURL: string) => argumentsOf(curlCommand(toWire(user(text('x')), 'openai-chat'), 'openai-chat', { baseURL }));
    const [, address, ...rest] = given(
      'https://x.openai.azure.com/openai/deployments/d/chat/completions?api-version=2024-10-21&code=secret',
    );
    assert.equal(address, 'https://x.openai.azure.com/openai/deployments/d/chat/completions?api-version=API_VERSION');
    assert.ok(rest.includes('api-key: KEY'));
    assert.ok(!rest.some((argument) => argument.startsWith('Authorization')));
    assert.equal(
      given('https://x.openai.azure.com/openai/deployments/d')[1],
      'https://x.openai.azure.com/openai/deployments/d/chat/completions?api-version=API_VERSION',
    );
    assert.equal(given('https://x.openai.azure.com/openai/v1/')[1], 'https://x.openai.azure.com/openai/v1/chat/completions');
    assert.equal(
      given('https://x.openai.azure.com/openai/v1/?api-version=preview')[1],
      'https://x.openai.azure.com/openai/v1/chat/completions?api-version=API_VERSION',
    );
  });

  it('is sent to the provider of an API that was chosen against that of the service', () => {
    const service = { id: 's', name: 's', baseURL: 'https://api.openai.com/v1' } as LlmServiceConfig;
    const copied = (api: WireApi, certainty: 'chosen' | 'inferred', from = service): string =>
      bodyCurl(
        { result: toWire(user(text('x')), api), choice: { api, certainty, because: null }, model: undefined, bytes: 100 },
        from,
      ).split(' \\\n')[0] ?? '';
    assert.equal(copied('anthropic', 'chosen'), "curl --url 'https://api.anthropic.com/v1/messages'");
    assert.equal(copied('openai-chat', 'chosen'), "curl --url 'https://api.openai.com/v1/chat/completions'");
    const proxy = { ...service, baseURL: 'https://user:secret@proxy.example.com/v1?key=secret' };
    assert.equal(copied('openai-compatible', 'chosen', proxy), "curl --url 'https://proxy.example.com/v1/chat/completions'");
    assert.equal(copied('openai-chat', 'inferred', proxy), "curl --url 'https://proxy.example.com/v1/chat/completions'");
  });

  it('runs nothing of an address or a model', () => {
    const result = toWire(user(text('x')), 'gemini');
    assert.deepEqual(argumentsOf(curlCommand(result, 'gemini', { baseURL: '-o/tmp/x' })).slice(0, 2), [
      '--url',
      '-o/tmp/x/models/MODEL:generateContent',
    ]);
    for (const evil of [`'; id; '`, '$(id)', '`id`', '\n id']) {
      const given = argumentsOf(curlCommand(result, 'gemini', { baseURL: `https://example.com/${evil}`, model: evil }));
      assert.equal(given.length, 8);
      assert.ok(given[1]?.startsWith('https://example.com/'));
    }
  });

  it('reads a long body from a file, and says so', () => {
    const command = curlCommand(toWire(user(file('a.pdf', 'application/pdf', 'A'.repeat(400_000))), 'anthropic'), 'anthropic');
    assert.match(command, /^# The body \(\d+ bytes\) is read from body\.json/);
    assert.match(command, /--data-binary @body\.json\n$/);
    assert.ok(command.length < 1000);
  });

  it('is none for an MCP tool result', () => {
    assert.ok(WIRE_APIS.includes('mcp'));
    assert.deepEqual(argumentsOf(curlCommand(toWire(answered(text('x')), 'mcp'), 'mcp')), []);
  });

  it('is a comment for a model of the catalogue that a cloud serves: each customer has an address of its own', async () => {
    const service = catalogueService('us.anthropic.claude-opus-4-7', await loadCatalogue());
    assert.ok(!('code' in service));
    const choice = { api: 'anthropic', certainty: 'declared', because: null } as const;
    const result = toWire(user(text('x')), 'anthropic');
    assert.match(
      bodyCurl({ result, choice, model: service.config.model, bytes: 100 }, service.config),
      /^# The address of this host is not known here.*\n$/,
    );
  });
});
