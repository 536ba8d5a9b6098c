import type { Detection } from '../content/binary-detector.ts';
import { GENERIC_BINARY, normaliseMediaType, type MediaKind } from '../content/media-type.ts';
import { isObject } from '../io/arguments.ts';
import type { Failure } from '../io/errors.ts';
import type { DescribedArtifact } from './description.ts';
import type { RouteMetadata } from './route-result.ts';
import { safeName } from './safe-name.ts';

/** What is known of an artifact besides its content: every field of the type it says, whatever was given. */
export interface ArtifactFacts {
  readonly id: string;
  readonly isBinary: boolean;
  /** For readers: one line, of bounded length; empty when nothing names it. */
  readonly filename: string;
  readonly type?: string;
  /** As declared, in canonical form; a custom word is none. */
  readonly mimeType?: string;
  /** Bytes, as somebody said. */
  readonly size?: number;
  readonly createdAt?: string;
  readonly detection?: Detection;
  /** Why there is no content. */
  readonly failure?: Failure;
  /** The name by which detection goes. */
  readonly declaredName?: string;
}

/** Of nothing. */
export const NO_FACTS: ArtifactFacts = { id: '', isBinary: false, filename: '' };

/** The facts of an artifact, or of whatever was given as one. Never throws. */
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

/** What a description says. @param size bytes, where they are known better than by word */
export function described(facts: ArtifactFacts, detection = facts.detection, size = facts.size): DescribedArtifact {
  const mimeType = detection?.mimeType ?? facts.mimeType ?? GENERIC_BINARY;
  return { id: facts.id, filename: facts.filename, mimeType, ...(size !== undefined && { size }) };
}

/** What a route says of its artifact. @param size bytes, where they are known better than by word */
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
