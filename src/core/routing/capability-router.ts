import { BinaryDetector, type Detection } from '../content/binary-detector.ts';
import { GENERIC_BINARY, mediaKind, normaliseMediaType } from '../content/media-type.ts';
import { isSameFormat } from '../content/same-format.ts';
import { DEFAULT_MAX_CONTENT_BYTES } from '../content/size.ts';
import { decodeText } from '../content/text-encoding.ts';
import { amountOf, isObject, loggerOf, optionsOf } from '../io/arguments.ts';
import { encodeBase64 } from '../io/base64.ts';
import { CodedError, toFailure, type Failure } from '../io/errors.ts';
import type { Logger } from '../io/logger.ts';
import { isUnread, type Artifact, type UnreadArtifact } from '../store/artifact.ts';
import { takesInput } from './artifact-content-router.ts';
import { type ArtifactFacts, factsOf, heldContent, type HeldContent, isLargerThan } from './held-content.ts';
import type { CapabilitySource, ContentPart } from './route-result.ts';
import { ContentAdapter } from './content-adapter.ts';
import { ATTACHMENT_CAPABILITY, readMessage, type AttachmentInfo, type Message, type RoutingResult } from './message.ts';
import { safeName } from './description.ts';

export interface AttachmentStore {
  getArtifact(reference: string): Promise<Artifact | null>;
  /** As `getArtifact`, reading the content on demand; see `ArtifactStore.inspectArtifact`. */
  inspectArtifact?(reference: string): Promise<Artifact | UnreadArtifact | null>;
}

export interface CapabilityRouterOptions {
  readonly serviceRegistry: CapabilitySource;
  /** Default: one that suggests no agents. */
  readonly contentAdapter?: Pick<ContentAdapter, 'adaptToText' | 'language'>;
  /** Without it no attachment can be read. */
  readonly artifactStore?: AttachmentStore;
  /** Larger attachments (bytes; for text in UTF-8) are described. Default 20 MiB. */
  readonly maxContentBytes?: number;
  readonly logger?: Logger;
}

type Loaded = { readonly part: ContentPart } | { readonly failure: Failure };

/** Decides which attachments of a message are sent as they are, and which as text. */
export class CapabilityRouter {
  readonly #services: CapabilitySource | undefined;
  readonly #adapter: Pick<ContentAdapter, 'adaptToText' | 'language'>;
  readonly #store: AttachmentStore | undefined;
  readonly #detector: BinaryDetector;
  readonly #logger: Logger;
  /** See {@link CapabilityRouterOptions}. May be changed at any time. */
  maxContentBytes: number;

  constructor(options: CapabilityRouterOptions) {
    const { serviceRegistry, contentAdapter, artifactStore, maxContentBytes, logger } = optionsOf(options, [
      'serviceRegistry',
      'contentAdapter',
      'artifactStore',
      'maxContentBytes',
      'logger',
    ]);
    this.#services = serviceRegistry;
    this.#logger = loggerOf(logger);
    this.#adapter = isAdapter(contentAdapter) ? contentAdapter : new ContentAdapter({ logger: this.#logger });
    this.#store = artifactStore;
    this.#detector = new BinaryDetector({ logger: this.#logger });
    this.maxContentBytes = amountOf(maxContentBytes, DEFAULT_MAX_CONTENT_BYTES);
  }

