import assert from 'node:assert/strict';
import path from 'node:path';
import { AgentRegistry } from '../../../src/core/agents/agents.ts';
import { LlmServiceRegistry } from '../../../src/core/models/registry.ts';
import { NodeFileSystem } from '../../../src/platform/node-file-system.ts';
import { registeredCompute } from '../../support/registered-compute.ts';
import { MemoryFiles, type Content } from '../models/memory-files.ts';
import { itWhenThorough } from '../../support/effort.ts';

const SERVICES = JSON.stringify({
  services: [
    { id: 'texter', model: 'm1', baseURL: 'http://a/v1' },
    { id: 'seer', model: 'm2', baseURL: 'http://a/v1', capabilities: { input: ['text', 'vision'], output: ['text', 'tool_calling'] } },
  ],
});

async function agentsOf(organisation: unknown, files: Readonly<Record<string, Content>> = {}) {
  const memory = new MemoryFiles({
    ...(organisation === undefined ? {} : { 's/org.json': typeof organisation === 'string' ? organisation : JSON.stringify(organisation) }),
    ...files,
  });
  const serviceRegistry = new LlmServiceRegistry({ fs: memory.fileSystem, configDir: 'c' });
  serviceRegistry.loadText(SERVICES);
  const registry = new AgentRegistry({ fs: memory.fileSystem, runtimeDir: 's', serviceRegistry });
  await registry.load();
  return { registry, memory, serviceRegistry };
}

const role = (id: string, llmServiceId: string | null, name = id) => ({ id, name, llmServiceId, status: 'active' });
const agent = (id: string, roleId: string, parentAgentId = 'root', status = 'active') => ({ id, roleId, parentAgentId, status });

