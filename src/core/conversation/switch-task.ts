import type { Task } from '../io/compute.ts';
import type { TokenEstimate } from '../wire/tokens/model-family.ts';
import type { ConversationCheck, Receiver } from './check-conversation.ts';
import { type ConversationFinding, firstReason, outcomeOf, type RequestOutcome } from './conversation-finding.ts';
import { heldIndex, type IndexReference } from './index-task.ts';
import { addressKey } from './replay.ts';
import type { TextFinding } from './text-findings.ts';

/** A conversation, and the models it may go on with. */
export interface SwitchInput {
  readonly conversation: IndexReference;
  readonly texts: readonly TextFinding[];
  readonly receivers: readonly Receiver[];
}

/** Whether a conversation can go on with a model. */
export interface SwitchAnswer {
  readonly outcome: RequestOutcome;
  /** Why it does not, or may not: the first error with a place, else the first; null where nothing is known against it. */
  readonly reason: ConversationFinding | null;
  /** Numbers of the messages with a part that the model does not get, once for each part. */
  readonly lost: readonly number[];
  readonly estimates: readonly TokenEstimate[] | null;
  /** What the estimates are without, where those of another model are not: see `unlikeCounts`. */
  readonly lacks: ConversationCheck['lacks'];
  /** Parts that can be repaired for this model. */
  readonly repairs: number;
}

/** Checks a conversation for several models in a worker. Answers are in the order of the receivers; null where the index is not known. */
export const switchModelsTask: Task<SwitchInput, readonly SwitchAnswer[] | null> = {
  name: 'switch-models',
  load: async () => {
    const [{ checkConversation }, { prepareConversation }, { planRepairs }] = await Promise.all([
      import('./check-conversation.ts'),
      import('./prepare-conversation.ts'),
      import('./plan-repairs.ts'),
    ]);
    return ({ conversation, texts, receivers }) => {
      const held = heldIndex(conversation, prepareConversation);
      if (!held) return null;
      const { index, prepared } = held;
      const checks = receivers.map((receiver) => checkConversation(index, receiver, texts, prepared));
      const lacks = unlikeCounts(checks);
      return checks.map((check, at) => {
        const { findings, estimates, api } = check;
        const repairs = planRepairs(index, check, texts, { api }).length;
        return {
          outcome: outcomeOf(findings),
          reason: mainReason(findings),
          lost: lostMessages(findings),
          estimates,
          lacks: lacks[at] ?? null,
          repairs,
        };
      });
    };
  },
};

/**
 * What the tokens of each of several models are without, where those of another are as a server counted them, with all that was sent: such
 * figures cannot be compared. Null for what a server counted, and for all where they measure the same.
 */
export function unlikeCounts(checks: readonly Pick<ConversationCheck, 'counted' | 'lacks'>[]): ConversationCheck['lacks'][] {
  const isAnyCounted = checks.some(({ counted }) => counted !== null);
  return checks.map(({ lacks }) => (isAnyCounted ? lacks : null));
}

/** Why a request fails, or may fail at this model: null where neither is known. */
export function mainReason(findings: readonly ConversationFinding[]): ConversationFinding | null {
  return firstReason(findings) ?? findings.find(({ code }) => code === 'capability_unknown' || code === 'context_exceeded') ?? null;
}

/** The messages of parts that a model does not get, once for each part. */
export function lostMessages(findings: readonly ConversationFinding[]): number[] {
  const lost = findings.filter(({ code }) => code === 'capability_missing' || code === 'part_left_out');
  const parts = new Map(lost.flatMap(({ address }) => (address ? [[addressKey(address), address.message] as const] : [])));
  return [...parts.values()].sort((a, b) => a - b);
}
