import assert from 'node:assert/strict';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { STANDARD_CAPABILITIES } from '../../src/core/models/capability.ts';
import { llmServicesJsonSchema } from '../../src/core/models/json-schema.ts';
import { SERVICE_FIELDS } from '../../src/core/models/schema.ts';
import { validateServices } from '../../src/core/models/validate.ts';
import { WIRE_APIS } from '../../src/core/models/wire-api.ts';

/** What may stand where a text is wanted: most of it is a text, and some of that is nearly blank. */
const texts = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\t\n',
    '\u00a0',
    '\ufeff',
    '\u200b',
    '\u2028',
    'a',
    'my model',
    'http://localhost:1234/v1',
    'HTTPS://api.example.com',
    'http://',
    'https:// x',
    ' http://a',
    'ftp://a',
    '${BASE}',
    'x${',
    '$}',
  ),
  fc.string({ unit: 'binary', maxLength: 5 }),
  fc.constantFrom(...WIRE_APIS, 'openai', 'OPENAI-CHAT'),
);
const words = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...STANDARD_CAPABILITIES.map(({ type }) => type), 'smell', 'Vision', 'tool_calling ') },
  { weight: 1, arbitrary: texts },
);
const numbers = fc.oneof(
  fc.constantFrom(0, 1, -1, 0.5, 1.0, 4096, 2 ** 53 - 1, 2 ** 53, 1e300, -0, Number.MIN_VALUE),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const anything = fc.oneof(fc.constantFrom(null, true, [], {}), texts, numbers, fc.jsonValue({ maxDepth: 2 }));

/** Mostly the first, now and then anything. */
const mostly = (arbitrary: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 12, arbitrary }, { weight: 1, arbitrary: anything });

const list = mostly(fc.array(mostly(words), { maxLength: 4 }));
const capabilities = mostly(fc.record({ input: list, output: list, inputs: list }, { requiredKeys: [], noNullPrototype: true }));
const service = mostly(
  fc
    .record(
      {
        id: mostly(fc.oneof({ weight: 5, arbitrary: fc.constantFrom('a', 'b', 'c') }, texts)),
        name: mostly(fc.oneof(fc.constant('A'), fc.constant(null), texts)),
        baseURL: mostly(fc.oneof(fc.constant('https://api.example.com/v1'), fc.constant(null), texts)),
        api: mostly(fc.oneof(fc.constantFrom(...WIRE_APIS, null), texts)),
        model: mostly(texts),
        apiKey: mostly(texts),
        capabilityTags: mostly(fc.array(mostly(texts), { maxLength: 3 })),
        capabilities,
        description: mostly(texts),
        maxTokens: mostly(
          fc.oneof(
            fc.nat().map((value) => value + 1),
            numbers,
          ),
        ),
        price: mostly(
          fc.record(
            { input: mostly(numbers), cached: mostly(fc.oneof(numbers, fc.constant(null))), output: mostly(numbers) },
            { requiredKeys: [], noNullPrototype: true },
          ),
        ),
        temperature: anything,
        __proto__: anything,
      },
      { requiredKeys: [], noNullPrototype: true },
    )
    .chain((fields) => fc.boolean().map((hasId) => (hasId ? { id: 'a', ...fields } : fields))),
);
const file = mostly(
  fc.record(
    { services: mostly(fc.array(service, { maxLength: 3 })), $schema: mostly(fc.oneof(fc.constant('./x.json'), texts)), version: anything },
    { requiredKeys: ['services'], noNullPrototype: true },
  ),
);

describe('the JSON schema of llmservices.json and our own validation', () => {
  it('[E-13a] have the same verdict on the form of 10,000 configurations', () => {
    // as a strict validator takes it: no keyword of its own, no doubtful one
    const check = new Ajv({ strict: true, allErrors: true }).compile(llmServicesJsonSchema());
    const verdicts = { sound: 0, unsound: 0 };
    const found = new Set<string>();
    fc.assert(
      fc.property(file, (value) => {
        const text = JSON.stringify(value);
        const problems = validateServices(text).problems.filter(({ source }) => source === 'schema');
        const isSound = check(JSON.parse(text));
        assert.equal(
          problems.length === 0,
          isSound,
          `${text}\nours: ${problems.map(({ code }) => code).join(', ')}\najv: ${JSON.stringify(check.errors)}`,
        );
        verdicts[isSound ? 'sound' : 'unsound']++;
        for (const { code } of problems) found.add(code);
      }),
      // all of them, in a quick run too: what they cover is counted
      { numRuns: 10_000, interruptAfterTimeLimit: 600_000 },
    );
    assert.ok(verdicts.sound > 1000 && verdicts.unsound > 1000, JSON.stringify(verdicts));
    assert.equal(found.size, 19, `every problem of the form was met: ${[...found].sort().join(', ')}`);
  });

  it('[E-13a] have the same verdict when one field of a sound service is replaced', () => {
    const check = new Ajv({ strict: true }).compile(llmServicesJsonSchema());
    fc.assert(
      fc.property(fc.constantFrom(...SERVICE_FIELDS), anything, (field, value) => {
        const written = { services: [{ id: 'a', name: 'A', model: 'm', [field]: value }] };
        const ours = validateServices(JSON.stringify(written)).problems.some(({ source }) => source === 'schema');
        assert.equal(check(JSON.parse(JSON.stringify(written))), !ours, JSON.stringify(written));
      }),
      { numRuns: 2000 },
    );
  });
});
