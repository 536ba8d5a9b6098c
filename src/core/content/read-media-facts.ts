import { own } from '../io/own.ts';
import { readDuration, readHeif, readMovie } from './media-headers/recordings.ts';
import { type HeaderFacts, riffIsTruncated, zipIsTruncated } from './media-headers/walk.ts';
import { isOtherImage, readGif, readJpeg, readOtherImage, readPng, readWebp } from './media-headers/images.ts';
import { readPdf } from './media-headers/pdf.ts';
import type { MediaFacts } from './media-facts.ts';
import { mediaKind, normaliseMediaType } from './media-type.ts';
import { isSameFormat } from './same-format.ts';
import { detectSignature } from './signature.ts';

export interface KnownFacts {
  /** The type sent to the model. */
  readonly mimeType: string;
  /** The type by signature. Detected if left out; a weak signature counts only when it agrees with the type. */
  readonly detectedMimeType?: string | undefined;
  /** The declared type has a signature, but the bytes don't. */
  readonly lacksSignature?: boolean | undefined;
  /** Total bytes, when `bytes` are only the beginning. */
  readonly size?: number | undefined;
}

/**
 * What a medium's headers say about it. Never throws: broken or excessively long headers are skipped. For untrusted files use a worker:
 * `mediaFactsWithin`.
 *
 * @param bytes the content, or its beginning (facts found at the end are then unknown)
 */
export async function readMediaFacts(bytes: Uint8Array, known: KnownFacts): Promise<MediaFacts> {
  const size = known.size ?? bytes.length;
  const detectedMimeType = known.detectedMimeType ?? (await signatureOf(bytes, known.mimeType));
  const facts = {
    mimeType: known.mimeType,
    ...(detectedMimeType === undefined ? {} : { detectedMimeType }),
    ...(known.lacksSignature === true && { lacksSignature: true }),
    size,
  };
  const header = await readHeader(bytes, detectedMimeType ?? known.mimeType);
  return { ...facts, ...(bytes.length < size ? withoutEnd(header) : header) };
}

async function signatureOf(bytes: Uint8Array, mimeType: string): Promise<string | undefined> {
  const found = await detectSignature(bytes).catch(() => undefined);
  const declared = normaliseMediaType(mimeType) ?? mimeType;
  if (found && isSameFormat(declared, found.mimeType, found.container)) return declared;
  return found?.isStrong ? found.mimeType : undefined;
}

/** The facts valid for the beginning of a file: no counts, nothing from its end. */
function withoutEnd({ width, height, duration }: HeaderFacts): HeaderFacts {
  return { ...(width === undefined || height === undefined ? {} : { width, height }), ...(duration === undefined ? {} : { duration }) };
}

/**
 * Runs the readers for a type. Facts of one reader stay when another fails.
 * @param mimeType detected or declared type: each reader checks its signature
 */
async function readHeader(bytes: Uint8Array, mimeType: string): Promise<HeaderFacts> {
  let facts: HeaderFacts = {};
  for (const read of readersOf(mimeType)) {
    try {
      facts = { ...facts, ...(await read(bytes)) };
    } catch {
      // The header is broken or too long: unknown.
    }
  }
  return facts;
}

type Reader = (bytes: Uint8Array) => Promise<HeaderFacts> | HeaderFacts;

const READERS: Readonly<Record<string, Reader>> = {
  'audio/mp4': readMovie,
  'audio/x-m4a': readMovie,
  'video/mp4': readMovie,
  'video/quicktime': readMovie,
  'video/x-m4v': readMovie,
  'video/3gpp': readMovie,
  'video/3gpp2': readMovie,
  'audio/3gpp': readMovie,
  'image/png': readPng,
  'image/gif': readGif,
  'image/webp': readWebp,
  'image/jpeg': readJpeg,
  'image/heic': readHeif,
  'image/heif': readHeif,
  'image/avif': readHeif,
  'application/pdf': readPdf,
  'application/zip': zipIsTruncated,
};

function readersOf(mimeType: string): Reader[] {
  const named = own(READERS, mimeType);
  if (named) return [named];
  if (isOtherImage(mimeType)) return [(bytes) => readOtherImage(bytes, mimeType)];
  switch (mediaKind(mimeType)) {
    case 'audio':
    case 'video':
      return [riffIsTruncated, (bytes) => readDuration(bytes, mimeType)];
    case 'document':
      return [zipIsTruncated];
    default:
      return [];
  }
}
