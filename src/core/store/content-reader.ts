import { HEAD_BYTES, needsTail } from '../content/signature.ts';
import { detectDeclared, type BinaryDetector, type Detection } from '../content/binary-detector.ts';
import { mediaKind } from '../content/media-type.ts';
import { decodeText } from '../content/text-encoding.ts';
import type { Compute } from '../io/compute.ts';
import { toFailure, type Failure } from '../io/errors.ts';
import type { FileStat, FileSystem, Location } from '../io/file-system.ts';
import type { Artifact, ContentMetadata, UnreadArtifact } from './artifact.ts';
import { hiddenBytes, longestEnvelope, openEnvelope } from './envelope.ts';

/** Milliseconds; see {@link cacheKey}. */
const YOUNG_FOR = 2000;

export interface ContentReaderOptions {
  readonly fs: FileSystem;
  readonly detector: BinaryDetector;
  /** Bytes (for an envelope, of its content); of larger content only the head is read. */
  readonly maxContentBytes: number;
  /** Where large JSON is parsed. Default: on this thread. */
  readonly compute?: Compute | undefined;
}

/**
 * Reads and detects the content of an artifact. Never rejects: on failure the content is empty and `contentFailure` is set.
 *
 * @param location the real path of the content inside the data root; links are not followed
 */
export async function readContent(metadata: ContentMetadata, location: Location, options: ContentReaderOptions): Promise<Artifact> {
  try {
    const { fs, detector, maxContentBytes, compute } = options;
    const limit = metadata.isEnvelope ? longestEnvelope(metadata.mimeType, maxContentBytes) : maxContentBytes;
    const stat = await fs.stat(location, { noFollow: true });
    if (stat.size > limit) return await describeLarge(metadata, location, stat, options);
    const bytes = await fs.readFile(location, { length: limit + 1, noFollow: true });
    // The file may have grown since `stat`.
    if (bytes.length > limit) return await describeLarge(metadata, location, await fs.stat(location, { noFollow: true }), options);
    // A file that changed since `stat` must not be cached.
    const key = bytes.length === stat.size ? cacheKey(metadata, location, stat, 'whole') : undefined;
    if (!metadata.isEnvelope) return await artifactOfBytes(metadata, bytes, detector, key);
    return withinLimit(await fromEnvelope(metadata, bytes, { detector, compute }, key), maxContentBytes);
  } catch (error) {
    return withoutContent(metadata, toFailure(error));
  }
}

/**
 * Detects content from its size, metadata and first bytes. Text, envelopes and small files are read at once, since every model gets them or
 * nothing is saved; other binary content is left to `read`. Never rejects.
 *
 * @param location as in {@link readContent}
 * @param read reads the whole content
 */
export async function inspectContent(
  metadata: ContentMetadata,
  location: Location,
  options: ContentReaderOptions,
  read: () => Promise<Artifact>,
): Promise<Artifact | UnreadArtifact> {
  try {
    const { fs, detector, maxContentBytes } = options;
    const stat = metadata.isEnvelope ? undefined : await fs.stat(location, { noFollow: true });
    if (!stat || stat.size <= HEAD_BYTES || stat.size > maxContentBytes) return await read();
    const ends = await readEnds(location, stat.size, fs);
    const detection = ends && (await detectEnds(metadata, location, stat, ends, detector));
    if (!detection?.isBinary) return await read();
    const { content: _unread, ...facts } = artifactOf(metadata, '', detection, stat.size);
    let whole: Promise<Artifact> | undefined;
    return { ...facts, detection, read: () => (whole ??= read()) };
  } catch (error) {
    return withoutContent(metadata, toFailure(error));
  }
}

/** Detects and decodes a content that is in memory. @param key see {@link cacheKey} */
export async function artifactOfBytes(
  metadata: ContentMetadata,
  bytes: Uint8Array,
  detector: BinaryDetector,
  key?: string,
): Promise<Artifact> {
  const { detection, decoded } = await detector.detectAndDecode(bytes, {
    ...metadataForDetection(metadata),
    ...(key !== undefined && { cacheKey: key }),
  });
  const text = detection.isBinary ? undefined : (decoded ?? decodeText(bytes));
  return artifactOf(metadata, text?.text ?? bytes, detection, bytes.length);
}

async function fromEnvelope(
  known: ContentMetadata,
  bytes: Uint8Array,
  { detector, compute }: Pick<ContentReaderOptions, 'detector' | 'compute'>,
  key: string | undefined,
): Promise<Artifact> {
  const envelope = await openEnvelope(bytes, known, compute);
  if (!envelope.ok) return withoutContent(known, envelope.error);
  const { metadata, content } = envelope.value;
  if (!content.ok) return withoutContent(metadata, content.error);
  if (typeof content.value !== 'string') return artifactOfBytes(metadata, content.value, detector, key);
  const { mimeType } = metadata;
  const hidden = mimeType === undefined ? hiddenBytes(content.value) : undefined;
  if (hidden) {
    const artifact = await artifactOfBytes(metadata, hidden, detector);
    if (artifact.detection?.source === 'signature') return artifact;
  }
  const size = new TextEncoder().encode(content.value).length;
  return {
    ...artifactOf(metadata, content.value, undefined, size),
    isBinary: false,
    ...(mimeType !== undefined && { mimeType: mediaKind(mimeType) === 'text' ? mimeType : 'text/plain' }),
  };
}

