import type { MessageMedium } from '../../core/receive/model-request.ts';
import type { RoutedContents } from '../../core/receive/routed-contents.ts';
import type { PreviewVerdict } from '../../shared/preview-protocol.ts';

/** A medium in a message, with its name. */
export interface NamedMedium extends MessageMedium {
  readonly name: string;
}

/** What a preview shows of contents that were routed. */
export interface PreviewedContents extends RoutedContents {
  readonly verdict: PreviewVerdict;
  /** What the artifact becomes as text, or the text of a message; null when it is sent itself. What is around it in the body is not in it. */
  readonly text: string | null;
  readonly media: readonly NamedMedium[];
}

/** Routes what a preview holds, for one service after the other; reads nothing twice and encodes nothing twice. */
export interface Routes {
  /** Services that get the same share the same answer, message and all. @param serviceId null is "text only" */
  route(serviceId: string | null): Promise<PreviewedContents>;
  /** The route to a model with all capabilities, perhaps without the bytes. Reads nothing: what was not read yet is what its metadata say. */
  routeWithAllCapabilities(): Promise<PreviewedContents>;
}
