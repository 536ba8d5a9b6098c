import type { MediaFacts } from '../../core/content/media-facts.ts';
import { GENERIC_BINARY, mediaKind } from '../../core/content/media-type.ts';
import { mapConcurrently } from '../../core/io/concurrency.ts';
import type { ContentReference } from '../../core/refs/reference.ts';
import { type AttachmentOutcome, routedAttachments } from '../../core/receive/routed-contents.ts';
import { CapabilityRouter } from '../../core/routing/capability-router.ts';
import { attachmentInfo, type AttachmentInfo } from '../../core/routing/message.ts';
import type { ContentPart } from '../../core/routing/route-result.ts';
import type { Artifact, ContentMetadata } from '../../core/store/artifact.ts';
import type { UserMessage } from '../../core/wire/turns.ts';
import type { PreviewVerdict } from '../../shared/preview-protocol.ts';
import type { ContentSource, PreviewModels, PreviewServices } from './content-source.ts';
import { EVERYTHING, type ArtifactRouting, TAKES_EVERYTHING } from './artifact-routes.ts';
import { loadDescribed, type LoadedArtifact } from './loaded-artifact.ts';
import type { PreviewedContents, Routes } from './routes.ts';

/** What is routed: the attachments themselves, or what stands in for those that are not read. */
interface Source {
  readonly router: CapabilityRouter;
  /** The part of each attachment, by its index: every message that includes it has the same one. */
  readonly parts: Map<number, ContentPart>;
  readonly mediaFacts: (attachment: Attachment | undefined) => MediaFacts | Promise<MediaFacts>;
}

/** The routes of one message with attachments: several, or one alone. */
export class AttachmentRoutes implements Routes {
  readonly #services: PreviewServices;
  readonly #attachments: readonly Attachment[];
  readonly #contents: Source;
  /** By what the outcome depends on. */
  readonly #known = new Map<string, Promise<PreviewedContents>>();
  #withAllCapabilities: Promise<PreviewedContents> | undefined;

  constructor(
    {
      services,
      contentAdapter,
      router,
    }: Pick<PreviewModels, 'services' | 'contentAdapter'> & { readonly router: Pick<ArtifactRouting['router'], 'maxContentBytes'> },
    attachments: readonly Attachment[],
  ) {
    this.#services = services;
    this.#attachments = attachments;
    this.#contents = {
      router: new CapabilityRouter({
        serviceRegistry: services,
        contentAdapter,
        artifactStore: { getArtifact: async (reference) => (await this.#attachmentOf(reference)?.load())?.artifact ?? null },
        maxContentBytes: router.maxContentBytes,
      }),
      parts: new Map(),
      mediaFacts: async (attachment) => factsOf(await attachment?.load()),
    };
  }

  route(serviceId: string | null): Promise<PreviewedContents> {
    const granted = this.#needed.filter((type) => serviceId !== null && this.#services.hasCapability(serviceId, type)).join();
    // For one alone the words tell whether nobody is asked or somebody who does not take it.
    const key = this.#attachments.length === 1 && this.#isUnknown(serviceId) ? 'unknown' : granted;
    let routed = this.#known.get(key);
    if (!routed) this.#known.set(key, (routed = this.#route(serviceId, this.#contents)));
    return routed;
  }

  routeWithAllCapabilities(): Promise<PreviewedContents> {
    return this.#known.get(this.#needed.join()) ?? (this.#withAllCapabilities ??= this.#route(EVERYTHING, this.#standIns));
  }

  #isUnknown(serviceId: string | null): boolean {
    return serviceId === null || this.#services.getServiceById(serviceId) === null;
  }

