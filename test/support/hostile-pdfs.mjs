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
 * PDFs that cost whoever reads them the most, by what they do.
 * @type {ReadonlyArray<readonly [what: string, bytes: Buffer]>}
 */
export const HOSTILE_PDFS = [
  ['64 KB of blanks before a dictionary', updates(1, () => table(' '.repeat(DICTIONARY_BYTES)))],
  ['64 KB of brackets in a string that never ends', updates(1, () => table(`<< (${'\\('.repeat(DICTIONARY_BYTES / 2)}`))],
  ['64 KB of brackets in a string, in a dictionary that ends', updates(1, () => table(`<< (${'\\('.repeat(DICTIONARY_BYTES / 2 - 100)} >>`))],
  ['a hundred updates of 64 KB of strings', updates(100, (previous) => table(`<< ${previous} /A ${'()'.repeat(DICTIONARY_BYTES / 2 - 100)} >>`))],
];
