import assert from 'node:assert/strict';
import { catalogueModelIds } from '../../../src/core/models/catalogue/infer-capabilities.ts';
import { retirementOfService } from '../../../src/core/wire/retirement-of-service.ts';
import { retirementOf } from '../../../src/core/models/catalogue/retirements.ts';

const HOSTS = [
  'Anthropic',
  'Google',
  'OpenAI',
  'Mistral',
  'xAI',
  'DeepSeek',
  'Groq',
  'GitHub Copilot',
  'Amazon Bedrock',
  'Google Vertex AI',
  'Microsoft Foundry',
];

describe('The end of models', () => {
  it('is what the page of their maker says of their names and editions, with the successor of today', () => {
    for (const name of ['claude-opus-4-20250514', 'claude-opus-4-0', 'claude-opus-4'])
      assert.deepEqual(retirementOf('Anthropic', name), {
        state: 'retired',
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

  it('is told of models of Google by its own pages', () => {
    assert.deepEqual(
      ['gemini-2.0-flash', 'gemini-3-pro-preview', 'gemini-2.5-pro-preview-05-06'].map((name) => {
        const { date, successor } = retirementOf('Google', name) ?? {};
        return [date, successor];
      }),
      [
        ['2026-06-01', 'gemini-3.5-flash-lite'],
        ['2026-03-09', 'gemini-3.1-pro-preview'],
        ['2025-12-02', 'gemini-3.1-pro-preview'],
      ],
    );
    assert.equal(retirementOf('Google', 'gemini-2.5-flash-lite'), undefined);
    assert.equal(retirementOf('Google Vertex AI', 'gemini-2.0-flash-001'), undefined);
    assert.equal(retirementOf('Google', 'gemini-1.5-pro')?.state, 'retired');
  });

  it('is only announced while no source says that the day has come', () => {
    const says = (host: string, name: string) => {
      const { state, date, successor } = retirementOf(host, name) ?? {};
      return [state, date, successor];
    };
    assert.deepEqual(says('Google', 'gemini-2.5-pro'), ['deprecated', '2026-12-01', 'gemini-3.8-flash']);
    assert.deepEqual(says('Anthropic', 'claude-sonnet-4-5'), ['deprecated', '2026-11-30', 'claude-sonnet-5-5']);
    assert.deepEqual(says('OpenAI', 'gpt-4o'), ['deprecated', '2027-01-14', 'gpt-6-luna']);
    assert.deepEqual(says('xAI', 'grok-3'), ['deprecated', '2026-05-15', 'grok-4.3']);
    assert.deepEqual(says('Mistral', 'mistral-medium-2508'), ['deprecated', '2026-08-31', 'mistral-medium-3-5']);
    assert.deepEqual(says('Mistral', 'pixtral-12b-2409'), ['retired', '2025-12-31', 'ministral-14b-2512']);
  });

  it('is where another model answers, that of the end of the line', () => {
    const says = (host: string, name: string) => {
      const { state, successor } = retirementOf(host, name) ?? {};
      return [state, successor];
    };
    assert.deepEqual(says('Google', 'gemini-3.5-flash'), ['forwarded', 'gemini-3.6-flash']);
    assert.deepEqual(says('DeepSeek', 'deepseek-v4-flash'), ['forwarded', 'deepseek-flash']);
    assert.deepEqual(says('DeepSeek', 'deepseek-v4-pro'), [undefined, undefined]);
  });

  it('differs by who serves them', () => {
    const says = (host: string, name: string) => {
      const { state, date } = retirementOf(host, name) ?? {};
      return [state, date];
    };
    assert.deepEqual(says('Google Vertex AI', 'gemini-2.5-flash-lite'), ['retired', '2026-10-20']);
    assert.deepEqual(says('GitHub Copilot', 'gpt-5.1'), ['retired', '2026-04-15']);
    assert.deepEqual(says('OpenAI', 'gpt-5.1'), [undefined, undefined]);
    assert.deepEqual(says('Amazon Bedrock', 'claude-3-7-sonnet-20250219'), ['deprecated', '2026-04-28']);
    assert.deepEqual(says('Groq', 'llama-3.3-70b-versatile'), ['deprecated', '2026-08-16']);
    assert.deepEqual(says('Microsoft Foundry', 'claude-3-7-sonnet-20250219'), says('Anthropic', 'claude-3-7-sonnet-20250219'));
  });

  it('names no successor that ends itself', () => {
    for (const host of HOSTS)
      for (const name of catalogueModelIds()) {
        const successor = retirementOf(host, name)?.successor;
        if (successor !== undefined) assert.equal(retirementOf(host, successor), undefined, `${name}: ${successor}`);
      }
  });

  it('is told of the services of a person where their address is the maker’s', () => {
    const said = (service: Parameters<typeof retirementOfService>[0]) => retirementOfService(service)?.date;
    const model = 'claude-3-7-sonnet-20250219';
    assert.equal(said({ id: 'mine', baseURL: 'https://api.anthropic.com/v1', model }), '2026-02-19');
    assert.equal(said({ id: 'mine', api: 'anthropic', model }), '2026-02-19');
    assert.equal(
      said({ id: 'mine', baseURL: 'https://generativelanguage.googleapis.com/v1beta', model: 'models/gemini-2.0-flash' }),
      '2026-06-01',
    );
    assert.equal(said({ id: 'mine', baseURL: 'https://gate.example.com/v1', api: 'anthropic', model }), undefined);
    assert.equal(said({ id: 'mine', baseURL: 'https://api.anthropic.com/v1', model: 'claude-opus-4-8' }), undefined);
    assert.equal(said({ id: 'mine', model }), undefined);
    assert.equal(said({}), undefined);
  });

  it('is told by a source that is no older than the day', () => {
    const ends = HOSTS.flatMap((host) =>
      [...catalogueModelIds(), 'claude-opus-4-1', 'gpt-5.4-cyber', 'o4-mini'].flatMap((name) => retirementOf(host, name) ?? []),
    );
    const retired = ends.filter(({ state }) => state === 'retired');
    assert.ok(retired.length > 30, `${retired.length}`);
    for (const { date, source } of retired) {
      const read =
        source
          .match(/20\d\d-\d\d/g)
          ?.toSorted()
          .at(-1) ?? '';
      assert.ok(date.slice(0, 7) <= read, `${date}: ${source}`);
    }
  });

  it('is not known of current models, of other hosts, and of names that are none', () => {
    for (const name of ['claude-opus-4-8', 'claude-opus-5-5', '', 'toString']) assert.equal(retirementOf('Anthropic', name), undefined);
    for (const name of ['gpt-5.2', 'gpt-6-sol', 'gpt-5.4']) assert.equal(retirementOf('OpenAI', name), undefined, name);
    for (const host of ['OpenRouter', 'toString', undefined]) assert.equal(retirementOf(host, 'claude-3-7-sonnet-20250219'), undefined);
  });
});
