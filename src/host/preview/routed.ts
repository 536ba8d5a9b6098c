import type { MediaFacts } from '../../core/content/media-facts.ts';
import type { Failure } from '../../core/io/errors.ts';
import type { ModelDoubt } from '../../core/models/catalogue/check-catalogue.ts';
import type { ToolMessage } from '../../core/routing/tool-message.ts';
import type { UserMessage, ReadMessages } from '../../core/wire/turns.ts';
import type { PreviewVerdict } from '../../shared/preview-protocol.ts';

/** A medium in a message. */
export interface RoutedMedium {
  /** Index of its part in the message's content. */
  readonly part: number;
  readonly name: string;
  readonly facts: MediaFacts;
}

/** What became of one attachment. */
export interface AttachmentOutcome {
  readonly outcome: 'included' | 'described' | 'failed';
  /** The input capability its type needs. */
  readonly capability: string;
  /** Index of its part in the message's content, where it is included; a text is such a part too. */
  readonly part?: number;
  /** What the catalogue says against the model taking it, where it is included. */
  readonly doubt?: ModelDoubt;
  /** Why its content could not be read. */
  readonly failure?: Failure;
}

/** What the model of a service gets of what a preview shows. */
export interface Routed {
  readonly verdict: PreviewVerdict;
  /** The canonical message; null when there is nothing to route. */
  readonly message: ToolMessage | UserMessage | null;
  /** The least that can be sent with it, read once for all APIs: the message is the last one. Empty without a message. */
  readonly messages: ReadMessages;
  /** What the artifact becomes as text, or the text of a message; null when it is sent itself. What is around it in the body is not in it. */
  readonly text: string | null;
  /** Bytes of a single binary content; null for text, several contents, and where it is not known. */
  readonly size: number | null;
  /** In the order of the parts. */
  readonly media: readonly RoutedMedium[];
  /** Of a message with attachments: what became of each, in their order. */
  readonly attachments: readonly AttachmentOutcome[];
}

/** Routes what a preview holds, for one service after the other; reads nothing twice and encodes nothing twice. */
export interface Routes {
  /** Services that get the same share the same answer, message and all. @param serviceId null is "text only" */
  route(serviceId: string | null): Promise<Routed>;
  /** The route to a model with all capabilities, perhaps without the bytes. Reads nothing: what was not read yet is what its metadata say. */
  routeWithAllCapabilities(): Promise<Routed>;
}
