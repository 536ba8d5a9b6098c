import assert from 'node:assert/strict';
import fc from 'fast-check';
import { memberOf, nodeAt } from '../../src/core/services/json-node.ts';
import { addService, applyEdits, setCapabilities } from '../../src/core/services/edits.ts';
import { parseText } from '../../src/core/services/parse.ts';
import { validateServices } from '../../src/core/services/validate.ts';

const RUNS = { numRuns: 1000 };
const TYPES = ['text', 'vision', 'audio', 'file', 'tool_calling', 'a,b', '"]', '//no'];
const types = fc.uniqueArray(fc.constantFrom(...TYPES), { maxLength: 5 });
const capabilities = fc.record({ input: types, output: types }, { noNullPrototype: true });

/** What may stand between two tokens: on one line, and over several. */
const inlineGap = fc.constantFrom('', ' ', '  ', '\t', ' /* c, ] */ ');
const gap = fc.oneof({ weight: 3, arbitrary: inlineGap }, { weight: 1, arbitrary: fc.constantFrom('\n', '\n    ', ' // c ] "x",\n\t', '\r\n  ', '\n// c\n  ') });

/** A list or object of the given parts, laid out in any way, perhaps with a trailing comma. */
function container(open: string, close: string, parts: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> {
  return fc.tuple(fc.array(gap, { minLength: 2 * parts.length + 2, maxLength: 2 * parts.length + 2 }), fc.boolean(), fc.tuple(...parts)).map(
    ([gaps, trailing, items]) =>
      open + items.map((item, i) => `${gaps[2 * i]}${item}${gaps[2 * i + 1]}`).join(',') + (trailing && items.length > 0 ? ',' : '') + (gaps.at(-1) ?? '') + close,
  );
}

const quoted = (value: string): fc.Arbitrary<string> => fc.constant(JSON.stringify(value));
const member = (name: string, value: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(inlineGap, inlineGap, value).map(([before, after, text]) => `"${name}"${before}:${after}${text}`);
const list = types.chain((items) => container('[', ']', items.map(quoted)));
const capabilitiesText = fc.oneof(
  { weight: 6, arbitrary: container('{', '}', [member('input', list), member('output', list)]) },
  { weight: 2, arbitrary: container('{', '}', [member('output', list)]) },
  { weight: 1, arbitrary: fc.constantFrom('{}', '7', '{"input": "text"}', '{"input": [5, "text", "", "text"], "output": []}') },
);
const serviceText = (id: string): fc.Arbitrary<string> =>
  fc.tuple(fc.boolean(), fc.boolean()).chain(([declared, tagged]) =>
    container('{', '}', [
      member('id', quoted(id)),
      ...(tagged ? [member('capabilityTags', container('[', ']', [quoted('x')]))] : []),
      ...(declared ? [member('capabilities', capabilitiesText)] : []),
      member('description', quoted('"services": [')),
    ]),
  );
const fileText = fc.tuple(
  fc.constantFrom('', '\ufeff', '// models\n'),
  container('{', '}', [member('services', container('[', ']', ['a', 'b', 'c'].map(serviceText)))]),
  fc.constantFrom('', '\n', '\r\n'),
).map((parts) => parts.join(''));

const steps = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), capabilities), { minLength: 1, maxLength: 4 });
const sorted = (items: readonly string[]): string[] => [...items].sort();

/** The text with the value of every `capabilities` cut out, and per service whether it has one. */
function outside(text: string): { readonly rest: string; readonly declared: boolean[] } {
  const { root } = parseText(text);
  const services = (root && nodeAt(root, ['services'])?.children) ?? [];
  const values = services.map((service) => memberOf(service, 'capabilities')?.value);
  const rest = values.toReversed().reduce((result, value) => (value ? result.slice(0, value.offset) + result.slice(value.offset + value.length) : result), text);
  return { rest, declared: values.map((value) => value !== undefined) };
}

describe('properties of edits to the service configuration', () => {
  it('reaches the wanted capabilities and leaves every byte outside the values of capabilities as it was', () => {
    fc.assert(
      fc.property(fileText, steps, (original, sequence) => {
        let text = original;
        for (const [id, wanted] of sequence) {
          const before = outside(text);
          const others = validateServices(text).entries.filter((entry) => entry.id !== id).map((entry) => entry.capabilities);
          const outcome = setCapabilities(text, { id }, wanted);
          assert.ok(outcome.ok);
          const changed = applyEdits(text, outcome.edits);
          const { usable, entries } = validateServices(changed);
          assert.ok(usable, changed);
          const entry = entries.find((one) => one.id === id);
          assert.notEqual(entry?.origin, 'invalid', changed);
          assert.deepEqual(sorted(entry?.capabilities.input ?? []), sorted(wanted.input), changed);
          assert.deepEqual(sorted(entry?.capabilities.output ?? []), sorted(wanted.output), changed);
          assert.deepEqual(entries.filter((one) => one.id !== id).map((one) => one.capabilities), others);
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
        const outcome = setCapabilities(text, { id: 'b' }, wanted);
        assert.ok(outcome.ok);
        const changed = applyEdits(text, outcome.edits);
        if (validateServices(text).entries[1]?.origin !== 'invalid') assert.equal(countComments(changed), countComments(text), changed);
        assert.deepEqual(setCapabilities(changed, { id: 'b' }, wanted), { ok: true, edits: [] });
        for (const [index, edit] of outcome.edits.entries()) {
          const previous = outcome.edits[index - 1];
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

function countComments(text: string): number {
  return text.match(/"(?:[^"\\\n\r]|\\.)*"|\/\/[^\n\r]*|\/\*[^]*?\*\//g)?.filter((token) => token.startsWith('/')).length ?? 0;
}

/** Whether `whole` is `part` with something put in at any places. */
function isSubsequence(part: string, whole: string): boolean {
  let at = 0;
  for (const unit of whole) if (unit === part[at]) at++;
  return at === part.length;
}
