import assert from 'node:assert/strict';
import { BinaryDetector, type Detection } from '../../../src/core/content/binary-detector.ts';
import type { MediaKind } from '../../../src/core/content/media-type.ts';
import { openings } from '../../support/file-openings.ts';

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const DOCX = `${OFFICE}.wordprocessingml.document`;
const XLSX = `${OFFICE}.spreadsheetml.sheet`;
const PPTX = `${OFFICE}.presentationml.presentation`;
const DOCM = 'application/vnd.ms-word.document.macroenabled.12';
const DOTM = 'application/vnd.ms-word.template.macroenabled.12';
const XLSM = 'application/vnd.ms-excel.sheet.macroenabled.12';
const PPTM = 'application/vnd.ms-powerpoint.presentation.macroenabled.12';
const PPSM = 'application/vnd.ms-powerpoint.slideshow.macroenabled.12';
const EXE = 'application/x-msdownload';
const BINARY = 'application/octet-stream';

/** What is said beside the type: nothing; another type is taken than declared; it may be another (named where known); it is no text. */
type Warning = '' | `not ${string}` | `perhaps ${string}` | 'unconfirmed' | 'no text';
type Row = readonly [
  filename: string | null,
  declared: string | null,
  content: keyof typeof openings,
  kind: MediaKind,
  mimeType: string,
  warning: Warning,
];

const TEXTS: readonly Row[] = [
  // Extensions that a registry gives to binary formats, and that text has as well.
  ['main.dart', null, 'text', 'text', 'text/x-dart', ''],
  ['run.tcl', null, 'text', 'text', 'text/x-tcl', ''],
  ['mail.eml', null, 'mail', 'text', 'message/rfc822', ''],
  ['key.pem', null, 'certificate', 'text', 'application/x-pem-file', ''],
  ['ca.crt', null, 'certificate', 'text', 'application/x-pem-file', ''],
  ['ca.cer', null, 'certificate', 'text', 'application/x-pem-file', ''],
  ['notes.org', null, 'text', 'text', 'text/org', ''],
  ['graph.dot', null, 'text', 'text', 'text/vnd.graphviz', ''],
  ['page.ps', null, 'postscript', 'text', 'text/plain', ''],
  ['id_rsa.pub', null, 'text', 'text', 'text/plain', ''],
  ['cube.obj', null, 'text', 'text', 'text/plain', ''],
  ['cube.stl', null, 'stlText', 'text', 'text/plain', ''],
  ['water.xyz', null, 'text', 'text', 'chemical/x-xyz', ''],
  ['game.pgn', null, 'text', 'text', 'application/x-chess-pgn', ''],
  ['live.m3u8', null, 'playlist', 'text', 'application/vnd.apple.mpegurl', ''],
  ['list.m3u', null, 'playlist', 'text', 'audio/x-mpegurl', ''],
  ['manual.texi', null, 'text', 'text', 'application/x-texinfo', ''],
  ['figure.eps', null, 'postscript', 'text', 'text/plain', ''],
  ['drawing.dxf', null, 'text', 'text', 'text/plain', ''],
  ['icon.xpm', null, 'text', 'text', 'text/plain', ''],
  ['server.key', null, 'certificate', 'text', 'application/x-pem-file', ''],
  ['de.pot', null, 'text', 'text', 'text/x-gettext-translation-template', ''],
  ['graph.ttl', null, 'text', 'text', 'text/turtle', ''],
  ['a.mbox', null, 'mail', 'text', 'application/mbox', ''],
  ['plan.mpp.txt', null, 'text', 'text', 'text/plain', ''],
  ['part.step', null, 'text', 'text', 'text/plain', ''],
  ['a.unheard-of', null, 'text', 'text', 'text/plain', ''],
  ['app.ts', null, 'text', 'text', 'text/typescript', ''],
  // Types that nobody knows, and types of text under another name.
  [null, 'application/x-notes', 'text', 'text', 'text/plain', ''],
  [null, 'message/rfc822', 'mail', 'text', 'message/rfc822', ''],
  [null, 'application/csv', 'text', 'text', 'text/csv', ''],
  [null, 'unknown/type', 'text', 'text', 'text/plain', ''],
  ['a.dart', 'application/vnd.dart', 'text', 'text', 'application/vnd.dart', ''],
  ['a.stl', 'model/stl', 'stlText', 'text', 'text/plain', ''],
  [null, 'application/postscript', 'postscript', 'text', 'text/plain', ''],
  ['a.txt', 'application/x-notes', 'text', 'text', 'text/plain', ''],
  [null, 'application/x-notes', 'empty', 'text', 'text/plain', ''],
  [null, 'application/x-notes', 'xml', 'text', 'application/xml', ''],
  ['ca.pem', 'application/x-x509-ca-cert', 'certificate', 'text', 'application/x-pem-file', ''],
  [null, 'application/pgp-signature', 'text', 'text', 'text/plain', ''],
];

