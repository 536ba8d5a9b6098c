import { createWriteStream } from 'node:fs';
import { lstat, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { formatSize } from '../core/content/size.ts';
import { MAX_INPUT_BYTES } from '../core/io/limits.ts';
import { NodeProcesses } from '../platform/node-processes.ts';
import { Refusal } from './refusal.ts';

const PREFIX = 'agent-artifacts-input-';
/** In each folder: the process that it belongs to. */
const OWNER = 'process';

const processes = new NodeProcesses();

/**
 * Runs work on standard input as a temporary file that only its owner can read, because a conversation is read more than once. What a killed
 * process has left is removed first.
 *
 * @param most bytes
 * @throws Refusal `input_too_large`, `no_temporary_folder`; what the file system throws
 */
export async function withKeptInput<T>(
  input: Readable,
  signal: AbortSignal,
  work: (location: string) => Promise<T>,
  most = MAX_INPUT_BYTES,
): Promise<T> {
  await removeLeftovers();
  const kept = await mkdtemp(path.join(tmpdir(), PREFIX)).catch(({ code }: NodeJS.ErrnoException) => {
    const reason = `Standard input cannot be kept in ${tmpdir()}, the folder for temporary files (${code}). TMPDIR names another one.`;
    throw new Refusal('no_temporary_folder', reason);
  });
  try {
    await writeFile(path.join(kept, OWNER), processes.self, { mode: 0o600 });
    const location = path.join(kept, 'input');
    await pipeline(input, (chunks: AsyncIterable<Uint8Array>) => atMost(chunks, most), createWriteStream(location, { mode: 0o600 }), {
      signal,
    });
    return await work(location);
  } finally {
    await rm(kept, { recursive: true, force: true });
  }
}

async function* atMost(chunks: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > most) throw new Refusal('input_too_large', `Standard input has more than ${formatSize(most)}; name a file instead.`);
    yield chunk;
  }
}

/** Removes the folders of processes that are gone; those of other people stay, and nothing fails for them. */
async function removeLeftovers(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names.filter((each) => each.startsWith(PREFIX))) {
    const folder = path.join(tmpdir(), name);
    try {
      const { uid } = await lstat(folder);
      const isOwn = process.getuid === undefined || uid === process.getuid();
      if (isOwn && processes.isGone(await readFile(path.join(folder, OWNER), 'utf8'))) await rm(folder, { recursive: true, force: true });
    } catch {
      // Another process has removed it, or it is not ours to look into.
    }
  }
}
