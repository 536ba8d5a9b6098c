import type { Detection } from '../content/binary-detector.ts';
import { GENERIC_BINARY, type MediaKind, normaliseMediaType } from '../content/media-type.ts';
import { utf8Size } from '../content/size.ts';
import { bytesIn, isObject } from '../io/arguments.ts';
import { decodeBase64, decodeKnownBase64, encodeBase64, isBase64 } from '../io/base64.ts';
import { CodedError, type Failure } from '../io/errors.ts';
import type { Artifact } from '../store/artifact.ts';
import { type DescribedArtifact, safeName } from './description.ts';
import type { RouteMetadata } from './route-result.ts';

export interface HeldText {
  readonly form: 'text';
  readonly text: string;
  /** Bytes in UTF-8. */
  readonly size: () => number;
}

export interface HeldBytes {
  readonly form: 'bytes';
  readonly bytes: () => Uint8Array;
  /** Standard base64. */
  readonly base64: () => string;
  readonly size: () => number;
}

/** Normalised content of an artifact. */
export type HeldContent = HeldText | HeldBytes;

/**
 * The validated content of an artifact. Text is a string; other values of a non-binary artifact are serialised as JSON, since a runtime may
 * have parsed them. Binary content is bytes or standard base64. Sizes are in bytes, for text in UTF-8.
 *
 * @throws CodedError `io_failed` when there is no content, `base64_invalid`
 */
export function heldContent({ content, isBinary, base64 }: Pick<Artifact, 'content' | 'isBinary' | 'base64'>): HeldContent {
  const bytes = bytesIn(content);
  if (bytes)
    return {
      form: 'bytes',
      bytes: () => bytes,
      base64: typeof base64 === 'function' ? base64 : () => encodeBase64(bytes),
      size: () => bytes.length,
    };
  if (!isBinary) return textForm(typeof content === 'string' ? content : jsonOf(content));
  const text: unknown = content;
  if (typeof text !== 'string') throw new CodedError(text === undefined || text === null ? 'io_failed' : 'base64_invalid');
  if (!isBase64(text)) throw new CodedError('base64_invalid');
  return { form: 'bytes', bytes: () => decodeKnownBase64(text), base64: () => text, size: () => decodedSize(text) };
}

export function textForm(text: string): HeldText {
  return { form: 'text', text, size: () => utf8Size(text) };
}

/** Whether content exceeds a limit in bytes, counting text only if necessary. */
export function isLargerThan(content: HeldContent, limit: number): boolean {
  if (content.form === 'bytes') return content.size() > limit;
  const { length } = content.text;
  // A UTF-16 code unit is one to three bytes in UTF-8.
  return length > limit || (length * 3 > limit && content.size() > limit);
}

/** Standard base64 of bytes or validated base64. @throws CodedError `base64_invalid` */
export function toBase64(content: unknown): string {
  const bytes = bytesIn(content);
  if (bytes) return encodeBase64(bytes);
  if (typeof content !== 'string' || !isBase64(content)) throw new CodedError('base64_invalid');
  return content;
}

/** The bytes of any content; empty when it is neither bytes nor base64. */
export function bytesOrNone(content: unknown): Uint8Array {
  const bytes = bytesIn(content);
  if (bytes) return bytes;
  try {
    return typeof content === 'string' ? decodeBase64(content) : new Uint8Array(0);
  } catch {
    return new Uint8Array(0);
  }
}

function decodedSize(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return (base64.length / 4) * 3 - padding;
}

function jsonOf(value: unknown): string {
  let json: string | undefined;
  try {
    json = value === null ? undefined : JSON.stringify(value, null, 2);
  } catch {
    // Circular, or not representable as JSON.
  }
  if (json === undefined) throw new CodedError('io_failed');
  return json;
}

