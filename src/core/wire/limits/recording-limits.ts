import type { MediaFacts } from '../../content/media-facts.ts';
import type { LimitFinding } from '../limit-finding.ts';
import type { ApiLimits } from './api-limits.ts';
import { finding } from './finding.ts';

/** What an API's limits say of sound or film. @param limit of an API that takes it, else absent */
export function recordingFindings({ mimeType, duration, size }: MediaFacts, limit: ApiLimits['audio']): LimitFinding[] {
  if (!limit) return [];
  const { list } = limit.value;
  return [
    ...(list && !list.types.has(mimeType) ? [finding('type_not_accepted', 'warning', limit, { type: mimeType, types: list.names })] : []),
    ...(duration === undefined && size > 0 ? [finding('duration_unknown', 'info', limit)] : []),
  ];
}