/** Removes content above the limit (bytes). */
function withinLimit(artifact: Artifact, limit: number): Artifact {
  const { size } = artifact;
  return size === undefined || size <= limit
    ? artifact
    : { ...artifact, content: new Uint8Array(0), contentFailure: { code: 'too_large', params: { limit, size } } };
}

async function describeLarge(
  metadata: ContentMetadata,
  location: Location,
  stat: FileStat,
  options: ContentReaderOptions,
): Promise<Artifact> {
  if (!metadata.isEnvelope) return describeHead(metadata, location, stat, options);
  // Head and size of an envelope describe its JSON, not its content.
  return { ...withoutContent(metadata, { code: 'too_large', params: { limit: options.maxContentBytes } }), ...declaredFacts(metadata) };
}

async function describeHead(
  metadata: ContentMetadata,
  location: Location,
  stat: FileStat,
  options: ContentReaderOptions,
): Promise<Artifact> {
  const { size } = stat;
  const contentFailure: Failure = { code: 'too_large', params: { limit: options.maxContentBytes, size } };
  const ends = await readEnds(location, size, options.fs);
  if (!ends) return { ...withoutContent({ ...metadata, size }, contentFailure), ...declaredFacts(metadata) };
  const detection = await detectEnds(metadata, location, stat, ends, options.detector);
  return { ...artifactOf(metadata, new Uint8Array(0), detection, size), contentFailure };
}

/** The beginning of content, and its end if needed. */
interface Ends {
  readonly head: Uint8Array;
  readonly tail?: Uint8Array;
}

function detectEnds(
  metadata: ContentMetadata,
  location: Location,
  stat: FileStat,
  ends: Ends,
  detector: BinaryDetector,
): Promise<Detection> {
  const key = cacheKey(metadata, location, stat, 'head');
  return detector.detectBinary(ends.head, {
    ...metadataForDetection(metadata),
    isHead: true,
    ...ends,
    ...(key !== undefined && { cacheKey: key }),
  });
}

/** The head, and the tail if needed; undefined when this file system cannot read ranges of a large file. */
async function readEnds(location: Location, size: number, fs: FileSystem): Promise<Ends | undefined> {
  const head = await readPart(location, { offset: 0, length: HEAD_BYTES }, fs);
  if (head.length === 0) return undefined;
  if (!needsTail(head)) return { head };
  return { head, tail: await readPart(location, { offset: Math.max(0, size - HEAD_BYTES), length: HEAD_BYTES }, fs) };
}

/** Empty when this file system cannot read ranges of a large file. */
async function readPart(location: Location, part: { offset: number; length: number }, fs: FileSystem): Promise<Uint8Array> {
  try {
    return await fs.readFile(location, { ...part, noFollow: true });
  } catch (error) {
    if (toFailure(error).code === 'too_large') return new Uint8Array(0);
    throw error;
  }
}

/** Detection by metadata alone. */
function declaredFacts(metadata: ContentMetadata): Partial<Artifact> {
  const detection = detectDeclared(metadataForDetection(metadata));
  return detection ? { detection, isBinary: detection.isBinary, mimeType: detection.mimeType } : {};
}

function withoutContent(metadata: ContentMetadata, contentFailure: Failure): Artifact {
  const empty = { ...artifactOf(metadata, new Uint8Array(0), undefined, metadata.size), contentFailure };
  return metadata.mimeType === undefined ? empty : { ...empty, mimeType: metadata.mimeType };
}

/**
 * Cache key of a detection: path, size and mtime of the file, and the declared type. Undefined for a recently changed file, because another
 * change could keep the mtime, whose resolution is two seconds on some file systems.
 */
function cacheKey(metadata: ContentMetadata, location: Location, { size, mtime }: FileStat, part: 'head' | 'whole'): string | undefined {
  if (!(mtime > 0) || Date.now() - mtime < YOUNG_FOR) return undefined;
  const { mimeType, filename } = metadataForDetection(metadata);
  return JSON.stringify([part, location, size, mtime, mimeType, filename]);
}

/** Without a readable sidecar only the file name counts; with one, the display name too. */
function metadataForDetection(metadata: ContentMetadata) {
  return { mimeType: metadata.mimeType ?? metadata.type, filename: metadata.filename };
}

function artifactOf(
  metadata: ContentMetadata,
  content: string | Uint8Array,
  detection: Detection | undefined,
  size: number | undefined,
): Artifact {
  return {
    id: metadata.id,
    content,
    isBinary: detection?.isBinary ?? true,
    messageId: metadata.messageId ?? null,
    ...(detection && { mimeType: detection.mimeType, detection }),
    ...(metadata.type !== undefined && { type: metadata.type }),
    ...(metadata.createdAt !== undefined && { createdAt: metadata.createdAt }),
    ...(size !== undefined && { size }),
    meta: { ...metadata.meta, name: metadata.name, filename: metadata.filename },
  };
}
