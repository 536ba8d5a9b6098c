import type { MediaFacts } from '../../../core/content/media-facts.ts';
import { GENERIC_BINARY } from '../../../core/content/media-type.ts';
import { parseReference } from '../../../core/refs/reference.ts';
import { CapabilityRouter } from '../../../core/routing/capability-router.ts';
import type { ContentPart } from '../../../core/routing/content-parts.ts';
import { ATTACHMENT_CAPABILITY, type RoutingResult } from '../../../core/routing/message.ts';
import type { UserMessage } from '../../../core/wire/conversation.ts';
import type { OpenRoot } from '../../roots/open-root.ts';
import type { LoadedArtifact } from '../content/loaded-artifact.ts';
import type { Attachment } from '../subject/attachment-list.ts';
import type { AttachmentOutcome, Routed, RoutedMedium, Routes } from './routed.ts';

/** The routes of one message with several attachments. */
export class AttachmentRoutes implements Routes {
  readonly #services: OpenRoot['services'];
  readonly #attachments: readonly Attachment[];
  readonly #router: CapabilityRouter;
  /** By what the outcome depends on. */
  readonly #known = new Map<string, Promise<Routed>>();
  /** The part of each attachment, by its index: every message that includes it has the same one. */
  readonly #parts = new Map<number, ContentPart>();

  constructor(root: Pick<OpenRoot, 'services' | 'contentAdapter'>, attachments: readonly Attachment[]) {
    this.#services = root.services;
    this.#attachments = attachments;
    this.#router = new CapabilityRouter({
      serviceRegistry: root.services,
      contentAdapter: root.contentAdapter,
      artifactStore: { getArtifact: async (reference) => (await this.#attachmentOf(reference)?.load())?.artifact ?? null },
    });
  }

  route(serviceId: string | null): Promise<Routed> {
    const needed = this.#router.getRequiredCapabilities({ attachments: this.#infos });
    const key = needed.filter((type) => serviceId !== null && this.#services.hasCapability(serviceId, type)).join();
    let routed = this.#known.get(key);
    if (!routed) this.#known.set(key, (routed = this.#route(serviceId, needed)));
    return routed;
  }

  unhindered(): null {
    return null;
  }

  get #infos(): Attachment['info'][] {
    return this.#attachments.map(({ info }) => info);
  }

  #attachmentOf(text: string): Attachment | undefined {
    const parsed = parseReference(text);
    return this.#attachments.find(({ reference }) => parsed.ok && reference.id === parsed.value.id);
  }

  async #route(serviceId: string | null, needed: readonly string[]): Promise<Routed> {
    const result = await this.#router.routeContent({ attachments: this.#infos }, serviceId);
    const attachments = this.#attachments.map((attachment) => outcomeOf(attachment, result));
    const included = attachments.flatMap(({ outcome }, index) => (outcome === 'included' ? [index] : []));
    const { message, media } = await this.#messageOf(result, included);
    return {
      verdict: {
        outcome: 'message',
        binaryType: null,
        rule: 'message',
        capabilities: [...needed],
        granted: null,
        limit: null,
        capable: this.#services.getServices().filter(({ id }) => needed.every((type) => this.#services.hasCapability(id, type))).map(({ id }) => id),
      },
      message,
      turn: [message],
      text: textOf(message),
      size: null,
      media,
      attachments,
    };
  }

  /** @param included indices of the attachments whose parts stand in the content, in order */
  async #messageOf({ processedContent }: RoutingResult, included: readonly number[]): Promise<{ message: UserMessage; media: RoutedMedium[] }> {
    if (typeof processedContent === 'string') return { message: { role: 'user', content: processedContent }, media: [] };
    const texts = processedContent.length - included.length;
    const content: ContentPart[] = processedContent.slice(0, texts);
    const media: RoutedMedium[] = [];
    for (const [position, index] of included.entries()) {
      const part = this.#parts.get(index) ?? processedContent[texts + position];
      const attachment = this.#attachments[index];
      if (!part || !attachment) continue;
      this.#parts.set(index, part);
      // A format of text, such as SVG, is a text among the parts.
      if (part.type !== 'text') media.push({ part: content.length, name: attachment.metadata?.name ?? attachment.reference.id, facts: factsOf(await attachment.load()) });
      content.push(part);
    }
    return { message: { role: 'user', content }, media };
  }
}

/** All that the model reads; null when there is none. */
function textOf({ content }: UserMessage): string | null {
  if (typeof content === 'string') return content;
  const texts = content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  return texts.length > 0 ? texts.join('\n\n') : null;
}

/** A text is attached as a file too, and has no headers to look into. */
function factsOf({ media, artifact }: LoadedArtifact): MediaFacts {
  return media ?? { mimeType: artifact?.mimeType ?? GENERIC_BINARY, size: artifact?.size ?? 0 };
}

function outcomeOf({ info }: Attachment, { unsupportedAttachments, failures }: RoutingResult): AttachmentOutcome {
  const capability = ATTACHMENT_CAPABILITY[info.type];
  const failed = failures.find(({ attachment }) => attachment === info);
  if (failed) return { outcome: 'failed', capability, failure: failed.failure };
  return { outcome: unsupportedAttachments.includes(info) ? 'described' : 'included', capability };
}