  get #needed(): string[] {
    return this.#contents.router.getRequiredCapabilities({ attachments: this.#infos });
  }

  /** One byte or character of the declared type for each attachment; an attachment without one fails. */
  get #standIns(): Source {
    const artifactStore = { getArtifact: async (reference: string) => standInFor(this.#attachmentOf(reference)) };
    return {
      router: new CapabilityRouter({ serviceRegistry: TAKES_EVERYTHING, artifactStore }),
      parts: new Map(),
      mediaFacts: (attachment) => ({ mimeType: attachment?.info.mimeType ?? GENERIC_BINARY, size: attachment?.info.size ?? 0 }),
    };
  }

  get #infos(): Attachment['info'][] {
    return this.#attachments.map(({ info }) => info);
  }

  #attachmentOf(text: string): Attachment | undefined {
    return this.#attachments.find(({ info }) => info.artifactRef === text);
  }

  async #route(serviceId: string | null, source: Source): Promise<PreviewedContents> {
    const needed = this.#needed;
    const infos = this.#infos;
    const nameOf = (part: number): string => {
      const index = routed.attachments.findIndex((attachment) => attachment.part === part);
      const attachment = this.#attachments[index];
      return attachment?.metadata?.name ?? attachment?.reference.id ?? '';
    };
    const routed = await routedAttachments(await source.router.routeContent({ attachments: infos }, serviceId), {
      infos,
      parts: source.parts,
      factsOf: (index) => source.mediaFacts(this.#attachments[index]),
    });
    return {
      ...routed,
      verdict: {
        ...this.#verdictOf(routed.attachments, routed.message, serviceId),
        capabilities: needed,
        capable: this.#services
          .getServices()
          .filter(({ id }) => needed.every((type) => this.#services.hasCapability(id, type)))
          .map(({ id }) => id),
      },
      text: textOf(routed.message),
      media: routed.media.map((medium) => ({ ...medium, name: nameOf(medium.part) })),
    };
  }

  /** One attachment has the verdict of what it is, several one that each of them adds to. */
  #verdictOf(
    outcomes: readonly AttachmentOutcome[],
    { content }: UserMessage,
    serviceId: string | null,
  ): Omit<PreviewVerdict, 'capabilities' | 'capable'> {
    const [attachment, ...others] = this.#attachments;
    const [only] = outcomes;
    if (!attachment || !only || others.length > 0)
      return { outcome: 'message', binaryType: null, rule: 'message', granted: null, limit: null };
    const kind = mediaKind(attachment.info.mimeType ?? GENERIC_BINARY);
    const binaryType = kind === 'text' ? null : kind;
    const part = typeof content === 'string' || only.part === undefined ? undefined : content[only.part];
    if (part) return { outcome: part.type, binaryType, rule: 'capability_present', granted: only.capability, limit: null };
    const { failure } = only;
    const isTooLarge = failure?.code === 'too_large';
    return {
      outcome: failure ? 'failed' : 'description',
      binaryType,
      rule: isTooLarge ? 'too_large' : failure ? 'content_failed' : this.#isUnknown(serviceId) ? 'service_unknown' : 'capability_missing',
      granted: null,
      limit: isTooLarge ? Number(failure.params?.['limit'] ?? 0) : null,
    };
  }
}

/** All that the model reads; null when there is none. */
function textOf({ content }: UserMessage): string | null {
  if (typeof content === 'string') return content;
  const texts = content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  return texts.length > 0 ? texts.join('\n\n') : null;
}

/** A text is attached as a file too, and has no headers to look into. */
function factsOf({ media, artifact }: Partial<LoadedArtifact> = {}): MediaFacts {
  return media ?? { mimeType: artifact?.mimeType ?? GENERIC_BINARY, size: artifact?.size ?? 0 };
}

/** The least that has the type of an attachment: a router makes the same part of it, but for its content. Null where no type is declared. */
function standInFor(attachment: Attachment | undefined): Artifact | null {
  const { mimeType, filename } = attachment?.info ?? {};
  if (!attachment || mimeType === undefined) return null;
  const isText = mediaKind(mimeType) === 'text';
  return {
    id: attachment.reference.id,
    content: isText ? '-' : new Uint8Array(1),
    isBinary: !isText,
    mimeType,
    meta: filename === undefined ? {} : { filename },
  };
}

/** One artifact among several, its content not read before a model takes it. */
export interface Attachment {
  readonly reference: ContentReference;
  readonly metadata: ContentMetadata | null;
  readonly info: AttachmentInfo;
  /** Reads the content, once. Never rejects. */
  readonly load: () => Promise<LoadedArtifact>;
}

/** More in one message are no use to a person or a model. */
const MOST_ATTACHMENTS = 50;
/** The limit of the contents together, in bytes: they are held as long as the preview shows them. */
const MOST_BYTES = 64 * 1024 * 1024;
const READ_WIDTH = 8;

/**
 * The first of several artifacts, as attachments of one message: as many as fit, at least one.
 * Reads metadata only. Never rejects: what cannot be looked at is an attachment nothing is known of.
 */
export async function attachmentsOf(source: ContentSource, references: readonly ContentReference[]): Promise<Attachment[]> {
  const first = await mapConcurrently(references.slice(0, MOST_ATTACHMENTS), READ_WIDTH, async (reference) => {
    return attachmentOf(source, reference, await source.getMetadata(reference).catch(() => null));
  });
  let bytes = 0;
  const tooMany = first.findIndex(({ metadata }, index) => (bytes += metadata?.size ?? 0) > MOST_BYTES && index > 0);
  return tooMany < 0 ? first : first.slice(0, tooMany);
}

function attachmentOf(source: ContentSource, reference: ContentReference, metadata: ContentMetadata | null): Attachment {
  let loaded: Promise<LoadedArtifact> | undefined;
  return {
    reference,
    metadata,
    info: attachmentInfo(reference, metadata),
    load: () => (loaded ??= loadDescribed(source, reference, metadata)),
  };
}
