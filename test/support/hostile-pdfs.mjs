import { deflateSync } from 'node:zlib';

const HEAD = '%PDF-1.7\n';
/** What is read of one dictionary. */
const DICTIONARY_BYTES = 64 * 1024;

/**
 * A PDF of update upon update, each with a section of the cross-reference.
 * @param {number} count
 * @param {(previous: string) => string} section its text; it is given the entry that leads to the section before
 */
function updates(count, section) {
  let text = HEAD;
  let start = 0;
  for (let n = 0; n < count; n++) {
    const previous = start === 0 ? '' : `/Prev ${start}`;
    start = text.length;
    text += section(previous);
  }
  return Buffer.from(`${text}\nstartxref\n${start}\n%%EOF`, 'latin1');
}

/** @param {string} dictionary */
const table = (dictionary) => `xref\n0 1\n0000000000 65535 f \ntrailer\n${dictionary}\n`;

/**
 * A PDF whose cross-reference streams are all of zeros: a few KB for each that grow to many MB.
 * @param {number} count
 * @param {number} size bytes that each grows to
 * @param {string} [parameters] how it was written
 */
export function inflatingPdf(count, size, parameters = '') {
  const data = deflateSync(Buffer.alloc(size)).toString('latin1');
  return updates(
    count,
    (previous) =>
      `5 0 obj\n<< /Type /XRef /W [1 2 1] /Size 16000000 /Root 1 0 R ${previous} ${parameters} /Filter /FlateDecode /Length ${data.length} >>\nstream\n${data}\nendstream\nendobj\n`,
  );
}

/**
 * PDFs that cost whoever reads them the most, by what they do.
 * @type {ReadonlyArray<readonly [what: string, bytes: Buffer]>}
 */
export const HOSTILE_PDFS = [
  ['64 KB of blanks before a dictionary', updates(1, () => table(' '.repeat(DICTIONARY_BYTES)))],
  ['64 KB of brackets in a string that never ends', updates(1, () => table(`<< (${'\\('.repeat(DICTIONARY_BYTES / 2)}`))],
  [
    '64 KB of brackets in a string, in a dictionary that ends',
    updates(1, () => table(`<< (${'\\('.repeat(DICTIONARY_BYTES / 2 - 100)} >>`)),
  ],
  [
    'a hundred updates of 64 KB of strings',
    updates(100, (previous) => table(`<< ${previous} /A ${'()'.repeat(DICTIONARY_BYTES / 2 - 100)} >>`)),
  ],
  ['a hundred cross-references that grow to 8 MB each', inflatingPdf(100, 8 * 1024 * 1024)],
  ['8 MB behind a predictor', inflatingPdf(1, 8 * 1024 * 1024, '/DecodeParms << /Predictor 12 /Columns 4 >>')],
];
