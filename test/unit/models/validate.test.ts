import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseTree } from 'jsonc-parser';
import { fieldSlips } from '../../../src/core/models/validate-meaning.ts';
import { MAX_CONFIG_LENGTH, MAX_SERVICES } from '../../../src/core/io/limits.ts';
import { MAX_JSON_DEPTH } from '../../../src/core/io/limits.ts';
import { PROBLEM_CODES, type ServiceProblem } from '../../../src/core/models/problems.ts';
import { validateServices } from '../../../src/core/models/validate.ts';

const fixtures = path.join(import.meta.dirname, '../../fixtures');
const real = readFileSync(path.join(fixtures, 'agent-society-root/config/llmservices.json'), 'utf8');

/** A file with one service of these fields besides its id. */
const withFields = (fields: string): string => `{"services": [{"id": "a", ${fields}}]}`;
const withCapabilities = (capabilities: string): string => withFields(`"capabilities": ${capabilities}`);

/** Code and marked text of every problem. */
function marks(text: string): string[] {
  return validateServices(text).problems.map(
    ({ code, range }) => `${code} ${range ? text.slice(range.offset, range.offset + range.length) : ''}`,
  );
}

function only(text: string): ServiceProblem {
  const { problems } = validateServices(text);
  assert.equal(problems.length, 1, JSON.stringify(problems));
  return problems[0] as ServiceProblem;
}

