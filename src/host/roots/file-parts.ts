import type * as vscode from 'vscode';
import { CodedError } from '../../core/io/errors.ts';
import { releaseBytes } from '../../core/io/release-bytes.ts';
import type { UriBoundFileSystem } from './file-systems.ts';
import { STORED_SCHEME } from './stored-scheme.ts';

/** Bytes read, or passed on, at a time. */
const PART = 1024 * 1024;
/** Bytes of the largest file that is read as a whole, where there is no other way. */
export const LARGEST_WHOLE = 32 * 1024 * 1024;

/** The size of a file that can be read in parts, in bytes. @throws CodedError `too_large` where it would have to be held as a whole */
export async function sizeInParts(uri: vscode.Uri, { fs, locationOf, readsParts }: UriBoundFileSystem): Promise<number> {
  const { size } = await fs.stat(locationOf(uri));
  if (!readsParts && size > LARGEST_WHOLE) throw new CodedError('too_large', { limit: LARGEST_WHOLE, size });
  return size;
}

/**
 * A file in parts, until somebody turned away; each is there until the next one is asked for. A file system that knows no parts would read the
 * whole for each: there it is read once.
 *
 * @param from bytes before it are left out
 */
export async function* partsOf(
  uri: vscode.Uri,
  { fs, locationOf, readsParts }: UriBoundFileSystem,
  isCancelled: () => boolean,
  from = 0,
): AsyncGenerator<Uint8Array> {
  const location = locationOf(uri);
  const whole = readsParts ? undefined : await fs.readFile(location, { length: LARGEST_WHOLE });
  for (let offset = from; !isCancelled();) {
    const part = whole ? whole.subarray(offset, offset + PART) : await fs.readFile(location, { offset, length: PART });
    const { length } = part;
    if (length === 0) return;
    yield part;
    offset += length;
    // What the worker of databases reads is nobody else's.
    if (!whole && uri.scheme === STORED_SCHEME) releaseBytes(part);
  }
}
