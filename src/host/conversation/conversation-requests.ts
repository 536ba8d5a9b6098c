import * as vscode from 'vscode';
import { countOfRequests, factsOfRequests, missInWords, REQUEST_SENTENCES } from '../../core/conversation/request-words.ts';
import { groupsOfRequests, type RequestTotal, type SessionRequest, totalOfRequests } from '../../core/conversation/session-requests.ts';
import { sentence } from '../../core/io/errors.ts';
import type { ConversationState, RequestBar, RequestRow } from '../../shared/conversation-protocol.ts';
import { sentenceText } from '../screen/sentence-text.ts';

/** What all requests of a session sent and cost; null where it has no counts of them. */
export function requestsInWords(requests: readonly SessionRequest[]): NonNullable<ConversationState['read']>['requests'] {
  if (requests.length === 0) return null;
  const total = totalOfRequests(requests);
  return { count: requests.length, words: sentenceText(countOfRequests(total, vscode.env.language)), facts: factsInWords(total) };
}

function factsInWords(total: RequestTotal) {
  const facts = factsOfRequests(total, vscode.env.language);
  return facts.map(({ label, value }) => ({ label: sentenceText(label), value: sentenceText(value) }));
}

/** The rows of some of the requests; `to` not included. */
export function requestRows(requests: readonly SessionRequest[], from: number, to: number): RequestRow[] {
  return requests.slice(from, to).map((request) => {
    const { answer, time = null, input, cached, written = null, output, price, miss } = request;
    const missed = miss && { tokens: miss.tokens, price: miss.price, reason: sentenceText(missInWords(miss)) };
    return { message: answer, time, model: modelWords(request), input, cached, written, output, price, miss: missed };
  });
}

/** The requests as bars of a picture: neighbours are one where there are more than so many. */
export function requestBars(requests: readonly SessionRequest[], most: number): RequestBar[] {
  return groupsOfRequests(requests, most).flatMap(({ from, to, total }) => {
    const first = requests[from];
    if (!first) return [];
    const { input, cached, output, misses } = total;
    const each = (tokens: number): number => tokens / (to - from);
    const title = [
      to - from === 1 ? requestTitle(first, from) : vscode.l10n.t('Requests {0} to {1}', figure(from + 1), figure(to)),
      ...factsInWords(total).map(({ label, value }) => vscode.l10n.t('{0}: {1}', label, value)),
      ...(to - from === 1 && first.miss ? [sentenceText(missInWords(first.miss))] : []),
    ];
    return [
      {
        from,
        to,
        message: first.answer,
        cached: each(cached),
        fresh: each(input - cached),
        output: each(output),
        isMissed: misses > 0,
        title: title.join('\n'),
      },
    ];
  });
}

function requestTitle(request: SessionRequest, at: number): string {
  return `${vscode.l10n.t('Request {0}', figure(at + 1))} · ${modelWords(request)}`;
}

function modelWords({ model, isSidechain }: SessionRequest): string {
  return isSidechain ? sentenceText(sentence(REQUEST_SENTENCES.subagent, model)) : model;
}

function figure(number: number): string {
  return new Intl.NumberFormat(vscode.env.language).format(number);
}
