import assert from 'node:assert/strict';
import { catalogueModelIds } from '../../../src/core/models/catalogue/infer-capabilities.ts';
import { retirementOf } from '../../../src/core/models/catalogue/retired-models.ts';

describe('The end of models', () => {
  it('is what the page of their maker says of their names and editions, with the successor of today', () => {
    for (const name of ['claude-opus-4-20250514', 'claude-opus-4-0', 'claude-opus-4'])
      assert.deepEqual(retirementOf('Anthropic', name), {
        date: '2026-06-15',
        successor: 'claude-opus-4-8',
        source: 'https://platform.claude.com/docs/en/about-claude/model-deprecations (2026-07)',
      });
    assert.deepEqual(
      ['gpt-4', 'gpt-4o-2024-05-13', 'gpt-5-codex', 'o1-mini', 'chatgpt-4o-latest'].map((name) => {
        const { date, successor } = retirementOf('OpenAI', name) ?? {};
        return [date, successor];
      }),
      [
        ['2026-10-23', 'gpt-5.6-sol'],
        ['2026-10-23', 'gpt-5.6-sol'],
        ['2026-07-23', 'gpt-5.6-sol'],
        ['2025-10-27', 'gpt-5.6-terra'],
        ['2026-02-17', 'gpt-5.6-sol'],
      ],
    );
  });

  it('is told by a source that is no older than the day', () => {
    const ended = ['Anthropic', 'OpenAI'].flatMap((host) =>
      [...catalogueModelIds(), 'claude-opus-4-1', 'gpt-5.4-cyber', 'o4-mini'].flatMap((name) => retirementOf(host, name) ?? []),
    );
    assert.ok(ended.length > 30, `${ended.length}`);
    for (const { date, source } of ended) {
      const read =
        source
          .match(/20\d\d-\d\d/g)
          ?.toSorted()
          .at(-1) ?? '';
      assert.ok(date.slice(0, 7) <= read, `${date}: ${source}`);
    }
  });

  it('is not known of current models, of other hosts, and of names that are none', () => {
    for (const name of ['claude-opus-4-5', 'claude-opus-5-5', '', 'toString']) assert.equal(retirementOf('Anthropic', name), undefined);
    for (const name of ['gpt-4o', 'gpt-5', 'gpt-4.1']) assert.equal(retirementOf('OpenAI', name), undefined, name);
    for (const host of ['Amazon Bedrock', 'OpenRouter', 'toString', undefined])
      assert.equal(retirementOf(host, 'claude-3-7-sonnet-20250219'), undefined);
  });
});
