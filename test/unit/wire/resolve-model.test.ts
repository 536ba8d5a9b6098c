import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { resolveModel } from '../../../src/core/wire/resolve-model.ts';
import { catalogueModelIds } from '../../../src/core/models/catalogue/infer-capabilities.ts';
import { repository } from '../../tooling/product.mjs';

/** The name, then the model, its maker, who serves it, and the API; null where the name does not say. */
type Case = readonly [name: string, model: string, maker: string | null, host: string | null, api: string | null];

const OPENAI: readonly Case[] = [
  ['gpt-5.4-2026-03-05', 'gpt-5.4-2026-03-05', 'OpenAI', 'OpenAI', 'openai-responses'],
  ['chatgpt-4o-latest', 'chatgpt-4o-latest', 'OpenAI', 'OpenAI', 'openai-responses'],
  ['o3', 'o3', 'OpenAI', 'OpenAI', 'openai-responses'],
  ['ft:gpt-4o:my-org', 'ft:gpt-4o:my-org', 'OpenAI', 'OpenAI', 'openai-responses'],
  ['gpt-5.3-codex', 'gpt-5.3-codex', 'OpenAI', 'OpenAI', 'openai-responses'],
  ['gpt-realtime', 'gpt-realtime', 'OpenAI', 'OpenAI', null],
  ['openai/gpt-5.2', 'gpt-5.2', 'OpenAI', 'OpenAI', 'openai-responses'],
  ['openai:gpt-5.2', 'gpt-5.2', 'OpenAI', 'OpenAI', 'openai-responses'],
  ['openai/responses/gpt-5.2', 'gpt-5.2', 'OpenAI', 'OpenAI', 'openai-responses'],
  ['openai/gpt-5.2:online', 'gpt-5.2', 'OpenAI', 'OpenRouter', 'openai-compatible'],
  ['azure/my-gpt4o-deployment', 'my-gpt4o-deployment', null, 'Azure OpenAI', 'openai-chat'],
  ['github_copilot/gpt-5-codex', 'gpt-5-codex', 'OpenAI', 'GitHub Copilot', 'openai-responses'],
  ['github_copilot/gpt-5.2', 'gpt-5.2', 'OpenAI', 'GitHub Copilot', 'openai-compatible'],
  ['vercel/openai/gpt-5.2', 'gpt-5.2', 'OpenAI', 'Vercel AI Gateway', 'openai-compatible'],
  ['GPT 5.2', 'gpt-5.2', 'OpenAI', 'OpenAI', 'openai-responses'],
  ['gpt-5-2', 'gpt-5.2', 'OpenAI', 'OpenAI', 'openai-responses'],
  ['gpt-audio-mini', 'gpt-audio-mini', 'OpenAI', 'OpenAI', 'openai-chat'],
  ['gpt-5-search-api', 'gpt-5-search-api', 'OpenAI', 'OpenAI', 'openai-chat'],
  ['o1-mini', 'o1-mini', 'OpenAI', 'OpenAI', 'openai-chat'],
  ['azure/gpt-5-codex', 'gpt-5-codex', 'OpenAI', 'Azure OpenAI', 'openai-responses'],
  ['openai/gpt-oss-120b', 'gpt-oss-120b', 'OpenAI', 'OpenRouter', 'openai-compatible'],
];

const ANTHROPIC: readonly Case[] = [
  ['claude-opus-4-1-20250805', 'claude-opus-4-1-20250805', 'Anthropic', 'Anthropic', 'anthropic'],
  ['claude-4.5-sonnet', 'claude-sonnet-4-5', 'Anthropic', 'Anthropic', 'anthropic'],
  ['claude-3.7-sonnet', 'claude-3-7-sonnet', 'Anthropic', 'Anthropic', 'anthropic'],
  ['sonnet', 'claude-sonnet-5-5', 'Anthropic', 'Anthropic', 'anthropic'],
  ['Opus[1m]', 'claude-opus-5-5', 'Anthropic', 'Anthropic', 'anthropic'],
  ['bedrock/haiku', 'claude-haiku', 'Anthropic', 'Amazon Bedrock', 'anthropic'],
  ['mistral-ocr-latest', 'mistral-ocr-latest', 'Mistral', 'Mistral', null],
  ['opus-4.5', 'claude-opus-4-5', 'Anthropic', 'Anthropic', 'anthropic'],
  ['Claude Sonnet 4.5', 'claude-sonnet-4-5', 'Anthropic', 'Anthropic', 'anthropic'],
  ['anthropic/claude-3.7-sonnet:thinking', 'claude-3-7-sonnet', 'Anthropic', 'OpenRouter', 'openai-compatible'],
  ['anthropic:claude-sonnet-4-5', 'claude-sonnet-4-5', 'Anthropic', 'Anthropic', 'anthropic'],
];

