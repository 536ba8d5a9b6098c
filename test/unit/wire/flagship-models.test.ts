import assert from 'node:assert/strict';
import { loadCatalogue, loadPrices } from '../../../src/core/models/catalogue/load-catalogue.ts';
import { catalogueService } from '../../../src/core/wire/catalogue-service.ts';
import { flagshipModels } from '../../../src/core/wire/flagship-models.ts';

describe('Flagship models', () => {
  it('are the newest general models of the big makers, take images and have a price', async () => {
    const [catalogue, prices] = await Promise.all([loadCatalogue(), loadPrices()]);
    const names = flagshipModels(catalogue, prices);
    assert.deepEqual(names, ['gpt-6.2-astra', 'claude-opus-5-5', 'gemini-4-carbon', 'mistral-large-4']);
    const services = names.map((name) => catalogueService(name, catalogue));
    assert.deepEqual(
      services.map((service) => ('code' in service ? service.code : service.provider)),
      ['OpenAI', 'Anthropic', 'Google', 'Mistral'],
    );
    for (const service of services) assert.ok('config' in service && service.capabilities.input.includes('vision'));
    for (const name of names) assert.ok(prices.priceOf(name), name);
  });

  it('are chosen by version, not by spelling, and neither small, dated, for one purpose, nor without images', async () => {
    const [catalogue, prices] = await Promise.all([loadCatalogue(), loadPrices()]);
    const among = (...ids: string[]): readonly string[] => flagshipModels({ ...catalogue, catalogueModelIds: () => ids }, prices);
    assert.deepEqual(among('grok-4.20', 'grok-4.6'), [], 'what a picture costs is not published');
    assert.deepEqual(among('claude-opus-4-1', 'claude-opus-4'), [], 'retired');
    assert.deepEqual(among('gpt-5.6', 'gpt-5.5', 'gpt-6-sol'), ['gpt-6-sol']);
    assert.deepEqual(among('gpt-5.4-mini', 'gpt-5.5-2026-04-23', 'gpt-5.2', 'gpt-5.3-codex', 'gpt-5.5-pro'), ['gpt-5.2']);
    assert.deepEqual(among('claude-opus-4.8', 'claude-opus-4-7', 'claude-opus-41'), ['claude-opus-4-7']);
    assert.deepEqual(among('gpt-5.6-sol', 'gpt-5.6'), ['gpt-5.6']);
    assert.deepEqual(among('gpt-6-sol', 'gpt-6-astra', 'gemini-3.1-pro-preview'), ['gpt-6-astra', 'gemini-3.1-pro-preview']);
    assert.deepEqual(among('llama-4'), []);
  });
});
