import type { MessageDraft } from './part-drafts.ts';
import { named, timeOf } from './claude-code.ts';
import type { NotSent } from './conversation.ts';
import { at, type Outline, textAt } from './outline.ts';
import { responsesItem, summaryItems } from './responses-items.ts';

const TYPES: ReadonlySet<string> = new Set(['session_meta', 'turn_context', 'response_item', 'event_msg', 'compacted']);

/**
 * Sessions ("rollouts") of Codex, one JSON object a line. `response_item` is what the model sees; `event_msg` repeats it for the screen.
 * Sources: openai/codex `codex-rs/protocol/src/protocol.rs`, `RolloutItem`; last verified 2026-11.
 */
export class CodexReader {
  /** Messages so far, and how many of them a summary replaced. */
  #messages = 0;
  #replaced = 0;
  model: string | undefined;
  folder: string | undefined;

  /** A line's messages, none for a line without; undefined for a line of something else. */
  read(root: Outline): readonly MessageDraft[] | undefined {
    const type = textAt(root, 'type');
    const payload = at(root, 'payload');
    if (type === undefined || !TYPES.has(type) || !payload) return undefined;
    this.folder ??= textAt(payload, 'cwd');
    if (type === 'turn_context') this.model = textAt(payload, 'model') ?? this.model;
    const time = timeOf(textAt(root, 'timestamp'));
    if (type === 'compacted') return this.#compacted({ node: payload, path: ['payload'] }, time);
    if (type !== 'response_item') return [];
    const item = responsesItem({ node: payload, path: ['payload'] });
    if (!item) return [];
    this.#messages++;
    return [{ ...item, ...time, ...named('id', textAt(payload, 'id')), ...(item.role === 'assistant' && named('model', this.model)) }];
  }

  #compacted(payload: Parameters<typeof summaryItems>[0], time: { time?: number }): MessageDraft[] {
    this.#replaced = this.#messages;
    const messages = summaryItems(payload).flatMap((item) => responsesItem(item) ?? []);
    this.#messages += messages.length;
    return messages.map((item) => ({ ...item, ...time }));
  }

  notSent(): Map<number, NotSent> {
    return new Map(Array.from({ length: this.#replaced }, (_, index) => [index, 'compacted' as const]));
  }
}
