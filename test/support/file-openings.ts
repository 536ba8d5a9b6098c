/** The beginnings of files of many formats, made byte by byte or taken from real ones; enough of each to be told by. */
import { gzipSync } from 'node:zlib';
import { bytesOf, uint16le, uint32, uint32le } from './media-bytes.ts';
import { samples, utf8 } from './samples.ts';

/** Bytes that are neither text nor begin with any signature. */
const noise = Uint8Array.from({ length: 400 }, (_, at) => (at * 89 + 131) % 251);

/** A ZIP archive of stored files. */
export function zipOf(files: Readonly<Record<string, string>>): Uint8Array {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let place = 0;
  for (const [name, content] of Object.entries(files)) {
    // Time, date and checksum, which nobody here looks at, then the sizes and the lengths of name and extra field.
    const facts = bytesOf(uint32le(0), uint32le(0), uint32le(content.length), uint32le(content.length), uint16le(name.length), uint16le(0));
    const local = bytesOf('PK\x03\x04', uint16le(20), uint16le(0), uint16le(0), facts, name, content);
    directory.push(
      bytesOf('PK\x01\x02', uint16le(20), uint16le(20), uint16le(0), uint16le(0), facts, new Uint8Array(10), uint32le(place), name),
    );
    parts.push(local);
    place += local.length;
  }
  const list = bytesOf(...directory);
  const count = uint16le(directory.length);
  return bytesOf(...parts, list, 'PK\x05\x06', uint32le(0), count, count, uint32le(list.length), uint32le(place), uint16le(0));
}

/** An office document of the new kind, whose content types name `main`. */
const officeZip = (folder: string, main: string): Uint8Array =>
  zipOf({
    '[Content_Types].xml': `<Types><Override PartName="/${folder}/x.xml" ContentType="application/${main}.main+xml"/></Types>`,
    [`${folder}/x.xml`]: '<x/>',
  });

/** A compound file (MS-CFB) with streams of the given names in its root folder. */
export function compoundFile(...streams: readonly string[]): Uint8Array {
  const FREE = 0xffffffff;
  const header = bytesOf(
    '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
    new Uint8Array(16),
    uint16le(0x3e),
    uint16le(3),
    uint16le(0xfffe),
    uint16le(9),
    uint16le(6),
    new Uint8Array(6),
    uint32le(0),
    uint32le(1),
    uint32le(1),
    uint32le(0),
    uint32le(4096),
    uint32le(0xfffffffe),
    uint32le(0),
    uint32le(0xfffffffe),
    uint32le(0),
    uint32le(0),
    new Uint8Array(108 * 4).fill(0xff),
  );
  // Sector 0 is the allocation table, the directory follows it sector by sector.
  const count = Math.ceil((streams.length + 1) / 4);
  const table = bytesOf(
    uint32le(0xfffffffd),
    ...Array.from({ length: 127 }, (_, at) => uint32le(at + 1 < count ? at + 2 : at + 1 === count ? 0xfffffffe : FREE)),
  );
  const entry = (name: string, kind: number, right: number, child: number): Uint8Array => {
    const written = new Uint8Array(64);
    written.set(Buffer.from(name, 'utf16le'));
    return bytesOf(
      written,
      uint16le(name === '' ? 0 : name.length * 2 + 2),
      kind,
      1,
      uint32le(FREE),
      uint32le(right),
      uint32le(child),
      new Uint8Array(48),
    );
  };
  const entries = [
    entry('Root Entry', 5, FREE, streams.length > 0 ? 1 : FREE),
    ...streams.map((name, at) => entry(name, 2, at + 1 < streams.length ? at + 2 : FREE, FREE)),
  ];
  while (entries.length % 4 !== 0) entries.push(entry('', 0, FREE, FREE));
  return bytesOf(header, table, ...entries);
}

const frames =
  (...header: readonly number[]) =>
  (length: number): Uint8Array =>
    bytesOf(...Array.from({ length: 3 }, () => bytesOf(...header, new Uint8Array(length - header.length).fill(0x5a))));
const box = (type: string, ...data: ReadonlyArray<string | number | Uint8Array>): Uint8Array =>
  bytesOf(uint32(bytesOf(...data).length + 8), type, ...data);
