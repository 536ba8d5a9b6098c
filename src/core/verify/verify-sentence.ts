import { sentence, type Sentence } from '../io/sentence.ts';

/** Why a result is what it is. */
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

/** What each reason says, in English. `{0}` is a number where there is one. */
export const VERIFY_SENTENCES: Readonly<Record<VerifyReason, string>> = {
  answered: 'The model answered.',
  called: 'The model called the tool.',
  kept_schema: 'The answer follows the schema.',
  taken_but_cut: 'The request was taken; the answer was cut off at its limit of tokens.',
  refused_by_server: 'The server refused it.',
  timeout: 'No complete answer within {0} seconds.',
  given_up: 'Cancelled before the answer was there. The server may have got the request; it may have cost money.',
  connection_refused: 'Nothing listens at this address.',
  host_unknown: 'There is no such host.',
  tls_failed: 'No secure connection: the certificate or the protocol is not accepted.',
  connection_broken: 'The connection broke before the answer was complete.',
  not_http: 'What answers there does not speak HTTP.',
  not_reached: 'The server could not be reached.',
  redirected: 'The server wants to redirect to another address; redirects are not followed, because the key would go along.',
  not_authorised: 'The server does not accept the key, or wants one.',
  forbidden: 'The key may not do this here.',
  payment_required: 'The account has no credit left, or billing is not set up.',
  not_found: 'There is no such model, or nothing at this path.',
  rate_limited: 'Too many requests, or a quota is used up: try again later.',
  server_error: 'The server failed.',
  other_status: 'The server answered with HTTP {0}, which says nothing here.',
  html: 'A web page came back: this is not the address of the API, or something stands before it.',
  empty: 'The answer is empty.',
  not_json: 'The answer is not JSON.',
  unexpected_json: 'The answer is not one of this API.',
  error_in_success: 'The server reports success, with an error in it.',
  too_large: 'The answer is far too large; it was not read to its end.',
  not_called: 'The request was taken, but the model did not call the tool.',
  not_by_schema: 'The request was taken, but the answer does not follow the schema.',
  not_seen: 'The request was taken, but the answer does not show that the sample was seen.',
  cut_off: 'The request was taken, but the answer was cut off before it showed anything.',
  sample_unsuitable: 'The server complains of the tiny sample, which says nothing about the capability.',
  text_failed: 'Plain text does not work.',
  tools_refused: 'The server refuses tools.',
  no_medium_accepted: 'Neither an image nor a PDF was accepted in a message.',
  cancelled: 'Cancelled.',
};

/** What a reason says. @param number of seconds, or the HTTP status */
export function verifySentence(reason: VerifyReason, number?: number): Sentence {
  return number === undefined || !VERIFY_SENTENCES[reason].includes('{0}')
    ? sentence(VERIFY_SENTENCES[reason])
    : sentence(VERIFY_SENTENCES[reason], number);
}
