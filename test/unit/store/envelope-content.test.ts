import assert from 'node:assert/strict';
import type { Compute } from '../../../src/core/io/compute.ts';
import { CodedError } from '../../../src/core/io/errors.ts';
import { openEnvelope } from '../../../src/core/store/envelope.ts';
import { registeredCompute } from '../../support/registered-compute.ts';

const KNOWN = {
  id: '1',
  reference: { kind: 'regular', id: '1' },
  state: 'present',
  name: '1.json',
  filename: '1',
  modifiedBy: [],
  meta: {},
  isEnvelope: true,
} as const;

describe('the content of an envelope', () => {
  const bytes = (json: string) => new TextEncoder().encode(json);
  const of = async (json: string) => {
    const envelope = await openEnvelope(bytes(json), { ...KNOWN, mimeType: 'text/plain' });
    const content = envelope.ok ? envelope.value.content : envelope;
    return content.ok ? content.value : content.error.code;
  };

  it('is a string as it is, and the text of any other value, the last of one name', async () => {
    assert.equal(await of('{"id":"1","content":"a \\"b\\"\\n\\u00fc"}'), 'a "b"\nü');
    assert.equal(await of('\ufeff{"content": "x"}'), 'x');
    assert.equal(await of('{"content": { "b":  [1, 2.0] } , "id": "1"}'), '{ "b":  [1, 2.0] }');
    assert.deepEqual(await Promise.all(['null', '7.50', 'true', '[]'].map((value) => of(`{"content":${value}}`))), [
      'null',
      '7.50',
      'true',
      '[]',
    ]);
    assert.equal(await of('{"content":"first","content":"last"}'), 'last');
    assert.equal(await of('{"content":1,"content":2.0}'), '2.0');
  });

  it('is none in what is not JSON, or has no content', async () => {
    for (const json of [
      '',
      '{"content":"cut sho',
      '{"content":"a",}',
      '{"content":"a"} b',
      '{/* */"content":"a"}',
      '{"a":1}',
      '[]',
      '[{"content":"a"}]',
      '{"content":"a" "b"}',
      '{"content":"a", 1}',
      String.raw`{"content":"a\x"}`,
      '{"content":"a\nb"}',
      '{"content":"a""}',
      '{"content":"a" b}',
      '{"content":""a"}',
      '"content"',
    ])
      assert.equal(await of(json), 'envelope_invalid', json);
  });

  it('[E-5] is not parsed when it is nested too deeply or holds too many values, inside of the content or outside', async () => {
    const objects = `[${'{},'.repeat(600_000)}{}]`;
    const deep = `${'['.repeat(200)}${']'.repeat(200)}`;
    for (const value of [objects, deep])
      for (const json of [`{"content":${value}}`, `{"content":"x","meta":{"a":${value}}}`]) assert.equal(await of(json), 'too_complex');
    assert.equal(await of(`{"content":"x","meta":{"a":"${'a'.repeat(1_100_000)}"}}`), 'sidecar_too_large');
    assert.equal((await of(`{"content":"${'[{'.repeat(600_000)}"}`)).length, 1_200_000);
  });

  it('[E-5] that is long is parsed in a worker', async () => {
    const compute = registeredCompute();
    const content = async (value: string, where: Compute = compute) => {
      const envelope = await openEnvelope(
        bytes(`{"id":"1","content":${value},"createdAt":1}`),
        { ...KNOWN, mimeType: 'text/plain' },
        where,
      );
      return envelope.ok ? envelope.value.content.ok && envelope.value.content.value : envelope.error.code;
    };
    const list = `[${'{"a": 1234567890},'.repeat(80_000)}{}]`;
    assert.ok((await content(list)) === list);
    assert.equal(await content(`${list.slice(0, -1)},]`), 'envelope_invalid');
    assert.equal(((await content(`"${'a'.repeat(2_000_000)}"`)) as string).length, 2_000_000);
    assert.deepEqual(compute.ran, ['open-envelope', 'open-envelope', 'open-envelope']);
    assert.equal(await content('[{}]'), '[{}]');
    assert.equal(compute.ran.length, 3);
    assert.equal(await content(list, { ...compute, run: () => Promise.reject(new CodedError('deadline_passed')) }), 'deadline_passed');
  });
});
