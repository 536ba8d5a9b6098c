import assert from 'node:assert/strict';
import { findApiKeys, looksLikeApiKey, variableFor } from '../../../src/core/models/api-key.ts';
import { parseConfigText } from '../../../src/core/models/parse.ts';

/** Nobody's: made for this test. */
const SECRET = 'q7Zt2LmX9vBc4RkW8sYd1NfH';

describe('real-looking API keys', () => {
  for (const prefix of ['sk-', 'sk-ant-api03-', 'sk-proj-', 'sk-or-v1-', 'AIza', 'gsk_', 'xai-', 'hf_']) {
    it(`are known by ${prefix}`, () => assert.ok(looksLikeApiKey(prefix + SECRET)));
  }

  it('without a known beginning are long and random', () => {
    assert.ok(looksLikeApiKey('9f86d081884c7d659a2feaa0c55ad015'));
    assert.ok(!looksLikeApiKey(SECRET), 'too short');
  });

  for (const text of [
    '',
    'lm-studio',
    'ollama',
    'sk-xxxxxxxxxxxxxxxxxxxxxxxxxxxxx1',
    'sk-your-key-here-0a0b0c0d0e0f',
    '${OPENAI_API_KEY}',
    'sk-...',
    'sk-aaaaaaaaaaaaaaaaaaaaaaaaaaaa1',
    '<put your key here 1>',
    'sk-1234567890abcdef1234567890',
    'sk-short1',
    'the-name-of-a-model-without-digits-at-all',
    `sk-${SECRET} and more`,
    '00000000000000000000000000000000a1',
  ]) {
    it(`are not ${JSON.stringify(text)}`, () => assert.ok(!looksLikeApiKey(text)));
  }

  it('are found in the services that have one', () => {
    const text = `{"services": [{"id": "a", "apiKey": ""}, 7, {"id": "b", "apiKey": "sk-${SECRET}"}, {"apiKey": 5}]}`;
    const { root } = parseConfigText(text);
    assert.ok(root);
    assert.deepEqual(
      findApiKeys(root).map(({ index, node }) => [index, node.value]),
      [[2, `sk-${SECRET}`]],
    );
  });

  it('come from a variable named after the provider', () => {
    const of = (apiKey: string, baseURL?: string, id?: string): string =>
      variableFor({ apiKey, ...(baseURL === undefined ? {} : { baseURL }), ...(id === undefined ? {} : { id }) });
    assert.equal(of('sk-ant-x', 'https://proxy.example.com'), 'ANTHROPIC_API_KEY');
    assert.equal(of('sk-x', 'https://api.deepseek.com/v1'), 'DEEPSEEK_API_KEY');
    assert.equal(of('sk-x', 'https://user:pw@api.openai.com:443/v1'), 'OPENAI_API_KEY');
    assert.equal(of('x', 'http://127.0.0.1:1234/v1', 'my model.2'), 'MY_MODEL_2_API_KEY');
    assert.equal(of('x', undefined, '模型'), 'PROVIDER_API_KEY');
  });
});
