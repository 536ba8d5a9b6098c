import { base64Length, decodeAnyBase64, encodeBase64, withoutEscapes } from '../io/base64.ts';
import type { Task } from '../io/compute.ts';
import { MAX_SHRUNK_PIXELS, MAX_WRITTEN_PIXELS } from '../io/limits.ts';
import type { CodedImageType, decodeImage, encodeImage, Encoding, Pixels, resizeImage } from './image-codecs.ts';

/** What an image has to keep to. */
export interface ImageLimits {
  /** Pixels of its longest side. */
  readonly side?: number;
  /** Characters of its base64. */
  readonly base64?: number;
}

export interface ShrinkInput {
  /** The type of the bytes, whatever is declared. */
  readonly type: CodedImageType;
  /** Its base64 as it stands in a JSON string: ASCII. */
  readonly base64: Uint8Array;
  readonly limits: ImageLimits;
  /** Whether its type may change: from PNG to JPEG, where it has no alpha and nothing else makes it small enough. */
  readonly mayBecomeJpeg: boolean;
}

/** An image as people read of it. */
export interface ImageFigures {
  readonly type: string;
  /** Pixels, as displayed. */
  readonly width: number;
  readonly height: number;
  /** Bytes. */
  readonly size: number;
}

/** Why an image was not made smaller. */
export type ShrinkRefusal = 'animated' | 'too_many_pixels' | 'unreadable' | 'stays_too_large';

export type ShrinkResult =
  | { readonly ok: true; readonly base64: string; readonly from: ImageFigures; readonly to: ImageFigures }
  | { readonly ok: false; readonly reason: ShrinkRefusal };

/** Formats that can be made smaller: a GIF cannot be written here. */
export function isShrinkable(type: string): type is CodedImageType {
  return type === 'image/png' || type === 'image/jpeg' || type === 'image/webp';
}

/** The sides of an image that is made smaller, whose longest has a limit; each at least 1. */
export function sidesWithin(width: number, height: number, side = Infinity): { width: number; height: number } {
  return scaled(width, height, Math.min(1, side / Math.max(width, height), Math.sqrt(MAX_WRITTEN_PIXELS / (width * height))));
}

