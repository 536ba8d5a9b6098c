import assert from 'node:assert/strict';
import { capabilityAt, placeAt } from '../../../src/core/models/cursor.ts';
import { validateServices } from '../../../src/core/models/validate.ts';
import { parseConfigText } from '../../../src/core/models/parse.ts';

/** The place at the mark `|`, with the text its range covers. */
function at(marked: string): unknown {
  const offset = marked.indexOf('|');
  const text = marked.slice(0, offset) + marked.slice(offset + 1);
  const place = placeAt(text, offset);
  return place && { ...place, range: text.slice(place.range.offset, place.range.offset + place.range.length) };
}

const inList = (list: string): string => `{"services": [{"capabilities": {"input": ${list}, "output": ["text"]}}]}`;

describe('what belongs at a place of llmservices.json', () => {
  it('capabilities, without those that are there', () => {
    assert.deepEqual(at(inList('["text", "vi|sion", "file"]')), {
      kind: 'capability',
      list: 'input',
      present: ['text', 'file'],
      model: undefined,
      range: '"vision"',
    });
    assert.deepEqual(at(inList('["text", |]')), { kind: 'capability', list: 'input', present: ['text'], model: undefined, range: '' });
    assert.deepEqual(at('{"services": [{"capabilities": {"output": ["te|'), {
      kind: 'capability',
      list: 'output',
      present: [],
      model: undefined,
      range: '"te',
    });
    assert.deepEqual(at('\ufeff{ // c\r\n\t"services": [{"capabilities": {"output": [|]'), {
      kind: 'capability',
      list: 'output',
      present: [],
      model: undefined,
      range: '',
    });
    assert.deepEqual(at('{"services": [{"model": "m", "capabilities": {"input": [|]}}]}'), {
      kind: 'capability',
      list: 'input',
      present: [],
      model: 'm',
      range: '',
    });
  });

  it('models', () => {
    assert.deepEqual(at('{"services": [{"model": "gp|t"}]}'), { kind: 'model', range: '"gpt"' });
    assert.deepEqual(at('{"services": [{"model": |'), { kind: 'model', range: '' });
  });

  it('the whole of the capabilities of a service that names a model, with the name and the commas they need', () => {
    const whole = { kind: 'capabilities', model: 'm', withName: true, range: '', commaBefore: false, commaAfter: false };
    assert.deepEqual(at('{"services": [{"model": "m", |}]}'), whole);
    assert.deepEqual(at('{"services": [{"model": "m" |}]}'), { ...whole, commaBefore: true });
    assert.deepEqual(at('{"services": [{| "model": "m"}]}'), { ...whole, commaAfter: true });
    assert.deepEqual(at('{"services": [{"model": "m", "ca|p"}]}'), { ...whole, range: '"cap"' });
    assert.deepEqual(at('{"services": [{"model": "m", "capabilities": |}]}'), { ...whole, withName: false });
    assert.equal(at('{"services": [{"model": "m", | "capabilities": {}}]}'), undefined);
    assert.equal(at('{"services": [{"model": "", |}]}'), undefined);
  });

  it('APIs', () => {
    assert.deepEqual(at('{"services": [{"api": "|"}]}'), { kind: 'api', range: '""' });
    assert.deepEqual(at('{"services": [{"api": |'), { kind: 'api', range: '' });
  });

  it('services, with the commas they need', () => {
    assert.deepEqual(at('{"services": [|]}'), { kind: 'service', range: '', commaBefore: false, commaAfter: false });
    assert.deepEqual(at('{"services": [{"id": "a"}|]}'), { kind: 'service', range: '', commaBefore: true, commaAfter: false });
    assert.deepEqual(at('{"services": [{"id": "a"},\n|\n{"id": "b"}]}'), {
      kind: 'service',
      range: '',
      commaBefore: false,
      commaAfter: true,
    });
  });

  for (const text of [
    '|{"services": []}',
    '{"services": [{"|id": "a"}]}',
    inList('["text" // vi|\n]'),
    inList('[/* | */]'),
    '{"other": [{"capabilities": {"input": [|]}}]}',
    inList('[{"a": |}]'),
    '{"services": [{"baseURL": "https://x/|"}]}',
  ]) {
    it(`nothing in ${text}`, () => assert.equal(at(text), undefined));
  }

  it('is the same where the services are known, and nothing but the one at the place is looked at', () => {
    const text =
      '{ // c\n"services": [{"model": "m", "capabilities": {"input": ["text", "vi"]}, "api": ""}, {"id": "b" /* x */, "model": "n", "capabilities": {}, // y\n"x": 1}]}';
    const known = validateServices(text).entries.map(({ range }) => range);
    const [first, second] = known;
    assert.ok(first && second);
    const unlike =
      ' '.repeat(first.offset) +
      text.slice(first.offset, first.offset + first.length) +
      '#'.repeat(second.offset - first.offset - first.length) +
      text.slice(second.offset, second.offset + second.length);
    for (let offset = 0; offset <= text.length; offset++) {
      assert.deepEqual(placeAt(text, offset, known), placeAt(text, offset), text.slice(0, offset));
      if (known.some((range) => offset > range.offset && offset < range.offset + range.length))
        assert.deepEqual(placeAt(unlike, offset, known), placeAt(text, offset), text.slice(0, offset));
    }
  });

  it('in a broken text looks at no more than the service at the place, or what is between two', () => {
    const many = '{ "id": "x" },'.repeat(10_000);
    const [before, after] = [`{"services": [${many}{"id": "y" "model": "m", "capabilities": {"input": ["text", "vi`, `"]}} \n ${many}]}`];
    const text = before + after;
    const at = before.lastIndexOf('{"id"');
    const end = before.length + after.indexOf('}}') + 2;
    const known = [
      { offset: before.lastIndexOf('{ "id"'), length: 13 },
      { offset: at, length: end - at },
      { offset: text.indexOf('{', end), length: 13 },
    ];
    assert.deepEqual(placeAt(text, before.length, known), {
      kind: 'capability',
      list: 'input',
      present: ['text'],
      model: 'm',
      range: { offset: before.length - 3, length: 4 },
    });
    assert.deepEqual(placeAt(text, end + 1, known), {
      kind: 'service',
      range: { offset: end + 1, length: 0 },
      commaBefore: true,
      commaAfter: true,
    });
  });

  it('knows the capability under the pointer', () => {
    const text = inList('["text", "vision"]');
    const { root } = parseConfigText(text);
    assert.ok(root);
    assert.deepEqual(capabilityAt(root, text, text.indexOf('vision') + 2), {
      index: 0,
      list: 'input',
      capability: 'vision',
      range: { offset: text.indexOf('"vision"'), length: 8 },
    });
    assert.equal(capabilityAt(root, text, text.indexOf('input')), undefined);
    assert.equal(capabilityAt(root, text, text.indexOf(', "vision') + 1), undefined);
  });
});
