import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decodePercent } from '../../../src/core/refs/adk-id.ts';
import { ArtifactIdCodec } from '../../../src/core/refs/artifact-id-codec.ts';
import { artifactUri } from '../../../src/core/refs/reference.ts';
import { referenceAt, referencesIn } from '../../../src/core/refs/references-in-text.ts';

const MAIN = 'ws:agent-coder-7f3a:c3JjL21haW4uanM';

/** What is found in a text: as it is written, and the id. */
const found = (text: string): string[][] => referencesIn(text).map(({ start, end, reference }) => [text.slice(start, end), reference.id]);

describe('references in a text', () => {
  it('are found in the three forms, wherever they stand in a line', () => {
    assert.deepEqual(found(`saved artifact:31, artifact:///32 and ${MAIN}.`), [
      ['artifact:31', '31'],
      ['artifact:///32', '32'],
      [MAIN, MAIN],
    ]);
    assert.deepEqual(found(`{"ref":"artifact:${MAIN}="}`), [[`artifact:${MAIN}=`, MAIN]]);
    assert.deepEqual(found('id=artifact:018f3a5c-7e00-7000-8000-000000000001)'), [
      ['artifact:018f3a5c-7e00-7000-8000-000000000001', '018f3a5c-7e00-7000-8000-000000000001'],
    ]);
    assert.deepEqual(found('见artifact:31。又见 artifact:32的图'), [
      ['artifact:31', '31'],
      ['artifact:32', '32'],
    ]);
    assert.deepEqual(found(`${artifactUri(MAIN)} is one too.`), [[artifactUri(MAIN), MAIN]]);
    assert.deepEqual(found('Look at artifact:31.'), [['artifact:31', '31']]);
  });

  it('name artifacts of ADK, with a version or without, and end where the sentence goes on', () => {
    const chart = 'adk::alice:s1:charts%2Fsales.png';
    assert.deepEqual(found(`saved ${chart}:2. Then artifact:${chart}, ${artifactUri(chart)} (adk:shop:bob@example.com::me.txt)`), [
      [`${chart}:2`, `${chart}:2`],
      [`artifact:${chart}`, chart],
      [artifactUri(chart), chart],
    ]);
    assert.deepEqual(found('adk:shop:bob::me.txt: done'), [['adk:shop:bob::me.txt', 'adk:shop:bob::me.txt']]);
    for (const text of [
      'adk:',
      'adk:web',
      'adk::u:s:',
      'adk::u:s:..%2Fx',
      'adk::..:s:x',
      'adk::u:s:%E2%80%AEx',
      'wadk::u:s:x',
      '.adk::u:s:x',
    ])
      assert.deepEqual(found(text), [], text);
    // Read anew from each place it would not end.
    assert.deepEqual(found(`adk:${'a'.repeat(2_000_000)} ${'adk::u:'.repeat(300_000)}`), []);
  });

  it('are neither bare numbers nor what only looks like one', () => {
    const none = [
      '31',
      'took 31 ms',
      'artifact: 31',
      'artifact:',
      'my-artifact:31',
      'myartifact:31',
      'https://example.com/artifact:31',
      'ws:localhost:8080',
      'ws://localhost:8080/path',
      'news:agent:c3JjL21haW4uanM',
      'ws:agent',
      `ws:agent:${Buffer.from('../../etc/passwd').toString('base64url')}`,
      `ws:agent:${Buffer.from('/etc/passwd').toString('base64url')}`,
      `ws:agent:${Buffer.from('a\u202eb').toString('base64url')}`,
      'artifact:///..%2f..%2fetc',
      'artifact:///%zz',
    ];
    assert.deepEqual(none.flatMap(found), []);
  });

  it('of 10,000 characters are none, and those beside them are', () => {
    const texts = [`artifact:${'9'.repeat(10_000)}`, `ws:agent:${'YWFh'.repeat(2500)}`, `artifact:///${'a'.repeat(10_000)}`];
    for (const text of texts)
      assert.deepEqual(
        found(`artifact:1 ${text} artifact:2`).map(([, id]) => id),
        ['1', '2'],
      );
  });

  it('are 100,000 in one text, or as many as are asked for', () => {
    const text = 'artifact:31 '.repeat(100_000);
    assert.equal(referencesIn(text).length, 100_000);
    const candidates = { left: 15 };
    assert.equal(referencesIn(text, candidates).length, 15);
    assert.deepEqual([candidates.left, referencesIn(text, candidates).length], [0, 0]);
  });

  it('[L-6] are not looked for behind as many places that only look like one as are asked for', () => {
    const candidates = { left: 1_000 };
    assert.deepEqual(
      referencesIn(`artifact:1 ${'=adk:%:%:%:% '.repeat(997)}artifact:2 ${'=adk:%:%:%:%'.repeat(83_333)} artifact:3`, candidates),
      [...referencesIn('artifact:1'), { start: 11 + 13 * 997, end: 21 + 13 * 997, reference: { kind: 'regular', id: '2' } }],
    );
    assert.equal(candidates.left, 0);
  });

  it('[L-6] counts a long one as several, since all of it is decoded', () => {
    const long = `ws:a:${Buffer.from('x/'.repeat(150)).toString('base64url')} `;
    const candidates = { left: 100 };
    referencesIn(long.repeat(100), candidates);
    assert.ok(candidates.left <= 0);
    const deep = { left: 100 };
    referencesIn(`ws:a:${Buffer.from('x/'.repeat(45)).toString('base64url')} `.repeat(10), deep);
    assert.equal(deep.left, 80, '125 characters are two');
    const read = { left: 100 };
    assert.equal(referencesIn(`ws:a:${Buffer.from('a.txt').toString('base64url')} `.repeat(80), read).length, 80);
    assert.equal(read.left, 20);
  });

  it('[L-6] knows what is no percent-encoding, and what is', () => {
    const found = referencesIn('adk::u:s:100%25.png adk::u:s:%zz adk::u:s:% adk::u:s:%E4 adk::u:s:%E4%B8%AD');
    assert.deepEqual(
      found.map(({ reference }) => reference.id),
      ['adk::u:s:100%25.png', 'adk::u:s:%E4%B8%AD'],
    );
  });

  it('[L-6] decodes nothing that is no UTF-8: each error would take as long as a thousand others', () => {
    const decode = globalThis.decodeURIComponent;
    let failed = 0;
    const counted = (text: string): string => {
      try {
        return decode(text);
      } catch (error) {
        failed++;
        throw error;
      }
    };
    globalThis.decodeURIComponent = counted;
    try {
      const broken = ['%FF', '%80', '%C0%AF', '%E4%B8', '%ED%A0%80', '%F4%90%80%80', '%F0%80%80%80', '%'];
      for (const part of broken) assert.deepEqual(referencesIn(`adk:${part}:${part}:${part}:${part} artifact:///${part}`), [], part);
    } finally {
      globalThis.decodeURIComponent = decode;
    }
    assert.equal(failed, 0);
  });

  it('[L-6] decodes what JavaScript decodes, and nothing else', () => {
    const bytes = fc.array(fc.constantFrom(...Buffer.from('00417f808f909fa0bfc1c2dfe0e4edeff0f3f4f5', 'hex')), { maxLength: 5 });
    fc.assert(
      fc.property(bytes, (values) => {
        const text = values.map((value) => `%${value.toString(16).padStart(2, '0')}`).join('');
        let decoded: string | undefined;
        try {
          decoded = decodeURIComponent(text);
        } catch {}
        assert.equal(decodePercent(text), decoded, text);
      }),
      { numRuns: 10_000 },
    );
  });

  it('are found at a place of a line of any length', () => {
    const line = `${'x '.repeat(5_000_000)}artifact:31 ${'y '.repeat(5_000_000)}`;
    const at = line.indexOf('artifact:31');
    assert.deepEqual(
      [at, at + 5, at + 11].map((place) => referenceAt(line, place)?.start),
      [at, at, at],
    );
    assert.equal(referenceAt(line, at - 1), undefined);
    assert.equal(referenceAt(line, at + 12), undefined);
  });

  it('are found for every file of every workspace, and nothing that is found cannot be parsed', () => {
    const name = fc.stringMatching(/^[a-z0-9][\w.-]{0,20}$/);
    fc.assert(
      fc.property(
        name,
        fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 4 }),
        (id, names) => {
          const path = names.join('/');
          let written: string;
          try {
            written = ArtifactIdCodec.encode(id, path);
          } catch {
            return; // not a path
          }
          for (const { reference } of referencesIn(`a ${written} b`)) assert.equal(reference.id, written);
        },
      ),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('artifact:', 'artifact:///', 'ws:a:', 'ws:'), (text, prefix) => {
        const line = text + prefix + text;
        for (const { start, end } of referencesIn(line)) assert.ok(start < end && end <= line.length);
      }),
    );
  });
});
