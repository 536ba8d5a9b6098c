import type { Task } from '../io/compute.ts';
import type { TokenEstimate } from '../wire/tokens/model-family.ts';
import type { Receiver } from './check-conversation.ts';
import type { ConversationFinding } from './conversation-finding.ts';
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
  readonly goesThrough: boolean;
  /** Why it does not: the first error with a place, else the first; null when it does. */
  readonly reason: ConversationFinding | null;
  /** Numbers of the messages with a part that the model does not get, once for each part. */
  readonly lost: readonly number[];
  readonly estimates: readonly TokenEstimate[] | null;
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
      return receivers.map((receiver) => {
        const check = checkConversation(index, receiver, texts, prepared);
        const { goesThrough, findings, estimates } = check;
        const repairs = planRepairs(index, check, texts, { api: receiver.api }).length;
        return { goesThrough, reason: firstError(findings), lost: lostMessages(findings), estimates, repairs };
      });
    };
  },
};

/** The error to tell of first: one with a place, where there is one. */
export function firstError(findings: readonly ConversationFinding[]): ConversationFinding | null {
  const errors = findings.filter(({ severity }) => severity === 'error');
  return errors.find(({ address }) => address !== null) ?? errors[0] ?? null;
}

/** The messages of parts that a model does not get, once for each part. */
export function lostMessages(findings: readonly ConversationFinding[]): number[] {
  const lost = findings.filter(({ code }) => code === 'capability_missing' || code === 'part_left_out');
  const parts = new Map(lost.flatMap(({ address }) => (address ? [[addressKey(address), address.message] as const] : [])));
  return [...parts.values()].sort((a, b) => a - b);
}
