import assert from 'node:assert/strict';
import { extensionForMediaType, extensionOf, mediaTypeOfFilename } from '../../../src/core/content/file-name.ts';
import { normaliseMediaType } from '../../../src/core/content/media-type.ts';
import { formatSize } from '../../../src/core/content/size.ts';
import { decodeText } from '../../../src/core/content/text-encoding.ts';
import { utf8 } from '../../support/samples.ts';

const bytes = (...values: number[]) => Uint8Array.from(values);

describe('text encodings', () => {
  it('[1-R5.3] decision 5: reads UTF-8 with or without a mark and UTF-16 with one, and leaves the mark out', () => {
    assert.deepEqual(decodeText(utf8('aé世😀')), { text: 'aé世😀', encoding: 'utf-8' });
    assert.deepEqual(decodeText(bytes(0xef, 0xbb, 0xbf, 0x61)), { text: 'a', encoding: 'utf-8-bom' });
    assert.deepEqual(decodeText(bytes(0xff, 0xfe, 0x16, 0x4e)), { text: '世', encoding: 'utf-16le' });
    assert.deepEqual(decodeText(bytes(0xfe, 0xff, 0x4e, 0x16)), { text: '世', encoding: 'utf-16be' });
    assert.deepEqual(decodeText(bytes()), { text: '', encoding: 'utf-8' });
  });

  it('[1-R5.3] takes only the first mark away', () => {
    assert.equal(decodeText(bytes(0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf, 0x61))?.text, '\ufeffa');
  });

  it('refuses what is not text: NUL, other encodings, half characters', () => {
    for (const wrong of [
      bytes(0x61, 0),
      bytes(0xe9),
      bytes(0xc0, 0x80),
      bytes(0xed, 0xa0, 0x80),
      bytes(0xff, 0xfe, 0x00),
      bytes(0xff, 0xfe, 0x00, 0xd8),
      bytes(0xff, 0xfe, 0, 0),
      bytes(0xe4, 0xb8),
    ]) {
      assert.equal(decodeText(wrong), undefined, String(wrong));
    }
  });

  it('reads a text of many pieces as it is, wherever they are cut', () => {
    const text = 'aé世😀'.repeat(200_000);
    for (const shift of ['', 'a', 'aa', 'aaa']) {
      assert.equal(decodeText(utf8(shift + text))?.text, shift + text);
      const utf16 = Buffer.from(`\ufeff${shift}${text}`, 'utf16le');
      assert.equal(decodeText(utf16)?.text, shift + text);
      assert.equal(decodeText(utf16.subarray(0, -1)), undefined);
    }
    assert.equal(decodeText(Buffer.concat([utf8(text), bytes(0)])), undefined);
    assert.equal(decodeText(utf8(`${text}\u0001`), { strict: true }), undefined);
    assert.equal(decodeText(utf8(text).subarray(0, -1)), undefined);
    assert.equal(decodeText(utf8(text).subarray(0, -1), { isHead: true })?.text, text.slice(0, -2));
  });

  it('takes a character cut at the end of a head for no fault', () => {
    assert.equal(decodeText(bytes(0x61, 0xe4, 0xb8), { isHead: true })?.text, 'a');
    assert.equal(decodeText(bytes(0xe9, 0x61), { isHead: true }), undefined);
  });

  it('reads each text by itself, whatever was read before it', () => {
    for (const options of [{ isHead: true }, {}]) {
      for (const before of [bytes(0x61, 0xe4, 0xb8), bytes(0xe9, 0x61), bytes(0xff, 0xfe, 0x16), bytes(0xff, 0xfe, 0x00, 0xd8)]) {
        decodeText(before, options);
        assert.equal(decodeText(bytes(0x96, 0x61), options), undefined);
        assert.equal(decodeText(utf8('aé世😀'), options)?.text, 'aé世😀');
        assert.equal(decodeText(bytes(0xff, 0xfe, 0x16, 0x4e), options)?.text, '世');
      }
    }
  });

  it('accepts the control characters of text, and in strict mode no others', () => {
    assert(decodeText(utf8('\u0007\b\t\n\v\f\r\u001b[0m'), { strict: true }));
    for (const control of ['\u0001', '\u000e', '\u001f', '\u007f']) {
      assert.equal(decodeText(utf8(control), { strict: true }), undefined);
      assert(decodeText(utf8(control)));
    }
  });
});

describe('names, types and sizes', () => {
  it('takes the extension from the last part of a name', () => {
    for (const [name, extension] of [
      ['a.PNG', 'png'],
      ['a.b/c', undefined],
      ['a.b\\c.txt', 'txt'],
      ['.gitignore', 'gitignore'],
      ['a.', undefined],
      ['a.b c', undefined],
      ['archive.tar.gz', 'gz'],
      [`a.${'x'.repeat(30)}`, undefined],
    ] as const) {
      assert.equal(extensionOf(name), extension, name);
    }
    assert.equal(mediaTypeOfFilename('__proto__'), undefined);
    assert.equal(mediaTypeOfFilename('x.constructor'), undefined);
    assert.equal(extensionForMediaType('image/jpeg'), '.jpg');
  });

  it('normalises media types, and knows what is none', () => {
    assert.equal(normaliseMediaType(' Text/HTML; charset=UTF-8 '), 'text/html');
    assert.equal(normaliseMediaType('image/apng'), 'image/png');
    for (const word of ['chart', '', 'a/b/c', 'image/png\nX: y', 'image/ png', '/', 'text/', null, undefined])
      assert.equal(normaliseMediaType(word), undefined, String(word));
  });

  it('writes sizes as people read them', () => {
    for (const [size, text] of [
      [0, '0 B'],
      [1023, '1023 B'],
      [1024, '1.0 KB'],
      [1_258_291, '1.2 MB'],
      [1_048_575, '1.0 MB'],
      [20 * 1024 ** 2, '20.0 MB'],
      [1024 ** 3, '1.0 GB'],
      [5 * 1024 ** 5, '5120.0 TB'],
    ] as const) {
      assert.equal(formatSize(size), text);
    }
  });
});
