import { mediaKind, normaliseMediaType, type MediaKind } from './media-type.ts';
import { officeTypeOfZip } from './zip-directory.ts';

/** What the first bytes of a file say it is. */
export interface Signature {
  readonly mimeType: string;
  readonly kind: MediaKind;
  /** Whether the signature is long enough (four bytes or more) to contradict the metadata. */
  readonly isStrong: boolean;
}

/** Most of a file that detection looks at, in bytes, from its start; and as much from its end where a format needs it. */
export const HEAD_BYTES = 64 * 1024;

/**
 * Types that `file-type` also recognises by fewer than four bytes, or by words that open ordinary text
 * (`solid ` for STL, `G` at 188-byte steps for transport streams). They name what nobody named, and
 * contradict nothing.
 */
const WEAK = new Set([
  'image/bmp',
  'audio/mpeg',
  'audio/aac',
  'audio/vnd.dolby.dd-raw',
  'application/gzip',
  'application/x-bzip2',
  'application/x-compress',
  'application/x-arj',
  'application/x-msdownload',
  'application/x-shockwave-flash',
  'application/eps',
  'application/postscript',
  'application/x-cpio',
  'application/x-lzh-compressed',
  'model/stl',
  'video/mp2t',
  'video/x-flv',
]);

/** The bytes that can follow FF D8 FF: the first marker of a JPEG stream (ITU-T T.81 B.1.1.3). */
function hasJpegMarker(head: Uint8Array): boolean {
  const marker = head[3] ?? 0;
  return marker >= 0xc0 && marker !== 0xff;
}

function hasId3(head: Uint8Array): boolean {
  return head[0] === 0x49 && head[1] === 0x44 && head[2] === 0x33 && (head[3] ?? 0xff) <= 4;
}

function isStrong(mimeType: string, head: Uint8Array): boolean {
  if (mimeType === 'image/jpeg') return hasJpegMarker(head);
  if (mimeType === 'audio/mpeg') return hasId3(head);
  return !WEAK.has(mimeType);
}

/**
 * Identifies bytes by their signature.
 *
 * @param head the first bytes, at most {@link HEAD_BYTES} of them matter
 * @param tail the last bytes when `head` is not the whole file: formats built on ZIP list their parts there
 */
export async function detectSignature(head: Uint8Array, tail?: Uint8Array): Promise<Signature | undefined> {
  const start = head.subarray(0, HEAD_BYTES);
  const found = await readSignature(start);
  const mimeType = normaliseMediaType(found);
  if (mimeType === undefined) return undefined;
  const precise = mimeType === 'application/zip' ? (officeTypeOfZip(tail ?? head) ?? mimeType) : mimeType;
  return { mimeType: precise, kind: mediaKind(precise), isStrong: isStrong(precise, start) };
}

async function readSignature(head: Uint8Array): Promise<string | undefined> {
  if (head.length < 2) return undefined;
  try {
    const { fileTypeFromBuffer } = await import('file-type/core');
    return (await fileTypeFromBuffer(head))?.mime;
  } catch {
    // A file cut short or made to confuse the parser has no signature.
    return undefined;
  }
}
