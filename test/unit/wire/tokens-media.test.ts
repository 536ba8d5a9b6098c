import assert from 'node:assert/strict';
import { formatSentence } from '../../../src/core/io/errors.ts';
import { WIRE_APIS, type WireApi } from '../../../src/core/wire/verdict.ts';
import { FORMULA_SENTENCES, formulaSentence, formulaSentences } from '../../../src/core/wire/tokens/formula-sentence.ts';
import { estimateMediaTokens } from '../../../src/core/wire/tokens/media-tokens.ts';
import { estimatePastedTokens } from '../../../src/core/wire/tokens/text-tokens.ts';
import type { MediaFacts } from '../../../src/core/content/media-facts.ts';

function range(facts: Omit<MediaFacts, 'size'>, api: WireApi, model: string): [low: number, high: number] | null {
  const estimate = estimateMediaTokens({ size: 1000, ...facts }, { api, model });
  return estimate && [estimate.low, estimate.high];
}

describe('Tokens of recordings', () => {
  it('go by the second where an API takes sound', () => {
    const sound = { mimeType: 'audio/wav', duration: 60.5 };
    assert.deepEqual(range(sound, 'gemini', 'gemini-3-pro'), [1936, 1936]);
    assert.deepEqual(range(sound, 'openai-chat', 'gpt-4o'), [605, 605]);
    assert.equal(range(sound, 'anthropic', 'claude-opus-4-7'), null);
    assert.equal(range({ mimeType: 'audio/wav' }, 'gemini', 'gemini-3-pro'), null);
  });

  it('are a range for film, silent or with sound, and only Gemini has one', () => {
    const film = { mimeType: 'video/mp4', duration: 10 };
    assert.deepEqual(range(film, 'gemini-2', 'gemini-2.5-pro'), [2580, 3000]);
    assert.deepEqual(range(film, 'gemini', 'gemini-3-pro'), [700, 1020]);
    assert.equal(range(film, 'openai-chat', 'gpt-4o'), null);
  });
});

describe('Tokens of documents', () => {
  const document = { mimeType: 'application/pdf', pages: 10 };

  it('are a range by the pages of a PDF', () => {
    assert.deepEqual(range(document, 'anthropic', 'claude-opus-4-7'), [15_000, 45_680]);
    assert.deepEqual(range(document, 'gemini-2', 'gemini-2.5-pro'), [2580, 2580]);
    assert.deepEqual(range(document, 'gemini', 'gemini-3-pro'), [5600, 5600]);
    // The picture of a page is 85 to 765 tokens for gpt-4o, by its detail; up to 1,500 of text come with it.
    assert.deepEqual(range(document, 'openai-responses', 'gpt-4o'), [850, 22_650]);
  });

  it('hold what servers counted of a page', () => {
    for (const [api, model, ...counted] of [
      ['anthropic', 'claude-haiku-4-5', 1616, 4232],
      ['anthropic', 'claude-sonnet-4-5', 1600, 2667],
      ['openai-chat', 'gpt-4o', 219],
      ['openai-chat', 'gpt-5-mini', 221, 955],
      ['openai-chat', 'gpt-5.4', 1034],
      ['openai-responses', 'gpt-5-nano', 756],
    ] as const) {
      const [low, high] = range({ mimeType: 'application/pdf', pages: 1 }, api, model) ?? assert.fail();
      for (const tokens of counted) assert.ok(low <= tokens && tokens <= high, `${model}: ${tokens}, ${low} to ${high}`);
    }
  });

  it('are not known without the pages, nor of other documents', () => {
    assert.equal(range({ mimeType: 'application/pdf' }, 'anthropic', 'claude-opus-4-7'), null);
    assert.equal(range({ mimeType: 'application/msword', pages: 3 }, 'anthropic', 'claude-opus-4-7'), null);
    assert.equal(range({ mimeType: 'text/plain' }, 'anthropic', 'claude-opus-4-7'), null);
  });
});

describe('Tokens of base64 pasted as text', () => {
  it('are those of the measured example, within three hundredths', () => {
    const { low, high, params } = estimatePastedTokens(112_780);
    assert.equal(params['characters'], 150_376);
    assert.equal(low, high);
    assert(Math.abs(low / 101_239 - 1) < 0.03, String(low));
  });

  it('are up to so many more for a model that splits text more finely', () => {
    const { low, high } = estimatePastedTokens(112_780, { model: 'claude-opus-4-7' });
    assert.equal(low, estimatePastedTokens(112_780).low);
    assert.equal(high, Math.ceil(low * 1.3));
  });

  it('are nothing for nothing', () => {
    assert.equal(estimatePastedTokens(0).high, 0);
  });
});