const BINARIES: readonly Row[] = [
  // The same extensions and types over bytes that are no text.
  ['ca.crt', null, 'der', 'other', 'application/x-x509-ca-cert', ''],
  ['cube.stl', null, 'stlBinary', 'other', 'model/stl', ''],
  ['brief.dot', null, 'doc', 'document', 'application/msword', ''],
  ['page.eps', null, 'epsBinary', 'document', 'application/postscript', ''],
  ['film.ts', null, 'transport', 'video', 'video/mp2t', ''],
  ['flyer.pub', null, 'otherCompound', 'document', 'application/x-mspublisher', ''],
  ['talk.key', null, 'zip', 'document', 'application/vnd.apple.keynote', ''],
  ['old.org', null, 'noise', 'other', 'application/vnd.lotus-organizer', ''],
  ['main.dart', null, 'latin1', 'other', BINARY, 'no text'],
  ['mail.eml', null, 'noise', 'other', BINARY, 'no text'],
  ['app.ts', null, 'exe', 'other', EXE, 'not text/typescript'],
  [null, 'text/csv', 'noise', 'other', BINARY, 'no text'],
  [null, 'application/x-foo', 'noise', 'other', 'application/x-foo', ''],
  ['a.png', 'application/x-foo', 'png', 'image', 'image/png', ''],
  ['a.png', 'application/x-foo', 'noise', 'image', 'image/png', 'unconfirmed'],
  ['a.mp3', 'unknown/type', 'mp3', 'audio', 'audio/mpeg', ''],
  [null, 'application/x-foo', 'png', 'image', 'image/png', ''],
  [null, 'application/x-foo', 'zip', 'other', 'application/x-foo', ''],
  [null, 'application/x-foo', 'docx', 'document', DOCX, ''],
  [null, BINARY, 'empty', 'other', BINARY, ''],
  ['a.xyz', BINARY, 'pdf', 'document', 'application/pdf', 'not chemical/x-xyz'],
];

