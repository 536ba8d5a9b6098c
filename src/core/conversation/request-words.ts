import { sentence, type Sentence } from '../io/errors.ts';
import { formatPrice } from '../models/price.ts';
import type { RequestDifference } from './kept-requests.ts';
import type { CacheMiss, RequestTotal } from './session-requests.ts';

/** Why a cache was missed, as a phrase. */
export const MISS_WORDS: Readonly<Record<CacheMiss['reason'], string>> = {
  other_model: 'another model answered',
  compacted: 'the conversation was compacted',
  other_branch: 'an answer was undone',
  idle: 'more than 5 minutes had passed',
  idle_for_an_hour: 'more than an hour had passed',
  changed: 'part of the request changed',
  unchanged: 'no change is recorded in the session',
  unknown: 'part of the request changed, or the cache was dropped',
};

/** What of a request differs from the one before, as a phrase. */
export const CHANGE_WORDS = {
  model: { changed: 'the model changed: {0} is now {1}' },
  tool: {
    changed: 'the tool {0} changed: {1} is now {2}',
    added: 'the tool {0} was added',
    removed: 'the tool {0} was removed',
  },
  system: {
    changed: 'block {0} of the system prompt changed: {1} is now {2}',
    added: 'block {0} of the system prompt was added',
    removed: 'block {0} of the system prompt was removed',
  },
  setting: {
    changed: 'the setting {0} changed: {1} is now {2}',
    added: 'the setting {0} was added',
    removed: 'the setting {0} was removed',
  },
  message: {
    changed: 'part {0} ({1}) of message {2} of the request changed: {3} is now {4}',
    added: 'part {0} ({1}) of message {2} of the request was added',
    removed: 'part {0} ({1}) of message {2} of the request was removed',
  },
  whole: { system: 'the system prompt changed', message: 'message {0} of the request changed' },
} as const;

/** Why a request missed the cache. */
export function missInWords({ reason, difference }: CacheMiss): Sentence {
  return difference ? changeInWords(difference) : sentence(MISS_WORDS[reason]);
}

function changeInWords({ place, name = '', number, part, before = null, after = null }: RequestDifference): Sentence {
  if (place === 'model') return sentence(CHANGE_WORDS.model.changed, quoted(before), quoted(after));
  if (place === 'message' && part === undefined) return sentence(CHANGE_WORDS.whole.message, number ?? '');
  if (place === 'system' && number === undefined) return sentence(CHANGE_WORDS.whole.system);
  const which = place === 'message' ? [part ?? '', name, number ?? ''] : [place === 'system' ? (number ?? '') : name];
  const { changed, added, removed } = CHANGE_WORDS[place];
  if (before === null) return sentence(added, ...which);
  return after === null ? sentence(removed, ...which) : sentence(changed, ...which, quoted(before), quoted(after));
}

/** On one line, so that blanks at its ends are seen. */
function quoted(text: string | null): string {
  return JSON.stringify(text ?? '');
}

/** What is said of the requests of a session. */
export const REQUEST_SENTENCES = {
  one: '1 request, token counts from the server',
  many: '{0} requests, token counts from the server',
  input: 'Input',
  inputTokens: '{0} tokens, {1} of them ({2}) read from the cache',
  output: 'Output',
  outputTokens: '{0} tokens',
  price: 'Price',
  listPrice: '{0} at list prices',
  unknown: 'unknown',
  misses: 'Cache misses',
  oneMissed: '1 request resent {0} tokens that had already been cached',
  oneMissedPriced: '1 request resent {0} tokens that had already been cached, {1} more',
  manyMissed: '{0} requests resent {1} tokens that had already been cached',
  manyMissedPriced: '{0} requests resent {1} tokens that had already been cached, {2} more',
  subagent: '{0} (subagent)',
} as const;

/** A figure of requests: what it is about, and what is said. */
interface RequestFact {
  readonly label: Sentence;
  readonly value: Sentence;
}

/** How many requests there are. @param language BCP 47, for the separators */
export function countOfRequests({ requests }: RequestTotal, language: string): Sentence {
  return requests === 1 ? sentence(REQUEST_SENTENCES.one) : sentence(REQUEST_SENTENCES.many, count(requests, language));
}

/** What requests have sent and cost. @param language BCP 47, for the separators */
export function factsOfRequests(total: RequestTotal, language: string): RequestFact[] {
  const { input, cached, output, price, misses } = total;
  const { inputTokens, outputTokens, listPrice, unknown } = REQUEST_SENTENCES;
  return [
    fact('input', sentence(inputTokens, count(input, language), count(cached, language), share(cached, input, language))),
    fact('output', sentence(outputTokens, count(output, language))),
    fact('price', price === null ? sentence(unknown) : sentence(listPrice, dollars(price, language))),
    ...(misses === 0 ? [] : [fact('misses', missed(total, language))]),
  ];
}

function fact(label: keyof typeof REQUEST_SENTENCES, value: Sentence): RequestFact {
  return { label: sentence(REQUEST_SENTENCES[label]), value };
}

function missed({ misses, missedTokens, missedPrice }: RequestTotal, language: string): Sentence {
  const { oneMissed, oneMissedPriced, manyMissed, manyMissedPriced } = REQUEST_SENTENCES;
  const figures = [...(misses === 1 ? [] : [count(misses, language)]), count(missedTokens, language)];
  if (missedPrice === null) return sentence(misses === 1 ? oneMissed : manyMissed, ...figures);
  return sentence(misses === 1 ? oneMissedPriced : manyMissedPriced, ...figures, dollars(missedPrice, language));
}

function count(figure: number, language: string): string {
  return new Intl.NumberFormat(language).format(figure);
}

function dollars(price: number, language: string): string {
  return formatPrice({ low: price, high: price }, language);
}

function share(part: number, whole: number, language: string): string {
  return new Intl.NumberFormat(language, { style: 'percent' }).format(whole === 0 ? 0 : part / whole);
}
