import assert from 'node:assert/strict';
import { formatSentence } from '../../../src/core/io/errors.ts';
import { apiOfService, type ServiceFacts } from '../../../src/core/wire/service-api.ts';

const told = (facts: ServiceFacts): string => {
  const { api, certainty } = apiOfService(facts);
  return `${certainty} ${api}`;
};

describe('The API of a service', () => {
  it('is what the service declares', () => {
    assert.equal(told({ api: 'anthropic', baseURL: 'https://api.openai.com/v1' }), 'declared anthropic');
    assert.equal(
      formatSentence(apiOfService({ api: 'gemini-2' }).because),
      'The service declares its API: Gemini generateContent (Gemini ≤ 2.5).',
    );
    assert.equal(told({ api: 'no-such', baseURL: 'https://api.openai.com/v1' }), 'inferred openai-chat');
  });

  for (const [baseURL, expected, model] of [
    ['https://api.openai.com/v1', 'inferred openai-chat'],
    ['https://api.openai.com/v1/', 'inferred openai-chat'],
    ['HTTPS://API.OPENAI.COM/v1/responses', 'inferred openai-responses'],
    ['https://us.api.openai.com/v1', 'inferred openai-chat'],
    ['https://api.openai.com.evil.example/v1', 'guessed openai-compatible'],
    ['https://notapi.openai.com/v1', 'guessed openai-compatible'],
    ['https://me.openai.azure.com/openai/deployments/gpt-4o', 'inferred openai-chat'],
    ['https://me.openai.azure.com/openai/v1/responses?api-version=1', 'inferred openai-responses'],
    ['https://me.services.ai.azure.com/anthropic', 'inferred anthropic'],
    ['https://api.anthropic.com', 'inferred anthropic'],
    ['https://api.anthropic.com/v1', 'inferred anthropic'],
    ['https://api.anthropic.com/v1/chat/completions', 'inferred openai-compatible'],
    ['https://api.deepseek.com/anthropic', 'inferred anthropic'],
    ['https://api.deepseek.com', 'inferred openai-compatible'],
    ['https://generativelanguage.googleapis.com/v1beta', 'inferred gemini', 'gemini-3-pro'],
    ['https://generativelanguage.googleapis.com/v1beta', 'inferred gemini', 'models/gemini-3.5-flash'],
    ['https://generativelanguage.googleapis.com/v1beta', 'inferred gemini', 'gemini-10-pro'],
    ['https://generativelanguage.googleapis.com/v1beta', 'inferred gemini-2', 'gemini-2.5-flash'],
    ['https://generativelanguage.googleapis.com/v1beta', 'inferred gemini-2', 'gemma-3-27b-it'],
    ['https://generativelanguage.googleapis.com/v1beta', 'guessed gemini', 'tuned-model'],
    ['https://generativelanguage.googleapis.com/v1beta', 'guessed gemini'],
    ['https://generativelanguage.googleapis.com/v1beta/openai/', 'inferred openai-compatible', 'gemini-2.5-flash'],
    ['https://us-central1-aiplatform.googleapis.com/v1/projects/p/locations/l/publishers/google', 'inferred gemini-2', 'gemini-2.0-flash'],
    [
      'https://us-central1-aiplatform.googleapis.com/v1/projects/p/locations/l/endpoints/openapi',
      'inferred openai-compatible',
      'google/gemini-3-pro',
    ],
    [
      'https://us-east5-aiplatform.googleapis.com/v1/projects/p/locations/l/publishers/anthropic/models',
      'inferred anthropic',
      'claude-opus-4',
    ],
    ['https://openrouter.ai/api/v1', 'inferred openai-compatible', 'anthropic/claude-opus-4'],
    ['http://localhost:11434', 'inferred ollama'],
    ['http://127.0.0.1:11434/api/chat', 'inferred ollama'],
    ['http://[::1]:11434/v1/', 'inferred openai-compatible'],
    ['http://my-server:11434/v1', 'inferred openai-compatible'],
    ['https://dashscope.aliyuncs.com/compatible-mode/v1', 'inferred openai-compatible', 'qwen-vl-max'],
    ['https://dashscope-intl.aliyuncs.com/compatible-mode/v1', 'inferred openai-compatible'],
    ['https://api.groq.com/openai/v1', 'inferred openai-compatible'],
    ['https://api.mistral.ai/v1', 'inferred mistral'],
    ['https://api.cohere.com/v2', 'inferred cohere'],
    ['https://api.cohere.ai/compatibility/v1', 'inferred openai-compatible'],
    ['https://bedrock-runtime.eu-central-1.amazonaws.com', 'inferred bedrock-converse'],
    ['https://bedrock-runtime.us-east-1.amazonaws.com/openai/v1', 'inferred openai-compatible'],
    ['https://bedrock-runtime.us-east-1.amazonaws.com/model/us.amazon.nova-lite-v1:0/converse', 'inferred bedrock-converse'],
    ['https://bedrock-runtime.us-east-1.amazonaws.com/model/us.amazon.nova-lite-v1:0/invoke', 'inferred bedrock-invoke'],
    ['https://bedrock-runtime.evil.example/v1', 'guessed openai-compatible'],
    ['https://api.x.ai/v1', 'inferred openai-compatible'],
    ['https://api.together.xyz/v1', 'inferred openai-compatible'],
    ['https://api.fireworks.ai/inference/v1', 'inferred openai-compatible'],
    ['http://127.0.0.1:1234/v1', 'inferred openai-compatible'],
    ['http://127.0.0.1:1234/', 'guessed openai-compatible'],
    ['http://10.0.0.2:1234/v1', 'guessed openai-compatible'],
    ['https://llm.example.com/v1', 'guessed openai-compatible'],
    ['api.openai.com/v1', 'inferred openai-chat'],
    ['${OPENAI_BASE_URL}', 'guessed openai-compatible'],
    ['', 'guessed openai-compatible'],
    ['not an address', 'guessed openai-compatible'],
  ] as const) {
    it(`is inferred from its address and model: ${baseURL || '(empty)'} ${model ?? ''}`.trimEnd(), () => {
      assert.equal(told({ baseURL, model }), expected);
    });
  }

  it('is guessed when nothing is known, or nothing of use', () => {
    for (const facts of [{}, { baseURL: 7 }, { baseURL: null, model: {} }, { api: 3 }])
      assert.equal(told(facts), 'guessed openai-compatible');
  });

  it('is explained without any part of the address that could be a secret', () => {
    for (const baseURL of [
      'https://sk-secret@api.openai.com/v1',
      'https://u:sk-secret@llm.example.com/sk-secret?key=sk-secret#sk-secret',
      'https://sk-secret.example.com:11434',
      'sk-secret',
      'https://u:p@sk-secret@api.anthropic.com',
    ]) {
      const { because } = apiOfService({ baseURL, model: 'sk-secret' });
      assert.ok(!JSON.stringify(because).includes('secret'), baseURL);
    }
    assert.equal(told({ baseURL: 'https://u:p@x@api.anthropic.com' }), 'inferred anthropic');
  });
});
