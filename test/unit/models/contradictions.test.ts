import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import catalogue from '../../../src/core/models/catalogue/catalogue.json';
import { CAPABILITY_CATALOGUE, inferCapabilities, modelLimits } from '../../../src/core/models/catalogue/infer-capabilities.ts';
import { generationOf } from '../../../src/core/models/catalogue/model-name.ts';
import type { InferredCapability } from '../../../src/core/models/catalogue/inference.ts';
import { priceOf } from '../../../src/core/models/catalogue/model-prices.ts';
import { resolveModel } from '../../../src/core/wire/resolve-model.ts';

interface Contradiction {
  readonly model: string;
  /** A capability, or `context` or `output`. */
  readonly fact: InferredCapability | 'context' | 'output';
  /** By package. */
  readonly says: Readonly<Record<string, boolean | number>>;
  /** Those that have a limit of the maker's own API. */
  readonly makers?: readonly string[];
  readonly choice: boolean | number;
}

const contradictions = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../fixtures/catalogue/contradictions.json'), 'utf8'),
) as readonly Contradiction[];

/** When each source was published; a maker's word comes before all packages. */
const dates = new Map(
  Object.values(catalogue.sources).map((source) => [source.package, { date: source.date, isWord: 'address' in source }]),
);

/** What the catalogue has of a model, and the package it has it from, without its version. */
function inCatalogue({ model, fact }: Contradiction): { value: boolean | number; from: string } | undefined {
  const entry = CAPABILITY_CATALOGUE.byId.get(model);
  if (fact === 'context' || fact === 'output') {
    const limit = entry?.limits[fact];
    return limit && { value: limit.tokens, from: limit.package.replace(/ \S+$/, '') };
  }
  const said = entry?.says(fact);
  return said && { value: said.known === 'yes', from: said.package.replace(/ \S+$/, '') };
}

describe('Contradictions between the sources of the catalogue', () => {
  it('are between at least two packages, each listed once', () => {
    assert.ok(contradictions.length > 0);
    assert.deepEqual(
      contradictions.filter(({ says }) => new Set(Object.values(says)).size < 2),
      [],
    );
    assert.equal(new Set(contradictions.map(({ model, fact }) => `${model} ${fact}`)).size, contradictions.length);
  });

  it('each have a choice, which the catalogue has, from a package that says so', () => {
    for (const contradiction of contradictions) {
      const found = inCatalogue(contradiction);
      const name = `${contradiction.model} ${contradiction.fact}`;
      assert.equal(found?.value, contradiction.choice, name);
      assert.equal(contradiction.says[found.from], contradiction.choice, name);
    }
  });

  it('are decided for a limit by most of those that know the maker’s own API, else by the newest package', () => {
    for (const { model, fact, says, makers, choice } of contradictions) {
      const heard = Object.entries(says).filter(([name]) => makers?.includes(name) ?? true);
      const votes = (value: boolean | number): number =>
        typeof value === 'number' ? heard.filter(([, each]) => each === value).length : 0;
      const most = Math.max(...heard.map(([, value]) => votes(value)));
      const word = heard.find(([name]) => dates.get(name)?.isWord);
      const [newest] = heard
        .filter(([, value]) => votes(value) === most)
        .sort(([a], [b]) => ((dates.get(a)?.date ?? '') < (dates.get(b)?.date ?? '') ? 1 : -1));
      assert.equal(choice, (word ?? newest)?.[1], `${model} ${fact}`);
    }
  });
});

/**
 * A name that moves, and what it means in November 2026: docs.mistral.ai, "Models"; ai.google.dev/gemini-api/docs/models; docs.x.ai/docs/models.
 * That `mistral-large-latest` means Mistral Large 4 is the word of `@earendil-works/pi-ai` 1.6.0 (2026-11-20) alone.
 */
const TWINS: readonly (readonly [latest: string, dated: string])[] = [
  ['mistral-large-latest', 'mistral-large-4-0-8'],
  ['mistral-medium-latest', 'mistral-medium-2604'],
  ['mistral-small-latest', 'mistral-small-2603'],
  ['devstral-latest', 'devstral-2512'],
  ['grok-3-latest', 'grok-3'],
  ['claude-3-7-sonnet-latest', 'claude-3-7-sonnet-20250219'],
  ['claude-3-5-haiku-latest', 'claude-3-5-haiku-20241022'],
];

