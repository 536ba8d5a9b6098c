import { mediaKind } from './media-type.ts';

/** What is known when only the container of the content was recognised. */
export type Container =
  /** A ZIP archive whose directory was not seen. */
  | 'zip'
  /** A ZIP archive without the parts that identify office documents and books. */
  | 'plain-zip'
  /** Office documents by their part folder: with or without macros, template or not. */
  | 'word-zip'
  | 'sheet-zip'
  | 'slides-zip'
  /** A compound file of old Office versions. */
  | 'cfb'
  /** A compound file with an encrypted new Office document. */
  | 'encrypted-office'
  | 'gzip'
  /** ISO/IEC 14496-12 boxes before the brand. */
  | 'iso-media'
  | 'heif'
  | 'ebml'
  /** An ID3 tag whose content was not seen. */
  | 'id3';

/**
 * Media types of the same format, or of formats in a container that the signature can't distinguish (sound and video, a photo and its raw
 * form). The declared name is as good as the detected one.
 */
const FAMILIES: readonly string[] = [
  'video/mp4 audio/mp4 audio/x-m4a audio/m4a audio/x-m4b audio/x-m4p video/x-m4v video/m4v video/3gpp video/3gpp2 audio/3gpp audio/3gpp2 video/x-f4v application/mp4',
  'video/quicktime video/x-quicktime',
  'image/heic image/heif image/heic-sequence image/heif-sequence',
  'image/avif image/avif-sequence',
  'audio/ogg video/ogg application/ogg audio/opus audio/vorbis audio/speex audio/x-speex audio/x-vorbis+ogg audio/x-opus+ogg audio/x-flac+ogg video/x-ogm video/x-theora+ogg',
  'video/webm audio/webm',
  'video/matroska video/x-matroska audio/matroska audio/x-matroska video/matroska-3d video/mkv',
  'video/x-ms-asf audio/x-ms-asf application/vnd.ms-asf audio/x-ms-wma video/x-ms-wmv video/x-ms-wm video/x-ms-wmx audio/wma audio/x-wma video/wmv',
  'video/mpeg video/mpg video/x-mpeg video/mpeg2 video/x-mpeg2 video/x-ms-vob video/mpv',
  'video/mp2t video/m2ts video/vnd.dlna.mpeg-tts',
  'video/x-msvideo video/vnd.avi video/avi video/msvideo',
  'video/x-flv video/flv',
  'application/vnd.rn-realmedia application/vnd.rn-realmedia-vbr audio/x-pn-realaudio audio/x-realaudio audio/vnd.rn-realaudio video/vnd.rn-realvideo',
  'audio/mpeg audio/mpa audio/mp2 audio/x-mp2',
  'audio/aac audio/aacp audio/x-hx-aac-adts audio/vnd.dlna.adts',
  'audio/aiff audio/x-aifc audio/aifc',
  'audio/amr audio/amr-wb audio/amr-nb',
  'audio/midi audio/x-midi audio/mid audio/sp-midi',
  'audio/basic audio/x-au audio/au',
  'audio/ape audio/x-ape audio/x-monkeys-audio',
  'audio/wavpack audio/x-wavpack',
  'audio/xm audio/x-xm audio/x-mod',
  'audio/it audio/x-it',
  'audio/s3m audio/x-s3m',
  'audio/x-musepack audio/musepack',
  'audio/vnd.dolby.dd-raw audio/ac3 audio/x-ac3 audio/eac3',
  'audio/qcelp audio/vnd.qcelp audio/qcp',
  'image/tiff image/x-tiff image/tif image/tiff-fx image/x-adobe-dng image/x-canon-cr2 image/x-nikon-nef image/x-nikon-nrw image/x-sony-arw image/x-sony-sr2 image/x-pentax-pef image/x-samsung-srw image/x-kodak-dcr image/x-epson-erf image/x-dcraw',
  'image/bmp image/x-bmp image/x-windows-bmp',
  'image/x-icon image/x-cursor image/x-win-bitmap',
  'image/jp2 image/jpx image/jpm image/mj2 video/mj2 image/jpeg2000 image/jpeg2000-image image/x-jp2',
  'image/j2c image/x-jp2-codestream',
  'image/jxr image/vnd.ms-photo',
  'image/vnd.adobe.photoshop image/x-photoshop image/psd image/x-psd application/x-photoshop application/photoshop',
  'image/vnd.dwg image/x-dwg application/acad application/x-acad application/dwg application/x-dwg',
  'image/icns image/x-icns',
  'image/aces image/x-exr',
  'image/vnd.ms-dds image/x-dds',
  'image/x-tga image/tga image/x-targa image/targa',
  'image/vnd.djvu image/x-djvu image/vnd.djvu+multipage',
  'image/emf image/x-emf application/x-emf',
  'image/wmf image/x-wmf application/x-wmf',
  'image/x-xcf image/xcf',
  'application/postscript application/eps application/x-eps image/eps image/x-eps',
  'application/x-cfb application/x-ole-storage',
  'application/vnd.visio application/vnd.ms-visio.drawing',
  'application/epub+zip application/x-epub+zip',
  'application/x-mobipocket-ebook application/vnd.amazon.ebook application/vnd.amazon.mobi8-ebook',
  'application/x-rar-compressed application/vnd.rar',
  'application/x-bzip2 application/x-bzip',
  'application/zstd application/x-zstd',
  'application/x-deb application/x-debian-package application/vnd.debian.binary-package',
  'application/x-rpm application/x-redhat-package-manager',
  'application/x-unix-archive application/x-archive',
  'application/x-msdownload application/x-msdos-program application/x-dosexec application/vnd.microsoft.portable-executable',
  'application/x-elf application/x-executable application/x-sharedlib',
  'application/java-vm application/x-java-class',
  'application/x-google-chrome-extension application/x-chrome-extension',
  'application/x-sqlite3 application/vnd.sqlite3',
  'font/ttf font/otf font/sfnt font/collection',
  'font/woff application/font-woff',
];
const FAMILY = new Map(FAMILIES.flatMap((family, at) => family.split(' ').map((mediaType) => [mediaType, at] as const)));

