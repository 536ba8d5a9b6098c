import type { HeaderFacts } from './bytes.ts';
import type { Walk } from './walk.ts';

/** The longest piece of a file that is taken into memory once more, in bytes: headers and tables, not pictures. */
const MAX_PIECE_BYTES = 4 * 1024 * 1024;

/**
 * Seconds of sound or film, by the `music-metadata` package. It asks for the file piece by piece without ever giving
 * way; here every piece is a step of the walk, which counts, limits and pauses.
 *
 * @throws whatever the package says of a file it cannot read
 */
export async function readDuration(bytes: Uint8Array, mimeType: string, walk: Walk): Promise<HeaderFacts> {
  const [{ parseFromTokenizer }, { fromBuffer }] = await Promise.all([import('music-metadata'), import('strtok3/core')]);
  const tokenizer = fromBuffer(bytes, { fileInfo: { mimeType, size: bytes.length }, maxBufferSize: MAX_PIECE_BYTES });
  const [peek, ignore] = [tokenizer.peekBuffer.bind(tokenizer), tokenizer.ignore.bind(tokenizer)];
  // Every way of reading ends in one of these two.
  tokenizer.peekBuffer = async (...args) => {
    await walk.step();
    return peek(...args);
  };
  tokenizer.ignore = async (length) => {
    await walk.step();
    return ignore(length);
  };
  const { format } = await parseFromTokenizer(tokenizer, { duration: true, skipCovers: true, skipPostHeaders: true });
  const { duration } = format;
  return duration !== undefined && Number.isFinite(duration) && duration > 0 ? { duration } : {};
}
