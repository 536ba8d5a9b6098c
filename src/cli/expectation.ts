import { mediaKind } from '../core/content/media-type.ts';
import type { ContentRouteResult } from '../core/routing/route-result.ts';
import { arrivalReason, because } from './route-verdict.ts';
import type { RoutedWire } from './routed-wire.ts';

/** Ways in which an artifact may have to arrive; `file` is a file of any kind. */
export const EXPECTATIONS = ['image', 'file', 'audio', 'video', 'document', 'text', 'description'] as const;

/** One of {@link EXPECTATIONS}. */
export type Expectation = (typeof EXPECTATIONS)[number];

/** Whether a word names an expectation. */
export function isExpectation(word: string): word is Expectation {
  return (EXPECTATIONS as readonly string[]).includes(word);
}

/** Why an artifact does not arrive as expected; undefined when it does. @param serviceId null when no service was named */
export function unmet(expected: Expectation, route: ContentRouteResult, serviceId: string | null, wire: RoutedWire): string | undefined {
  const routed = routedAs(route);
  if (!routed.includes(expected)) return `it is sent as ${routed[0] ?? 'nothing'}, because ${because(route, serviceId)}`;
  const { state } = wire.arrival;
  return state === 'refused' || state === 'dropped' ? arrivalReason(wire) : undefined;
}

/** What a route is; a file by its kind first. */
function routedAs(route: ContentRouteResult): Expectation[] {
  switch (route.routing) {
    case 'text':
      return [route.reason.rule === 'text' ? 'text' : 'description'];
    case 'image_url':
      return ['image'];
    case 'file': {
      const kind = mediaKind(route.file.file.mimeType);
      return kind === 'audio' || kind === 'video' || kind === 'document' ? [kind, 'file'] : ['file'];
    }
  }
}
