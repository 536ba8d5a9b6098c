import { mediaKind, normaliseMediaType } from '../content/media-type.ts';
import { encodeBase64, isBase64 } from '../io/base64.ts';
import { CodedError, toFailure, type Failure } from '../io/errors.ts';
import { encodeTextBase64 } from '../io/text-base64.ts';
import { silentLogger, type Logger } from '../io/logger.ts';
import type { Artifact } from '../store/artifact.ts';
import type { CapabilitySource } from './artifact-content-router.ts';
import type { ContentAdapter } from './content-adapter.ts';
import type { ContentPart } from './content-parts.ts';
import { ofKnownBase64 } from './known-base64.ts';
import { ATTACHMENT_CAPABILITY, isKnownType, type AttachmentInfo, type Message, type RoutingResult } from './message.ts';
import { safeName } from './safe-name.ts';

/** What a router of messages needs to know. */
export interface CapabilityRouterOptions {
  readonly serviceRegistry: CapabilitySource;
  readonly contentAdapter: ContentAdapter;
  /** Where attachments are read. */
  readonly artifactStore: { getArtifact(reference: string): Promise<Artifact | null> };
  readonly logger?: Logger;
}

type Loaded = { readonly part: ContentPart } | { readonly failure: Failure };

/** Decides which attachments of a message reach a model as they are, and which as text. */
export class CapabilityRouter {
  readonly #options: CapabilityRouterOptions;
  readonly #logger: Logger;

  constructor(options: CapabilityRouterOptions) {
    this.#options = options;
    this.#logger = options.logger ?? silentLogger;
  }

  /**
   * Routes a message for the model of a service. Never rejects: what cannot be read or taken is described.
   *
   * @param serviceId null or undefined for a model nothing is known of: text only
   */
  async routeContent(message: Message, serviceId: string | null | undefined): Promise<RoutingResult> {
    const parts: ContentPart[] = [];
    const descriptions: string[] = [];
    const unsupportedAttachments: AttachmentInfo[] = [];
    const failures: { attachment: AttachmentInfo; failure: Failure }[] = [];
    for (const attachment of message.attachments ?? []) {
      const isSupported = isKnownType(attachment.type) && this.#hasCapability(serviceId, ATTACHMENT_CAPABILITY[attachment.type]);
      const loaded = isSupported ? await this.#load(attachment) : undefined;
      if (loaded && 'part' in loaded) {
        parts.push(loaded.part);
        continue;
      }
      if (loaded) failures.push({ attachment, failure: loaded.failure });
      else unsupportedAttachments.push(attachment);
      descriptions.push(this.#options.contentAdapter.adaptToText(attachment, loaded !== undefined).text);
    }
    const textDescription = descriptions.join('\n\n');
    const text = [message.text ?? '', textDescription].filter((block) => block !== '').join('\n\n');
    return {
      canProcess: descriptions.length === 0,
      processedContent: parts.length === 0 ? text : [...(text === '' ? [] : [{ type: 'text', text } as const]), ...parts],
      unsupportedAttachments,
      ...(textDescription !== '' && { textDescription }),
      failures,
    };
  }

  /** The input capabilities besides text that a message needs to be taken whole, each once. */
  getRequiredCapabilities(message: Message): string[] {
    return [...new Set((message.attachments ?? []).map(({ type }) => ATTACHMENT_CAPABILITY[isKnownType(type) ? type : 'file']))];
  }

  #hasCapability(serviceId: string | null | undefined, capability: string): boolean {
    if (!serviceId) return false;
    try {
      return this.#options.serviceRegistry.hasCapability(serviceId, capability, 'input');
    } catch (error) {
      this.#logger.warn(`capability query failed: ${toFailure(error).code}`);
      return false;
    }
  }

  async #load(attachment: AttachmentInfo): Promise<Loaded> {
    try {
      const artifact = await this.#options.artifactStore.getArtifact(attachment.artifactRef);
      if (!artifact) return { failure: { code: 'not_found' } };
      if (artifact.contentFailure) return { failure: artifact.contentFailure };
      return { part: await partOf(attachment, artifact) };
    } catch (error) {
      return { failure: toFailure(error) };
    }
  }
}

async function partOf(attachment: AttachmentInfo, artifact: Artifact): Promise<ContentPart> {
  const data = await base64Of(artifact);
  const mimeType = mimeTypeOf(attachment, artifact);
  if (attachment.type === 'image') return ofKnownBase64({ type: 'image_url', image_url: { url: `data:${mimeType};base64,${data}` } });
  const filename = safeName(attachment.filename ?? artifact.meta.filename ?? '') || artifact.id;
  const text = !artifact.isBinary && typeof artifact.content === 'string' ? artifact.content : undefined;
  return ofKnownBase64({ type: 'file', file: { filename, mimeType, data } }, text);
}

/** What the bytes are, as long as that is of the declared type; else what was declared with the attachment. */
function mimeTypeOf(attachment: AttachmentInfo, artifact: Artifact): string {
  const found = artifact.mimeType ?? 'application/octet-stream';
  const fits = attachment.type === 'file' || mediaKind(found) === attachment.type;
  return fits ? found : (normaliseMediaType(attachment.mimeType) ?? found);
}

/** Binary content may be given as base64, and is checked; a text is sent as UTF-8. */
async function base64Of({ content, isBinary, base64 }: Artifact): Promise<string> {
  if (isBinary && base64) return base64();
  if (typeof content !== 'string') return encodeBase64(content);
  if (!isBinary) return encodeTextBase64(content);
  if (!isBase64(content)) throw new CodedError('base64_invalid');
  return content;
}
