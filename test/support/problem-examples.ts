import { MAX_CONFIG_LENGTH, MAX_JSON_DEPTH, MAX_SERVICES } from '../../src/core/io/limits.ts';
import type { ProblemCode, ProblemSeverity } from '../../src/core/models/problems.ts';

/** A file with the problem. */
export interface ProblemExample {
  readonly text: string;
  /** What of the text it is about. */
  readonly marked: string;
  readonly severity: ProblemSeverity;
  /** Titles of quick fixes; empty where no edit could know what was meant, and where the JSON support of VS Code tells of it too. */
  readonly fixes: readonly string[];
}

/** A problem that depends on what is around the file: the test that has an example of it. */
interface ProblemElsewhere {
  readonly testedIn: string;
}

const service = (fields: string): string => `{"services": [{${fields}}]}`;
const capable = (capabilities: string): string => service(`"id": "a", "capabilities": ${capabilities}`);

function example(severity: ProblemSeverity, text: string, marked: string, ...fixes: readonly string[]): ProblemExample {
  return { text, marked, severity, fixes };
}

/** Every problem of `llmservices.json` with its example: the compiler names one that has none, and the unit test one that is not found. */
export const PROBLEM_EXAMPLES: Readonly<Record<ProblemCode, ProblemExample | ProblemElsewhere>> = {
  root_not_object: example('error', '[]', '[', 'Put it into a "services" list'),
  services_missing: example('error', '{}', '{', 'Add an empty "services" list'),
  services_not_array: example('error', '{"services": {"a": {"model": "m"}}}', '"services"', 'Make it a list'),
  unknown_property: example('information', '{"services": [], "model": 1}', '"model"', 'Remove "model"'),
  service_not_object: example('error', '{"services": [7]}', '7', 'Remove the entry'),
  id_missing: example('error', service('"model": "m"'), '{', 'Use the ID "m"'),
  id_empty: example('error', service('"id": "", "model": "m"'), '""', 'Use the ID "m"'),
  id_not_string: example('error', service('"id": 5'), '5', 'Make it a string'),
  id_duplicate: example('error', '{"services": [{"id": "a"}, {"id": "a"}]}', '"a"', 'Rename to "a-2"'),
  wrong_type: example('warning', service('"id": "a", "name": {}'), '{', 'Remove "name"'),
  name_empty: example('warning', service('"id": "a", "name": " "'), '" "', 'Remove "name"'),
  max_tokens_invalid: example('warning', service('"id": "a", "maxTokens": -1'), '-1', 'Remove "maxTokens"'),
  price_invalid: example('warning', service('"id": "a", "price": {"input": -1}'), '-1', 'Remove "price"'),
  base_url_invalid: example(
    'warning',
    service('"id": "a", "baseURL": "api.example.com"'),
    '"api.example.com"',
    'Add https:// to the address',
  ),
  api_unknown: example('warning', service('"id": "a", "api": "claude"'), '"claude"', 'Change to "anthropic"'),
  field_misspelt: example('warning', service('"id": "a", "modle": "m"'), '"modle"', 'Rename to "model"'),
  capabilities_not_object: example('warning', capable('["vision"]'), '["vision"]', 'Convert to input and output lists'),
  capabilities_without_lists: example('warning', capable('{}'), '{', 'Convert to input and output lists'),
  capability_list_not_array: example('warning', capable('{"input": "text"}'), '"text"', 'Make it a list'),
  capability_not_string: example('warning', capable('{"input": ["text", 7]}'), '7', 'Remove the entry'),
  capability_empty: example('warning', capable('{"input": ["text", ""]}'), '""', 'Remove ""'),
  capabilities_unknown_key: example('warning', capable('{"inputs": ["text"], "output": ["text"]}'), '"inputs"', 'Rename to "input"'),
  capability_wrong_direction: example('warning', capable('{"output": ["text", "vision"]}'), '"vision"', 'Move "vision" to "input"'),
  capability_duplicate: example('warning', capable('{"input": ["text", "text"]}'), '"text"', 'Remove "text"'),
  capability_misspelt: example('warning', capable('{"input": ["text", "visoin"]}'), '"visoin"', 'Change to "vision"'),
  text_input_missing: example('information', capable('{"input": ["vision"]}'), '["vision"]', 'Add "text" to "input"'),
  tag_without_capability: example(
    'information',
    service('"id": "a", "capabilityTags": ["vision"]'),
    '"vision"',
    'Add "vision" to "input"',
    'Remove the tag',
  ),
  tag_denies_capability: example(
    'information',
    service('"id": "a", "capabilityTags": ["text-only"], "capabilities": {"input": ["text", "file"]}'),
    '"text-only"',
    'Remove the tag',
  ),
  capability_contradicted: example(
    'information',
    service('"id": "a", "model": "gpt-4", "capabilities": {"input": ["text", "vision"]}'),
    '"vision"',
    'Remove "vision"',
  ),
  capability_undeclared: example(
    'information',
    service(
      '"id": "a", "model": "gpt-4o", "capabilities": {"input": ["text", "file"], "output": ["text", "tool_calling", "structured_output"]}',
    ),
    '"gpt-4o"',
    'Add "vision" to "input"',
  ),
  syntax_error: example('error', '{"services": [}', '}'),
  duplicate_key: example('warning', '{"services": [{"id": "a", "id": "b"}]}', '"id"'),
  too_large: example('error', `{"services": []}${' '.repeat(MAX_CONFIG_LENGTH)}`, ''),
  too_many_services: example(
    'error',
    JSON.stringify({ services: Array.from({ length: MAX_SERVICES + 1 }, (_, id) => ({ id: `${id}` })) }),
    '"services"',
  ),
  too_deep: example('error', `{"services": ${'['.repeat(MAX_JSON_DEPTH + 1)}${']'.repeat(MAX_JSON_DEPTH + 1)}}`, '['),
  local_differs: { testedIn: 'test/unit/models/compare.test.ts' },
  local_lacks_service: { testedIn: 'test/unit/models/compare.test.ts' },
  service_unused: { testedIn: 'test/unit/models/usage.test.ts' },
  role_service_missing: { testedIn: 'test/unit/models/usage.test.ts' },
  not_utf8: { testedIn: 'test/unit/models/registry.test.ts' },
  file_unreadable: { testedIn: 'test/unit/models/registry.test.ts' },
  file_gone: { testedIn: 'test/unit/models/registry.test.ts' },
  api_key_tracked: { testedIn: 'test/host/services/language/key-safety.test.ts' },
  api_key_maybe_tracked: { testedIn: 'test/host/services/language/key-safety.test.ts' },
};
