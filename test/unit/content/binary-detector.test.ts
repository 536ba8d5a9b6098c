import assert from 'node:assert/strict';
import { BinaryDetector, type DetectOptions } from '../../../src/core/content/binary-detector.ts';
import type { MediaKind } from '../../../src/core/content/media-type.ts';
import { openings } from '../../support/file-openings.ts';
import { samples, utf8 } from '../../support/samples.ts';

const detector = new BinaryDetector();
const RANDOM = Uint8Array.from({ length: 400 }, (_, at) => (at * 89 + 131) % 251);
const TEXT = utf8('plain words\n');
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

async function detects(bytes: Uint8Array, options: DetectOptions, kind: MediaKind, mimeType: string): Promise<void> {
  const found = await detector.detectBinary(bytes, options);
  assert.deepEqual([found.kind, found.mimeType, found.isBinary], [kind, mimeType, kind !== 'text'], JSON.stringify(options));
}

describe('BinaryDetector', () => {
  it('[1-R1.1][1-R1.5] without metadata tells text from binary by the bytes', async () => {
    await detects(TEXT, {}, 'text', 'text/plain');
    await detects(utf8(''), {}, 'text', 'text/plain');
    await detects(Uint8Array.from([0xff, 0xfe, 0x41, 0x00]), {}, 'text', 'text/plain');
    await detects(Uint8Array.from([1, 2, 3, 0, 0, 9]), {}, 'other', 'application/octet-stream');
    await detects(Uint8Array.from([0x61, 0x62, 0x01]), {}, 'other', 'application/octet-stream');
    await detects(Uint8Array.from([0x61, 0xe9, 0x62]), {}, 'other', 'application/octet-stream');
  });

  it('[1-R1.2][1-R1.5] without metadata tells the kinds of binary apart by their signatures', async () => {
    const expected: ReadonlyArray<readonly [keyof typeof samples, MediaKind, string]> = [
      ['png', 'image', 'image/png'],
      ['jpeg', 'image', 'image/jpeg'],
      ['gif', 'image', 'image/gif'],
      ['webp', 'image', 'image/webp'],
      ['bmp', 'image', 'image/bmp'],
      ['ico', 'image', 'image/x-icon'],
      ['tiff', 'image', 'image/tiff'],
      ['pdf', 'document', 'application/pdf'],
      ['docx', 'document', DOCX],
      ['wav', 'audio', 'audio/wav'],
      ['mp3', 'audio', 'audio/mpeg'],
      ['ogg', 'audio', 'audio/ogg'],
      ['flac', 'audio', 'audio/flac'],
      ['mp4', 'video', 'video/mp4'],
      ['webm', 'video', 'video/webm'],
    ];
    for (const [name, kind, mimeType] of expected) await detects(samples[name], { mimeType: 'application/octet-stream' }, kind, mimeType);
  });

  it('[1-R1.3] names the image format from the media type, the name or the extension', async () => {
    for (const [options, mimeType] of [
      [{ mimeType: 'image/jpg' }, 'image/jpeg'],
      [{ mimeType: 'IMAGE/PNG; q=1' }, 'image/png'],
      [{ mimeType: 'image/webp' }, 'image/webp'],
      [{ filename: 'x.GIF' }, 'image/gif'],
      [{ extension: '.avif' }, 'image/avif'],
      [{ extension: 'bmp' }, 'image/bmp'],
      [{ mimeType: 'chart', filename: 'a/b.c/x.jpeg' }, 'image/jpeg'],
    ] as const)
      await detects(RANDOM, options, 'image', mimeType);
  });

  it('[1-R1.4] lets the metadata decide first: media type before name before extension', async () => {
    await detects(RANDOM, { mimeType: 'audio/mpeg', filename: 'x.png', extension: '.pdf' }, 'audio', 'audio/mpeg');
    await detects(RANDOM, { filename: 'x.png', extension: '.pdf' }, 'image', 'image/png');
    await detects(RANDOM, { extension: '.pdf' }, 'document', 'application/pdf');
    assert.deepEqual(
      await Promise.all(
        [{ mimeType: 'video/mp4' }, { extension: '.mp4' }, {}].map(
          async (options) => (await detector.detectBinaryType(RANDOM, options)).confidence,
        ),
      ),
      [0.95, 0.85, 0.5],
    );
  });

  it('[1-R1.3][1-R1.5] decision 6: an image without a type, or with a generic one, gets the detected one', async () => {
    for (const mimeType of [undefined, null, '', 'application/octet-stream', 'binary/octet-stream', 'picture'])
      await detects(samples.webp, { mimeType }, 'image', 'image/webp');
    await detects(samples.jpeg, { mimeType: 'image/jpg' }, 'image', 'image/jpeg');
    assert.equal((await detector.detectBinary(samples.jpeg, { mimeType: 'image/jpg' })).isContradiction, false);
  });

  it('[1-SEC-3] decision 3: a strong signature of another kind wins, in both directions, and says so', async () => {
    for (const [bytes, mimeType, found] of [
      [samples.png, 'text/plain', 'image/png'],
      [samples.pdf, 'text/markdown', 'application/pdf'],
      [samples.mp3, 'text/csv', 'audio/mpeg'],
      [samples.docx, 'image/png', DOCX],
      [samples.pdf, 'image/png', 'application/pdf'],
      [samples.png, 'application/pdf', 'image/png'],
      [samples.flac, 'video/mp4', 'audio/flac'],
      [samples.png, 'image/jpeg', 'image/png'],
      [samples.png.subarray(0, 8), 'text/plain', 'image/png'],
      [utf8('%PDF-1.7\n1 0 obj\n'), 'text/plain', 'application/pdf'],
      [samples.gif, 'text/plain', 'image/gif'],
      [samples.ogg, 'text/plain', 'audio/ogg'],
      [utf8('<?xml version="1.0"?><a/>'), 'image/png', 'application/xml'],
      [samples.tiff, 'text/plain', 'image/tiff'],
    ] as const) {
      const detection = await detector.detectBinary(bytes, { mimeType });
      assert.deepEqual(
        [detection.mimeType, detection.isContradiction, detection.declaredMimeType, detection.detectedMimeType],
        [found, true, mimeType, found],
      );
    }
  });

  it('[1-R1.4][1-SEC-3] decision 3: the absence of a signature contradicts nothing, and leaves a warning', async () => {
    const detection = await detector.detectBinary(RANDOM, { mimeType: 'image/png' });
    assert.deepEqual([detection.mimeType, detection.isContradiction, detection.lacksSignature], ['image/png', false, true]);
    for (const bytes of [[], [0], [0, 1], [0, 0, 1], [0xff, 0x0a], [0x78, 0x01], [0x42, 0x4d], [0xff, 0xfb]])
      await detects(Uint8Array.from(bytes), { mimeType: 'image/png' }, 'image', 'image/png');
    assert.equal((await detector.detectBinary(samples.png, { mimeType: 'image/png' })).lacksSignature, false);
  });

  it('[1-R1.1] no ordinary text is taken for a binary format by the word it begins with', async () => {
    const beginnings = [
      'GIF files are old',
      'the wide river',
      'Get free stuff',
      'AC1015 is a drawing',
      'BM and more',
      'MZ',
      'MP+ list',
      'solid ground',
      'FORM 1040',
      'icns file',
      'BLENDER tips',
      'PAR1 of 4',
      'Extended Module: x',
      '#!AMR',
      '-----BEGIN PGP MESSAGE-----\n',
      'REGEDIT4\r\n',
      'Creative Voice File',
      '070707',
      'ID3',
      'RIFF raff',
      'MThd',
      'wOFF',
      'OTTO',
      'DSD is audio',
      'LZIP',
      'BZh',
      '!<arch>\ntext',
      'Rar',
      '8BPS',
      'regf',
      'MSCF',
      'Cr24',
      'ftyp',
      '%!PS',
      'FLV',
      'FWS',
      'xxxxmoov is a box',
      'xxxxmdat',
      'SQLite format',
    ];
    for (const beginning of beginnings) {
      const bytes = utf8(`${beginning} and then some prose to make it long enough.\n`.repeat(8));
      for (const options of [{ mimeType: 'text/plain' }, { filename: 'x.md' }, {}])
        assert.equal((await detector.detectBinary(bytes, options)).kind, 'text', beginning);
    }
  });

  it('[E-7] a declared text that begins with the name of a format stays text; what is no text but that format is found', async () => {
    const notes = [
      'GIF89a is a file format',
      'fLaC notes',
      'OggS pages',
      '%PDF-1.7 starts every PDF',
      '%PDF-1.7 starts it, %%EOF ends it',
      'RIFF1234WAVE is the header',
      'RIFF1234WEBPVP8 is another',
      'GIF89a',
    ];
    for (const note of notes) {
      for (const options of [{ filename: 'notes.md' }, { mimeType: 'text/plain' }]) {
        const { kind, isContradiction, isMislabelled } = await detector.detectBinary(utf8(note), options);
        assert.deepEqual([kind, isContradiction, isMislabelled], ['text', false, false], note);
      }
    }
    for (const [bytes, mimeType] of [
      [samples.gif, 'image/gif'],
      [samples.ogg, 'audio/ogg'],
      [samples.flac, 'audio/flac'],
      [samples.wav, 'audio/wav'],
      [samples.webp, 'image/webp'],
      [samples.pdf, 'application/pdf'],
      [utf8('%PDF-1.4\n1 0 obj\n<< >>\nendobj\n'), 'application/pdf'],
      [utf8('%PDF-1.4\rtrailer\r%%EOF'), 'application/pdf'],
    ] as const) {
      const { mimeType: found, isContradiction } = await detector.detectBinary(bytes, { filename: 'notes.md' });
      assert.deepEqual([found, isContradiction], [mimeType, true]);
    }
  });

  it('[L-11] prose that begins as a picture, a sound or a document does is text, whatever it is called', async () => {
    const notes = [
      'GIF89a is the newer of the two formats.',
      'GIF87a',
      '%PDF is how each document begins.',
      '%PDF-1.7 comes first, then `1 0 obj`, and\n%%EOF ends it',
      'fLaC is free.',
      'OggS begins a page.',
      'RIFFxxxxWAVE and then chunks.',
      'RIFFxxxxWEBPVP8 is a picture.',
      'ftypheic? xxxxftypheic',
    ];
    for (const note of notes) {
      for (const options of [
        {},
        { filename: 'NOTES' },
        { mimeType: 'application/octet-stream' },
        { filename: 'a.unheard-of' },
        { isHead: true },
      ]) {
        const { kind, isContradiction, isMislabelled } = await detector.detectBinary(utf8(note), options);
        assert.deepEqual([kind, isContradiction, isMislabelled], ['text', false, false], `${note} ${JSON.stringify(options)}`);
      }
      const { mimeType, detectedMimeType, lacksSignature } = await detector.detectBinary(utf8(note), { mimeType: 'image/png' });
      assert.deepEqual([mimeType, detectedMimeType, lacksSignature], ['image/png', undefined, true], note);
    }
    // What is declared or named as the format it begins like is that, and doubted.
    for (const [note, options] of [
      [notes[0] ?? '', { mimeType: 'image/gif' }],
      [notes[0] ?? '', { filename: 'n.gif' }],
      [notes[2] ?? '', { mimeType: 'application/pdf' }],
      [notes[2] ?? '', { filename: 'n.pdf' }],
      [notes[4] ?? '', { filename: 'n.flac' }],
      [notes[6] ?? '', { mimeType: 'audio/wav' }],
      [notes[7] ?? '', { filename: 'n.webp' }],
    ] as const) {
      const { kind, detectedMimeType, lacksSignature } = await detector.detectBinary(utf8(note), options);
      assert.notEqual(kind, 'text');
      assert.deepEqual([detectedMimeType, lacksSignature], [undefined, true], `${note} ${JSON.stringify(options)}`);
    }
    for (const [bytes, found] of [
      [samples.gif, 'image/gif'],
      [samples.ogg, 'audio/ogg'],
      [samples.flac, 'audio/flac'],
      [samples.wav, 'audio/wav'],
      [samples.webp, 'image/webp'],
      [samples.pdf, 'application/pdf'],
      [utf8('%PDF-1.4\n1 0 obj\n<< >>\nendobj\n'), 'application/pdf'],
      [utf8('%PDF-1.4\r\ntrailer\r\n%%EOF'), 'application/pdf'],
    ] as const)
      for (const options of [{}, { filename: 'NOTES' }, { mimeType: 'application/octet-stream' }])
        assert.equal((await detector.detectBinary(bytes, options)).mimeType, found);
  });

  it('[L-11] prose in another encoding is no picture, sound or document either, and is not said to be one', async () => {
    const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0));
    const notes = [
      latin1('GIF89a \xe9tait le format des ann\xe9es 90\n'),
      latin1('BMI;Gr\xf6\xdfe;Gewicht\n22;180;70\n'),
      latin1('%PDF f\xfcr alle'),
      latin1('fLaC f\xfcr alle'),
      latin1('RIFFxxxxWAVE f\xfcr alle'),
      latin1('xxxxftypisom f\xfcr alle'),
      latin1('MZ f\xfcr alle'),
      latin1('8BPS f\xfcr alle'),
      latin1('\xff\xfb est une lettre'),
      // GBK
      Uint8Array.of(...latin1('BMW'), 0xb3, 0xb5, 0xd0, 0xcd, 0x0a),
    ];
    for (const [at, note] of notes.entries()) {
      for (const options of [{}, { filename: 'notes.txt' }, { filename: 'a.csv' }, { mimeType: 'text/plain' }, { isHead: true }]) {
        const { mimeType, detectedMimeType } = await detector.detectBinary(note, options);
        assert.deepEqual([mimeType, detectedMimeType], ['application/octet-stream', undefined], `${at} ${JSON.stringify(options)}`);
      }
    }
    // a PDF whose only bytes above 127 are the comment that says that it is binary
    const pdf = latin1('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n');
    assert.equal((await detector.detectBinary(pdf, { filename: 'NOTES' })).mimeType, 'application/pdf');
  });

  it('[L-11] a declared binary type without its signature yields to a name that says text', async () => {
    const source = utf8('export const answer = 42;\n');
    for (const [options, found] of [
      [{ mimeType: 'video/mp2t', filename: 'app.ts' }, 'text/typescript'],
      [{ mimeType: 'video/mp2t', extension: '.ts' }, 'text/typescript'],
      [{ mimeType: 'image/png', filename: 'notes.md' }, 'text/markdown'],
      [{ mimeType: 'application/msword', filename: 'graph.dot' }, 'text/vnd.graphviz'],
    ] as const) {
      const { mimeType, kind, source: by, declaredMimeType, isContradiction, encoding } = await detector.detectBinary(source, options);
      assert.deepEqual([mimeType, kind, by, isContradiction, encoding], [found, 'text', 'name', true, 'utf-8']);
      assert.equal(declaredMimeType, options.mimeType);
    }
    // A name that says nothing, or another binary format, changes nothing; neither does content that is no text, or that has the signature.
    for (const [bytes, options, found] of [
      [source, { mimeType: 'video/mp2t' }, 'video/mp2t'],
      [source, { mimeType: 'video/mp2t', filename: 'app.mp4' }, 'video/mp2t'],
      [source, { mimeType: 'audio/pcm', filename: 'a.txt' }, 'audio/pcm'],
      [new Uint8Array(0), { mimeType: 'video/mp2t', filename: 'app.ts' }, 'video/mp2t'],
      [RANDOM, { mimeType: 'video/mp2t', filename: 'app.ts' }, 'video/mp2t'],
      [samples.png, { mimeType: 'image/png', filename: 'notes.md' }, 'image/png'],
    ] as const)
      assert.equal((await detector.detectBinary(bytes, options)).mimeType, found);
    const { mimeType, lacksSignature } = await detector.detectBinary(utf8('%PDF-1.4\n'), { filename: 'a.pdf' });
    assert.deepEqual([mimeType, lacksSignature], ['application/pdf', false], 'the first word is what was declared');
  });

  it('[E-9] raw samples of sound stay what they are declared as, whatever they begin with', async () => {
    for (const start of [
      [0xff, 0xff, 0, 0],
      [0xff, 0xff, 1, 0],
      [0xff, 0xff, 0x10, 0],
      [0xff, 0xfb, 0x90, 0x64],
      [0x42, 0x4d],
      [0xff, 0xf1, 0x50, 0x80],
    ]) {
      for (const mimeType of ['audio/L16;codec=pcm;rate=24000', 'audio/pcm']) {
        const detection = await detector.detectBinary(Uint8Array.from([...start, ...RANDOM]), { mimeType });
        assert.deepEqual(
          [detection.mimeType, detection.isContradiction, detection.isMislabelled],
          [mimeType === 'audio/pcm' ? mimeType : 'audio/l16', false, false],
          `${mimeType} ${start.join(' ')}`,
        );
      }
    }
    assert.equal(
      (await detector.detectBinary(Uint8Array.from([0xff, 0xff, 0, 0, ...RANDOM]))).kind,
      'other',
      'a frame whose length its header does not tell is none',
    );
    await detects(openings.mp3Frames, { mimeType: 'audio/pcm' }, 'audio', 'audio/mpeg');
  });

  it('[E-9] synonyms of a format are its one name, and what carries a JPEG is sent as that', async () => {
    for (const mimeType of ['audio/x-mpeg', 'audio/mpeg3', 'audio/x-mpeg-3', 'audio/x-mp3', 'audio/mpg', 'audio/x-mpg'])
      await detects(samples.mp3, { mimeType }, 'audio', 'audio/mpeg');
    for (const mimeType of ['audio/x-pn-wav', 'audio/x-wav', 'audio/vnd.wave'])
      await detects(samples.wav, { mimeType }, 'audio', 'audio/wav');
    for (const options of [{ mimeType: 'image/mpo' }, { mimeType: 'image/x-jps' }, { filename: 'both-eyes.jps' }]) {
      await detects(samples.jpeg, options, 'image', 'image/jpeg');
      assert.equal((await detector.detectBinary(samples.jpeg, options)).isMislabelled, false);
    }
  });

  it('[1-R8.3] decision 3: a declared text whose bytes are no text in any supported encoding is binary', async () => {
    await detects(Uint8Array.from([0x61, 0xe9, 0x62]), { mimeType: 'text/plain' }, 'other', 'application/octet-stream');
    await detects(utf8('a\0b'), { filename: 'x.txt' }, 'other', 'application/octet-stream');
    await detects(
      Uint8Array.from([...utf8('<?xml version="1.0" encoding="latin1"?><a>'), 0xe9]),
      { filename: 'x.xml' },
      'other',
      'application/octet-stream',
    );
    await detects(Uint8Array.from([...utf8('<?xml version="1.0" encoding="latin1"?><a>'), 0xe9]), {}, 'other', 'application/octet-stream');
  });

  it('[1-R1.1] decision 4: SVG and every +xml or +json type is text', async () => {
    for (const mimeType of [
      'image/svg+xml',
      'application/atom+xml',
      'application/vnd.api+json',
      'application/ld+json',
      'application/json',
      'application/xml',
    ]) {
      const detection = await detector.detectBinary(utf8('<svg xmlns="http://www.w3.org/2000/svg"/>'), { mimeType });
      assert.deepEqual([detection.kind, detection.isBinary], ['text', false], mimeType);
    }
    await detects(utf8('<svg xmlns="http://www.w3.org/2000/svg"/>'), { filename: 'logo.svg' }, 'text', 'image/svg+xml');
  });

  it('knows source files by their extension, and not as what the registry of media types says', async () => {
    for (const name of [
      'x.ts',
      'x.mts',
      'x.tsx',
      'x.py',
      'x.rs',
      'x.go',
      'x.vue',
      'x.sh',
      'x.toml',
      'x.yml',
      'x.jsonl',
      '.env',
      '.gitignore',
      'x.lock',
      'x.log',
      'x.sql',
      'x.reg',
      'x.rtf',
    ]) {
      assert.equal((await detector.detectBinary(TEXT, { filename: name })).kind, 'text', name);
    }
  });

  it('stays the same kind when a media file is cut short anywhere behind its signature', async () => {
    for (const [name, bytes] of Object.entries(samples)) {
      const { type } = await detector.detectBinaryType(bytes, {});
      for (const length of [64, 100, 200, 333, 1000, 4099, 8191].filter((length) => length < bytes.length)) {
        const cut = await detector.detectBinaryType(bytes.subarray(0, length), {});
        // A ZIP tells the office format by the directory at its end.
        if (name !== 'docx' && name !== 'xlsx') assert.equal(cut.type, type, `${name} ${length}`);
        assert.equal((await detector.detectBinary(bytes.subarray(0, length), {})).isBinary, true);
      }
    }
  });

  it('knows the office format of a large file by its end', async () => {
    const head = new Uint8Array(64 * 1024);
    head.set(samples.docx.subarray(0, 400));
    await detects(head, { isHead: true, tail: samples.docx.subarray(-2000) }, 'document', DOCX);
    await detects(head, { isHead: true, tail: new Uint8Array(2000) }, 'other', 'application/zip');
  });

  it('[1-PERF-1] answers a second detection of the same content from memory', async () => {
    const own = new BinaryDetector();
    const first = await own.detectBinary(samples.png, { cacheKey: 'a' });
    assert.equal(await own.detectBinary(TEXT, { cacheKey: 'a' }), first);
    assert.notEqual(await own.detectBinary(samples.png, { cacheKey: 'b' }), first);
  });

  it('[1-PERF-1] forgets the oldest when it is full, and never grows without bound', async () => {
    const own = new BinaryDetector();
    const first = await own.detectBinary(samples.png, { cacheKey: 'first' });
    for (let n = 0; n < 2047; n++) await own.detectBinary(utf8('x'), { cacheKey: String(n) });
    assert.equal(await own.detectBinary(utf8('x'), { cacheKey: 'first' }), first);
    await own.detectBinary(utf8('x'), { cacheKey: 'one more' });
    assert.equal((await own.detectBinary(utf8('x'), { cacheKey: 'first' })).kind, 'text');
  });

  it('[1-BinaryDetector.detectBinaryType][1-R1.2][1-R1.4][1-R1.5] is as sure as the specification says, by what decided', async () => {
    for (const [bytes, options, type, confidence] of [
      [RANDOM, { mimeType: 'image/png' }, 'image', 0.95],
      [RANDOM, { mimeType: 'audio/mpeg' }, 'audio', 0.95],
      [RANDOM, { mimeType: 'video/mp4' }, 'video', 0.95],
      [RANDOM, { mimeType: 'application/pdf' }, 'document', 0.95],
      [RANDOM, { filename: 'x.png' }, 'image', 0.85],
      [RANDOM, { extension: '.mp3' }, 'audio', 0.85],
      [RANDOM, { extension: 'mp4' }, 'video', 0.85],
      [RANDOM, { filename: 'x.docx' }, 'document', 0.85],
      [samples.png, {}, 'image', 0.9],
      [samples.mp3, {}, 'audio', 0.9],
      [samples.mp4, {}, 'video', 0.9],
      [samples.png, { mimeType: 'text/plain' }, 'image', 0.9],
      [RANDOM, {}, 'other', 0.5],
    ] as const)
      assert.deepEqual(await detector.detectBinaryType(bytes, options), { type, confidence }, JSON.stringify(options));
  });
});
