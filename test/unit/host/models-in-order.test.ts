import assert from 'node:assert/strict';
import { catalogueModelIds } from '../../../src/core/models/catalogue/infer-capabilities.ts';
import { provideCatalogue } from '../../../src/core/models/catalogue/load-catalogue.ts';
import { offeredInOrder, meantModel, modelsInOrder } from '../../../src/host/services/models-in-order.ts';
import { smallCatalogue } from '../../support/catalogues.ts';

describe('The models that are offered', () => {
  it('begin with the newest of well-known makers, in their own spelling; then come others of them, of nobody known, and of hosts', () => {
    const ids = [
      'ai21.jamba-1-5-large-v1:0',
      'auto',
      'openai/gpt-9',
      'gpt-3.5-turbo',
      'gpt-4',
      'gpt-5-2025-08-07',
      'gpt-5.1',
      'gpt-5',
      'gpt-image-7',
      'claude-3-haiku-20240307',
      'claude-opus-4.5',
      'claude-opus-4-5',
    ];
    assert.deepEqual(
      offeredInOrder(ids).map(({ id, isCurrent }) => (isCurrent ? `* ${id}` : id)),
      [
        '* gpt-5.1',
        '* gpt-5',
        '* gpt-4',
        '* claude-opus-4-5',
        'gpt-3.5-turbo',
        'gpt-image-7',
        'gpt-5-2025-08-07',
        'claude-opus-4.5',
        'claude-3-haiku-20240307',
        'auto',
        'openai/gpt-9',
        'ai21.jamba-1-5-large-v1:0',
      ],
    );
  });

  it('are all of the catalogue, each with who makes it, and every current one has somebody who offers it', async () => {
    const offered = await modelsInOrder();
    assert.deepEqual(offered.map(({ id }) => id).sort(), [...catalogueModelIds()].sort());
    const current = offered.filter(({ isCurrent }) => isCurrent);
    assert.deepEqual(offered.slice(0, current.length), current);
    assert.deepEqual([...new Set(current.map(({ maker }) => maker))].slice(0, 3), ['OpenAI', 'Anthropic', 'Google']);
    assert.ok(current.every(({ id, maker }) => maker !== undefined && !/[/@]|\d{4}|image|preview/.test(id)));
  });

  it('[E-21] are meant by other spellings of their names', async () => {
    const models = await modelsInOrder();
    const cases = {
      'claude-opus-4.5': 'claude-opus-4-5',
      'Claude-Opus-4-5': 'claude-opus-4-5',
      'claude-opus-4.8': 'claude-opus-4-8',
      'gemini-2-5-pro': 'gemini-2.5-pro',
      'GPT-4.1': 'gpt-4.1',
      'claude-opus-4-5': undefined,
      'gpt-4o': undefined,
      'claude-opus': undefined,
      mine: undefined,
      'anthropic/claude-opus-4.5': undefined,
    };
    for (const [name, id] of Object.entries(cases)) assert.equal(meantModel(name, models)?.id, id, name);
  });

  it('are those of the catalogue that is in use', async () => {
    const bundled = await modelsInOrder();
    provideCatalogue(() => Promise.resolve({ file: smallCatalogue(), place: '/data/catalogue.json' }));
    try {
      assert.deepEqual(
        (await modelsInOrder()).map(({ id }) => id),
        ['new-1'],
      );
    } finally {
      provideCatalogue(undefined);
    }
    assert.deepEqual(await modelsInOrder(), bundled);
  });
});
