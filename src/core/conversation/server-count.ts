import { stemOf } from '../models/catalogue/model-name.ts';
import type { TokenEstimate } from '../wire/tokens/model-family.ts';
import type { NotSent, ServerCount } from './conversation.ts';
import { at, literalAt, type Outline } from './outline.ts';

/** What the server counted for each request of a session that was answered, in their order. */
export class ServerCounts {
  #counts: { readonly count: ServerCount; readonly answer: number }[] = [];

  /** @param answer the number of a message of the answer, which is the first behind what was counted, or the last of it */
  note(count: ServerCount, answer = count.before): void {
    if (count.low > 0) this.#counts.push({ count, answer });
  }

  /** Forgets those of answers from a message on, or all of them: what they count is no longer sent as it was. */
  forget(message = 0): void {
    this.#counts = this.#counts.filter(({ answer }) => answer < message);
  }

  /**
   * The last one of what is sent. Of an answer that stands in several lines each has the same count, and the first is where it begins.
   *
   * @param notSent messages that are not sent, by number
   */
  last(notSent: ReadonlyMap<number, NotSent>): ServerCount | undefined {
    const sent = this.#counts.filter(({ answer }) => !notSent.has(answer));
    const last = sent.at(-1)?.count;
    const other = sent.findLastIndex(({ count }) => count.low !== last?.low || count.high !== last.high);
    return sent[other + 1]?.count;
  }
}

/** The sum of members of an object that are numbers; 0 without the object. */
export function sumAt(object: Outline | undefined, ...names: readonly string[]): number {
  return names.reduce((sum, name) => sum + numberAt(object, name), 0);
}

function numberAt(object: Outline | undefined, name: string): number {
  const value = literalAt(object, name);
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

/**
 * The input of a request of Anthropic's API, cached tokens included (https://platform.claude.com/docs/en/build-with-claude/prompt-caching,
 * "Tracking cache performance", 2026-11); 0 where the usage is that of several requests: of searches that the server makes, or of a compaction.
 */
export function inputOfAnthropic(usage: Outline | undefined): number {
  const searches = at(usage, 'server_tool_use');
  const iterations = at(usage, 'iterations');
  const isOfSeveral =
    sumAt(searches, 'web_search_requests', 'web_fetch_requests') > 0 || (iterations?.type === 'array' && iterations.items.length > 1);
  return isOfSeveral ? 0 : sumAt(usage, 'input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens');
}

/** Whether a model counts as the one that answered. */
export function isCountOf({ model }: ServerCount, asked: string | undefined): boolean {
  return asked !== undefined && stemOf(asked.toLowerCase()) === stemOf(model.toLowerCase());
}

/** The count as the first of the terms of a sum. */
export function countedEstimate({ low, high }: ServerCount): TokenEstimate {
  return { low, high, formula: 'server_count', params: { tokens: high }, source: 'the usage of an answer in the file' };
}