function scaled(width: number, height: number, scale: number): { width: number; height: number } {
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Makes an image smaller. In a worker that ends with it: the memory of WebAssembly only grows. */
export const shrinkImageTask: Task<ShrinkInput, ShrinkResult> = {
  name: 'shrink-image',
  load: async () => {
    const [codecs, { readMediaFacts }] = await Promise.all([import('./image-codecs.ts'), import('./read-media-facts.ts')]);
    return async ({ type, base64, limits, mayBecomeJpeg }) => {
      const bytes = decoded(base64);
      if (!bytes) return refused('unreadable');
      const { width, height, frames = 1, detectedMimeType } = await readMediaFacts(bytes, { mimeType: type });
      if (width === undefined || height === undefined || detectedMimeType !== type) return refused('unreadable');
      if (frames > 1) return refused('animated');
      if (width * height > MAX_SHRUNK_PIXELS) return refused('too_many_pixels');
      const from = { type, width, height, size: bytes.length };
      if (isWithin(from, limits)) return { ok: true, base64: encodeBase64(bytes), from, to: from };
      const pixels = await decodedWithin(limits.side, type, bytes, codecs);
      if (!pixels) return refused('unreadable');
      const encodings = encodingsOf(type, isLosslessWebp(bytes));
      const opaque = mayBecomeJpeg && type === 'image/png' && codecs.isOpaque(pixels.data);
      const smaller = await fitted(pixels, { limits, encodings, mayBecomeJpeg: opaque, ...codecs });
      if (!smaller) return refused('stays_too_large');
      const { bytes: written, ...to } = smaller;
      return { ok: true, base64: encodeBase64(written), from, to: { ...to, size: written.length } };
    };
  },
};

/** The pixels of an image, as many as are written at most; undefined when it cannot be read. Nothing keeps the others. */
async function decodedWithin(
  side: number | undefined,
  type: CodedImageType,
  bytes: Uint8Array,
  codecs: { readonly decodeImage: typeof decodeImage; readonly resizeImage: typeof resizeImage },
): Promise<Pixels | undefined> {
  // The errors of codecs say nothing that a person could use.
  const pixels = await codecs.decodeImage(type, bytes).catch(() => undefined);
  if (!pixels) return undefined;
  const { width, height } = sidesWithin(pixels.width, pixels.height, side);
  return codecs.resizeImage(pixels, width, height);
}

function refused(reason: ShrinkRefusal): ShrinkResult {
  return { ok: false, reason };
}

function decoded(base64: Uint8Array): Uint8Array | undefined {
  try {
    return decodeAnyBase64(withoutEscapes(new TextDecoder().decode(base64)));
  } catch {
    return undefined;
  }
}

function isWithin({ width, height, size }: ImageFigures, { side = Infinity, base64 = Infinity }: ImageLimits): boolean {
  return Math.max(width, height) <= side && base64Length(size) <= base64;
}

/** Little of what an eye or a model sees is lost at 85; 70 is for what has to become smaller still. */
const QUALITIES = [85, 70];

function encodingsOf(type: CodedImageType, isLossless: boolean): Encoding[] {
  if (type === 'image/png') return [{ type, quality: 100 }];
  const lossy = QUALITIES.map((quality) => ({ type, quality }));
  return isLossless ? [{ type, quality: 75, isLossless }, ...lossy] : lossy;
}

const latin1 = new TextDecoder('latin1');

/** WebP container (RFC 9649 §2): the image is in `VP8L` when it is lossless. */
function isLosslessWebp(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 12; at + 8 <= bytes.length;) {
    const name = latin1.decode(bytes.subarray(at, at + 4));
    if (name === 'VP8L' || name === 'VP8 ') return name === 'VP8L';
    const length = view.getUint32(at + 4, true);
    at += 8 + length + (length % 2);
  }
  return false;
}

/** Pixels of the longest side that models see of most images: a PNG becomes no smaller before it becomes a JPEG. */
const SEEN_SIDE = 1568;
/** From the most pixels, each step halving the sides at most, to less than what any limit refuses. */
const STEPS = 16;

interface Fitting {
  readonly encodeImage: typeof encodeImage;
  readonly resizeImage: typeof resizeImage;
  readonly limits: ImageLimits;
  /** The best first. */
  readonly encodings: readonly Encoding[];
  readonly mayBecomeJpeg: boolean;
}

type Written = Omit<ImageFigures, 'size'> & { readonly bytes: Uint8Array };

/** The largest that pixels can be within the limit of their base64; undefined when nothing is small enough. */
async function fitted(
  pixels: Pixels,
  { limits: { base64 = Infinity }, encodings, mayBecomeJpeg, ...codecs }: Fitting,
): Promise<Written | undefined> {
  const longest = Math.max(pixels.width, pixels.height);
  let scale = 1;
  for (let step = 0; step < STEPS; step++) {
    const { width, height } = scaled(pixels.width, pixels.height, scale);
    const resized = await codecs.resizeImage(pixels, width, height);
    const isSmallest = longest * scale <= SEEN_SIDE;
    const tried = mayBecomeJpeg && isSmallest ? [...encodings, ...encodingsOf('image/jpeg', false)] : encodings;
    let smallest = Infinity;
    for (const encoding of tried) {
      const bytes = await codecs.encodeImage(resized, encoding);
      const length = base64Length(bytes.length);
      if (bytes.length > 0 && length <= base64) return { type: encoding.type, width, height, bytes };
      smallest = Math.min(smallest, length);
    }
    if (width === 1 && height === 1) return undefined;
    // Bytes go about with the pixels; a little less, so that the next try is the last.
    const next = scale * Math.min(0.9, Math.max(0.5, Math.sqrt(base64 / smallest) * 0.95));
    scale = isSmallest ? next : Math.max(next, SEEN_SIDE / longest);
  }
  return undefined;
}
