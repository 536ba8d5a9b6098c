import assert from 'node:assert/strict';
import { compareWithDeclared } from '../../../src/core/models/catalogue/propose-capabilities.ts';
import { inferCapabilities } from '../../../src/core/models/catalogue/infer-capabilities.ts';
import type { Inference } from '../../../src/core/models/catalogue/inference.ts';
import { loadCatalogue } from '../../../src/core/models/catalogue/load-catalogue.ts';
import { bundledPackage } from '../../support/catalogues.ts';

function inferred(model: string, provider?: string): Inference {
  const inference = inferCapabilities(model, provider === undefined ? {} : { provider });
  assert.ok(inference, `nothing is known of ${model}`);
  return inference;
}

const found = (inference: Inference, name: string) => inference.findings.find(({ list, type }) => `${list}.${type}` === name);

describe('Inferring what a model can do', () => {
  it('knows an id of the catalogue exactly, whatever its case and the space around it', () => {
    for (const name of ['gpt-4o', 'GPT-4o', '  gpt-4o ']) {
      const { match, entry, model, capabilities } = inferred(name);
      assert.deepEqual([match, entry, model], ['exact', 'gpt-4o', name]);
      assert.ok(capabilities.input.includes('vision') && capabilities.output.includes('tool_calling'));
    }
  });

  const aliases: readonly (readonly [name: string, entry: string])[] = [
    ['openai/gpt-4o', 'gpt-4o'],
    ['openrouter/openai/gpt-4o', 'gpt-4o'],
    ['gpt-4o:free', 'gpt-4o'],
    ['gpt-4o-latest', 'gpt-4o'],
    ['gpt-4o-2031-01-31', 'gpt-4o'],
    ['gpt-4o@20310131', 'gpt-4o'],
    ['models/gemini-2.5-flash-latest', 'gemini-2.5-flash'],
    ['anthropic/claude-sonnet-4-5:beta', 'claude-sonnet-4-5'],
    ['eu.anthropic.claude-sonnet-4-5-20310131-v1:0', 'claude-sonnet-4-5'],
    ['magistral-medium-2509', 'magistral-medium'],
    ['accounts/somebody/models/kimi-k2p5', 'kimi-k2.5'],
  ];
  for (const [name, entry] of aliases) {
    it(`knows ${name} as ${entry}`, () => {
      const inference = inferred(name);
      assert.deepEqual([inference.match, inference.entry], ['alias', entry]);
    });
  }

  it('takes the nearest entry of several: the one with the date before the one without', () => {
    assert.equal(inferred('openai/gpt-4o-2024-05-13').entry, 'gpt-4o-2024-05-13');
  });

  it('knows the family of a version that is not there yet, and says nothing the family does not', () => {
    const inference = inferred('claude-opus-99');
    assert.deepEqual([inference.match, inference.entry], ['family', 'Claude 3 and later']);
    assert.ok(inference.capabilities.input.includes('vision'));
    assert.deepEqual(found(inference, 'output.structured_output'), { list: 'output', type: 'structured_output', known: 'unknown' });
  });

  it('guesses from a word only where nothing else is known', () => {
    const inference = inferred('acme-llava-13b');
    assert.deepEqual(
      [inference.match, inference.entry, inference.capabilities],
      ['guess', 'llava', { input: ['text', 'vision'], output: ['text'] }],
    );
    assert.equal(inferCapabilities('acme-lavalamp-13b'), null);
  });

  it('tells each capability with the package that knows it, and "no" only where a package says so', () => {
    const inference = inferred('gpt-4o');
    assert.deepEqual(found(inference, 'input.vision'), {
      list: 'input',
      type: 'vision',
      known: 'yes',
      source: { match: 'exact', entry: 'gpt-4o', ...bundledPackage('@langchain/openai') },
    });
    assert.deepEqual(found(inference, 'input.audio'), {
      list: 'input',
      type: 'audio',
      known: 'no',
      source: { match: 'exact', entry: 'gpt-4o', ...bundledPackage('@langchain/openai') },
    });
    const silent = found(inferred('gemini-2.5-pro'), 'input.tool_result_media');
    assert.equal(silent?.known, 'unknown', 'a flag that is not there');
  });

  it('fills what the entry does not know from the same model under other names and from its family', () => {
    const inference = inferred('us.anthropic.claude-sonnet-4-5-20250929-v1:0');
    assert.equal(inference.match, 'exact');
    const file = found(inference, 'input.file');
    assert.ok(file?.known === 'yes' && file.source.match === 'alias');
  });

  it('takes the provider into account where the name does not say it', () => {
    const id = 'microsoft/phi-3-mini-4k-instruct';
    assert.deepEqual([inferred('phi-3-mini-4k-instruct').match, inferred('phi-3-mini-4k-instruct').entry], ['alias', id]);
    assert.deepEqual(
      [inferred('phi-3-mini-4k-instruct', 'Microsoft').match, inferred('phi-3-mini-4k-instruct', 'Microsoft').entry],
      ['exact', id],
    );
  });

  it('does not take a smaller model for a larger one of the same name', () => {
    assert.equal(inferCapabilities('gemma3:1b')?.capabilities.input.includes('vision') ?? false, false);
    assert.equal(inferCapabilities('o1-preview')?.capabilities.input.includes('vision') ?? false, false);
  });

  it('knows nothing of names that are none', () => {
    for (const name of [
      '',
      ' ',
      '/',
      '//',
      ':',
      '@',
      '-',
      '.',
      '__proto__',
      'constructor',
      'toString',
      'hasOwnProperty',
      '\u0000',
      '🙂',
      'a'.repeat(1_000_000),
      '/'.repeat(100_000),
    ]) {
      assert.equal(inferCapabilities(name), null, JSON.stringify(name.slice(0, 20)));
      assert.equal(inferCapabilities(name, { provider: '__proto__' }), null);
    }
  });

  it('is loaded on first use, with the ids for completion', async () => {
    const catalogue = await loadCatalogue();
    assert.equal(catalogue.inferCapabilities, inferCapabilities);
    assert.ok(catalogue.catalogueModelIds().includes('gpt-4o'));
  });
});

