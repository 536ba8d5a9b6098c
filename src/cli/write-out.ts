import { createWriteStream } from 'node:fs';
import * as fsp from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CodedError } from '../core/io/errors.ts';
import type { FileSystem, Location } from '../core/io/file-system.ts';
import { Refusal } from './refusal.ts';

/** Bytes to be written: those of a file, by its real place, or those at hand that were made of it. */
export type Source = { readonly fs: FileSystem; readonly file: Location } | { readonly bytes: Uint8Array; readonly file: Location };

/** Bytes read at a time. */
const PART_BYTES = 16 * 1024 * 1024;

/**
 * Writes content into a file, or to standard output for `-`. A file that is there is replaced as a shell's
 * `>` does it, unless it is the very file the content comes from; it is touched only once the source was read.
 *
 * @throws CodedError when the source cannot be read; Refusal `same_file`, `output_failed` for the target
 */
export async function writeOut(source: Source, target: string): Promise<void> {
  const first = 'fs' in source ? await readPart(source, 0) : source.bytes;
  const from = Readable.from('fs' in source ? partsOf(source, first) : [first], { objectMode: false, highWaterMark: PART_BYTES });
  if (target !== '-' && (await isSameFile(source.file, target))) {
    throw new Refusal('same_file', `${target} is the artifact itself.`);
  }
  try {
    if (target === '-') await pipeline(from, process.stdout, { end: false });
    else await pipeline(from, createWriteStream(target));
  } catch (error) {
    if (error instanceof CodedError) throw error;
    const name = target === '-' ? 'Standard output' : target;
    throw new Refusal('output_failed', `${name} cannot be written (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}).`);
  }
}

type FileSource = Extract<Source, { readonly fs: FileSystem }>;

async function* partsOf(source: FileSource, first: Uint8Array): AsyncGenerator<Uint8Array> {
  let part = first;
  for (let offset = 0; part.length > 0; part = await readPart(source, offset)) {
    yield part;
    if (part.length < PART_BYTES) return;
    offset += part.length;
  }
}

function readPart({ fs, file }: FileSource, offset: number): Promise<Uint8Array> {
  return fs.readFile(file, { offset, length: PART_BYTES, noFollow: true });
}

async function isSameFile(one: string, other: string): Promise<boolean> {
  try {
    const [a, b] = await Promise.all([fsp.stat(one), fsp.stat(other)]);
    return a.dev === b.dev && a.ino === b.ino;
  } catch {
    return false; // one of them is not there
  }
}
