import { amountOf, checkArgument, listenerOf, optionsOf } from '../io/arguments.ts';
import type { Sentence } from '../io/errors.ts';
import type { CapabilityList, CapabilityType } from '../models/capability.ts';
import { judge, type Judgement, type VerifyReason, verifySentence } from './judge.ts';
import { type Probe, probeBody, type ProbeBody, PROBES, type ToolMedium } from './probe.ts';
import type { Sender, SendLimits, SendReply } from './sender.ts';
import { VerifyTarget } from './target.ts';

/** The result of a probe. Safe to show. */
export interface ProbeResult {
  readonly probe: Probe;
  readonly list: CapabilityList;
  readonly isDeclared: boolean;
  readonly outcome: Judgement['outcome'] | 'not_sent';
  /** `no_place`: the API cannot express it; otherwise see the messages. */
  readonly reason: VerifyReason | 'no_place';
  readonly because: Sentence;
  /** The shortened words of the server or model, without the key. */
  readonly words?: string;
  /** HTTP status. */
  readonly status?: number;
  /** Milliseconds for the whole answer. */
  readonly elapsedMs?: number;
}

export interface VerifyOptions {
  readonly send: Sender;
  readonly signal?: AbortSignal;
  /** Per request, in milliseconds. Default {@link DEFAULT_TIMEOUT_MS}. */
  readonly timeoutMs?: number;
  /** Called before a probe is sent. */
  readonly onSend?: (probe: Probe) => void;
  readonly onResult?: (result: ProbeResult) => void;
}

/** Reasoning models, and models that must be loaded first, are slow. */
export const DEFAULT_TIMEOUT_MS = 60_000;
/** Maximum bytes of a short answer. */
const MOST_BYTES = 256 * 1024;

/** Maximum number of requests for a service. */
export function requestCount({ api, model }: Pick<VerifyTarget, 'api' | 'model'>): number {
  return PROBES.filter(({ probe }) => probeBody(probe, api, model).ok).length;
}

/**
 * Verifies a service's capabilities with one request each, in sequence, text first. Only rejects with `arguments_invalid` for an invalid
 * target or sender. After cancellation the running probe is unclear, since the server may process and charge it; the rest is not sent.
 */
export async function verifyService(target: VerifyTarget, options: VerifyOptions): Promise<readonly ProbeResult[]> {
  const { send, signal, timeoutMs, onSend, onResult } = optionsOf(options, ['send', 'signal', 'timeoutMs', 'onSend', 'onResult']);
  checkArgument(VerifyTarget.is(target), 'target');
  checkArgument(typeof send === 'function', 'send');
  const listeners = { onSend: listenerOf(onSend), onResult: listenerOf(onResult) };
  const known: VerifyOptions = {
    send,
    timeoutMs: typeof timeoutMs === 'number' ? amountOf(timeoutMs, 0) : DEFAULT_TIMEOUT_MS,
    ...listeners,
    ...(signal && typeof optionsOf(signal, ['aborted']).aborted === 'boolean' && { signal }),
  };
  const results: ProbeResult[] = [];
  for (const { probe, list } of PROBES) {
    const isDeclared = target.declared[list].includes(probe);
    const result = { probe, list, isDeclared, ...(await resultOf(probe, target, results, known)) };
    results.push(result);
    listeners.onResult(result);
  }
  return results;
}

type Outcome = Omit<ProbeResult, 'probe' | 'list' | 'isDeclared'>;

async function resultOf(probe: Probe, target: VerifyTarget, before: readonly ProbeResult[], options: VerifyOptions): Promise<Outcome> {
  const { send, signal, timeoutMs = DEFAULT_TIMEOUT_MS, onSend } = options;
  if (signal?.aborted) return notSent('cancelled');
  const body = bodyAfter(probe, target, before);
  if (typeof body === 'string') return notSent(body);
  if (!body.ok) return { outcome: 'not_sent', reason: 'no_place', because: body.because };
  onSend?.(probe);
  if (signal?.aborted) return notSent('cancelled');
  const { reply, judgement } = await sent(probe, target, {
    send,
    body: body.body,
    limits: { timeoutMs, maxBytes: MOST_BYTES, ...(signal && { signal }) },
  });
  const { outcome, reason, words } = judgement;
  const shown = target.shown(words);
  return {
    outcome,
    reason,
    because: verifySentence(reason, reason === 'timeout' ? timeoutMs / 1000 : reply.status),
    ...(shown !== undefined && { words: shown }),
    ...(reply.status !== undefined && { status: reply.status }),
    elapsedMs: reply.elapsedMs,
  };
}

const NOT_REACHED: SendReply = { kind: 'failure', failure: 'not_reached', elapsedMs: 0 };

/** Sends a probe and judges the reply. A failing or invalid sender counts as not reached. */
async function sent(
  probe: Probe,
  target: VerifyTarget,
  { send, body, limits }: { send: Sender; body: Readonly<Record<string, unknown>>; limits: SendLimits },
): Promise<{ reply: SendReply; judgement: Judgement }> {
  try {
    const reply = await send(target.requestFor(body), limits);
    return { reply, judgement: judge(probe, target.api, reply) };
  } catch {
    return { reply: NOT_REACHED, judgement: judge(probe, target.api, NOT_REACHED) };
  }
}

/** The body of a probe given the earlier results, or why it is skipped. */
function bodyAfter(probe: Probe, { api, model }: VerifyTarget, before: readonly ProbeResult[]): ProbeBody | VerifyReason {
  const outcomeOf = (wanted: Probe): ProbeResult['outcome'] | undefined => before.find((result) => result.probe === wanted)?.outcome;
  if (probe !== 'text' && outcomeOf('text') !== 'accepted') return 'text_failed';
  if (probe !== 'tool_result_media') return probeBody(probe, api, model);
  const body = probeBody(probe, api, model);
  if (!body.ok) return body;
  if (outcomeOf('tool_calling') === 'refused') return 'tools_refused';
  const medium: ToolMedium | undefined =
    outcomeOf('vision') === 'accepted' ? 'picture' : outcomeOf('file') === 'accepted' ? 'page' : undefined;
  return medium === undefined ? 'no_medium_accepted' : probeBody(probe, api, model, medium);
}

function notSent(reason: VerifyReason): Outcome {
  return { outcome: 'not_sent', reason, because: verifySentence(reason) };
}

/** A difference between a service's declaration and its server. */
export interface SuggestedChange {
  readonly kind: 'add' | 'remove';
  readonly list: CapabilityList;
  readonly type: CapabilityType;
}

/** Adds what was accepted but not declared, removes what was refused but declared. Text and unclear results are left. */
export function suggestChanges(results: readonly ProbeResult[]): SuggestedChange[] {
  return results.flatMap(({ probe, list, isDeclared, outcome }): SuggestedChange[] => {
    if (probe === 'text') return [];
    if (outcome === 'accepted' && !isDeclared) return [{ kind: 'add', list, type: probe }];
    return outcome === 'refused' && isDeclared ? [{ kind: 'remove', list, type: probe }] : [];
  });
}

/** Whether the result is conclusive: a model that got no sound may also mention silence. */
export function isConclusive({ kind, type }: SuggestedChange): boolean {
  return !(kind === 'add' && type === 'audio');
}
