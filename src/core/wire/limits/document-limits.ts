import type { MediaFacts } from '../../content/media-facts.ts';
import type { LimitFinding } from '../limit-finding.ts';
import type { ApiLimits } from './api-limits.ts';
import { finding } from './finding.ts';

/** What an API's limits say of a document. */
export function documentFindings(facts: MediaFacts, limits: ApiLimits): LimitFinding[] {
  const isPdf = (facts.detectedMimeType ?? facts.mimeType) === 'application/pdf';
  return [
    ...typeFindings(facts, limits),
    ...sizeFindings(facts, limits),
    ...(isPdf ? [...pageFindings(facts, limits), ...encryptionFindings(facts, limits)] : []),
  ];
}

function typeFindings({ mimeType }: MediaFacts, { documentTypes }: ApiLimits): LimitFinding[] {
  if (!documentTypes || documentTypes.value.list.types.has(mimeType)) return [];
  const { list, outside } = documentTypes.value;
  return [finding('type_not_accepted', outside === 'refused' ? 'error' : 'warning', documentTypes, { type: mimeType, types: list.names })];
}

function sizeFindings({ size }: MediaFacts, { documentSize }: ApiLimits): LimitFinding[] {
  if (!documentSize || size <= documentSize.value) return [];
  return [finding('part_too_large', 'error', documentSize, { actual: size, limit: documentSize.value, variant: 'bytes' })];
}

function pageFindings({ pages, size }: MediaFacts, { pages: most, pagesOfSmallModels: fewer }: ApiLimits): LimitFinding[] {
  if (!most) return [];
  if (pages === undefined) return size > 0 ? [finding('pages_unknown', 'info', most, { limit: most.value })] : [];
  if (pages > most.value) return [finding('too_many_pages', 'error', most, { actual: pages, limit: most.value })];
  if (fewer && pages > fewer.value)
    return [finding('too_many_pages', 'warning', fewer, { actual: pages, limit: fewer.value, variant: 'small' })];
  return [];
}

function encryptionFindings({ isEncrypted }: MediaFacts, { encryption }: ApiLimits): LimitFinding[] {
  if (!encryption || isEncrypted !== true) return [];
  return [finding('encrypted', encryption.value === 'refused' ? 'error' : 'warning', encryption)];
}
