import type { ModelCapabilities } from '../../core/services/capability.ts';
import { PROBES, type Probe } from '../../core/verify/probe.ts';
import { suggestChanges, type SuggestedChange } from '../../core/verify/suggest-changes.ts';
import type { VerifyTarget } from '../../core/verify/target.ts';
import { DEFAULT_TIMEOUT_MS, type ProbeResult } from '../../core/verify/verify-service.ts';
import type { VerifyRow, VerifyState } from '../../shared/verify-protocol.ts';
import { sentenceText } from '../sentence-text.ts';
import { apiInWords } from './verify-words.ts';

/** A verification as far as it has come. */
export interface Verification {
  readonly target: VerifyTarget;
  readonly phase: VerifyState['phase'];
  readonly results: readonly ProbeResult[];
  /** The probe under way. */
  readonly asking: Probe | undefined;
  /** What the file declares now; undefined when the service is no longer in it. */
  readonly declared: ModelCapabilities | undefined;
}

/** The changes that would make what is declared now agree with the results; none while the service is not in the file. */
export function changesOf({ results, declared, phase }: Pick<Verification, 'results' | 'declared' | 'phase'>): SuggestedChange[] {
  if (!declared || phase === 'asking') return [];
  return suggestChanges(results.map((result) => ({ ...result, isDeclared: declared[result.list].includes(result.probe) })));
}

/** What the page shows of a verification. */
export function verifyState(verification: Verification): VerifyState {
  const { target, phase, declared } = verification;
  return {
    id: target.id,
    name: target.name,
    model: target.model,
    api: apiInWords(target),
    address: target.address,
    timeout: DEFAULT_TIMEOUT_MS,
    phase,
    rows: PROBES.map(({ probe, list }): VerifyRow => ({
      capability: probe,
      list,
      isDeclared: declared ? declared[list].includes(probe) : null,
      ...outcomeOf(probe, verification),
    })),
    changes: changesOf(verification),
    notAsked: declared ? notAsked(declared) : [],
  };
}

function outcomeOf(
  probe: Probe,
  { results, asking }: Verification,
): Pick<VerifyRow, 'outcome' | 'because' | 'words' | 'status' | 'elapsed'> {
  const result = results.find((each) => each.probe === probe);
  if (!result) return { outcome: asking === probe ? 'asking' : 'waiting', because: '', words: null, status: null, elapsed: null };
  const { outcome, because, words = null, status = null, elapsedMs = null } = result;
  return { outcome, because: sentenceText(because), words, status, elapsed: elapsedMs };
}

/** Text is given by every model, so nobody has to ask whether it is. */
function notAsked(declared: ModelCapabilities): string[] {
  const isAsked = (list: 'input' | 'output', type: string): boolean =>
    type === 'text' || PROBES.some((probe) => probe.list === list && probe.probe === type);
  return (['input', 'output'] as const).flatMap((list) =>
    [...new Set(declared[list])].filter((type) => !isAsked(list, type)).map((type) => `${list}.${type}`),
  );
}
