import type { LimitFinding } from '../wire/limit-finding.ts';
import type { WireVerdict } from '../wire/verdict.ts';
import type { PartAddress } from './replay.ts';

/** What is wrong with a part or the request, beside what limits say. */
export type ConversationRule =
  /** A server's message says so, whatever the documented rules are. */
  | 'part_refused'
  /** A server's message may be about it, or about others. */
  | 'part_suspected'
  /** A rule for requests as they stand, `params.rule` of `REQUEST_RULES`. */
  | 'request_refused'
  /** It is sent as it stands, and no rule knows what it is. */
  | 'not_judged'
  /** A recorder has put a placeholder in the place of the text, so that nobody can tell what was sent. */
  | 'content_masked'
  /** The model does not take media of this kind. */
  | 'capability_missing'
  /** Nobody here knows whether the model takes media of this kind. */
  | 'capability_unknown'
  /** The wire layer says that the API refuses the part, or has no place for it. */
  | 'part_rejected'
  | 'part_left_out'
  | 'call_without_result'
  | 'result_without_call'
  /** An earlier call that still waits for its result has the same id. */
  | 'call_id_reused'
  /** Something stands before the results of calls in a message, whose API wants them first. */
  | 'result_not_first'
  /** No message is sent but the system prompt. */
  | 'nothing_to_send'
  /** The host serves the model no more. */
  | 'model_retired'
  | 'model_deprecated'
  | 'model_forwarded'
  /** Base64, or bytes as numbers, in a text. */
  | 'base64_in_text'
  /** The bytes of a binary file stand in a text, decoded as if they were one. */
  | 'raw_bytes_as_text'
  /** The program read a picture, sound or film for its model, and sends words about it only. */
  | 'dropped_by_program'
  /** The same content is sent more than once. */
  | 'stored_twice'
  /** Copies of media, in messages and beside them, are much of the file. */
  | 'media_stored_repeatedly';

/** One thing that the next request fails by, loses or wastes. */
export interface ConversationFinding {
  readonly code: ConversationRule | LimitFinding['code'];
  readonly severity: LimitFinding['severity'];
  /** As those of a limit: numbers and words its sentence names. */
  readonly params: Readonly<Record<string, string | number>>;
  /** Where the rule is written. */
  readonly source: string;
  /** Null for the request as a whole. */
  readonly address: PartAddress | null;
  /** JSON pointer to the part in the body that is sent; absent when it is not in it. */
  readonly pointer?: string;
  /** The verdict of the wire layer, for `part_rejected` and `part_left_out`. */
  readonly verdict?: WireVerdict;
}

/** Where rules are that no provider wrote down. */
export const OWN_SOURCES = {
  text: 'the text itself',
  content: 'the content itself',
  capabilities: 'the capabilities of the model',
  window: 'the context window of the model',
  server: 'the server’s message',
  file: 'the file itself',
  rules: 'the rules that are known here',
} as const;

/** Whether a request is accepted, as far as documented rules tell; unknown where the file does not have what is sent. */
export type RequestOutcome = 'goes_through' | 'unknown' | 'fails';

export function outcomeOf(findings: readonly ConversationFinding[]): RequestOutcome {
  if (findings.some(({ severity }) => severity === 'error')) return 'fails';
  return findings.some(isMasked) ? 'unknown' : 'goes_through';
}

/** The finding to tell of first: an error with a place, where there is one, else any error, else that a text is masked. */
export function firstReason(findings: readonly ConversationFinding[]): ConversationFinding | null {
  const errors = findings.filter(({ severity }) => severity === 'error');
  return errors.find(({ address }) => address !== null) ?? errors[0] ?? findings.find(isMasked) ?? null;
}

function isMasked({ code }: ConversationFinding): boolean {
  return code === 'content_masked';
}