const CLOUDS: readonly Case[] = [
  ['anthropic.claude-sonnet-4-5-20250929-v1:0', 'claude-sonnet-4-5-20250929', 'Anthropic', 'Amazon Bedrock', 'anthropic'],
  ['bedrock/us-east-1/anthropic.claude-3-5-sonnet-20240620-v1:0', 'claude-3-5-sonnet-20240620', 'Anthropic', 'Amazon Bedrock', 'anthropic'],
  [
    'arn:aws:bedrock:us-east-1:111122223333:inference-profile/us.anthropic.claude-opus-4-7',
    'claude-opus-4-7',
    'Anthropic',
    'Amazon Bedrock',
    'anthropic',
  ],
  ['arn:aws:bedrock:us-east-1:111122223333:application-inference-profile/a1b2c3', '', null, 'Amazon Bedrock', 'bedrock-converse'],
  ['in.anthropic.claude-haiku-4-5-20251001-v1:0', 'claude-haiku-4-5-20251001', 'Anthropic', 'Amazon Bedrock', 'anthropic'],
  ['us.amazon.nova-lite-v1:0', 'nova-lite', 'Amazon', 'Amazon Bedrock', 'bedrock-converse'],
  ['us.meta.llama4-maverick-17b-instruct-v1:0', 'llama4-maverick-17b-instruct', 'Meta', 'Amazon Bedrock', 'bedrock-converse'],
  ['deepseek.v3-v1:0', 'deepseek-v3', 'DeepSeek', 'Amazon Bedrock', 'bedrock-converse'],
  ['qwen.qwen3-vl-235b-a22b', 'qwen3-vl-235b-a22b', 'Alibaba Cloud', 'Amazon Bedrock', 'bedrock-converse'],
  ['claude-haiku-4-5@20251001', 'claude-haiku-4-5-20251001', 'Anthropic', 'Google Vertex AI', 'anthropic'],
  ['vertex_ai/gemini-2.5-pro', 'gemini-2.5-pro', 'Google', 'Google Vertex AI', 'gemini-2'],
  ['publishers/anthropic/models/claude-sonnet-4-5', 'claude-sonnet-4-5', 'Anthropic', 'Google Vertex AI', 'anthropic'],
];

const GOOGLE: readonly Case[] = [
  ['gemini-3-pro', 'gemini-3-pro', 'Google', 'Google', 'gemini'],
  ['gemini-flash-lite-latest', 'gemini-flash-lite-latest', 'Google', 'Google', 'gemini'],
  ['models/gemini-3-pro-preview', 'gemini-3-pro-preview', 'Google', 'Google', 'gemini'],
  ['gemini/gemini-2.5-pro', 'gemini-2.5-pro', 'Google', 'Google', 'gemini-2'],
  ['gemma-3-27b-it', 'gemma-3-27b-it', 'Google', 'Google', 'gemini-2'],
];

const OPEN: readonly Case[] = [
  ['llama3.2-vision:11b', 'llama3.2-vision', 'Meta', 'Ollama', 'ollama'],
  ['llava', 'llava', 'LLaVA', 'Ollama', 'ollama'],
  ['gemma3:27b-it-qat', 'gemma3', 'Google', 'Ollama', 'ollama'],
  ['gemma4', 'gemma4', 'Google', 'Ollama', 'ollama'],
  ['gpt-oss:120b-cloud', 'gpt-oss', 'OpenAI', 'Ollama', 'ollama'],
  ['deepseek-r1', 'deepseek-r1', 'DeepSeek', 'Ollama', 'ollama'],
  ['mistral', 'mistral', 'Mistral', 'Ollama', 'ollama'],
  ['mistral-small3.2', 'mistral-small3.2', 'Mistral', 'Ollama', 'ollama'],
  ['granite3.2-vision', 'granite3.2-vision', 'IBM', 'Ollama', 'ollama'],
  ['qwen1.5-0.5b-chat', 'qwen1.5-0.5b-chat', 'Alibaba Cloud', null, null],
  ['glm-4.6:cloud', 'glm-4.6', 'Z.ai', 'Ollama', 'ollama'],
  ['hf.co/unsloth/Qwen2.5-VL-7B-Instruct-GGUF:Q4_K_M', 'qwen2.5-vl-7b-instruct-gguf', 'Alibaba Cloud', 'Ollama', 'ollama'],
  ['meta-llama/Llama-3.3-70B-Instruct', 'llama-3.3-70b-instruct', 'Meta', null, null],
  ['deepseek-ai/DeepSeek-V3.2', 'deepseek-v3.2', 'DeepSeek', null, null],
  ['mistralai/Mistral-Small-3.2-24B-Instruct-2506', 'mistral-small-3.2-24b-instruct-2506', 'Mistral', null, null],
  ['zai-org/GLM-4.6', 'glm-4.6', 'Z.ai', null, null],
];

