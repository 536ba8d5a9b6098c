import assert from 'node:assert/strict';
import { directCompute } from '../../../src/core/io/compute.ts';
import { pdf } from '../../support/media-bytes.ts';
import { formatSentence } from '../../../src/core/io/errors.ts';
import { modelLimits } from '../../../src/core/models/catalogue/infer-capabilities.ts';
import { receiveContents } from '../../../src/core/receive/receive-contents.ts';
import { windowFinding } from '../../../src/core/wire/context-window.ts';
import { limitSentence } from '../../../src/core/wire/rule-sentence.ts';

const RULE = { source: 'a list', isShortened: false, isCounted: true };

describe('The context window', () => {
  const severityOf = (tokens: number): string | undefined => windowFinding(tokens, { contextWindow: 100_000 }, RULE)?.severity;
  const received = (content: string, model: string) => receiveContents(content, model, { compute: directCompute, language: 'en' });

  it('takes all of its tokens, is in doubt just above it, and refuses what is beyond the error of a count', () => {
    assert.deepEqual([1, 100_000, 100_001, 114_999, 115_001].map(severityOf), [undefined, undefined, 'warning', 'warning', 'error']);
  });

  it('says nothing where it is not known', () => {
    assert.equal(windowFinding(1e9, {}, RULE), undefined);
  });

  it('refuses a text that is too long for a model, and not for another', async () => {
    const text = 'word '.repeat(160_000);
    const { state, because, goesThrough, limits, tokens } = await received(text, 'gpt-4o');
    assert.deepEqual([state, goesThrough, tokens], ['refused', false, null]);
    assert.match(because ?? '', /^About 16\d,\d{3} tokens exceed the context window of 128,000\.$/);
    assert.match(limits[0]?.source ?? '', /^@langchain\/openai \d+\.\d+\.\d+, \d{4}-\d\d-\d\d$/);
    assert.equal((await received(text, 'gpt-4.1')).state, 'arrives');
  });

  it('of a server that shortens what is too long leaves a doubt', async () => {
    const { state } = await receiveContents('word '.repeat(160_000), 'gpt-4o', { compute: directCompute, api: 'ollama' });
    assert.equal(state, 'doubtful');
  });

  it('is in doubt where the text could not be counted, and may be too long', async () => {
    const compute = { ...directCompute, run: () => Promise.reject(new Error('the deadline has passed')) };
    const { state, because } = await receiveContents('word '.repeat(160_000), 'gpt-4o', { compute, language: 'en' });
    assert.deepEqual([state, because], ['doubtful', 'The tokens could not be counted: they may exceed the context window.']);
    assert.equal((await receiveContents('word '.repeat(100), 'gpt-4o', { compute, language: 'en' })).state, 'arrives');
  });

  it('is refused later by a tokenizer that is not public, whose tokens are estimated', async () => {
    assert.deepEqual(
      [1.2, 1.36].map((times) => windowFinding(times * 100_000, { contextWindow: 100_000 }, { ...RULE, isCounted: false })?.severity),
      ['warning', 'error'],
    );
    assert.equal((await received('word '.repeat(240_000), 'claude-haiku-4-5')).state, 'doubtful');
  });

  it('decides which number of pages holds, where it is known', async () => {
    const document = { content: pdf(110), name: 'a.pdf' };
    const told = async (model: string): Promise<unknown[]> => {
      const { state, limits } = await receiveContents(document, model, { compute: directCompute });
      return [state, limits.flatMap(({ code, severity }) => (code === 'too_many_pages' ? [severity] : []))];
    };
    assert.deepEqual(await told('claude-haiku-4-5'), ['refused', ['error']]);
    assert.deepEqual(await told('claude-opus-4-6'), ['arrives', []]);
  });

  it('counts attachments together, what is known of them', async () => {
    const each = 'word '.repeat(80_000);
    const options = { compute: directCompute, as: 'attachment', language: 'en' } as const;
    assert.equal((await receiveContents([each], 'gpt-4o', options)).state, 'arrives');
    const both = await receiveContents([each, `${each}.`], 'gpt-4o', options);
    assert.deepEqual([both.state, both.goesThrough], ['refused', false]);
  });

  it('of GPT-5 is divided: 272,000 tokens of its 400,000 are for the input', async () => {
    assert.deepEqual(
      ['gpt-5', 'openai/gpt-5-mini', 'gpt-5.2-2025-12-11', 'gpt-5.4-nano'].map((name) => modelLimits(name).input?.tokens),
      [272_000, 272_000, 272_000, 272_000],
    );
    const others = ['gpt-5.5', 'gpt-5-pro', 'gpt-5-chat-latest', 'gpt-5-image', 'gpt-4.1', 'claude-opus-4-5', 'gpt-5.6-cyber'];
    assert.deepEqual(
      others.map((name) => modelLimits(name).input),
      others.map(() => undefined),
    );
    const { state, limits } = await received('word '.repeat(330_000), 'gpt-5.2');
    assert.equal(state, 'refused');
    const [finding] = limits;
    assert.ok(finding);
    assert.match(
      formatSentence(limitSentence(finding)),
      /^About 33\d,\d{3} tokens exceed the 272,000 tokens of input that the model accepts\.$/,
    );
  });
});