describe('A name that ends in latest', () => {
  const known = (name: string) => [
    inferCapabilities(name)?.capabilities.input,
    priceOf(name)?.rates.input?.base,
    priceOf(name)?.rates.output?.base,
    modelLimits(name).context?.tokens,
  ];

  it('has what its dated twin has', () => {
    for (const [latest, dated] of TWINS) assert.deepEqual(known(latest), known(dated), latest);
    assert.deepEqual(known('mistral-large-latest'), [['text', 'vision'], 0.7, 2.1, 1_048_576]);
    assert.deepEqual(known('gemini-pro-latest').slice(1), known('gemini-3.1-pro-preview').slice(1));
  });

  it('is no other name of an earlier generation, nor is that one of it', () => {
    assert.deepEqual(known('mistral-large-2411').slice(0, 2), [['text'], 2]);
    assert.deepEqual(known('mistral-medium-2508').slice(1, 3), [0.4, 2]);
    for (const name of ['gemini-ultra-latest', 'ministral-3b-2410']) assert.equal(inferCapabilities(name), null, name);
    for (const name of ['gemini-pro-2-latest', 'mistral-small-2503']) assert.equal(priceOf(name), null, name);
    // the only month there is
    for (const name of ['mistral-saba-2502', 'open-mistral-nemo-2407'])
      assert.deepEqual(priceOf(name)?.rates, priceOf(name.slice(0, -5))?.rates ?? 'unknown', name);
    assert.equal(modelLimits('magistral-medium-2509').context?.tokens, modelLimits('magistral-medium').context?.tokens ?? NaN);
    // a size of weights is no version
    assert.deepEqual(['mixtral-8x7b', 'mixtral-8x22b-instruct', 'grok-4'].map(generationOf), ['', '', undefined]);
    // a name without month is that of the only one there is
    assert.equal(inferCapabilities('pixtral-12b-2409')?.entry, 'pixtral-12b');
  });
});

describe('What is known of a model', () => {
  it('is not taken from that of another maker', () => {
    for (const [stem, entries] of CAPABILITY_CATALOGUE.byStem) {
      const makers = new Set(entries.flatMap(({ id }) => resolveModel(id).maker ?? []));
      assert.ok(makers.size < 2, `${stem}: ${[...makers].join(', ')}`);
    }
    for (const name of ['deepseek-r1-distill-llama-70b', 'deepseek-r1-0528-qwen3-8b', 'tngtech/deepseek-r1t-chimera'])
      assert.equal(priceOf(name), null, name);
  });

  it('costs what the newer of two lists says, with its day, and what the older one alone tells apart where they agree', () => {
    const source = (name: string) => {
      const price = priceOf(name)?.source;
      return price?.kind === 'catalogue' ? price.package.replace(/ \S+$/, '') : undefined;
    };
    assert.deepEqual(
      ['mistral-large-latest', 'gpt-6.1-sol', 'grok-4.7', 'claude-haiku-5-5', 'claude-opus-4-5', 'gemini-2.5-flash'].map(source),
      [...Array.from({ length: 4 }, () => '@earendil-works/pi-ai'), '@pydantic/genai-prices', '@pydantic/genai-prices'],
    );
    assert.equal(priceOf('gemini-2.5-flash')?.rates.audio?.base, 1);
    // by the hour of the day: the newer list has one of both prices
    const at = (hour: number, model = 'deepseek-v4-pro') =>
      priceOf(model, { at: new Date(Date.UTC(2026, 10, 27, hour)) })?.rates.input?.base;
    assert.deepEqual([at(2), at(5)], [1.32, 0.66]);
    assert.deepEqual([at(2, 'deepseek-flash'), at(5, 'deepseek-flash')], [0.3, 0.15]);
  });
});

describe('The limits of a model', () => {
  it('are those of its entry, with source and day, under any of its names', () => {
    assert.equal(modelLimits('gpt-5.2').context?.tokens, 400_000);
    assert.equal(modelLimits('openai/gpt-5.2').context?.tokens, 400_000);
    assert.equal(modelLimits('us.anthropic.claude-opus-4-5-20251101-v1:0').context?.tokens, 200_000);
    assert.equal(modelLimits('gemini-3-pro').output?.tokens, 64_000);
    assert.match(modelLimits('gpt-5.2').context?.source.date ?? '', /^\d{4}-\d\d-\d\d$/);
  });

  it('are absent where nothing is known, for names that are none too', () => {
    for (const name of ['', 'my-own-model', 'x'.repeat(10_000), '<b>gpt</b>']) assert.deepEqual(modelLimits(name), {});
  });
});
