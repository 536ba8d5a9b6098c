import type { AnsweredRequest } from '../core/conversation/conversation.ts';
import { ownReceiver } from '../core/conversation/examine-task.ts';
import { collectIndex } from '../core/conversation/index-conversation.ts';
import { indexConversationTask } from '../core/conversation/index-task.ts';
import { comparedIn, keptRequestTask } from '../core/conversation/kept-requests.ts';
import { hasSystemPrompt } from '../core/conversation/replay.ts';
import { countOfRequests, factsOfRequests, missInWords, REQUEST_SENTENCES } from '../core/conversation/request-words.ts';
import { endOfRequest, sessionRequests, totalOfRequests } from '../core/conversation/session-requests.ts';
import { requestOf } from '../core/conversation/wire-body.ts';
import { inOnePiece } from '../core/io/compute.ts';
import { CodedError, formatSentence, sentence } from '../core/io/errors.ts';
import { MAX_HELD_BYTES, WHOLE_FILE_DEADLINE_MS } from '../core/io/limits.ts';
import { formatPrice } from '../core/models/price.ts';
import type { Invocation } from './command.ts';
import { Refusal } from './refusal.ts';
import type { IndexedSession } from './conversation-file.ts';
import { count, NAMES } from './conversation-report.ts';
import { MadeList } from './json-pieces.ts';
import { printFacts, printTable, showTime } from './table.ts';

/** Prints the requests of a session as the server counted them. @throws Refusal for a file without such counts, CodedError */
export async function reportRequests(invocation: Invocation, session: NamedSession, signal: AbortSignal): Promise<void> {
  const { terminal, json, compute } = invocation;
  const { file, index } = session;
  checkCounts(session);
  const requests = await sessionRequests(index, comparedIn({ size: index.size, read: session.read }, compute, signal));
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
    ['Requests', formatSentence(countOfRequests(total, 'en'))],
    ...factsOfRequests(total, 'en').map(({ label, value }) => [formatSentence(label), formatSentence(value)] as const),
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
      isSidechain ? formatSentence(sentence(REQUEST_SENTENCES.subagent, model)) : model,
      figure(input),
      figure(cached),
      written === undefined ? '' : figure(written),
      figure(output),
      price === null ? '' : dollars(price),
      miss ? `${figure(miss.tokens)}: ${formatSentence(missInWords(miss))}` : '',
    ]),
  );
}

/**
 * Prints the body of one of the requests, as it was sent where the session keeps it, else as the session would be sent if it ended before the
 * answer. @throws Refusal, CodedError
 *
 * @param which its number in the list of requests, from 1, or "last"
 */
export async function printRequest(invocation: Invocation, session: NamedSession, which: string, signal: AbortSignal): Promise<void> {
  const { terminal, compute } = invocation;
  const { file, index } = session;
  const requests = checkCounts(session);
  const at = which === 'last' ? requests.length - 1 : Number(which) - 1;
  const request = requests[at];
  if (!request) throw new Refusal('no_request', `${file} has ${count(requests.length, 'request')}: there is no number ${which}.`);
  const bytes = await wholeOf(session);
  const options = { deadline: WHOLE_FILE_DEADLINE_MS, signal };
  const kept = request.kept === undefined ? null : await compute.run(keptRequestTask, { file: bytes, request: request.kept }, options);
  if (kept) {
    terminal.json(kept.body);
    terminal.complain(
      `As it was sent: all ${kept.hashes} hashes agree. In no file: metadata, stream, and the block x-anthropic-billing-header of the system prompt.`,
    );
    if (kept.betas.length > 0) terminal.complain(`Sent with the header anthropic-beta: ${kept.betas.join(',')}`);
    return;
  }
  const end = endOfRequest(index, at);
  if (end === undefined) throw new Refusal('not_kept', `${file} is rewritten with each message: what was sent before is not in it.`);
  const before = bytes.subarray(0, end);
  const then = await collectIndex(compute.stream(indexConversationTask, inOnePiece(before), {}, options));
  const { models } = await invocation.models();
  const { receiver } = await ownReceiver({ ...then, model: request.model }, models);
  terminal.json(requestOf(then, before, receiver).body);
  const added = hasSystemPrompt(then) ? 'such as tools' : 'such as the system prompt and tools';
  terminal.complain(`As replayed from the session, without what its program adds when it sends, ${added}.`);
}

/** A session by the name that a person gave it. */
type NamedSession = IndexedSession & { readonly file: string };

/** @throws Refusal for a file without counts */
function checkCounts({ file, index: { requests = [], format } }: NamedSession): readonly AnsweredRequest[] {
  if (requests.length > 0) return requests;
  throw new Refusal('no_counts', `${file} does not keep what the server counted for its requests: ${NAMES[format ?? 'openai-chat']}.`);
}

/** @throws CodedError `too_large` */
function wholeOf({ file, index: { size }, read }: NamedSession): Promise<Uint8Array> {
  if (size > MAX_HELD_BYTES) throw new CodedError('too_large', { name: file, limit: MAX_HELD_BYTES });
  return read({ start: 0, end: size });
}

function figure(tokens: number): string {
  return tokens.toLocaleString('en');
}

function dollars(price: number): string {
  return formatPrice({ low: price, high: price }, 'en');
}
