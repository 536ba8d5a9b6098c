import assert from 'node:assert/strict';
import { formatSentence } from '../../../src/core/io/errors.ts';
import { formulaSentence } from '../../../src/core/wire/tokens/formula-sentence.ts';
import { estimateMediaTokens } from '../../../src/core/wire/tokens/media-tokens.ts';

describe('Tokens of images for makers whose processors are open', () => {
  const estimate = (width: number, height: number, model: string) =>
    estimateMediaTokens({ mimeType: 'image/png', size: 1000, width, height }, { api: 'openai-compatible', model });
  const range = (width: number, height: number, model: string) => {
    const { low, high } = estimate(width, height, model) ?? {};
    return [low, high];
  };

  it('are those of Mistral’s documentation, and one more at the end of each row', () => {
    // the table "How many tokens correspond to an image": about 3025 for 1540², 4096 for 1024²; about (x · y) / 784 and / 256
    for (const [width, height, model, published, rows] of [
      [1540, 1540, 'mistral-large-2512', 3025, 55],
      [1540, 1540, 'mistral-small-3.2-24b-instruct', 3025, 55],
      [4000, 4000, 'mistral-medium-2508', 3025, 55],
      [1024, 1024, 'pixtral-large-latest', 4096, 64],
      [720, 512, 'pixtral-12b-2409', 1440, 32],
    ] as const)
      assert.deepEqual(range(width, height, model), [published + rows, published + rows], model);
    // what a server counted of a request with this picture and a few words: 1527
    assert.deepEqual(range(597, 566, 'us.mistral.pixtral-large-2502-v1:0'), [1404, 1404]);
  });

  it('are those of Qwen’s processors: squares of 28 or 32 pixels, from 4 on, and where servers shrink a range', () => {
    // what a server counted of a request with this picture and a few words: 448 and 33
    assert.deepEqual(range(597, 566, 'Qwen/Qwen2.5-VL-72B-Instruct'), [422, 422]);
    assert.deepEqual(range(60, 30, 'qwen2.5-vl-7b-instruct'), [8, 8]);
    assert.deepEqual(range(1024, 1024, 'qwen3-vl-plus'), [1026, 1026]);
    assert.deepEqual(range(10, 10, 'qwen3.5-397b-a17b'), [66, 66], '64 at least from 3 on');
    assert.deepEqual(range(1280, 720, 'qwen3-vl-plus'), [882, 882], 'a half is rounded to even');
    assert.deepEqual(range(400, 400, 'qwen3.8-27b'), [146, 146]);
    const [low = 0, high = 0] = range(2800, 2800, 'qwen2.5vl:7b');
    assert.ok(low <= 1282 && low > 1200 && high === 10_002, `${low}, ${high}`);
    const [least = 0, most = 0] = range(20_000, 100, 'qwen2.5-vl-7b-instruct');
    assert.ok(least < most, `of a line ${least} to ${most}`);
    assert.ok((range(100_000, 100_000, 'qwen2.5-vl-72b-instruct')[1] ?? 0) <= 16_386);
  });

  it('are those of GLM’s processors: rounded squares of 28 pixels up to 4.6V, and from 5.3 on those that cover it', () => {
    // what a processor of Qwen with squares of the same size counts
    assert.deepEqual(range(597, 566, 'glm-4.6v'), [422, 422]);
    assert.deepEqual(range(10, 1000, 'zai-org/GLM-4.5V'), [102, 102], 'enlarged to 28 × 2800');
    assert.deepEqual(range(1022, 1022, 'glm-4p5v'), [1298, 1298], 'a half is rounded to even');
    assert.ok((range(9000, 9000, 'glm-4.5v')[1] ?? 0) <= 6146);
    // mlx-lm's test of the same rule: 64 × 64 is enlarged to 112 × 112
    assert.deepEqual(range(64, 64, 'glm-5.3-flash'), [18, 18]);
    assert.deepEqual(range(597, 566, 'accounts/fireworks/models/glm-5p3-flash'), [464, 464]);
    assert.deepEqual(range(10_000, 8000, 'glm-5.3-flash'), [8002, 8002]);
  });

  it('are those of Kimi’s processors: squares of 28 pixels that cover it, never enlarged, within the patches of each release', () => {
    // tests of others of the same rule have 638 for 800 × 600 and 16,817 for the largest image of K3
    assert.deepEqual(range(800, 600, 'moonshotai/Kimi-K2.6'), [642, 642]);
    assert.deepEqual(range(1861, 7041, 'global.moonshotai.kimi-k3'), [16_826, 16_826]);
    assert.deepEqual(range(10, 10, 'kimi-k2.5'), [5, 5]);
    assert.deepEqual([range(4000, 3000, 'kimi-k2.5')[0], range(4000, 3000, 'kimi-k3')[0]], [4204, 15_453]);
  });

  it('are those of Llama 4’s processors: tiles of 336 pixels and an overview', () => {
    // a server counted 290 more for the first of these pictures than for the second, in the same request
    assert.deepEqual(range(597, 566, 'meta-llama/llama-4-maverick-17b-128e-instruct'), [727, 727]);
    assert.deepEqual(range(400, 301, 'us.meta.llama4-scout-17b-instruct-v1:0'), [437, 437]);
    assert.deepEqual(range(10, 10, 'llama4:scout'), [147, 147], 'one tile has no overview');
    assert.deepEqual(range(5000, 100, 'llama4'), [2322, 2322], 'fifteen tiles side by side');
    assert.deepEqual(range(20_000, 20_000, 'llama4'), [2467, 2467], 'sixteen at most');
  });

  it('are those of Amazon’s guide for Nova: tiles of the closest shape and an overview', () => {
    // a server counted 1,826 for both of these pictures
    assert.deepEqual(range(540, 360, 'us.amazon.nova-pro-v1:0'), [1826, 1826]);
    assert.deepEqual(range(3008, 2000, 'amazon.nova-pro-v1:0'), [1826, 1826]);
    // the examples of the guide: about 800, 1,300, 1,800, 2,400 and 2,600
    for (const [width, height, tokens] of [
      [900, 450, 802],
      [800, 400, 802],
      [900, 900, 1314],
      [900, 1400, 1826],
      [1800, 900, 2338],
      [1300, 1300, 2594],
    ] as const)
      assert.deepEqual(range(width, height, 'nova-lite'), [tokens, tokens], `${width} × ${height}`);
    assert.deepEqual(range(1100, 1100, 'nova-lite'), [1314, 2594], 'between two examples');
    assert.deepEqual(range(100, 5000, 'nova-premier'), [2594, 2594], 'nine tiles at most');
    assert.equal(estimate(10, 10, 'nova-micro'), null);
    assert.equal(estimate(10, 10, 'nova-2-lite'), null);
  });

  it('are those of DeepSeek’s and Gemma’s processors', () => {
    assert.deepEqual(range(1024, 1024, 'deepseek-v4.1-flash'), [652, 652], '25 rows of 25, a mark behind each, and two');
    assert.deepEqual(range(100, 100, 'deepseek-v4-1-flash-1017'), [184, 184], 'enlarged to 544 × 544');
    for (const [width, height] of [
      [4000, 4000],
      [1, 100_000],
      [100_000, 1],
    ] as const)
      assert.deepEqual(range(width, height, 'deepseek-flash'), width === height ? [994, 994] : [1024, 1024]);
    assert.deepEqual(range(1024, 1024, 'google/gemma-4-31b'), [258, 258], 'sixteen squares of 48 pixels each way');
    assert.deepEqual(range(1, 100_000, 'gemma-4-31b-it'), [282, 282]);
    assert.deepEqual(range(1024, 1024, 'gemma3:27b'), [260, 260]);
  });

  it('say how they come about, and what model is assumed where the name is not documented', () => {
    const words = (model: string) => {
      const found = estimate(597, 566, model);
      return found && formatSentence(formulaSentence(found));
    };
    assert.equal(words('mistral-large-2512'), 'one for 28 × 28 px of 597 × 566');
    assert.equal(words('mistral-large-4'), 'one for 28 × 28 px of 597 × 566, assuming Mistral Large 3');
    assert.equal(words('llama4'), '144 for each 336-px tile of 672 × 672 (4) and for an overview');
    assert.equal(words('kimi-k3.1-pro'), 'one for 28 × 28 px of 616 × 588, assuming Kimi K3');
    assert.match(estimate(10, 10, 'mistral-large-2512')?.source ?? '', /^https:\/\/docs\.mistral\.ai\//);
  });

  it('are not known of others, and at least one for any picture', () => {
    for (const model of [
      'grok-4.7',
      'glm-4.6',
      'kimi-latest',
      'mistral-large-2411',
      'codestral-latest',
      'qwen3-max',
      'gemma-3n-e4b-it',
      'gemma3:1b',
      'google/gemma-3-270m-it',
      'qwen3.5-coder-30b',
      'qwen3-vl-embedding-8b',
      'minimax-m3',
      '',
    ])
      assert.equal(estimate(100, 100, model), null, model);
    for (const model of ['qwen3-vl-plus', 'glm-4.6v']) {
      assert.equal(estimate(1, 201, model), null, 'the processor refuses it');
      assert.ok((estimate(1, 200, model)?.low ?? 0) >= 1);
    }
    for (const model of ['mistral-large-2512', 'glm-5.3', 'kimi-k3', 'llama4', 'deepseek-flash', 'gemma-4'])
      for (const [width, height] of [
        [1, 1],
        [1, 100_000],
        [100_000, 1],
      ] as const) {
        const { low = 0, high = 0 } = estimate(width, height, model) ?? {};
        assert.ok(Number.isInteger(low) && low >= 1 && high <= 17_000, `${model}: ${low} to ${high}`);
      }
  });
});
