import assert from 'node:assert/strict';
import { applyEdits } from '../../../src/core/json/edit.ts';
import { importServices } from '../../../src/core/models/exchange/exchange-services.ts';
import { mergeServices, type MergedService, type TakenAction } from '../../../src/core/models/exchange/merge-services.ts';
import type { LlmServiceConfig } from '../../../src/core/models/schema.ts';
import { validateServices } from '../../../src/core/models/validate.ts';

/** Each as if its source said that it has what is declared, and nothing else. */
const chosen = (services: readonly LlmServiceConfig[], ifTaken: TakenAction): MergedService[] =>
  services.map((service) => {
    const says = (['input', 'output'] as const).flatMap((list) =>
      (service.capabilities?.[list] ?? []).map((type) => ({ list, type, isDeclared: true })),
    );
    return { service, ifTaken, says };
  });

function merged(text: string, services: readonly LlmServiceConfig[], ifTaken: TakenAction): string {
  const outcome = mergeServices(text, chosen(services, ifTaken));
  assert.ok(outcome.ok);
  return applyEdits(text, outcome.edits);
}

const OURS = `\ufeff{
  "services": [
    { "id": "a", "model": "old", "apiKey": "\${KEY}", "own": 1 }, // first
    {
      "id": "b", // second
      "capabilities": { "input": ["text", "vision", "file"] }
    }
  ]
}
`;

