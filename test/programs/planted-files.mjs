/** The files whose delivery is watched: one of each kind, small, with words by which what was sent of it is known. */
import { readFileSync } from 'node:fs';
import { copyFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { crc32, deflateRawSync, deflateSync } from 'node:zlib';

const samples = path.resolve(import.meta.dirname, '../fixtures/agent-society-root/data/runtime/artifacts');

/** A picture of 2 × 2 pixels. */
export const SMALL_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEUlEQVR4nGP4z8DwnwGMgRQAH+4D/dJQfRoAAAAASUVORK5CYII=',
  'base64',
);

/** How often {@link LINE} stands in a text of 20 KB, and in one of 2 MB. */
const [SMALL_LINES, LARGE_LINES] = [400, 40_000];

/**
 * @typedef {object} PlantedFile
 * @property {string} name
 * @property {RegExp} words each match is a piece of its own words
 * @property {number} [count] how many pieces there are; default: 1
 */

/** @type {Readonly<Record<string, PlantedFile>>} by kind */
export const FILES = {
  text: { name: 'notes.txt', words: /Planted line \d{6} of the text/g, count: SMALL_LINES },
  csv: { name: 'table.csv', words: /planted-cell-\d{2}/g, count: 20 },
  svg: { name: 'drawing.svg', words: /planted-drawing/g },
  empty: { name: 'empty.txt', words: /(?!)/g, count: 0 },
  png: { name: 'chart.png', words: /(?!)/g },
  'large-png': { name: 'panorama.png', words: /(?!)/g },
  jpeg: { name: 'photo.jpg', words: /(?!)/g },
  'jpeg-as-png': { name: 'photo.png', words: /(?!)/g },
  gif: { name: 'small.gif', words: /(?!)/g },
  webp: { name: 'picture.webp', words: /(?!)/g },
  bmp: { name: 'bitmap.bmp', words: /(?!)/g },
  pdf: { name: 'report.pdf', words: /Planted words of the report/g },
  'scanned-pdf': { name: 'scan.pdf', words: /(?!)/g },
  mp3: { name: 'voice.mp3', words: /(?!)/g },
  wav: { name: 'sound.wav', words: /(?!)/g },
  mp4: { name: 'film.mp4', words: /(?!)/g },
  docx: { name: 'brief.docx', words: /Planted words of the brief/g },
  xlsx: { name: 'costs.xlsx', words: /Planted words of the costs/g },
  'large-text': { name: 'log.txt', words: /Planted line \d{6} of the text/g, count: LARGE_LINES },
};

/** Writes them. @param {string} folder */
export async function plantFiles(folder) {
  const at = (/** @type {string} */ kind) => path.join(folder, FILES[kind]?.name ?? kind);
  const samplesOf = {
    jpeg: '9.jpg',
    gif: '10.gif',
    webp: '11.webp',
    bmp: '12.bmp',
    mp3: '19.mp3',
    wav: '18.wav',
    mp4: '22.mp4',
  };
  for (const [kind, sample] of Object.entries(samplesOf)) await copyFile(path.join(samples, sample), at(kind));
  const photo = readFileSync(path.join(samples, '9.jpg'));
  const made = {
    // another file than the JPEG: with a comment
    'jpeg-as-png': Buffer.concat([photo.subarray(0, 2), Buffer.from('\xff\xfe\x00\x09planted', 'latin1'), photo.subarray(2)]),
    text: textOf(SMALL_LINES),
    'large-text': textOf(LARGE_LINES),
    csv: `name,cell\n${Array.from({ length: 20 }, (_, row) => `row ${row},planted-cell-${String(row).padStart(2, '0')}\n`).join('')}`,
    svg: '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><circle id="planted-drawing" cx="20" cy="20" r="9"/></svg>\n',
    empty: '',
    docx: zipOf({
      '[Content_Types].xml': contentTypes('/word/document.xml', 'wordprocessingml.document'),
      '_rels/.rels': relationship('officeDocument', 'word/document.xml'),
      'word/document.xml':
        '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Planted words of the brief</w:t></w:r></w:p></w:body></w:document>',
    }),
    xlsx: zipOf({
      '[Content_Types].xml': contentTypes('/xl/workbook.xml', 'spreadsheetml.sheet', [
        '/xl/worksheets/sheet1.xml',
        'spreadsheetml.worksheet',
      ]),
      '_rels/.rels': relationship('officeDocument', 'xl/workbook.xml'),
      'xl/workbook.xml':
        '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Costs" sheetId="1" r:id="rId1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': relationship('worksheet', 'worksheets/sheet1.xml'),
      'xl/worksheets/sheet1.xml':
        '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Planted words of the costs</t></is></c></row></sheetData></worksheet>',
    }),
    png: picture(640, 480),
    'large-png': picture(9000, 1000),
    pdf: pdfOf('BT /F1 18 Tf 40 100 Td (Planted words of the report) Tj ET', '/Font << /F1 4 0 R >>', [
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ]),
    'scanned-pdf': pdfOf('q 400 0 0 300 0 0 cm /I Do Q', '/XObject << /I 4 0 R >>', [
      `<< /Type /XObject /Subtype /Image /Width 1600 /Height 1200 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${photo.length} >>\nstream\n${photo.toString('latin1')}\nendstream`,
    ]),
  };
  for (const [kind, content] of Object.entries(made)) await writeFile(at(kind), content);
}

/** @param {number} lines each of 50 characters */
function textOf(lines) {
  return Array.from({ length: lines }, (_, at) => `Planted line ${String(at).padStart(6, '0')} of the text, and its end here.\n`).join('');
}

/** A PNG of soft colours. @param {number} width @param {number} height */
function picture(width, height) {
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * (1 + width * 3) + 1 + x * 3;
      rows[at] = (x >> 3) & 0xff;
      rows[at + 1] = (y >> 2) & 0xff;
      rows[at + 2] = ((x + y) >> 4) & 0xff;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const chunk = (/** @type {string} */ type, /** @type {Buffer} */ data) => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}

/** A PDF of one page. @param {string} drawing @param {string} resources @param {readonly string[]} more objects from number 4 */
function pdfOf(drawing, resources, more) {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 300] /Resources << ${resources} >> /Contents ${4 + more.length} 0 R >>`,
    ...more,
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

/** @param {string} part @param {string} type @param {...readonly [string, string]} more */
function contentTypes(part, type, ...more) {
  const overrides = [[part, `${type}.main`], ...more].map(
    ([name, kind]) => `<Override PartName="${name}" ContentType="application/vnd.openxmlformats-officedocument.${kind}+xml"/>`,
  );
  return `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`;
}

/** @param {string} type @param {string} target */
function relationship(type, target) {
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`;
}

/** @param {Readonly<Record<string, string>>} files */
function zipOf(files) {
  const [bodies, entries] = [/** @type {Buffer[]} */ ([]), /** @type {Buffer[]} */ ([])];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const [content, packed] = [Buffer.from(text), deflateRawSync(text)];
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt16LE(0x21, 8);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(content.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    const body = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, Buffer.from(name), packed]);
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, place, Buffer.from(name)]));
    bodies.push(body);
    at += body.length;
  }
  const list = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, list, end]);
}
