import type { MediaFacts } from '../content/media-facts.ts';
import type { MediaKind } from '../content/media-type.ts';
import type { Failure } from '../io/errors.ts';
import type { ModelDoubt } from '../models/catalogue/check-catalogue.ts';
import { ATTACHMENT_CAPABILITY, type AttachmentInfo, type RoutingResult } from '../routing/message.ts';
import type { ContentPart, ContentRouteResult } from '../routing/route-result.ts';
import { formatArtifactToolResponse, type ToolMessage } from '../routing/tool-message.ts';
import type { Artifact, UnreadArtifact } from '../store/artifact.ts';
import type { Way } from '../wire/arrival.ts';
import { EXAMPLE_CALL_ID, readingTurn, readMessages, type ReadMessages, type UserMessage } from '../wire/turns.ts';
import type { MessageMedium } from './model-request.ts';

/** What a router made of one content, or of several as the attachments of one message. */
export interface RoutedContents {
  /** How a single content goes by the capabilities of the model. */
  readonly route: Way['route'];
  /** The capability by which a single content is sent; null for text, and where it is not sent. */
  readonly granted: string | null;
  /** The kind of a single content; null for text, and for several. */
  readonly kind: MediaKind | null;
  /** The canonical message; null when there is nothing to route. */
  readonly message: ToolMessage | UserMessage | null;
  /** The least that can be sent with it, read once for all APIs: the message is the last one. Empty without a message. */
  readonly messages: ReadMessages;
  /** Bytes of a single binary content; null for text, several contents, and where it is not known. */
  readonly size: number | null;
  /** In the order of the parts. */
  readonly media: readonly MessageMedium[];
  /** What became of each attachment of a message, in their order. */
  readonly attachments: readonly AttachmentOutcome[];
}

/** What became of one attachment. */
export interface AttachmentOutcome {
  readonly outcome: 'included' | 'described' | 'failed';
  /** The input capability its type needs. */
  readonly capability: string;
  /** Index of its part in the message's content, where it is included; a text is such a part too. */
  readonly part?: number;
  /** What the catalogue says against the model taking it, where it is included and was judged. */
  readonly doubt?: ModelDoubt;
  /** Why its content could not be read. */
  readonly failure?: Failure;
}

/**
 * Puts what a router made of one content into the turn in which a model reads it with a tool.
 *
 * @param reference `artifact:{id}` or `file:{path}`
 * @param facts of its bytes; absent where they are not known, and for text
 */
export function routedReading(
  route: ContentRouteResult,
  artifact: Artifact | UnreadArtifact,
  reference: string,
  facts: MediaFacts | undefined,
): RoutedContents & { readonly message: ToolMessage } {
  const message = formatArtifactToolResponse(route, EXAMPLE_CALL_ID);
  const { rule, acceptedCapabilities, capability } = route.reason;
  return {
    route: rule === 'content_failed' ? 'failed' : rule === 'text' || rule === 'capability_present' ? 'content' : 'description',
    granted: capability ?? null,
    kind: acceptedCapabilities.length === 0 ? null : (route.metadata.binaryType ?? (artifact.isBinary ? 'other' : null)),
    message,
    messages: readMessages(readingTurn(reference, message), { isChecked: true, answer: route }),
    size: artifact.isBinary && !artifact.contentFailure ? (artifact.size ?? null) : null,
    // The first part is the caption.
    media: facts && route.routing !== 'text' ? [{ part: 1, facts }] : [],
    attachments: [],
  };
}

/** What the contents of a message with attachments are taken from. */
export interface AttachedContents {
  /** In the order in which the router was given them. */
  readonly infos: readonly AttachmentInfo[];
  /** Called for each that is included as a medium. @param index of it */
  readonly factsOf: (index: number) => MediaFacts | Promise<MediaFacts>;
  /** The part of an attachment, where every message that includes it is to have the same one. */
  readonly parts?: Map<number, ContentPart>;
}

/** Puts what a router made of attachments into the message of a user. */
export async function routedAttachments(
  routing: RoutingResult,
  { infos, factsOf, parts = new Map<number, ContentPart>() }: AttachedContents,
): Promise<RoutedContents & { readonly message: UserMessage }> {
  const { processedContent } = routing;
  const outcomes = infos.map((info) => outcomeOf(info, routing));
  const included = outcomes.flatMap(({ outcome }, index) => (outcome === 'included' ? [index] : []));
  const content: ContentPart[] = [];
  const media: MessageMedium[] = [];
  const partOf = new Map<number, number>();
  if (typeof processedContent !== 'string') {
    // The parts of attachments come last, in their order.
    const texts = processedContent.length - included.length;
    content.push(...processedContent.slice(0, texts));
    for (const [position, index] of included.entries()) {
      const part = parts.get(index) ?? processedContent[texts + position];
      if (!part) continue;
      parts.set(index, part);
      partOf.set(index, content.length);
      // A format of text, such as SVG, is a text among the parts.
      if (part.type !== 'text') media.push({ part: content.length, facts: await factsOf(index) });
      content.push(part);
    }
  }
  const message: UserMessage = { role: 'user', content: typeof processedContent === 'string' ? processedContent : content };
  return {
    route: 'content',
    granted: null,
    kind: null,
    message,
    messages: readMessages([message], { isChecked: true }),
    size: null,
    media,
    attachments: outcomes.map((outcome, index): AttachmentOutcome => {
      const part = partOf.get(index);
      return part === undefined ? outcome : { ...outcome, part };
    }),
  };
}

function outcomeOf(info: AttachmentInfo, { unsupportedAttachments, failures }: RoutingResult): AttachmentOutcome {
  const capability = ATTACHMENT_CAPABILITY[info.type];
  const failed = failures.find(({ attachment }) => attachment === info);
  if (failed) return { outcome: 'failed', capability, failure: failed.failure };
  return { outcome: unsupportedAttachments.includes(info) ? 'described' : 'included', capability };
}

/** The attachments, by their order, that are in none of some parts. */
export function attachmentsWithout(parts: ReadonlySet<number>, { attachments }: Pick<RoutedContents, 'attachments'>): readonly number[] {
  return attachments.flatMap(({ part }, index) => (part !== undefined && parts.has(part) ? [] : [index]));
}
