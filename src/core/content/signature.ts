import type * as FileType from 'file-type/core';
import { mediaKind, normaliseMediaType, type MediaKind } from './media-type.ts';
import { decodeText } from './text-encoding.ts';
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

/** Fewer bytes than this contradict nothing (DESIGN: a strong signature has four bytes or more). */
const STRONG_BYTES = 4;

/**
 * Types that `file-type` also recognises by fewer than four bytes. They name what nobody named, and
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
  'application/x-apple-diskimage',
  'application/x-shockwave-flash',
  'application/eps',
  'application/postscript',
  'application/x-cpio',
  'audio/x-musepack',
  'image/vnd.ms-photo',
  'video/mp2t',
]);

/**
 * Binary formats whose opening words no prose begins with. Others open with words that text may open
 * with as well (`wide` at the fifth byte is QuickTime, `AC1015` a drawing): they contradict only bytes
 * that cannot be read as text.
 */
const UNMISTAKABLE = new Set(['application/pdf', 'audio/flac', 'audio/ogg', 'audio/wav', 'image/gif', 'image/webp']);

/**
 * Signatures that `file-type` does not take by themselves: it reads on, and gives up where the head ends
 * (the directory of a TIFF often lies far behind it).
 */
const OPENINGS: ReadonlyArray<readonly [bytes: readonly number[], mimeType: string]> = [
  [[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], 'image/png'],
  [[0x49, 0x49, 0x2a, 0x00], 'image/tiff'],
  [[0x4d, 0x4d, 0x00, 0x2a], 'image/tiff'],
  [[0x4f, 0x67, 0x67, 0x53], 'audio/ogg'],
  [[0x1a, 0x45, 0xdf, 0xa3], 'video/matroska'],
  [[0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11], 'video/x-ms-asf'],
];

/** Whether the end of a file tells more than its beginning: a ZIP archive lists there what it holds (APPNOTE 4.3.16). */
export function needsTail(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && head[2] === 0x03 && head[3] === 0x04;
}

/** The bytes that can follow FF D8 FF: the first marker of a JPEG stream (ITU-T T.81 B.1.1.3). */
function hasJpegMarker(head: Uint8Array): boolean {
  const marker = head[3] ?? 0;
  return marker >= 0xc0 && marker !== 0xff;
}

function hasId3(head: Uint8Array): boolean {
  return head[0] === 0x49 && head[1] === 0x44 && head[2] === 0x33 && (head[3] ?? 0xff) <= 4;
}

/** `GIF87a` or `GIF89a`; `file-type` is content with `GIF`. */
function hasGifVersion(head: Uint8Array): boolean {
  return head[3] === 0x38 && (head[4] === 0x37 || head[4] === 0x39) && head[5] === 0x61;
}

function isStrong(mimeType: string, head: Uint8Array): boolean {
  if (head.length < STRONG_BYTES) return false;
  if (mimeType === 'image/jpeg') return hasJpegMarker(head);
  if (mimeType === 'image/gif') return hasGifVersion(head);
  if (mimeType === 'image/jxl') return head[0] === 0;
  if (mimeType === 'audio/mpeg') return hasId3(head);
  if (WEAK.has(mimeType)) return false;
  return mediaKind(mimeType) === 'text' || UNMISTAKABLE.has(mimeType) || !decodeText(head, { isHead: true, strict: true });
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
  const precise = mimeType === 'application/zip' ? (officeTypeOfZip(tail ?? head.subarray(-HEAD_BYTES)) ?? mimeType) : mimeType;
  return { mimeType: precise, kind: mediaKind(precise), isStrong: isStrong(precise, start) };
}

function openingOf(head: Uint8Array): string | undefined {
  return OPENINGS.find(([bytes]) => bytes.every((byte, at) => head[at] === byte))?.[1];
}

/** Asking for a module costs as much as detecting, and it may be asked for 100,000 times in a row. */
let fileType: typeof FileType | undefined;

async function readSignature(head: Uint8Array): Promise<string | undefined> {
  if (head.length < 2) return undefined;
  const { fileTypeFromBuffer } = (fileType ??= await import('file-type/core'));
  try {
    return (await fileTypeFromBuffer(head))?.mime ?? openingOf(head);
  } catch {
    // A file cut short, or made to confuse the parser.
    return openingOf(head);
  }
}
