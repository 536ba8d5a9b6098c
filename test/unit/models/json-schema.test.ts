import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { standardCapabilitiesFor } from '../../../src/core/models/capability.ts';
import { llmServicesEditorSchema, llmServicesJsonSchema } from '../../../src/core/models/json-schema.ts';
import { SERVICE_FIELDS } from '../../../src/core/models/schema.ts';
import { servicesTemplate } from '../../../src/core/models/services-file.ts';
import { validateServices } from '../../../src/core/models/validate.ts';

interface Schema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly [keyword: string]: unknown;
}

const strict = llmServicesJsonSchema() as Schema;
const editor = llmServicesEditorSchema() as Schema;
const serviceOf = (schema: Schema): Schema => schema.properties?.['services']?.items as Schema;
const listOf = (schema: Schema, list: string): Schema => serviceOf(schema).properties?.['capabilities']?.properties?.[list] as Schema;

/** Every schema inside. */
function* below(one: Schema): Generator<Schema> {
  yield one;
  for (const property of Object.values(one.properties ?? {})) yield* below(property);
  if (one.items) yield* below(one.items);
  for (const choice of one.anyOf ?? []) yield* below(choice);
}

describe('the JSON schema of llmservices.json', () => {
  const check = new Ajv({ strict: true }).compile(strict);
  const accepts = (service: object): boolean => check({ services: [{ id: 'a', ...service }] });

  it('[E-13a] is one a strict validator takes: draft 7, and no keyword of its own', () => {
    assert.equal(strict['$schema'], 'http://json-schema.org/draft-07/schema#');
    assert.ok(new Ajv({ strict: true }).validateSchema(strict));
  });

  it('describes every field the product knows, for both', () => {
    for (const schema of [strict, editor]) {
      const fields = serviceOf(schema).properties ?? {};
      assert.deepEqual(Object.keys(fields).sort(), [...SERVICE_FIELDS].sort());
      for (const [name, field] of Object.entries(fields)) assert.ok(field.description, name);
    }
  });

  it('[E-13a] wants the types, the required fields and the ranges', () => {
    assert.ok(check({ services: [] }) && accepts({}));
    for (const file of [
      null,
      [],
      {},
      { services: {} },
      { services: ['a'] },
      { services: [{}] },
      { services: [{ id: 5 }] },
      { services: [], $schema: 7 },
    ])
      assert.ok(!check(file), JSON.stringify(file));
    const wrong: object[] = [
      { id: '' },
      { id: ' ' },
      { name: '' },
      { name: 5 },
      { model: 5 },
      { apiKey: true },
      { description: [] },
      { capabilityTags: 'chat' },
      { capabilityTags: [1] },
      { baseURL: '' },
      { baseURL: 'api.example.com' },
      { api: 'claude' },
      { maxTokens: 0 },
      { maxTokens: -1 },
      { maxTokens: 1.5 },
      { maxTokens: '4096' },
      { maxTokens: 1e300 },
      { price: 3 },
      { price: null },
      { price: {} },
      { price: { input: '3' } },
      { price: { input: -1 } },
      { price: { input: 3, output: -1 } },
      { capabilities: null },
      { capabilities: [] },
      { capabilities: {} },
      { capabilities: { inputs: ['text'] } },
      { capabilities: { input: 'text' } },
      { capabilities: { input: ['text', 5] } },
      { capabilities: { output: [''] } },
    ];
    for (const fields of wrong) assert.ok(!accepts(fields), JSON.stringify(fields));
    const right: object[] = [
      { name: 'A', model: '', apiKey: '', description: '', capabilityTags: [], maxTokens: 4096 },
      { baseURL: 'HTTP://localhost:1234/v1' },
      { baseURL: '${BASE}/v1' },
      { name: null, model: null, baseURL: null, api: null, apiKey: null, capabilityTags: null, description: null, maxTokens: null },
      { api: 'anthropic' },
      { price: { input: 0 } },
      { price: { input: 3, cached: 0.3, output: 15 } },
      { price: { input: 3, cached: null, output: null, extra: 1 } },
      { temperature: 0.5, extra: { of: 'anybody' } },
      { capabilities: { input: [] } },
      { capabilities: { output: ['text'], extra: 1 } },
    ];
    for (const fields of right) assert.ok(accepts(fields), JSON.stringify(fields));
  });

  it('[E-13a][2-R5.4] takes the standard capabilities of each direction, each with its description, and any other word', () => {
    for (const list of ['input', 'output'] as const) {
      const choices = listOf(strict, list).items?.anyOf ?? [];
      const standard = choices.filter((choice) => 'const' in choice);
      assert.deepEqual(
        standard.map((choice) => choice['const']),
        standardCapabilitiesFor(list),
      );
      for (const choice of choices) assert.ok(choice.description);
      for (const type of [...standardCapabilitiesFor(list), 'smell', '3d_model', 'Vision'])
        assert.ok(accepts({ capabilities: { [list]: [type] } }), `${list} ${type}`);
    }
    for (const type of ['structured_output', 'tool_calling']) assert.ok(!accepts({ capabilities: { input: [type] } }), type);
    for (const type of ['vision', 'tool_result_media']) assert.ok(!accepts({ capabilities: { output: [type] } }), type);
  });

  it('[E-13a] takes what the runtime and the template write', () => {
    for (const text of [
      servicesTemplate(),
      readFileSync(path.join(import.meta.dirname, '../../fixtures/agent-society-root/config/llmservices.json'), 'utf8'),
    ])
      assert.ok(check(JSON.parse(text)));
  });
});

describe('the JSON schema of llmservices.json in VS Code', () => {
  it('leaves capabilities, APIs and services to our own completions, which would come twice', () => {
    for (const one of below(editor)) assert.equal(one['enum'] ?? one['const'], undefined);
    assert.equal(serviceOf(editor)['defaultSnippets'], undefined);
  });

  it('refuses nothing: problems are reported once, by the validation, in the language of the screen', () => {
    const constraints = [
      'type',
      'required',
      'pattern',
      'minLength',
      'additionalProperties',
      'minimum',
      'maximum',
      'exclusiveMinimum',
      'minItems',
      'uniqueItems',
      'enum',
      'const',
      'not',
      'anyOf',
    ];
    for (const one of below(editor))
      assert.deepEqual(
        constraints.filter((keyword) => keyword in one),
        [],
      );
    for (const list of ['input', 'output']) assert.deepEqual(listOf(editor, list).items, {});
  });

  it('allows what the reader allows: comments and trailing commas', () => {
    assert.equal(editor['allowComments'], true);
    assert.equal(editor['allowTrailingCommas'], true);
  });
});

describe('the template of llmservices.json', () => {
  it('[2-R5.5] shows every standard capability, has no problems, and is plain JSON', () => {
    const text = servicesTemplate();
    const { usable, entries, problems } = validateServices(text);
    assert.ok(usable);
    assert.doesNotThrow(() => JSON.parse(text));
    assert.deepEqual(problems, []);
    assert.ok(entries.length >= 3 && entries.every(({ origin }) => origin === 'declared'));
    const used = new Set(entries.flatMap(({ capabilities: { input, output } }) => [...input, ...output]));
    for (const type of ['text', 'vision', 'audio', 'file', 'structured_output', 'tool_calling']) {
      assert.ok(used.has(type), type);
    }
  });
});
