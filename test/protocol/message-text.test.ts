import assert from 'node:assert/strict';
import fc from 'fast-check';
import { firstCharacters, messageJson, shownMessageJson, shownText } from '../../src/host/preview/message-text.ts';

const words = (count: number): string => `(${count} characters)`;
const base64 = Buffer.from(Uint8Array.from({ length: 9000 }, (_, index) => index % 251)).toString('base64');

describe('message for the screen', () => {
  const image = { role: 'tool', content: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${base64}` } }] };

  it('base64 in a data URL is cut with its length, the rest stays', () => {
    const { shown } = shownMessageJson(image, words);
    assert.match(shown, /"url": "data:image\/png;base64,[A-Za-z0-9+/]{40}… \(12000 characters\)"/);
    assert.equal(JSON.parse(shown).role, 'tool');
  });

  it('base64 of a file part is cut too', () => {
    const { shown } = shownMessageJson({ file: { filename: 'a.pdf', data: base64 } }, words);
    assert.match(shown, /"data": "[A-Za-z0-9+/]{40}… \(12000 characters\)"/);
  });

  it('the length told is that of the whole message as it is copied', () => {
    assert.equal(shownMessageJson(image, words).length, messageJson(image).length);
  });

  it('the copied message is the canonical one, nothing shortened', () => {
    assert.deepEqual(JSON.parse(messageJson(image)), image);
  });

  it('a message of text only is shown as it is', () => {
    const text = { role: 'tool', content: JSON.stringify({ content: 'line one\nline two "quoted" 二' }) };
    assert.deepEqual(shownMessageJson(text, words), { shown: messageJson(text), length: messageJson(text).length });
  });

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
      { numRuns: 1000 },
    );
  });
});
