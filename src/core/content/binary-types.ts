import { binaryTwinOfExtension, extensionOf, mediaTypeOfExtension, mediaTypeOfFilename } from './file-name.ts';
import { isGenericMediaType, mediaKind, type MediaKind, normaliseMediaType } from './media-type.ts';

/** Binary formats that are not image, sound, video or document. Each has a signature. */
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

/** Formats with a text and a binary form under the same name: only the bytes tell. */
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

/** Formats without a signature: raw audio samples and some pictures. */
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
 * Whether a canonical media type is known to be binary. Other non-text types are unknown, or exist as text and binary, so the name and the
 * bytes decide.
 */
export function isKnownBinary(mediaType: string): boolean {
  const kind = mediaKind(mediaType);
  if (kind === 'text' || TEXT_OR_BINARY.has(mediaType)) return false;
  return kind !== 'other' || OTHER_BINARY_TYPES.has(mediaType) || mediaType.startsWith('font/');
}

/** Whether content of this canonical type may be text: nothing is declared, or nothing known to be binary. */
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

export interface DeclaredFacts {
  /** As declared; ignored if it is not a media type. */
  readonly mimeType?: string | null | undefined;
  readonly filename?: string | null | undefined;
  /** With or without its dot. */
  readonly extension?: string | null | undefined;
}

/** A decisive declared type: text, or known to be binary. */
export interface Declared {
  readonly mimeType: string;
  readonly kind: MediaKind;
  readonly source: 'mimeType' | 'name';
  /** For text: the binary format with the same extension. */
  readonly twin?: string;
}

/** What the metadata declares. */
export interface Declaration {
  readonly declared?: Declared;
  /** The first declared type that is not decisive: unknown, or both a text and a binary format. */
  readonly undecided?: string;
}

/** The first decisive type of: media type, name, extension. */
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
