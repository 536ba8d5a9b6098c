import { member, type MessageDraft, type Placed, textPart } from './part-drafts.ts';
import { named, timeOf } from './claude-code.ts';
import type { NotSent } from './conversation.ts';
import { at, literalAt, type Outline, textAt } from './outline.ts';
import { ServerCounts, sumAt } from './server-count.ts';
import { responsesItem, summaryItems } from './responses-items.ts';

const TYPES: ReadonlySet<string> = new Set(['session_meta', 'turn_context', 'response_item', 'event_msg', 'compacted']);

/** What Codex says in a person's name. */
const CONTEXT =
  /^(?:<(?:environment_context|user_instructions|turn_aborted|user_shell_command|skill|subagent_notification)>|# AGENTS\.md instructions)/;

/** The summary by itself, as the program sends it where it kept no other messages. */
function summaryOf(payload: Placed): MessageDraft[] {
  const summary = member(payload, 'message');
  return summary?.node.type === 'string' ? [{ role: 'user', parts: [textPart(summary, summary.node, true)] }] : [];
}

function isBareHeader(root: Outline): boolean {
  if (textAt(root, 'record_type') !== undefined) return true;
  return ['id', 'timestamp', 'instructions'].every((name) => textAt(root, name) !== undefined);
}

/** Whether a person said it. */
function isSaid({ parts }: MessageDraft): boolean {
  return !parts.some((part) => part.kind === 'text' && CONTEXT.test(part.sample.trimStart()));
}

/**
 * Sessions ("rollouts") of Codex, one JSON object a line. `response_item` is what the model sees; `event_msg` repeats it for the screen.
 * Sources: openai/codex `codex-rs/protocol/src/protocol.rs`, `RolloutItem`, `codex-rs/core/src/codex/rollout_reconstruction.rs`; last verified 2026-11.
 */
export class CodexReader {
  /** Messages so far, and how many of them a summary replaced. */
  #messages = 0;
  #replaced = 0;
  /** Where the turns of the person begin, and the messages of those that were taken back. */
  readonly #turns: number[] = [];
  readonly #takenBack = new Set<number>();
  readonly counts = new ServerCounts();
  /** The message behind the last answer, and the tokens of all answers so far: a count may be told again when more was said. */
  #answerEnd = 0;
  #total = 0;
  /** Until September 2025 items stood in lines of their own, behind a header without a type. */
  #isBare = false;
  model: string | undefined;
  folder: string | undefined;
  version: string | undefined;

  /** A line's messages, none for a line without; undefined for a line of something else. */
  read(root: Outline): readonly MessageDraft[] | undefined {
    const type = textAt(root, 'type');
    const payload = at(root, 'payload');
    if (type === undefined && isBareHeader(root)) {
      this.#isBare = true;
      return [];
    }
    if (this.#isBare && !payload) return this.#item({ node: root, path: [] }, {});
    if (type === undefined || !TYPES.has(type) || !payload) return undefined;
    this.folder ??= textAt(payload, 'cwd');
    if (type === 'session_meta') this.version = textAt(payload, 'cli_version')?.slice(0, 100) ?? this.version;
    if (type === 'turn_context') this.model = textAt(payload, 'model') ?? this.model;
    const time = timeOf(textAt(root, 'timestamp'));
    if (type === 'compacted') return this.#compacted({ node: payload, path: ['payload'] }, time);
    if (type === 'event_msg') this.#event(payload);
    if (type !== 'response_item') return [];
    return this.#item({ node: payload, path: ['payload'] }, time);
  }

  #item(placed: Placed, time: { time?: number }): MessageDraft[] {
    const item = responsesItem(placed);
    if (!item) return [];
    if (item.role === 'user' && isSaid(item)) this.#turns.push(this.#messages);
    this.#messages++;
    if (item.role === 'assistant') this.#answerEnd = this.#messages;
    return [{ ...item, ...time, ...named('id', textAt(placed.node, 'id')), ...(item.role === 'assistant' && named('model', this.model)) }];
  }

  #compacted(payload: Parameters<typeof summaryItems>[0], time: { time?: number }): MessageDraft[] {
    this.#replaced = this.#messages;
    this.counts.forget();
    this.#turns.length = 0;
    const kept = summaryItems(payload).flatMap((item) => responsesItem(item) ?? []);
    const messages = kept.length > 0 ? kept : summaryOf(payload);
    for (const [at, item] of messages.entries()) if (item.role === 'user' && isSaid(item)) this.#turns.push(this.#messages + at);
    this.#messages += messages.length;
    return messages.map((item) => ({ ...item, ...time }));
  }

  #event(event: Outline): void {
    this.#rolledBack(event);
    if (textAt(event, 'type') === 'token_count') this.#count(at(event, 'info'));
  }

  /** Counts the answer too. Reasoning is not read again once a person has said more, which `TokenUsage` in `protocol.rs` tells apart. */
  #count(info: Outline | undefined): void {
    const total = sumAt(at(info, 'total_token_usage'), 'total_tokens');
    const last = at(info, 'last_token_usage');
    const input = sumAt(last, 'input_tokens');
    if (total === this.#total || input === 0 || this.model === undefined) return;
    this.#total = total;
    const output = sumAt(last, 'output_tokens');
    const high = input + output;
    const low = high - sumAt(last, 'reasoning_output_tokens');
    const request = { answer: this.#answerEnd - 1, model: this.model, input, cached: sumAt(last, 'cached_input_tokens'), output };
    this.counts.note(request, { low, high, before: this.#answerEnd });
  }

  /** A person went back: the last turns, as many as it says, are no longer sent. */
  #rolledBack(event: Outline): void {
    const count = textAt(event, 'type') === 'thread_rolled_back' ? literalAt(event, 'num_turns') : undefined;
    if (typeof count !== 'number' || !(count > 0)) return;
    const [first] = this.#turns.splice(Math.max(0, this.#turns.length - count));
    this.counts.forget(first);
    for (let index = first ?? this.#messages; index < this.#messages; index++) this.#takenBack.add(index);
  }

  notSent(): Map<number, NotSent> {
    const takenBack = [...this.#takenBack].map((index) => [index, 'other_branch'] as const);
    return new Map<number, NotSent>([...takenBack, ...Array.from({ length: this.#replaced }, (_, index) => [index, 'compacted'] as const)]);
  }
}
