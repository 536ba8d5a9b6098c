import type { ConversationMessage } from './conversation.ts';
import type { ByteRange } from './outline.ts';
import type { EditRepair } from './repairs.ts';
import type { PartAddress } from './replay.ts';

/** A call with the id of an earlier one. */
export interface ReusedCallId {
  readonly address: PartAddress;
  readonly call: string;
  /** The characters of the id in the call and in its result; undefined where the file does not have both. */
  readonly places: readonly ByteRange[] | undefined;
}

interface Call extends Omit<ReusedCallId, 'places'> {
  readonly idPlace: ByteRange | undefined;
  resultIdPlace?: ByteRange | undefined;
}

/** Calls with the id of an earlier one, in their order. Of several results with one id, the first is that of the first call. */
export function reusedCallIds(ordered: readonly ConversationMessage[]): ReusedCallId[] {
  const ids = new Set<string>();
  const reused: Call[] = [];
  const unanswered = new Map<string, Call[]>();
  let result: number | undefined;
  for (const { parts, index: message } of ordered) {
    for (const [at, part] of parts.entries()) {
      if (part.resultOf !== undefined && part.resultPlace && part.resultPlace.start !== result) {
        result = part.resultPlace.start;
        const call = unanswered.get(part.resultOf)?.shift();
        if (call) call.resultIdPlace = part.resultIdPlace;
      }
      if (part.kind !== 'call' || part.callId === '') continue;
      const call: Call = { address: { message, part: at }, call: part.callId, idPlace: part.idPlace };
      if (ids.has(part.callId)) reused.push(call);
      ids.add(part.callId);
      const waiting = unanswered.get(part.callId);
      if (waiting) waiting.push(call);
      else unanswered.set(part.callId, [call]);
    }
  }
  return reused.map(({ address, call, idPlace, resultIdPlace }) => ({
    address,
    call,
    places: idPlace && resultIdPlace ? [idPlace, resultIdPlace] : undefined,
  }));
}

/** Repairs that give each call with a reused id, and its result, an id of their own: the old one with a number behind it. */
export function renamedCalls(ordered: readonly ConversationMessage[]): EditRepair[] {
  const taken = new Set(ordered.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'call' ? part.callId : []))));
  const last = new Map<string, number>();
  return reusedCallIds(ordered).flatMap(({ address, call, places }): EditRepair[] => {
    if (!places) return [];
    let number = (last.get(call) ?? 1) + 1;
    while (taken.has(`${call}_${number}`)) number++;
    last.set(call, number);
    const edits = places.map(({ end }) => ({ start: end, end, text: `_${number}` }));
    return [{ kind: 'rename_call', address, edits: edits.sort((a, b) => a.start - b.start) }];
  });
}
