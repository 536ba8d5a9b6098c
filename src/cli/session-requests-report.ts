import { type CacheMiss, type RequestTotal, sessionRequests, totalOfRequests } from '../core/conversation/session-requests.ts';
import { formatPrice } from '../core/models/price.ts';
import type { ConversationIndex } from '../core/conversation/conversation.ts';
import { type Invocation, Refusal } from './command.ts';
import { count, NAMES } from './conversation-report.ts';
import { MadeList } from './json-pieces.ts';
import { printFacts, printTable, showTime } from './table.ts';

/** Why a cache was missed, as a phrase. */
const REASONS: Readonly<Record<CacheMiss['reason'], string>> = {
  other_model: 'another model answered',
  compacted: 'the conversation was compacted',
  other_branch: 'an answer was taken back',
  idle: 'more than 5 minutes had passed',
  changed: 'something before it changed, or the cache was dropped',
};

/** Prints the requests of a session as the server counted them. @throws Refusal for a file without such counts */
export async function reportRequests({ terminal, json }: Invocation, file: string, index: ConversationIndex): Promise<void> {
  const requests = await sessionRequests(index);
  if (requests.length === 0) {
    throw new Refusal(
      'no_counts',
      `${file} does not keep what the server counted for its requests: ${NAMES[index.format ?? 'openai-chat']}.`,
    );
  }
  const total = totalOfRequests(requests);
  if (json) {
    const made = new MadeList(requests, ({ answer, time, ...request }) => ({
      message: answer + 1,
      ...(time !== undefined && { time: new Date(time).toISOString() }),
      ...request,
    }));
    return terminal.longJson({ file, format: index.format, total, requests: made });
  }
  printFacts(terminal, [
    ['File', `${file} (${NAMES[index.format ?? 'openai-chat']})`],
    ['Requests', `${count(requests.length, 'request')}, as the server counted them`],
    ['Input', `${figure(total.input)} tokens, ${figure(total.cached)} of them (${shareOf(total.cached, total.input)}) read from the cache`],
    ['Output', `${figure(total.output)} tokens`],
    ['Price', total.price === null ? 'unknown' : `${dollars(total.price)} at list prices`],
    ['Cache misses', total.misses === 0 ? undefined : missWords(total)],
  ]);
  terminal.print('');
  printTable(
    terminal,
    [
      { heading: '#', align: 'right' },
      { heading: 'MESSAGE', align: 'right' },
      { heading: 'TIME' },
      { heading: 'MODEL' },
      { heading: 'INPUT', align: 'right' },
      { heading: 'CACHED', align: 'right' },
      { heading: 'WRITTEN', align: 'right' },
      { heading: 'OUTPUT', align: 'right' },
      { heading: 'PRICE', align: 'right' },
      { heading: 'CACHE MISS' },
    ],
    requests.map(({ answer, time, model, input, cached, written, output, price, isSidechain, miss }, at) => [
      String(at + 1),
      String(answer + 1),
      time === undefined ? '' : showTime(new Date(time).toISOString()),
      isSidechain ? `${model} (subagent)` : model,
      figure(input),
      figure(cached),
      written === undefined ? '' : figure(written),
      figure(output),
      price === null ? '' : dollars(price),
      miss ? `${figure(miss.tokens)}: ${REASONS[miss.reason]}` : '',
    ]),
  );
}

function missWords({ misses, missedTokens, missedPrice }: RequestTotal): string {
  const more = missedPrice === null ? '' : `, ${dollars(missedPrice)} more`;
  return `${count(misses, 'request')} sent ${figure(missedTokens)} tokens anew that the one before had in the cache${more}`;
}

function figure(tokens: number): string {
  return tokens.toLocaleString('en');
}

function dollars(price: number): string {
  return formatPrice({ low: price, high: price }, 'en');
}

function shareOf(part: number, whole: number): string {
  return `${Math.round((100 * part) / whole)} %`;
}