const FILES: readonly Case[] = [
  ['Qwen2.5-VL-7B-Instruct-Q4_K_M.gguf', 'qwen2.5-vl-7b-instruct', 'Alibaba Cloud', null, null],
  ['gpt-oss-20b-mxfp4-00001-of-00002.gguf', 'gpt-oss-20b', 'OpenAI', null, null],
  ['mistral.gguf', 'mistral', 'Mistral', null, null],
];

const HOSTED: readonly Case[] = [
  ...['x-ai/grok-4.7', 'qwen/qwen3-max', 'z-ai/glm-5', 'mistralai/mistral-large', 'openai/gpt-5.2'].map((name) => {
    const { maker } = resolveModel(name.slice(name.indexOf('/') + 1));
    return [`openrouter/${name}`, name.slice(name.indexOf('/') + 1), maker, 'OpenRouter', 'openai-compatible'] as const;
  }),
  ['openrouter/auto', 'auto', 'OpenRouter', 'OpenRouter', 'openai-compatible'],
  ['azure_ai/claude-opus-4-5', 'claude-opus-4-5', 'Anthropic', 'Microsoft Foundry', 'anthropic'],
  ['gpt-image-2', 'gpt-image-2', 'OpenAI', 'OpenAI', null],
  ['llama-3.3-70b-versatile', 'llama-3.3-70b-versatile', 'Meta', 'Groq', 'openai-compatible'],
  ['together_ai/meta-llama/Llama-4-Scout-17B-16E-Instruct', 'llama-4-scout-17b-16e-instruct', 'Meta', 'Together AI', 'openai-compatible'],
  ['meta-llama/llama-3.2-11b-vision-instruct', 'llama-3.2-11b-vision-instruct', 'Meta', 'OpenRouter', 'openai-compatible'],
  ...['qwq-plus', 'qvq-max', 'qwen-vl-ocr', 'qwen-mt-turbo'].map(
    (name) => [name, name, 'Alibaba Cloud', 'Alibaba Cloud', 'openai-compatible'] as const,
  ),
  ['qvq-72b-preview', 'qvq-72b-preview', 'Alibaba Cloud', null, null],
  ...['qwen3-coder-flash', 'qwen3-asr-flash'].map((name) => [name, name, 'Alibaba Cloud', 'Alibaba Cloud', 'openai-compatible'] as const),
  ['qwen3-coder:30b', 'qwen3-coder', 'Alibaba Cloud', 'Ollama', 'ollama'],
  ['labs-devstral-small-2512', 'labs-devstral-small-2512', 'Mistral', 'Mistral', 'mistral'],
  ['open-mistral-nemo', 'open-mistral-nemo', 'Mistral', 'Mistral', 'mistral'],
  ['qwen3-vl-plus', 'qwen3-vl-plus', 'Alibaba Cloud', 'Alibaba Cloud', 'openai-compatible'],
  ['deepseek/deepseek-chat', 'deepseek-chat', 'DeepSeek', 'DeepSeek', 'openai-compatible'],
  ['mistral-large-latest', 'mistral-large-latest', 'Mistral', 'Mistral', 'mistral'],
  ['x-ai/grok-4.1-fast', 'grok-4.1-fast', 'xAI', 'OpenRouter', 'openai-compatible'],
  ['xai/grok-4', 'grok-4', 'xAI', 'xAI', 'openai-compatible'],
  ['moonshotai/Kimi-K2-Instruct', 'kimi-k2-instruct', 'Moonshot', null, null],
  ['command-a-03-2025', 'command-a-03-2025', 'Cohere', 'Cohere', 'cohere'],
  ['amazon/nova-pro-v1', 'nova-pro-v1', 'Amazon', 'OpenRouter', 'openai-compatible'],
  ['openrouter/auto', 'auto', 'OpenRouter', 'OpenRouter', 'openai-compatible'],
  ['accounts/fireworks/models/glm-5p3', 'glm-5p3', 'Z.ai', 'Fireworks AI', 'openai-compatible'],
  ['llama3.1-8b', 'llama3.1-8b', 'Meta', null, null],
  ['gemma2-9b-it', 'gemma2-9b-it', 'Google', null, null],
  ['qwen2.5-vl-72b-instruct', 'qwen2.5-vl-72b-instruct', 'Alibaba Cloud', null, null],
  ['llama-3.1-nemotron-70b-instruct', 'llama-3.1-nemotron-70b-instruct', 'NVIDIA', null, null],
  ['phind-model', 'phind-model', null, null, null],
  ['vertex_ai/mistral-large@2411', 'mistral-large-2411', 'Mistral', 'Google Vertex AI', null],
  ['my-own-model', 'my-own-model', null, null, null],
  ['@cf/qwen/qwen3-30b-a3b-fp8', 'qwen3-30b-a3b-fp8', 'Alibaba Cloud', 'Cloudflare Workers AI', null],
  ['', '', null, null, null],
];

