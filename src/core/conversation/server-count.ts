import { stemOf } from '../models/catalogue/model-name.ts';
import type { TokenEstimate } from '../wire/tokens/model-family.ts';
import type { AnsweredRequest, NotSent, ServerCount } from './conversation.ts';
import { at, literalAt, type Outline } from './outline.ts';

/** What the server counted for each request of a session that was answered, in their order. */
export class ServerCounts {
  #counts: { readonly count: ServerCount; readonly answer: number }[] = [];
  readonly #requests: AnsweredRequest[] = [];

  /**
   * Notes what was counted; nothing where the file has 0.
   *
   * @param counted of what is sent next, where the server counts the answer too; null where what is sent next may be less
   */
  note(request: AnsweredRequest, counted: Partial<Pick<ServerCount, 'low' | 'high' | 'before'>> | null = {}): void {
    const { answer, model, input, id } = request;
    if (input <= 0) return;
    if (counted) this.#counts.push({ count: { low: input, high: input, before: answer, ...counted, model }, answer });
    const last = this.#requests.at(-1);
    // An answer that stands in several lines is counted in each, in the last one to its end.
    if (id !== undefined && last?.id === id) this.#requests.splice(-1, 1, { ...request, answer: last.answer });
    else this.#requests.push(request);
  }

  /** All requests that were answered, also those whose content is no longer sent; undefined without any. */
  get requests(): readonly AnsweredRequest[] | undefined {
    return this.#requests.length === 0 ? undefined : [...this.#requests];
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
export function isCountOf({ model }: Pick<ServerCount, 'model'>, asked: string | undefined): boolean {
  return asked !== undefined && stemOf(asked.toLowerCase()) === stemOf(model.toLowerCase());
}

/** The count as the first of the terms of a sum. */
export function countedEstimate({ low, high }: ServerCount): TokenEstimate {
  return { low, high, formula: 'server_count', params: { tokens: high }, source: 'the usage of an answer in the file' };
}