describe('services merged into a configuration', () => {
  it('[E-3] keeps the address that is there where the imported one is the same without its secrets', () => {
    const key = 'sk-q7Zt2LmX9vBc4RkW8sYd1NfH';
    for (const [there, imported] of [
      [`https://gateway.example.com/${key}/v1`, 'https://gateway.example.com/•••/v1'],
      [`https://gateway.example.com/v1?key=${key}`, 'https://gateway.example.com/v1'],
      [`https://user:${key}@gateway.example.com/v1`, 'https://gateway.example.com/v1'],
    ] as const) {
      const text = JSON.stringify({ services: [{ id: 'a', model: 'old', baseURL: there, api: 'anthropic' }] });
      assert.equal(merged(text, [{ id: 'a', model: 'new', baseURL: imported }], 'replace'), text.replace('"old"', '"new"'));
      const other = merged(text, [{ id: 'a', model: 'new', baseURL: 'https://gateway.example.com/v2' }], 'replace');
      assert.ok(other.includes('"https://gateway.example.com/v2"') && !other.includes(key), other);
    }
  });

  it('changes of those that are there only what the import says, and adds the others behind them', () => {
    const services = [
      { id: 'b', model: 'new', capabilities: { output: ['text', 'tool_calling'] } },
      { id: 'c', model: 'third' },
      { id: 'a', model: 'new', baseURL: 'https://x.example/v1', capabilities: { input: ['text', 'audio'] } },
    ];
    assert.equal(
      merged(OURS, services, 'replace'),
      OURS.replace('"model": "old",', '"model": "new", "baseURL": "https://x.example/v1",')
        .replace('"own": 1 }', '"own": 1, "capabilities": { "input": ["text", "audio"], "output": ["text"] } }')
        .replace('"file"] }\n', '"file"], "output": ["text", "tool_calling"] },\n      "model": "new"\n')
        .replace('    }\n  ]', '    },\n    {\n      "id": "c",\n      "model": "third"\n    }\n  ]'),
    );
  });

  for (const [format, source, input, output] of [
    [
      'vscode',
      '[{"vendor": "customendpoint", "models": [{"id": "a", "vision": false, "toolCalling": true}]}]',
      ['text', 'audio', 'file', 'smell'],
      ['text', 'video', 'hologram', 'tool_calling'],
    ],
    [
      'vscode',
      '[{"vendor": "customendpoint", "models": [{"id": "a", "toolCalling": false}]}]',
      ['text', 'vision', 'audio', 'file', 'smell'],
      ['text', 'video', 'hologram'],
    ],
    [
      'litellm',
      '{"model_list": [{"model_name": "a", "litellm_params": {"model": "openai/a"}, "model_info": {"supports_pdf_input": false, "supports_audio_input": true}}]}',
      ['text', 'vision', 'audio', 'smell'],
      ['text', 'video', 'hologram'],
    ],
    [
      'continue',
      '{"models": [{"name": "a", "model": "a", "capabilities": ["image_input"]}]}',
      ['text', 'vision', 'audio', 'file', 'smell'],
      ['text', 'video', 'hologram'],
    ],
    [
      'opencode',
      '{"provider": {"p": {"models": {"a": {"modalities": {"input": ["text", "image", "pdf"]}}}}}}',
      ['text', 'vision', 'file', 'smell'],
      ['text', 'video', 'hologram'],
    ],
    [
      'openrouter',
      '{"data": [{"id": "a", "architecture": {"output_modalities": ["text"]}, "supported_parameters": ["structured_outputs"]}]}',
      ['text', 'vision', 'audio', 'file', 'smell'],
      ['text', 'hologram', 'structured_output'],
    ],
  ] as const) {
    it(`changes only the capabilities of which ${format} says something: ${source}`, async () => {
      const text =
        '{ "services": [{ "id": "a", "capabilities": { "input": ["text", "vision", /* ears */ "audio", "file", "smell"], "output": ["text", "video", "hologram"], "own": 1 } }] }';
      const outcome = await importServices(source, { format });
      assert.ok(outcome.ok);
      const merging = mergeServices(
        text,
        outcome.services.map((service) => ({ service, says: outcome.says.get(service.id) ?? [], ifTaken: 'replace' })),
      );
      assert.ok(merging.ok && merging.edits.length === 1);
      const after = applyEdits(text, merging.edits);
      assert.deepEqual(validateServices(after).entries[0]?.capabilities, { input, output }, after);
      assert.ok(after.includes('/* ears */') && after.includes('"own": 1'), after);
    });
  }

  it('leaves invalid capabilities as they are but for what the import says', () => {
    const text = '{ "services": [{ "id": "a", "capabilities": { "input": [5, "text", "visoin"], "output": "text" } }] }';
    const service = { id: 'a' };
    const outcome = mergeServices(text, [{ service, ifTaken: 'replace', says: [{ list: 'input', type: 'vision', isDeclared: true }] }]);
    assert.ok(outcome.ok);
    assert.equal(applyEdits(text, outcome.edits), text.replace('"visoin"]', '"visoin", "vision"]'));
  });

  it('adds one whose id is taken under the first that is free', () => {
    assert.deepEqual(
      validateServices(merged(OURS, [{ id: 'a' }, { id: 'a-2' }, { id: 'a' }], 'rename')).services.map(({ id }) => id),
      ['a', 'b', 'a-2', 'a-2-2', 'a-3'],
    );
  });

  it('is refused by a text that is no configuration, and makes one of a blank one', () => {
    assert.deepEqual(mergeServices('{ "services": [', []), { ok: false, reason: 'unusable_text' });
    assert.deepEqual(validateServices(merged(' ', [{ id: 'a' }], 'replace')).services, [{ id: 'a' }]);
  });

  it('brings the reference to a key where none is, with the address it is for', () => {
    const imported = { id: 'b', model: 'new', apiKey: '${THEIRS}' };
    const addressed = { ...imported, baseURL: 'https://x.example/v1' };
    assert.match(merged(OURS, [addressed], 'replace'), /"apiKey": "\$\{THEIRS\}"/);
    assert.doesNotMatch(merged(OURS, [imported], 'replace'), /THEIRS/, 'not for an address nobody says it is for');
    assert.doesNotMatch(merged(OURS, [{ ...addressed, id: 'a' }], 'replace'), /THEIRS/, 'one that is there stays');
    const gateway = '{"services": [{"id": "b", "baseURL": "https://gateway.example/v1"}]}';
    const outcome = mergeServices(
      gateway,
      chosen([addressed], 'replace').map((each) => ({ ...each, isAddressAssumed: true })),
    );
    assert.deepEqual(outcome.ok && outcome.edits, [], 'not where the address is only assumed');
  });

  it('tells where a key goes that stays beside another address', () => {
    const text = JSON.stringify({
      services: [
        { id: 'same', apiKey: '${KEY}', baseURL: 'https://api.example.com/v1' },
        { id: 'moved', apiKey: '${KEY}', baseURL: 'https://api.example.com/v1' },
        { id: 'none', apiKey: ' ', baseURL: 'https://api.example.com/v1' },
        { id: 'first', apiKey: '${KEY}' },
      ],
    });
    const [same, moved, none, first] = [
      'https://API.example.com/v2',
      'https://u:p@evil.example:8443/v1',
      'https://evil.example/v1',
      'https://evil.example',
    ];
    const services = [
      { id: 'first', baseURL: first, name: 'F' },
      { id: 'same', baseURL: same, name: 'longer' },
      { id: 'moved', baseURL: moved },
      { id: 'none', baseURL: none },
    ];
    const outcome = mergeServices(text, chosen(services, 'replace'));
    assert.ok(outcome.ok);
    const after = applyEdits(text, outcome.edits);
    assert.deepEqual(
      outcome.updated.map(({ id, offset, keyMovesTo }) => [id, offset, keyMovesTo]),
      [
        ['same', after.indexOf('{"id":"same"'), undefined],
        ['moved', after.indexOf('{"id":"moved"'), 'evil.example:8443'],
        ['none', after.indexOf('{"id":"none"'), undefined],
        ['first', after.indexOf('{"id":"first"'), 'evil.example'],
      ],
    );
  });

  it('fills in what is known of a model only where nothing is declared', () => {
    const known = { input: ['text', 'vision'], output: ['text'] };
    const text = JSON.stringify({
      services: [
        { id: 'a', model: 'm' },
        { id: 'b', capabilities: { output: ['text', 'audio'] } },
      ],
    });
    const services = ['a', 'b', 'c'].map((id): MergedService => ({ service: { id }, says: [], ifTaken: 'replace', known }));
    const outcome = mergeServices(text, services);
    assert.ok(outcome.ok);
    const after = validateServices(applyEdits(text, outcome.edits)).services;
    assert.deepEqual(
      after.map(({ capabilities }) => capabilities),
      [known, { output: ['text', 'audio'] }, known],
    );
    assert.deepEqual(
      outcome.updated.map(({ id, isFilledIn }) => [id, isFilledIn]),
      [
        ['a', true],
        ['b', false],
      ],
    );
  });

  it('never mixes an address that is only assumed with one that is there', () => {
    const official = { baseURL: 'https://api.openai.com/v1', api: 'openai-responses', model: 'gpt-5' } as const;
    const mergedInto = (there: object): unknown => {
      const text = JSON.stringify({ services: [{ id: 'a', ...there }] });
      const outcome = mergeServices(text, [
        { service: { id: 'a', name: 'A', ...official }, says: [], ifTaken: 'replace', isAddressAssumed: true },
      ]);
      assert.ok(outcome.ok);
      const { id: _, ...after } = validateServices(applyEdits(text, outcome.edits)).services[0] ?? { id: '' };
      return [outcome.updated[0]?.isElsewhere, after];
    };
    assert.deepEqual(mergedInto({ model: 'old' }), [false, { name: 'A', ...official }]);
    assert.deepEqual(mergedInto({ model: 'old', baseURL: ' ' }), [false, { name: 'A', ...official }]);
    assert.deepEqual(mergedInto({ model: 'old', baseURL: 'https://api.openai.com/v1/' }), [
      false,
      { name: 'A', ...official, baseURL: 'https://api.openai.com/v1/' },
    ]);
    assert.deepEqual(mergedInto({ model: 'old', baseURL: 'https://API.openai.com/other' }), [
      false,
      { name: 'A', baseURL: 'https://API.openai.com/other', model: 'gpt-5' },
    ]);
    for (const baseURL of ['https://openrouter.ai/api/v1', '${BASE_URL}'])
      assert.deepEqual(mergedInto({ model: 'openai/gpt-4o', baseURL }), [true, { model: 'openai/gpt-4o', baseURL }]);
  });

  it('takes the official address of an API that is declared for one that is there', () => {
    const mergedInto = (
      there: object,
      { baseURL = 'https://api.groq.com/openai/v1', ...said }: Partial<LlmServiceConfig> = {},
    ): unknown => {
      const text = JSON.stringify({ services: [{ id: 'a', apiKey: '${KEY}', ...there }] });
      const outcome = mergeServices(text, [
        { service: { id: 'a', model: 'new', baseURL, ...said }, says: [], ifTaken: 'replace', isAddressAssumed: true },
      ]);
      assert.ok(outcome.ok);
      const { id: _, apiKey: __, ...after } = validateServices(applyEdits(text, outcome.edits)).services[0] ?? { id: '' };
      return [outcome.updated.map((each) => [each.isElsewhere, each.keyMovesTo])[0], after];
    };
    for (const api of ['anthropic', 'openai-chat', 'openai-responses', 'gemini', 'gemini-2', 'ollama'])
      assert.deepEqual(mergedInto({ model: 'old', api }), [[true, undefined], { model: 'old', api }]);
    const openai = 'https://api.openai.com/v1';
    assert.deepEqual(mergedInto({ model: 'old', api: 'openai-responses' }, { baseURL: openai }), [
      [false, undefined],
      { model: 'new', baseURL: openai, api: 'openai-responses' },
    ]);
    assert.deepEqual(mergedInto({ api: 'anthropic' }, { baseURL: 'https://api.anthropic.com/v1', api: 'anthropic' }), [
      [false, undefined],
      { model: 'new', baseURL: 'https://api.anthropic.com/v1', api: 'anthropic' },
    ]);
    // of no provider of its own, and no API
    for (const api of ['openai-compatible', 'unknown'])
      assert.deepEqual(mergedInto({ api }), [[false, 'api.groq.com'], { model: 'new', baseURL: 'https://api.groq.com/openai/v1' }]);
  });

  it('never leaves the API of one address beside another', () => {
    const mergedInto = (there: object, service: Partial<LlmServiceConfig>, isAddressAssumed = false): unknown => {
      const text = JSON.stringify({ services: [{ id: 'a', ...there }] });
      const outcome = mergeServices(text, [{ service: { id: 'a', ...service }, says: [], ifTaken: 'replace', isAddressAssumed }]);
      assert.ok(outcome.ok);
      const { id: _, ...after } = validateServices(applyEdits(text, outcome.edits)).services[0] ?? { id: '' };
      return after;
    };
    const there = { model: 'old', baseURL: 'https://api.anthropic.com/v1', api: 'anthropic' };
    const moved = { model: 'new', baseURL: 'https://api.openai.com/v1' };
    assert.deepEqual(mergedInto(there, moved), moved);
    assert.deepEqual(mergedInto({ model: 'old', api: 'anthropic' }, moved), moved);
    assert.deepEqual(mergedInto(there, { ...moved, api: 'openai-responses' }), { ...moved, api: 'openai-responses' });
    assert.deepEqual(
      mergedInto({ ...there, baseURL: 'https://gateway.example/v1' }, { model: 'new', baseURL: 'https://GATEWAY.example/v1/' }),
      { model: 'new', baseURL: 'https://GATEWAY.example/v1/', api: 'anthropic' },
    );
    assert.deepEqual(mergedInto(there, { model: 'new' }), { ...there, model: 'new' });
    const text = '{ "services": [{ "id": "a", "api": "anthropic", // theirs\n "own": 1, "api": "ollama" }] }';
    assert.equal(
      merged(text, [{ id: 'a', baseURL: 'https://gateway.example/v1' }], 'replace'),
      '{ "services": [{ "id": "a", // theirs\n "own": 1,\n "baseURL": "https://gateway.example/v1" }] }',
    );
  });

  it('lets another model of Google say which of its formats is meant, at the address that is there', () => {
    const after = (there: object, model: string, api: 'gemini' | 'gemini-2'): unknown => {
      const text = JSON.stringify({ services: [{ id: 'a', baseURL: 'https://generativelanguage.googleapis.com/v1', ...there }] });
      const service = { id: 'a', baseURL: 'https://generativelanguage.googleapis.com/v1beta', api, model };
      const outcome = mergeServices(text, [{ service, says: [], ifTaken: 'replace', isAddressAssumed: true }]);
      assert.ok(outcome.ok);
      return validateServices(applyEdits(text, outcome.edits)).services[0]?.['api'];
    };
    assert.equal(after({ model: 'gemini-3-pro', api: 'gemini' }, 'gemini-2.0-flash', 'gemini-2'), 'gemini-2');
    assert.equal(after({ model: 'gemini-2.0-flash', api: 'gemini-2' }, 'gemini-3-pro', 'gemini'), 'gemini');
    assert.equal(after({ model: 'gemini-2.0-flash', api: 'gemini-2' }, 'gemini-flash-latest', 'gemini'), 'gemini');
    // a person said otherwise of this very model
    assert.equal(after({ model: 'gemini-2.0-flash', api: 'gemini' }, 'gemini-2.0-flash', 'gemini-2'), 'gemini');
    for (const there of [{ model: 'gemini-3-pro' }, { model: 'gemini-3-pro', api: 'openai-compatible' }])
      assert.equal(after(there, 'gemini-2.0-flash', 'gemini-2'), (there as { api?: string }).api);
  });
});
