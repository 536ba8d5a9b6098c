import assert from 'node:assert/strict';
import { type Catalogue, loadCatalogue } from '../../../src/core/models/catalogue/load-catalogue.ts';
import { catalogueService } from '../../../src/core/wire/catalogue-service.ts';
import { modelFinder } from '../../../src/host/preview/similar-models.ts';
import { modelsInOrder } from '../../../src/host/services/models-in-order.ts';

/** What people type, and how the model begins that is offered first. */
const TYPED: readonly (readonly [typed: string, first: RegExp])[] = [
  ['claude sonnet', /^claude-sonnet-/],
  ['opus 4.5', /^claude-opus-4-5/],
  ['gemini flash', /^gemini-.*flash/],
  ['Claude Sonnet 4.5', /^claude-sonnet-4-5/],
  ['sonnet 4.5', /^claude-sonnet-4-5/],
  ['sonnet', /^claude-.*sonnet/],
  ['haiku', /^claude-.*haiku/],
  ['opus', /^claude-opus/],
  ['claude opus', /^claude-opus/],
  ['claude', /^claude-/],
  ['anthropic', /^claude-/],
  ['haiku 4.5', /^claude-haiku-4-5/],
  ['claude 3.5 sonnet', /^claude-3-5-sonnet/],
  ['gpt', /^gpt-/],
  ['gpt 5', /^gpt-5/],
  ['gpt5', /^gpt-5/],
  ['gpt 5.2', /^gpt-5\.2/],
  ['gpt5 mini', /^gpt-5.*mini/],
  ['gpt-5 nano', /^gpt-5.*nano/],
  ['gpt codex', /^gpt-.*codex/],
  ['gpt4o', /^gpt-4o/],
  ['4o mini', /^gpt-4o-mini/],
  ['GPT-4.1', /^gpt-4\.1/],
  ['o3', /^o3/],
  ['o4 mini', /^o4-mini/],
  ['chatgpt', /^chatgpt-/],
  ['openai audio', /^gpt-(?:audio|realtime)/],
  ['gemini pro', /^gemini-.*pro/],
  ['gemini 3 flash', /^gemini-3.*flash/],
  ['gemini 2.5', /^gemini-2\.5/],
  ['flash lite', /^gemini-.*flash-lite/],
  ['google', /^gemini-/],
  ['mistral large', /^mistral-large/],
  ['codestral', /^codestral/],
  ['pixtral', /^pixtral/],
  ['grok 4 fast', /^grok-4.*fast/],
  ['deepseek', /^deepseek-/],
  ['deepseek v3', /deepseek.*v3/],
  ['qwen coder', /qwen.*coder/],
  ['qwen vl', /qwen.*vl/],
  ['kimi k2', /kimi-k2/],
  ['glm 4.6', /glm-4\.6/],
  ['llama maverick', /llama.*maverick/],
  ['nova pro', /nova-pro/],
  ['command r', /command-r/],
];

describe('Models that are similar to what was typed', () => {
  let catalogue: Catalogue;
  let models: readonly { label: string; description: string; name: string }[];
  let similar: (typed: string) => readonly { label: string }[];
  before(async () => {
    catalogue = await loadCatalogue();
    models = (await modelsInOrder()).flatMap(({ id }) => {
      const service = catalogueService(id, catalogue);
      if ('code' in service) return [];
      return { label: service.config.name, description: [service.provider, ...service.capabilities.input].join(' '), name: id };
    });
    similar = modelFinder(models, catalogue);
  });

  for (const [typed, first] of TYPED)
    it(`“${typed}” offers first what it names`, () => {
      assert.match(similar(typed)[0]?.label ?? '', first);
    });

  it('are the nearest spellings of a slip, the models that are offered first for what says nothing, and none before a word', () => {
    const labels = (typed: string) => similar(typed).map(({ label }) => label);
    assert.ok(labels('gemni-2.5-pro').includes('gemini-2.5-pro'));
    assert.deepEqual(
      labels('xyzzy'),
      models.slice(0, 5).map(({ label }) => label),
    );
    assert.deepEqual(labels(''), []);
  });

  it('are found by words in any order, at the beginning of a run of letters or digits', () => {
    const items = ['claude-opus-4', 'gpt-4o', 'claude-sonnet-4-5'].map((label) => ({ label, name: label }));
    const find = modelFinder(items, catalogue);
    const labels = (typed: string) => find(typed).map(({ label }) => label);
    assert.deepEqual(labels('4o'), ['gpt-4o']);
    assert.deepEqual(labels('4.5 sonnet'), ['claude-sonnet-4-5']);
    assert.deepEqual(labels('claude'), ['claude-opus-4', 'claude-sonnet-4-5']);
  });
});
