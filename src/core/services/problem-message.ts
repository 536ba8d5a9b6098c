import type { ProblemCode, ProblemParams } from './problems.ts';
import { syntaxSentence } from './syntax-errors.ts';
import { WIRE_APIS } from './wire-api.ts';

const TEXT_ONLY = 'The service counts as text only.';
const LEFT_OUT = 'The service is left out.';

/** English sentences for callers without a screen of their own; `{name}` stands for a parameter. */
const SENTENCES: Readonly<Record<Exclude<ProblemCode, 'syntax_error'>, string>> = {
  duplicate_key: 'The name "{key}" occurs twice in this object; the last one counts.',
  too_large: 'The file is larger than {limit} bytes.',
  too_many_services: 'The file has more than {limit} services.',
  too_deep: 'Nested deeper than {limit} levels.',
  not_utf8: 'The file is not UTF-8 text.',
  file_unreadable: 'The file could not be read ({error}).',
  file_gone: 'There is no such file any more; until there is one, the services read before stay in force.',
  root_not_object: 'The file must hold an object with a "services" list, not a value of type {actual}.',
  services_missing: 'The "services" list is missing.',
  services_not_array: '"services" must be a list, not a value of type {actual}.',
  unknown_property: 'Unknown property "{name}"; it has no effect.',
  service_not_object: `A service must be an object, not a value of type {actual}. ${LEFT_OUT}`,
  id_missing: `The "id" is missing. ${LEFT_OUT}`,
  id_empty: `The "id" is empty. ${LEFT_OUT}`,
  id_not_string: `The "id" must be a string, not a value of type {actual}. ${LEFT_OUT}`,
  id_duplicate: `The id "{id}" is already used by service number {first}. ${LEFT_OUT}`,
  wrong_type: '"{field}" must be of type {expected}, not {actual}; it is ignored.',
  name_empty: 'The "name" is empty; the id stands in its place.',
  max_tokens_invalid: '"maxTokens" must be a positive whole number; it is ignored.',
  base_url_invalid: '"baseURL" should begin with http:// or https://.',
  api_unknown: `"api" names no API that is known; it is ignored. Known: ${WIRE_APIS.join(', ')}.`,
  field_misspelt: '"{name}" is not a known field of a service; did you mean "{suggestion}"?',
  capabilities_not_object: `"capabilities" must be an object, not a value of type {actual}. ${TEXT_ONLY}`,
  capabilities_without_lists: `"capabilities" has neither an "input" nor an "output" list. ${TEXT_ONLY}`,
  capability_list_not_array: `"{list}" must be a list, not a value of type {actual}. ${TEXT_ONLY}`,
  capability_not_string: `A capability in "{list}" must be a string, not a value of type {actual}. ${TEXT_ONLY}`,
  capability_empty: `A capability in "{list}" is empty. ${TEXT_ONLY}`,
  capabilities_unknown_key: 'Unknown property "{name}" in "capabilities"; only "input" and "output" count.',
  capability_wrong_direction: '"{capability}" is a capability of the {other} side and has no effect in "{list}".',
  capability_duplicate: '"{capability}" is listed twice in "{list}".',
  capability_misspelt: '"{capability}" is not a standard capability; did you mean "{suggestion}"?',
  text_input_missing: '"text" is not among the inputs; every model is sent text all the same.',
  tag_without_capability:
    'The tag "{tag}" suggests "{capability}", but "capabilities" does not list it under {list}; the routing goes by "capabilities".',
  tag_denies_capability:
    'The tag "{tag}" denies "{capability}", but "capabilities" lists it under {list}; the routing goes by "capabilities".',
  service_unused: 'No role uses this service.',
  role_service_missing: 'No service that counts has the id "{id}"; roles that name it: {roles}.',
  capability_contradicted: '"{capability}" is declared under {list}, but the model {model} is known not to have it ({source}).',
  capability_undeclared: 'The model {model} is known for more than is declared: {capabilities} ({source}).',
  api_key_tracked: 'This looks like a real API key, in a file that git tracks.',
  api_key_maybe_tracked: 'This looks like a real API key, in a file that git may track.',
  local_differs: 'llmservices.local.json, which is in force, says something else of this service: {fields}.',
  local_lacks_service: 'llmservices.local.json, which is in force, does not have this service.',
};

/** The English sentence of a problem. */
export function describeProblem(code: ProblemCode, params: ProblemParams): string {
  if (code === 'syntax_error') return syntaxSentence(params['error']);
  return SENTENCES[code].replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(params, name) ? String(params[name]) : whole));
}
