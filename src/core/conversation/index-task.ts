import type { Compute, RunOptions, StreamTask, Task } from '../io/compute.ts';
import { MAX_HELD_INDEXES } from '../io/limits.ts';
import type { ConversationIndex, ConversationMessage } from './conversation.ts';
import type { ConversationIndexer, FollowItem, IndexItem } from './index-conversation.ts';
import type { PreparedConversation } from './prepare-conversation.ts';

/** Keeps the index where it was made, for tasks that ask for it by the same key; absent: it is not kept. */
interface IndexInput {
  readonly key?: string;
}

/** `indexConversation` for a worker: conversations hold what anybody wrote. */
export const indexConversationTask: StreamTask<IndexInput, IndexItem> = {
  name: 'index-conversation',
  load: async () => {
    const { indexConversation, ConversationIndexer } = await import('./index-conversation.ts');
    return (chunks, { key }) => {
      if (key === undefined) return indexConversation(chunks);
      const indexer = new ConversationIndexer();
      return kept(indexer.read(chunks), { key, indexer, before: [] });
    };
  },
};

/** What was read of a file as it was, and the key of what it is now. */
interface FollowInput {
  readonly after: string;
  readonly key: string;
}

/**
 * Reads on in a file that has grown: `chunks` begin where the index says. `start_over` where the index is not known, was followed before,
 * or the file was written anew. That of the file as it was stays until it is let go of.
 */
export const followConversationTask: StreamTask<FollowInput, FollowItem> = {
  name: 'follow-conversation',
  load: () =>
    Promise.resolve((chunks, { after, key }) => {
      const held = HELD.get(after);
      const indexer = held?.indexer;
      if (!held || !indexer) return startOver();
      held.indexer = undefined;
      return kept(indexer.follow(chunks), { key, indexer, before: held.index.messages });
    }),
};

async function* startOver(): AsyncGenerator<FollowItem> {
  yield await Promise.resolve({ kind: 'start_over' as const });
}

interface Reading {
  readonly key: string;
  readonly indexer: ConversationIndexer;
  /** Messages that were read before. */
  readonly before: readonly ConversationMessage[];
}

async function* kept<Item extends FollowItem>(items: AsyncIterable<Item>, { key, indexer, before }: Reading): AsyncGenerator<Item> {
  const messages = [...before];
  for await (const item of items) {
    if (item.kind === 'messages') for (const message of item.messages) messages.push(message);
    else if (item.kind === 'end') hold(key, { ...item.summary, messages }, indexer);
    yield item;
  }
}

interface Held {
  readonly index: ConversationIndex;
  /** What does not depend on the model; made when it is first asked for. */
  prepared: PreparedConversation | undefined;
  /** Reads on in the file; undefined once it does, and for an index that was made elsewhere. */
  indexer: ConversationIndexer | undefined;
}

/** What this thread holds, the one used last at the end. */
const HELD = new Map<string, Held>();

function hold(key: string, index: ConversationIndex, indexer?: ConversationIndexer): Held {
  const held = { index, prepared: undefined, indexer };
  HELD.delete(key);
  HELD.set(key, held);
  for (const oldest of HELD.keys()) {
    if (HELD.size <= MAX_HELD_INDEXES) break;
    HELD.delete(oldest);
  }
  return held;
}

/** A conversation for a task: by its key alone where a worker has it, else with its index. */
export interface IndexReference {
  /** Unlike that of any other conversation, and of this one when it was read before. Absent: the index is not kept. */
  readonly key?: string | undefined;
  readonly index?: ConversationIndex | undefined;
  /** Nothing more will be asked of it. */
  readonly isLast?: boolean | undefined;
}

/** The index that is meant, and what was prepared of it; undefined where this thread does not have it. */
export function heldIndex(
  { key, index, isLast = false }: IndexReference,
  prepare: (index: ConversationIndex) => PreparedConversation,
): { readonly index: ConversationIndex; readonly prepared: PreparedConversation } | undefined {
  if (key === undefined) return index && { index, prepared: prepare(index) };
  const held = HELD.get(key) ?? (index && hold(key, index));
  if (!held) return undefined;
  HELD.delete(key);
  if (!isLast) HELD.set(key, held);
  const prepared = (held.prepared ??= prepare(held.index));
  return { index: held.index, prepared };
}

/** Lets go of an index, where it is still kept. */
export const releaseIndexTask: Task<{ readonly key: string }, void> = {
  name: 'release-index',
  load: async () => {
    return ({ key }) => void HELD.delete(key);
  },
};

/**
 * Runs a task on an index by its key, where it was made; the index itself, which may take a second to copy, is sent only to a worker that
 * does not have it: another one, or a new one. Rejects as `Compute.run`.
 */
export async function runOnIndex<Input extends { readonly conversation: IndexReference }, Output>(
  compute: Compute,
  task: Task<Input, Output | null>,
  { conversation: { key, index, isLast }, ...input }: Input & { readonly conversation: { readonly index: ConversationIndex } },
  options: RunOptions,
): Promise<Output> {
  const run = (conversation: IndexReference): Promise<Output | null> =>
    compute.run(task, { ...input, conversation } as unknown as Input, { ...options, key });
  const known = key === undefined ? null : await run({ key, isLast });
  const answer = known ?? (await run({ key, index, isLast }));
  if (answer === null) throw new Error('an index was not taken');
  return answer;
}
