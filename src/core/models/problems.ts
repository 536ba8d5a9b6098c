import { formatSentence, type Sentence } from '../io/errors.ts';
import type { TextRange } from '../json/node.ts';
import { WIRE_APIS } from './wire-api.ts';

/**
 * All problems by source, with severity: an error excludes a service or the file, a warning limits a service, information changes nothing.
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

/** Structural errors, also rejected by the JSON schema. */
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
  price_invalid: 'warning',
  base_url_invalid: 'warning',
  api_unknown: 'warning',
  // capabilities: all but the last make the service text only
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
  // compared with the organisation
  service_unused: 'information',
  role_service_missing: 'warning',
  // compared with the catalogue
  capability_contradicted: 'information',
  capability_undeclared: 'information',
  // where the file is
  api_key_tracked: 'warning',
  api_key_maybe_tracked: 'information',
  local_differs: 'warning',
  local_lacks_service: 'warning',
} as const satisfies Record<string, ProblemSeverity>;

const SEVERITIES = { ...TEXT, ...SCHEMA, ...RULES };

/** What finds a problem: parsing, the JSON schema, or rules a schema cannot express. */
type ProblemSource = 'text' | 'schema' | 'rules';

/** Problem codes of `llmservices.json`. Stable: callers compare them. */
export type ProblemCode = keyof typeof SEVERITIES;
export type ProblemSeverity = 'error' | 'warning' | 'information';

export const PROBLEM_CODES = Object.keys(SEVERITIES) as readonly ProblemCode[];

/** Codes that a JSON editor reports itself. */
export const SYNTAX_CODES: ReadonlySet<ProblemCode> = new Set<ProblemCode>(['syntax_error', 'duplicate_key']);

/** Parameters of a message: names, types, limits. Never a value that could be a key. */
export type ProblemParams = Readonly<Record<string, string | number>>;

export interface ServiceProblem {
  readonly code: ProblemCode;
  readonly severity: ProblemSeverity;
  readonly source: ProblemSource;
  /** English sentence, for logs and callers without a UI. */
  readonly message: string;
  /** Service id; absent when it has none or for the file as a whole. */
  readonly service?: string;
  /** Index in `services`, 0-based. */
  readonly index?: number;
  /** Names and indices from the root. */
  readonly path: readonly (string | number)[];
  /** Absent when there is no text. */
  readonly range?: TextRange;
  readonly params: ProblemParams;
  /** Related location: the first of two services with the same id. */
  readonly related?: TextRange;
}

export interface ProblemPlace {
  readonly path?: readonly (string | number)[];
  readonly range?: TextRange;
  readonly service?: string;
  readonly index?: number;
  readonly related?: TextRange;
}

const LONGEST_PARAM = 80;

/** Makes a problem; texts from the file are shortened. */
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

/** Line breaks, control and bidirectional characters, which could spoof the surrounding message. */
const UNSAFE = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

function shorten(text: string): string {
  const short = text.length <= LONGEST_PARAM ? text : `${text.slice(0, LONGEST_PARAM)}…`;
  return short.toWellFormed().replace(UNSAFE, '\ufffd');
}

/** A template and its parameters. */
interface Template {
  readonly text: string;
  readonly args?: readonly string[];
  /** A second sentence about the consequence. */
  readonly consequence?: 'left_out' | 'text_only';
}

