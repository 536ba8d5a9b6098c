import assert from 'node:assert/strict';
import { isHighlightable } from '../../webview/preview/highlight/highlighter.ts';
import { highlightLanguage } from '../../src/shared/highlight-language.ts';

describe('language of a text', () => {
  const cases: [filename: string, mediaType: string | undefined, language: string | null][] = [
    ['src/main.TS', 'video/mp2t', 'typescript'],
    ['设计 说明.md', undefined, 'markdown'],
    ['Dockerfile', undefined, 'dockerfile'],
    ['artifact', 'application/json', 'json'],
    ['artifact', 'application/ld+json', 'json'],
    ['28.svg', 'image/svg+xml', 'xml'],
    ['x', 'application/atom+xml', 'xml'],
    ['notes.txt', 'text/plain', null],
    ['constructor', undefined, null],
    ['', undefined, null],
  ];
  for (const [filename, mediaType, language] of cases) {
    it(`${JSON.stringify(filename)} of type ${mediaType ?? 'unknown'} is ${language ?? 'plain'}`, () => {
      assert.equal(highlightLanguage(filename, mediaType), language);
    });
  }
});

describe('A text in the preview', () => {
  it('[E-5] stays plain with a line above 5,000 characters, or above 300,000 in all', () => {
    const line = 'int a = 1; '.repeat(400);
    assert.equal(isHighlightable(`${line}\n`.repeat(60)), true);
    assert.equal(isHighlightable('a'.repeat(5000)), true);
    assert.equal(isHighlightable(`int a;\n${'a'.repeat(5001)}\nint b;`), false);
    assert.equal(isHighlightable(`int a;\n${'a'.repeat(5001)}`), false);
    assert.equal(isHighlightable(`${line}\n`.repeat(80)), false);
  });
});
