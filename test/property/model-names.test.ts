import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compareWithDeclared } from '../../src/core/models/catalogue/propose-capabilities.ts';
import { catalogueModelIds, inferCapabilities } from '../../src/core/models/catalogue/infer-capabilities.ts';
import { INFERRED_CAPABILITIES } from '../../src/core/models/catalogue/inference.ts';
import { runs } from '../support/effort.ts';

const RUNS = { numRuns: runs(1000) };
const id = fc.constantFrom(...catalogueModelIds());
const hosts = fc.array(fc.constantFrom('somebody', 'acme-host', 'accounts', 'models'), { minLength: 1, maxLength: 4 });

describe('Properties of inference', () => {
  it('knows every id of the catalogue exactly, in any case', () => {
    fc.assert(
      fc.property(id, fc.boolean(), (name, isUpper) => {
        const inference = inferCapabilities(isUpper ? name.toUpperCase() : ` ${name}`);
        assert.deepEqual([inference?.match, inference?.entry], ['exact', name]);
      }),
      RUNS,
    );
  });

  it('knows at least as much of a model behind the names of hosts, and the same', () => {
    fc.assert(
      fc.property(id, hosts, (name, before) => {
        const [plain, prefixed] = [inferCapabilities(name), inferCapabilities(`${before.join('/')}/${name}`)];
        assert.equal(prefixed?.match, 'alias');
        for (const [at, finding] of (plain?.findings ?? []).entries()) {
          if (finding.known !== 'unknown' && finding.source.match === 'exact')
            assert.equal(prefixed?.findings[at]?.known, finding.known, `${name} ${finding.type}`);
        }
      }),
      RUNS,
    );
  });

  it('says of any name something well-formed or nothing, and agrees with what it suggests', () => {
    const piece = fc.constantFrom(
      'gpt',
      'claude',
      'opus',
      'vl',
      '-',
      '.',
      '/',
      ':',
      '@',
      '4',
      '4o',
      '2025-01-31',
      'latest',
      'free',
      'us.',
      'p',
      '\n',
      '__proto__',
      'gemini',
      '-v1:0',
    );
    const anyName = fc.oneof(
      fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
      fc.string({ unit: 'binary', maxLength: 60 }),
    );
    fc.assert(
      fc.property(anyName, fc.option(anyName, { nil: undefined }), (name, provider) => {
        const inference = inferCapabilities(name, provider === undefined ? {} : { provider });
        if (inference === null) return;
        assert.deepEqual(
          inference.findings.map(({ list, type }) => ({ list, type })),
          [...INFERRED_CAPABILITIES],
        );
        assert.ok(inference.entry.length > 0);
        const { contradicted, undeclared, unknown } = compareWithDeclared(inference.capabilities, inference);
        assert.deepEqual([contradicted, undeclared, unknown], [[], [], []]);
      }),
      { numRuns: runs(3000) },
    );
  });

  it('compares any declaration without losing or doubling anything', () => {
    const side = fc.array(fc.constantFrom('text', 'vision', 'audio', 'video', 'file', 'tool_calling', 'smell', '__proto__'));
    fc.assert(
      fc.property(id, fc.record({ input: side, output: side }, { requiredKeys: [] }), (name, declared) => {
        const inference = inferCapabilities(name);
        assert.ok(inference);
        const { agreed, contradicted, undeclared, unknown } = compareWithDeclared(declared, inference);
        const known = inference.findings.filter((finding) => finding.known !== 'unknown').length;
        assert.equal(agreed.length + contradicted.length + undeclared.length, known);
        const named = [...contradicted, ...unknown].map(({ list, type }) => `${list}.${type}`);
        assert.equal(new Set(named).size, named.length);
        const open = (['input', 'output'] as const).flatMap((list) =>
          [...new Set(declared[list] ?? ['text'])].filter((type) => type !== 'text').map((type) => `${list}.${type}`),
        );
        const agreedNames = agreed.filter(({ known: value }) => value === 'yes').map(({ list, type }) => `${list}.${type}`);
        assert.deepEqual([...named, ...agreedNames].sort(), open.sort());
      }),
      RUNS,
    );
  });
});