/** English messages by problem; hosts translate them. Suggestions are appended. */
export const PROBLEM_SENTENCES: Readonly<Record<Exclude<ProblemCode, 'syntax_error'> | 'output_among_inputs', Template>> = {
  duplicate_key: { text: 'Duplicate property "{0}"; the last one is used.', args: ['key'] },
  too_large: { text: 'The file is too large (limit: {0} bytes).', args: ['limit'] },
  too_many_services: { text: 'There are too many services (limit: {0}).', args: ['limit'] },
  too_deep: { text: 'Nested too deeply (limit: {0} levels).', args: ['limit'] },
  not_utf8: { text: 'The file is not UTF-8 text.' },
  file_unreadable: { text: 'The file could not be read ({0}).', args: ['error'] },
  file_gone: { text: 'The file was deleted; its last valid services are used until it is back.' },
  root_not_object: { text: 'The file must be an object with a "services" list, not a value of type {0}.', args: ['actual'] },
  services_missing: { text: 'The "services" list is missing.' },
  services_not_array: { text: '"services" must be a list, not a value of type {0}.', args: ['actual'] },
  unknown_property: { text: 'Unknown property "{0}"; it has no effect.', args: ['name'] },
  service_not_object: { text: 'A service must be an object, not a value of type {0}.', args: ['actual'], consequence: 'left_out' },
  id_missing: { text: 'The "id" is missing.', consequence: 'left_out' },
  id_empty: { text: 'The "id" is empty.', consequence: 'left_out' },
  id_not_string: { text: 'The "id" must be a string, not a value of type {0}.', args: ['actual'], consequence: 'left_out' },
  id_duplicate: { text: 'The ID "{0}" is already used by service number {1}.', args: ['id', 'first'], consequence: 'left_out' },
  wrong_type: { text: '"{0}" must be of type {1}, not {2}; it is ignored.', args: ['field', 'expected', 'actual'] },
  name_empty: { text: 'The "name" is empty; the ID is shown instead.' },
  max_tokens_invalid: { text: '"maxTokens" must be a positive whole number; it is ignored.' },
  price_invalid: { text: '"{0}" of a price must be a number of US dollars, 0 or more; the price is ignored.', args: ['name'] },
  base_url_invalid: { text: '"baseURL" should begin with http:// or https://.' },
  api_unknown: { text: 'Unknown "api"; it is ignored. Known: {0}.', args: ['known'] },
  field_misspelt: { text: '"{0}" is not a known field of a service.', args: ['name'] },
  capabilities_not_object: {
    text: '"capabilities" must be an object, not a value of type {0}.',
    args: ['actual'],
    consequence: 'text_only',
  },
  capabilities_without_lists: { text: '"capabilities" has neither an "input" nor an "output" list.', consequence: 'text_only' },
  capability_list_not_array: { text: '"{0}" must be a list, not a value of type {1}.', args: ['list', 'actual'], consequence: 'text_only' },
  capability_not_string: {
    text: 'A capability in "{0}" must be a string, not a value of type {1}.',
    args: ['list', 'actual'],
    consequence: 'text_only',
  },
  capability_empty: { text: 'A capability in "{0}" is empty.', args: ['list'], consequence: 'text_only' },
  capabilities_unknown_key: { text: 'Unknown property "{0}"; only "input" and "output" are used.', args: ['name'] },
  capability_wrong_direction: { text: '"{0}" is an input capability and has no effect in "output".', args: ['capability'] },
  output_among_inputs: { text: '"{0}" is an output capability and has no effect in "input".', args: ['capability'] },
  capability_duplicate: { text: '"{0}" is listed twice in "{1}".', args: ['capability', 'list'] },
  capability_misspelt: { text: '"{0}" is not a standard capability.', args: ['capability'] },
  text_input_missing: { text: '"text" is not listed in the inputs; text is sent to every model anyway.' },
  tag_without_capability: {
    text: 'The tag "{0}" suggests "{1}", but "{2}" does not list it. What is sent depends on "capabilities", not on tags.',
    args: ['tag', 'capability', 'list'],
  },
  tag_denies_capability: {
    text: 'The tag "{0}" contradicts "{1}", but "{2}" lists it. What is sent depends on "capabilities", not on tags.',
    args: ['tag', 'capability', 'list'],
  },
  service_unused: { text: 'No role uses this service.' },
  role_service_missing: { text: 'No valid service has the ID "{0}". Roles that use it: {1}.', args: ['id', 'roles'] },
  capability_contradicted: { text: 'The model {0} is known not to support "{1}" ({2}).', args: ['model', 'capability', 'source'] },
  capability_undeclared: {
    text: 'The model {0} is known to support more than declared: {1} ({2}).',
    args: ['model', 'capabilities', 'source'],
  },
  api_key_tracked: { text: 'This looks like a real API key, in a file that git tracks.' },
  api_key_maybe_tracked: { text: 'This looks like a real API key, in a file that git may track.' },
  local_differs: { text: 'llmservices.local.json is used instead, with different values for this service: {0}.', args: ['fields'] },
  local_lacks_service: { text: 'llmservices.local.json is used instead and does not have this service.' },
};

/** Additions to messages. */
export const PROBLEM_ADDITIONS = {
  left_out: 'The service is ignored.',
  text_only: 'The service is treated as text only.',
  suggestion: '{0} Did you mean "{1}"?',
} as const;

/** The message of a problem. @param say translates a sentence; English by default */
export function describeProblem(code: ProblemCode, params: ProblemParams, say: (sentence: Sentence) => string = formatSentence): string {
  if (code === 'syntax_error') return say({ text: syntaxSentence(params['error']), args: [] });
  const isOutput = code === 'capability_wrong_direction' && params['list'] === 'input';
  const { text, args = [], consequence } = PROBLEM_SENTENCES[isOutput ? 'output_among_inputs' : code];
  const values: ProblemParams = { known: WIRE_APIS.join(', '), ...params };
  const sentence = say({ text, args: args.map((name) => values[name] ?? '') });
  if (consequence) return `${sentence} ${say({ text: PROBLEM_ADDITIONS[consequence], args: [] })}`;
  const { suggestion } = params;
  return suggestion === undefined ? sentence : say({ text: PROBLEM_ADDITIONS.suggestion, args: [sentence, suggestion] });
}

/** Messages for jsonc-parser's errors by name. */
export const SYNTAX_SENTENCES = {
  InvalidSymbol: 'Not valid JSON: unquoted text, or a word JSON does not know.',
  InvalidNumberFormat: 'Not valid JSON: malformed number.',
  PropertyNameExpected: 'Not valid JSON: property name in double quotes expected.',
  ValueExpected: 'Not valid JSON: value expected.',
  ColonExpected: 'Not valid JSON: colon expected.',
  CommaExpected: 'Not valid JSON: comma expected.',
  CloseBraceExpected: 'Not valid JSON: closing brace "}" expected.',
  CloseBracketExpected: 'Not valid JSON: closing bracket "]" expected.',
  EndOfFileExpected: 'Not valid JSON: unexpected content after the end.',
  InvalidCommentToken: 'Not valid JSON: comments are not allowed here.',
  UnexpectedEndOfComment: 'Not valid JSON: unterminated comment.',
  UnexpectedEndOfString: 'Not valid JSON: unterminated string; a double quote is missing.',
  UnexpectedEndOfNumber: 'Not valid JSON: unfinished number.',
  InvalidUnicode: 'Not valid JSON: "\\u" must be followed by four hexadecimal digits.',
  InvalidEscapeCharacter: 'Not valid JSON: invalid escape sequence; a backslash itself is written twice.',
  InvalidCharacter: 'Not valid JSON: control character in a string, such as a tab; escape it with a backslash.',
} as const satisfies Record<string, string>;

function syntaxSentence(error: string | number | undefined): string {
  return Object.hasOwn(SYNTAX_SENTENCES, String(error))
    ? SYNTAX_SENTENCES[error as keyof typeof SYNTAX_SENTENCES]
    : SYNTAX_SENTENCES.InvalidSymbol;
}
