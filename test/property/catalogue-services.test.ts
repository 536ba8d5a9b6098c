import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as catalogue from '../../src/core/models/catalogue/infer-capabilities.ts';
import { LlmServiceRegistry } from '../../src/core/models/registry.ts';
import { modelNameIn } from '../../src/core/models/catalogue/model-id.ts';
import { catalogueService } from '../../src/core/wire/catalogue-service.ts';
import { ServicesAndModels } from '../../src/core/wire/services-and-models.ts';
import { NodeFileSystem } from '../../src/platform/node-file-system.ts';

const RUNS = { numRuns: 1000 };
const id = fc.constantFrom(...catalogue.catalogueModelIds());
const prefix = fc.constantFrom('', 'openai/', 'openrouter/', 'groq/', 'nobody/', 'catalogue:', ' ', 'a/b/');

describe('Properties of catalogue services', () => {
  it('answers any string, and any other value, with a service or a refusal', () => {
    const names = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.tuple(prefix, id).map(([before, name]) => before + name),
      fc.anything(),
    );
    fc.assert(
      fc.property(names, (name) => {
        const found = catalogueService(name as string, catalogue);
        if (!('code' in found)) return assert.notEqual(modelNameIn(found.config.id), undefined);
        assert.ok(found.code === 'model_name_invalid' || found.nearest.length <= 3);
      }),
      RUNS,
    );
  });

  it('has every model of the catalogue, and leads back to the same by its id', () => {
    fc.assert(
      fc.property(id, (name) => {
        const found = catalogueService(name, catalogue);
        assert.ok(!('code' in found), name);
        assert.deepEqual(catalogueService(modelNameIn(found.config.id) ?? '', catalogue), found);
        for (const { list, type, known } of found.inference.findings)
          assert.equal(found.capabilities[list].includes(type), known === 'yes', `${name} ${type}`);
      }),
      RUNS,
    );
  });

  it('never gives a model the id of a service', async () => {
    await fc.assert(
      fc.asyncProperty(
        id,
        fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), id).map(([times, name]) => 'catalogue:'.repeat(times) + name)),
        async (name, ids) => {
          const own = new LlmServiceRegistry({ fs: new NodeFileSystem(), configDir: '/nowhere' });
          own.loadText(JSON.stringify({ services: [...new Set([...ids, `catalogue:${name}`])].map((each) => ({ id: each })) }));
          const all = new ServicesAndModels(own);
          const added = await all.add(name);
          assert.ok(!('code' in added));
          assert.ok(own.getServices().every((service) => service.id !== added.config.id));
          assert.equal(all.getServiceById(added.config.id), added.config);
        },
      ),
      { numRuns: 200 },
    );
  });
});
