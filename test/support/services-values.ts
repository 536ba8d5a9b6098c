/** Values as they may stand in an `llmservices.json`: mostly sound, now and then anything. */
import fc from 'fast-check';
import { STANDARD_CAPABILITIES } from '../../src/core/models/capability.ts';
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
export const anything = fc.oneof(fc.constantFrom(null, true, [], {}), texts, numbers, fc.jsonValue({ maxDepth: 2 }));

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
/** A whole file. */
export const file = mostly(
  fc.record(
    { services: mostly(fc.array(service, { maxLength: 3 })), $schema: mostly(fc.oneof(fc.constant('./x.json'), texts)), version: anything },
    { requiredKeys: ['services'], noNullPrototype: true },
  ),
);
