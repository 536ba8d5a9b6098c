import assert from 'node:assert/strict';
import { llmServicesJsonSchema } from '../../../src/core/services/json-schema.ts';
import { SERVICE_FIELDS } from '../../../src/core/services/schema.ts';
import { WIRE_APIS } from '../../../src/core/services/wire-api.ts';
import { servicesTemplate } from '../../../src/core/services/template.ts';
import { validateServices } from '../../../src/core/services/validate.ts';

interface Schema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly (Schema & { readonly enum?: readonly string[]; readonly enumDescriptions?: readonly string[] })[];
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

  it('[2-R1.3] offers the standard capabilities of each side, with what they open', () => {
    const lists = service.properties?.['capabilities']?.properties ?? {};
    const [input, output] = ['input', 'output'].map((list) => lists[list]?.items?.anyOf?.[0]);
    for (const type of ['text', 'vision', 'audio', 'file']) assert.ok(input?.enum?.includes(type), type);
    for (const type of ['text', 'structured_output', 'tool_calling']) assert.ok(output?.enum?.includes(type), type);
    assert.ok(!input?.enum?.includes('tool_calling') && !output?.enum?.includes('vision'));
    assert.equal(input?.enumDescriptions?.length, input?.enum?.length);
  });

  it('offers the APIs by name, and takes any other word', () => {
    const [known, other] = service.properties?.['api']?.anyOf ?? [];
    assert.deepEqual(known?.enum, [...WIRE_APIS]);
    assert.equal(known?.enumDescriptions?.length, WIRE_APIS.length);
    assert.deepEqual(other, {});
    assert.equal(service.properties?.['api']?.['enum'], undefined);
  });

  it('[2-R5.4] refuses nothing: custom capabilities pass, and problems are reported once, by the validation', () => {
    const constraints = ['type', 'required', 'pattern', 'minLength', 'additionalProperties', 'minimum', 'exclusiveMinimum', 'minItems', 'uniqueItems'];
    for (const one of below(schema)) assert.deepEqual(constraints.filter((keyword) => keyword in one), []);
    for (const list of ['input', 'output']) {
      assert.deepEqual(service.properties?.['capabilities']?.properties?.[list]?.items?.anyOf?.[1], {});
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
