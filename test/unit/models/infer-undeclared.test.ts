import assert from 'node:assert/strict';
import { inferCapabilities } from '../../../src/core/models/catalogue/infer-capabilities.ts';
import type { NotCarried } from '../../../src/core/models/exchange/exchange.ts';
import { inferUndeclared, stillNotCarried } from '../../../src/core/models/exchange/left-behind.ts';

describe('What is known of imported services that declare nothing', () => {
  const services = [
    { id: 'declared', model: 'gpt-4o', capabilities: { input: ['text'] } },
    { id: 'known', model: 'gpt-4o' },
    { id: 'guessed', model: 'acme-llava-13b' },
    { id: 'unknown', model: 'lavalamp' },
    { id: 'bare' },
  ];

  it('is told where the catalogue or a family knows the model, not where a word in its name is guessed from', () => {
    const known = inferUndeclared(services, { inferCapabilities });
    assert.deepEqual(
      [...known].map(([id, { capabilities }]) => [id, capabilities.input]),
      [['known', ['text', 'vision', 'file']]],
    );
  });

  it('is looked up once for each model', () => {
    const asked: string[] = [];
    const known = inferUndeclared(
      [
        { id: 'a', model: 'gpt-4o' },
        { id: 'b', model: 'lavalamp' },
        { id: 'c', model: 'gpt-4o' },
        { id: 'd', model: 'lavalamp' },
      ],
      { inferCapabilities: (model) => (asked.push(model), inferCapabilities(model)) },
    );
    assert.deepEqual(
      [asked, [...known.keys()]],
      [
        ['gpt-4o', 'lavalamp'],
        ['a', 'c'],
      ],
    );
  });

  it('is not told as left behind when it is filled in', () => {
    const told = (at: number): NotCarried => ({ code: 'capabilities_undeclared', path: [at], params: {} });
    const key: NotCarried = { code: 'literal_key', path: [1], params: {} };
    assert.deepEqual(stillNotCarried([told(1), key, told(2), told(3), told(4)], services, new Set(['known'])), [
      key,
      told(2),
      told(3),
      told(4),
    ]);
    assert.deepEqual(stillNotCarried([told(1), key], services, new Set()), [told(1), key]);
  });
});
