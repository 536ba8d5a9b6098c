import { HEAD_BYTES } from '../content/signature.ts';
import type { BinaryDetector, Detection } from '../content/binary-detector.ts';
import { decodeText } from '../content/text-encoding.ts';
import { toFailure, type Failure } from '../io/errors.ts';
import type { FileSystem, Location } from '../io/file-system.ts';
import type { Artifact, ArtifactMetadata } from './artifact.ts';
import { contentOfEnvelope } from './envelope.ts';

/** What reading needs from its surroundings. */
export interface ContentReaderOptions {
  readonly fs: FileSystem;
  readonly detector: BinaryDetector;
  /** Bytes; of a larger content only the head is read. */
  readonly maxContentBytes: number;
}

/**
 * Reads the content of an artifact whose metadata is known, and finds out what it is. Never rejects: what
 * cannot be read has an empty content and a `contentFailure`.
 *
 * @param location the real place of the content, already checked to lie inside the data root
 */
export async function readContent(metadata: ArtifactMetadata, location: Location, options: ContentReaderOptions): Promise<Artifact> {
  try {
    const { size } = await options.fs.stat(location);
    if (size > options.maxContentBytes) return await describeHead(metadata, location, size, options);
    const bytes = await options.fs.readFile(location, { length: options.maxContentBytes + 1, noFollow: true });
    // The file may have grown since its size was asked.
    if (bytes.length > options.maxContentBytes) return await describeHead(metadata, location, (await options.fs.stat(location)).size, options);
    return metadata.isEnvelope ? await fromEnvelope(metadata, bytes, options) : await fromBytes(metadata, bytes, options.detector);
  } catch (error) {
    return withoutContent(metadata, toFailure(error));
  }
}

async function fromBytes(metadata: ArtifactMetadata, bytes: Uint8Array, detector: BinaryDetector): Promise<Artifact> {
  const detection = await detector.detectBinary(bytes, metadataForDetection(metadata));
  const text = detection.isBinary ? undefined : decodeText(bytes)?.text;
  return artifactOf(metadata, text ?? bytes, detection, bytes.length);
}

async function fromEnvelope(metadata: ArtifactMetadata, bytes: Uint8Array, { detector }: ContentReaderOptions): Promise<Artifact> {
  const content = contentOfEnvelope(bytes, metadata.mimeType);
  if (!content.ok) return withoutContent(metadata, content.error);
  if (typeof content.value !== 'string') return fromBytes(metadata, content.value, detector);
  const { mimeType } = metadata;
  const size = new TextEncoder().encode(content.value).length;
  return { ...artifactOf(metadata, content.value, undefined, size), isBinary: false, ...(mimeType !== undefined && { mimeType }) };
}

async function describeHead(metadata: ArtifactMetadata, location: Location, size: number, options: ContentReaderOptions): Promise<Artifact> {
  const [head, tail] = await Promise.all([
    options.fs.readFile(location, { length: HEAD_BYTES, noFollow: true }),
    options.fs.readFile(location, { offset: Math.max(0, size - HEAD_BYTES), length: HEAD_BYTES, noFollow: true }),
  ]);
  const detection = await options.detector.detectBinary(head, { ...metadataForDetection(metadata), isHead: true, tail });
  const failure: Failure = { code: 'too_large', params: { limit: options.maxContentBytes, size } };
  return { ...artifactOf(metadata, new Uint8Array(0), detection, size), contentFailure: failure };
}

function withoutContent(metadata: ArtifactMetadata, contentFailure: Failure): Artifact {
  const empty = { ...artifactOf(metadata, new Uint8Array(0), undefined, metadata.size), contentFailure };
  return metadata.mimeType === undefined ? empty : { ...empty, mimeType: metadata.mimeType };
}

/** Without a readable sidecar the name on disk is all there is; with one, the human name counts too. */
function metadataForDetection(metadata: ArtifactMetadata) {
  return { mimeType: metadata.mimeType ?? metadata.type, filename: metadata.filename };
}

function artifactOf(metadata: ArtifactMetadata, content: string | Uint8Array, detection: Detection | undefined, size: number | undefined): Artifact {
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