const WORD = /wordprocessingml|vnd\.ms-word\./;
const SHEET = /spreadsheetml|vnd\.ms-excel\./;
const SLIDES = /presentationml|vnd\.ms-powerpoint\./;
const OPEN_XML =
  /openxmlformats|vnd\.ms-(?:word|excel|powerpoint|visio)\.|^application\/(?:vnd\.(?:visio|ms-xpsdocument)|oxps)$|^model\/3mf$/;
const NAMED_INSIDE = /oasis\.opendocument|epub\+zip$/;
const OTHER_ZIP =
  /\+zip$|vnd\.apple\.(?:pages|numbers|keynote)$|^application\/(?:java-archive|vnd\.android\.package-archive|x-xpinstall|zip)$/;
const OLD_OFFICE = /^application\/(?:msword|x-cfb|x-mspublisher|vnd\.(?:ms-(?:excel|powerpoint|outlook|project|works)|visio))$/;

/** The declared types a container may hold. */
const HOLDS: Readonly<Record<Container, (declared: string) => boolean>> = {
  zip: (declared) => OPEN_XML.test(declared) || NAMED_INSIDE.test(declared) || OTHER_ZIP.test(declared),
  'plain-zip': (declared) => OTHER_ZIP.test(declared) && !NAMED_INSIDE.test(declared),
  'word-zip': (declared) => WORD.test(declared),
  'sheet-zip': (declared) => SHEET.test(declared),
  'slides-zip': (declared) => SLIDES.test(declared),
  cfb: (declared) => OLD_OFFICE.test(declared),
  'encrypted-office': (declared) => OPEN_XML.test(declared),
  gzip: (declared) => declared === 'application/gzip' || declared.endsWith('+gzip'),
  'iso-media': (declared) => FAMILY.get(declared) === FAMILY.get('video/mp4'),
  heif: (declared) => FAMILY.get(declared) === FAMILY.get('image/avif'),
  ebml: (declared) => FAMILY.get(declared) === FAMILY.get('video/webm'),
  id3: (declared) => mediaKind(declared) === 'audio',
};

/** Whether the declared type is a generic name for the detected one. */
function isGeneralNameFor(declared: string, detected: string): boolean {
  if (declared === 'application/zip') return mediaKind(detected) === 'other' && OTHER_ZIP.test(detected);
  return declared === 'image/x-portable-anymap' && /^image\/x-portable-(?:bit|gray|pix|arbitrary)map$/.test(detected);
}

/**
 * Whether bytes of a detected type match the declared type. Both canonical.
 *
 * @param container when nothing else is known
 */
export function isSameFormat(declared: string, detected: string, container?: Container): boolean {
  if (declared === detected) return true;
  const family = FAMILY.get(declared);
  if (family !== undefined && family === FAMILY.get(detected)) return true;
  return isGeneralNameFor(declared, detected) || (container !== undefined && HOLDS[container](declared));
}
