import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { silentLogger, type Logger } from '../../../src/core/io/logger.ts';
import type { CapabilityDirection } from '../../../src/core/models/capability.ts';
import { LlmServiceRegistry } from '../../../src/core/models/registry.ts';
import { NodeFileSystem } from '../../../src/platform/node-file-system.ts';
import { MemoryFiles, type Content } from './memory-files.ts';

const root = path.join(import.meta.dirname, '../../fixtures/agent-society-root');
const file = (...ids: string[]): string => JSON.stringify({ services: ids.map((id) => ({ id })) });

class Warnings implements Logger {
  readonly all: string[] = [];
  readonly debugged: string[] = [];
  debug(message: string): void {
    this.debugged.push(message);
  }
  info(): void {}
  warn(message: string): void {
    this.all.push(message);
  }
  error(message: string): void {
    this.all.push(message);
  }
}

function registryOf(files: Readonly<Record<string, Content>>, logger: Logger = silentLogger) {
  const memory = new MemoryFiles(files);
  return { memory, registry: new LlmServiceRegistry({ fs: memory.fileSystem, configDir: 'c', logger }) };
}

const ids = (registry: LlmServiceRegistry): string[] => registry.getServices().map(({ id }) => id);

describe('LlmServiceRegistry', () => {
  it('[2-R5.2][2-R1.1] loads the configuration of a real runtime', async () => {
    const registry = new LlmServiceRegistry({ fs: new NodeFileSystem(), configDir: path.join(root, 'config') });
    const { loaded, services, errors } = await registry.load();
    assert.equal(loaded, true);
    assert.deepEqual(errors, []);
    assert.deepEqual(
      services.map(({ id }) => id),
      ['text-model', 'vision-model', 'multimodal-model', 'legacy-model'],
    );
    const written = JSON.parse(readFileSync(path.join(root, 'config/llmservices.json'), 'utf8')) as {
      services: { id: string; capabilities?: unknown }[];
    };
    for (const { id, capabilities } of written.services) {
      assert.deepEqual(registry.getCapabilities(id), capabilities ?? { input: ['text'], output: ['text'] });
    }
  });

  it('[2-LlmServiceRegistry.hasCapability][2-R1.2][2-R6.1][2-R6.4] tells input, output and both apart, and asks about input by default', () => {
    const { registry } = registryOf({});
    registry.loadText('{"services": [{"id": "a", "capabilities": {"input": ["text", "vision"], "output": ["text", "tool_calling"]}}]}');
    const answers = (type: string): boolean[] => [
      registry.hasCapability('a', type),
      registry.hasCapability('a', type, 'input'),
      registry.hasCapability('a', type, 'output'),
      registry.hasCapability('a', type, 'both'),
    ];
    assert.deepEqual(answers('text'), [true, true, true, true]);
    assert.deepEqual(answers('vision'), [true, true, false, false]);
    assert.deepEqual(answers('tool_calling'), [false, false, true, false]);
    assert.deepEqual(answers('audio'), [false, false, false, false]);
  });

  it('[L-15] gives the keys beside input and output too, as they are written', () => {
    const capabilities = { input: ['text', 'vision'], output: ['text'], vendor: { tools: true }, note: 'tested', __own: null };
    const { registry } = registryOf({});
    const services = [
      { id: 'a', capabilities },
      { id: 'b', capabilities: { input: ['text'], vendor: 1 } },
      { id: 'c', capabilities: { input: 7, vendor: 1 } },
    ];
    registry.loadText(JSON.stringify({ services }));
    assert.deepEqual(registry.getCapabilities('a'), capabilities);
    assert.deepEqual(registry.getCapabilities('b'), { input: ['text'], output: ['text'], vendor: 1 });
    assert.deepEqual(registry.getCapabilities('c'), { input: ['text'], output: ['text'] }, 'invalid ones are not used');
  });

  it('[L-15] answers a direction nobody knows with false', () => {
    const { registry } = registryOf({});
    registry.loadText('{"services": [{"id": "a", "capabilities": {"input": ["vision"], "output": ["text"]}}]}');
    for (const direction of [null, '', 'inputs', 'INPUT', 0, {}, 'constructor', '__proto__'] as unknown as CapabilityDirection[]) {
      assert.equal(registry.hasCapability('a', 'vision', direction), false);
      assert.deepEqual(registry.getServicesByCapability('vision', direction), []);
    }
    assert.equal(registry.hasCapability('a', 'vision', undefined), true, 'input, when it is left out');
  });

  it('[2-LlmServiceRegistry.getCapabilities][2-R6.2] gives all capabilities of a service', () => {
    const { registry } = registryOf({});
    registry.loadText('{"services": [{"id": "a", "capabilities": {"input": ["b", "a"], "output": []}}]}');
    assert.deepEqual(registry.getCapabilities('a'), { input: ['b', 'a'], output: [] });
  });

  it('[2-R1.5][2-R5.3] assumes text in and out where nothing is declared', () => {
    const { registry } = registryOf({});
    registry.loadText(file('a'));
    assert.deepEqual(registry.getCapabilities('a'), { input: ['text'], output: ['text'] });
    assert.ok(registry.hasCapability('a', 'text', 'both'));
    assert.ok(!registry.hasCapability('a', 'vision'));
  });

  it('[2-ERR-2][2-R5.4] answers for Custom types and notes them for tracing', () => {
    const log = new Warnings();
    const { registry } = registryOf({}, log);
    registry.loadText('{"services": [{"id": "a", "capabilities": {"input": ["text", "smell"]}}]}');
    assert.ok(registry.hasCapability('a', 'smell'));
    assert.deepEqual(log.all, []);
    assert.match(log.debugged.join(), /smell/);
  });

  it('[2-LlmServiceRegistry.getServicesByCapability] finds the services with a capability, in the order of the file', () => {
    const { registry } = registryOf({});
    registry.loadText(
      '{"services": [{"id": "b", "capabilities": {"input": ["vision"]}}, {"id": "a"}, {"id": "c", "capabilities": {"input": ["text", "vision"], "output": ["vision"]}}]}',
    );
    assert.deepEqual(
      registry.getServicesByCapability('vision').map(({ id }) => id),
      ['b', 'c'],
    );
    assert.deepEqual(
      registry.getServicesByCapability('vision', 'both').map(({ id }) => id),
      ['c'],
    );
    assert.deepEqual(
      registry.getServicesByCapability('text', 'both').map(({ id }) => id),
      ['a'],
    );
  });

  it('[2-ERR-3] knows nothing of an unknown service and warns once for each', () => {
    const log = new Warnings();
    const { registry } = registryOf({}, log);
    registry.loadText(file('a'));
    for (let i = 0; i < 3; i++) {
      assert.equal(registry.hasCapability('gone', 'text'), false);
      assert.equal(registry.getCapabilities('gone'), null);
      assert.equal(registry.getServiceById('__proto__'), null);
    }
    assert.deepEqual(log.all, ['no model service "gone"', 'no model service "__proto__"']);
  });

  it('[2-ERR-1][2-R1.4] reports what is invalid, logs it without keys, and loads the rest', async () => {
    const log = new Warnings();
    const text = '{"services": [{"id": "a", "apiKey": "sk-1", "capabilities": {"input": "x"}}, {"apiKey": "sk-2"}, {"id": "b"}]}';
    const { registry } = registryOf({ 'c/llmservices.json': text }, log);
    const { loaded, errors } = await registry.load();
    assert.equal(loaded, true);
    assert.deepEqual(
      errors.map(({ code, service, severity }) => [code, service, severity]),
      [
        ['capability_list_not_array', 'a', 'warning'],
        ['id_missing', undefined, 'error'],
      ],
    );
    assert.deepEqual(ids(registry), ['a', 'b']);
    assert.equal(log.all.length, 2);
    assert.ok(!log.all.join().includes('sk-'));
  });

  it('lets the local file win as a whole', async () => {
    const { registry, memory } = registryOf({ 'c/llmservices.json': file('shared'), 'c/llmservices.local.json': file('mine') });
    await registry.load();
    assert.deepEqual(ids(registry), ['mine']);
    assert.equal(registry.state.source, 'c/llmservices.local.json');
    memory.files.delete('c/llmservices.local.json');
    await registry.load();
    assert.deepEqual(ids(registry), ['shared']);
  });

  it('is empty without a file', async () => {
    const { registry } = registryOf({});
    assert.deepEqual(await registry.load(), { loaded: false, services: [], errors: [] });
    assert.deepEqual(registry.state, { source: undefined, usingLastGood: false, problems: [], entries: [] });
  });

  it('[E-13] keeps the last good configuration when the file is deleted, and says so, until there is one or somebody asks for what is there', async () => {
    const { registry, memory } = registryOf({ 'c/llmservices.json': file('a') });
    const isKept = async (): Promise<void> => {
      const { loaded, services, errors } = await registry.load();
      assert.deepEqual(
        [loaded, services.map(({ id }) => id), errors.map(({ code, severity }) => `${severity} ${code}`)],
        [false, ['a'], ['error file_gone']],
      );
      assert.deepEqual([registry.state.source, registry.state.usingLastGood, registry.state.entries.length], [undefined, true, 1]);
    };
    await registry.load();
    memory.files.clear();
    await isKept();
    await isKept();
    memory.files.set('c/llmservices.json', '{ "serv');
    await registry.load();
    memory.files.clear();
    await isKept();
    memory.files.set('c/llmservices.json', file('b'));
    assert.deepEqual(
      [(await registry.load()).loaded, ids(registry), registry.state.usingLastGood, registry.state.problems],
      [true, ['b'], false, []],
    );
    memory.files.clear();
    assert.deepEqual(await registry.load({ forgetGone: true }), { loaded: false, services: [], errors: [] });
    assert.deepEqual(registry.state, { source: undefined, usingLastGood: false, problems: [], entries: [] });
  });

  it('[E-13] goes by the other file when the local one is deleted', async () => {
    const { registry, memory } = registryOf({ 'c/llmservices.json': file('shared'), 'c/llmservices.local.json': file('local') });
    await registry.load();
    memory.files.delete('c/llmservices.local.json');
    assert.deepEqual([(await registry.load()).loaded, ids(registry), registry.state.usingLastGood], [true, ['shared'], false]);
  });

  it('[E-13] forgets what is gone also when the load that asked for it is overtaken', async () => {
    const { registry, memory } = registryOf({ 'c/llmservices.json': file('a') });
    await registry.load();
    memory.files.clear();
    await Promise.all([registry.load({ forgetGone: true }), registry.load()]);
    assert.deepEqual(ids(registry), []);
  });

  for (const [how, content, code] of [
    ['stops parsing', '{"services": [', 'syntax_error'],
    ['loses its list', '{"service": []}', 'services_missing'],
    ['cannot be read', { fails: 'permission_denied' }, 'file_unreadable'],
    ['is not UTF-8', new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]), 'not_utf8'],
  ] as const) {
    it(`keeps the last good configuration when the file ${how}, and says so`, async () => {
      const { registry, memory } = registryOf({ 'c/llmservices.json': file('a', 'b') });
      await registry.load();
      memory.files.set('c/llmservices.json', content);
      const { loaded, services, errors } = await registry.load();
      assert.equal(loaded, false);
      assert.deepEqual(
        services.map(({ id }) => id),
        ['a', 'b'],
      );
      assert.equal(errors[0]?.code, code);
      assert.equal(registry.state.usingLastGood, true);
      assert.equal(registry.state.entries.length, 2);
      memory.files.set('c/llmservices.json', file('c'));
      await registry.load();
      assert.deepEqual(ids(registry), ['c']);
      assert.equal(registry.state.usingLastGood, false);
    });
  }

  it('has nothing to fall back on when the first file is broken', async () => {
    const { registry } = registryOf({ 'c/llmservices.json': '{' });
    assert.equal((await registry.load()).loaded, false);
    assert.equal(registry.state.usingLastGood, false);
    assert.deepEqual(ids(registry), []);
  });

  it('takes an empty list for a change like any other', async () => {
    const { registry, memory } = registryOf({ 'c/llmservices.json': file('a') });
    await registry.load();
    memory.files.set('c/llmservices.json', '{"services": []}');
    assert.equal((await registry.load()).loaded, true);
    assert.deepEqual(ids(registry), []);
  });

  it('lets the load begun last win, however the reads end', async () => {
    const { registry, memory } = registryOf({ 'c/llmservices.local.json': file('old') });
    let release = (): void => {};
    memory.beforeRead = () =>
      new Promise((resolve) => {
        release = resolve;
      });
    const slow = registry.load();
    const releaseSlow = release;
    memory.files.set('c/llmservices.local.json', file('new'));
    memory.beforeRead = async () => {};
    await registry.load();
    releaseSlow();
    assert.deepEqual(
      (await slow).services.map(({ id }) => id),
      ['new'],
    );
    assert.deepEqual(ids(registry), ['new']);
  });

  it('hot reload: capability checks go by the configuration as it is now', async () => {
    const { registry, memory } = registryOf({ 'c/llmservices.json': file('a') });
    await registry.load();
    assert.equal(registry.hasCapability('a', 'vision'), false);
    memory.files.set('c/llmservices.json', '{"services": [{"id": "a", "capabilities": {"input": ["text", "vision"]}}]}');
    await registry.load();
    assert.equal(registry.hasCapability('a', 'vision'), true);
  });
});
