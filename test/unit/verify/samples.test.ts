import assert from 'node:assert/strict';
import { crc32, inflateSync } from 'node:zlib';
import { parseBuffer } from 'music-metadata';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { RED_PNG, silentWav, WORD, wordPdf } from '../../../src/core/verify/probe.ts';

describe('What probes send', () => {
  it('is a PNG of 2 × 2 red pixels, with the checksums it should have', () => {
    const png = Buffer.from(RED_PNG, 'base64');
    assert.equal(png.subarray(0, 8).toString('latin1'), '\x89PNG\r\n\x1a\n');
    const chunks = new Map<string, Buffer>();
    for (let at = 8; at < png.length;) {
      const length = png.readUInt32BE(at);
      const typed = png.subarray(at + 4, at + 8 + length);
      assert.equal(png.readUInt32BE(at + 8 + length), crc32(typed));
      chunks.set(typed.subarray(0, 4).toString('latin1'), typed.subarray(4));
      at += length + 12;
    }
    assert.deepEqual([...chunks.keys()], ['IHDR', 'IDAT', 'IEND']);
    const header = chunks.get('IHDR');
    assert.deepEqual([header?.readUInt32BE(0), header?.readUInt32BE(4), ...(header?.subarray(8) ?? [])], [2, 2, 8, 2, 0, 0, 0]);
    const row = [0, 255, 0, 0, 255, 0, 0];
    assert.deepEqual([...inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0))], [...row, ...row]);
  });

  it('is a WAV of one second in which nothing is heard', async () => {
    const wav = silentWav();
    const { format } = await parseBuffer(wav, { mimeType: 'audio/wav' });
    assert.deepEqual(
      [format.container, format.codec, format.duration, format.numberOfChannels, format.bitsPerSample],
      ['WAVE', 'PCM', 1, 1, 16],
    );
    assert.ok(wav.subarray(44).every((byte) => byte === 0));
  });

  it('is a PDF of one page with one word on it, whose cross-references hold', async () => {
    const document = await getDocument({ data: wordPdf(), stopAtErrors: true, verbosity: 0 }).promise;
    assert.equal(document.numPages, 1);
    const { items } = await (await document.getPage(1)).getTextContent();
    assert.deepEqual(
      items.map((item) => ('str' in item ? item.str : '')).filter((text) => text !== ''),
      [WORD],
    );
    const text = Buffer.from(wordPdf()).toString('latin1');
    const table = text.indexOf('xref\n');
    assert.match(text, new RegExp(`startxref\\n${table}\\n%%EOF\\n$`));
    const offsets = [...text.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset));
    assert.deepEqual(
      offsets.map((offset, at) => text.startsWith(`${at + 1} 0 obj\n`, offset)),
      [true, true, true, true, true],
    );
  });
});
