import assert from 'node:assert/strict';
import { escapeMarkdown, markdownLink } from '../../../src/host/screen/plain-text.ts';

describe('text in Markdown', () => {
  const hostile = [
    '**bold**',
    '[a](http://b.c)',
    '<b>x</b>',
    'http://evil.example',
    'www.evil.example',
    'a@b.example',
    '$(trash)',
    '&lt;',
    '`code`',
    '# h',
    '- item',
    '| a |',
    '![i](x)',
    '~~s~~',
  ];
  for (const text of hostile) {
    it(`shows ${text} as it is`, () => {
      const escaped = escapeMarkdown(text);
      assert.match(escaped, /^(?:[A-Za-z0-9 ]|&#\d+;)*$/);
      assert.equal(
        escaped.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))),
        text,
      );
    });
  }

  it('keeps other scripts, and makes line breaks spaces', () => {
    assert.equal(escapeMarkdown('需求 说明\r\nü'), '需求 说明 ü');
  });
});

describe('an address in Markdown', () => {
  it('is a link to itself, which nothing in it ends', () => {
    assert.equal(markdownLink('https://a.example/v1?x=1&y=%20'), '<https://a.example/v1?x=1&y=%20>');
    assert.equal(markdownLink('https://a.example/a>b<c|d\\e`f g\n'), '<https://a.example/a%3Eb%3Cc%7Cd%5Ce%60f%20g%0A>');
  });
});
