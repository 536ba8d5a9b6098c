import assert from 'node:assert/strict';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { llmServicesJsonSchema } from '../../src/core/models/json-schema.ts';
import { SERVICE_FIELDS } from '../../src/core/models/schema.ts';
import { validateServices } from '../../src/core/models/validate.ts';
import { byEffort, runs } from '../support/effort.ts';
import { anything, file } from '../support/services-values.ts';

/** As many in a quick run as usual: what they cover is counted. */
const CONFIGURATIONS = byEffort({ quick: 4000, usual: 4000, soak: 100_000 });

describe('the JSON schema of llmservices.json and our own validation', () => {
  it(`[E-13a][L-15] have the same verdict on the form of ${CONFIGURATIONS.toLocaleString('en')} configurations`, () => {
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
      { numRuns: CONFIGURATIONS },
    );
    assert.ok(Math.min(verdicts.sound, verdicts.unsound) > CONFIGURATIONS / 10, JSON.stringify(verdicts));
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
      { numRuns: runs(2000) },
    );
  });
});
