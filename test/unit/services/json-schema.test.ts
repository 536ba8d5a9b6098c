import assert from 'node:assert/strict';
import { llmServicesJsonSchema } from '../../../src/core/services/json-schema.ts';
import { SERVICE_FIELDS } from '../../../src/core/services/schema.ts';
import { servicesTemplate } from '../../../src/core/services/template.ts';
import { validateServices } from '../../../src/core/services/validate.ts';

interface Schema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly [keyword: string]: unknown;
}

const schema = llmServicesJsonSchema() as Schema;
const service = schema.properties?.['services']?.items as Schema;

/** Every schema inside. */
function* below(one: Schema): Generator<Schema> {
  yield one;
  for (const property of Object.values(one.properties ?? {})) yield* below(property);
  if (one.items) yield* below(one.items);
  for (const choice of one.anyOf ?? []) yield* below(choice);
}

describe('the JSON schema of llmservices.json', () => {
  it('describes every field the product knows', () => {
    assert.deepEqual(Object.keys(service.properties ?? {}).sort(), [...SERVICE_FIELDS].sort());
    for (const [name, field] of Object.entries(service.properties ?? {})) assert.ok(field.description, name);
  });

  it('leaves capabilities, APIs and services to our own completions, which would come twice', () => {
    for (const one of below(schema)) assert.equal(one['enum'], undefined);
    assert.equal(service['defaultSnippets'], undefined);
  });

  it('[2-R5.4] refuses nothing: custom capabilities pass, and problems are reported once, by the validation', () => {
    const constraints = ['type', 'required', 'pattern', 'minLength', 'additionalProperties', 'minimum', 'exclusiveMinimum', 'minItems', 'uniqueItems'];
    for (const one of below(schema)) assert.deepEqual(constraints.filter((keyword) => keyword in one), []);
    for (const list of ['input', 'output']) {
      assert.deepEqual(service.properties?.['capabilities']?.properties?.[list]?.items, {});
    }
  });

  it('allows what the reader allows: comments and trailing commas', () => {
    assert.equal(schema['allowComments'], true);
    assert.equal(schema['allowTrailingCommas'], true);
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