const FALSE_TYPES: readonly Row[] = [
  // Weak signatures of another kind: the declared type stays, and it is said.
  [null, 'image/png', 'mz', 'image', 'image/png', `perhaps ${EXE}`],
  [null, 'image/png', 'gzipStart', 'image', 'image/png', 'perhaps application/gzip'],
  [null, 'application/pdf', 'bmStart', 'document', 'application/pdf', 'perhaps image/bmp'],
  [null, 'image/png', 'mp3Start', 'image', 'image/png', 'perhaps audio/mpeg'],
  ['a.pdf', null, 'mz', 'document', 'application/pdf', `perhaps ${EXE}`],
  [null, 'video/mp4', 'tga', 'video', 'video/mp4', 'perhaps image/x-tga'],
  // The same formats with all of their header, or their second frame: long enough to win.
  [null, 'image/png', 'exe', 'other', EXE, 'not image/png'],
  [null, 'image/png', 'stub', 'other', EXE, 'not image/png'],
  [null, 'image/png', 'gzip', 'other', 'application/gzip', 'not image/png'],
  ['a.png', null, 'exe', 'other', EXE, 'not image/png'],
  [null, 'image/png', 'mp3Frames', 'audio', 'audio/mpeg', 'not image/png'],
  [null, 'application/pdf', 'bmp', 'image', 'image/bmp', 'not application/pdf'],
  [null, 'image/jpeg', 'bzip2', 'other', 'application/x-bzip2', 'not image/jpeg'],
  // Within a kind the detected type is taken, however short its signature.
  [null, 'image/png', 'bmp', 'image', 'image/bmp', 'not image/png'],
  [null, 'image/png', 'bmStart', 'image', 'image/bmp', 'not image/png'],
  ['a.png', null, 'bmp', 'image', 'image/bmp', 'not image/png'],
  [null, 'image/png', 'tga', 'image', 'image/x-tga', 'not image/png'],
  [null, DOCX, 'pdf', 'document', 'application/pdf', `not ${DOCX}`],
  ['a.docx', null, 'pdf', 'document', 'application/pdf', `not ${DOCX}`],
  [null, 'audio/mpeg', 'wav', 'audio', 'audio/wav', 'not audio/mpeg'],
  ['a.mp3', null, 'wav', 'audio', 'audio/wav', 'not audio/mpeg'],
  [null, 'audio/mpeg', 'mp4', 'video', 'video/mp4', 'not audio/mpeg'],
  [null, 'audio/mpeg', 'webm', 'video', 'video/webm', 'not audio/mpeg'],
  ['a.mp3', null, 'mkv', 'video', 'video/matroska', 'not audio/mpeg'],
  [null, 'audio/wav', 'mp3Start', 'audio', 'audio/mpeg', 'not audio/wav'],
  [null, 'audio/mpeg', 'aac', 'audio', 'audio/aac', 'not audio/mpeg'],
  [null, 'video/mp4', 'mov', 'video', 'video/quicktime', 'not video/mp4'],
  [null, 'video/webm', 'mkv', 'video', 'video/matroska', 'not video/webm'],
  [null, 'video/mp4', 'avi', 'video', 'video/vnd.avi', 'not video/mp4'],
  [null, 'application/zip', 'rar', 'other', 'application/x-rar-compressed', 'not application/zip'],
  ['a.zip', null, 'sevenZip', 'other', 'application/x-7z-compressed', 'not application/zip'],
  ['a.7z', null, 'exe', 'other', EXE, 'not application/x-7z-compressed'],
  // Containers that are none of the declared format.
  [null, 'application/pdf', 'zip', 'other', 'application/zip', 'not application/pdf'],
  [null, DOCX, 'zip', 'other', 'application/zip', `not ${DOCX}`],
  [null, DOCX, 'xlsx', 'document', XLSX, `not ${DOCX}`],
  [null, DOCX, 'docm', 'document', DOCM, `not ${DOCX}`],
  [null, DOCX, 'doc', 'document', 'application/msword', `not ${DOCX}`],
  [null, 'application/msword', 'docx', 'document', DOCX, 'not application/msword'],
  [null, 'application/msword', 'xls', 'document', 'application/vnd.ms-excel', 'not application/msword'],
  [null, 'application/pdf', 'doc', 'document', 'application/msword', 'not application/pdf'],
  [null, 'application/pdf', 'gzip', 'other', 'application/gzip', 'not application/pdf'],
  [null, 'application/epub+zip', 'odt', 'document', 'application/vnd.oasis.opendocument.text', 'not application/epub+zip'],
  [null, 'image/png', 'zip', 'other', 'application/zip', 'not image/png'],
  [null, 'application/epub+zip', 'zip', 'other', 'application/zip', 'not application/epub+zip'],
  // No signature at all contradicts nothing.
  [null, 'image/png', 'noise', 'image', 'image/png', 'unconfirmed'],
  [null, 'image/png', 'text', 'image', 'image/png', 'unconfirmed'],
  [null, 'image/png', 'empty', 'image', 'image/png', 'unconfirmed'],
  ['a.zip', null, 'noise', 'other', 'application/zip', 'unconfirmed'],
  [null, 'audio/l16', 'noise', 'audio', 'audio/l16', ''],
];