const ebml = (kind: string): Uint8Array =>
  bytesOf('\x1a\x45\xdf\xa3', 0x80 | (kind.length + 3), '\x42\x82', 0x80 | kind.length, kind, noise);
const asf = (stream: string): Uint8Array =>
  bytesOf(
    '\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\x00\xaa\x00\x62\xce\x6c',
    uint32le(200),
    uint32le(0),
    uint32le(1),
    1,
    2,
    '\x91\x07\xdc\xb7\xb7\xa9\xcf\x11\x8e\xe6\x00\xc0\x0c\x20\x53\x65',
    uint32le(80),
    uint32le(0),
    stream,
    '\x4d\x5b\xcf\x11\xa8\xfd\x00\x80\x5f\x5c\x44\x2b',
    new Uint8Array(100),
  );
const tga = bytesOf(0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, uint16le(4), uint16le(2), 24, 0x20, noise.subarray(0, 24));
const exe = (): Uint8Array => {
  const bytes = new Uint8Array(400);
  bytes.set(bytesOf('MZ\x80\x00\x01'), 0);
  bytes.set(uint32le(0x80), 0x3c);
  bytes.set(bytesOf('PE\0\0', uint16le(0x8664)), 0x80);
  return bytes;
};
const tar = (): Uint8Array => {
  const block = new Uint8Array(1024);
  block.set(bytesOf('notes.txt'), 0);
  block.set(bytesOf('ustar\x0000'), 257);
  return block;
};

