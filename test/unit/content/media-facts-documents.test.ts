import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { readMediaFacts } from '../../../src/core/content/read-media-facts.ts';
import { bytesOf, pdf, wav, type PdfForm } from '../../support/media-bytes.ts';

const artifacts = path.join(import.meta.dirname, '../../fixtures/agent-society-root/data/runtime/artifacts');
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

async function factsOfPdf(bytes: Uint8Array) {
  const { pages, isEncrypted, isTruncated } = await readMediaFacts(bytes, { mimeType: 'application/pdf' });
  return { pages, isEncrypted, isTruncated };
}

describe('Facts of documents', () => {
  const forms: ReadonlyArray<readonly [what: string, form: PdfForm, pages: number]> = [
    ['with a cross-reference table', {}, 12],
    ['with a cross-reference stream and its page tree in an object stream', { compressed: true }, 12],
    ['with something before its header', { before: 'HTTP/1.1 200 OK\r\n\r\n' }, 12],
    ['with an update that adds pages', { updatedPages: 15 }, 15],
  ];
  for (const [what, form, pages] of forms) {
    it(`count the pages of a PDF ${what}`, async () => {
      assert.deepEqual(await factsOfPdf(pdf(12, form)), { pages, isEncrypted: false, isTruncated: false });
    });
  }

  it('say that a PDF is encrypted, whichever cross-reference it has', async () => {
    for (const compressed of [false, true]) assert.equal((await factsOfPdf(pdf(3, { compressed, encrypted: true }))).isEncrypted, true);
  });

  it('do not take the word in a page for encryption', async () => {
    const bytes = Buffer.from(Buffer.from(pdf(3)).toString('latin1').replace('/Inner << /Count 77 >>', '/Encrypt 1 0 R        '), 'latin1');
    assert.equal((await factsOfPdf(bytes)).isEncrypted, false);
  });

  it('say that a PDF without its end is cut short, and then know the pages only of one that says them first', async () => {
    assert.deepEqual(await factsOfPdf(pdf(12).subarray(0, -40)), { pages: undefined, isEncrypted: undefined, isTruncated: true });
    const linearised = bytesOf('%PDF-1.5\n7 0 obj\n<< /Linearized 1 /L 90000 /N 31 /O 9 >>\nendobj\n', 'the rest is missing');
    assert.deepEqual(await factsOfPdf(linearised), { pages: 31, isEncrypted: undefined, isTruncated: true });
  });

  it('leave out the pages where the cross-reference leads nowhere, or in a circle', async () => {
    const text = Buffer.from(pdf(12)).toString('latin1');
    const wrong = Buffer.from(text.replace(/startxref\n\d+/, 'startxref\n999999'), 'latin1');
    const circle = Buffer.from(text.replace('/Root 1 0 R', `/Prev ${text.indexOf('xref\n')}`), 'latin1');
    for (const bytes of [wrong, circle]) assert.equal((await factsOfPdf(bytes)).pages, undefined);
  });

  it('stop inflating a cross-reference that would never end', async () => {
    const bomb = Buffer.from(deflateSync(Buffer.alloc(16 * 1024 * 1024))).toString('latin1');
    const head = '%PDF-1.7\n';
    const bytes = bytesOf(
      head,
      `5 0 obj\n<< /Type /XRef /W [1 2 1] /Size 16000000 /Root 1 0 R /Filter /FlateDecode /Length ${bomb.length} >>\nstream\n${bomb}\nendstream\nendobj\nstartxref\n${head.length}\n%%EOF`,
    );
    assert.deepEqual(await factsOfPdf(bytes), { pages: undefined, isEncrypted: false, isTruncated: false });
  });

  it('know the real PDF and say nothing wrong of the real office file', async () => {
    assert.deepEqual(await factsOfPdf(await readFile(path.join(artifacts, '15.pdf'))), {
      pages: 1,
      isEncrypted: false,
      isTruncated: false,
    });
    assert.equal((await readMediaFacts(await readFile(path.join(artifacts, '16.docx')), { mimeType: DOCX })).isTruncated, false);
  });

  it('say that an office file without the end of its archive is cut short', async () => {
    const bytes = await readFile(path.join(artifacts, '16.docx'));
    assert.equal((await readMediaFacts(bytes.subarray(0, 4000), { mimeType: DOCX })).isTruncated, true);
  });
});

describe('Facts of recordings', () => {
  it('are the seconds of the real ones, in every format', async () => {
    for (const [file, mimeType, seconds] of [
      ['18.wav', 'audio/wav', 2.26],
      ['19.mp3', 'audio/mpeg', 2.32],
      ['20.ogg', 'audio/ogg', 2.26],
      ['21.flac', 'audio/flac', 2.26],
      ['22.mp4', 'video/mp4', 2],
      ['23.webm', 'video/webm', 2],
    ] as const) {
      const { duration } = await readMediaFacts(await readFile(path.join(artifacts, file)), { mimeType });
      assert.equal(duration === undefined ? undefined : Math.round(duration * 100) / 100, seconds, file);
    }
  });

  it('say that a WAV and an MP4 that end too early are cut short', async () => {
    assert.deepEqual(
      [
        (await readMediaFacts(wav(2), { mimeType: 'audio/wav' })).duration,
        (await readMediaFacts(wav(2), { mimeType: 'audio/wav' })).isTruncated,
      ],
      [2, false],
    );
    assert.equal((await readMediaFacts(wav(2).subarray(0, 4000), { mimeType: 'audio/wav' })).isTruncated, true);
    const mp4 = await readFile(path.join(artifacts, '22.mp4'));
    assert.equal((await readMediaFacts(mp4.subarray(0, mp4.length - 100), { mimeType: 'video/mp4' })).isTruncated, true);
  });

  it('are those of the whole by a beginning of it, or not known', async () => {
    for (const [file, mimeType, seconds] of [
      ['18.wav', 'audio/wav', 2.26],
      ['19.mp3', 'audio/mpeg', undefined],
      ['20.ogg', 'audio/ogg', undefined],
      ['21.flac', 'audio/flac', 2.26],
      ['23.webm', 'video/webm', 2],
    ] as const) {
      const bytes = await readFile(path.join(artifacts, file));
      const { duration } = await readMediaFacts(bytes.subarray(0, 3000), { mimeType, size: bytes.length });
      assert.equal(duration === undefined ? undefined : Math.round(duration * 100) / 100, seconds, file);
    }
  });

  it('are left out where nothing can be read', async () => {
    for (const mimeType of [
      'audio/wav',
      'audio/mpeg',
      'audio/ogg',
      'audio/flac',
      'audio/aac',
      'video/mp4',
      'video/webm',
      'video/x-msvideo',
    ]) {
      assert.equal((await readMediaFacts(bytesOf('this is no recording'), { mimeType })).duration, undefined, mimeType);
      assert.equal((await readMediaFacts(new Uint8Array(0), { mimeType })).duration, undefined, mimeType);
    }
  });
});