describe('What the name of a model says', () => {
  for (const [title, cases] of Object.entries({ OPENAI, ANTHROPIC, CLOUDS, GOOGLE, OPEN, FILES, HOSTED })) {
    it(`is its maker, who serves it and by which API: ${title.toLowerCase()}`, () => {
      const seen = cases.map(([name]) => {
        const { model, maker, host, api } = resolveModel(name);
        return [name, model, maker, host, api];
      });
      assert.deepEqual(seen, cases);
    });
  }

  it('is the day of its version, and what the name adds to it', () => {
    const said = (name: string) => [resolveModel(name).date, resolveModel(name).variant];
    assert.deepEqual(said('claude-opus-4-5@20251101'), ['2025-11-01', null]);
    assert.deepEqual(said('gpt-5.4-2026-03-05'), ['2026-03-05', null]);
    assert.deepEqual(said('claude-sonnet-4-5-20250929[1m]'), ['2025-09-29', '1m']);
    assert.deepEqual(said('anthropic.claude-3-sonnet-20240229-v1:0:200k'), ['2024-02-29', '200k']);
    assert.deepEqual(said('anthropic/claude-3.7-sonnet:thinking'), [null, 'thinking']);
    assert.deepEqual(said('Qwen3-VL-8B-Instruct-UD-Q4_K_XL.gguf'), [null, 'ud-q4_k_xl']);
    assert.deepEqual(said('mistral-medium-2508'), [null, null]);
  });

  it('goes with what its maker says of its end, where that serves it', () => {
    const end = (name: string, host?: string) => resolveModel(name, { ...(host !== undefined && { host }) }).retirement?.state ?? null;
    assert.deepEqual(
      ['gpt-5-codex', 'openai/gpt-5', 'GPT 5', 'gpt-5.2'].map((name) => end(name)),
      ['retired', 'deprecated', 'deprecated', null],
    );
    assert.deepEqual(
      ['azure/gpt-5', 'openrouter/openai/gpt-5-codex', ''].map((name) => end(name)),
      [null, null, null],
    );
    assert.equal(end('claude-3-7-sonnet-20250219'), 'retired');
    assert.equal(end('claude-3-7-sonnet-20250219', 'bedrock'), 'deprecated');
    assert.equal(end('claude-3-haiku-20240307', 'bedrock'), null);
  });

  it('goes with the address at which that API is spoken', () => {
    const at = (name: string) => [resolveModel(name).api, resolveModel(name).baseURL];
    assert.deepEqual(at('gemma3:12b'), ['ollama', 'http://localhost:11434']);
    assert.deepEqual(at('gemini-3-pro'), ['gemini', 'https://generativelanguage.googleapis.com/v1beta']);
    assert.equal(at('gemini-pro-latest')[0], 'gemini');
    assert.deepEqual(at('gemini-omni-flash-preview'), [null, 'https://generativelanguage.googleapis.com/v1beta']);
    assert.deepEqual(at('us.anthropic.claude-opus-4-7'), ['anthropic', null]);
  });

  it('yields to the host that is known otherwise, by its name or by a word for it', () => {
    for (const host of ['bedrock', 'Amazon Bedrock'])
      assert.deepEqual(
        [resolveModel('claude-opus-4-7', { host }).host, resolveModel('claude-opus-4-7', { host }).api],
        ['Amazon Bedrock', 'anthropic'],
      );
    assert.equal(resolveModel('gpt-5.2', { host: 'groq' }).baseURL, 'https://api.groq.com/openai/v1');
    assert.equal(resolveModel('gpt-5.2', { host: 'nobody' }).host, 'OpenAI');
  });

  it('is the Responses API, but for the models that the AI SDK has for Chat Completions alone', () => {
    const types = readFileSync(path.join(repository, 'node_modules/@ai-sdk/openai/dist/index.d.ts'), 'utf8');
    const models = [...types.matchAll(/readonly '?([\w.-]+)'?: \{\s*readonly endpoints: readonly \[([^\]]*)\]/g)];
    assert.ok(models.length > 70);
    const [chatOnly, rest] = [true, false].map((isChat) =>
      models.flatMap(([, name = '', endpoints]) => ((endpoints === '"chat"') === isChat ? [name] : [])),
    );
    assert.deepEqual(
      chatOnly,
      chatOnly?.filter((name) => resolveModel(name).api === 'openai-chat'),
    );
    assert.deepEqual(
      rest,
      rest?.filter((name) => resolveModel(name).api === 'openai-responses'),
    );
  });

  it('is the Responses API at GitHub Copilot only of models that the SDK of OpenAI has for it alone', () => {
    const types = readFileSync(path.join(repository, 'node_modules/openai/resources/shared.d.ts'), 'utf8');
    const namesIn = (type: string) =>
      [...(new RegExp(`export type ${type} = (.*);`).exec(types)?.[1] ?? '').matchAll(/'([^']+)'/g)].map(([, name = '']) => name);
    const alone = namesIn('ResponsesModel');
    assert.ok(alone.length > 20 && namesIn('ChatModel').length > 60);
    const apiAt = (name: string) => resolveModel(`github_copilot/${name}`).api;
    assert.deepEqual(
      alone.filter((name) => apiAt(name) !== 'openai-responses'),
      [],
    );
    // The SDK has these in the type of Chat Completions, too; their pages and the server say that only Responses serves them.
    const refused = /-pro|-codex|^codex-/;
    assert.deepEqual(
      namesIn('ChatModel').filter((name) => apiAt(name) !== 'openai-compatible' && !refused.test(name)),
      [],
    );
  });

  it('is the Responses API at Azure of models that it lists for it, and Chat Completions of a deployment of any name', () => {
    const apiAt = (name: string) => resolveModel(`azure/${name}`).api;
    for (const name of ['gpt-5.2', 'gpt-4o', 'gpt-4.1-mini', 'o3', 'gpt-5-codex']) assert.equal(apiAt(name), 'openai-responses', name);
    for (const name of ['my-deployment', 'gpt-35-turbo', 'gpt-4', 'gpt-4-turbo', 'gpt-4o-audio-preview'])
      assert.equal(apiAt(name), 'openai-chat', name);
  });

  it('is a maker for most names of the catalogue', () => {
    const ids = catalogueModelIds();
    const unsaid = ids.filter((id) => resolveModel(id).maker === null);
    assert.ok(unsaid.length < ids.length / 6, `${unsaid.length} of ${ids.length}: ${unsaid.slice(0, 40).join(' ')}`);
  });

  it('ends for every text, and never throws', () => {
    const pieces = fc.constantFrom(
      'openai',
      'bedrock',
      '/',
      ':',
      '.',
      '@',
      '[1m]',
      'us.',
      'anthropic',
      'claude',
      '-',
      '4',
      'models/',
      'arn:aws:bedrock:',
      ' ',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(pieces, { maxLength: 40 }).map((list) => list.join('')),
        ),
        (name) => {
          assert.equal(resolveModel(name).name, name.trim());
        },
      ),
    );
    assert.equal(resolveModel('a/'.repeat(100_000)).model, '');
    assert.equal(resolveModel(undefined as never).model, '');
  });
});
