import type { MediaFacts } from '../../content/media-facts.ts';
import { mediaKind, type MediaKind } from '../../content/media-type.ts';
import { base64Length } from '../../io/base64.ts';
import type { LimitFinding } from '../limit-finding.ts';
import { bodySize } from '../shortened-body.ts';
import type { WireResult } from '../verdict.ts';
import type { ApiLimits } from './api-limits.ts';
import { finding } from './finding.ts';

/** What an API's limits say of a request as a whole. @param facts of the media in it @param size of the body, when it is known */
export function requestFindings(result: WireResult, facts: readonly MediaFacts[], limits: ApiLimits, size?: number): LimitFinding[] {
  return [
    ...sizeFindings(facts, limits, () => size ?? bodySize(result)),
    ...imageFindings(result, limits),
    ...manyImagesFindings(result, facts, limits),
    ...documentFindings(result, facts, limits),
  ];
}

/** A body may be written before the bytes of its media are read: it will have no less than these. */
function sizeFindings(facts: readonly MediaFacts[], { request, requestWarning }: ApiLimits, bodyBytes: () => number): LimitFinding[] {
  if (!request && !requestWarning) return [];
  const ofMedia = facts.reduce((sum, { mimeType, size }) => sum + (mediaKind(mimeType) === 'text' ? size : base64Length(size)), 0);
  const actual = Math.max(bodyBytes(), ofMedia);
  if (request && actual > request.value) return [finding('request_too_large', 'error', request, { actual, limit: request.value })];
  if (requestWarning && actual > requestWarning.value)
    return [finding('request_too_large', 'warning', requestWarning, { actual, limit: requestWarning.value })];
  return [];
}

function imageFindings(result: WireResult, { images, imagesOfSmallModels }: ApiLimits): LimitFinding[] {
  const actual = imagesIn(result);
  if (images && actual > images.value) return [finding('too_many_images', 'error', images, { actual, limit: images.value })];
  if (imagesOfSmallModels && actual > imagesOfSmallModels.value) {
    return [finding('too_many_images', 'warning', imagesOfSmallModels, { actual, limit: imagesOfSmallModels.value, variant: 'small' })];
  }
  return [];
}

function imagesIn({ verdicts }: WireResult): number {
  return verdicts.filter(({ kind, outcome }) => kind === 'image' && outcome !== 'dropped').length;
}

/** Documents in the request; a text file that is sent as a document is one. */
function documentsIn({ verdicts }: WireResult): number {
  return verdicts.filter(({ kind, rule, outcome }) => outcome !== 'dropped' && (kind === 'document' || rule === 'text_file_as_document'))
    .length;
}

/** With many images in a request each may only be small, said once for all of them. Images whose size is not known are not counted. */
function manyImagesFindings(result: WireResult, facts: readonly MediaFacts[], { manyImages }: ApiLimits): LimitFinding[] {
  if (!manyImages) return [];
  const { count, side } = manyImages.value;
  const larger = facts.filter(({ mimeType, width = 0, height = 0 }) => mediaKind(mimeType) === 'image' && Math.max(width, height) > side);
  const [first] = larger;
  if (!first) return [];
  const params = { count, limit: side, larger: larger.length, width: first.width ?? 0, height: first.height ?? 0 };
  const images = imagesIn(result);
  if (images > count) return [finding('too_large_among_many', 'error', manyImages, { ...params, actual: images })];
  const counted = images + documentsIn(result);
  return counted > count ? [finding('too_large_among_many', 'warning', manyImages, { ...params, actual: counted, variant: 'clouds' })] : [];
}

/** Of one document its own limit speaks. A text file whose text goes as text is no document. */
function documentFindings({ verdicts }: WireResult, facts: readonly MediaFacts[], { documentsSize }: ApiLimits): LimitFinding[] {
  const others: readonly MediaKind[] = [
    'image',
    'audio',
    'video',
    ...(verdicts.some(({ rule }) => rule === 'text_file_as_text') ? ['text' as const] : []),
  ];
  const documents = facts.filter(({ mimeType }) => !others.includes(mediaKind(mimeType)));
  const actual = documents.reduce((sum, { size }) => sum + size, 0);
  if (!documentsSize || documents.length < 2 || actual <= documentsSize.value) return [];
  return [finding('documents_too_large', 'error', documentsSize, { actual, limit: documentsSize.value })];
}
