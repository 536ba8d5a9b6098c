import { open, type FileHandle } from 'node:fs/promises';
import { CodedError } from '../core/io/errors.ts';
import { coded } from '../platform/node-error-codes.ts';

/** Bytes read at a time. */
const PART_BYTES = 1024 * 1024;

/** A file to be read once from its beginning to its end. */
export interface TranscriptSource {
  /** As it was named on the command line. */
  readonly name: string;
  /** Bytes, when that can be known. */
  readonly size: number | undefined;
  /** Every part is overwritten by the next one. @throws CodedError with a file-system code */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Opens a file, or standard input for `-`. @throws CodedError with a file-system code */
export async function openTranscript(name: string): Promise<TranscriptSource> {
  if (name === '-') return { name, size: undefined, chunks: process.stdin };
  return coded(name, async () => {
    const file = await open(name);
    const stat = await file.stat();
    if (!stat.isDirectory()) return { name, size: stat.isFile() ? stat.size : undefined, chunks: partsOf(file, name) };
    await file.close();
    throw new CodedError('not_a_file', { name });
  });
}

async function* partsOf(file: FileHandle, name: string): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(PART_BYTES);
  try {
    for (;;) {
      const { bytesRead } = await coded(name, () => file.read(buffer, 0, PART_BYTES, null));
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}
