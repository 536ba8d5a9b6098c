import assert from 'node:assert/strict';
import type { WireApi } from '../../../src/core/wire/verdict.ts';
import { modelFamily } from '../../../src/core/wire/tokens/model-family.ts';
import { estimateMediaTokens } from '../../../src/core/wire/tokens/media-tokens.ts';
import { textTokens } from '../../../src/core/wire/tokens/text-tokens.ts';

/** An image's tokens, and the size at which the model sees it. */
function seen(width: number, height: number, model: string | undefined, api: WireApi): [tokens: number, width: unknown, height: unknown] {
  const estimate = estimateMediaTokens({ mimeType: 'image/png', size: 1000, width, height }, { api, model });
  assert(estimate);
  assert.equal(estimate.low, estimate.high);
  assert.match(estimate.source, /https:.*2026-11/);
  return [estimate.high, estimate.params['width'], estimate.params['height']];
}

describe('Tokens of images for Claude', () => {
  const claude = (width: number, height: number, model: string) => seen(width, height, model, 'anthropic');

  it('are the published ones at standard resolution', () => {
    for (const model of ['claude-sonnet-4-5-20250929', 'claude-opus-4.6', 'claude-3-5-sonnet-20241022', 'claude-haiku-4-5']) {
      assert.deepEqual(claude(200, 200, model), [64, 200, 200], model);
      assert.deepEqual(claude(1000, 1000, model), [1296, 1000, 1000]);
      assert.deepEqual(claude(1092, 1092, model), [1521, 1092, 1092]);
      assert.deepEqual(claude(1920, 1080, model), [1560, 1456, 819]);
      assert.equal(claude(2000, 1500, model)[0], 1564);
      assert.equal(claude(3840, 2160, model)[0], 1560);
      assert.deepEqual(claude(1075, 1520, model).slice(1), [924, 1307]);
      assert.deepEqual(claude(1300, 900, model), [1551, 1300, 900]);
    }
  });

  it('are the published ones at high resolution', () => {
    for (const model of [
      'claude-opus-4-7',
      'claude-sonnet-4.8',
      'claude-opus-5-5-20261001',
      'anthropic/claude-sonnet-5',
      'us.anthropic.claude-opus-4-7-v1:0',
    ]) {
      assert.deepEqual(claude(200, 200, model), [64, 200, 200], model);
      assert.deepEqual(claude(1920, 1080, model), [2691, 1920, 1080]);
      assert.deepEqual(claude(2000, 1500, model), [3888, 2000, 1500]);
      assert.equal(claude(3840, 2160, model)[0], 4784);
    }
  });
});

