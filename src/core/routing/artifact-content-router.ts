import { BinaryDetector, type Detection } from '../content/binary-detector.ts';
import { GENERIC_BINARY, normaliseMediaType, type BinaryKind, type MediaKind } from '../content/media-type.ts';
import { DEFAULT_MAX_CONTENT_BYTES } from '../content/size.ts';
import type { DescriptionLanguage } from '../content/type-names.ts';
import { decodeBase64, encodeBase64, isBase64 } from '../io/base64.ts';
import { CodedError, toFailure, type Failure } from '../io/errors.ts';
import { silentLogger, type Logger } from '../io/logger.ts';
import type { Artifact } from '../store/artifact.ts';
import type { FilePart, ImageUrlPart } from './content-parts.ts';
import { describeFailure, describeTooLarge, describeUnsupported, type DescribedArtifact } from './description.ts';
import { ofKnownBase64 } from './known-base64.ts';
import type { ContentRouteResult, RouteMetadata, RouteReason } from './route-result.ts';
import { safeName } from './safe-name.ts';

/** The part of the service registry that routing asks. */
export interface CapabilitySource {
  hasCapability(serviceId: string, capabilityType: string, direction?: 'input' | 'output' | 'both'): boolean;
  getServiceById(serviceId: string): unknown;
}

/** What a router needs to know. */
export interface ArtifactContentRouterOptions {
  readonly serviceRegistry: CapabilitySource;
  readonly binaryDetector?: BinaryDetector;
  /** Of descriptions. Default Chinese, as the specification writes them. */
  readonly language?: DescriptionLanguage;
  /** Binary content or text above this many bytes is described. Default 20 MiB. */
  readonly maxContentBytes?: number;
  readonly logger?: Logger;
}

/** The input capabilities any of which lets a kind of content through, the usual one first. */
export const ACCEPTED_CAPABILITIES: Readonly<Record<MediaKind, readonly string[]>> = {
  text: [],
  image: ['vision'],
  audio: ['audio', 'file'],
  video: ['video', 'file'],
  document: ['file'],
  other: ['file'],
};

/**
 * Decides how an artifact reaches a model: text as text, an image as `image_url`, another binary as `file`,
 * and whatever the model cannot take as a description. Binary content never enters a text field.
 */
export class ArtifactContentRouter {
  readonly #services: CapabilitySource;
  readonly #detector: BinaryDetector;
  readonly #logger: Logger;
  /** See {@link ArtifactContentRouterOptions}. Both may be changed while the router is in use. */
  language: DescriptionLanguage;
  maxContentBytes: number;

  constructor(options: ArtifactContentRouterOptions) {
    this.#services = options.serviceRegistry;
    this.#logger = options.logger ?? silentLogger;
    this.#detector = options.binaryDetector ?? new BinaryDetector({ logger: this.#logger });
    this.language = options.language ?? 'zh';
    this.maxContentBytes = options.maxContentBytes ?? DEFAULT_MAX_CONTENT_BYTES;
  }

  /**
   * Routes an artifact for the model of a service. Never rejects: what goes wrong becomes a description.
   *
   * @param serviceId null or undefined for a model nothing is known of: text only
   */
  async routeContent(artifact: Artifact, serviceId: string | null | undefined): Promise<ContentRouteResult> {
    try {
      return await this.#route(artifact, serviceId ?? undefined);
    } catch (error) {
      this.#logger.error(`routing failed: ${toFailure(error).code}`);
      return this.#failed(artifact, toFailure(error));
    }
  }

  /** The kind of a binary artifact. */
  async detectBinaryType(artifact: Artifact): Promise<BinaryKind> {
    const { kind } = await this.#detect(artifact, bytesOf(artifact.content));
    return kind === 'text' ? 'other' : kind;
  }

  /** Whether the model of a service takes an input; false whenever that cannot be determined. */
  hasCapability(serviceId: string | null | undefined, capability: string): boolean {
    if (!serviceId) return false;
    try {
      return this.#services.hasCapability(serviceId, capability, 'input');
    } catch (error) {
      this.#logger.warn(`capability query failed: ${toFailure(error).code}`);
      return false;
    }
  }

  /** Whether there is such a service; false whenever that cannot be determined. */
  knowsService(serviceId: string | undefined): boolean {
    try {
      return serviceId !== undefined && Boolean(this.#services.getServiceById(serviceId));
    } catch {
      return false;
    }
  }

  /** An image as an `image_url` part. @param content bytes, or base64 (checked). @throws CodedError `base64_invalid` */
  formatImageUrl(content: Uint8Array | string, mimeType: string): ImageUrlPart {
    return imagePart(toBase64(content), mimeType);
  }

  /** The description in place of a content the model cannot read. */
  generateTextDescription(artifact: Artifact, _binaryType?: BinaryKind): string {
    return describeUnsupported(described(artifact, artifact.detection), this.language);
  }

  async #route(artifact: Artifact, serviceId: string | undefined): Promise<ContentRouteResult> {
    if (artifact.contentFailure) return this.#failed(artifact, artifact.contentFailure);
    if (!artifact.isBinary && typeof artifact.content === 'string') return this.#routeText(artifact, artifact.content);
    if (typeof artifact.content === 'string' && !isBase64(artifact.content)) throw new CodedError('base64_invalid');
    const size = artifact.size ?? contentBytes(artifact.content) ?? 0;
    const tooLarge: Failure | undefined = size > this.maxContentBytes ? { code: 'too_large', params: { limit: this.maxContentBytes, size } } : undefined;
    const detection = artifact.detection ?? (await this.#detect(artifact, bytesOf(artifact.content)));
    if (tooLarge) return this.#failed(artifact, tooLarge, detection);
    return this.#routeBinary({ ...artifact, size }, detection, serviceId);
  }

  #routeText(artifact: Artifact, text: string): ContentRouteResult {
    if ((artifact.size ?? text.length) > this.maxContentBytes) {
      return this.#failed(artifact, { code: 'too_large', params: { limit: this.maxContentBytes, size: artifact.size ?? text.length } });
    }
    const reason: RouteReason = { rule: 'text', acceptedCapabilities: [], lacksSignature: false };
    return { contentType: 'text', routing: 'text', content: text, metadata: metadataOf(artifact, artifact.detection), reason };
  }

