import { createWriteStream } from 'node:fs';
import * as fsp from 'node:fs/promises';
import path from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { friendlyTypeName } from '../../core/content/media-type.ts';
import { formatSize } from '../../core/content/size.ts';
import { CodedError } from '../../core/io/errors.ts';
import type { FileSystem, Location } from '../../core/io/file-system.ts';
import { formatReference } from '../../core/refs/reference.ts';
import type { Artifact, ContentMetadata } from '../../core/store/artifact.ts';
import { type Invocation, UsageError } from '../command.ts';
import { Refusal, refusalOf } from '../refusal.ts';
import { type Content, openContent } from '../contents.ts';
import { printFacts, showTime } from '../table.ts';
import { isOfGoneReader } from '../terminal.ts';

/** `show`: a text as it is; of everything else the facts, or the bytes where they are wanted. */
export async function show(invocation: Invocation): Promise<number> {
  const output = invocation.option('output');
  if (output?.endsWith('/') === true || output?.endsWith(path.sep) === true)
    throw new UsageError(`--output ${output} ends as a folder does: name a file in it.`);
  const content = await openContent(invocation.positionals[0] ?? '', invocation);
  if (output !== undefined) await writeBytes(content, output, invocation);
  else printArtifact(content.metadata, await readable(content, invocation), invocation);
  return 0;
}

/** The artifact; one whose content is only too large to be shown has its facts. @throws Refusal why it cannot be read */
async function readable({ metadata, read }: Content, { language }: Invocation): Promise<Artifact> {
  const artifact = await read();
  const failure = artifact.contentFailure;
  if (failure && failure.code !== 'too_large') throw refusalOf(failure, language, metadata.id);
  return artifact;
}

async function writeBytes(from: Content, output: string, invocation: Invocation): Promise<void> {
  const { folder, terminal } = invocation;
  const target: Target =
    output === '-'
      ? { name: 'standard output', stream: terminal.streams.stdout }
      : { name: output, location: path.resolve(folder, output) };
  const file = await from.realPlace();
  if (from.bytes) return writeOut({ file, bytes: from.bytes }, target);
  if (!from.metadata.isEnvelope) return writeOut({ fs: from.fs, file }, target);
  const { content } = await readable(from, invocation);
  return writeOut({ file, bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content }, target);
}

function printArtifact(metadata: ContentMetadata, artifact: Artifact, { terminal, json, language }: Invocation): void {
  const { content, size, mimeType, detection, contentFailure } = artifact;
  const text = typeof content === 'string' && !contentFailure ? content : undefined;
  const { id, reference, name, createdAt, updatedAt, agentId, messageId, state } = metadata;
  if (json) {
    const facts = {
      ref: formatReference(reference),
      id,
      name,
      state,
      mimeType,
      type: metadata.type,
      size,
      createdAt,
      updatedAt,
      agentId,
      messageId,
      detection,
    };
    return terminal.json(text === undefined ? { ...facts, isBinary: artifact.isBinary } : { ...facts, isBinary: false, text });
  }
  if (text !== undefined) return terminal.text(text);
  const declared = detection?.isContradiction
    ? ` (declared ${detection.declaredMimeType})`
    : detection?.isMislabelled
      ? ` (content looks like ${detection.detectedMimeType})`
      : '';
  printFacts(terminal, [
    ['Reference', formatReference(reference)],
    ['Name', name],
    ['Type', mimeType && `${friendlyTypeName(mimeType, language)}, ${mimeType}${declared}`],
    ['Size', size === undefined ? undefined : `${formatSize(size)} (${size} bytes)`],
    ['Created', showTime(createdAt)],
    ['Modified', showTime(updatedAt)],
    ['Agent', agentId],
    ['Message', messageId],
  ]);
  terminal.complain(contentFailure ? 'Too large to show. Use --output FILE to save it.' : 'Binary content. Use --output FILE to save it.');
}

/** Bytes to be written: those of a file, by its real place, or those at hand that were made of it. */
export type Source = { readonly fs: FileSystem; readonly file: Location } | { readonly bytes: Uint8Array; readonly file: Location };

/** Where bytes are written to, and how a person knows it. */
type Target = { readonly name: string } & ({ readonly location: string } | { readonly stream: Writable });

/** Bytes read at a time. */
const PART_BYTES = 16 * 1024 * 1024;

/**
 * Writes content into a new file or a stream, once the source was read.
 *
 * @throws CodedError when the source cannot be read; Refusal `same_file`, `already_exists`, `output_failed` for the target
 */
export async function writeOut(source: Source, target: Target): Promise<void> {
  const first = 'fs' in source ? await readPart(source, 0) : source.bytes;
  const from = Readable.from('fs' in source ? partsOf(source, first) : [first], { objectMode: false, highWaterMark: PART_BYTES });
  if ('location' in target && (await isSameFile(source.file, target.location))) {
    throw new Refusal('same_file', `${target.name} is the artifact itself; nothing was written.`);
  }
  try {
    if ('stream' in target) await pipeline(from, target.stream, { end: false });
    else await pipeline(from, createWriteStream(target.location, { flags: 'wx' }));
  } catch (error) {
    if ('stream' in target && isOfGoneReader(error)) return;
    throw error instanceof CodedError ? error : refusedOutput(target, (error as NodeJS.ErrnoException).code);
  }
}

function refusedOutput({ name }: Target, code = 'unknown error'): Refusal {
  if (code === 'ENOENT') return new Refusal('output_failed', `Cannot write to ${name}: its folder does not exist.`);
  if (code === 'EEXIST') return new Refusal('already_exists', `${name} already exists; nothing was written.`);
  return new Refusal('output_failed', `Cannot write to ${name} (${code}).`);
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
