import assert from 'node:assert/strict';
import fc from 'fast-check';
import { memberOf, nodeAt } from '../../src/core/json/node.ts';
import { applyEdits } from '../../src/core/json/edit.ts';
import { addService } from '../../src/core/models/edits.ts';
import { parseConfigText } from '../../src/core/models/parse.ts';
import { validateServices } from '../../src/core/models/validate.ts';
import { setCapabilities, withCapabilities } from '../support/edited-services.ts';
import { capabilities, countComments, fileText, isSubsequence } from '../support/services-texts.ts';
import { runs } from '../support/effort.ts';

const RUNS = { numRuns: runs(1000) };
const steps = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), capabilities), { minLength: 1, maxLength: 4 });
const sorted = (items: readonly string[]): string[] => [...items].sort();

/** The text with the value of every `capabilities` cut out, and per service whether it has one. */
function outside(text: string): { readonly rest: string; readonly declared: boolean[] } {
  const { root } = parseConfigText(text);
  const services = (root && nodeAt(root, ['services'])?.children) ?? [];
  const values = services.map((service) => memberOf(service, 'capabilities')?.value);
  const rest = values
    .toReversed()
    .reduce((result, value) => (value ? result.slice(0, value.offset) + result.slice(value.offset + value.length) : result), text);
  return { rest, declared: values.map((value) => value !== undefined) };
}

describe('properties of edits to the service configuration', () => {
  it('reaches the wanted capabilities and leaves every byte outside the values of capabilities as it was', () => {
    fc.assert(
      fc.property(fileText, steps, (original, sequence) => {
        let text = original;
        for (const [id, wanted] of sequence) {
          const before = outside(text);
          const others = validateServices(text)
            .entries.filter((entry) => entry.id !== id)
            .map((entry) => entry.capabilities);
          const changed = withCapabilities(text, id, wanted);
          const { usable, entries } = validateServices(changed);
          assert.ok(usable, changed);
          const entry = entries.find((one) => one.id === id);
          assert.notEqual(entry?.origin, 'invalid', changed);
          assert.deepEqual(sorted(entry?.capabilities.input ?? []), sorted(wanted.input), changed);
          assert.deepEqual(sorted(entry?.capabilities.output ?? []), sorted(wanted.output), changed);
          assert.deepEqual(
            entries.filter((one) => one.id !== id).map((one) => one.capabilities),
            others,
          );
          const after = outside(changed);
          // where the member itself was added, the text around it is only split, never changed
          if (after.declared.join() === before.declared.join()) assert.equal(after.rest, before.rest);
          else assert.ok(isSubsequence(before.rest, after.rest));
          text = changed;
        }
      }),
      RUNS,
    );
  });

  it('loses no comment and makes no edit twice', () => {
    fc.assert(
      fc.property(fileText, capabilities, (text, wanted) => {
        const edits = setCapabilities(text, 'b', wanted);
        const changed = applyEdits(text, edits);
        if (validateServices(text).entries[1]?.origin !== 'invalid') assert.equal(countComments(changed), countComments(text), changed);
        assert.deepEqual(setCapabilities(changed, 'b', wanted), []);
        for (const [index, edit] of edits.entries()) {
          const previous = edits[index - 1];
          assert.ok(previous === undefined || edit.offset >= previous.offset + previous.length, 'edits do not overlap');
        }
      }),
      RUNS,
    );
  });

  it('adds a service last and changes no other', () => {
    fc.assert(
      fc.property(fileText, capabilities, (text, added) => {
        const service = { id: 'new', name: 'N', capabilities: added };
        const outcome = addService(text, service);
        assert.ok(outcome.ok);
        const changed = applyEdits(text, outcome.edits);
        const before = validateServices(text);
        const after = validateServices(changed);
        assert.ok(after.usable, changed);
        assert.deepEqual(after.services, [...before.services, service]);
        assert.ok(isSubsequence(text, changed));
      }),
      RUNS,
    );
  });
});
