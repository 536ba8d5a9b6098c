import assert from 'node:assert/strict';
import fc from 'fast-check';
import { includesCapability, type CapabilityDirection, type ModelCapabilities } from '../../src/core/models/capability.ts';
import { LlmServiceRegistry } from '../../src/core/models/registry.ts';
import { validateServices } from '../../src/core/models/validate.ts';
import { MemoryFiles } from '../unit/models/memory-files.ts';
import { runs } from '../support/effort.ts';

const RUNS = { numRuns: runs(1000) };
const DIRECTIONS: readonly CapabilityDirection[] = ['input', 'output', 'both'];

const capability = fc.oneof(
  fc.constantFrom('text', 'vision', 'audio', 'video', 'file', 'structured_output', 'tool_calling', 'custom'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((word) => word.trim() !== ''),
);
const lists = fc.record({ input: fc.array(capability, { maxLength: 5 }), output: fc.array(capability, { maxLength: 5 }) });
const anything = fc.anything({ maxDepth: 3, withNullPrototype: false }).filter((value) => value !== undefined);

function registryOf(services: readonly unknown[]): LlmServiceRegistry {
  const registry = new LlmServiceRegistry({ fs: new MemoryFiles().fileSystem, configDir: '' });
  registry.loadText(JSON.stringify({ services }));
  return registry;
}

/** Whether a value is a valid `capabilities` object, in the words of the specification. */
function isValid(value: unknown): value is Partial<ModelCapabilities> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { input, output } = value as Record<string, unknown>;
  if (input === undefined && output === undefined) return false;
  return [input, output].every(
    (list) => list === undefined || (Array.isArray(list) && list.every((type) => typeof type === 'string' && type.trim() !== '')),
  );
}

describe('properties of the service configuration', () => {
  it('[2-P1] tells valid capabilities from invalid ones, says why, and never takes an invalid one for more than text', () => {
    const almost = fc.record(
      {
        input: fc.oneof(
          lists.map(({ input }) => input),
          anything,
          fc.array(fc.oneof(capability, anything)),
        ),
        output: fc.oneof(
          lists.map(({ output }) => output),
          anything,
        ),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(lists, almost, anything), (value) => {
        const written = JSON.stringify({ services: [{ id: 'a', capabilities: value }] });
        const read = (JSON.parse(written) as { services: { capabilities?: unknown }[] }).services[0]?.capabilities;
        const { entries, problems } = validateServices(written);
        const [entry] = entries;
        if (read === undefined || isValid(read)) {
          assert.deepEqual(entry?.capabilities, { input: read?.input ?? ['text'], output: read?.output ?? ['text'] });
          assert.ok(problems.every(({ message }) => !message.includes('treated as text only')));
        } else {
          assert.equal(entry?.origin, 'invalid');
          assert.deepEqual(entry.capabilities, { input: ['text'], output: ['text'] });
          assert.ok(problems.some(({ message, path }) => path.includes('capabilities') && message.includes('treated as text only')));
        }
        assert.equal(entry?.config?.id, 'a', 'the service loads either way');
      }),
      RUNS,
    );
  });

  it('[2-P6] loads every configuration without capabilities, as it is, with text in and out', () => {
    const service = fc.record(
      {
        name: fc.string().filter((name) => name.trim() !== ''),
        baseURL: fc.webUrl(),
        model: fc.string(),
        apiKey: fc.string(),
        capabilityTags: fc.array(fc.constantFrom('文本对话', '编程', '推理', 'chat')),
        description: fc.string(),
        maxTokens: fc.integer({ min: 1, max: 1_000_000 }),
        temperature: fc.double({ noNaN: true, noDefaultInfinity: true }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(service, { maxLength: 6 }), (services) => {
        const written = services.map((fields, index) => ({ id: `s${index}`, ...fields }));
        const registry = registryOf(written);
        assert.deepEqual(registry.state.problems, []);
        assert.deepEqual(registry.getServices(), JSON.parse(JSON.stringify(written)));
        for (const { id } of written) assert.deepEqual(registry.getCapabilities(id), { input: ['text'], output: ['text'] });
      }),
      RUNS,
    );
  });

  it('[2-P7][2-R6.1][2-R6.2][2-R6.4] answers exactly what the lists say, for every side', () => {
    fc.assert(
      fc.property(fc.array(lists, { minLength: 1, maxLength: 5 }), capability, (all, asked) => {
        const registry = registryOf(all.map((capabilities, index) => ({ id: `s${index}`, capabilities })));
        for (const [index, { input, output }] of all.entries()) {
          const id = `s${index}`;
          assert.deepEqual(registry.getCapabilities(id), { input, output });
          for (const type of [asked, ...input, ...output]) {
            assert.equal(registry.hasCapability(id, type, 'input'), input.includes(type));
            assert.equal(registry.hasCapability(id, type, 'output'), output.includes(type));
            assert.equal(registry.hasCapability(id, type, 'both'), input.includes(type) && output.includes(type));
          }
        }
        for (const direction of DIRECTIONS) {
          const expected = all.flatMap((capabilities, index) => (includesCapability(capabilities, asked, direction) ? [`s${index}`] : []));
          assert.deepEqual(
            registry.getServicesByCapability(asked, direction).map(({ id }) => id),
            expected,
          );
        }
      }),
      RUNS,
    );
  });

  it('never throws and marks only what is there, whatever the text', () => {
    const pieces = fc
      .array(
        fc.constantFrom(
          '{',
          '}',
          '[',
          ']',
          '"',
          '\\',
          ',',
          ':',
          '/',
          '*',
          '//',
          '/*',
          '*/',
          '\n',
          '\r',
          '\u2028',
          '\ufeff',
          ' ',
          '"services"',
          '"id"',
          '"capabilities"',
          '"input"',
          'null',
          'true',
          '1e999',
          '-',
          '\ud800',
          '[['.repeat(200),
        ),
        { maxLength: 40 },
      )
      .map((parts) => parts.join(''));
    const damaged = fc
      .tuple(fc.constant('{"services": [{"id": "a", "capabilities": {"input": ["text", "vision"]}}]}'), fc.nat(80), pieces, fc.nat(10))
      .map(([text, at, piece, cut]) => text.slice(0, at) + piece + text.slice(at + cut));
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), pieces, damaged, fc.json()), (text) => {
        const { problems, entries, services, usable } = validateServices(text);
        for (const { range } of problems)
          assert.ok(range && range.offset >= 0 && range.length >= 0 && range.offset + range.length <= text.length);
        assert.equal(new Set(services.map(({ id }) => id)).size, services.length);
        assert.ok(
          entries.every(
            ({ range, anchor }) => anchor.offset >= range.offset && anchor.offset + anchor.length <= range.offset + range.length,
          ),
        );
        assert.ok(usable || problems.some(({ severity }) => severity === 'error'));
      }),
      { numRuns: runs(5000) },
    );
  });
});
