import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ContentPart } from '../../src/core/routing/route-result.ts';
import type { ToolMessage } from '../../src/core/routing/tool-message.ts';
import { firstCharacters, shownMessageJson, shownText } from '../../src/host/preview/message-text.ts';
import { runs } from '../support/effort.ts';

const words = (count: number): string => `(${count} characters)`;
const base64 = Buffer.from(Uint8Array.from({ length: 9000 }, (_, index) => index % 251)).toString('base64');

describe('message for the screen', () => {
  const message = (content: string | ContentPart[]): ToolMessage => ({ role: 'tool', tool_call_id: 'call', content });
  const image = message([{ type: 'image_url', image_url: { url: `data:image/png;base64,${base64}` } }]);
  const megabytes = 20 * 1024 * 1024;

  it('base64 in a data URL is cut with its length, the rest stays', () => {
    const { shown } = shownMessageJson(image, words);
    assert.match(shown, /"url": "data:image\/png;base64,[A-Za-z0-9+/]{40}… \(12000 characters\)"/);
    assert.equal(JSON.parse(shown).role, 'tool');
  });

  it('base64 of a file part is cut too', () => {
    const { shown } = shownMessageJson(
      message([{ type: 'file', file: { filename: 'a.pdf', mimeType: 'application/pdf', data: base64 } }]),
      words,
    );
    assert.match(shown, /"data": "[A-Za-z0-9+/]{40}… \(12000 characters\)"/);
  });

  it('the length told is that of the whole message as it is copied', () => {
    assert.equal(shownMessageJson(image, words).length, JSON.stringify(image, null, 2).length);
  });

  it('the copied message is the canonical one, nothing shortened', () => {
    assert.deepEqual(JSON.parse(JSON.stringify(image, null, 2)), image);
  });

  it('a message of text only is shown as it is', () => {
    const text = message(JSON.stringify({ content: 'line one\nline two "quoted" 二' }));
    assert.deepEqual(shownMessageJson(text, words), { shown: JSON.stringify(text, null, 2), length: JSON.stringify(text, null, 2).length });
  });

  it('an image of 20 MiB is shown as short as any', () => {
    const data = Buffer.alloc(megabytes, 'pixels').toString('base64');
    const large = message([{ type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } }]);
    const { shown, length } = shownMessageJson(large, words);
    assert.match(shown, /base64,[A-Za-z0-9+/]{40}… \(27962028 characters\)"/);
    assert.equal(length, JSON.stringify(large, null, 2).length);
  });

  it('neither a large image nor a large text is made JSON as a whole for the screen', () => {
    const large = message([{ type: 'image_url', image_url: { url: `data:image/png;base64,${'A'.repeat(megabytes)}` } }]);
    const text = message('text "quoted" '.repeat(megabytes / 14));
    const { stringify } = JSON;
    let longest = 0;
    JSON.stringify = new Proxy(stringify, {
      apply: (target, self, parameters) => {
        const json = Reflect.apply(target, self, parameters) as string;
        longest = Math.max(longest, json.length);
        return json;
      },
    });
    try {
      shownMessageJson(large, words);
      shownMessageJson(text, words);
    } finally {
      JSON.stringify = stringify;
    }
    assert.ok(longest > 0 && longest < 200_000, `${longest} characters at once`);
  });

  it('any text is shown from its beginning with the length of its whole JSON', () => {
    const chunk = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(
        chunk,
        chunk,
        fc.nat(3),
        fc.constantFrom('x', '"', '\n', '\u{1f600}', '\ud83d', '\u0001'),
        (head, tail, shift, filler) => {
          const whole = message(head + 'x'.repeat(shift) + filler.repeat(70_000) + tail);
          const json = JSON.stringify(whole, null, 2);
          assert.deepEqual(shownMessageJson(whole, words), { shown: firstCharacters(json, 100_000), length: json.length });
        },
      ),
      { numRuns: runs(1000) },
    );
  }).timeout(30_000);

  it('a long text is cut on the screen and its whole length told', () => {
    const { shown, length } = shownText('x'.repeat(250_000));
    assert.equal(shown.length, 100_000);
    assert.equal(length, 250_000);
  });

  it('cutting never leaves half a surrogate pair', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(40), (text, count) => {
        const cut = firstCharacters(text, count);
        assert.ok(text.startsWith(cut));
        assert.ok(cut.length <= count && cut.length >= Math.min(text.length, count) - 1);
        assert.equal(cut.isWellFormed(), true);
      }),
      { numRuns: runs(1000) },
    );
  });
});
