import type { MediaFacts } from '../../content/media-facts.ts';
import { mediaKind, normaliseMediaType } from '../../content/media-type.ts';
import type { LimitFinding } from '../limit-finding.ts';
import type { ApiLimits } from './api-limits.ts';
import { finding, OWN_HEADER } from './finding.ts';

/** What there is to say of every content: nothing in it, cut short, not what it claims to be. */
export function contentFindings(facts: MediaFacts, limits: ApiLimits): LimitFinding[] {
  return [
    ...emptyFindings(facts, limits),
    ...truncationFindings(facts),
    ...mismatchFindings(facts, limits),
    ...falsehoodFindings(facts, limits),
  ];
}

/** Media without a byte are no media, whoever reads them; an empty text is one where nobody says otherwise. */
function emptyFindings({ size, mimeType }: MediaFacts, { emptyText, request }: ApiLimits): LimitFinding[] {
  if (size > 0) return [];
  if (mediaKind(mimeType) !== 'text') return [finding('empty', request ? 'error' : 'warning', OWN_HEADER)];
  return [emptyText ? finding('empty', 'error', emptyText) : finding('empty', 'info', OWN_HEADER)];
}

function truncationFindings({ isTruncated }: MediaFacts): LimitFinding[] {
  return isTruncated === true ? [finding('truncated', 'warning', OWN_HEADER)] : [];
}

function mismatchFindings({ mimeType, detectedMimeType }: MediaFacts, { typeMismatch }: ApiLimits): LimitFinding[] {
  if (detectedMimeType === undefined || mediaKind(mimeType) === 'text') return [];
  if ((normaliseMediaType(mimeType) ?? mimeType) === (normaliseMediaType(detectedMimeType) ?? detectedMimeType)) return [];
  const params = { type: mimeType, detected: detectedMimeType };
  if (!typeMismatch) return [finding('type_differs_from_bytes', 'info', OWN_HEADER, params)];
  return [finding('type_differs_from_bytes', typeMismatch.value === 'refused' ? 'error' : 'warning', typeMismatch, params)];
}

/** Bytes that are no content of the declared kind at all, whether or not the API says what it does with such. */
function falsehoodFindings({ mimeType, lacksSignature, size }: MediaFacts, { typeMismatch }: ApiLimits): LimitFinding[] {
  if (lacksSignature !== true || size === 0) return [];
  const isRefused = typeMismatch?.value === 'refused';
  return [finding('not_of_its_type', isRefused ? 'error' : 'warning', isRefused ? typeMismatch : OWN_HEADER, { type: mimeType })];
}