describe('The sentence of a formula', () => {
  const said = (facts: Omit<MediaFacts, 'size'>, api: WireApi, model?: string) => {
    const estimate = estimateMediaTokens({ size: 1000, ...facts }, { api, model });
    assert(estimate);
    return formatSentence(formulaSentence(estimate));
  };

  it('names the formula with its numbers', () => {
    assert.equal(
      said({ mimeType: 'image/png', width: 1920, height: 1080 }, 'anthropic', 'claude-sonnet-4-5'),
      '⌈w/28⌉ · ⌈h/28⌉ of 1456 × 819',
    );
    assert.equal(
      said({ mimeType: 'image/png', width: 2048, height: 2048 }, 'openai-chat', 'gpt-5.4'),
      '⌈w/32⌉ · ⌈h/32⌉ of 1600 × 1600, times 1.2',
    );
    assert.equal(
      said({ mimeType: 'image/png', width: 1920, height: 1080 }, 'openai-chat', 'gpt-4o'),
      '85 + 170 for each 512-px tile of 1365 × 768 (6)',
    );
    assert.equal(said({ mimeType: 'image/png', width: 960, height: 540 }, 'gemini-2', 'gemini-2.5-pro'), '258 for each tile of 360 px (6)');
    assert.equal(said({ mimeType: 'audio/wav', duration: 2.2555555 }, 'gemini', 'gemini-3-pro'), '2.26 s · 32 per second');
    assert.equal(
      said({ mimeType: 'application/pdf', pages: 4 }, 'anthropic', 'claude-opus-5'),
      '1500 to 4568 per page, depending on its content; pages: 4',
    );
    assert.equal(formatSentence(formulaSentence(estimatePastedTokens(112_780))), '150376 characters of base64 / 1.45');
  });

  it('says what the model is taken for when it is not known', () => {
    assert.equal(
      said({ mimeType: 'image/png', width: 1920, height: 1080 }, 'anthropic'),
      '⌈w/28⌉ · ⌈h/28⌉ of 1920 × 1080, assuming Claude 4.7+',
    );
    assert.equal(
      said({ mimeType: 'application/pdf', pages: 4 }, 'openai-compatible', 'google/gemini-2.5-pro'),
      '258 per page; pages: 4, assuming Gemini 2.5',
    );
  });

  it('of a sum says each formula once, and once what the model is taken for', () => {
    const estimates = [
      { mimeType: 'image/png', width: 960, height: 540 },
      { mimeType: 'application/pdf', pages: 4 },
      { mimeType: 'application/pdf', pages: 4 },
    ].map((facts) => {
      const estimate = estimateMediaTokens({ size: 1000, ...facts }, { api: 'openai-compatible', model: 'google/gemini-2.5-pro' });
      assert(estimate);
      return estimate;
    });
    assert.deepEqual(formulaSentences(estimates).map(formatSentence), [
      '258 for each tile of 360 px (6)',
      '258 per page; pages: 4, assuming Gemini 2.5',
    ]);
  });

  it('fills every place, for every API and kind', () => {
    for (const api of WIRE_APIS) {
      for (const model of [undefined, 'gpt-4o', 'gpt-5.4', 'claude-opus-4-7', 'gemini-2.5-pro', 'gemini-3-pro']) {
        for (const facts of [
          { mimeType: 'image/png', width: 10, height: 10 },
          { mimeType: 'audio/wav', duration: 1 },
          { mimeType: 'video/mp4', duration: 1 },
          { mimeType: 'application/pdf', pages: 1 },
        ]) {
          const estimate = estimateMediaTokens({ size: 1, ...facts }, { api, model });
          if (estimate) assert.doesNotMatch(formatSentence(formulaSentence(estimate)), /\{\d\}|undefined|NaN|^\s*$/);
        }
      }
    }
  });

  it('has as many parameters as places, in every template', () => {
    for (const [name, { text, args }] of Object.entries(FORMULA_SENTENCES))
      assert.equal(new Set(text.match(/\{\d\}/g)).size, args.length, name);
  });
});
