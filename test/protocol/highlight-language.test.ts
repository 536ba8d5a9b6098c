import assert from 'node:assert/strict';
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
