import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { MEBIBYTE } from '../core/io/limits.ts';
import { EntryError } from './entry-error.ts';

/** Bytes that an archive may unpack to, and files in it: ten times what the largest list of models takes. */
const MOST_UNPACKED = 64 * MEBIBYTE;
const MOST_ENTRIES = 10_000;

/** POSIX.1-2017, pax, "ustar Interchange Format": blocks of 512 bytes, a header and then the content. */
const BLOCK = 512;
const REGULAR = new Set(['0', '\0', '7']);
const DIRECTORY = '5';
const EXTENDED = 'x';
const GLOBAL = 'g';
const LONG_NAME = 'L';

/**
 * Files of an npm package by their path in it, read in memory: nothing is unpacked to a disk. Refused as a whole are archives that unpack to too
 * much, hold links or devices, or have a path that leads out of the package.
 *
 * @throws EntryError `catalogue_invalid`
 */
export async function readArchive(archive: Uint8Array, isWanted: (file: string) => boolean): Promise<ReadonlyMap<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  let longName: string | undefined;
  for (const { type, name: short, content } of entriesOf(await unzipped(archive))) {
    if (type === GLOBAL) continue;
    if (type === EXTENDED || type === LONG_NAME) {
      longName = (type === EXTENDED ? paxPath(content) : textOf(content)) ?? longName;
      continue;
    }
    const name = inPackage(longName ?? short);
    longName = undefined;
    if (type === DIRECTORY) continue;
    checkFile(name, type, files);
    if (isWanted(name)) files.set(name, content.slice());
  }
  return files;
}

function checkFile(name: string, type: string, before: ReadonlyMap<string, Uint8Array>): void {
  if (!REGULAR.has(type)) throw refusal(`"${name}" is a link or a device`);
  if (before.has(name)) throw refusal(`"${name}" is in it twice`);
}

interface Entry {
  readonly type: string;
  /** As its header has it, which has no room for long ones. */
  readonly name: string;
  readonly content: Uint8Array;
}

function entriesOf(tar: Uint8Array): readonly Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at + BLOCK <= tar.length;) {
    const header = tar.subarray(at, at + BLOCK);
    if (header.every((byte) => byte === 0)) break;
    const size = sizeIn(header);
    const content = tar.subarray(at + BLOCK, at + BLOCK + size);
    if (content.length < size) throw refusal('it ends within a file');
    entries.push({ type: String.fromCharCode(header[156] ?? 0), name: nameIn(header), content });
    if (entries.length > MOST_ENTRIES) throw refusal(`it has more than ${MOST_ENTRIES.toLocaleString('en')} files`);
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return entries;
}

async function unzipped(archive: Uint8Array): Promise<Uint8Array> {
  try {
    return await promisify(gunzip)(archive, { maxOutputLength: MOST_UNPACKED });
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw refusal(isTooLarge ? `it unpacks to more than ${MOST_UNPACKED.toLocaleString('en')} bytes` : 'it is no gzip archive');
  }
}

function refusal(reason: string): EntryError {
  return new EntryError('catalogue_invalid', `The package is not read: ${reason}.`);
}

/** An octal number; the sum of the header's bytes, with blanks for itself, is held to the one in it. */
function sizeIn(header: Uint8Array): number {
  const octal = (from: number, to: number): number => Number.parseInt(textOf(header.subarray(from, to)).trim() || '0', 8);
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
  const size = octal(124, 136);
  if (octal(148, 156) !== sum || !Number.isSafeInteger(size) || size < 0) throw refusal('it is no tar archive');
  return size;
}

function nameIn(header: Uint8Array): string {
  const [name, prefix] = [textOf(header.subarray(0, 100)), textOf(header.subarray(345, 500))];
  return prefix === '' ? name : `${prefix}/${name}`;
}

/** Up to the first zero. */
function textOf(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
}

/** The path of a pax header, which consists of lines `LENGTH NAME=VALUE`. */
function paxPath(content: Uint8Array): string | undefined {
  return /^\d+ path=(.*)$/m.exec(new TextDecoder().decode(content))?.[1];
}

/** The path without the folder that every package lies in. */
function inPackage(name: string): string {
  const [folder, ...steps] = name.replace(/\/$/, '').split('/');
  const isOutside = [folder, ...steps].some((step) => step === '' || step === '.' || step === '..') || /[\\\0:]/.test(name);
  if (isOutside) throw refusal(`"${name.slice(0, 100)}" leads out of it`);
  return steps.join('/');
}
