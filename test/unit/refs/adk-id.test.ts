import assert from 'node:assert/strict';
import { decodeAdkId, encodeAdkId, isFolderName } from '../../../src/core/refs/adk-id.ts';
import { adkReference, parseReference } from '../../../src/core/refs/reference.ts';

describe('ids of ADK', () => {
  it('say app, user, session, name and version, each percent-encoded, and are one id in any spelling', () => {
    const cases: [string, string][] = [
      ['adk:shop:alice:s1:reports%2Fq3.txt:2', 'adk:shop:alice:s1:reports%2Fq3.txt:2'],
      ['artifact:adk::alice::a%3Ab.txt', 'adk::alice::a%3Ab.txt'],
      ['adk::alice:s1:a b.txt', 'adk::alice:s1:a%20b.txt'],
      ['adk::alice:s1:ends.', 'adk::alice:s1:ends%2E'],
      ['adk::%e5%9b%be:s1:x', 'adk::%E5%9B%BE:s1:x'],
    ];
    for (const [written, id] of cases) {
      const parsed = parseReference(written);
      assert(parsed.ok, written);
      assert.equal(parsed.value.id, id);
    }
    assert.deepEqual(adkReference({ app: 'shop', user: 'a:b', path: 'x/y', version: 0 }), {
      ok: true,
      value: { kind: 'adk', id: 'adk:shop:a%3Ab::x%2Fy:0', app: 'shop', user: 'a:b', path: 'x/y', version: 0 },
    });
  });

  it('are refused with a reason when a part is empty, malformed, or leads out of its folder', () => {
    const refused: [string, string][] = [
      ['adk:', 'adk_id_invalid'],
      ['adk:::s:x', 'adk_id_invalid'],
      ['adk::u:s:', 'adk_id_invalid'],
      ['adk::u:s:a%2F%2Fb', 'adk_id_invalid'],
      ['adk::u:s:%zz', 'adk_id_invalid'],
      ['adk::u:s:x%00', 'adk_id_invalid'],
      ['adk::u:s:x:01', 'adk_id_invalid'],
      ['adk::u:s:x:-1', 'adk_id_invalid'],
      ['adk::u:s:x:1:2', 'adk_id_invalid'],
      ['adk::u%2Fv:s:x', 'adk_id_invalid'],
      ['adk::u:s:a%5C..%5Cb', 'adk_id_invalid'],
      ['adk::..:s:x', 'outside_root'],
      ['adk:..:u:s:x', 'outside_root'],
      ['adk::u:..:x', 'outside_root'],
      ['adk::u:s:..%2F..%2Fx', 'outside_root'],
      ['adk::u:s:%2e%2e', 'outside_root'],
      [`adk::u:s:${'x'.repeat(10_000)}`, 'adk_id_invalid'],
    ];
    for (const [id, code] of refused) {
      const parsed = parseReference(id);
      assert.equal(parsed.ok ? 'accepted' : parsed.error.code, code, id);
    }
  });

  it('tell a part that leads out of its folder from one that is no name: each has its own code, written and read', () => {
    const whole = { app: 'shop', user: 'alice', session: 's1', path: 'a/b.txt' };
    for (const part of ['app', 'user', 'session', 'path'] as const) {
      for (const [name, code] of [
        ['..', 'outside_root'],
        ['.', 'adk_id_invalid'],
        ['a\\b', 'adk_id_invalid'],
        ['a\0', 'adk_id_invalid'],
        ['\ud800', 'adk_id_invalid'],
      ] as const)
        assert.deepEqual(encodeAdkId({ ...whole, [part]: name }), { ok: false, error: { code } }, `${part} ${JSON.stringify(name)}`);
      const encoded = encodeAdkId({ ...whole, [part]: '...' });
      assert(encoded.ok);
      assert.deepEqual(decodeAdkId(encoded.value), { ok: true, value: { ...whole, [part]: '...' } });
    }
    assert.deepEqual(encodeAdkId({ ...whole, path: 'a/../b' }), { ok: false, error: { code: 'outside_root' } });
    assert.deepEqual(encodeAdkId({ ...whole, path: '' }), { ok: false, error: { code: 'adk_id_invalid' } });
    for (const version of [-1, 1.5, Number.NaN, 1e15])
      assert.deepEqual(encodeAdkId({ ...whole, version }), { ok: false, error: { code: 'adk_id_invalid' } }, String(version));
  });
});

describe('a name of a folder of ADK', () => {
  it('is one step down: neither the folder itself, nor the one above, nor a path', () => {
    for (const name of ['a', 'a:b', '...', '.x', 'x.', ' ', '图']) assert.equal(isFolderName(name), true, name);
    for (const name of ['', '.', '..', 'a/b', 'a\\b', 'a\0', '\ud800']) assert.equal(isFolderName(name), false, JSON.stringify(name));
  });
});
