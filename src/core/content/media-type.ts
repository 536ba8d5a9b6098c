/** The kinds of content routing tells apart. `text` is everything a model reads as characters. */
export type MediaKind = 'text' | 'image' | 'audio' | 'video' | 'document' | 'other';

/** The kinds that are bytes to a model. */
export type BinaryKind = Exclude<MediaKind, 'text'>;

/** What is said of bytes nobody knows more about (RFC 2046 §4.5.1). */
export const GENERIC_BINARY = 'application/octet-stream';

const MEDIA_TYPE = /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+$/;

/** Spellings in use, and the registered type each stands for. */
const ALIASES = new Map([
  ['image/jpg', 'image/jpeg'],
  ['image/pjpeg', 'image/jpeg'],
  ['image/x-png', 'image/png'],
  // An animated PNG is a PNG to whoever does not know better.
  ['image/apng', 'image/png'],
  ['image/vnd.microsoft.icon', 'image/x-icon'],
  ['image/ico', 'image/x-icon'],
  ['image/x-ms-bmp', 'image/bmp'],
  ['audio/mp3', 'audio/mpeg'],
  ['audio/x-wav', 'audio/wav'],
  ['audio/wave', 'audio/wav'],
  ['audio/vnd.wave', 'audio/wav'],
  ['audio/x-flac', 'audio/flac'],
  ['audio/x-aiff', 'audio/aiff'],
  ['application/x-pdf', 'application/pdf'],
  ['application/x-zip-compressed', 'application/zip'],
  ['application/x-gzip', 'application/gzip'],
  ['text/xml', 'application/xml'],
  ['text/json', 'application/json'],
]);

/** Types outside `text/` whose bytes are characters. */
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
]);
const TEXT_SUFFIX = /\+(?:xml|json|yaml|json-seq)$/;

/** Formats people read as documents although their bytes are not characters. */
const DOCUMENT_TYPES = new Set([
  'application/pdf',
  'application/msword',
  'application/vnd.ms-excel',
  'application/vnd.ms-powerpoint',
  'application/vnd.ms-outlook',
  'application/vnd.visio',
  'application/x-cfb',
  'application/epub+zip',
  'application/postscript',
  'application/vnd.apple.pages',
  'application/vnd.apple.numbers',
  'application/vnd.apple.keynote',
]);
const DOCUMENT_PREFIXES = ['application/vnd.openxmlformats-officedocument.', 'application/vnd.oasis.opendocument.'];

/**
 * The canonical form of a declared media type: lower case, no parameters, one spelling for each format.
 * Undefined when the text is not a media type at all (sidecars also hold custom words there).
 */
export function normaliseMediaType(declared: string | null | undefined): string | undefined {
  if (!declared) return undefined;
  const semicolon = declared.indexOf(';');
  const bare = (semicolon < 0 ? declared : declared.slice(0, semicolon)).trim().toLowerCase();
  return MEDIA_TYPE.test(bare) ? (ALIASES.get(bare) ?? bare) : undefined;
}

/** Whether a media type tells nothing about the content. */
export function isGenericMediaType(mediaType: string | undefined): boolean {
  return mediaType === undefined || mediaType === GENERIC_BINARY || mediaType === 'binary/octet-stream';
}

/**
 * The kind of a canonical media type. SVG and every `+xml` or `+json` type is text: a model reads it as
 * characters. What is not known is `other`.
 */
export function mediaKind(mediaType: string): MediaKind {
  if (mediaType.startsWith('text/') || TEXT_TYPES.has(mediaType) || TEXT_SUFFIX.test(mediaType)) return 'text';
  if (mediaType.startsWith('image/')) return 'image';
  if (mediaType.startsWith('audio/')) return 'audio';
  if (mediaType.startsWith('video/')) return 'video';
  if (DOCUMENT_TYPES.has(mediaType) || DOCUMENT_PREFIXES.some((prefix) => mediaType.startsWith(prefix))) return 'document';
  return 'other';
}
