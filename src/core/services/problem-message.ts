import { formatSentence, type Sentence } from '../io/sentence.ts';
import type { ProblemCode, ProblemParams } from './problems.ts';
import { syntaxSentence } from './syntax-errors.ts';
import { WIRE_APIS } from './wire-api.ts';

/** A template, and the parameters of the problem that go into it. */
interface Template {
  readonly text: string;
  readonly args?: readonly string[];
  /** What follows from the problem, as a second sentence. */
  readonly consequence?: 'left_out' | 'text_only';
}

/** What each problem says, in English; hosts translate the templates. A suggestion is added to whatever has one. */
export const PROBLEM_SENTENCES: Readonly<Record<Exclude<ProblemCode, 'syntax_error'> | 'output_among_inputs', Template>> = {
  duplicate_key: { text: '"{0}" occurs twice in this object; the last one counts.', args: ['key'] },
  too_large: { text: 'The file is too large to be a list of model services (limit: {0} bytes).', args: ['limit'] },
  too_many_services: { text: 'There are too many services (limit: {0}).', args: ['limit'] },
  too_deep: { text: 'Nested too deeply (limit: {0} levels).', args: ['limit'] },
  not_utf8: { text: 'The file is not UTF-8 text.' },
  file_unreadable: { text: 'The file could not be read ({0}).', args: ['error'] },
  file_gone: { text: 'There is no such file any more; until there is one, the services read before stay in force.' },
  root_not_object: { text: 'The file must be an object with a "services" list, not a value of type {0}.', args: ['actual'] },
  services_missing: { text: 'The "services" list is missing.' },
  services_not_array: { text: '"services" must be a list, not a value of type {0}.', args: ['actual'] },
  unknown_property: { text: 'Unknown property "{0}"; it has no effect.', args: ['name'] },
  service_not_object: { text: 'A service must be an object, not a value of type {0}.', args: ['actual'], consequence: 'left_out' },
  id_missing: { text: 'The "id" is missing.', consequence: 'left_out' },
  id_empty: { text: 'The "id" is empty.', consequence: 'left_out' },
  id_not_string: { text: 'The "id" must be a string, not a value of type {0}.', args: ['actual'], consequence: 'left_out' },
  id_duplicate: { text: 'The id "{0}" is already used by service number {1}.', args: ['id', 'first'], consequence: 'left_out' },
  wrong_type: { text: '"{0}" must be of type {1}, not {2}; it is ignored.', args: ['field', 'expected', 'actual'] },
  name_empty: { text: 'The "name" is empty; the id stands in its place.' },
  max_tokens_invalid: { text: '"maxTokens" must be a positive whole number; it is ignored.' },
  base_url_invalid: { text: '"baseURL" should begin with http:// or https://.' },
  api_unknown: { text: '"api" names no API that is known; it is ignored. Known: {0}.', args: ['known'] },
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
  capabilities_unknown_key: { text: 'Unknown property "{0}"; only "input" and "output" count.', args: ['name'] },
  capability_wrong_direction: { text: '"{0}" is an input capability and has no effect in "output".', args: ['capability'] },
  output_among_inputs: { text: '"{0}" is an output capability and has no effect in "input".', args: ['capability'] },
  capability_duplicate: { text: '"{0}" is listed twice in "{1}".', args: ['capability', 'list'] },
  capability_misspelt: { text: '"{0}" is not a standard capability.', args: ['capability'] },
  text_input_missing: { text: '"text" is not among the inputs; every model is sent text all the same.' },
  tag_without_capability: {
    text: 'The tag "{0}" suggests "{1}", but "{2}" does not list it. The routing goes by "capabilities", not by tags.',
    args: ['tag', 'capability', 'list'],
  },
  tag_denies_capability: {
    text: 'The tag "{0}" denies "{1}", but "{2}" lists it. The routing goes by "capabilities", not by tags.',
    args: ['tag', 'capability', 'list'],
  },
  service_unused: { text: 'No role uses this service.' },
  role_service_missing: { text: 'No service that counts has the id "{0}"; roles that name it: {1}.', args: ['id', 'roles'] },
  capability_contradicted: { text: 'The model {0} is known not to have "{1}" ({2}).', args: ['model', 'capability', 'source'] },
  capability_undeclared: {
    text: 'The model {0} is known for more than is declared: {1} ({2}).',
    args: ['model', 'capabilities', 'source'],
  },
  api_key_tracked: { text: 'This looks like a real API key, in a file that git tracks.' },
  api_key_maybe_tracked: { text: 'This looks like a real API key, in a file that git may track.' },
  local_differs: { text: 'llmservices.local.json, which is in force, says something else of this service: {0}.', args: ['fields'] },
  local_lacks_service: { text: 'llmservices.local.json, which is in force, does not have this service.' },
};

/** What is added to the sentences of problems. */
export const PROBLEM_ADDITIONS = {
  left_out: 'The service is left out.',
  text_only: 'The service counts as text only.',
  suggestion: '{0} Did you mean "{1}"?',
} as const;

/** What a problem says. @param say puts one sentence into the language of the reader; English by default */
export function describeProblem(code: ProblemCode, params: ProblemParams, say: (sentence: Sentence) => string = formatSentence): string {
  if (code === 'syntax_error') return say({ text: syntaxSentence(params['error']), args: [] });
  const isOutput = code === 'capability_wrong_direction' && params['list'] === 'input';
  const { text, args = [], consequence } = PROBLEM_SENTENCES[isOutput ? 'output_among_inputs' : code];
  const values: ProblemParams = { known: WIRE_APIS.join(', '), ...params };
  const told = say({ text, args: args.map((name) => values[name] ?? '') });
  if (consequence) return `${told} ${say({ text: PROBLEM_ADDITIONS[consequence], args: [] })}`;
  const { suggestion } = params;
  return suggestion === undefined ? told : say({ text: PROBLEM_ADDITIONS.suggestion, args: [told, suggestion] });
}
