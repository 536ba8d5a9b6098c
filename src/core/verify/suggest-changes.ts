import type { CapabilityList, CapabilityType } from '../services/capability.ts';
import type { ProbeResult } from './verify-service.ts';

/** A difference between what a service declares and what its server did. */
export interface SuggestedChange {
  readonly kind: 'add' | 'remove';
  readonly list: CapabilityList;
  readonly type: CapabilityType;
}

/** Accepted and not declared is added, declared and refused is removed. Text stays whatever a server says, and what is unclear stays as it is. */
export function suggestChanges(results: readonly ProbeResult[]): SuggestedChange[] {
  return results.flatMap(({ probe, list, isDeclared, outcome }): SuggestedChange[] => {
    if (probe === 'text') return [];
    if (outcome === 'accepted' && !isDeclared) return [{ kind: 'add', list, type: probe }];
    return outcome === 'refused' && isDeclared ? [{ kind: 'remove', list, type: probe }] : [];
  });
}

/** Whether the answer shows it beyond doubt: of silence a model that got no sound may speak too. */
export function isCertain({ kind, type }: SuggestedChange): boolean {
  return !(kind === 'add' && type === 'audio');
}
