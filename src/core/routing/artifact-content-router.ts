import { BinaryDetector, detectAtOnce, type Detection } from '../content/binary-detector.ts';
import {
  type BinaryKind,
  type DescriptionLanguage,
  languageOf,
  mediaKind,
  type MediaKind,
  normaliseMediaType,
} from '../content/media-type.ts';
import { DEFAULT_MAX_CONTENT_BYTES } from '../content/size.ts';
import { decodeText } from '../content/text-encoding.ts';
import { amountOf, isInstance, isObject, loggerOf, optionsOf } from '../io/arguments.ts';
import { CodedError, toFailure, type Failure } from '../io/errors.ts';
import type { Logger } from '../io/logger.ts';
import { isUnread, type Artifact, type UnreadArtifact } from '../store/artifact.ts';
import {
  type ArtifactFacts,
  bytesOrNone,
  described,
  factsOf,
  type HeldBytes,
  heldContent,
  type HeldText,
  isLargerThan,
  NO_FACTS,
  routeMetadata,
  textForm,
  toBase64,
} from './held-content.ts';
import { type CapabilitySource, type ContentRouteResult, type ImageUrlPart, type RouteReason } from './route-result.ts';
import { describeFailure, describeTooLarge, describeUnsupported } from './description.ts';

export interface ArtifactContentRouterOptions {
  /** Without it all models are text only. */
  readonly serviceRegistry: CapabilitySource;
  readonly binaryDetector?: BinaryDetector;
  /** Language of descriptions. Default: Chinese, as in the specification. */
  readonly language?: DescriptionLanguage;
  /** Larger content (bytes; for text in UTF-8) is described. Default 20 MiB. */
  readonly maxContentBytes?: number;
  readonly logger?: Logger;
}

/** The input capabilities that allow a kind of content, the usual one first. */
export const ACCEPTED_CAPABILITIES: Readonly<Record<MediaKind, readonly string[]>> = {
  text: [],
  image: ['vision'],
  audio: ['audio', 'file'],
  video: ['video', 'file'],
  document: ['file'],
  other: ['file'],
};

/**
 * Decides how an artifact is sent to a model: text as text, an image as `image_url`, another binary as `file`, and anything the model
 * doesn't accept as a description. Binary content is never put into text.
 */
export class ArtifactContentRouter {
  readonly #services: CapabilitySource | undefined;
  readonly #detector: BinaryDetector;
  readonly #logger: Logger;
  /** See {@link ArtifactContentRouterOptions}. Both may be changed at any time. */
  language: DescriptionLanguage;
  maxContentBytes: number;

  constructor(options: ArtifactContentRouterOptions) {
    const { serviceRegistry, binaryDetector, language, maxContentBytes, logger } = optionsOf(options, [
      'serviceRegistry',
      'binaryDetector',
      'language',
      'maxContentBytes',
      'logger',
    ]);
    this.#services = serviceRegistry;
    this.#logger = loggerOf(logger);
    this.#detector = isInstance(binaryDetector, BinaryDetector) ? binaryDetector : new BinaryDetector({ logger: this.#logger });
    this.language = languageOf(language);
    this.maxContentBytes = amountOf(maxContentBytes, DEFAULT_MAX_CONTENT_BYTES);
  }

  /**
   * Routes an artifact for a service's model. Never rejects: an error becomes a description. The content of an unread artifact is read only
   * when it is text or the model accepts it.
   *
   * @param serviceId null or undefined for an unknown model: text only
   */
  async routeContent(artifact: Artifact | UnreadArtifact, serviceId: string | null | undefined): Promise<ContentRouteResult> {
    let facts = NO_FACTS;
    try {
      facts = factsOf(artifact);
      if (!isUnread(artifact)) return await this.#route(artifact, facts, serviceId);
      const decided = this.#decideUnread(facts, serviceId);
      if (decided) return decided;
      const whole = await artifact.read();
      facts = factsOf(whole);
      return await this.#route(whole, facts, serviceId);
    } catch (error) {
      this.#logger.error(`routing failed: ${toFailure(error).code}`);
      return this.#failed(facts, toFailure(error));
    }
  }