describe('Tokens of images for OpenAI', () => {
  it('[E-15] are those of the base for a model that was trained further', () => {
    for (const [model, base] of [
      ['ft:gpt-4o:org::id', 'gpt-4o'],
      ['ft:gpt-4o-mini-2024-07-18:org:custom:abc', 'gpt-4o-mini'],
      ['openai/ft:gpt-4.1-mini:org::id', 'gpt-4.1-mini'],
    ]) {
      assert.deepEqual(seen(1024, 1024, model, 'openai-chat'), seen(1024, 1024, base, 'openai-chat'), model);
      assert.equal(modelFamily('openai-chat', model)?.basis, 'model');
    }
  });

  const openai = (width: number, height: number, model: string) => seen(width, height, model, 'openai-responses');

  it('are the published ones of the patch models', () => {
    assert.deepEqual(openai(1024, 1024, 'gpt-5.4'), [1229, 1024, 1024]);
    assert.deepEqual(openai(2048, 2048, 'gpt-5.4'), [3000, 1600, 1600]);
    assert.deepEqual(openai(1920, 1080, 'gpt-5.5'), [2448, 1920, 1080]);
    assert.deepEqual(openai(1280, 720, 'gpt-6'), [1104, 1280, 720]);
    // 1,452 patches of 1056 × 1408, by the multiplier of each model.
    for (const [model, multiplier] of [
      ['gpt-4.1-nano', 2.46],
      ['o4-mini', 1.72],
      ['gpt-5-mini', 1.2],
      ['gpt-5-nano', 1.5],
    ] as const) {
      assert.deepEqual(openai(1800, 2400, model), [Math.ceil(1452 * multiplier), 1056, 1408], model);
    }
  });

  it('bring the longer side within its limit first', () => {
    assert.deepEqual(openai(4096, 512, 'gpt-5.4'), [Math.ceil(64 * 8 * 1.2), 2048, 256]);
    assert.deepEqual(openai(8000, 400, 'gpt-6').slice(1), [8000, 400]);
    assert.deepEqual(openai(4096, 512, 'gpt-6-astra'), [2458, 4096, 512]);
  });

  it('[E-15] of GPT-5.5 and 5.6 are those of `auto`: up to 10,000 patches and 6,000 px, and the original', () => {
    for (const model of ['gpt-5.6', 'gpt-5.6-sol', 'gpt-5.6-terra', 'gpt-5.6-luna'])
      assert.deepEqual(openai(3840, 2160, model), [9792, 3840, 2160], model);
    assert.deepEqual(openai(3840, 2160, 'gpt-5.5'), [9792, 3840, 2160]);
    // 35,344 patches are over the budget of 10,000
    assert.deepEqual(openai(6000, 6000, 'gpt-5.5'), [12_000, 3200, 3200]);
    assert.deepEqual(openai(8000, 800, 'gpt-5.5'), [Math.ceil(188 * 19 * 1.2), 6000, 600]);
    assert.deepEqual(openai(3840, 2160, 'gpt-5.4'), [Math.ceil(64 * 36 * 1.2), 2048, 1152]);
  });

  it('[E-15] of the small models are those of the current guide', () => {
    for (const model of ['gpt-5.4-mini', 'gpt-5.4-nano', 'gpt-5.4-nano-2026-03-17'])
      assert.deepEqual(openai(2048, 2048, model), [3000, 1600, 1600], model);
    // 2,048 px leave at most 4,096 of its 6,144 patches
    for (const [model, multiplier] of [
      ['gpt-5.2', 1.2],
      ['gpt-4.1-mini', 1.62],
    ] as const) {
      assert.deepEqual(openai(1800, 2400, model), [Math.ceil(48 * 64 * multiplier), 1536, 2048], model);
      assert.deepEqual(openai(6000, 6000, model), [Math.ceil(4096 * multiplier), 2048, 2048], model);
    }
  });

  it('[E-15] of models that the current guide leaves out are those of the edition before: 1,536 patches and 2,048 px', () => {
    for (const model of ['gpt-5-mini', 'gpt-5-codex-mini', 'gpt-5.1-codex-mini', 'gpt-5.2-codex', 'gpt-5.3-codex', 'gpt-5.2-chat-latest']) {
      assert.deepEqual(openai(1800, 2400, model), [Math.ceil(1452 * 1.2), 1056, 1408], model);
      assert.deepEqual(openai(8000, 32, model), [Math.ceil(64 * 1.2), 2048, 8], model);
    }
    assert.deepEqual(openai(1800, 2400, 'codex-mini-latest'), [Math.ceil(1452 * 1.72), 1056, 1408]);
    assert.equal(openai(1024, 1024, 'computer-use-preview')[0], 65 + 4 * 129);
    const source = (model: string) =>
      estimateMediaTokens({ mimeType: 'image/png', size: 9, width: 9, height: 9 }, { api: 'openai-chat', model })?.source ?? '';
    for (const model of ['gpt-5-codex-mini', 'computer-use-preview', 'o4-mini']) assert.match(source(model), /2026-07/, model);
    for (const model of ['gpt-5.6', 'gpt-5.4-nano', 'gpt-4o', 'gpt-5.2']) assert.doesNotMatch(source(model), /2026-07/, model);
  });

  it('are the published ones of the tile models', () => {
    assert.equal(openai(1024, 1024, 'gpt-4o')[0], 765);
    assert.deepEqual(openai(2048, 4096, 'gpt-4o-2024-08-06'), [1105, 768, 1536]);
    assert.deepEqual(openai(1920, 1080, 'gpt-4.1'), [1105, 1365, 768]);
    assert.equal(openai(1300, 900, 'gpt-4o')[0], 1105);
    assert.equal(openai(1024, 1024, 'gpt-5')[0], 70 + 4 * 140);
    assert.equal(openai(1024, 1024, 'gpt-5.1')[0], 70 + 4 * 140);
    assert.equal(openai(1024, 1024, 'gpt-4o-mini')[0], 2833 + 4 * 5667);
    assert.equal(openai(1024, 1024, 'o3')[0], 75 + 4 * 150);
    assert.deepEqual(openai(300, 200, 'gpt-4o'), [255, 300, 200]);
    // 768 px of the shorter side leave 1,024.4 of the longer, which are rounded down: two tiles, not three
    assert.deepEqual(openai(1500, 2001, 'gpt-4o'), [85 + 4 * 170, 768, 1024]);
  });
});

