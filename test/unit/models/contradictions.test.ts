import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CAPABILITY_CATALOGUE, modelLimits } from '../../../src/core/models/catalogue/infer-capabilities.ts';
import type { InferredCapability } from '../../../src/core/models/catalogue/inference.ts';

interface Contradiction {
  readonly model: string;
  /** A capability, or `context` or `output`. */
  readonly fact: InferredCapability | 'context' | 'output';
  /** By package. */
  readonly says: Readonly<Record<string, boolean | number>>;
  readonly choice: boolean | number;
}

const contradictions = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../fixtures/catalogue/contradictions.json'), 'utf8'),
) as readonly Contradiction[];

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

  it('are decided for a limit by most packages, for a capability by the one named first', () => {
    for (const { model, fact, says, choice } of contradictions) {
      const values = Object.values(says);
      const votes = (value: boolean | number): number => values.filter((each) => each === value).length;
      if (typeof choice === 'number') assert.equal(votes(choice), Math.max(...values.map(votes)), `${model} ${fact}`);
      else assert.equal(choice, values[0], `${model} ${fact}`);
    }
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
