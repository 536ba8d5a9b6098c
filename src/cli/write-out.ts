import { createReadStream, createWriteStream } from 'node:fs';
import * as fsp from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Refusal } from './refusal.ts';

/** Bytes to be written: of a file, or at hand. */
export type Source = { readonly file: string } | { readonly bytes: Uint8Array };

/**
 * Writes content into a file, or to standard output for `-`. A file that is there is replaced as a shell's
 * `>` does it, unless it is the very file the content comes from.
 *
 * @throws Refusal `same_file`, `output_failed`
 */
export async function writeOut(source: Source, target: string): Promise<void> {
  const from = 'file' in source ? createReadStream(source.file) : Readable.from([source.bytes]);
  if (target === '-') return pipeline(from, process.stdout, { end: false });
  if ('file' in source && (await isSameFile(source.file, target))) {
    from.destroy();
    throw new Refusal('same_file', `${target} is the artifact itself.`);
  }
  try {
    await pipeline(from, createWriteStream(target));
  } catch (error) {
    throw new Refusal('output_failed', `${target} cannot be written (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}).`);
  }
}

async function isSameFile(one: string, other: string): Promise<boolean> {
  try {
    const [a, b] = await Promise.all([fsp.stat(one), fsp.stat(other)]);
    return a.dev === b.dev && a.ino === b.ino;
  } catch {
    return false; // one of them is not there
  }
}