describe('AgentRegistry', () => {
  it('[2-R4.1][2-R4.2] lists the ids of agents whose model has a capability', async () => {
    const { registry } = await agentsOf({
      roles: [role('r1', 'texter'), role('r2', 'seer')],
      agents: [agent('a1', 'r1'), agent('a2', 'r2'), agent('a3', 'r2', 'a1')],
      terminations: [],
    });
    assert.deepEqual(registry.getAgentsByCapability('vision'), ['a2', 'a3']);
    assert.deepEqual(registry.getAgentsByCapability('tool_calling'), []);
    assert.deepEqual(registry.getAgentsByCapability('tool_calling', 'output'), ['a2', 'a3']);
    assert.deepEqual(registry.getAgentsByCapability('text', 'both'), ['a1', 'a2', 'a3']);
  });

  it('[2-R4.1] reads the organisation of a real runtime', async () => {
    const root = path.join(import.meta.dirname, '../../fixtures/agent-society-root');
    const fs = new NodeFileSystem();
    const serviceRegistry = new LlmServiceRegistry({ fs, configDir: path.join(root, 'config') });
    await serviceRegistry.load();
    const registry = new AgentRegistry({ fs, runtimeDir: path.join(root, 'data/runtime/state'), serviceRegistry });
    assert.equal((await registry.load()).problem, undefined);
    assert.deepEqual(
      registry.getAgents().map(({ roleName }) => roleName),
      ['planner', 'artist', 'analyst', 'drifter', 'artist'],
    );
    assert.equal(registry.getAgentsByCapability('vision').length, 3);
    assert.equal(registry.getAgentsByCapability('audio').length, 1);
    assert.equal(registry.getAgentsByCapability('text').length, 5);
    const [planner, , , drifter] = registry.getAgents();
    assert.equal(registry.getServiceIdForAgent(planner?.id ?? ''), 'text-model');
    assert.equal(registry.getServiceIdForAgent(drifter?.id ?? ''), null);
  });

  it('does not count terminated and deleted agents', async () => {
    const { registry } = await agentsOf({
      roles: [role('r', 'seer')],
      agents: [agent('a', 'r'), agent('b', 'r', 'root', 'terminated'), agent('c', 'r', 'root', 'deleted'), agent('d', 'r')],
      terminations: [{ agentId: 'd' }],
    });
    assert.deepEqual(
      registry.getAgents().map(({ id }) => id),
      ['a'],
    );
    assert.deepEqual(registry.getAgentsByCapability('vision'), ['a']);
    assert.equal(registry.getServiceIdForAgent('d'), null);
  });

  it('names the workspace by the ancestor directly below root, through dead ones, and stands circles', async () => {
    const { registry } = await agentsOf({
      roles: [],
      agents: [
        agent('top', 'r', 'root', 'terminated'),
        agent('mid', 'r', 'top'),
        agent('low', 'r', 'mid'),
        agent('x', 'r', 'y'),
        agent('y', 'r', 'x'),
        agent('lost', 'r', 'nobody'),
        agent('self', 'r', 'self'),
      ],
      terminations: [],
    });
    const workspaces = ['mid', 'low', 'x', 'y', 'lost', 'self', 'unknown'].map((id) => registry.getWorkspaceIdForAgent(id));
    assert.deepEqual(workspaces, ['top', 'top', null, null, null, null, null]);
  });

  it('takes for a role without a service the one with the base URL and model of the default model', async () => {
    const organisation = { roles: [role('r', null)], agents: [agent('a', 'r')] };
    const app = (model: string): string => JSON.stringify({ llm: { baseURL: 'http://a/v1/', model } });
    const known = await agentsOf(organisation, { 'c/app.json': app('m2') });
    assert.equal(known.registry.getServiceIdForAgent('a'), 'seer');
    assert.deepEqual(known.registry.getAgentsByCapability('vision'), ['a']);
    const local = await agentsOf(organisation, { 'c/app.json': app('m2'), 'c/app.local.json': app('other') });
    assert.equal(local.registry.getServiceIdForAgent('a'), null);
    assert.deepEqual(local.registry.getAgentsByCapability('vision'), []);
    assert.deepEqual(local.registry.getAgentsByCapability('text'), ['a']);
  });

  it('follows the services as they are now', async () => {
    const { registry, serviceRegistry } = await agentsOf({ roles: [role('r', 'texter')], agents: [agent('a', 'r')] });
    assert.deepEqual(registry.getAgentsByCapability('vision'), []);
    serviceRegistry.loadText('{"services": [{"id": "texter", "capabilities": {"input": ["text", "vision"]}}]}');
    assert.deepEqual(registry.getAgentsByCapability('vision'), ['a']);
  });

  it('has no agents and no problem without a file', async () => {
    const { registry } = await agentsOf(undefined);
    assert.deepEqual(registry.getAgents(), []);
    assert.deepEqual(registry.state, { source: 's/org.json', isRead: false });
  });

  for (const [what, content, code] of [
    ['is not JSON', '{"roles":', 'metadata_not_json'],
    ['is not an object', '[]', 'metadata_not_json'],
    ['cannot be read', { fails: 'permission_denied' }, 'permission_denied'],
  ] as const) {
    it(`is empty and says why when the file ${what}`, async () => {
      const { registry } = await agentsOf(undefined, { 's/org.json': content });
      assert.deepEqual(registry.getAgents(), []);
      assert.equal(registry.state.problem?.code, code);
    });
  }

  for (const [what, content, code] of [
    ['half written', '{"roles": [{"id": "r", "llmServi', 'metadata_not_json'],
    ['empty', '', 'metadata_not_json'],
    ['not an object', '[]', 'metadata_not_json'],
    ['not to be read', { fails: 'permission_denied' }, 'permission_denied'],
  ] as const) {
    it(`[E-13] keeps the organisation that was read before while the file is ${what}, and says so`, async () => {
      const { registry, memory } = await agentsOf({ roles: [role('r', 'seer')], agents: [agent('a', 'r'), agent('b', 'r', 'a')] });
      memory.files.set('s/org.json', content);
      for (const load of [1, 2]) {
        const { isRead, problem, usingLastGood } = await registry.load();
        assert.deepEqual([isRead, problem?.code, usingLastGood], [false, code, true], `load ${load}`);
        assert.deepEqual(
          [registry.getAgentsByCapability('vision'), registry.getServiceIdForAgent('a'), registry.getWorkspaceIdForAgent('b')],
          [['a', 'b'], 'seer', 'a'],
        );
        assert.deepEqual(registry.serviceUse.roles, [{ name: 'r', serviceId: 'seer' }]);
        assert.deepEqual(
          registry.getHierarchy().belowRoot.map(({ id }) => id),
          ['a'],
        );
      }
      memory.files.set('s/org.json', JSON.stringify({ roles: [], agents: [agent('c', 'r')] }));
      assert.deepEqual(await registry.load(), { source: 's/org.json', isRead: true });
      assert.deepEqual(
        registry.getAgents().map(({ id }) => id),
        ['c'],
      );
      memory.files.delete('s/org.json');
      assert.deepEqual(await registry.load(), { source: 's/org.json', isRead: false });
      assert.deepEqual(registry.getAgents(), []);
    });
  }

  for (const [what, content, code] of [
    ['half written', '{"llm": {"baseURL": "http://a/v1", "mod', 'metadata_not_json'],
    ['empty', '', 'metadata_not_json'],
    ['not an object', '[]', 'metadata_not_json'],
    ['not to be read', { fails: 'permission_denied' }, 'permission_denied'],
  ] as const) {
    it(`[E-13] keeps the default model that was read before while app.json is ${what}, and says so`, async () => {
      const app = JSON.stringify({ llm: { baseURL: 'http://a/v1', model: 'm2' } });
      const { registry, memory } = await agentsOf({ roles: [role('r', null)], agents: [agent('a', 'r')] }, { 'c/app.json': app });
      for (const name of ['app.json', 'app.local.json']) {
        memory.files.set(`c/${name}`, content);
        for (const load of [1, 2]) {
          const { isRead, problem, defaultModelProblem: told } = await registry.load();
          assert.deepEqual(
            [isRead, problem, told?.name, told?.failure.code, told?.usingLastGood],
            [true, undefined, name, code, true],
            `load ${load}`,
          );
          assert.deepEqual([registry.getServiceIdForAgent('a'), registry.getAgentsByCapability('vision')], ['seer', ['a']]);
          assert.equal(registry.serviceUse.defaultModel?.model, 'm2');
        }
        memory.files.set('c/app.json', app);
        memory.files.delete('c/app.local.json');
        assert.deepEqual(await registry.load(), { source: 's/org.json', isRead: true });
      }
      memory.files.delete('c/app.json');
      await registry.load();
      assert.equal(registry.getServiceIdForAgent('a'), null);
      memory.files.set('c/app.json', content);
      const told = (await registry.load()).defaultModelProblem;
      assert.deepEqual([told?.failure.code, told?.usingLastGood], [code, undefined]);
    });
  }

  itWhenThorough('[E-5] has an organisation above 1 MiB parsed in a worker, and takes it over in steps', async () => {
    const organisation = {
      roles: [role('r', 'seer'), { id: 'bad', name: 7 }],
      agents: Array.from({ length: 20_000 }, (_, n) =>
        agent(`a${n}`, n === 3 ? 'bad' : 'r', n % 100 === 0 ? 'root' : `a${n - 1}`, n === 5 ? 'deleted' : 'active'),
      ),
      terminations: [{ agentId: 'a6' }, {}],
    };
    const { registry: direct, memory, serviceRegistry } = await agentsOf(organisation);
    const compute = registeredCompute();
    const registry = new AgentRegistry({ fs: memory.fileSystem, runtimeDir: 's', serviceRegistry, compute });
    await registry.load();
    assert.deepEqual(compute.ran, ['organisation']);
    assert.deepEqual(registry.getAgents(), direct.getAgents());
    assert.equal(registry.getAgents().length, 19_998);
    assert.deepEqual(
      [registry.serviceUse, registry.getAgentsByCapability('vision')],
      [direct.serviceUse, direct.getAgentsByCapability('vision')],
    );
    assert.deepEqual(registry.getHierarchy().belowRoot, direct.getHierarchy().belowRoot);
    memory.files.set('s/org.json', JSON.stringify(organisation).slice(0, -1));
    assert.deepEqual([(await registry.load()).problem?.code, registry.getAgents().length], ['metadata_not_json', 19_998]);
    memory.files.set('s/org.json', JSON.stringify({ roles: [], agents: [] }));
    await registry.load();
    assert.equal(compute.ran.length, 2);
  });

  it('leaves out entries that make no sense and keeps the others', async () => {
    const { registry } = await agentsOf({
      roles: [null, 5, { id: '' }, role('r', 'seer'), { id: 'odd', llmServiceId: 7, name: 7 }],
      agents: [null, 'x', { id: 7 }, agent('a', 'r'), { id: '__proto__', roleId: 'odd' }, { id: 'bare' }],
      terminations: 'none',
    });
    assert.deepEqual(
      registry.getAgents().map(({ id }) => id),
      ['a', '__proto__', 'bare'],
    );
    assert.deepEqual(registry.getAgentsByCapability('vision'), ['a']);
  });

  it('stands an organisation with a very long chain of agents', async () => {
    const agents = Array.from({ length: 50_000 }, (_, i) => agent(`a${i}`, 'r', i === 0 ? 'root' : `a${i - 1}`)).reverse();
    const { registry } = await agentsOf({ roles: [], agents });
    assert.equal(registry.getWorkspaceIdForAgent('a49999'), 'a0');
  });
});
