import assert from 'node:assert/strict';
import fc from 'fast-check';
import { EXPORT_FORMATS, type ExportFormat, type NotCarried } from '../../src/core/models/exchange/exchange.ts';
import { exportServices, importServices } from '../../src/core/models/exchange/exchange-services.ts';
import type { LlmServiceConfig } from '../../src/core/models/schema.ts';
import { runs } from '../support/effort.ts';

const RUNS = { numRuns: runs(1000) };
const SECRET = 'sk-SECRET-0123456789';

const INPUT = ['text', 'vision', 'audio', 'video', 'file', 'tool_result_media', 'smell', '__proto__'];
const OUTPUT = ['text', 'audio', 'video', 'file', 'structured_output', 'tool_calling', 'constructor'];
/** A name such as people and hostile files have; `*` stands for many models in one of the formats. */
const name = fc
  .oneof(
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        'a',
        'seer',
        'maker/seer-1.5:free',
        'openai/x',
        '7',
        'true',
        'null',
        '~',
        '- a',
        'a: b',
        '#x',
        '"',
        "'",
        '模型',
        '__proto__',
        'toString',
        '{a}',
        '${X}',
        ' a ',
        'line\nbreak',
        '\u2028',
      ),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }) },
  )
  .filter((text) => text.trim() !== '' && !text.includes('*'));
const capabilities = fc.record(
  { input: fc.uniqueArray(fc.constantFrom(...INPUT)), output: fc.uniqueArray(fc.constantFrom(...OUTPUT)) },
  { requiredKeys: [], noNullPrototype: true },
);
const service: fc.Arbitrary<LlmServiceConfig> = fc.record(
  {
    id: name,
    model: name,
    name,
    baseURL: fc.constantFrom(
      'https://api.example.com/v1',
      'http://localhost:8000',
      'https://gateway.example.com/a/v2',
      '${BASE}',
      '${env:HOST}/v1',
    ),
    api: fc.constantFrom('anthropic', 'openai-responses', 'gemini', 'gemini-2', 'ollama', 'openai-compatible'),
    apiKey: fc.constantFrom('${KEY}', '${env:OTHER}', SECRET, ''),
    capabilities,
    maxTokens: fc.integer({ min: 1, max: 1_000_000 }),
    description: fc.string(),
    extra: fc.jsonValue(),
  },
  { requiredKeys: ['id', 'model'], noNullPrototype: true },
) as fc.Arbitrary<LlmServiceConfig>;
/** Grouped by their providers they come in another order, so that another one has its id first. */
const OTHER_ORDER = [
  { id: 'x', model: 'a', baseURL: 'https://api.example.com/v1' },
  { id: 'twin', model: 'twin', maxTokens: 1 },
  { id: 'y', model: 'twin', baseURL: 'https://api.example.com/v1' },
];
const services = fc.uniqueArray(service, { selector: ({ id }) => id, maxLength: 5 });

/** Every field of the service, a value for each; a capability is a field of its own. */
function facts(given: LlmServiceConfig): Map<string, unknown> {
  const { capabilities: declared, ...fields } = given;
  const found = new Map<string, unknown>(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''));
  if (declared === undefined) return found;
  for (const side of ['input', 'output'] as const) {
    for (const type of declared[side] ?? ['text']) if (type !== 'text') found.set(`capabilities.${side}.${type}`, true);
  }
  return found;
}

/** What was told to be left behind of service number `index`: a field, or a capability of a side. */
function told(notCarried: readonly NotCarried[], index: number): Set<string> {
  const own = notCarried.filter(({ path }) => path[1] === index);
  return new Set(
    own.flatMap(({ path, params }) => {
      const place = path.slice(2).join('.');
      return [place, params['capability'] === undefined ? place : `${place}.${params['capability']}`];
    }),
  );
}

/**
 * VS Code, opencode and Continue add no version to an address of Anthropic's API, so the export does; LiteLLM adds version 1, so the
 * import does. Behind a variable nobody does, for its value may have it. VS Code and opencode are given the address at which Ollama takes the format they speak.
 */
const withVersion = ({ api }: LlmServiceConfig, format: ExportFormat, field: string, value: unknown): unknown => {
  if (field !== 'baseURL' || typeof value !== 'string') return value;
  if (api === 'anthropic' && value.startsWith('${')) return format === 'litellm' ? value.replace(/\/v1$/, '') : value;
  const lacks =
    api === 'anthropic'
      ? !/\/v\d+/.test(value)
      : api === 'ollama' && (format === 'vscode' || format === 'opencode') && !value.endsWith('/v1');
  return lacks ? `${value}/v1` : value;
};
const plainVariable = (value: unknown): unknown => (typeof value === 'string' ? value.replace('${env:', '${') : value);
/** By what an export can be recognised after the import, where ids have no place and where keys of objects are sorted. */
const modelOf = (given: LlmServiceConfig): unknown => given.model;