describe('Tokens of images for Gemini', () => {
  it('are the published ones up to 2.5', () => {
    for (const api of ['gemini', 'gemini-2'] as const) {
      assert.equal(seen(960, 540, 'gemini-2.5-pro', api)[0], 1548);
      assert.equal(seen(300, 300, 'models/gemini-2.0-flash', api)[0], 258);
      assert.equal(seen(384, 385, 'gemini-1.5-pro', api)[0], 4 * 258);
    }
  });

  it('are the same for every image from 3 on, even one whose size is not known', () => {
    for (const model of ['gemini-3-pro-preview', 'gemini-3.8-flash', 'gemini-4-argon'])
      assert.equal(seen(960, 540, model, 'gemini')[0], 1120);
    assert.equal(estimateMediaTokens({ mimeType: 'image/png', size: 9 }, { api: 'gemini', model: 'gemini-3-pro' })?.high, 1120);
  });
});

describe('The family of a model', () => {
  const facts = { mimeType: 'image/png', size: 1000, width: 1920, height: 1080 };
  const params = (api: WireApi, model?: string) => estimateMediaTokens(facts, { api, model })?.params;

  it('is a current one of the API, and says so, when the name tells nothing', () => {
    assert.deepEqual([params('anthropic')?.['basis'], params('anthropic', 'my-proxy')?.['family']], ['default', 'Claude 4.7+']);
    assert.deepEqual([params('openai-chat', 'ft-17')?.['basis'], params('openai-chat')?.['family']], ['default', 'gpt-6']);
    assert.deepEqual([params('gemini')?.['family'], params('gemini-2')?.['family']], ['Gemini 3+', 'Gemini 2.5']);
  });

  it('is a guess where the API is another provider’s, or anybody’s', () => {
    for (const [api, model] of [
      ['openai-compatible', 'openai/gpt-4o:free'],
      ['openai-chat', 'claude-opus-4-7'],
      ['ollama', 'gemini-2.5-flash'],
      ['anthropic', 'gpt-5.4'],
    ] as const) {
      assert.equal(params(api, model)?.['basis'], 'guess', `${api} ${model}`);
    }
    assert.equal(params('anthropic', 'claude-opus-4-7')?.['basis'], 'model');
  });

  it('is not known of other models on servers that anybody runs', () => {
    for (const api of ['openai-compatible', 'ollama', 'mcp'] as const) {
      for (const model of [undefined, 'glm-4.6', 'gpt-oss:20b', 'gpt2', 'llava', 'o1000', 'o3-mini', ''])
        assert.equal(estimateMediaTokens(facts, { api, model }), null, `${api} ${model}`);
    }
  });

  it('is not known of a model of another maker that speaks the API of a provider', () => {
    for (const [api, model] of [
      ['anthropic', 'MiniMax-M3'],
      ['anthropic', 'kimi-latest'],
      ['openai-responses', 'xai/grok-4.7'],
      ['openai-chat', 'deepseek-chat'],
      ['gemini', 'llava:13b'],
    ] as const) {
      assert.equal(estimateMediaTokens(facts, { api, model }), null, `${api} ${model}`);
      const counted = { tokens: 100, characters: 400, counted: 400 };
      assert.equal(textTokens(counted, { api, model }).low, 100, `${api} ${model}`);
    }
    assert.equal(params('anthropic', 'claude-instant')?.['basis'], 'default');
  });
});

describe('Tokens of an image in low detail', () => {
  const low = (api: WireApi, model: string) =>
    estimateMediaTokens({ mimeType: 'image/png', size: 1000, width: 3000, height: 2000 }, { api, model, isLow: true })?.low;

  it('are the base of the models that count tiles, as published: 85, 2,833, 70, 75', () => {
    assert.deepEqual(
      ['gpt-4o', 'gpt-4o-mini', 'gpt-5', 'o1'].map((model) => low('openai-chat', model)),
      [85, 2833, 70, 75],
    );
  });

  it('are those of any detail where no number is published', () => {
    assert.equal(low('anthropic', 'claude-opus-4-5'), seen(3000, 2000, 'claude-opus-4-5', 'anthropic')[0]);
  });
});
