import type * as FileType from 'file-type/core';
import { addedSignature, hasTgaHeader } from './added-signatures.ts';
import { compoundFileContents } from './compound-file.ts';
import { mediaKind, normaliseMediaType, type MediaKind } from './media-type.ts';
import type { Container } from './same-format.ts';
import { signatureStrength } from './signature-checks.ts';
import { decodeText } from './text-encoding.ts';
import { zipContents } from './zip-directory.ts';

/** What the first bytes of a file say it is. */
export interface Signature {
  readonly mimeType: string;
  readonly kind: MediaKind;
  /** Whether the signature is long enough (four bytes or more) to contradict the metadata. */
  readonly isStrong: boolean;
  /** When only the container of a format is known: `mimeType` names that, or the usual format in it. */
  readonly container?: Container;
}

/** Most of a file that detection looks at, in bytes, from its start; and as much from its end where a format needs it. */
export const HEAD_BYTES = 64 * 1024;

/** Fewer bytes than this are no signature. */
const STRONG_BYTES = 4;

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

/** What is found with its container, when that is all there is. */
interface Found {
  readonly mimeType: string;
  readonly container?: Container;
}

/**
 * Whether the end of a file tells more than its beginning: a ZIP archive lists there what it holds (APPNOTE 4.3.16),
 * a TGA has its signature there.
 */
export function needsTail(head: Uint8Array): boolean {
  return (head[0] === 0x50 && head[1] === 0x4b && head[2] === 0x03 && head[3] === 0x04) || hasTgaHeader(head);
}

/**
 * Identifies bytes by their signature.
 *
 * @param head the content, or its first bytes: at most {@link HEAD_BYTES} of them, and of old Office documents all that is there
 * @param tail the last bytes when `head` is not the whole file, for formats that {@link needsTail}
 */
export async function detectSignature(head: Uint8Array, tail: Uint8Array = head.subarray(-HEAD_BYTES)): Promise<Signature | undefined> {
  const start = head.subarray(0, HEAD_BYTES);
  if (start.length < STRONG_BYTES) return undefined;
  const tagEnd = id3End(start);
  if (tagEnd > 0) return taggedSound(head.subarray(tagEnd, tagEnd + HEAD_BYTES));
  const added = addedSignature(start, tail);
  if (added) return signatureOf({ mimeType: added.mimeType }, start, added.isLong);
  const mimeType = normaliseMediaType(await readSignature(start));
  if (mimeType === undefined) return undefined;
  const strength = signatureStrength(mimeType, start);
  return strength === 'none' ? undefined : signatureOf(insideOf(mimeType, head, tail), start, strength === 'strong');
}

function signatureOf(found: Found, head: Uint8Array, isLong: boolean): Signature {
  const kind = mediaKind(found.mimeType);
  const isMistakable = kind !== 'text' && !UNMISTAKABLE.has(found.mimeType);
  const isStrong = isLong && !(isMistakable && decodeText(head, { isHead: true, strict: true }));
  return { ...found, kind, isStrong };
}

/** Bytes of an ID3 tag (id3.org, version 2.4, §3.1), which stands before sound; 0 when there is none. */
function id3End(head: Uint8Array): number {
  const [i, d, three, version = 0xff, , flags = 0, a = 0xff, b = 0xff, c = 0xff, e = 0xff] = head;
  if (i !== 0x49 || d !== 0x44 || three !== 0x33 || version > 4 || (a | b | c | e) > 0x7f) return 0;
  return 10 + a * 0x20_0000 + b * 0x4000 + c * 0x80 + e + (flags & 0x10 ? 10 : 0);
}

/** @param rest what follows the tag, as far as it was read */
async function taggedSound(rest: Uint8Array): Promise<Signature> {
  const sound = normaliseMediaType(await readSignature(rest));
  const found: Found =
    sound !== undefined && mediaKind(sound) === 'audio'
      ? { mimeType: sound }
      : { mimeType: 'audio/mpeg', ...(rest.length === 0 && { container: 'id3' }) };
  return { ...found, kind: 'audio', isStrong: true };
}

/** The format in a container, as far as it shows. */
function insideOf(mimeType: string, bytes: Uint8Array, tail: Uint8Array): Found {
  switch (mimeType) {
    case 'application/zip':
      return zipContents(tail);
    case 'application/x-cfb':
      return compoundFileContents(bytes);
    case 'application/gzip':
      return { mimeType, container: 'gzip' };
    case 'image/heif':
    case 'image/heif-sequence':
      return { mimeType, container: 'heif' };
    case 'video/quicktime':
      return hasBrand(bytes) ? { mimeType } : { mimeType, container: 'iso-media' };
    case 'video/matroska':
      if (openingHas(bytes, 'matroska')) return { mimeType };
      return openingHas(bytes, 'webm') ? { mimeType: 'video/webm' } : { mimeType, container: 'ebml' };
    default:
      return { mimeType };
  }
}

/** `ftyp` at the fifth byte (ISO/IEC 14496-12 4.3). */
function hasBrand(bytes: Uint8Array): boolean {
  return bytes[4] === 0x66 && bytes[5] === 0x74 && bytes[6] === 0x79 && bytes[7] === 0x70;
}

/** The header of EBML, which names the kind of document, has a few dozen bytes. */
function openingHas(bytes: Uint8Array, word: string): boolean {
  return String.fromCharCode(...bytes.subarray(0, 128)).includes(word);
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
