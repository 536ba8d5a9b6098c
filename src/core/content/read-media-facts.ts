import { own } from '../io/own.ts';
import { compareWithType } from './binary-detector.ts';
import { readDuration, readHeif, readMovie, readWavBeginning } from './media-headers/recordings.ts';
import { type HeaderFacts, riffIsTruncated, zipIsTruncated } from './media-headers/walk.ts';
import { isOtherImage, readGif, readJpeg, readOtherImage, readPng, readWebp } from './media-headers/images.ts';
import { readPdf } from './media-headers/pdf.ts';
import type { MediaFacts } from './media-facts.ts';
import { mediaKind, normaliseMediaType } from './media-type.ts';

export interface KnownFacts {
  /** The type sent to the model. */
  readonly mimeType: string;
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
  const { mimeType, size = bytes.length } = known;
  const compared = await compareWithType(bytes, normaliseMediaType(mimeType) ?? mimeType, size).catch(() => undefined);
  // A text that merely begins like an image has no dimensions.
  const isNoImage = compared?.lacksSignature === true && mediaKind(mimeType) === 'image';
  const type = compared?.detectedMimeType ?? mimeType;
  const header = isNoImage ? {} : await readHeader(bytes, type, size);
  return { mimeType, ...compared, size, ...(bytes.length < size ? withoutEnd(header, type) : header) };
}

/** Types whose header has the duration of the whole; of others the pieces are counted, so that a beginning has that of the beginning. */
const TIMED_BY_HEADER = /^(?:audio\/(?:flac|mp4|x-m4a|3gpp)|audio\/(?:vnd\.wave|wav|wave|x-wav)|video\/(?!mpeg|mp2t))/;

/** The facts valid for the beginning of a file: no counts, nothing from its end. */
function withoutEnd({ width, height, duration }: HeaderFacts, mimeType: string): HeaderFacts {
  return {
    ...(width === undefined || height === undefined ? {} : { width, height }),
    ...(duration === undefined || !TIMED_BY_HEADER.test(mimeType) ? {} : { duration }),
  };
}

/**
 * Runs the readers for a type. Facts of one reader stay when another fails.
 * @param mimeType detected or declared type: each reader checks its signature
 */
async function readHeader(bytes: Uint8Array, mimeType: string, size: number): Promise<HeaderFacts> {
  let facts: HeaderFacts = {};
  for (const read of readersOf(mimeType, size)) {
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

function readersOf(mimeType: string, size: number): Reader[] {
  const named = own(READERS, mimeType);
  if (named) return [named];
  if (isOtherImage(mimeType)) return [(bytes) => readOtherImage(bytes, mimeType)];
  switch (mediaKind(mimeType)) {
    case 'audio':
    case 'video':
      return [
        riffIsTruncated,
        (bytes) => readDuration(bytes, mimeType),
        (bytes) => (bytes.length < size ? readWavBeginning(bytes, size) : {}),
      ];
    case 'document':
      return [zipIsTruncated];
    default:
      return [];
  }
}