  /**
   * The kind of a binary artifact; `other` for anything else. Never throws. An artifact that was not detected yet is so by its metadata and
   * the signatures of common formats; {@link routeContent} knows more of them.
   */
  detectBinaryType(artifact: Artifact): BinaryKind {
    try {
      const { detection, mimeType, declaredName } = factsOf(artifact);
      const content = bytesOrNone(isObject(artifact) ? artifact.content : undefined);
      return binaryKind(detection ?? detectAtOnce(content, { mimeType, filename: declaredName }));
    } catch {
      return 'other';
    }
  }

  /** Whether a service's model accepts an input; false if unknown. */
  hasCapability(serviceId: string | null | undefined, capability: string): boolean {
    return takesInput(this.#services, serviceId, capability, this.#logger);
  }

  /** Whether the service exists; false if unknown. */
  knowsService(serviceId: string | undefined): boolean {
    return isKnownService(this.#services, serviceId);
  }

  /**
   * An image as an `image_url` part with its canonical type.
   *
   * @param content bytes, or base64 (checked)
   * @throws CodedError `base64_invalid`, `content_empty`, `mime_type_missing`, `type_mismatch` when the type is not an image; SVG is text
   * and never sent as base64
   */
  formatImageUrl(content: Uint8Array | string, mimeType: string): ImageUrlPart {
    const base64 = toBase64(content);
    if (base64 === '') throw new CodedError('content_empty');
    const canonical = typeof mimeType === 'string' ? normaliseMediaType(mimeType) : undefined;
    if (canonical === undefined) throw new CodedError('mime_type_missing');
    if (mediaKind(canonical) !== 'image') throw new CodedError('type_mismatch', { declared: 'image', found: canonical });
    return imagePart(base64, canonical);
  }

  /** The description of content the model doesn't accept. */
  generateTextDescription(artifact: Artifact, _binaryType?: BinaryKind): string {
    const facts = factsOf(artifact);
    const size = facts.size ?? sizeIfHeld(artifact);
    return describeUnsupported(described(facts, facts.detection, size), this.language);
  }

  /** Routes unread content; undefined when it has to be read: text, or a binary the model accepts. */
  #decideUnread(facts: ArtifactFacts, serviceId: string | null | undefined): ContentRouteResult | undefined {
    const { detection, failure, size } = facts;
    if (failure) return this.#failed(facts, failure);
    if (!detection || size === undefined) return undefined;
    if (size > this.#limit) return this.#failed(facts, this.#tooLarge(size));
    return detection.isBinary && this.#openDoor(detection, serviceId) === undefined
      ? this.#describe(facts, detection, size, serviceId)
      : undefined;
  }

  async #route(artifact: Artifact, facts: ArtifactFacts, serviceId: string | null | undefined): Promise<ContentRouteResult> {
    if (!isObject(artifact)) return this.#failed(facts, { code: 'not_found' });
    if (facts.failure) return this.#failed(facts, facts.failure);
    const content = heldContent(artifact);
    if (content.form === 'text') return this.#routeText(facts, content);
    const detection = facts.detection ?? (await this.#detect(facts, content.bytes()));
    const text = detection.kind === 'text' && !facts.isBinary ? decodeText(content.bytes()) : undefined;
    if (text) return this.#routeText(facts, textForm(text.text), detection);
    return this.#routeBinary(facts, content, detection, serviceId);
  }

  #routeText(facts: ArtifactFacts, content: HeldText, detection = facts.detection): ContentRouteResult {
    if (isLargerThan(content, this.#limit)) return this.#failed(facts, this.#tooLarge(content.size()), detection, content.size());
    const reason: RouteReason = { rule: 'text', acceptedCapabilities: [], lacksSignature: false };
    return { contentType: 'text', routing: 'text', content: content.text, metadata: routeMetadata(facts, detection), reason };
  }

  #routeBinary(facts: ArtifactFacts, content: HeldBytes, detection: Detection, serviceId: string | null | undefined): ContentRouteResult {
    const size = content.size();
    const kind = binaryKind(detection);
    if (size > this.#limit) return this.#failed(facts, this.#tooLarge(size), detection, size);
    if (size === 0 && kind !== 'other') return this.#failed(facts, { code: 'content_empty' }, detection, size);
    const capability = this.#openDoor(detection, serviceId);
    if (capability === undefined) return this.#describe(facts, detection, size, serviceId);
    const metadata = routeMetadata(facts, detection, size);
    const reason = reasonOf('capability_present', detection, { capability });
    if (kind === 'image')
      return { contentType: 'image', routing: 'image_url', imageUrl: imagePart(content.base64(), detection.mimeType), metadata, reason };
    const file = { filename: facts.filename, mimeType: detection.mimeType, data: content.base64() };
    return { contentType: 'binary', routing: 'file', file: { type: 'file', file }, metadata, reason };
  }

  /** Describes a binary the model doesn't accept. */
  #describe(facts: ArtifactFacts, detection: Detection, size: number, serviceId: string | null | undefined): ContentRouteResult {
    return {
      contentType: binaryKind(detection) === 'image' ? 'image' : 'binary',
      routing: 'text',
      content: describeUnsupported(described(facts, detection, size), this.language),
      metadata: routeMetadata(facts, detection, size),
      reason: reasonOf(this.knowsService(serviceId ?? undefined) ? 'capability_missing' : 'service_unknown', detection),
    };
  }

  #failed(facts: ArtifactFacts, failure: Failure, detection = facts.detection, size = facts.size): ContentRouteResult {
    const about = described(facts, detection, size);
    const isTooLarge = failure.code === 'too_large';
    const kind = detection?.kind ?? (facts.isBinary ? 'other' : 'text');
    return {
      contentType: kind === 'image' || kind === 'text' ? kind : 'binary',
      routing: 'text',
      content: isTooLarge
        ? describeTooLarge(about, amountOf(failure.params?.['limit'], this.#limit), this.language)
        : describeFailure(about, failure, this.language),
      metadata: routeMetadata(facts, detection, size),
      reason: {
        rule: isTooLarge ? 'too_large' : 'content_failed',
        acceptedCapabilities: ACCEPTED_CAPABILITIES[kind],
        failure,
        lacksSignature: detection?.lacksSignature ?? false,
      },
    };
  }

  /** Bytes; an invalid limit means the default. */
  get #limit(): number {
    return amountOf(this.maxContentBytes, DEFAULT_MAX_CONTENT_BYTES);
  }

  #tooLarge(size: number): Failure {
    return { code: 'too_large', params: { limit: this.#limit, size } };
  }

  /** The capability by which the model accepts a binary, if any. */
  #openDoor(detection: Detection, serviceId: string | null | undefined): string | undefined {
    return ACCEPTED_CAPABILITIES[binaryKind(detection)].find((name) => this.hasCapability(serviceId, name));
  }

  #detect({ mimeType, declaredName }: ArtifactFacts, bytes: Uint8Array): Promise<Detection> {
    return this.#detector.detectBinary(bytes, { mimeType, filename: declaredName });
  }
}

function binaryKind({ kind }: Detection): BinaryKind {
  return kind === 'text' ? 'other' : kind;
}

function reasonOf(rule: RouteReason['rule'], detection: Detection, granted: Pick<RouteReason, 'capability'> = {}): RouteReason {
  return { rule, acceptedCapabilities: ACCEPTED_CAPABILITIES[binaryKind(detection)], ...granted, lacksSignature: detection.lacksSignature };
}

function imagePart(base64: string, mimeType: string): ImageUrlPart {
  return { type: 'image_url', image_url: { url: `data:${mimeType};base64,${base64}` } };
}

/** Bytes of content that was read; undefined when it is neither bytes nor base64. */
function sizeIfHeld(artifact: unknown): number | undefined {
  try {
    if (!isObject(artifact) || artifact['contentFailure']) return undefined;
    const { content, isBinary } = artifact as unknown as Artifact;
    return heldContent({ content, isBinary }).size();
  } catch {
    return undefined;
  }
}

/** Whether the model of a service takes an input; false whenever that cannot be determined (specification 1, requirement 8.4). */
export function takesInput(services: CapabilitySource | undefined, serviceId: unknown, capability: string, logger: Logger): boolean {
  if (typeof serviceId !== 'string' || serviceId === '' || !services) return false;
  try {
    return services.hasCapability(serviceId, capability, 'input') === true;
  } catch (error) {
    logger.warn(`capability query failed: ${toFailure(error).code}`);
    return false;
  }
}

/** Whether there is such a service; false whenever that cannot be determined. */
function isKnownService(services: CapabilitySource | undefined, serviceId: unknown): boolean {
  if (typeof serviceId !== 'string' || serviceId === '' || !services) return false;
  try {
    return Boolean(services.getServiceById(serviceId));
  } catch {
    return false;
  }
}