  /**
   * Routes a message for a service's model. Never rejects: attachments that can't be read or aren't accepted are described. An attachment's
   * declared type determines the required capability, its bytes the type it is sent as; content of another kind than declared is described.
   *
   * @param serviceId null or undefined for an unknown model: text only
   */
  async routeContent(message: Message, serviceId: string | null | undefined): Promise<RoutingResult> {
    const said = readMessage(message, this.#adapter.language);
    const parts: ContentPart[] = [];
    const descriptions: string[] = [];
    const unsupportedAttachments: AttachmentInfo[] = [];
    const failures: { attachment: AttachmentInfo; failure: Failure }[] = [];
    for (const { given, info } of said.attachments) {
      const loaded = this.#takes(info, serviceId) ? await this.#load(info) : undefined;
      if (loaded && 'part' in loaded) {
        parts.push(loaded.part);
        continue;
      }
      if (loaded) failures.push({ attachment: given, failure: loaded.failure });
      else unsupportedAttachments.push(given);
      descriptions.push(this.#describe(given, loaded?.failure));
    }
    const textDescription = descriptions.join('\n\n');
    const text = [said.text, textDescription].filter((block) => block !== '').join('\n\n');
    return {
      canProcess: descriptions.length === 0,
      processedContent: parts.length === 0 ? text : [...(text === '' ? [] : [{ type: 'text', text } as const]), ...parts],
      unsupportedAttachments,
      ...(textDescription !== '' && { textDescription }),
      failures,
    };
  }

  /** The input capabilities needed for the whole message, without duplicates: `text` if it has text, then those of its attachments. */
  getRequiredCapabilities(message: Message): string[] {
    const { text, attachments } = readMessage(message, this.#adapter.language);
    const needed = attachments.map(({ info: { type = 'file' } }) => ATTACHMENT_CAPABILITY[type]);
    return [...new Set([...(text === '' ? [] : ['text']), ...needed])];
  }

  /** An unknown type counts as a file. */
  #takes({ type = 'file' }: Partial<AttachmentInfo>, serviceId: string | null | undefined): boolean {
    return takesInput(this.#services, serviceId, ATTACHMENT_CAPABILITY[type], this.#logger);
  }

  /** A custom adapter may throw. */
  #describe(attachment: AttachmentInfo, failure: Failure | undefined): string {
    try {
      const { text } = this.#adapter.adaptToText(attachment, failure);
      if (typeof text === 'string') return text;
    } catch (error) {
      this.#logger.warn(`the adapter failed: ${toFailure(error).code}`);
    }
    return new ContentAdapter().adaptToText(attachment, failure).text;
  }

  /** @param info with a known type */
  async #load(info: Partial<AttachmentInfo>): Promise<Loaded> {
    try {
      const found: unknown = await this.#find(info.artifactRef ?? '');
      if (!isObject(found)) return { failure: { code: 'not_found' } };
      const artifact = found as unknown as Artifact | UnreadArtifact;
      if (!isUnread(artifact)) return { part: await this.#partOf(info, artifact) };
      const { detection, size, failure } = factsOf(artifact);
      // The metadata may already decide.
      if (failure) return { failure };
      this.#check(
        info,
        detection && isCertain(detection) ? asAttached(info.type, normaliseMediaType(info.mimeType), detection.mimeType) : undefined,
        size ?? 0,
      );
      return { part: await this.#partOf(info, await artifact.read()) };
    } catch (error) {
      return { failure: toFailure(error) };
    }
  }

  async #find(reference: string): Promise<Artifact | UnreadArtifact | null> {
    const store = this.#store;
    if (!store) return null;
    return typeof store.inspectArtifact === 'function' ? store.inspectArtifact(reference) : store.getArtifact(reference);
  }

  /** Rejects with a CodedError when the content is missing or invalid. */
  async #partOf(info: Partial<AttachmentInfo>, artifact: Artifact): Promise<ContentPart> {
    const facts = factsOf(artifact);
    if (facts.failure) throw new CodedError(facts.failure.code, facts.failure.params);
    const content = heldContent(artifact);
    // Text is counted only as far as necessary.
    if (isLargerThan(content, this.#limit)) this.#check(info, undefined, content.size());
    const mimeType = await this.#typeOf(info, facts, content);
    this.#check(info, mimeType, 0);
    const text = content.form === 'text' ? content.text : isMarkup(mimeType) ? decodeText(content.bytes())?.text : undefined;
    if (text !== undefined && isMarkup(mimeType)) return { type: 'text', text };
    if (text === undefined && content.size() === 0 && mediaKind(mimeType) !== 'other') throw new CodedError('content_empty');
    const data = content.form === 'text' ? encodeBase64(new TextEncoder().encode(content.text)) : content.base64();
    if (info.type === 'image') return { type: 'image_url', image_url: { url: `data:${mimeType};base64,${data}` } };
    return { type: 'file', file: { filename: safeName(info.filename) || facts.filename, mimeType, data } };
  }

  /** The content's type: as detected by the store, otherwise by metadata and bytes. */
  async #typeOf(
    { type = 'file', mimeType, filename }: Partial<AttachmentInfo>,
    facts: ArtifactFacts,
    content: HeldContent,
  ): Promise<string> {
    const said = normaliseMediaType(mimeType);
    if (content.form === 'text')
      return (
        [facts.detection?.mimeType, facts.mimeType, said].find((each) => each !== undefined && mediaKind(each) === 'text') ?? 'text/plain'
      );
    const found =
      facts.detection ??
      (await this.#detector.detectBinary(content.bytes(), { mimeType: facts.mimeType ?? said, filename: facts.declaredName ?? filename }));
    if (type === 'file' || found.kind === type || (isCertain(found) && !(facts.isBinary && found.source === 'text')))
      return asAttached(type, said, found.mimeType);
    // The type is uncertain, or declared binary but readable as text. Attached as image or audio, only a strong signature contradicts that.
    const fitting = said !== undefined && mediaKind(said) === type ? said : undefined;
    const weighed = await this.#detector.detectBinary(content.bytes(), { mimeType: fitting ?? `${type}/x-unknown` });
    return weighed.kind === type ? (fitting ?? GENERIC_BINARY) : weighed.mimeType;
  }

  /**
   * @param mimeType undefined when not known yet
   * @param size bytes
   * @throws CodedError `too_large`, `type_mismatch`
   */
  #check({ type }: Partial<AttachmentInfo>, mimeType: string | undefined, size: number): void {
    const limit = this.#limit;
    if (size > limit) throw new CodedError('too_large', { limit, size });
    if (mimeType === undefined || type === undefined || type === 'file') return;
    // Unknown bytes contradict nothing.
    const fits = mimeType === GENERIC_BINARY || mediaKind(mimeType) === type || (type === 'image' && mimeType === SVG);
    if (!fits) throw new CodedError('type_mismatch', { declared: type, found: mimeType });
  }

  /** Bytes; an invalid limit means the default. */
  get #limit(): number {
    return amountOf(this.maxContentBytes, DEFAULT_MAX_CONTENT_BYTES);
  }
}

function isAdapter(value: CapabilityRouterOptions['contentAdapter']): value is NonNullable<CapabilityRouterOptions['contentAdapter']> {
  return typeof optionsOf(value, ['adaptToText']).adaptToText === 'function';
}

/** Whether metadata or a strong signature determine the type. */
function isCertain({ kind, source, isContradiction, detectedMimeType }: Detection): boolean {
  return source === 'signature' ? isContradiction : kind !== 'other' || detectedMimeType !== undefined;
}

/** The type to send: as attached, if that is the same format (sound in a video container). */
function asAttached(type: string | undefined, said: string | undefined, found: string): string {
  return said !== undefined && mediaKind(said) === type && mediaKind(found) !== type && isSameFormat(said, found) ? said : found;
}

const SVG = 'image/svg+xml';

/** Whether a type is sent as characters to every model, never as base64 (SVG and XML or JSON based formats). */
function isMarkup(mimeType: string): boolean {
  return /\+(?:xml|json)$/.test(mimeType);
}
