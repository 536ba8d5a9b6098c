import * as vscode from 'vscode';
import { countOfRequests, factsOfRequests, MISS_WORDS, REQUEST_SENTENCES } from '../../core/conversation/request-words.ts';
import { type SessionRequest, totalOfRequests } from '../../core/conversation/session-requests.ts';
import { sentence } from '../../core/io/errors.ts';
import type { ConversationState, RequestRow } from '../../shared/conversation-protocol.ts';
import { sentenceText } from '../screen/sentence-text.ts';

/** What all requests of a session sent and cost; null where it has no counts of them. */
export function requestsInWords(requests: readonly SessionRequest[]): NonNullable<ConversationState['read']>['requests'] {
  if (requests.length === 0) return null;
  const total = totalOfRequests(requests);
  const { language } = vscode.env;
  return {
    count: requests.length,
    words: sentenceText(countOfRequests(total, language)),
    facts: factsOfRequests(total, language).map(({ label, value }) => ({ label: sentenceText(label), value: sentenceText(value) })),
  };
}

/** The rows of some of the requests; `to` not included. */
export function requestRows(requests: readonly SessionRequest[], from: number, to: number): RequestRow[] {
  return requests.slice(from, to).map(({ answer, time, model, isSidechain, input, cached, written, output, price, miss }) => ({
    message: answer,
    time: time ?? null,
    model: isSidechain ? sentenceText(sentence(REQUEST_SENTENCES.subagent, model)) : model,
    input,
    cached,
    written: written ?? null,
    output,
    price,
    miss: miss && { tokens: miss.tokens, price: miss.price, reason: sentenceText(sentence(MISS_WORDS[miss.reason])) },
  }));
}
