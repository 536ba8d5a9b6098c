import { formatSize } from '../core/content/size.ts';
import { formatSentence } from '../core/io/sentence.ts';
import type { ContentRouteResult } from '../core/routing/route-result.ts';
import { API_NAMES } from '../core/wire/api.ts';
import type { Arrival } from '../core/wire/arrival.ts';
import type { RoutedWire } from './routed-wire.ts';

/** What the model receives in the end and why, one fact a line. @param serviceId null when no service was named */
export function routeVerdict(
  result: ContentRouteResult,
  serviceId: string | null,
  wire: RoutedWire,
): readonly (readonly [string, string | undefined])[] {
  const { metadata } = result;
  return [
    ['Artifact', `${metadata.id}${metadata.filename === undefined ? '' : ` (${metadata.filename})`}`],
    ['Type', metadata.mimeType === undefined ? undefined : metadata.mimeType + contradiction(result)],
    ['Size', metadata.size === undefined ? undefined : formatSize(metadata.size)],
    ['Service', serviceId ?? 'none: text only'],
    ['Receives', received(result, wire.arrival)],
    ['Because', arrivalReason(wire) ?? because(result, serviceId)],
  ];
}

/** What decided an arrival; undefined when the capabilities did. A limit is that of an API, which its sentence does not name. */
export function arrivalReason({ arrival: { cause }, api }: Pick<RoutedWire, 'arrival' | 'api'>): string | undefined {
  return cause && (cause.by === 'limit' ? `${API_NAMES[api]}: ` : '') + formatSentence(cause.sentence);
}

function received(result: ContentRouteResult, { state }: Arrival): string {
  switch (state) {
    case 'refused':
      return 'nothing: the request is refused';
    case 'dropped':
      return 'a note in place of the content';
    case 'doubtful':
      return `${receives(result)}, doubtful`;
    default:
      return receives(result);
  }
}

function receives(result: ContentRouteResult): string {
  switch (result.routing) {
    case 'image_url':
      return 'the image (image_url)';
    case 'file':
      return 'the file (file)';
    case 'text':
      return result.reason.rule === 'text' ? 'the text' : 'a description in place of the content';
  }
}

/** The decision behind a route, as the end of a sentence. */
export function because({ reason }: ContentRouteResult, serviceId: string | null): string {
  const accepted = reason.acceptedCapabilities.map((name) => `"${name}"`).join(' or ');
  switch (reason.rule) {
    case 'text':
      return 'every model takes text';
    case 'capability_present':
      return `${serviceId ?? ''} takes "${reason.capability ?? ''}"`;
    case 'capability_missing':
      return `${serviceId ?? ''} does not take ${accepted}`;
    case 'service_unknown':
      return `this needs ${accepted}, and nothing is known of the model`;
    case 'too_large':
      return `the content is larger than ${formatSize(Number(reason.failure?.params?.['limit'] ?? 0))}`;
    case 'content_failed':
      return `the content cannot be read (${reason.failure?.code ?? 'io_failed'})`;
  }
}

function contradiction({ metadata }: ContentRouteResult): string {
  const { declaredMimeType: declared, detectedMimeType: detected, mimeType } = metadata;
  if (declared === undefined) return '';
  return declared === mimeType ? ` (begins like ${detected ?? ''})` : ` (declared ${declared})`;
}
