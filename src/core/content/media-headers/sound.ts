import type { HeaderFacts } from './bytes.ts';

/** The longest piece of a file that is taken into memory once more, in bytes: headers and tables, not pictures. */
const MAX_PIECE_BYTES = 4 * 1024 * 1024;

/** Times the package may read from a file: an MP3 of 20 MiB at the lowest rate has 200,000 frames. */
const MAX_READS = 1 << 20;

/**
 * Seconds of sound or film, by the `music-metadata` package, which may read the file in so many pieces and no more.
 *
 * @throws whatever the package says of a file it cannot read
 */
export async function readDuration(bytes: Uint8Array, mimeType: string): Promise<HeaderFacts> {
  const [{ parseFromTokenizer }, { fromBuffer }] = await Promise.all([import('music-metadata'), import('strtok3/core')]);
  const tokenizer = fromBuffer(bytes, { fileInfo: { mimeType, size: bytes.length }, maxBufferSize: MAX_PIECE_BYTES });
  const [peek, ignore] = [tokenizer.peekBuffer.bind(tokenizer), tokenizer.ignore.bind(tokenizer)];
  let reads = 0;
  const count = () => {
    if (++reads > MAX_READS) throw new RangeError('The file has too many pieces.');
  };
  // Every way of reading ends in one of these two.
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