/** Validated metadata of an artifact. */
export interface ArtifactFacts {
  readonly id: string;
  readonly isBinary: boolean;
  /** For display: one line, limited length; empty when there is no name. */
  readonly filename: string;
  readonly type?: string;
  /** As declared, in canonical form; absent if it is not a media type. */
  readonly mimeType?: string;
  /** Bytes, as declared. */
  readonly size?: number;
  readonly createdAt?: string;
  readonly detection?: Detection;
  /** Why there is no content. */
  readonly failure?: Failure;
  /** The name used for detection. */
  readonly declaredName?: string;
}

export const NO_FACTS: ArtifactFacts = { id: '', isBinary: false, filename: '' };

/** The facts of an artifact or of any value. Never throws. */
export function factsOf(artifact: unknown): ArtifactFacts {
  try {
    return readFacts(artifact);
  } catch {
    return NO_FACTS; // an object that does not let itself be read
  }
}

function readFacts(artifact: unknown): ArtifactFacts {
  if (!isObject(artifact)) return NO_FACTS;
  const meta = isObject(artifact['meta']) ? artifact['meta'] : {};
  const { detection, contentFailure, size } = artifact;
  const id = idOf(artifact['id']);
  const declaredName = textOf(meta['filename']) ?? textOf(meta['name']);
  const mimeType = normaliseMediaType(textOf(artifact['mimeType'])) ?? normaliseMediaType(textOf(artifact['type']));
  return {
    id,
    isBinary: Boolean(artifact['isBinary']),
    filename: safeName(meta['filename']) || safeName(meta['name']) || safeName(id),
    ...(typeof artifact['type'] === 'string' && { type: artifact['type'] }),
    ...(mimeType !== undefined && { mimeType }),
    ...(isSize(size) && { size }),
    ...(typeof artifact['createdAt'] === 'string' && { createdAt: artifact['createdAt'] }),
    ...(isDetection(detection) && { detection }),
    ...(Boolean(contentFailure) && { failure: isFailure(contentFailure) ? contentFailure : { code: 'io_failed' } }),
    ...(declaredName !== undefined && { declaredName }),
  };
}

/** @param size actual bytes, if known */
export function described(facts: ArtifactFacts, detection = facts.detection, size = facts.size): DescribedArtifact {
  const mimeType = detection?.mimeType ?? facts.mimeType ?? GENERIC_BINARY;
  return { id: facts.id, filename: facts.filename, mimeType, ...(size !== undefined && { size }) };
}

/** @param size actual bytes, if known */
export function routeMetadata(facts: ArtifactFacts, detection = facts.detection, size = facts.size): RouteMetadata {
  const { id, filename, type, createdAt } = facts;
  const mimeType = detection?.mimeType ?? facts.mimeType;
  const contradicted = detection?.isContradiction || detection?.isMislabelled ? detection : undefined;
  return {
    id,
    ...(type !== undefined && { type }),
    filename,
    ...(mimeType !== undefined && { mimeType }),
    ...(size !== undefined && { size }),
    ...(createdAt !== undefined && { createdAt }),
    ...(detection && detection.kind !== 'text' && { binaryType: detection.kind }),
    ...(contradicted?.declaredMimeType !== undefined && { declaredMimeType: contradicted.declaredMimeType }),
    ...(contradicted?.detectedMimeType !== undefined && { detectedMimeType: contradicted.detectedMimeType }),
  };
}

function idOf(id: unknown): string {
  return typeof id === 'number' || typeof id === 'bigint' ? String(id) : typeof id === 'string' ? id : '';
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function isSize(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isFailure(value: unknown): value is Failure {
  return isObject(value) && typeof value['code'] === 'string';
}

const KINDS: ReadonlySet<unknown> = new Set<MediaKind>(['text', 'image', 'audio', 'video', 'document', 'other']);

function isDetection(value: unknown): value is Detection {
  return isObject(value) && KINDS.has(value['kind']) && normaliseMediaType(textOf(value['mimeType'])) !== undefined;
}
