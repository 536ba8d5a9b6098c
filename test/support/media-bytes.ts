/** Small media, made byte by byte, so that a test can say what is in them. */
import { deflateSync } from 'node:zlib';

/** Bytes of texts (a character is a byte) and numbers of one byte. */
export function bytesOf(...parts: ReadonlyArray<string | number | Uint8Array>): Uint8Array {
  return new Uint8Array(
    Buffer.concat(
      parts.map((part) =>
        typeof part === 'string' ? Buffer.from(part, 'latin1') : typeof part === 'number' ? Buffer.from([part]) : Buffer.from(part),
      ),
    ),
  );
}

export const uint16 = (value: number): Uint8Array => bytesOf(value >> 8, value & 0xff);
export const uint32 = (value: number): Uint8Array => bytesOf(uint16(value >>> 16), uint16(value & 0xffff));
export const uint16le = (value: number): Uint8Array => uint16(value).reverse();
const uint24le = (value: number): Uint8Array => bytesOf(value & 0xff, (value >> 8) & 0xff, value >> 16);
export const uint32le = (value: number): Uint8Array => uint32(value).reverse();

const chunk = (type: string, ...data: ReadonlyArray<string | number | Uint8Array>): Uint8Array => {
  const content = bytesOf(...data);
  return bytesOf(uint32(content.length), type, content, 'CRC!');
};

/** A PNG whose header says so; its pixels are not there. @param frames of an animated one */
export function png(width: number, height: number, { frames }: { frames?: number } = {}): Uint8Array {
  return bytesOf(
    '\x89PNG\r\n\x1a\n',
    chunk('IHDR', uint32(width), uint32(height), 8, 6, 0, 0, 0),
    ...(frames === undefined ? [] : [chunk('acTL', uint32(frames), uint32(0))]),
    chunk('IDAT', 'pixels'),
    chunk('IEND'),
  );
}

export function gif(width: number, height: number, frames: number): Uint8Array {
  const image = bytesOf(
    0x21,
    0xf9,
    4,
    0,
    0,
    0,
    0,
    0,
    0x2c,
    '\0\0\0\0',
    uint16le(width),
    uint16le(height),
    0x80,
    '\0\0\0\xff\xff\xff',
    2,
    3,
    'lzw',
    0,
  );
  return bytesOf(
    'GIF89a',
    uint16le(width),
    uint16le(height),
    0x81,
    0,
    0,
    'twelve bytes',
    ...Array.from({ length: frames }, () => image),
    0x3b,
  );
}

const riff = (form: string, ...chunks: readonly Uint8Array[]): Uint8Array => {
  const content = bytesOf(form, ...chunks);
  return bytesOf('RIFF', uint32le(content.length), content);
};
const riffChunk = (type: string, ...data: ReadonlyArray<string | number | Uint8Array>): Uint8Array => {
  const content = bytesOf(...data);
  return bytesOf(type, uint32le(content.length), content, content.length % 2 === 0 ? '' : '\0');
};

/** A WebP with a canvas (`VP8X`). @param frames of an animated one */
export function webp(width: number, height: number, frames?: number): Uint8Array {
  const canvas = riffChunk('VP8X', frames === undefined ? 0 : 0x02, '\0\0\0', uint24le(width - 1), uint24le(height - 1));
  return riff('WEBP', canvas, ...Array.from({ length: frames ?? 0 }, () => riffChunk('ANMF', 'a frame')), riffChunk('VP8 ', 'pixels'));
}

/** A WebP of one lossless, or one lossy image. */
export function simpleWebp(width: number, height: number, kind: 'VP8L' | 'VP8 '): Uint8Array {
  if (kind === 'VP8 ') return riff('WEBP', riffChunk(kind, 'tag\x9d\x01\x2a', uint16le(width), uint16le(height), 'pixels'));
  return riff('WEBP', riffChunk(kind, 0x2f, uint32le((width - 1) | ((height - 1) << 14)), 'pixels, more of them'));
}

/** A JPEG. @param orientation as Exif has it, 1 to 8 */
export function jpeg(width: number, height: number, orientation?: number): Uint8Array {
  const exif =
    orientation === undefined
      ? ''
      : bytesOf(
          'Exif\0\0II*\0',
          uint32le(8),
          uint16le(2),
          uint16le(0x010f),
          uint16le(2),
          uint32le(4),
          'Make',
          uint16le(0x0112),
          uint16le(3),
          uint32le(1),
          uint16le(orientation),
          '\0\0',
          uint32le(0),
        );
  return bytesOf(
    0xff,
    0xd8,
    exif === '' ? '' : bytesOf(0xff, 0xe1, uint16(exif.length + 2), exif),
    // A thumbnail with an end of its own, which is not the image's.
    0xff,
    0xe2,
    uint16(6),
    0xff,
    0xd8,
    0xff,
    0xd9,
    0xff,
    0xc2,
    uint16(17),
    8,
    uint16(height),
    uint16(width),
    3,
    '123456789',
    0xff,
    0xda,
    uint16(4),
    'sc',
    'image \xff\x00 data',
    0xff,
    0xd9,
  );
}

