import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as catalogue from '../../src/core/models/catalogue/infer-capabilities.ts';
import { catalogueModel } from '../../src/cli/catalogue-model.ts';
import { Refusal } from '../../src/cli/refusal.ts';
import { priceOf } from '../../src/core/models/catalogue/model-prices.ts';
import { LlmServiceRegistry } from '../../src/core/models/registry.ts';
import { modelNameIn } from '../../src/core/models/catalogue/model-id.ts';
import { catalogueService } from '../../src/core/wire/catalogue-service.ts';
import { ServicesAndModels } from '../../src/core/wire/services-and-models.ts';
import { NodeFileSystem } from '../../src/platform/node-file-system.ts';
import { runs } from '../support/effort.ts';

const RUNS = { numRuns: runs(1000) };
/** Of those that OpenAI has for other things than a chat no service is made. */
const id = fc.constantFrom(...catalogue.catalogueModelIds().filter((name) => !/realtime|gpt-image/.test(name)));
const prefix = fc.constantFrom('', 'openai/', 'openrouter/', 'groq/', 'nobody/', 'catalogue:', ' ', 'a/b/');

/** What would be markup, a command, a line, an address, a number of steps without end, or nothing at all, somewhere. */
const hostilePiece = fc.constantFrom(
  '<img src=x onerror=alert(1)>',
  '](command:workbench.action.quit)',
  '$(trash)',
  '`rm -rf ~`',
  '$(rm -rf ~)',
  '; rm -rf ~',
  '"\n',
  '\r\nerror: ',
  '\u001b]0;title\u0007',
  '\u001b[2J',
  '\u202e',
  '\u2028',
  '\u0000',
  '\ud800',
  '%s{0}${1}',
  '../../../',
  'https://nobody.example/?',
  '__proto__',
  'constructor',
  'catalogue:',
  'gpt-5.2',
  'claude-opus-4-5',
  'openai/',
  ':free',
  '@2026',
  '-2026-01-01',
  'us.',
  'a-b.',
  ' ',
  ',',
  '模型',
);
/** One piece up to a million characters long: what takes more than linear time never ends. */
const hostileName = fc.oneof(
  fc.array(hostilePiece, { maxLength: 12 }).map((pieces) => pieces.join('')),
  fc.tuple(hostilePiece, fc.integer({ min: 1, max: 1_000_000 })).map(([piece, length]) => piece.repeat(Math.ceil(length / piece.length))),
  fc.string({ unit: 'binary', maxLength: 10_000 }),
);
/** A name is looked up while somebody waits, in microseconds of a processor: far above what the slowest takes, far below what has no end. */
const DEADLINE = 1_000_000;

describe('Properties of hostile model names', () => {
  it('lead to a model of the catalogue or a refusal, at once, and none of them into an id, a request or a suggestion', () => {
    const ids = new Set(catalogue.catalogueModelIds());
    fc.assert(
      fc.property(hostileName, (name) => {
        const begin = process.cpuUsage();
        const found = catalogueService(name, catalogue);
        catalogue.modelLimits(name);
        priceOf(name);
        const { user, system } = process.cpuUsage(begin);
        assert.ok(user + system < DEADLINE, `${user + system} µs for ${name.length} characters`);
        if ('code' in found) {
          if (found.code === 'model_unknown') assert.ok(found.nearest.every((each) => ids.has(each)));
          return;
        }
        const { id, name: shown, model, baseURL = '' } = found.config;
        for (const text of [id, shown, model]) assert.match(text, /^[\w@~:.+/-]{1,220}$/);
        assert.match(baseURL, /^(?:https:\/\/[\w.-]+[\w./-]*)?$/);
      }),
      { numRuns: runs(500) },
    );
  });

  it('are told on one short line in the command line', async () => {
    await fc.assert(
      fc.asyncProperty(hostileName, async (name) => {
        const refusal = await catalogueModel(new ServicesAndModels(), name).then(
          () => undefined,
          (error: unknown) => error,
        );
        if (refusal === undefined) return;
        assert.ok(refusal instanceof Refusal);
        assert.doesNotMatch(refusal.message, /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
        assert.ok(refusal.message.isWellFormed() && refusal.message.length < 1000);
      }),
      { numRuns: runs(300) },
    );
  });

  it('that are remembered stay text-only services of their own id', async () => {
    await fc.assert(
      fc.asyncProperty(hostileName, async (name) => {
        const models = new ServicesAndModels();
        const id = `catalogue:${name}`;
        await models.ensure([id]);
        const service = models.getServiceById(id);
        assert.equal(service?.id, id);
        if (models.isForgotten(id)) assert.deepEqual(models.getCapabilities(id)?.input, ['text']);
      }),
      { numRuns: runs(200) },
    );
  });
});

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
      { numRuns: runs(200) },
    );
  });
});