async function roundTrip(given: readonly LlmServiceConfig[], format: ExportFormat): Promise<void> {
  const { text, notCarried } = await exportServices(given, format);
  assert.ok(!text.includes(SECRET) && !JSON.stringify(notCarried).includes(SECRET));
  const outcome = await importServices(text, { filename: format === 'vscode' ? 'chatLanguageModels.json' : '' });
  assert.ok(outcome.ok, `${JSON.stringify(outcome)}\n${text}`);
  assert.equal(outcome.format, format);
  assert.equal(outcome.services.length, given.length);
  for (const [index, before] of given.entries()) {
    const left = told(notCarried, index);
    const expected = [...facts(before)].filter(([field]) => !left.has(field));
    const matches = outcome.services.some((after) => {
      const found = facts(after);
      return expected.every(
        ([field, value]) =>
          (field === 'name' && value === (format === 'vscode' ? before.model : before.id)) ||
          withVersion(before, format, field, plainVariable(value)) === found.get(field),
      );
    });
    assert.ok(matches, `${JSON.stringify(before)}\nleft behind: ${[...left].join(', ')}\ncame back: ${JSON.stringify(outcome.services)}`);
  }
  assert.deepEqual(outcome.services.map(modelOf).sort(), given.map(modelOf).sort());
}

describe('Properties of import and export', () => {
  for (const format of EXPORT_FORMATS) {
    it(`${format}: whatever was written comes back, and whatever does not was told`, async () => {
      await fc.assert(
        fc.asyncProperty(services, (given) => roundTrip(given, format)),
        { ...RUNS, examples: [[OTHER_ORDER]] },
      );
    });

    it(`${format}: nothing is made up on the way`, async () => {
      await fc.assert(
        fc.asyncProperty(service, async (given) => {
          const { text } = await exportServices([given], format);
          const outcome = await importServices(text);
          assert.ok(outcome.ok);
          const before = facts(given);
          for (const [field, value] of facts(outcome.services[0] as LlmServiceConfig)) {
            if (field === 'id' && format === 'vscode') assert.equal(value, given.model);
            else if (field === 'name' && format === 'vscode') assert.equal(value, given.name ?? given.id);
            else if (field === 'apiKey') assert.equal(value, plainVariable(before.get(field)));
            // told where the model does not tell it
            else if (field === 'api' && given.api === 'gemini-2') assert.equal(value, 'gemini');
            else
              assert.equal(
                value,
                withVersion(given, format, field, field === 'baseURL' ? plainVariable(before.get(field)) : before.get(field)),
                field,
              );
          }
          assert.equal(outcome.services[0]?.capabilities === undefined, given.capabilities === undefined);
        }),
        RUNS,
      );
    });
  }

  it('never throws, whatever the text, and leaves prototypes alone', async () => {
    const words = fc.constantFrom(
      'model_list',
      'models',
      'provider',
      'providers',
      'data',
      'vendor',
      '__proto__',
      'id',
      'model',
      'litellm_params',
      'model_info',
      'uses',
      'options',
      'modalities',
      'input',
      'apiKey',
      'constructor',
    );
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom<unknown>(null, true, 7, -1.5, '', 'x', SECRET),
        words,
        fc.array(tie('value'), { maxLength: 4 }),
        fc.array(fc.tuple(words, tie('value')), { maxLength: 6 }).map((members) => {
          const object: Record<string, unknown> = {};
          for (const [key, member] of members)
            Object.defineProperty(object, key, { value: member, enumerable: true, configurable: true, writable: true });
          return object;
        }),
      ),
    }));
    const text = fc.oneof(
      {
        weight: 4,
        arbitrary: fc
          .tuple(fc.constantFrom('model_list', 'models', 'provider', 'providers', 'data'), value)
          .map(([key, member]) => `{"${key}": ${JSON.stringify(member)}}`),
      },
      { weight: 2, arbitrary: value.map((each) => JSON.stringify([each, { vendor: 'x', models: [each] }])) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
      { weight: 1, arbitrary: fc.stringMatching(/^(?:[a-z]*: ?[&*!|>[{<-]?[a-z]*\n? ?){0,12}$/) },
    );
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom('', 'a.json', 'a.yaml'), async (given, filename) => {
        const outcome = await importServices(given, { filename });
        assert.equal(Object.getPrototypeOf({}), Object.prototype);
        assert.deepEqual(Object.keys(Object.prototype), []);
        if (!outcome.ok) return;
        const ids = outcome.services.map(({ id }) => id);
        assert.equal(new Set(ids).size, ids.length);
        assert.ok(outcome.services.every(({ id, model, apiKey }) => id.trim() !== '' && typeof model === 'string' && apiKey !== SECRET));
      }),
      { numRuns: runs(3000) },
    );
  });
});
