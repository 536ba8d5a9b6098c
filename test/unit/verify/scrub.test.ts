import assert from 'node:assert/strict';
import { errorMessage, scrub, shownWords } from '../../../src/core/verify/server-words.ts';

/** Nobody's: made for this test. */
const KEY = 'sk-q7Zt2LmX9vBc4RkW8sYd1NfH/+=';
/** Without the signs at its end, which are no letters. */
const PLAIN = KEY.slice(0, -3);
const HEX = Buffer.from(KEY).toString('hex');
const backwards = (text: string): string => [...text].reverse().join('');

describe('Words of a server', () => {
  for (const [said, shown] of [
    [`Incorrect API key provided: ${KEY}.`, 'Incorrect API key provided: •••.'],
    [`${KEY}${KEY}`, '••••••'],
    [`key ${KEY.toUpperCase()}!`, 'key •••!'],
    [`…${KEY.slice(3, 20)}…`, '…•••…'],
    [`begins with ${KEY.slice(0, 8)}`, 'begins with •••'],
    [`ends with ${KEY.slice(-8)}`, 'ends with •••'],
    [`sk-q7*******************/+=`, '•••'],
    [`given sk-q...fH/+= here`, 'given ••• here'],
    [`given sk-…H/+= here`, 'given ••• here'],
    [`given sk-q7Zt[REDACTED]H/+= here`, 'given ••• here'],
    [`given sk-q7xxxxxx+= here`, 'given ••• here'],
    [encodeURIComponent(KEY), '•••'],
    [`Basic ${Buffer.from(`user:${KEY}`).toString('base64')}`, 'Basic dXNlcjpz•••0='],
    [`hex ${HEX}`, 'hex •••'],
    [`hex ${HEX.toUpperCase()}!`, 'hex •••!'],
    [`part ${HEX.slice(4, 20)} of it`, 'part ••• of it'],
    [`bytes ${HEX.match(/../g)?.join(' ')} end`, 'bytes ••• end'],
    [`bytes ${HEX.match(/../g)?.join(':')} end`, 'bytes ••• end'],
    [
      `[${HEX.match(/../g)
        ?.map((code) => `0x${code}`)
        .join(', ')}]`,
      '[•••]',
    ],
    [
      `b'${HEX.match(/../g)
        ?.map((code) => `\\x${code}`)
        .join('')}'`,
      "b'\\•••'",
    ],
    [
      `"${HEX.match(/../g)
        ?.map((code) => `\\u00${code}`)
        .join('')}"`,
      '"\\•••"',
    ],
    [
      `all ${HEX.match(/../g)
        ?.map((code) => `%${code}`)
        .join('')} end`,
      'all %•••••• end',
    ],
    [`[${[...Buffer.from(KEY)].join(', ')}]`, '[•••]'],
    [`&#${[...Buffer.from(KEY)].join(';&#')};`, '&#•••;'],
    [`backwards ${backwards(KEY)} end`, 'backwards ••• end'],
    [`backwards ${backwards(HEX)} end`, 'backwards ••• end'],
    [`backwards ${backwards(KEY).slice(3, 15)} end`, 'backwards ••• end'],
    [`spaced ${[...PLAIN].join(' ')} end`, 'spaced ••• end'],
    [`spaced ${[...PLAIN].join('-')} end`, 'spaced ••• end'],
    [`spaced ${[...PLAIN].join('\u200b')} end`, 'spaced ••• end'],
    [`spaced ${[...PLAIN].join('\u2003, ')} end`, 'spaced ••• end'],
    [`spaced ${[...KEY.slice(4, 20)].join(' . ')} end`, 'spaced ••• end'],
    [`groups ${PLAIN.match(/.{1,4}/g)?.join(' ')} end`, 'groups ••• end'],
    [`spaced and backwards ${[...backwards(PLAIN)].join(' ')} end`, 'spaced and backwards ••• end'],
    [
      `in lines ${Buffer.from(KEY)
        .toString('base64')
        .match(/.{1,6}/g)
        ?.join('\n')} end`,
      'in lines ••• end',
    ],
    ['This model does not take images...', 'This model does not take images...'],
    ['skip the file', 'skip the file'],
    ['', undefined],
  ] as const) {
    it(`${JSON.stringify(said.slice(0, 60))} → ${JSON.stringify(shown)}`, () => assert.equal(shownWords(said, [KEY]), shown));
  }

  it('lose the key before they are shortened, so that no part of it stays at the end', () => {
    const shown = shownWords(`${'x '.repeat(145)}${KEY}${' y'.repeat(400)}`, [KEY]) ?? '';
    assert.ok(!shown.includes('sk-'), shown);
    assert.ok(shown.length <= 300 && shown.endsWith('…'));
  });

  it('stand on one line, without what could command a screen', () => {
    assert.equal(shownWords('a\r\n\tb\u001b[31m\u202ec', []), 'a b [31m c');
  });

  it('keep words that only look like a short secret', () => {
    assert.equal(scrub('x is not supported', ['x']), 'x is not supported');
    assert.equal(scrub('the key ollama is wrong', ['ollama']), 'the key ••• is wrong');
  });

  for (const [body, message] of [
    ['{"error": {"message": "no images", "type": "x"}}', 'no images'],
    ['{"error": "no images"}', 'no images'],
    ['{"message": "no images"}', 'no images'],
    ['{"detail": [{"loc": ["body"], "msg": "no images"}]}', 'no images'],
    ['[{"error": {"code": 400, "message": "no images"}}]', 'no images'],
    ['{"error": {"message": "{\\"error\\": {\\"message\\": \\"no images\\"}}"}}', 'no images'],
    ['{"errors": [{"message": "no images"}]}', 'no images'],
    ['{"error": {"message": ""}, "detail": "no images"}', 'no images'],
    ['{"code": 7}', '{"code": 7}'],
    ['no images', 'no images'],
    ['<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head>', '502 Bad Gateway'],
  ] as const) {
    it(`are found in ${body.slice(0, 60)}`, () => assert.equal(errorMessage(body, ''), message));
  }

  it('are found in JSON of any depth without an end of the stack', () => {
    const deep = `${'{"error":'.repeat(5000)}"x"${'}'.repeat(5000)}`;
    assert.equal(errorMessage(deep, 'application/json'), deep);
  });
});