describe('Comparing a declaration with what is inferred', () => {
  const names = (findings: readonly { readonly list: string; readonly type: string }[]) =>
    findings.map(({ list, type }) => `${list}.${type}`);

  it('tells what is declared in vain, what is missing, and of what nothing is known', () => {
    const comparison = compareWithDeclared(
      { input: ['text', 'vision', 'audio', 'smell'], output: ['text', 'structured_output'] },
      inferred('gpt-4o'),
    );
    assert.deepEqual(names(comparison.contradicted), ['input.audio']);
    assert.deepEqual(names(comparison.undeclared), ['input.file', 'output.tool_calling']);
    assert.deepEqual(comparison.unknown, [{ list: 'input', type: 'smell' }]);
    assert.deepEqual(names(comparison.agreed), ['input.vision', 'input.video', 'output.audio', 'output.video', 'output.structured_output']);
  });

  it('takes a missing side, and no declaration, for text', () => {
    for (const declared of [undefined, {}, { output: ['text'] }, { input: ['text'], output: ['text'] }]) {
      const comparison = compareWithDeclared(declared, inferred('gpt-4o'));
      assert.deepEqual(comparison.contradicted, []);
      assert.deepEqual(names(comparison.undeclared), ['input.vision', 'input.file', 'output.structured_output', 'output.tool_calling']);
      assert.deepEqual(comparison.unknown, []);
    }
  });

  it('agrees with itself', () => {
    for (const model of ['gpt-4o', 'deepseek-chat', 'claude-opus-99', 'acme-llava']) {
      const inference = inferred(model);
      const { contradicted, undeclared, unknown } = compareWithDeclared(inference.capabilities, inference);
      assert.deepEqual([contradicted, undeclared, unknown], [[], [], []], model);
    }
  });
});
