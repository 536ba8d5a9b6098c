import assert from 'node:assert/strict';
import { dictionaryIn, PdfFile } from '../../../src/core/content/media-headers/pdf-syntax.ts';
import { PdfObjects, readPdf } from '../../../src/core/content/media-headers/pdf.ts';
import { HOSTILE_PDFS, inflatingPdf } from '../../support/hostile-pdfs.mjs';

const MIB = 1024 * 1024;

describe('A dictionary of a PDF', () => {
  it('is read past strings, comments and dictionaries inside it', () => {
    const text = '\0 7 0 obj\n<< /A (a % >> \\) (>>) /No 1) % >> /No 2\n/B <3e3e> /C << /No 3 >> /D 4 >>';
    const found = dictionaryIn(`${text} /No 5`);
    assert.equal(found?.end, text.length);
    assert.deepEqual(found?.entries.match(/\/\w+/g), ['/A', '/B', '/C', '/D']);
    assert(found?.text.startsWith('<< /A') && found.text.endsWith('/D 4 >>'));
  });

  it('is none where it does not begin, or does not end', () => {
    for (const text of ['', '7 0 obj', 'x << >>', '<< /A 1', '<< /A (>>', '<< << >>', '<< % >>'])
      assert.equal(dictionaryIn(text), undefined, text);
  });
});

describe('A hostile PDF', () => {
  for (const [what, bytes] of HOSTILE_PDFS) {
    it(`is read no further than it is worth: ${what}`, async () => {
      assert.equal((await readPdf(bytes)).isTruncated, false);
    });
  }

  it('inflates 16 MB at most, and is followed no further then', async () => {
    const bytes = inflatingPdf(40, 5 * MIB);
    const file = new PdfFile(bytes);
    const objects = await PdfObjects.open(file, bytes.lastIndexOf('5 0 obj'));
    assert.deepEqual([objects.trailers.length, file.inflatable], [4, 0]);
  });
});