const RIGHT_KINDS: readonly Row[] = [
  ['a.wma', null, 'wma', 'audio', 'audio/x-ms-wma', ''],
  [null, 'audio/x-ms-wma', 'wma', 'audio', 'audio/x-ms-wma', ''],
  [null, null, 'wma', 'audio', 'audio/x-ms-asf', ''],
  ['a.wmv', null, 'wmv', 'video', 'video/x-ms-wmv', ''],
  ['a.mpc', null, 'mpc8', 'audio', 'audio/x-musepack', ''],
  ['a.mpc', null, 'mpc7', 'audio', 'audio/x-musepack', ''],
  [null, null, 'mpc8', 'audio', 'audio/x-musepack', ''],
  ['a.mxf', null, 'mxf', 'video', 'application/mxf', ''],
  [null, null, 'mxf', 'video', 'application/mxf', ''],
  ['a.docm', null, 'docm', 'document', DOCM, ''],
  [null, null, 'docm', 'document', DOCM, ''],
  ['a.dotm', null, 'dotm', 'document', DOTM, ''],
  ['a.xlsm', null, 'xlsm', 'document', XLSM, ''],
  [null, null, 'xlsm', 'document', XLSM, ''],
  ['a.pptm', null, 'pptm', 'document', PPTM, ''],
  ['a.ppsm', null, 'ppsm', 'document', PPSM, ''],
  ['a.pfm', null, 'pfm', 'image', 'image/x-portable-floatmap', ''],
  [null, null, 'pfm', 'image', 'image/x-portable-floatmap', ''],
  ['a.pfm', null, 'fontMetrics', 'other', 'application/x-font-type1', 'not image/x-portable-floatmap'],
  ['a.dds', null, 'dds', 'image', 'image/vnd.ms-dds', ''],
  [null, null, 'dds', 'image', 'image/vnd.ms-dds', ''],
  ['a.ktx2', null, 'ktx2', 'image', 'image/ktx2', ''],
  [null, null, 'ktx2', 'image', 'image/ktx2', ''],
  ['a.tga', null, 'tga', 'image', 'image/x-tga', ''],
  [null, null, 'tga', 'image', 'image/x-tga', ''],
  [null, null, 'tga2', 'image', 'image/x-tga', ''],
  ['a.cur', null, 'cursor', 'image', 'image/x-icon', ''],
  [null, null, 'cursor', 'image', 'image/x-icon', ''],
  ['a.pnm', null, 'ppm', 'image', 'image/x-portable-anymap', ''],
  ['a.ppm', null, 'ppm', 'image', 'image/x-portable-pixmap', ''],
  [null, null, 'ppm', 'image', 'image/x-portable-pixmap', ''],
  [null, null, 'pgm', 'image', 'image/x-portable-graymap', ''],
  [null, null, 'pbm', 'image', 'image/x-portable-bitmap', ''],
  ['a.ppm', null, 'plainPpm', 'image', 'image/x-portable-pixmap', 'unconfirmed'],
  [null, null, 'plainPpm', 'text', 'text/plain', ''],
  [null, null, 'pam', 'image', 'image/x-portable-arbitrarymap', ''],
  [null, null, 'ilbm', 'image', 'image/x-ilbm', ''],
  ['a.aiff', null, 'aiff', 'audio', 'audio/aiff', ''],
  // Formats of one container, and other names of the same format, are no false types.
  ['a.m4a', null, 'm4a', 'audio', 'audio/mp4', ''],
  [null, 'audio/mp4', 'mp4', 'audio', 'audio/mp4', ''],
  [null, 'video/x-m4v', 'mp4', 'video', 'video/x-m4v', ''],
  [null, 'video/mp4', 'movBoxes', 'video', 'video/mp4', ''],
  ['a.mkv', null, 'mkv', 'video', 'video/x-matroska', ''],
  ['a.weba', null, 'plainWebm', 'audio', 'audio/webm', ''],
  ['a.rar', null, 'rar', 'other', 'application/vnd.rar', ''],
  [null, 'application/vnd.microsoft.portable-executable', 'exe', 'other', 'application/vnd.microsoft.portable-executable', ''],
  ['a.avi', null, 'avi', 'video', 'video/x-msvideo', ''],
  ['a.tar', null, 'tar', 'other', 'application/x-tar', ''],
  ['a.woff', null, 'woff', 'other', 'font/woff', ''],
  ['a.otf', null, 'trueType', 'other', 'font/otf', ''],
  [null, 'image/avif', 'heif', 'image', 'image/avif', ''],
  [null, 'image/heif', 'heic', 'image', 'image/heif', ''],
  [null, 'audio/aac', 'aac', 'audio', 'audio/aac', ''],
  [null, 'audio/ac3', 'ac3', 'audio', 'audio/ac3', ''],
  ['a.jar', null, 'jar', 'other', 'application/java-archive', ''],
  [null, 'application/zip', 'jar', 'other', 'application/zip', ''],
  [null, 'application/msword', 'doc', 'document', 'application/msword', ''],
  [null, 'application/msword', 'otherCompound', 'document', 'application/msword', ''],
  [null, null, 'doc', 'document', 'application/msword', ''],
  [null, null, 'msg', 'document', 'application/vnd.ms-outlook', ''],
  [null, DOCX, 'encryptedDocx', 'document', DOCX, ''],
  ['a.pptx', null, 'encryptedDocx', 'document', PPTX, ''],
  [null, 'audio/mpeg', 'taggedMp3', 'audio', 'audio/mpeg', ''],
  [null, 'audio/aac', 'taggedAac', 'audio', 'audio/aac', ''],
  [null, 'audio/flac', 'longTag', 'audio', 'audio/flac', ''],
  [null, 'audio/mpeg', 'taggedAac', 'audio', 'audio/aac', 'not audio/mpeg'],
  ['a.epub', null, 'epub', 'document', 'application/epub+zip', ''],
];

