import type { TextRange } from '../json/node.ts';
import { describeProblem } from './problem-message.ts';

/**
 * What can be wrong, by what finds it, with the consequence: an error leaves out a service or the file, a warning weakens a
 * service, information changes nothing.
 */
const TEXT = {
  syntax_error: 'error',
  duplicate_key: 'warning',
  too_large: 'error',
  too_deep: 'error',
  not_utf8: 'error',
  file_unreadable: 'error',
  file_gone: 'error',
} as const satisfies Record<string, ProblemSeverity>;

/** The form: what the JSON schema refuses too. */
const SCHEMA = {
  // the file
  root_not_object: 'error',
  services_missing: 'error',
  services_not_array: 'error',
  // a service
  service_not_object: 'error',
  id_missing: 'error',
  id_empty: 'error',
  id_not_string: 'error',
  wrong_type: 'warning',
  name_empty: 'warning',
  max_tokens_invalid: 'warning',
  base_url_invalid: 'warning',
  api_unknown: 'warning',
  // its capabilities: all but the last make it text only
  capabilities_not_object: 'warning',
  capabilities_without_lists: 'warning',
  capability_list_not_array: 'warning',
  capability_not_string: 'warning',
  capability_empty: 'warning',
  capability_wrong_direction: 'warning',
} as const satisfies Record<string, ProblemSeverity>;

const RULES = {
  unknown_property: 'information',
  id_duplicate: 'error',
  too_many_services: 'error',
  field_misspelt: 'warning',
  // what capabilities mean
  capabilities_unknown_key: 'warning',
  capability_duplicate: 'warning',
  capability_misspelt: 'warning',
  text_input_missing: 'information',
  tag_without_capability: 'information',
  tag_denies_capability: 'information',
  // what the organisation makes of it
  service_unused: 'information',
  role_service_missing: 'warning',
  // what is known of its model
  capability_contradicted: 'information',
  capability_undeclared: 'information',
  // where the file lies
  api_key_tracked: 'warning',
  api_key_maybe_tracked: 'information',
  local_differs: 'warning',
  local_lacks_service: 'warning',
} as const satisfies Record<string, ProblemSeverity>;

const SEVERITIES = { ...TEXT, ...SCHEMA, ...RULES };

/** What finds a problem: the reading of the text, the JSON schema, or the rules that no schema can say. */
export type ProblemSource = 'text' | 'schema' | 'rules';

/** What can be wrong with an `llmservices.json`. Stable: callers compare these. */
export type ProblemCode = keyof typeof SEVERITIES;
export type ProblemSeverity = 'error' | 'warning' | 'information';

/** Every code there is. */
export const PROBLEM_CODES = Object.keys(SEVERITIES) as readonly ProblemCode[];

/** Codes that a JSON editor reports by itself. */
export const SYNTAX_CODES: ReadonlySet<ProblemCode> = new Set<ProblemCode>(['syntax_error', 'duplicate_key']);

/** Names, types and limits a sentence about a problem needs. Never a value that could be a key. */
export type ProblemParams = Readonly<Record<string, string | number>>;

/** One problem of an `llmservices.json`. */
export interface ServiceProblem {
  readonly code: ProblemCode;
  readonly severity: ProblemSeverity;
  readonly source: ProblemSource;
  /** A sentence in English, for logs and callers without a screen of their own. */
  readonly message: string;
  /** Id of the service it concerns; absent when it has none, or for the file as a whole. */
  readonly service?: string;
  /** Position of the service in `services`, 0-based. */
  readonly index?: number;
  /** Names and indices from the top of the file. */
  readonly path: readonly (string | number)[];
  /** Where in the text; absent when there is no text. */
  readonly range?: TextRange;
  readonly params: ProblemParams;
  /** The other place it is about: the first of two with the same id. */
  readonly related?: TextRange;
}

/** Where a problem is. */
export interface ProblemPlace {
  readonly path?: readonly (string | number)[];
  readonly range?: TextRange;
  readonly service?: string;
  readonly index?: number;
  readonly related?: TextRange;
}

const LONGEST_PARAM = 80;

/** Makes a problem; texts from the file are cut to a length fit for a sentence. */
export function problem(code: ProblemCode, place: ProblemPlace = {}, params: ProblemParams = {}): ServiceProblem {
  const short = Object.fromEntries(Object.entries(params).map(([key, value]) => [key, typeof value === 'string' ? shorten(value) : value]));
  return {
    code,
    severity: SEVERITIES[code],
    source: sourceOf(code),
    message: describeProblem(code, short),
    path: [],
    ...place,
    params: short,
  };
}

function sourceOf(code: ProblemCode): ProblemSource {
  return code in SCHEMA ? 'schema' : code in TEXT ? 'text' : 'rules';
}

/** Line breaks, control and bidirectional characters of a name must not forge anything around the sentence. */
const UNSAFE = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

function shorten(text: string): string {
  const short = text.length <= LONGEST_PARAM ? text : `${text.slice(0, LONGEST_PARAM)}…`;
  return short.toWellFormed().replace(UNSAFE, '\ufffd');
}
