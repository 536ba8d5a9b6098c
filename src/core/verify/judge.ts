import { sentence, type Sentence } from '../io/errors.ts';
import type { SendableApi } from '../wire/endpoint.ts';
import { hasSample, type ModelAnswer, readModelAnswer, showsSample } from './model-answer.ts';
import type { Probe } from './probe.ts';
import type { SendReply } from './sender.ts';
import { errorMessage, isHtml, jsonOf } from './server-words.ts';

export interface Judgement {
  readonly outcome: 'accepted' | 'refused' | 'unclear';
  readonly reason: Exclude<VerifyReason, 'text_failed' | 'tools_refused' | 'no_medium_accepted' | 'cancelled'>;
  /** The raw words of the server or model, not safe to show. */
  readonly words: string;
}

type Answer = Extract<SendReply, { readonly kind: 'answer' }>;

/**
 * Judges a reply. The text probe succeeded before, so a status of 400 to 499 refuses what was added, unless the server's words name another
 * cause. Anything with another possible cause is unclear.
 */
export function judge(probe: Probe, api: SendableApi, reply: SendReply): Judgement {
  if (reply.kind === 'failure') return unclear(reply.failure === 'cancelled' ? 'given_up' : reply.failure);
  const { status, text, contentType, isCapped } = reply;
  if (status === 0 || (status >= 300 && status < 400)) return unclear('redirected', reply.location ?? '');
  if (status >= 400) return judgeError(probe, reply);
  if (status !== 200 && status !== 201) return unclear('other_status');
  if (isCapped) return unclear('too_large');
  if (text.trim() === '') return unclear('empty');
  if (isHtml(text, contentType)) return unclear('html', errorMessage(text, contentType));
  const value = jsonOf(text);
  if (value === undefined) return unclear('not_json', text);
  if (hasError(value)) return unclear('error_in_success', errorMessage(text, contentType));
  const answer = readModelAnswer(value, api);
  return answer ? judgeAnswer(probe, answer) : unclear('unexpected_json', errorMessage(text, contentType));
}

function judgeError(probe: Probe, { status, text, contentType }: Answer): Judgement {
  const words = errorMessage(text, contentType);
  switch (status) {
    case 401:
    case 407:
      return unclear('not_authorised', words);
    case 402:
      return unclear('payment_required', words);
    case 403:
      return unclear('forbidden', words);
    case 408:
      return unclear('server_error', words);
    case 425:
    case 429:
      return unclear('rate_limited', words);
  }
  if (status >= 500) return unclear('server_error', words);
  if (isHtml(text, contentType)) return unclear('html', words);
  if (text.trim() === '') return unclear('empty');
  if (status === 404 && probe === 'text') return unclear('not_found', words);
  if (OUT_OF_TOKENS.test(words))
    return probe === 'text' ? { outcome: 'accepted', reason: 'taken_but_cut', words } : unclear('cut_off', words);
  const other = OTHER_CAUSES.find(([, pattern]) => pattern.test(words));
  if (other) return unclear(other[0], words);
  if (hasSample(probe) && ABOUT_THE_SAMPLE.test(words)) return unclear('sample_unsuitable', words);
  // for plain text the request itself is refused
  return probe === 'text' ? unclear('refused_by_server', words) : { outcome: 'refused', reason: 'refused_by_server', words };
}

/** OpenAI's 400 when a model spent all tokens on reasoning: the request itself was accepted. */
const OUT_OF_TOKENS = /max_tokens or model output limit was reached/i;
/**
 * Problems with key, account or credit have their own statuses, but some servers answer 400: Gemini with "API key not valid" and "User
 * location is not supported", Anthropic with "Your credit balance is too low" (google-gemini/gemini-cli#25198,
 * anthropics/claude-code#66314).
 */
const OTHER_CAUSES: readonly (readonly [Judgement['reason'], RegExp])[] = [
  ['payment_required', /\b(?:credits?|balance|billing|payment|insufficient funds|overdue|arrears?)\b|余额|餘額|欠费|欠費|计费|充值/i],
  ['rate_limited', /\bquotas?\b|rate[ _-]?limit|too many requests|配额|配額|限流/i],
  [
    'not_authorised',
    /(?:api|access|secret|auth)[ _-]?(?:key|token)s?\b|\bauthenticat|\bunauthori[sz]ed|\bcredentials?\b|密钥|金鑰|令牌|鉴权|认证/i,
  ],
  [
    'forbidden',
    /\bpermissions?\b|\bforbidden\b|\b(?:account|organi[sz]ation|subscription)\b|(?:user )?location is not supported|权限|權限|账户|账号/i,
  ],
];
/** Some servers require images above ten pixels, or sounds of some length. */
const ABOUT_THE_SAMPLE = /\b(?:too (?:small|short|tiny|few)|(?:larger|greater|longer|more) than|at least|minimum|below the min)/i;

