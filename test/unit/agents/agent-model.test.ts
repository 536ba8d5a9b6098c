import assert from 'node:assert/strict';
import { AgentRegistry } from '../../../src/core/agents/agents.ts';
import { placeInOrganisation } from '../../../src/core/agents/organisation.ts';
import { LlmServiceRegistry } from '../../../src/core/models/registry.ts';
import { MemoryFiles } from '../models/memory-files.ts';

const SERVICES = [
  { id: 'seer', name: 'Seer', model: 'm2', baseURL: 'http://a/v1/', capabilities: { input: ['text', 'vision'] } },
  { id: 'plain', capabilities: { input: ['text'] } },
  { id: 'silent' },
  { id: 'invalid', capabilities: { input: 'vision' } },
  { id: 'misspelt', capabilities: { input: ['text', 'visoin'] } },
  { id: 'turned', capabilities: { output: ['text', 'vision'] } },
  { id: 'tagged', capabilityTags: ['视觉理解'] },
  { id: 'wordy', capabilities: { inputs: ['text', 'vision'], output: ['text'] } },
  { id: 'unnamed', capabilites: { input: ['text', 'vision'] } },
  // mistakes that hide nothing the model could read
  { id: 'outputs', capabilities: { input: ['text'], output: ['text', 'tool_caling'] } },
  { id: 'both', capabilities: { input: ['text', 'vision', 'audoi'] } },
];

async function registryOf({
  services = JSON.stringify({ services: SERVICES }),
  llm,
  role = null,
  roleId = 'r',
}: { services?: string; llm?: unknown; role?: string | null; roleId?: string } = {}) {
  const organisation = { roles: [{ id: 'r', name: 'role', llmServiceId: role }], agents: [{ id: 'a', roleId, parentAgentId: 'root' }] };
  const memory = new MemoryFiles({
    's/org.json': JSON.stringify(organisation),
    ...(llm === undefined ? {} : { 'c/app.json': JSON.stringify({ llm }) }),
  });
  const serviceRegistry = new LlmServiceRegistry({ fs: memory.fileSystem, configDir: 'c' });
  serviceRegistry.loadText(services);
  const registry = new AgentRegistry({ fs: memory.fileSystem, runtimeDir: 's', serviceRegistry });
  await registry.load();
  return { registry, serviceRegistry };
}

async function modelOf(options: Parameters<typeof registryOf>[0]) {
  const model = (await registryOf(options)).registry.getModelForAgent('a');
  assert.ok(model);
  return model;
}

const codes = ({ problems }: { problems: readonly { code: string }[] }): string[] => problems.map(({ code }) => code);

describe('the model of an agent', () => {
  it('is the service of its role, with its capabilities and its place in the file', async () => {
    const { service, entry, capabilities, problems, configuredServiceId } = await modelOf({ role: 'seer' });
    assert.deepEqual([service?.id, entry?.index, configuredServiceId], ['seer', 0, 'seer']);
    assert.deepEqual(capabilities, { input: ['text', 'vision'], output: ['text'] });
    assert.deepEqual(problems, []);
  });

  it('is text only, and says so, when the role names a service that is not configured', async () => {
    const model = await modelOf({ role: 'ghost' });
    assert.deepEqual(model.problems, [{ code: 'service_missing', params: { service: 'ghost' } }]);
    assert.deepEqual([model.service, model.capabilities.input], [undefined, ['text']]);
  });

  it('tells a service that is missing from a configuration that cannot be used', async () => {
    assert.deepEqual(codes(await modelOf({ role: 'seer', services: '{"services": [' })), ['services_unusable']);
    assert.deepEqual(codes(await modelOf({ role: 'seer', services: '{"services": []}' })), ['service_missing']);
  });

  for (const [role, expected] of [
    ['plain', []],
    ['silent', []],
    ['outputs', []],
    ['both', []],
    ['invalid', ['capabilities_invalid']],
    ['misspelt', ['capabilities_doubtful']],
    ['turned', ['capabilities_doubtful']],
    ['tagged', ['capabilities_doubtful']],
    ['wordy', ['capabilities_doubtful']],
    ['unnamed', ['capabilities_doubtful']],
  ] as const) {
    it(`of the service "${role}" is ${expected.length === 0 ? 'as meant' : 'text only by accident'}`, async () => {
      const model = await modelOf({ role });
      assert.deepEqual(codes(model), expected);
      assert.equal(model.service?.id, role);
    });
  }

  it('is the default model for a role without a service, with its service when there is one', async () => {
    const known = await modelOf({ llm: { baseURL: 'http://a/v1', model: 'm2' } });
    assert.deepEqual([known.service?.id, known.defaultModel?.model, codes(known)], ['seer', 'm2', []]);
    const unknown = await modelOf({ llm: { baseURL: 'http://b/v1', model: 'm2' } });
    assert.deepEqual(
      [unknown.service, unknown.capabilities.input, unknown.problems],
      [undefined, ['text'], [{ code: 'default_model_unknown', params: { model: 'm2' } }]],
    );
    assert.deepEqual(codes(await modelOf({})), ['default_model_absent']);
  });

  it('takes an empty service id of a role for none', async () => {
    assert.deepEqual(codes(await modelOf({ role: '' })), ['default_model_absent']);
  });

  it('says when the role itself is missing, and goes by the default model', async () => {
    const model = await modelOf({ roleId: 'gone', llm: { baseURL: 'http://a/v1', model: 'm2' } });
    assert.deepEqual([model.problems, model.service?.id], [[{ code: 'role_missing', params: { role: 'gone' } }], 'seer']);
  });

  it('follows the services as they are now, and is the same object while they stay', async () => {
    const { registry, serviceRegistry } = await registryOf({ role: 'seer' });
    const before = registry.getModelForAgent('a');
    assert.equal(registry.getModelForAgent('a'), before);
    serviceRegistry.loadText('{"services": []}');
    assert.deepEqual(
      registry.getModelForAgent('a')?.problems.map(({ code }) => code),
      ['service_missing'],
    );
  });

  it('is null for an agent that is not there', async () => {
    assert.equal((await registryOf()).registry.getModelForAgent('nobody'), null);
  });
});

describe('placeInOrganisation', () => {
  const text = '\ufeff{"roles": [{"id": "a"}, {"name": "x", "id": "b"}, {"id": "a", "name": "again"}], "agents": [{"id": "a"}]}';
  const found = (list: 'roles' | 'agents', id: string): unknown => {
    const place = placeInOrganisation(text, list, id);
    return place && [place.offset, text.slice(place.offset, place.offset + place.length)];
  };

  it('finds the id of a role or an agent, of two the one that counts', () => {
    assert.deepEqual(found('roles', 'b'), [text.indexOf('"b"'), '"b"']);
    assert.deepEqual(found('roles', 'a'), [text.indexOf('"a", "name"'), '"a"']);
    assert.deepEqual(found('agents', 'a'), [text.lastIndexOf('"a"'), '"a"']);
  });

  it('finds nothing where there is nothing', () => {
    assert.deepEqual(
      [
        found('roles', 'c'),
        found('agents', 'b'),
        placeInOrganisation('{"roles": 5}', 'roles', 'a'),
        placeInOrganisation('[', 'roles', 'a'),
      ],
      [undefined, undefined, undefined, undefined],
    );
  });
});