function warningOf({
  mimeType,
  declaredMimeType,
  detectedMimeType,
  isContradiction,
  isMislabelled,
  lacksSignature,
  source,
}: Detection): string {
  if (isContradiction && source === 'default') return 'no text';
  if (isContradiction) return `not ${declaredMimeType}`;
  if (isMislabelled) return `perhaps ${detectedMimeType}`;
  return lacksSignature && mimeType === declaredMimeType ? 'unconfirmed' : '';
}

describe('the declared type and the bytes', () => {
  for (const [title, rows] of [
    ['[E-7] what decodes as text is text, whatever its name or a type nobody knows', TEXTS],
    ['[E-7] bytes that are no text are what the name, the type or the signature says', BINARIES],
    ['[E-9] a false type is always reported; within a kind the detected one is taken', FALSE_TYPES],
    ['[E-9] formats have the right kind, with a name and without; names of one format contradict nothing', RIGHT_KINDS],
  ] as const) {
    describe(title, () => {
      for (const [filename, mimeType, content, kind, expected, warning] of rows) {
        it(`${content} as ${mimeType ?? 'no type'}${filename === null ? '' : `, ${filename}`}: ${expected}${warning === '' ? '' : `, ${warning}`}`, async () => {
          const detection = await new BinaryDetector().detectBinary(openings[content], { mimeType, filename });
          assert.deepEqual([detection.kind, detection.mimeType, warningOf(detection)], [kind, expected, warning]);
          assert.equal(detection.isBinary, kind !== 'text');
        });
      }
    });
  }
});
