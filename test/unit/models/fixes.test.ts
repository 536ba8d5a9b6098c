import assert from 'node:assert/strict';
import { applyEdits } from '../../../src/core/json/edit.ts';
import { fixesOf } from '../../../src/core/models/fixes.ts';
import { parseConfigText } from '../../../src/core/models/parse.ts';
import type { ProblemCode } from '../../../src/core/models/problems.ts';
import { validateServices } from '../../../src/core/models/validate.ts';

/** Every fix of the problems with this code: what it is, whether it is the one answer, and the text after it. */
function fixes(text: string, code: ProblemCode): [string, boolean, string][] {
  const { root } = parseConfigText(text);
  assert.ok(root);
  const problems = validateServices(text).problems.filter((problem) => problem.code === code);
  assert.ok(problems.length > 0, `no ${code} in ${text}`);
  return problems.flatMap((problem) =>
    fixesOf(text, root, problem).map(({ kind, isPreferred, edits }): [string, boolean, string] => [
      kind,
      isPreferred,
      applyEdits(text, edits()),
    ]),
  );
}

const service = (fields: string): string => `{"services": [{${fields}}]}`;
const capable = (capabilities: string): string => service(`"id": "a", "capabilities": ${capabilities}`);

describe('fixes of llmservices.json', () => {
  for (const [code, before, kind, after] of [
    ['capability_misspelt', capable('{"input": ["text", "visoin"]}'), 'replace', capable('{"input": ["text", "vision"]}')],
    ['capability_misspelt', capable('{"input": ["text", "vision", "image"]}'), 'remove', capable('{"input": ["text", "vision"]}')],
    [
      'capability_misspelt',
      capable('{"input": ["text", "tools"], "output": ["text"]}'),
      'replace_and_move',
      capable('{"input": ["text"], "output": ["text", "tool_calling"]}'),
    ],
    [
      'capability_wrong_direction',
      capable('{"input": ["text", /* t */ "tool_calling"], "output": ["text"]}'),
      'move',
      capable('{"input": ["text" /* t */], "output": ["text", "tool_calling"]}'),
    ],
    [
      'capability_wrong_direction',
      capable('{"output": ["text", "vision"]}'),
      'move',
      capable('{"output": ["text"], "input": ["text", "vision"]}'),
    ],
    ['capability_duplicate', capable('{"input": ["text", "text", "file"]}'), 'remove', capable('{"input": ["text", "file"]}')],
    ['capability_empty', capable('{"input": ["text", ""]}'), 'remove', capable('{"input": ["text"]}')],
    ['capability_list_not_array', capable('{"input": "text, vision"}'), 'to_list', capable('{"input": ["text", "vision"]}')],
    [
      'capabilities_not_object',
      capable('["vision", "tool_calling"]'),
      'to_object',
      capable('{ "input": ["text", "vision"], "output": ["text", "tool_calling"] }'),
    ],
    [
      'capabilities_unknown_key',
      capable('{"inputs": ["vision"], "output": ["text"]}'),
      'rename',
      capable('{"input": ["vision"], "output": ["text"]}'),
    ],
    ['field_misspelt', service('"id": "a", /* m */ "modle": "m"'), 'rename', service('"id": "a", /* m */ "model": "m"')],
    ['field_misspelt', service('"id": "a", "baseUrl": "http://a.example"'), 'rename', service('"id": "a", "baseURL": "http://a.example"')],
    ['text_input_missing', capable('{"input": ["vision"]}'), 'add', capable('{"input": ["vision", "text"]}')],
    [
      'id_duplicate',
      '{"services": [{"id": "a"}, {"id": "a-2"}, {"id": "a"}]}',
      'rename',
      '{"services": [{"id": "a"}, {"id": "a-2"}, {"id": "a-3"}]}',
    ],
    [
      'id_duplicate',
      '{"services": [{"id": "gpt-4o"}, {"id": "gpt-4o", "model": "anthropic/claude-sonnet-4"}]}',
      'rename',
      '{"services": [{"id": "gpt-4o"}, {"id": "claude-sonnet-4", "model": "anthropic/claude-sonnet-4"}]}',
    ],
    [
      'id_duplicate',
      '{"services": [{"id": "mine", "model": "gpt-4o"}, {"id": "gpt-4o"}, {"id": "mine", "model": "gpt-4o"}]}',
      'rename',
      '{"services": [{"id": "mine", "model": "gpt-4o"}, {"id": "gpt-4o"}, {"id": "mine-2", "model": "gpt-4o"}]}',
    ],
    ['id_not_string', service('"id": 5'), 'to_string', service('"id": "5"')],
    [
      'wrong_type',
      service('"id": "a", "capabilityTags": "chat, coding"'),
      'to_list',
      service('"id": "a", "capabilityTags": ["chat", "coding"]'),
    ],
    ['wrong_type', service('"id": "a", "capabilityTags": [7]'), 'to_string', service('"id": "a", "capabilityTags": ["7"]')],
    ['wrong_type', service('"id": "a", "maxTokens": "4096"'), 'to_number', service('"id": "a", "maxTokens": 4096')],
    ['api_unknown', service('"id": "a", "api": "claude"'), 'replace', service('"id": "a", "api": "anthropic"')],
    [
      'base_url_invalid',
      service('"id": "a", "baseURL": "api.example.com/v1"'),
      'begin_with',
      service('"id": "a", "baseURL": "https://api.example.com/v1"'),
    ],
    [
      'base_url_invalid',
      service('"id": "a", "baseURL": "localhost:1234/v1"'),
      'begin_with',
      service('"id": "a", "baseURL": "http://localhost:1234/v1"'),
    ],
    ['unknown_property', '{"service": []}', 'rename', '{"services": []}'],
    ['services_missing', '{}', 'add_services', '{\n  "services": []\n}'],
    ['services_not_array', '{"services": {"id": "a"}}', 'to_list', '{"services": [{"id": "a"}]}'],
    [
      'services_not_array',
      '{"services": {\n  "a": {\n    "model": "m" // kept\n  },\n  "b": {}, "c": {"id": "c"}\n}}',
      'to_list',
      '{"services": [\n  {\n    "id": "a",\n    "model": "m" // kept\n  },\n  { "id": "b" }, {"id": "c"}\n]}',
    ],
    ['capabilities_without_lists', capable('{}'), 'to_object', capable('{"input": ["text"], "output": ["text"]}')],
    ['capabilities_without_lists', capable('{"inputs": ["vision"]}'), 'rename', capable('{"input": ["vision"]}')],
    ['root_not_object', '[{"id": "a"}]', 'wrap_services', '{ "services": [{"id": "a"}] }'],
  ] as const) {
    it(`${code} has one answer: ${before}`, () => {
      assert.deepEqual(fixes(before, code), [[kind, true, after]]);
      assert.ok(!validateServices(after).problems.some((problem) => problem.code === code));
    });
  }

  it('leaves it to the person which of two names is meant for a field, and whether one is that is two slips away or short', () => {
    const preferred = (fields: string): boolean[] =>
      fixes(service(`"id": "a", ${fields}`), 'field_misspelt').map(([, isPreferred]) => isPreferred);
    assert.deepEqual(
      [preferred('"Model": "m", "MODEL": "n"'), preferred('"capabilitys": {}'), preferred('"mode": "chat"')],
      [[false, false], [false], [false]],
    );
    assert.deepEqual(['"apiKeys": []', '"maxTokensX": 1', '"baseURLs": []', '"capabilities_b": {}'].map(preferred), [
      [false],
      [false],
      [false],
      [false],
    ]);
    assert.deepEqual([preferred('"maxTokns": 1'), preferred('"Nmae": "n"')], [[true], [true]]);
  });

  it('takes out an empty name', () => {
    assert.deepEqual(fixes(service('"id": "a", "name": "", "model": "m"'), 'name_empty'), [
      ['remove', false, service('"id": "a", "model": "m"')],
    ]);
  });

  it('offers an id after the model, which a person may choose differently', () => {
    assert.deepEqual(fixes(service('"model": "openai/gpt-4o"'), 'id_missing'), [
      ['add_id', false, service('"model": "openai/gpt-4o", "id": "gpt-4o"')],
    ]);
    assert.deepEqual(fixes(service('"id": "", "model": "m"'), 'id_empty'), [['add_id', false, service('"id": "m", "model": "m"')]]);
    assert.deepEqual(fixes(service('"name": "x"'), 'id_missing'), []);
  });

  it('leaves the choice between a tag and the capabilities', () => {
    const before = service('"id": "a", "capabilityTags": ["chat", "vision"]');
    assert.deepEqual(fixes(before, 'tag_without_capability'), [
      [
        'add',
        false,
        service('"id": "a", "capabilityTags": ["chat", "vision"], "capabilities": { "input": ["text", "vision"], "output": ["text"] }'),
      ],
      ['remove_tag', false, service('"id": "a", "capabilityTags": ["chat"]')],
    ]);
    assert.deepEqual(
      fixes(service('"id": "a", "capabilityTags": ["text-only"], "capabilities": {"input": ["text", "file"]}'), 'tag_denies_capability'),
      [['remove_tag', false, service('"id": "a", "capabilityTags": [], "capabilities": {"input": ["text", "file"]}')]],
    );
  });

  it('takes out what has no effect, where nothing better is known, for a person to choose', () => {
    for (const [code, before, kind, after] of [
      ['unknown_property', '{"services": [], "model": 1}', 'remove', '{"services": []}'],
      ['service_not_object', '{"services": [7, {"id": "a"}]}', 'remove_entry', '{"services": [{"id": "a"}]}'],
      ['capabilities_not_object', capable('["smell"]'), 'remove', service('"id": "a"')],
      ['capability_list_not_array', capable('{"input": {"text": true}, "output": ["text"]}'), 'remove', capable('{"output": ["text"]}')],
      ['capability_not_string', capable('{"input": ["text", 7]}'), 'remove_entry', capable('{"input": ["text"]}')],
      ['capabilities_unknown_key', capable('{"inputs": [], "input": ["text"]}'), 'remove', capable('{"input": ["text"]}')],
      ['max_tokens_invalid', service('"maxTokens": -1, "id": "a"'), 'remove', service('"id": "a"')],
      ['price_invalid', service('"id": "a", "price": {"input": -1, "output": 2}'), 'remove', service('"id": "a"')],
      ['wrong_type', service('"id": "a", "price": 3'), 'remove', service('"id": "a"')],
      ['wrong_type', service('"id": "a", "maxTokens": "many"'), 'remove', service('"id": "a"')],
      ['wrong_type', service('"id": "a", "name": {}'), 'remove', service('"id": "a"')],
      ['api_unknown', service('"id": "a", "api": "zzzzzz"'), 'remove', service('"id": "a"')],
    ] as const) {
      assert.deepEqual(fixes(before, code), [[kind, false, after]], before);
    }
  });

  it('has none where nothing is obvious', () => {
    for (const [text, code] of [
      ['{"services": {"a": 7}}', 'services_not_array'],
      ['{"services": {"a": {"id": "b"}}}', 'services_not_array'],
      ['{"services": {"a": {"id": null}}}', 'services_not_array'],
      ['{"services": {"a": {"id": [1]}}}', 'services_not_array'],
      ['{"services": {"a": /* why */ {}}}', 'services_not_array'],
      ['7', 'root_not_object'],
      [service('"id": "a", "baseURL": "ftp://example.com"'), 'base_url_invalid'],
    ] as const)
      assert.deepEqual(fixes(text, code), [], text);
  });

  it('keeps comments, tabs, line ends and the byte order mark', () => {
    const before =
      '\ufeff{\r\n\t// mine\r\n\t"services": [\r\n\t\t{"id": "a", "capabilities": {"input": [\r\n\t\t\t"text", // always\r\n\t\t\t"tool_calling" // here?\r\n\t\t], "output": ["text"]}},\r\n\t],\r\n}\r\n';
    const [[, , after = ''] = []] = fixes(before, 'capability_wrong_direction');
    assert.deepEqual(validateServices(after).problems, []);
    for (const kept of ['\ufeff{\r\n\t// mine\r\n', '"text" // always\r\n', '// here?\r\n', '"output": ["text", "tool_calling"]'])
      assert.ok(after.includes(kept), after);
  });

  it('says no value of a key field', () => {
    const text = service('"id": "a", "apiKey": 123456789');
    const { root } = parseConfigText(text);
    const found = validateServices(text).problems.flatMap((problem) => (root ? fixesOf(text, root, problem) : []));
    assert.deepEqual(
      found.map(({ kind, params }) => [kind, params]),
      [['to_string', {}]],
    );
  });
});
