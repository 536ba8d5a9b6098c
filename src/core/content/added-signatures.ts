/** What must stand at a place: characters of one byte each. */
type Mark = readonly [offset: number, characters: string];

/** Formats that the `file-type` package does not know, or takes for others (a TGA for a cursor, an ILBM for sound). */
const MARKS: ReadonlyArray<readonly [mimeType: string, ...marks: Mark[]]> = [
  ['image/vnd.ms-dds', [0, 'DDS \x7c\0\0\0']],
  ['image/ktx2', [0, '\xabKTX 20\xbb\r\n\x1a\n']],
  ['image/aces', [0, '\x76\x2f\x31\x01']],
  ['image/vnd.djvu', [0, 'AT&TFORM']],
  ['image/vnd.radiance', [0, '#?RADIANCE\n']],
  ['image/qoi', [0, 'qoif\0']],
  ['image/emf', [0, '\x01\0\0\0'], [40, ' EMF']],
  ['image/wmf', [0, '\xd7\xcd\xc6\x9a']],
  ['image/x-ilbm', [0, 'FORM'], [8, 'ILBM']],
  ['image/heic', [4, 'ftyphei']],
  ['image/heic-sequence', [4, 'ftyphev']],
  ['video/x-mng', [0, '\x8aMNG\r\n\x1a\n']],
  ['audio/basic', [0, '.snd\0\0']],
  ['audio/x-caf', [0, 'caff\0\x01']],
  ['audio/x-pn-realaudio', [0, '.ra\xfd']],
  ['audio/wav', [0, 'RF64'], [8, 'WAVE']],
  ['audio/wav', [0, 'BW64'], [8, 'WAVE']],
  // The metrics of a Type 1 font, which have the extension of a picture (.pfm).
  ['application/x-font-type1', [0, '\0\x01'], [4, '\0\0'], [66, '\x81\0']],
];

/** `TRUEVISION-XFILE.` and a NUL end a TGA of version 2. */
const TGA_FOOTER = 'TRUEVISION-XFILE.\0';
const TGA_HEADER_BYTES = 18;

/** A header of Netpbm: a digit, then width, height and mostly the greatest value, with comments between. */
const NETPBM = /^P([1-6])(?:#[^\n]*\n|\s)+\d{1,7}(?:#[^\n]*\n|\s)+\d{1,7}\s/;
const FLOAT_MAP = /^P[Ff]\s+\d{1,7}\s+\d{1,7}\s+-?\d/;
const ARBITRARY_MAP = /^P7\n(?:#|WIDTH|HEIGHT|DEPTH|MAXVAL|TUPLTYPE)/;
const NETPBM_TYPES = ['bitmap', 'graymap', 'pixmap'] as const;
const NETPBM_HEADER_BYTES = 256;

/** What was found, and whether it has at least four bytes that no other format has. */
export interface AddedSignature {
  readonly mimeType: string;
  readonly isLong: boolean;
}

/**
 * The signatures beyond those of `file-type`.
 * @param tail the end of the content
 */
export function addedSignature(head: Uint8Array, tail: Uint8Array): AddedSignature | undefined {
  const marked = MARKS.find(([, ...marks]) => marks.every(([offset, characters]) => hasCharacters(head, offset, characters)));
  if (marked) return { mimeType: marked[0], isLong: true };
  if (head[0] === 0x50) return netpbm(head);
  if (!hasTgaHeader(head)) return undefined;
  return { mimeType: 'image/x-tga', isLong: hasCharacters(tail, tail.length - TGA_FOOTER.length, TGA_FOOTER) };
}

function hasCharacters(bytes: Uint8Array, offset: number, characters: string): boolean {
  for (let at = 0; at < characters.length; at++) if (bytes[offset + at] !== characters.charCodeAt(at)) return false;
  return true;
}

function netpbm(head: Uint8Array): AddedSignature | undefined {
  const text = String.fromCharCode(...head.subarray(0, NETPBM_HEADER_BYTES));
  const digit = NETPBM.exec(text)?.[1];
  if (digit !== undefined)
    return { mimeType: `image/x-portable-${NETPBM_TYPES[(Number(digit) - 1) % NETPBM_TYPES.length] ?? 'anymap'}`, isLong: true };
  if (FLOAT_MAP.test(text)) return { mimeType: 'image/x-portable-floatmap', isLong: true };
  return ARBITRARY_MAP.test(text) ? { mimeType: 'image/x-portable-arbitrarymap', isLong: true } : undefined;
}

/** A TGA has no signature at its start, but few of its headers mean anything (Truevision TGA 2.0). */
export function hasTgaHeader(head: Uint8Array): boolean {
  if (head.length < TGA_HEADER_BYTES) return false;
  const [, mapType = 0, type = 0] = head;
  const [mapLow = 0, mapHigh = 0, mapDepth = 0] = head.subarray(5, 8);
  const [widthLow = 0, widthHigh = 0, heightLow = 0, heightHigh = 0, depth = 0, descriptor = 0] = head.subarray(12, TGA_HEADER_BYTES);
  const form = type & 0x07;
  const isMapped = form === 1;
  if ((type & 0xf7) !== form || form < 1 || form > 3) return false;
  const hasMap = mapType === 1 && (mapLow | mapHigh) !== 0 && [15, 16, 24, 32].includes(mapDepth);
  const hasNoMap = mapType === 0 && (head[3] ?? 0) + (head[4] ?? 0) + mapLow + mapHigh + mapDepth === 0;
  const depths = form === 2 ? [15, 16, 24, 32] : [8, 16];
  return (
    (isMapped ? hasMap : hasNoMap) &&
    (widthLow | widthHigh) !== 0 &&
    (heightLow | heightHigh) !== 0 &&
    depths.includes(depth) &&
    descriptor < 0x40
  );
}
