import assert from 'node:assert/strict';
import { inferCapabilities } from '../../../src/core/models/catalogue/infer-capabilities.ts';
import { modelDoubt } from '../../../src/core/models/catalogue/check-catalogue.ts';

const doubt = (model: string | undefined, declared: string, kind?: string) => modelDoubt(model, { declared, kind }, { inferCapabilities });

describe('[E-17] What the catalogue says against a declaration', () => {
  it('[E-17] sound for gpt-5.2 that goes by `file` is denied as sound', () => {
    const found = doubt('gpt-5.2', 'file', 'audio');
    assert.deepEqual([found?.declared, found?.denied, found?.isOfFamily], ['file', 'audio', false]);
    assert.match(found?.source ?? '', /^gpt-5\.2, @langchain\/openai \d/);
    assert.equal(doubt('gpt-5.2', 'file', 'file'), null, 'it takes documents');
    assert.equal(doubt('gpt-5.2', 'file'), null);
    assert.equal(doubt('gpt-5.2', 'video', 'video')?.denied, 'video');
  });

  it('[E-17] the declared capability goes before the kind', () => {
    assert.equal(doubt('gpt-4', 'vision', 'vision')?.denied, 'vision');
    assert.equal(doubt('gemini-2.5-pro', 'file', 'audio'), null);
  });

  it('[E-17] what is only known of the family counts, and says so', () => {
    const found = doubt('gpt-5.97-nonesuch', 'audio', 'audio');
    assert.deepEqual([found?.isOfFamily, found?.source], [true, 'GPT-5 and later']);
  });

  it('[E-17] nothing known is no doubt', () => {
    for (const model of [undefined, '', 'my-own-model', 'llava-of-mine']) assert.equal(doubt(model, 'vision', 'vision'), null, model);
    assert.equal(doubt('gpt-4', 'smell'), null);
  });
});
