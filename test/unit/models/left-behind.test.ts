import assert from 'node:assert/strict';
import { parseTree } from 'jsonc-parser';
import { importServices } from '../../../src/core/models/exchange/exchange-services.ts';
import { leftBehind } from '../../../src/core/models/exchange/left-behind.ts';
import { providerNamed } from '../../../src/core/wire/providers.ts';

describe('What is left behind of an import', () => {
  const KNOWN = { input: ['text', 'vision'], output: ['text'] };
  const told = async (there: string | undefined, ifTaken: 'replace' | 'rename' = 'replace'): Promise<unknown[]> => {
    const outcome = await importServices(
      '{"model_list": [{"model_name": "b", "litellm_params": {"model": "bedrock/b"}}, {"model_name": "a", "litellm_params": {"model": "groq/m"}}]}',
      { officialAddress: providerNamed },
    );
    assert.ok(outcome.ok);
    const service = outcome.services[1];
    const node = there === undefined ? undefined : parseTree(there);
    assert.ok(service);
    const left = leftBehind(
      outcome,
      [{ service, says: [], ifTaken, isAddressAssumed: true, known: KNOWN }],
      new Map(node ? [['a', node]] : []),
    );
    return left.filter(({ path }) => path[1] === 1).map(({ code }) => code);
  };

  it('is told by what is there', async () => {
    assert.deepEqual(await told(undefined), ['address_assumed']);
    assert.deepEqual(await told('{"id": "a"}'), ['address_assumed']);
    assert.deepEqual(await told('{"id": "a", "capabilities": {}}'), ['address_assumed', 'capabilities_undeclared']);
    assert.deepEqual(await told('{"id": "a", "baseURL": "https://api.groq.com/openai/v1"}'), []);
    assert.deepEqual(await told('{"id": "a", "baseURL": "https://gateway.example/v1"}'), ['capabilities_undeclared', 'other_address']);
    assert.deepEqual(await told('{"id": "a", "api": "anthropic"}'), ['capabilities_undeclared', 'other_address']);
    assert.deepEqual(await told('{"id": "a", "baseURL": "https://gateway.example/v1"}', 'rename'), ['address_assumed']);
  });
});
