import { own } from '../io/own.ts';

/** Kinds of content for routing. `text` is everything a model reads as characters. */
export type MediaKind = 'text' | 'image' | 'audio' | 'video' | 'document' | 'other';

export type BinaryKind = Exclude<MediaKind, 'text'>;

/** The type of unknown bytes (RFC 2046 §4.5.1). */
export const GENERIC_BINARY = 'application/octet-stream';

const MEDIA_TYPE = /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+$/;

/** Aliases in use, with their registered types. */
const ALIASES = new Map([
  ['image/jpg', 'image/jpeg'],
  ['image/pjpeg', 'image/jpeg'],
  ['image/x-png', 'image/png'],
  // Other readers treat an animated PNG as PNG.
  ['image/apng', 'image/png'],
  ['image/vnd.microsoft.icon', 'image/x-icon'],
  ['image/ico', 'image/x-icon'],
  ['image/x-ms-bmp', 'image/bmp'],
  // Several JPEG streams in one file, read by other readers as JPEG.
  ['image/mpo', 'image/jpeg'],
  ['image/jps', 'image/jpeg'],
  ['image/x-jps', 'image/jpeg'],
  ['audio/mp3', 'audio/mpeg'],
  ['audio/x-mp3', 'audio/mpeg'],
  ['audio/mpeg3', 'audio/mpeg'],
  ['audio/x-mpeg-3', 'audio/mpeg'],
  ['audio/x-mpeg', 'audio/mpeg'],
  ['audio/mpg', 'audio/mpeg'],
  ['audio/x-mpg', 'audio/mpeg'],
  ['audio/x-aac', 'audio/aac'],
  ['audio/x-ogg', 'audio/ogg'],
  ['audio/x-wav', 'audio/wav'],
  ['audio/x-pn-wav', 'audio/wav'],
  ['audio/wave', 'audio/wav'],
  ['audio/vnd.wave', 'audio/wav'],
  ['audio/x-flac', 'audio/flac'],
  ['audio/x-aiff', 'audio/aiff'],
  ['application/x-pdf', 'application/pdf'],
  ['application/x-zip-compressed', 'application/zip'],
  ['application/x-gzip', 'application/gzip'],
  ['text/xml', 'application/xml'],
  ['text/json', 'application/json'],
  ['application/csv', 'text/csv'],
  ['application/x-csv', 'text/csv'],
  ['text/x-csv', 'text/csv'],
  ['text/comma-separated-values', 'text/csv'],
  // Names used only by the signature detection.
  ['video/mp1s', 'video/mpeg'],
  ['video/mp2p', 'video/mpeg'],
]);

/** Text types outside `text/`. */
const TEXT_TYPES = new Set([
  'application/json',
  'application/ld+json',
  'application/json5',
  'application/jsonl',
  'application/x-ndjson',
  'application/xml',
  'application/xml-dtd',
  'application/javascript',
  'application/ecmascript',
  'application/typescript',
  'application/x-typescript',
  'application/x-javascript',
  'application/node',
  'application/x-sh',
  'application/x-csh',
  'application/x-httpd-php',
  'application/x-perl',
  'application/x-python',
  'application/x-ruby',
  'application/x-tex',
  'application/x-latex',
  'application/x-subrip',
  'application/x-ms-regedit',
  'application/x-www-form-urlencoded',
  'application/sql',
  'application/graphql',
  'application/toml',
  'application/yaml',
  'application/x-yaml',
  'application/rtf',
  'application/pgp-keys',
  'application/x-pem-file',
  'application/pem-certificate-chain',
  'application/mbox',
  'application/hjson',
  'application/edn',
  'application/n-triples',
  'application/n-quads',
  'application/trig',
  'application/sparql-query',
  'application/sgml',
  'application/vnd.dart',
  'application/x-awk',
  'application/x-bibtex',
  'application/x-lua',
  'application/x-php',
  'application/x-shellscript',
  'application/x-tcl',
  'application/x-texinfo',
  'application/x-chess-pgn',
  'application/vnd.chess-pgn',
  'chemical/x-xyz',
  'chemical/x-cif',
  'chemical/x-mdl-molfile',
  // Playlists are text.
  'application/vnd.apple.mpegurl',
  'application/x-mpegurl',
  'audio/mpegurl',
  'audio/x-mpegurl',
  'audio/x-scpls',
  'video/vnd.mpegurl',
]);
const TEXT_TREES = /^(?:text|message)\//;
const TEXT_SUFFIX = /\+(?:xml|json|yaml|json-seq)$/;

/** Video types outside `video/`. */
const VIDEO_TYPES = new Set([
  'application/mxf',
  'application/vnd.ms-asf',
  'application/vnd.rn-realmedia',
  'application/vnd.rn-realmedia-vbr',
]);