function judgeAnswer(probe: Probe, answer: ModelAnswer): Judgement {
  const { text: words, isCall, isCut } = answer;
  if (probe === 'tool_calling' && isCall) return { outcome: 'accepted', reason: 'called', words };
  if (probe === 'structured_output' && followsSchema(words)) return { outcome: 'accepted', reason: 'kept_schema', words };
  if (probe === 'text') return { outcome: 'accepted', reason: words.trim() === '' && isCut ? 'taken_but_cut' : 'answered', words };
  if (hasSample(probe) && showsSample(probe, words)) return { outcome: 'accepted', reason: 'answered', words };
  return unclear(isCut ? 'cut_off' : IGNORED[probe], words);
}

/** A server may accept the request and ignore the sample, tool or schema. */
const IGNORED: Readonly<Record<Exclude<Probe, 'text'>, Judgement['reason']>> = {
  vision: 'not_seen',
  audio: 'not_seen',
  file: 'not_seen',
  tool_result_media: 'not_seen',
  tool_calling: 'not_called',
  structured_output: 'not_by_schema',
};

function followsSchema(text: string): boolean {
  const value = jsonOf(text);
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as Record<string, unknown>)['word'] === 'string' &&
    Object.keys(value).length === 1
  );
}

function hasError(value: unknown): boolean {
  const error = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)['error'] : undefined;
  return error !== undefined && error !== null && error !== false && error !== '';
}

function unclear(reason: Judgement['reason'], words = ''): Judgement {
  return { outcome: 'unclear', reason, words };
}

export type VerifyReason =
  // accepted
  | 'answered'
  | 'called'
  | 'kept_schema'
  | 'taken_but_cut'
  // refused
  | 'refused_by_server'
  // unclear: no answer
  | 'timeout'
  | 'given_up'
  | 'connection_refused'
  | 'host_unknown'
  | 'tls_failed'
  | 'connection_broken'
  | 'not_http'
  | 'not_reached'
  // unclear: an answer that says nothing about the capability
  | 'redirected'
  | 'not_authorised'
  | 'forbidden'
  | 'payment_required'
  | 'not_found'
  | 'rate_limited'
  | 'server_error'
  | 'other_status'
  | 'html'
  | 'empty'
  | 'not_json'
  | 'unexpected_json'
  | 'error_in_success'
  | 'too_large'
  | 'not_called'
  | 'not_by_schema'
  | 'not_seen'
  | 'cut_off'
  | 'sample_unsuitable'
  // not sent
  | 'text_failed'
  | 'tools_refused'
  | 'no_medium_accepted'
  | 'cancelled';

/** English messages by reason. `{0}` is a number where there is one. */
export const VERIFY_SENTENCES: Readonly<Record<VerifyReason, string>> = {
  answered: 'The model answered.',
  called: 'The model called the tool.',
  kept_schema: 'The answer follows the schema.',
  taken_but_cut: 'The request was accepted; the answer was cut off at the token limit.',
  refused_by_server: 'The server refused it.',
  timeout: 'No complete answer within {0} seconds.',
  given_up: 'Cancelled before the answer arrived. The server may have received the request; it may have cost money.',
  connection_refused: 'Nothing is listening at this address.',
  host_unknown: 'Host not found.',
  tls_failed: 'Secure connection failed: the certificate or protocol is not accepted.',
  connection_broken: 'The connection was lost before the answer was complete.',
  not_http: 'The response is not HTTP.',
  not_reached: 'The server could not be reached.',
  redirected: 'The server redirects to another address. Redirects are not followed, because the key would be sent along.',
  not_authorised: 'The server rejects the key, or requires one.',
  forbidden: 'The key has no permission for this.',
  payment_required: 'The account has no credit left, or billing is not set up.',
  not_found: 'Model not found, or nothing at this path.',
  rate_limited: 'Too many requests, or the quota is exceeded. Try again later.',
  server_error: 'Server error.',
  other_status: 'The server answered HTTP {0}, which is inconclusive.',
  html: 'A web page came back: this is not the address of the API, or a proxy is in the way.',
  empty: 'The answer is empty.',
  not_json: 'The answer is not JSON.',
  unexpected_json: 'The answer is not in the format of this API.',
  error_in_success: 'The server reports success, but the answer contains an error.',
  too_large: 'The answer is too large and was not read to the end.',
  not_called: 'The request was accepted, but the model did not call the tool.',
  not_by_schema: 'The request was accepted, but the answer does not follow the schema.',
  not_seen: 'The request was accepted, but the answer does not show that the model saw the sample.',
  cut_off: 'The request was accepted, but the answer was cut off too early.',
  sample_unsuitable: 'The server objects to the tiny sample, which is inconclusive.',
  text_failed: 'Plain text does not work.',
  tools_refused: 'The server refuses tools.',
  no_medium_accepted: 'Neither an image nor a PDF was accepted in a message.',
  cancelled: 'Cancelled.',
};

/** @param number seconds, or HTTP status */
export function verifySentence(reason: VerifyReason, number?: number): Sentence {
  return number === undefined || !VERIFY_SENTENCES[reason].includes('{0}')
    ? sentence(VERIFY_SENTENCES[reason])
    : sentence(VERIFY_SENTENCES[reason], number);
}