/** Contents by what they are. */
export const openings = {
  ...samples,
  text: utf8('plain words, and no more than that\n'),
  empty: new Uint8Array(0),
  noise,
  exe: exe(),
  // What every linker puts before the program, without the program.
  stub: bytesOf('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0', noise),
  // The two letters and nothing that makes a program of them.
  mz: bytesOf('MZ', noise),
  gzip: new Uint8Array(gzipSync(Buffer.from(noise))),
  gzipStart: bytesOf(0x1f, 0x8b, 8, 0xff, noise),
  bmStart: bytesOf('BM', noise),
  zip: zipOf({ 'a.txt': 'words', 'b/c.bin': 'bytes' }),
  jar: zipOf({ 'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0\n' }),
  docm: officeZip('word', 'vnd.ms-word.document.macroEnabled'),
  dotm: officeZip('word', 'vnd.ms-word.template.macroEnabledTemplate'),
  xlsm: officeZip('xl', 'vnd.ms-excel.sheet.macroEnabled'),
  pptm: officeZip('ppt', 'vnd.ms-powerpoint.presentation.macroEnabled'),
  ppsm: officeZip('ppt', 'vnd.ms-powerpoint.slideshow.macroEnabled'),
  odt: zipOf({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '<x/>' }),
  epub: zipOf({ mimetype: 'application/epub+zip', 'a.xhtml': '<x/>' }),
  doc: compoundFile('\x01CompObj', '1Table', 'Data', '\x05SummaryInformation', 'WordDocument'),
  xls: compoundFile('Workbook'),
  msg: compoundFile('__nameid_version1.0', '__properties_version1.0'),
  encryptedDocx: compoundFile('EncryptionInfo', 'EncryptedPackage'),
  otherCompound: compoundFile('Contents'),
  wma: asf('\x40\x9e\x69\xf8'),
  wmv: asf('\xc0\xef\x19\xbc'),
  mpc8: bytesOf('MPCKSH', noise),
  mpc7: bytesOf('MP+\x07', noise),
  mxf: bytesOf('\x06\x0e\x2b\x34\x02\x05\x01\x01\x0d\x01\x02\x01\x01\x02\x04\x00', noise),
  dds: bytesOf('DDS ', uint32le(124), noise),
  ktx2: bytesOf('\xabKTX 20\xbb\r\n\x1a\n', noise),
  tga,
  tga2: bytesOf(tga, new Uint8Array(8), 'TRUEVISION-XFILE.\0'),
  ppm: bytesOf('P6\n# made by hand\n4 2\n255\n', noise),
  pgm: bytesOf('P5 4 2 255\n', noise),
  pbm: bytesOf('P4\n8 400\n', noise),
  plainPpm: utf8('P3\n2 1\n255\n0 0 0 255 255 255\n'),
  pam: bytesOf('P7\nWIDTH 4\nHEIGHT 2\nDEPTH 3\nMAXVAL 255\nENDHDR\n', noise),
  pfm: bytesOf('PF\n4 2\n-1.0\n', noise),
  fontMetrics: bytesOf('\0\x01', uint32le(400), 'made by hand', new Uint8Array(48), '\x81\0', noise),
  cursor: bytesOf('\0\0\x02\0\x01\0\x20\x20\0\0\0\0\0\0', uint32le(300), uint32le(22), noise),
  aiff: bytesOf('FORM', uint32(400), 'AIFF', noise),
  ilbm: bytesOf('FORM', uint32(400), 'ILBM', noise),
  mp3Frames: frames(0xff, 0xfb, 0x90, 0x00)(417),
  mp3Start: bytesOf(0xff, 0xfb, 0x90, 0x00, noise),
  aac: frames(0xff, 0xf1, 0x50, 0x80, 0x0d, 0x1f, 0xfc)(104),
  ac3: frames(0x0b, 0x77, 0x12, 0x34, 0x00, 0x40)(128),
  taggedMp3: bytesOf('ID3\x04\0\0\0\0\0\x0a', 'ten bytes.', frames(0xff, 0xfb, 0x90, 0x00)(417)),
  taggedAac: bytesOf('ID3\x04\0\0\0\0\0\x0a', 'ten bytes.', frames(0xff, 0xf1, 0x50, 0x80, 0x0d, 0x1f, 0xfc)(104)),
  longTag: bytesOf('ID3\x04\0\0\x01\0\0\0', noise),
  m4a: bytesOf(box('ftyp', 'M4A \0\0\0\0'), noise),
  mov: bytesOf(box('ftyp', 'qt  \0\0\0\0'), noise),
  movBoxes: bytesOf(box('wide'), noise),
  heic: bytesOf(box('ftyp', 'heic\0\0\0\0'), noise),
  heif: bytesOf(box('ftyp', 'mif1\0\0\0\0'), noise),
  mkv: ebml('matroska'),
  plainWebm: ebml('webm'),
  avi: bytesOf('RIFF', uint32le(400), 'AVI LIST', noise),
  // packets of the table of services, PID 17 (ISO/IEC 13818-1 2.4.3.2)
  transport: bytesOf(...Array.from({ length: 5 }, () => bytesOf(0x47, 0x40, 0x11, 0x10, new Uint8Array(184).fill(0xa5)))),
  rar: bytesOf('Rar!\x1a\x07\x01\0', noise),
  sevenZip: bytesOf("7z\xbc\xaf'\x1c", noise),
  tar: tar(),
  bzip2: bytesOf('BZh91AY&SY', noise),
  woff: bytesOf('wOFF\0\x01\0\0', noise),
  trueType: bytesOf('\0\x01\0\0\0', noise),
  epsBinary: bytesOf('\xc5\xd0\xd3\xc6', noise),
  postscript: utf8('%!PS-Adobe-3.0\n/Helvetica findfont 12 scalefont setfont\nshowpage\n'),
  stlText: utf8('solid cube\nfacet normal 0 0 0\nendsolid cube\n'),
  stlBinary: bytesOf('made by hand', new Uint8Array(68), uint32le(2), noise),
  certificate: utf8('-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIUT\n-----END CERTIFICATE-----\n'),
  der: bytesOf('\x30\x82\x03\x4f\x30\x82\x02\x37\xa0\x03\x02\x01\x02\x02\x14', noise),
  playlist: utf8('#EXTM3U\n#EXTINF:9.0,\nsegment0.ts\n'),
  mail: utf8('From: a@example.org\r\nSubject: words\r\n\r\nHello.\r\n'),
  latin1: Uint8Array.from([0x61, 0xe9, 0x62, 0x20, 0xfc]),
  xml: utf8('<?xml version="1.0"?><a/>'),
} as const;
