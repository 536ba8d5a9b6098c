import assert from 'node:assert/strict';
import { checkUsage, type ServiceUse } from '../../../src/core/agents/validate-usage.ts';
import { validateServices } from '../../../src/core/models/validate.ts';
import { AgentRegistry } from '../../../src/core/agents/agents.ts';
import { LlmServiceRegistry } from '../../../src/core/models/registry.ts';
import { MemoryFiles } from './memory-files.ts';

const TEXT =
  '{"services": [{"id": "used"}, {"id": "spare"}, {"id": "spare"}, {"id": "default", "baseURL": "https://x/v1/", "model": "m"}]}';

function check(use: ServiceUse, text = TEXT): [string, string | undefined, unknown][] {
  return checkUsage(validateServices(text), use).map(({ code, service, range, params }) => [
    code,
    service,
    range ? text.slice(range.offset, range.offset + range.length) : params,
  ]);
}

describe('what roles make of llmservices.json', () => {
  it('tells of a service that no role uses, once and at its id', () => {
    assert.deepEqual(check({ roles: [{ name: 'r', serviceId: 'used' }], defaultModel: { baseURL: 'https://x/v1', model: 'm' } }), [
      ['service_unused', 'spare', '"spare"'],
    ]);
  });

  it('tells of a service that is not there, with the roles that name it', () => {
    const roles = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ({ name, serviceId: 'gone' }));
    assert.deepEqual(check({ roles }, '{"services": []}'), [
      ['role_service_missing', undefined, { id: 'gone', roles: 'a, b, c, d, e, …' }],
    ]);
  });

  it('counts a service that is left out as not there', () => {
    assert.deepEqual(
      check({ roles: [{ name: 'r', serviceId: 'x' }] }, '{"services": [{"name": "x"}]}').map(([code]) => code),
      ['role_service_missing'],
    );
  });

  it('says nothing without roles, and nothing of a file that cannot be used', () => {
    assert.deepEqual(check({ roles: [] }), []);
    assert.deepEqual(check({ roles: [{ name: 'r', serviceId: 'gone' }] }, '{"services": ['), []);
  });

  it('goes by the living roles of org.json', async () => {
    const org = {
      roles: [
        { id: '1', name: 'one', llmServiceId: 'used' },
        { id: '2', name: 'old', llmServiceId: 'gone', status: 'deleted' },
        { id: '3', llmServiceId: null },
      ],
    };
    const { fileSystem } = new MemoryFiles({
      'run/org.json': JSON.stringify(org),
      'config/app.json': '{"llm": {"baseURL": "https://x/v1", "model": "m"}}',
    });
    const agents = new AgentRegistry({
      fs: fileSystem,
      runtimeDir: 'run',
      serviceRegistry: new LlmServiceRegistry({ fs: fileSystem, configDir: 'config' }),
    });
    assert.deepEqual(agents.serviceUse, { roles: [] });
    await agents.load();
    assert.deepEqual(agents.serviceUse, {
      roles: [
        { name: 'one', serviceId: 'used' },
        { name: '3', serviceId: null },
      ],
      defaultModel: { baseURL: 'https://x/v1', model: 'm' },
    });
  });

  it('hears a tag that denies what is declared, and no other', () => {
    const codes = (tag: string): string[] =>
      validateServices(
        `{"services": [{"id": "a", "capabilityTags": ["${tag}"], "capabilities": {"input": ["text", "vision"]}}]}`,
      ).problems.map(({ code }) => code);
    for (const tag of ['text-only', 'Text only', '纯文本', '无视觉', 'no vision'])
      assert.deepEqual(codes(tag), ['tag_denies_capability'], tag);
    for (const tag of ['文本对话', 'text', 'no text-only answers', 'not for vision tests']) assert.deepEqual(codes(tag), [], tag);
  });
});