  #routeBinary(artifact: Artifact, detection: Detection, serviceId: string | undefined): ContentRouteResult {
    const kind = detection.kind === 'text' ? 'other' : detection.kind;
    const acceptedCapabilities = ACCEPTED_CAPABILITIES[kind];
    const capability = acceptedCapabilities.find((name) => this.hasCapability(serviceId, name));
    const rule = capability !== undefined ? 'capability_present' : this.knowsService(serviceId) ? 'capability_missing' : 'service_unknown';
    const common = {
      contentType: kind === 'image' ? 'image' : 'binary',
      metadata: metadataOf(artifact, detection),
      reason: { rule, acceptedCapabilities, ...(capability !== undefined && { capability }), lacksSignature: detection.lacksSignature },
    } as const;
    if (capability === undefined) {
      return { ...common, routing: 'text', content: describeUnsupported(described(artifact, detection), this.language) };
    }
    if (kind === 'image') return { ...common, routing: 'image_url', imageUrl: imagePart(base64Of(artifact), detection.mimeType) };
    return { ...common, routing: 'file', file: filePart(artifact, detection.mimeType) };
  }

  #failed(artifact: Artifact, failure: Failure, detection = artifact.detection): ContentRouteResult {
    const facts = described(artifact, detection);
    const isTooLarge = failure.code === 'too_large';
    const content = isTooLarge
      ? describeTooLarge(facts, Number(failure.params?.['limit'] ?? this.maxContentBytes), this.language)
      : describeFailure(facts, failure, this.language);
    const kind = detection?.kind ?? (artifact.isBinary ? 'other' : 'text');
    return {
      contentType: kind === 'image' || kind === 'text' ? kind : 'binary',
      routing: 'text',
      content,
      metadata: metadataOf(artifact, detection),
      reason: {
        rule: isTooLarge ? 'too_large' : 'content_failed',
        acceptedCapabilities: ACCEPTED_CAPABILITIES[kind],
        failure,
        lacksSignature: detection?.lacksSignature ?? false,
      },
    };
  }

  #detect(artifact: Artifact, bytes: Uint8Array): Promise<Detection> {
    const { name, filename } = artifact.meta ?? {};
    return this.#detector.detectBinary(bytes, { mimeType: declaredMediaType(artifact), filename: textOf(filename) ?? textOf(name) });
  }
}

function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? decodeBase64(content) : content;
}

/** Bytes of a binary content; undefined when it is neither bytes nor base64. */
function contentBytes(content: unknown): number | undefined {
  if (content instanceof Uint8Array) return content.length;
  if (typeof content !== 'string') return undefined;
  const padding = content.endsWith('==') ? 2 : content.endsWith('=') ? 1 : 0;
  return (content.length / 4) * 3 - padding;
}

function imagePart(base64: string, mimeType: string): ImageUrlPart {
  return ofKnownBase64({ type: 'image_url', image_url: { url: `data:${mimeType};base64,${base64}` } });
}

function base64Of({ base64, content }: Artifact): string {
  return base64 ? base64() : toBase64(content);
}

function toBase64(content: Uint8Array | string): string {
  if (typeof content !== 'string') return encodeBase64(content);
  if (!isBase64(content)) throw new CodedError('base64_invalid');
  return content;
}

/** Callers of the library may give anything; a custom word is no media type. */
function declaredMediaType({ mimeType, type }: Artifact): string | undefined {
  return normaliseMediaType(textOf(mimeType)) ?? normaliseMediaType(textOf(type));
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function filenameOf({ meta, id }: Artifact): string {
  return safeName(meta?.filename) || safeName(meta?.name) || safeName(id);
}

function filePart(artifact: Artifact, mimeType: string): FilePart {
  return ofKnownBase64({ type: 'file', file: { filename: filenameOf(artifact), mimeType, data: base64Of(artifact) } });
}

function described(artifact: Artifact, detection: Detection | undefined): DescribedArtifact {
  const mimeType = detection?.mimeType ?? declaredMediaType(artifact) ?? GENERIC_BINARY;
  const size = artifact.size ?? (artifact.contentFailure ? undefined : contentBytes(artifact.content));
  return { id: artifact.id, filename: filenameOf(artifact), mimeType, ...(size !== undefined && { size }) };
}

function metadataOf(artifact: Artifact, detection: Detection | undefined): RouteMetadata {
  const mimeType = detection?.mimeType ?? declaredMediaType(artifact);
  return {
    id: artifact.id,
    ...(artifact.type !== undefined && { type: artifact.type }),
    filename: filenameOf(artifact),
    ...(mimeType !== undefined && { mimeType }),
    ...(artifact.size !== undefined && { size: artifact.size }),
    ...(artifact.createdAt !== undefined && { createdAt: artifact.createdAt }),
    ...(detection && detection.kind !== 'text' && { binaryType: detection.kind }),
    ...((detection?.isContradiction || detection?.isMislabelled) && detection.declaredMimeType !== undefined && { declaredMimeType: detection.declaredMimeType }),
    ...((detection?.isContradiction || detection?.isMislabelled) && detection.detectedMimeType !== undefined && { detectedMimeType: detection.detectedMimeType }),
  };
}
