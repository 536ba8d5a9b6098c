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
    const [low = 0, high = 0] = range(2800, 2800, 'qwen2.5vl:7b');
    assert.ok(low <= 1282 && low > 1200 && high === 10_002, `${low}, ${high}`);
    const [least = 0, most = 0] = range(60_000, 1, 'qwen2.5-vl-7b-instruct');
    assert.ok(least < most, `of a line ${least} to ${most}`);
    assert.ok((range(100_000, 100_000, 'qwen2.5-vl-72b-instruct')[1] ?? 0) <= 16_386);
  });

  it('say how they come about, and what model is assumed where the name is not documented', () => {
    const words = (model: string) => {
      const found = estimate(597, 566, model);
      return found && formatSentence(formulaSentence(found));
    };
    assert.equal(words('mistral-large-2512'), 'one for 28 × 28 px of 597 × 566');
    assert.equal(words('mistral-large-4'), 'one for 28 × 28 px of 597 × 566, assuming Mistral Large 3');
    assert.match(estimate(10, 10, 'mistral-large-2512')?.source ?? '', /^https:\/\/docs\.mistral\.ai\//);
  });

  it('are not known of others, and at least one for any picture', () => {
    for (const model of ['grok-4.7', 'glm-4.6v', 'kimi-k3', 'mistral-large-2411', 'codestral-latest', 'qwen3-max', ''])
      assert.equal(estimate(100, 100, model), null, model);
    for (const model of ['mistral-large-2512', 'qwen3-vl-plus'])
      for (const [width, height] of [
        [1, 1],
        [1, 100_000],
      ] as const)
        assert.ok((estimate(width, height, model)?.low ?? 0) >= 1);
  });
});