/** An HEIF image of tiles and a thumbnail: the largest size is its own. */
export function heif(sizes: ReadonlyArray<readonly [number, number]>): Uint8Array {
  const box = (type: string, ...data: ReadonlyArray<string | number | Uint8Array>) =>
    bytesOf(uint32(bytesOf(...data).length + 8), type, ...data);
  const properties = sizes.map(([width, height]) => box('ispe', uint32(0), uint32(width), uint32(height)));
  return bytesOf(
    box('ftyp', 'heic', uint32(0), 'mif1heic'),
    box('meta', uint32(0), box('hdlr', 'pict'), box('iprp', box('ipco', ...properties))),
    box('mdat', 'pixels'),
  );
}

/** A WAV of silence. @param seconds whole, of 8,000 samples of one byte each */
export function wav(seconds: number): Uint8Array {
  const format = bytesOf(uint16le(1), uint16le(1), uint32le(8000), uint32le(8000), uint16le(1), uint16le(8));
  return riff('WAVE', riffChunk('fmt ', format), riffChunk('data', new Uint8Array(8000 * seconds).fill(128)));
}

/** How to write a PDF. */
export interface PdfForm {
  /** A cross-reference stream with a predictor, and the page tree inside an object stream, as PDF 1.5 has it. */
  readonly compressed?: boolean;
  readonly encrypted?: boolean;
  /** Pages an update added at the end of the file. */
  readonly updatedPages?: number;
  /** Text before the header. */
  readonly before?: string;
  /** Bytes of a comment before the cross-reference. */
  readonly padding?: number;
}

/** A PDF whose page tree counts so many pages. */
export function pdf(
  pages: number,
  { compressed = false, encrypted = false, updatedPages, before = '', padding = 0 }: PdfForm = {},
): Uint8Array {
  const encryption = encrypted ? '/Encrypt 9 0 R ' : '';
  const tree = (count: number) =>
    `<< /Type /Pages /Kids [3 0 R] /Count ${count} /Note (a string with >> and /Count 99) /Inner << /Count 77 >> >>`;
  const catalogue = '<< /Type /Catalog /Pages 2 0 R >>';
  let text = `%PDF-1.7\n`;
  const offsets = new Map<number, number>();
  const add = (object: number, body: string) => {
    offsets.set(object, text.length);
    text += `${object} 0 obj\n${body}\nendobj\n`;
  };
  const stream = (dictionary: string, content: Uint8Array) => {
    const data = Buffer.from(deflateSync(content)).toString('latin1');
    return `<< ${dictionary} /Filter /FlateDecode /Length ${data.length} >>\nstream\n${data}\nendstream`;
  };
  const finish = (start: number) => {
    text += `startxref\n${start}\n%%EOF\n`;
  };
  if (padding > 0) text += `%${'?'.repeat(padding)}\n`;
  if (compressed) {
    const index = `1 0 2 ${catalogue.length + 1} `;
    add(4, stream(`/Type /ObjStm /N 2 /First ${index.length}`, bytesOf(index, catalogue, ' ', tree(pages))));
    const start = text.length;
    const rows = [
      [0, 0, 0],
      [2, 4, 0],
      [2, 4, 1],
      [0, 0, 0],
      [1, offsets.get(4) ?? 0, 0],
      [1, start, 0],
    ].map(([type = 0, second = 0, third = 0]) => bytesOf(type, uint16(second), third));
    // Each row as the difference to the one above.
    const predicted = rows.map((row, at) =>
      bytesOf(
        2,
        row.map((byte, column) => byte - (rows[at - 1]?.[column] ?? 0)),
      ),
    );
    add(
      5,
      stream(`/Type /XRef /Size 6 /W [1 2 1] /Root 1 0 R ${encryption}/DecodeParms << /Predictor 12 /Columns 4 >>`, bytesOf(...predicted)),
    );
    finish(start);
  } else {
    add(1, catalogue);
    add(2, tree(pages));
    const start = text.length;
    const entry = (object: number) => `${String(offsets.get(object)).padStart(10, '0')} 00000 n \n`;
    text += `xref\n0 3\n0000000000 65535 f \n${entry(1)}${entry(2)}trailer\n<< /Size 3 /Root 1 0 R ${encryption}>>\n`;
    finish(start);
    if (updatedPages !== undefined) {
      add(2, tree(updatedPages));
      const update = text.length;
      text += `xref\n2 1\n${entry(2)}trailer\n<< /Size 3 /Root 1 0 R /Prev ${start} >>\n`;
      finish(update);
    }
  }
  return bytesOf(before + text);
}
