import assert from 'node:assert/strict';
import { formatSentence } from '../../../src/core/io/errors.ts';
import { WIRE_APIS } from '../../../src/core/wire/verdict.ts';
import { RULE_SENTENCES, ruleSentence } from '../../../src/core/wire/rule-sentence.ts';
import { toWire } from '../../../src/core/wire/to-wire.ts';
import { answered, PARTS, user } from '../../support/wire.ts';

describe('The sentence of a rule', () => {
  it('has everything it names', () => {
    for (const api of WIRE_APIS) {
      for (const part of Object.values(PARTS)) {
        for (const messages of [[user(part)], answered(part)]) {
          for (const verdict of toWire(messages, api).verdicts) {
            const { text, args } = ruleSentence(verdict);
            assert.ok(!args.includes(''), `${api} ${verdict.rule} ${JSON.stringify(verdict.params)}`);
            assert.equal(args.length, new Set(text.match(/\{\d\}/g)).size, text);
          }
        }
      }
    }
  });

  it('tells what a moved part becomes', () => {
    const said = (name: keyof typeof PARTS, api: 'openai-chat' | 'openai-compatible'): string =>
      formatSentence(ruleSentence(toWire(answered(PARTS[name]), api).verdicts.at(-1)!));
    assert.equal(
      said('mp3', 'openai-chat'),
      'OpenAI Chat Completions accepts only text in tool results: audio/mpeg is moved to the next user message, as "input_audio".',
    );
    assert.match(said('png', 'openai-chat'), /image\/png is moved to the next user message\.$/);
    assert.match(said('docx', 'openai-compatible'), /vLLM answers 400 to every file; other servers do not document it\.$/);
    assert.match(said('ogg', 'openai-compatible'), /is not documented\.$/);
    assert.equal(said('bmp', 'openai-chat'), 'OpenAI Chat Completions rejects image/bmp images. Accepted: png, jpeg, webp, gif.');
  });

  it('has its arguments in order', () => {
    for (const { text, args } of Object.values(RULE_SENTENCES))
      assert.deepEqual(
        [...new Set(text.match(/\{\d\}/g))],
        args.map((_, at) => `{${at}}`),
        text,
      );
  });
});
