import type { LimitCode, LimitFinding, LimitSeverity } from '../limit-finding.ts';
import type { Limit } from './api-limits.ts';

/** A finding about a documented limit. */
export function finding(
  code: LimitCode,
  severity: LimitSeverity,
  limit: Pick<Limit<unknown>, 'source'>,
  params: LimitFinding['params'] = {},
): LimitFinding {
  return { code, severity, params, source: limit.source };
}

/** Where a finding about the content itself comes from: nobody's limit, its own header. */
export const OWN_HEADER = { source: 'the header of the content itself' };
