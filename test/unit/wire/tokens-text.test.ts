import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import vocabulary from 'gpt-tokenizer/bpeRanks/o200k_base';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants';
import { directCompute, type Compute } from '../../../src/core/io/compute.ts';
import { formatSentence } from '../../../src/core/io/errors.ts';
import { formulaSentence } from '../../../src/core/wire/tokens/formula-sentence.ts';
import {
  countTextTokens,
  countTextTokensIn,
  divideAtRuns,
  estimateTextTokens,
  textTokens,
} from '../../../src/core/wire/tokens/text-tokens.ts';
import { o200kTokenizer } from '../../../src/core/wire/tokens/tokenizer.ts';

const TEXTS = [
  '',
  'hello world',
  'The quick brown fox, jumps über 12345 lazy dogs.\n',
  'const f = (x: number): string => `${x ** 2}`;\n\n\t// comment\r\n',
  '我们今天去北京看展览，然后吃烤鸭。',
  '👩‍👩‍👧‍👦🏳️‍🌈 𝒽𝑒𝓁𝓁𝑜',
  '<|endoftext|> is text here',
  'مرحبا بالعالم',
  '\ud800 half a character',
  '  indented\n    more\n',
  `${'naïve café '.repeat(40)}`,
  '{"a":[1,2,3],"b":"c\\n"}',
];

/** Some tokens are never the only one of a text, because it is divided into words first. */
const isOneWord = (text: string): boolean => text.match(O200K_TOKEN_SPLIT_REGEX)?.length === 1;

describe('Tokens of a text', () => {
  it('are those of the package itself', async () => {
    for (const text of TEXTS) {
      const { tokens, counted, characters } = await countTextTokens(text);
      assert.deepEqual(
        [tokens, counted, characters],
        [text === '' ? 0 : countTokens(text, { disallowedSpecial: new Set() }), text.length, text.length],
        JSON.stringify(text),
      );
    }
  });

  it('are those of the package for any short text: words, marks, blanks, scripts, halves of characters', async () => {
    const count = await o200kTokenizer();
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.string({ unit: fc.constantFrom(...'aeinorstAEINORST0189 \n\t._-/\\"\'{}', 'ü', '字', '\ud83d'), maxLength: 120 }),
      fc.constantFrom(...TEXTS),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 4 }), (pieces) => {
        const text = pieces.join('');
        if (text !== '') assert.equal(count(text), countTokens(text, { disallowedSpecial: new Set() }), JSON.stringify(text));
      }),
      { numRuns: 1000 },
    );
  });

  it('are one for every token of the vocabulary', async () => {
    const count = await o200kTokenizer();
    const wrong = vocabulary.filter((token) => typeof token === 'string' && isOneWord(token) && count(token) !== 1);
    assert.deepEqual(wrong, []);
    assert(vocabulary.length > 199_000);
  });

  it('are those of the package to a hundredth for a longer text, counted in slices', async () => {
    const text = TEXTS.filter((part) => !part.includes('\ud800 '))
      .join('\n')
      .repeat(60);
    const { tokens } = await countTextTokens(text);
    const whole = countTokens(text, { disallowedSpecial: new Set() });
    assert(Math.abs(tokens / whole - 1) < 0.01, `${tokens} for ${whole}`);
  });

  it('never come from a tokenizer over base64 or endless words: those are pieces of their own', () => {
    const base64 = randomBytes(3000).toString('base64');
    const pieces = [
      ...divideAtRuns(
        `before data:image/png;base64,${base64} after ${'a'.repeat(50)} ${'─'.repeat(5000)}${' '.repeat(5000)}${'字'.repeat(5000)}.`,
      ),
    ];
    assert.deepEqual(
      pieces.map(({ kind, text }) => [kind, text.length]),
      [
        ['text', 29],
        ['base64', 4000],
        ['text', 58],
        ['run', 5000],
        ['run', 5000],
        ['run', 5000],
        ['text', 1],
      ],
    );
    for (const { kind, text } of pieces) if (kind === 'text') assert.doesNotMatch(text, /[\p{L}\p{M}]{160}|[^\s\p{L}\p{N}]{160}|\s{160}/u);
  });

  it('are a little off at most for base64, and of the right order for one character again and again', async () => {
    const base64 = randomBytes(60_000).toString('base64');
    const { tokens } = await countTextTokens(`{"image":"${base64}"}`);
    assert(Math.abs(tokens / countTokens(base64) - 1) < 0.06, `${tokens} for ${countTokens(base64)}`);
    for (const character of ['=', ' ', '─', 'é']) {
      const run = character.repeat(1500);
      const found = (await countTextTokens(run)).tokens;
      const whole = countTokens(run);
      assert(found >= whole / 2 && found <= whole * 2 + 16, `${found} for ${whole} of "${character}"`);
    }
  });

  it('count a million characters at most, and say how many, for all of them', async () => {
    const text = 'All work and no play makes Jack a dull boy.\n'.repeat(60_000);
    const count = await countTextTokens(text);
    assert(count.counted >= 990_000 && count.counted <= 1_010_000, String(count.counted));
    assert.equal(count.characters, text.length);
    const each = countTokens('All work and no play makes Jack a dull boy.\n');
    assert(Math.abs(count.tokens / (60_000 * each) - 1) < 0.02, String(count.tokens));
    const estimate = textTokens(count, { api: 'openai-chat', model: 'gpt-4o' });
    assert.equal(
      formatSentence(formulaSentence(estimate)),
      `Tokenizer: o200k_base, extrapolated from ${count.counted} of 2640000 characters`,
    );
  });

  it('look at the whole of a large text, not at its beginning', async () => {
    const half = 'word '.repeat(300_000);
    const { tokens } = await countTextTokens(half + '字 '.repeat(500_000));
    assert(tokens > 600_000, String(tokens));
  });

  it('are more for a Claude model that splits more finely, and the same for others', async () => {
    const text = 'The quick brown fox. '.repeat(50);
    const [gpt, claude, old, gemini] = await Promise.all([
      estimateTextTokens(text, { api: 'openai-chat', model: 'gpt-4o' }),
      estimateTextTokens(text, { api: 'anthropic', model: 'claude-opus-4-7' }),
      estimateTextTokens(text, { api: 'anthropic', model: 'claude-3-5-sonnet' }),
      estimateTextTokens(text, { api: 'gemini', model: 'gemini-2.5-pro' }),
    ]);
    assert.equal(claude.high, Math.ceil(gpt.high * 1.3));
    assert.deepEqual([old.high, gemini.high], [gpt.high, gpt.high]);
    assert.equal(formatSentence(formulaSentence(claude)), 'Tokenizer: o200k_base, times 1.3');
  });

  it('are not counted when nobody waits any more', async () => {
    await assert.rejects(countTextTokens('a', AbortSignal.abort(new Error('enough'))), /enough/);
  });

  it('are the same from a worker, which gets no more of a text than is counted', async () => {
    let sent = 0;
    const compute: Compute = {
      ...directCompute,
      run: (task, input, options) => {
        sent += JSON.stringify(input).length;
        return directCompute.run(task, input, options);
      },
    };
    const text = 'All work and no play makes Jack a dull boy.\n'.repeat(60_000);
    assert.deepEqual(await countTextTokensIn(compute, text), await countTextTokens(text));
    assert.ok(sent < 1_200_000, String(sent));
  });
});
