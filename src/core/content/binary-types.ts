import { binaryTwinOfExtension, extensionOf, mediaTypeOfExtension, mediaTypeOfFilename } from './file-name.ts';
import { isGenericMediaType, mediaKind, type MediaKind, normaliseMediaType } from './media-type.ts';

/** Binary formats that are no image, sound, film or document. Each begins with a signature of its own. */
const OTHER_BINARY_TYPES = new Set([
  'application/zip',
  'application/gzip',
  'application/zstd',
  'application/vnd.rar',
  'application/x-rar-compressed',
  'application/x-7z-compressed',
  'application/x-tar',
  'application/x-bzip',
  'application/x-bzip2',
  'application/x-xz',
  'application/x-lz4',
  'application/x-lzip',
  'application/x-compress',
  'application/x-arj',
  'application/x-ace-compressed',
  'application/x-lzh-compressed',
  'application/x-cpio',
  'application/vnd.ms-cab-compressed',
  'application/x-deb',
  'application/x-debian-package',
  'application/vnd.debian.binary-package',
  'application/x-rpm',
  'application/x-redhat-package-manager',
  'application/x-unix-archive',
  'application/x-archive',
  'application/x-asar',
  'application/x-msdownload',
  'application/x-msdos-program',
  'application/x-dosexec',
  'application/vnd.microsoft.portable-executable',
  'application/x-elf',
  'application/x-executable',
  'application/x-sharedlib',
  'application/x-mach-binary',
  'application/java-vm',
  'application/x-java-class',
  'application/wasm',
  'application/java-archive',
  'application/vnd.android.package-archive',
  'application/x-xpinstall',
  'application/x-google-chrome-extension',
  'application/x-chrome-extension',
  'application/x-shockwave-flash',
  'application/vnd.ms-htmlhelp',
  'application/x-sqlite3',
  'application/vnd.sqlite3',
  'application/vnd.apache.parquet',
  'application/vnd.apache.arrow.file',
  'application/avro',
  'application/vnd.tcpdump.pcap',
  'application/dicom',
  'application/vnd.iccprofile',
  'application/vnd.ms-fontobject',
  'application/font-woff',
  'application/x-indesign',
  'application/x-blender',
  'model/gltf-binary',
  'model/3mf',
]);

/** Formats that exist in text and in binary under the same name: only the bytes tell which. */
const TEXT_OR_BINARY = new Set([
  'application/postscript',
  'application/eps',
  'application/x-eps',
  'image/eps',
  'image/x-eps',
  'image/vnd.dxf',
  'image/x-xbitmap',
  'image/x-xpixmap',
]);

/** Formats without a signature: samples of sound with nothing before them, and pictures that begin with anything. */
const UNSIGNED_TYPES = new Set([
  'audio/l8',
  'audio/l16',
  'audio/l24',
  'audio/pcm',
  'audio/pcmu',
  'audio/pcma',
  'image/x-pict',
  'image/x-raw',
  'video/dv',
  'video/x-dv',
]);

/**
 * Whether a canonical media type is known to be a binary format. Of any other type that is not text nothing follows:
 * nobody knows it, or it is written in text as well as in binary. Then the name and the bytes decide.
 */
export function isKnownBinary(mediaType: string): boolean {
  const kind = mediaKind(mediaType);
  if (kind === 'text' || TEXT_OR_BINARY.has(mediaType)) return false;
  return kind !== 'other' || OTHER_BINARY_TYPES.has(mediaType) || mediaType.startsWith('font/');
}

/** Whether a content of this canonical type may be text: nothing is declared, or nothing that tells it is binary. */
export function mayBeText(mediaType: string | undefined): boolean {
  return mediaType === undefined || !(isGenericMediaType(mediaType) || isKnownBinary(mediaType));
}

/** Whether every file of a canonical media type has a signature. */
export function hasSignature(mediaType: string): boolean {
  return isKnownBinary(mediaType) && !isUnsigned(mediaType);
}

/** Whether files of a canonical media type may begin with any bytes. */
export function isUnsigned(mediaType: string): boolean {
  return UNSIGNED_TYPES.has(mediaType);
}

/** What metadata say of a content. */
export interface DeclaredFacts {
  /** As declared; a custom word instead of a media type counts as nothing. */
  readonly mimeType?: string | null | undefined;
  readonly filename?: string | null | undefined;
  /** With or without its dot. */
  readonly extension?: string | null | undefined;
}

/** A declared type that decides: one of text, or one that is known to be binary. */
export interface Declared {
  readonly mimeType: string;
  readonly kind: MediaKind;
  readonly source: 'mimeType' | 'name';
  /** For text: the binary format that has the same extension. */
  readonly twin?: string;
}

/** What follows from metadata. */
export interface Declaration {
  readonly declared?: Declared;
  /** The first type that is given and decides nothing: nobody knows it, or it is written in text and in binary. */
  readonly undecided?: string;
}

/** The first type that decides: of the media type, the name, the extension, in this order. */
export function declarationOf(facts: DeclaredFacts): Declaration {
  const given: ReadonlyArray<readonly [string | undefined, Declared['source']]> = [
    [normaliseMediaType(facts.mimeType), 'mimeType'],
    [mediaTypeOfFilename(facts.filename), 'name'],
    [mediaTypeOfExtension(facts.extension), 'name'],
  ];
  let undecided: string | undefined;
  for (const [mimeType, source] of given) {
    if (mimeType === undefined || isGenericMediaType(mimeType)) continue;
    const kind = mediaKind(mimeType);
    if (kind === 'text') return { declared: { mimeType, kind, source, ...twinOf(facts, mimeType) } };
    if (isKnownBinary(mimeType)) return { declared: { mimeType, kind, source } };
    undecided ??= mimeType;
  }
  return undecided === undefined ? {} : { undecided };
}

function twinOf({ filename, extension }: DeclaredFacts, mimeType: string): { twin?: string } {
  const given = (filename ? extensionOf(filename) : undefined) ?? extension;
  const twin = mediaTypeOfExtension(given) === mimeType ? binaryTwinOfExtension(given) : undefined;
  return twin === undefined ? {} : { twin };
}
