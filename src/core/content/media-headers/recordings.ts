import { type HeaderFacts, latin1, sides, viewOf } from './walk.ts';

/** A box of the ISO base media file format (ISO/IEC 14496-12 §4.2): start and end of its content. */
interface Box {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** The box at an offset; undefined when it is invalid. Its end may be beyond the file. */
function boxAt(bytes: Uint8Array, at: number, end: number): Box | undefined {
  if (at + 8 > Math.min(end, bytes.length)) return undefined;
  const view = viewOf(bytes);
  const type = latin1(bytes, at + 4, 4);
  const size = view.getUint32(at);
  if (size === 0) return { type, start: at + 8, end };
  if (size === 1) {
    if (at + 16 > bytes.length) return undefined;
    const large = Number(view.getBigUint64(at + 8));
    return large < 16 ? undefined : { type, start: at + 16, end: at + large };
  }
  return size < 8 ? undefined : { type, start: at + 8, end: at + size };
}

/** The first box of a type between `start` and `end`. */
function findBox(bytes: Uint8Array, type: string, start: number, end: number): Box | undefined {
  for (let box = boxAt(bytes, start, end); box; box = boxAt(bytes, box.end, end)) {
    if (box.type === type) return box;
  }
  return undefined;
}

/** Whether the last box of an MP4, MOV or HEIF file extends beyond the file. */
function boxesAreTruncated(bytes: Uint8Array): HeaderFacts {
  let end = 0;
  for (let box = boxAt(bytes, 0, bytes.length); box; box = boxAt(bytes, box.end, bytes.length)) {
    end = box.end;
  }
  if (end === 0) return {};
  return { isTruncated: end > bytes.length };
}

/** Seconds of an MP4 or MOV file, from `moov/mvhd` (ISO/IEC 14496-12 §8.2.2): its longest track. */
export function readMovie(bytes: Uint8Array): HeaderFacts {
  if (latin1(bytes, 4, 4) !== 'ftyp') return {};
  const truncation = boxesAreTruncated(bytes);
  const movie = findBox(bytes, 'moov', 0, bytes.length);
  const header = movie && findBox(bytes, 'mvhd', movie.start, movie.end);
  if (!header || header.start + 32 > bytes.length) return truncation;
  const view = viewOf(bytes);
  // Version 1 has 64-bit times.
  const isLong = bytes[header.start] === 1;
  const scale = view.getUint32(header.start + (isLong ? 20 : 12));
  const length = isLong ? Number(view.getBigUint64(header.start + 24)) : view.getUint32(header.start + 16);
  // All bits set: unknown when it was written.
  const isKnown = length > 0 && length < (isLong ? 2 ** 63 : 0xffffffff) && scale > 0;
  return { ...(isKnown ? { duration: length / scale } : {}), ...truncation };
}

/**
 * HEIF and AVIF (ISO/IEC 23008-12 §6.5.3): the largest size in `meta/iprp/ipco/ispe`; smaller ones are thumbnails and tiles. Rotation
 * (`irot`) is ignored.
 */
export function readHeif(bytes: Uint8Array): HeaderFacts {
  const truncation = boxesAreTruncated(bytes);
  const meta = findBox(bytes, 'meta', 0, bytes.length);
  // `meta` begins with version and flags.
  const properties = meta && findBox(bytes, 'iprp', meta.start + 4, meta.end);
  const container = properties && findBox(bytes, 'ipco', properties.start, properties.end);
  let largest: { width: number; height: number } | undefined;
  for (let box = container && boxAt(bytes, container.start, container.end); box && container; box = boxAt(bytes, box.end, container.end)) {
    if (box.type !== 'ispe' || box.start + 12 > bytes.length) continue;
    const view = viewOf(bytes);
    const size = sides(view.getUint32(box.start + 4), view.getUint32(box.start + 8));
    if (size && (!largest || size.width * size.height > largest.width * largest.height)) largest = size;
  }
  return { ...largest, ...truncation };
}

/**
 * Seconds of a WAV file by its beginning: the bytes of its data by those of a second (Multimedia Programming Interface 1.0, "WAVE"). The package
 * that reads whole files takes the data that are there for all.
 *
 * @param size of the whole, in bytes
 */
export function readWavBeginning(bytes: Uint8Array, size: number): HeaderFacts {
  if (latin1(bytes, 0, 4) !== 'RIFF' || latin1(bytes, 8, 4) !== 'WAVE') return {};
  const view = viewOf(bytes);
  let bytesPerSecond = 0;
  for (let at = 12; at + 8 <= bytes.length;) {
    const [name, length] = [latin1(bytes, at, 4), view.getUint32(at + 4, true)];
    if (name === 'fmt ' && at + 20 <= bytes.length) bytesPerSecond = view.getUint32(at + 16, true);
    if (name === 'data') return bytesPerSecond > 0 ? { duration: Math.min(length, size - at - 8) / bytesPerSecond } : {};
    at += 8 + length + (length % 2);
  }
  return {};
}

/** Maximum bytes copied per read: headers and tables, not pictures. */
const MAX_PIECE_BYTES = 4 * 1024 * 1024;

/** Maximum number of reads by the package: an MP3 of 20 MiB at the lowest bit rate has 200,000 frames. */
const MAX_READS = 1 << 20;

/**
 * Seconds of sound or video, by the `music-metadata` package, with limited reads.
 *
 * @throws the package's errors for unreadable files
 */
export async function readDuration(bytes: Uint8Array, mimeType: string): Promise<HeaderFacts> {
  const [{ parseFromTokenizer }, { fromBuffer }] = await Promise.all([import('music-metadata'), import('strtok3/core')]);
  const tokenizer = fromBuffer(bytes, { fileInfo: { mimeType, size: bytes.length }, maxBufferSize: MAX_PIECE_BYTES });
  const [peek, ignore] = [tokenizer.peekBuffer.bind(tokenizer), tokenizer.ignore.bind(tokenizer)];
  let reads = 0;
  const count = () => {
    if (++reads > MAX_READS) throw new RangeError('The file has too many pieces.');
  };
  // All reads end in one of these two.
  tokenizer.peekBuffer = async (...args) => {
    count();
    return peek(...args);
  };
  tokenizer.ignore = async (length) => {
    count();
    return ignore(length);
  };
  const { format } = await parseFromTokenizer(tokenizer, { duration: true, skipCovers: true, skipPostHeaders: true });
  const { duration } = format;
  return duration !== undefined && Number.isFinite(duration) && duration > 0 ? { duration } : {};
}
