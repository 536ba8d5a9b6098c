import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { BinaryDetector } from '../../../src/core/content/binary-detector.ts';
import { mediaTypeOfExtension } from '../../../src/core/content/file-name.ts';
import { isGenericMediaType, mediaKind, normaliseMediaType } from '../../../src/core/content/media-type.ts';
import { isSameFormat } from '../../../src/core/content/same-format.ts';
import { detectSignature, HEAD_BYTES, needsTail, signatureAtOnce } from '../../../src/core/content/signature.ts';
import { zipContents } from '../../../src/core/content/signature-checks.ts';
import { compoundFile, openings, zipOf } from '../../support/file-openings.ts';
import { bytesOf } from '../../support/media-bytes.ts';
import { utf8 } from '../../support/samples.ts';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const detector = new BinaryDetector();

describe('signatures', () => {
  it('[E-9] name a format as its extension does, in one word or another', async () => {
    // The extension of these stands for another format, or for a type nobody knows.
    const OTHERS = ['mts', 'vcf', 'lnk', 'fbx', 'skp'];
    const source = await readFile(path.join(import.meta.dirname, '../../../node_modules/file-type/core.js'), 'utf8');
    const named = [...source.matchAll(/ext: '([^']+)'[^}]*?mime: '([^']+)'/g)];
    assert(named.length > 150);
    for (const [, extension = '', given] of named) {
      const byName = mediaTypeOfExtension(extension);
      if (byName === undefined || isGenericMediaType(byName) || OTHERS.includes(extension)) continue;
      const found = normaliseMediaType(given) ?? '';
      assert(isSameFormat(byName, found), `${extension}: ${byName}, ${found}`);
      assert.equal(mediaKind(byName) === 'other', mediaKind(found) === 'other', `${extension}: ${byName}, ${found}`);
    }
  });

  it('[E-9] of another format than declared are never silent, whatever is declared of whatever content', async () => {
    const DECLARED = [
      'image/png',
      'image/jpeg',
      'image/bmp',
      'image/x-icon',
      'audio/mpeg',
      'audio/wav',
      'audio/aac',
      'video/mp4',
      'video/webm',
      'application/pdf',
      'application/msword',
      DOCX,
      'application/epub+zip',
      'application/zip',
      'application/gzip',
      'application/x-msdownload',
      'font/ttf',
    ];
    for (const [name, bytes] of Object.entries(openings)) {
      const own = await detectSignature(bytes);
      for (const mimeType of DECLARED) {
        const found = await detector.detectBinary(bytes, { mimeType });
        const isConfirmed = own !== undefined && isSameFormat(mimeType, own.mimeType, own.container);
        assert.equal(found.isContradiction || found.isMislabelled || found.lacksSignature, !isConfirmed, `${name} as ${mimeType}`);
        if (found.isContradiction) assert.deepEqual([found.mimeType, found.isMislabelled], [own?.mimeType, true]);
        else assert.equal(found.mimeType, mimeType);
        // A type that is contradicted is taken only from another kind, and from few bytes.
        if (found.isMislabelled && !found.isContradiction)
          assert.deepEqual([own?.isStrong, own?.kind === found.kind], [false, false], `${name} as ${mimeType}`);
        if (found.isMislabelled) assert.equal(found.detectedMimeType, own?.mimeType);
      }
    }
  });

  it('[E-9] are four bytes at least, and take no text for a format by two of its letters', async () => {
    for (const bytes of [[], [0x42], [0x42, 0x4d], [0xff, 0xfb], [0, 0, 1], [0x4d, 0x5a, 0x90]])
      assert.equal(await detectSignature(Uint8Array.from(bytes)), undefined);
    for (const beginning of ['BM', 'MZ', 'P5 4 2 255\n', 'PF\n4 2\n-1.0\n', 'FORM', 'BZh9', 'MP+7', 'FWS2', '.snd', 'qoif', 'caff']) {
      const bytes = utf8(`${beginning} and then some prose to make it long enough.\n`.repeat(8));
      for (const mimeType of ['text/plain', 'application/x-notes', undefined]) {
        const found = await detector.detectBinary(bytes, { mimeType });
        assert.deepEqual([found.kind, found.isMislabelled], ['text', false], beginning);
      }
      assert.equal((await detector.detectBinary(bytes, { mimeType: 'image/png' })).detectedMimeType, undefined);
    }
  });

  it('[E-9] of a file cut short anywhere are those of the whole, of its container, or none', async () => {
    for (const [name, bytes] of Object.entries(openings)) {
      const whole = await detectSignature(bytes);
      for (const length of [4, 5, 7, 8, 12, 16, 17, 22, 30, 33, 64, 100, 300].filter((length) => length < bytes.length)) {
        const cut = await detectSignature(bytes.subarray(0, length));
        // What an archive or a compound file holds stands at its end, and TGA begins as a cursor may.
        const isKnown =
          cut === undefined ||
          !whole ||
          cut.kind === whole.kind ||
          [
            'application/zip',
            'application/x-cfb',
            'audio/ogg',
            'application/ogg',
            'video/matroska',
            'video/x-ms-asf',
            'application/vnd.ms-asf',
            'video/mp4',
            'audio/mpeg',
          ].includes(cut.mimeType);
        assert(isKnown, `${name} ${length}: ${cut?.mimeType}`);
      }
    }
  });

  it('[E-9] at the end of a file are found there', async () => {
    const head = new Uint8Array(HEAD_BYTES);
    head.set(openings.tga.subarray(0, 18));
    assert(
      needsTail(head) && needsTail(openings.zip) && !needsTail(openings.png) && !needsTail(openings.cursor) && !needsTail(openings.ico),
    );
    assert.deepEqual(await detectSignature(head, openings.tga2.subarray(-100)), { mimeType: 'image/x-tga', kind: 'image', isStrong: true });
    assert.deepEqual(await detectSignature(head, new Uint8Array(100)), { mimeType: 'image/x-tga', kind: 'image', isStrong: false });
  });

  it('[E-9] of an archive or a compound file of which the list is not there contradict no format built on them', async () => {
    const head = openings.docx.subarray(0, 400);
    for (const mimeType of [DOCX, 'application/epub+zip', 'application/vnd.apple.keynote']) {
      const found = await detector.detectBinary(head, { mimeType, isHead: true, tail: new Uint8Array(2000) });
      assert.deepEqual([found.mimeType, found.isMislabelled, found.lacksSignature], [mimeType, false, false]);
    }
    const start = openings.doc.subarray(0, 512);
    for (const mimeType of ['application/msword', 'application/vnd.ms-excel', 'application/x-mspublisher'])
      assert.equal((await detector.detectBinary(start, { mimeType, isHead: true })).isMislabelled, false);
    assert.equal((await detector.detectBinary(start, { mimeType: DOCX, isHead: true })).mimeType, 'application/x-cfb');
  });

  it('[E-9] are not misled by what is embedded in a compound file, nor by its tables', async () => {
    const word = compoundFile('WordDocument');
    // The entry of an embedded document: in the directory, and in no place of the root folder.
    const embedded = compoundFile('Contents', 'Workbook');
    embedded.set([0xff, 0xff, 0xff, 0xff], 1024 + 128 + 72);
    assert.deepEqual(await detectSignature(embedded), {
      mimeType: 'application/x-cfb',
      container: 'cfb',
      kind: 'document',
      isStrong: true,
    });
    // A chain that leads back to itself, sizes and places behind the end.
    for (const [place, value] of [
      [30, 0xff],
      [30, 12],
      [48, 0xff],
      [51, 0x7f],
      [76, 0xff],
      [512, 0],
      [1024 + 76, 0],
      [1024 + 68, 1],
      [1024 + 128 + 72, 1],
    ] as const) {
      const broken = word.slice();
      broken[place] = value;
      const found = await detectSignature(broken);
      assert(found && ['application/x-cfb', 'application/msword'].includes(found.mimeType), String(place));
    }
  });

  it('[E-9] take an archive for an office document only where it lists the content types of one', async () => {
    for (const [folder, container] of [
      ['word', 'word-zip'],
      ['xl', 'sheet-zip'],
      ['ppt', 'slides-zip'],
    ] as const) {
      const plain = await detectSignature(zipOf({ [`${folder}/notes.txt`]: 'words', 'a.txt': 'x' }));
      assert.deepEqual([plain?.mimeType, plain?.container], ['application/zip', 'plain-zip'], folder);
      // the list of a whole archive, the names in any order
      const { mimeType, container: found } = zipContents(zipOf({ [`${folder}/x.xml`]: '<x/>', '[Content_Types].xml': '<Types/>' }));
      assert.deepEqual([mimeType.startsWith('application/vnd.openxmlformats-officedocument.'), found], [true, container]);
    }
    assert.equal(
      (await detector.detectBinary(zipOf({ 'word/list.txt': 'words' }), { mimeType: 'application/zip' })).mimeType,
      'application/zip',
    );
    assert.equal((await detector.detectBinary(zipOf({ 'word/list.txt': 'words' }), { filename: 'a.zip' })).isMislabelled, false);
  });

  it('[E-9] see a whole archive by its own list, whatever stands in its files', async () => {
    const lists = zipOf({ 'a.txt': `PK\x01\x02${'\0'.repeat(24)}\x05${'\0'.repeat(17)}word/ PK\x05\x06`, 'b.txt': 'x' });
    assert.equal((await detectSignature(lists))?.container, 'plain-zip');
    assert.equal((await detectSignature(zipOf({})))?.mimeType ?? 'none', 'application/zip');
    assert.equal((await detectSignature(bytesOf(openings.zip.subarray(0, -22))))?.container, 'zip');
  });

  it('[L-12] take a file of the ISO base media format for the same at once as with a parser, by its brand', async () => {
    const brands =
      'avif avis mif1 msf1 heic heix heim heis hevc hevx hevm hevs crx M4A M4B M4P M4V M4VH M4VP F4V F4P F4A F4B qt 3gp4 3gp5 3g2a isom mp42 avc1';
    for (const brand of brands.split(' ')) {
      const head = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand.padEnd(4)}`), Buffer.alloc(64)]);
      const withParser = await detectSignature(head);
      assert(withParser, brand);
      assert.deepEqual(signatureAtOnce(head), withParser, brand);
    }
  });
});