describe('validating llmservices.json', () => {
  it('[2-LlmServiceConfig][2-R5.2][2-R1.1] takes a file of the runtime as it is, with and without capabilities, without a problem', () => {
    const { usable, services, problems } = validateServices(real);
    assert.ok(usable);
    assert.deepEqual(problems, []);
    assert.deepEqual(services, (JSON.parse(real) as { services: unknown[] }).services);
  });

  it('[E-13a] tells the problems of the form, which the JSON schema refuses too, from those of the text and of the rules', () => {
    const sources = (text: string) => validateServices(text).problems.map(({ code, source }) => `${code} ${source}`);
    assert.deepEqual(
      sources('{"services": [{"id": "", "modle": "m"}, {"id": "a", "maxTokens": 0, "model": "m", "model": "n"}], "$schema": 5}'),
      ['id_empty schema', 'field_misspelt rules', 'max_tokens_invalid schema', 'duplicate_key text', 'wrong_type schema'],
    );
    assert.deepEqual(sources('{'), ['syntax_error text']);
    assert.deepEqual(sources(withCapabilities('{"input": ["tool_calling", "text", "text"]}')), [
      'capability_wrong_direction schema',
      'capability_duplicate rules',
    ]);
  });

  it('[E-21] says of the beginning of a standard capability which one may be meant', () => {
    const { code, severity, params } = only(withCapabilities('{"input": ["text", "visi"]}'));
    assert.deepEqual(
      [code, severity, params],
      ['capability_misspelt', 'warning', { capability: 'visi', list: 'input', suggestion: 'vision' }],
    );
  });

  it('[2-ModelCapabilities][2-R5.1] reads input and output lists', () => {
    const [entry] = validateServices(withCapabilities('{"input": ["text", "vision"], "output": ["text", "tool_calling"]}')).entries;
    assert.deepEqual(entry?.capabilities, { input: ['text', 'vision'], output: ['text', 'tool_calling'] });
    assert.equal(entry?.origin, 'declared');
  });

  it('[2-CapabilityType][2-R1.3] knows all standard types on their side', () => {
    assert.deepEqual(
      marks(withCapabilities('{"input": ["text", "vision", "audio", "file"], "output": ["text", "structured_output", "tool_calling"]}')),
      [],
    );
  });

  it('[2-CapabilityType][2-R5.4] accepts Custom types in either list', () => {
    assert.deepEqual(marks(withCapabilities('{"input": ["text", "smell", "tool_result_media"], "output": ["text", "robotics"]}')), []);
  });

  it('[2-R1.5][2-R5.3] means text by missing capabilities and by a missing side', () => {
    const text =
      '{"services": [{"id": "a"}, {"id": "b", "capabilities": {"input": ["text", "vision"]}}, {"id": "c", "capabilities": {"output": ["text", "tool_calling"]}}]}';
    const { entries, problems } = validateServices(text);
    assert.deepEqual(problems, []);
    assert.deepEqual(
      entries.map(({ capabilities }) => capabilities),
      [
        { input: ['text'], output: ['text'] },
        { input: ['text', 'vision'], output: ['text'] },
        { input: ['text'], output: ['text', 'tool_calling'] },
      ],
    );
  });

  for (const [capabilities, mark] of [
    ['7', 'capabilities_not_object 7'],
    ['null', 'capabilities_not_object null'],
    ['["vision"]', 'capabilities_not_object ["vision"]'],
    ['{}', 'capabilities_without_lists {'],
    ['{"input": "vision"}', 'capability_list_not_array "vision"'],
    ['{"input": null}', 'capability_list_not_array null'],
    ['{"output": {"text": true}}', 'capability_list_not_array {'],
    ['{"input": ["text", 5]}', 'capability_not_string 5'],
    ['{"input": ["text", ""]}', 'capability_empty ""'],
    ['{"input": ["text", " \\t"]}', 'capability_empty " \\t"'],
  ] as const) {
    it(`[2-ERR-1][2-R1.4] reports capabilities ${capabilities} and takes the service as text only`, () => {
      const text = withCapabilities(capabilities);
      const problem = only(text);
      assert.equal(
        `${problem.code} ${text.slice(problem.range?.offset, (problem.range?.offset ?? 0) + (problem.range?.length ?? 0))}`,
        mark,
      );
      assert.equal(problem.severity, 'warning');
      assert.equal(problem.service, 'a');
      assert.deepEqual(problem.path.slice(0, 3), ['services', 0, 'capabilities']);
      const [entry] = validateServices(text).entries;
      assert.deepEqual(entry?.capabilities, { input: ['text'], output: ['text'] });
      assert.equal(entry?.origin, 'invalid');
      assert.deepEqual(entry?.config, { id: 'a' });
    });
  }

  for (const [service, mark] of [
    ['5', 'service_not_object 5'],
    ['null', 'service_not_object null'],
    ['{"name": "n"}', 'id_missing {'],
    ['{"id": ""}', 'id_empty ""'],
    ['{"id": "  "}', 'id_empty "  "'],
    ['{"id": 5}', 'id_not_string 5'],
    ['{"id": null}', 'id_not_string null'],
  ] as const) {
    it(`leaves out the service ${service} as an error and keeps the others`, () => {
      const text = `{"services": [{"id": "a"}, ${service}, {"id": "b"}]}`;
      assert.deepEqual(marks(text), [mark]);
      assert.equal(only(text).severity, 'error');
      assert.equal(only(text).index, 1);
      assert.deepEqual(
        validateServices(text).services.map(({ id }) => id),
        ['a', 'b'],
      );
    });
  }

  for (const name of ['""', '"  "', '"\\t\\n"']) {
    it(`reports the empty name ${name} and goes by the id`, () => {
      const text = `{"services": [{"id": "a", "name": ${name}}]}`;
      assert.deepEqual(marks(text), [`name_empty ${name}`]);
      assert.equal(only(text).severity, 'warning');
      const [entry] = validateServices(text).entries;
      assert.deepEqual([entry?.name, entry?.config], [undefined, { id: 'a' }]);
    });
  }

  it('lets the first of two services with the same id win and points at both', () => {
    const text = '{"services": [{"id": "a", "model": "one"}, {"id": "a", "model": "two"}]}';
    const problem = only(text);
    assert.deepEqual([problem.code, problem.severity, problem.params], ['id_duplicate', 'error', { id: 'a', first: 1 }]);
    assert.equal(problem.range?.offset, text.lastIndexOf('"a"'));
    assert.equal(problem.related?.offset, text.indexOf('"a"'));
    assert.deepEqual(validateServices(text).services, [{ id: 'a', model: 'one' }]);
  });

  it('warns of a capability on the side where it has no effect', () => {
    const text = withCapabilities('{"input": ["text", "structured_output"], "output": ["text", "vision"]}');
    assert.deepEqual(marks(text), ['capability_wrong_direction "structured_output"', 'capability_wrong_direction "vision"']);
    assert.deepEqual(validateServices(text).problems[0]?.params, { capability: 'structured_output', list: 'input', other: 'output' });
  });

  it('warns of a capability listed twice', () => {
    assert.deepEqual(marks(withCapabilities('{"input": ["text", "x", "x"]}')), ['capability_duplicate "x"']);
  });

  it('suggests the standard type that was probably meant', () => {
    const suggestions = ['visoin', 'Vision', 'images', 'tool-calling', 'structured output'].map((word) => {
      const list = /vis|ima/i.test(word) ? 'input' : 'output';
      const { code, params } = only(withCapabilities(`{"${list}": ["text", "${word}"]}`));
      return `${code} ${String(params['suggestion'])}`;
    });
    assert.deepEqual(
      suggestions,
      ['vision', 'vision', 'vision', 'tool_calling', 'structured_output'].map((word) => `capability_misspelt ${word}`),
    );
  });

  it("points out names of fields that are nearly one the service lacks, each once, and no name of people's own", () => {
    const suggestions = (fields: string): string[] =>
      validateServices(withFields(fields)).problems.map(
        ({ code, severity, params }) => `${code} ${severity} ${String(params['name'])}: ${String(params['suggestion'])}`,
      );
    assert.deepEqual(
      suggestions('"modle": "m", "baseUrl": "http://a.example", "api_key": "k", "API": "openai-chat", "Name": "n", "capabilites": {}'),
      ['modle: model', 'baseUrl: baseURL', 'api_key: apiKey', 'API: api', 'Name: name', 'capabilites: capabilities'].map(
        (each) => `field_misspelt warning ${each}`,
      ),
    );
    assert.deepEqual(suggestions('"modle": "m", "models": ["m"]'), ['field_misspelt warning modle: model']);
    // a field that is there; names of three letters; what is nothing like a field
    assert.deepEqual(
      suggestions('"model": "m", "modle": "n", "app": "x", "ip": "y", "temperature": 1, "headers": {}, "timeout": 9, "__proto__": {}'),
      [],
    );
  });

  it('takes for a field the name that is nearest to it, wherever it stands, and no word that is another', () => {
    const suggestions = (fields: string): string[] =>
      validateServices(withFields(fields)).problems.map(
        ({ code, params }) => `${code} ${String(params['name'])}: ${String(params['suggestion'])}`,
      );
    assert.deepEqual(suggestions('"mode": "chat", "modle": "m"'), ['field_misspelt modle: model']);
    assert.deepEqual(suggestions('"names": [], "nmae": "n"'), ['field_misspelt nmae: name']);
    assert.deepEqual(suggestions('"minTokens": 1, "maxTokns": 2'), ['field_misspelt maxTokns: maxTokens']);
    assert.deepEqual(suggestions('"Model": "m", "MODEL": "n"'), ['field_misspelt Model: model', 'field_misspelt MODEL: model']);
    assert.deepEqual(suggestions('"capabilitys": {}, "discriptoin": ""'), [
      'field_misspelt capabilitys: capabilities',
      'field_misspelt discriptoin: description',
    ]);
    assert.deepEqual(suggestions('"apiKey2": "", "baseURL_2": "", "maxTokens2": 1, "model2": "", "name2": ""'), []);
    assert.deepEqual(suggestions('"description_zh": "", "description_en": "", "minTokens": 1, "game": "", "same": ""'), []);
  });

  it('looks for slips among the first hundred names of a service', () => {
    const own = (count: number): string => Array.from({ length: count }, (_, index) => `"own_${String(index)}": 1`).join(', ');
    const count = (names: number): number => validateServices(withFields(`${own(names)}, "modle": "m"`)).problems.length;
    assert.deepEqual([count(99), count(100)], [1, 0]);
  });

  it('looks at no more names of a service of thousands than it compares', () => {
    const service = parseTree(
      JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`own_${String(index)}`, 1]))),
    );
    assert.ok(service);
    let looks = 0;
    for (const property of service.children ?? []) {
      const { children } = property;
      Object.defineProperty(property, 'children', { get: () => (looks++, children) });
    }
    assert.deepEqual(fieldSlips(service), []);
    assert.equal(looks, 100);
  });

  it('points out lists under another name, with the likely one', () => {
    const { code, params } = only(withCapabilities('{"inputs": ["vision"], "output": ["text"]}'));
    assert.deepEqual([code, params], ['capabilities_unknown_key', { name: 'inputs', suggestion: 'input' }]);
  });

  it('points out inputs without text as information', () => {
    const problem = only(withCapabilities('{"input": ["audio"]}'));
    assert.deepEqual([problem.code, problem.severity], ['text_input_missing', 'information']);
  });

  it('points out, once each, what tags promise and the capabilities do not have, but not tags that deny it', () => {
    assert.deepEqual(marks(withFields('"capabilityTags": ["视觉理解", "图像分析", "无视觉", "no vision", "编程"]')), [
      'tag_without_capability "视觉理解"',
    ]);
    assert.deepEqual(marks(withFields('"capabilityTags": ["视觉理解"], "capabilities": {"input": ["text", "vision"]}')), []);
  });

  it('ignores a price with a number that is none, or below 0, as a whole', () => {
    const text = withFields('"price": {"input": 3, "cached": -0.3, "output": "15"}');
    assert.deepEqual(marks(text), ['price_invalid -0.3', 'price_invalid "15"']);
    assert.deepEqual(validateServices(text).services, [{ id: 'a' }]);
    assert.deepEqual(validateServices(withFields('"price": {"input": 0, "output": 15}')).services, [
      { id: 'a', price: { input: 0, output: 15 } },
    ]);
  });

  it('ignores a field of a wrong type, says so, and keeps the service with the rest', () => {
    const text = withFields(
      '"name": 5, "capabilityTags": ["x", 1], "maxTokens": 0, "description": "d", "baseURL": "ftp://x", "temperature": 0.5',
    );
    assert.deepEqual(marks(text), ['wrong_type 5', 'wrong_type 1', 'max_tokens_invalid 0', 'base_url_invalid "ftp://x"']);
    assert.deepEqual(validateServices(text).services, [{ id: 'a', description: 'd', baseURL: 'ftp://x', temperature: 0.5 }]);
  });

  it('reads the API of a service, and ignores a word that is none, with what was probably meant', () => {
    assert.deepEqual(validateServices(withFields('"api": "gemini-2"')).services, [{ id: 'a', api: 'gemini-2' }]);
    for (const [word, suggestion] of [
      ['antropic', 'anthropic'],
      ['OpenAI_Chat', 'openai-chat'],
      ['claude', 'anthropic'],
      ['claud', 'anthropic'],
      ['responses', 'openai-responses'],
      ['grpc-bridge', undefined],
    ] as const) {
      const text = withFields(`"api": "${word}"`);
      const { code, severity, params } = only(text);
      assert.deepEqual([code, severity, params['suggestion']], ['api_unknown', 'warning', suggestion]);
      assert.deepEqual(marks(text), [`api_unknown "${word}"`]);
      assert.deepEqual(validateServices(text).services, [{ id: 'a' }], 'the service loads without it');
    }
    assert.deepEqual(marks(withFields('"api": 5')), ['wrong_type 5']);
    assert.deepEqual(marks(withFields('"api": null')), []);
  });

  it('does not repeat what stands in the place of an API: it may be a key', () => {
    assert.ok(!JSON.stringify(only(withFields('"api": "sk-secret"'))).includes('secret'));
  });

  it('takes null for "not given", as programs write it', () => {
    const text = withFields('"apiKey": null, "description": null, "maxTokens": null');
    assert.deepEqual(marks(text), []);
    assert.deepEqual(validateServices(text).services, [{ id: 'a' }]);
  });

  it('tolerates a byte order mark, CRLF, comments and trailing commas, with positions in the text as it is', () => {
    const text =
      '\ufeff// models\r\n{\r\n  "services": [\r\n    /* one */ {"id": "a", "capabilities": {"input": ["visoin", "text",]},},\r\n  ],\r\n}\r\n';
    const problem = only(text);
    assert.equal(text.slice(problem.range?.offset, (problem.range?.offset ?? 0) + (problem.range?.length ?? 0)), '"visoin"');
  });

  it('counts the last of repeated names, as JSON.parse does, and warns', () => {
    const text = '{"services": [{"id": "a", "id": "b", "capabilities": {"input": ["text"], "input": ["text", "vision"]}}]}';
    assert.deepEqual(marks(text), ['duplicate_key "id"', 'duplicate_key "input"']);
    assert.deepEqual(validateServices(text).services, (JSON.parse(text) as { services: unknown[] }).services);
  });

  for (const [text, mark] of [
    ['', 'syntax_error '],
    ['{"services": [', 'syntax_error '],
    ['{"services": []} x', 'syntax_error x'],
    ['[]', 'root_not_object ['],
    ['7', 'root_not_object 7'],
    ['{}', 'services_missing {'],
    ['{"services": {}}', 'services_not_array "services"'],
  ] as const) {
    it(`finds ${JSON.stringify(text)} unusable and says why`, () => {
      assert.equal(marks(text)[0], mark);
      assert.equal(validateServices(text).usable, false);
      assert.ok(validateServices(text).problems.every(({ severity }) => severity === 'error'));
    });
  }

  it('says what has no effect at the top, and what was probably meant', () => {
    const text = '{"Service": [], "x": 1}';
    assert.deepEqual(
      validateServices(text).problems.map(({ code, params }) => [code, params]),
      [
        ['services_missing', {}],
        ['unknown_property', { name: 'Service', suggestion: 'services' }],
        ['unknown_property', { name: 'x' }],
      ],
    );
  });

  it('refuses endless nesting and endless texts instead of failing on them', () => {
    assert.deepEqual(
      validateServices('['.repeat(1_000_000)).problems.map(({ code }) => code),
      ['too_deep'],
    );
    assert.deepEqual(
      validateServices(`${'['.repeat(MAX_JSON_DEPTH)}${']'.repeat(MAX_JSON_DEPTH)}`).problems.map(({ code }) => code),
      ['root_not_object'],
    );
    assert.deepEqual(
      validateServices(' '.repeat(MAX_CONFIG_LENGTH + 1)).problems.map(({ code }) => code),
      ['too_large'],
    );
  });

  it('refuses more services than anybody has, and takes as many as the limit', () => {
    const services = Array.from({ length: MAX_SERVICES }, (_, id) => ({ id: `${id}` }));
    assert.equal(validateServices(JSON.stringify({ services })).services.length, MAX_SERVICES);
    const { usable, problems } = validateServices(JSON.stringify({ services: [...services, { id: 'one more' }] }));
    assert.deepEqual(
      [usable, problems.map(({ code, params }) => [code, params])],
      [false, [['too_many_services', { limit: MAX_SERVICES }]]],
    );
  });

  it('is not misled by a member named __proto__', () => {
    const { services } = validateServices('{"services": [{"id": "a", "__proto__": {"capabilities": {"input": ["vision"]}}}]}');
    assert.equal(services[0]?.capabilities, undefined);
    assert.equal(Object.getPrototypeOf(services[0]), Object.prototype);
  });

  it('describes every problem in a sentence with all its parameters filled, and never quotes a key', () => {
    const text = `{"services": [5, {"id": 1}, {"id": "a", "apiKey": "sk-secret-1", "name": 5, "capabilities": {"input": ["visoin", 3]}}, {"id": "a", "apiKey": ["sk-secret-2"]}, {"id": "b", "capabilities": {"inputs": [], "input": ["tool_calling", "tool_calling"]}}], "y": 1}`;
    const { problems } = validateServices(text);
    assert.ok(problems.length > 8);
    for (const problem of problems) {
      assert.match(problem.message, /^[^{}]+[.?]$/);
      assert.ok(!JSON.stringify(problem).includes('secret'));
      assert.ok(PROBLEM_CODES.includes(problem.code));
    }
  });

  it('lets no name forge a line or a direction in a sentence', () => {
    const { message } = only('{"services": [{"id": "a\\n[error] x\\u202e"}, {"id": "a\\n[error] x\\u202e"}]}');
    assert.doesNotMatch(message, /[\n\u202e]/);
  });
});