/** Document formats that are not text. */
const DOCUMENT_TYPES = new Set([
  'application/pdf',
  'application/msword',
  'application/vnd.ms-excel',
  'application/vnd.ms-powerpoint',
  'application/vnd.ms-outlook',
  'application/vnd.visio',
  'application/vnd.ms-project',
  'application/vnd.ms-works',
  'application/vnd.ms-xpsdocument',
  'application/oxps',
  'application/x-mspublisher',
  'application/x-mobipocket-ebook',
  'application/x-cfb',
  'application/epub+zip',
  'application/postscript',
  'application/eps',
  'application/x-eps',
  'application/vnd.apple.pages',
  'application/vnd.apple.numbers',
  'application/vnd.apple.keynote',
]);
const DOCUMENT_PREFIXES = [
  'application/vnd.openxmlformats-officedocument.',
  'application/vnd.oasis.opendocument.',
  // Office documents with macros: `application/vnd.ms-word.document.macroenabled.12` etc.
  'application/vnd.ms-word.',
  'application/vnd.ms-excel.',
  'application/vnd.ms-powerpoint.',
  'application/vnd.ms-visio.',
];

/**
 * The canonical form of a declared media type: lower case, no parameters, aliases resolved. Undefined when it is not a media type (sidecars
 * may hold other words there).
 */
export function normaliseMediaType(declared: string | null | undefined): string | undefined {
  if (typeof declared !== 'string' || declared === '') return undefined;
  const semicolon = declared.indexOf(';');
  const bare = (semicolon < 0 ? declared : declared.slice(0, semicolon)).trim().toLowerCase();
  return MEDIA_TYPE.test(bare) ? (ALIASES.get(bare) ?? bare) : undefined;
}

/** Whether a media type says nothing about the content. */
export function isGenericMediaType(mediaType: string | undefined): boolean {
  return mediaType === undefined || mediaType === GENERIC_BINARY || mediaType === 'binary/octet-stream';
}

/**
 * The kind of a canonical media type. SVG, `+xml`, `+json` and mail (`message/`) are text: a model reads them as characters. Unknown types
 * are `other`.
 */
export function mediaKind(mediaType: string): MediaKind {
  if (TEXT_TREES.test(mediaType) || TEXT_TYPES.has(mediaType) || TEXT_SUFFIX.test(mediaType)) return 'text';
  if (mediaType.startsWith('image/')) return 'image';
  if (mediaType.startsWith('audio/')) return 'audio';
  if (mediaType.startsWith('video/') || VIDEO_TYPES.has(mediaType)) return 'video';
  if (DOCUMENT_TYPES.has(mediaType) || DOCUMENT_PREFIXES.some((prefix) => mediaType.startsWith(prefix))) return 'document';
  return 'other';
}

export type DescriptionLanguage = 'zh' | 'en';

/** A supported language; Chinese, as in the specifications, by default. */
export function languageOf(given: unknown): DescriptionLanguage {
  return given === 'en' ? 'en' : 'zh';
}

/** Type names for people, from specification 1 and beyond. */
const NAMES: Readonly<Record<string, readonly [zh: string, en: string]>> = {
  'image/jpeg': ['JPEG 图片', 'JPEG image'],
  'image/png': ['PNG 图片', 'PNG image'],
  'image/gif': ['GIF 图片', 'GIF image'],
  'image/webp': ['WebP 图片', 'WebP image'],
  'image/bmp': ['BMP 图片', 'BMP image'],
  'image/svg+xml': ['SVG 图片', 'SVG image'],
  'image/tiff': ['TIFF 图片', 'TIFF image'],
  'image/x-icon': ['ICO 图标', 'ICO icon'],
  'image/avif': ['AVIF 图片', 'AVIF image'],
  'image/heic': ['HEIC 图片', 'HEIC image'],
  'application/pdf': ['PDF 文档', 'PDF document'],
  'application/msword': ['Word 文档', 'Word document'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['Word 文档', 'Word document'],
  'application/vnd.ms-excel': ['Excel 表格', 'Excel workbook'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['Excel 表格', 'Excel workbook'],
  'application/vnd.ms-powerpoint': ['PowerPoint 演示', 'PowerPoint presentation'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['PowerPoint 演示', 'PowerPoint presentation'],
  'audio/mpeg': ['MP3 音频', 'MP3 audio'],
  'audio/wav': ['WAV 音频', 'WAV audio'],
  'audio/ogg': ['OGG 音频', 'OGG audio'],
  'audio/flac': ['FLAC 音频', 'FLAC audio'],
  'audio/aac': ['AAC 音频', 'AAC audio'],
  'audio/mp4': ['M4A 音频', 'M4A audio'],
  'video/mp4': ['MP4 视频', 'MP4 video'],
  'video/webm': ['WebM 视频', 'WebM video'],
  'video/quicktime': ['QuickTime 视频', 'QuickTime video'],
  'application/zip': ['ZIP 压缩包', 'ZIP archive'],
  'application/x-rar-compressed': ['RAR 压缩包', 'RAR archive'],
  'application/vnd.rar': ['RAR 压缩包', 'RAR archive'],
  'application/gzip': ['GZIP 压缩包', 'GZIP archive'],
  [GENERIC_BINARY]: ['二进制文件', 'Binary file'],
};

/** The name of a media type for people; the media type itself when it has none. */
export function friendlyTypeName(mimeType: string, language: DescriptionLanguage): string {
  const names = own(NAMES, mimeType);
  return names ? names[language === 'zh' ? 0 : 1] : mimeType;
}
