import assert from 'node:assert/strict';
import type { MediaFacts } from '../../../src/core/content/media-facts.ts';
import { formatSentence } from '../../../src/core/io/errors.ts';
import { WIRE_APIS, type WireApi } from '../../../src/core/wire/verdict.ts';
import type { LimitFinding } from '../../../src/core/wire/limit-finding.ts';
import { LIMIT_SENTENCES, limitSentence } from '../../../src/core/wire/rule-sentence.ts';
import { checkLimits } from '../../../src/core/wire/limits.ts';

const MIB = 1024 * 1024;
const png: MediaFacts = {
  mimeType: 'image/png',
  detectedMimeType: 'image/png',
  size: 10_000,
  width: 640,
  height: 400,
  frames: 1,
  isTruncated: false,
};
const pdf: MediaFacts = {
  mimeType: 'application/pdf',
  detectedMimeType: 'application/pdf',
  size: 10_000,
  pages: 3,
  isEncrypted: false,
  isTruncated: false,
};
/** What Bedrock, Mistral and Cohere document is held to their documents in `hosts.test.ts`. */
const OF_HOSTS: readonly WireApi[] = ['mistral', 'cohere', 'bedrock-converse', 'bedrock-invoke'];
const APIS = WIRE_APIS.filter((api) => !OF_HOSTS.includes(api));
const UNKNOWN: readonly WireApi[] = ['openai-compatible', 'ollama', 'mcp'];
const KNOWN = APIS.filter((api) => !UNKNOWN.includes(api));

/** What is found, in short: `error too_many_pages`. */
function found(facts: MediaFacts, api: WireApi, model?: string): string[] {
  return checkLimits(facts, api, { model }).map(({ severity, code }) => `${severity} ${code}`);
}

/** APIs by what they find. */
function byApi(facts: MediaFacts, code: LimitFinding['code']): Record<string, string[]> {
  const apis: Record<string, string[]> = {};
  for (const api of APIS) {
    const severity = checkLimits(facts, api).find((finding) => finding.code === code)?.severity;
    if (severity) (apis[severity] ??= []).push(api);
  }
  return apis;
}

describe('Limits of the APIs', () => {
  it('have nothing to say of an ordinary image, document and recording', () => {
    for (const api of APIS) {
      for (const facts of [png, pdf, { mimeType: 'audio/wav', size: 9000, duration: 3 }, { mimeType: 'text/plain', size: 12 }])
        assert.deepEqual(found(facts, api, 'any'), [], `${api} ${facts.mimeType}`);
    }
  });

  it('refuse other types of images where the list is closed', () => {
    assert.deepEqual(byApi({ ...png, mimeType: 'image/bmp', detectedMimeType: 'image/bmp' }, 'type_not_accepted'), { error: KNOWN });
    assert.deepEqual(byApi({ ...png, mimeType: 'image/heic', detectedMimeType: 'image/heic' }, 'type_not_accepted'), {
      error: ['openai-chat', 'openai-responses', 'anthropic'],
    });
    assert.deepEqual(byApi({ ...png, mimeType: 'image/gif', detectedMimeType: 'image/gif' }, 'type_not_accepted'), {
      error: ['gemini', 'gemini-2'],
    });
  });

  it('refuse documents other than PDF, or do not document them', () => {
    assert.deepEqual(byApi({ ...pdf, mimeType: 'application/msword', detectedMimeType: 'application/msword' }, 'type_not_accepted'), {
      error: ['openai-chat'],
      warning: ['gemini', 'gemini-2'],
    });
  });

  it('measure an image for Anthropic after base64: 10 MB, and 5 MB on clouds', () => {
    const exactly = (limit: number) => (limit / 4) * 3;
    assert.deepEqual(found({ ...png, size: exactly(5 * MIB) }, 'anthropic'), []);
    assert.deepEqual(found({ ...png, size: exactly(5 * MIB) + 1 }, 'anthropic'), ['warning part_too_large']);
    assert.deepEqual(found({ ...png, size: exactly(10 * MIB) }, 'anthropic'), ['warning part_too_large']);
    assert.deepEqual(found({ ...png, size: exactly(10 * MIB) + 1 }, 'anthropic'), ['error part_too_large']);
  });

  it('measure a document in bytes', () => {
    assert.deepEqual(byApi({ ...pdf, size: 50 * MIB + 1 }, 'part_too_large'), {
      error: ['openai-chat', 'openai-responses', 'gemini', 'gemini-2'],
    });
  });

  it('refuse an image with a side over 8,000 pixels, or with over 30,000 patches', () => {
    assert.deepEqual(found({ ...png, width: 8000, height: 10 }, 'anthropic', 'claude-opus-4-7'), ['info image_is_shrunk']);
    assert.deepEqual(found({ ...png, width: 10, height: 8001 }, 'anthropic', 'claude-opus-4-7'), ['error too_many_pixels']);
    for (const api of ['openai-chat', 'openai-responses'] as const) {
      assert.deepEqual(found({ ...png, width: 10_000, height: 10_000 }, api, 'gpt-6-astra'), ['error too_many_patches']);
      assert.deepEqual(found({ ...png, width: 32 * 300, height: 32 * 100 }, api, 'gpt-6-astra'), []);
      assert.deepEqual(found({ ...png, width: 32 * 300 + 1, height: 32 * 100 }, api, 'gpt-6-astra'), ['error too_many_patches']);
    }
  });

  it('[E-15] count the patches of an image as the model sees it: one that is shrunk first is not refused', () => {
    const square = { ...png, width: 6000, height: 6000 };
    for (const model of [
      'gpt-4o',
      'gpt-4o-mini',
      'gpt-4.1',
      'gpt-4.1-mini',
      'gpt-5',
      'gpt-5.1',
      'gpt-5.2',
      'gpt-5.4',
      'gpt-5.4-mini',
      'gpt-5.4-nano',
      'gpt-5.5',
      'gpt-5-mini',
      'o3',
      'o4-mini',
      'computer-use-preview',
    ]) {
      for (const api of ['openai-chat', 'openai-responses'] as const)
        assert.deepEqual(found(square, api, model), ['info image_is_shrunk'], model);
    }
    for (const model of ['gpt-5.6', 'gpt-5.6-sol', 'gpt-6-astra'])
      assert.deepEqual(found(square, 'openai-responses', model), ['error too_many_patches'], model);
    const { params } = checkLimits(square, 'openai-responses', { model: 'gpt-5.6-terra' })[0] ?? {};
    assert.deepEqual([params?.['actual'], params?.['limit']], [35_344, 30_000]);
  });

  it('[E-15] only warn of patches where the model is not known: another may shrink the image first', () => {
    assert.deepEqual(byApi({ ...png, width: 6000, height: 6000 }, 'too_many_patches'), { warning: ['openai-chat', 'openai-responses'] });
    assert.deepEqual(
      checkLimits({ ...png, width: 6000, height: 6000 }, 'openai-chat', { model: 'my-deployment' }).map((finding) =>
        formatSentence(limitSentence(finding)),
      ),
      ['Assuming gpt-6, the model sees 35344 patches of the 6000 × 6000 pixels; the limit is 30000.'],
    );
  });

  it('tell the size at which the model sees the image', () => {
    const said = (api: WireApi, model: string | undefined, width: number, height: number) =>
      checkLimits({ ...png, width, height }, api, { model }).map((finding) => formatSentence(limitSentence(finding)));
    assert.deepEqual(said('anthropic', 'claude-sonnet-4-5', 1920, 1080), ['The model will see 1456 × 819 pixels instead of 1920 × 1080.']);
    assert.deepEqual(said('anthropic', 'claude-opus-4-7', 1920, 1080), []);
    assert.deepEqual(said('openai-responses', 'gpt-5.4', 2048, 2048), ['The model will see 1600 × 1600 pixels instead of 2048 × 2048.']);
    assert.deepEqual(said('openai-chat', 'gpt-4o', 1024, 1024), ['The model will see 768 × 768 pixels instead of 1024 × 1024.']);
    assert.deepEqual(said('anthropic', undefined, 5000, 5000), [
      'Assuming Claude 4.7+, the model will see 1932 × 1932 pixels instead of 5000 × 5000.',
    ]);
    for (const api of ['gemini', ...UNKNOWN] as const) assert.deepEqual(said(api, 'claude-sonnet-4-5', 1920, 1080), []);
  });

  it('tell what becomes of an animation', () => {
    const animated = { ...png, mimeType: 'image/gif', detectedMimeType: 'image/gif', frames: 12 };
    assert.deepEqual(byApi(animated, 'animation_refused'), { error: ['openai-chat', 'openai-responses'] });
    assert.deepEqual(byApi(animated, 'first_frame_only'), { warning: ['anthropic'] });
    assert.deepEqual(byApi({ ...animated, frames: 1 }, 'animation_refused'), {});
  });

  it('count pages, and say when they could not be counted', () => {
    assert.deepEqual(byApi({ ...pdf, pages: 101 }, 'too_many_pages'), { warning: ['anthropic'] });
    assert.deepEqual(byApi({ ...pdf, pages: 601 }, 'too_many_pages'), { error: ['anthropic'] });
    assert.deepEqual(byApi({ ...pdf, pages: 1001 }, 'too_many_pages'), { error: ['anthropic', 'gemini', 'gemini-2'] });
    const { pages: _, ...uncounted } = pdf;
    assert.deepEqual(byApi(uncounted, 'pages_unknown'), { info: ['anthropic', 'gemini', 'gemini-2'] });
  });

  it('take as many pages as they say: only what is above a limit is too much', () => {
    for (const [pages, apis] of [
      [100, {}],
      [600, { warning: ['anthropic'] }],
      [1000, { error: ['anthropic'] }],
    ] as const)
      assert.deepEqual(byApi({ ...pdf, pages }, 'too_many_pages'), apis, String(pages));
    assert.deepEqual(
      checkLimits({ ...pdf, pages: 600 }, 'anthropic').map(({ params }) => params),
      [{ actual: 600, limit: 100, variant: 'small' }],
    );
  });

  it('take a document, an image and a request that are exactly as large as they say', () => {
    assert.deepEqual(byApi({ ...pdf, size: 50 * MIB }, 'part_too_large'), {});
    const exactly = (limit: number) => (limit / 4) * 3;
    assert.deepEqual(byApi({ ...png, size: exactly(5 * MIB) }, 'part_too_large'), {});
    assert.deepEqual(byApi({ ...png, size: exactly(10 * MIB) }, 'part_too_large'), { warning: ['anthropic'] });
  });

  it('say nothing of what an empty file does not have: it is empty, and no more', () => {
    for (const facts of [
      { mimeType: 'application/pdf', size: 0 },
      { mimeType: 'image/png', size: 0 },
      { mimeType: 'image/png', size: 0, lacksSignature: true },
      { mimeType: 'application/pdf', size: 0, lacksSignature: true },
      { mimeType: 'audio/wav', size: 0 },
      { mimeType: 'video/mp4', size: 0 },
    ]) {
      for (const api of APIS) {
        assert.deepEqual(found(facts, api), [`${KNOWN.includes(api) ? 'error' : 'warning'} empty`], `${api} ${JSON.stringify(facts)}`);
        assert.deepEqual(found({ ...facts, size: 1 }, api).includes('error empty'), false);
      }
    }
  });

  it('tell of an encrypted document', () => {
    assert.deepEqual(byApi({ ...pdf, isEncrypted: true }, 'encrypted'), {
      error: ['anthropic'],
      warning: ['openai-chat', 'openai-responses', 'gemini', 'gemini-2'],
    });
  });

  it('tell of a type that is not that of the bytes: an error where it is known to be one', () => {
    assert.deepEqual(byApi({ ...png, mimeType: 'image/jpeg' }, 'type_differs_from_bytes'), {
      error: ['anthropic'],
      warning: ['openai-chat', 'openai-responses', 'gemini', 'gemini-2'],
      info: [...UNKNOWN],
    });
    assert.deepEqual(byApi({ ...png, mimeType: 'image/png', detectedMimeType: 'image/apng' }, 'type_differs_from_bytes'), {});
    assert.deepEqual(byApi({ mimeType: 'text/plain', detectedMimeType: 'application/xml', size: 10 }, 'type_differs_from_bytes'), {});
  });

  it('tell everybody of what is cut short or empty', () => {
    assert.deepEqual(byApi({ ...png, isTruncated: true }, 'truncated'), { warning: [...APIS] });
    assert.deepEqual(byApi({ mimeType: 'image/png', size: 0 }, 'empty'), { error: KNOWN, warning: [...UNKNOWN] });
    assert.deepEqual(byApi({ mimeType: 'text/plain', size: 0 }, 'empty'), {
      error: ['anthropic'],
      info: APIS.filter((api) => api !== 'anthropic'),
    });
  });

  it('tell what could not be read, where a limit or a cost depends on it', () => {
    assert.deepEqual(byApi({ mimeType: 'image/png', size: 10 }, 'dimensions_unknown'), {
      info: ['openai-chat', 'openai-responses', 'anthropic'],
    });
    assert.deepEqual(byApi({ mimeType: 'audio/wav', size: 10 }, 'duration_unknown'), { info: ['openai-chat', 'gemini', 'gemini-2'] });
    assert.deepEqual(byApi({ mimeType: 'video/mp4', size: 10 }, 'duration_unknown'), { info: ['gemini', 'gemini-2'] });
  });

  it('say nothing they do not know of servers that anybody runs', () => {
    const worst = [
      { ...png, size: 900 * MIB, width: 60_000, height: 60_000, frames: 900 },
      { ...pdf, size: 900 * MIB, pages: 90_000, isEncrypted: true },
      { ...png, mimeType: 'image/bmp', detectedMimeType: 'image/bmp' },
      { mimeType: 'audio/x-unheard-of', size: 5 },
    ];
    for (const api of UNKNOWN) for (const facts of worst) assert.deepEqual(found(facts, api, 'gpt-4o'), [], `${api} ${facts.mimeType}`);
  });

  it('come with the worst first, and each with a source that has a month, or the content itself', () => {
    const findings = checkLimits(
      { ...png, mimeType: 'image/jpeg', size: 5 * MIB, width: 3000, height: 3000, isTruncated: true },
      'anthropic',
      { model: 'claude-sonnet-4-5' },
    );
    assert.deepEqual(
      findings.map(({ severity, code }) => `${severity} ${code}`),
      ['error type_differs_from_bytes', 'warning truncated', 'warning part_too_large', 'info image_is_shrunk'],
    );
    for (const { source } of findings) assert.match(source, /^https:.*2026-11|^the header of the content itself$/);
  });
});

describe('The sentence of a limit', () => {
  const say = (facts: MediaFacts, api: WireApi, model?: string) =>
    checkLimits(facts, api, { model }).map((finding) => formatSentence(limitSentence(finding)));

  it('names numbers and words', () => {
    assert.deepEqual(say({ ...png, mimeType: 'image/bmp', detectedMimeType: 'image/bmp' }, 'anthropic'), [
      'image/bmp is not accepted. Accepted: jpeg, png, gif, webp.',
    ]);
    assert.deepEqual(say({ ...png, mimeType: 'image/jpeg' }, 'anthropic'), [
      'Declared as image/jpeg, but the bytes are image/png: the request is rejected.',
    ]);
    assert.deepEqual(say({ ...png, size: 9 * MIB }, 'anthropic'), ['The size as base64 is 12.0 MB; the limit is 10.0 MB.']);
    assert.deepEqual(say({ ...png, size: 6 * MIB }, 'anthropic'), [
      'The size as base64 is 8.0 MB; on cloud platforms that offer this API, the limit is 5.0 MB.',
    ]);
    assert.deepEqual(say({ ...pdf, size: 60 * MIB }, 'openai-chat'), ['The size is 60.0 MB; the limit is 50.0 MB.']);
    assert.deepEqual(say({ ...pdf, pages: 200 }, 'anthropic'), [
      '200 pages; models with a context window under 1M tokens accept at most 100.',
    ]);
    assert.deepEqual(say({ ...pdf, isEncrypted: true }, 'anthropic'), ['Encrypted: the request is rejected.']);
    assert.deepEqual(say({ ...png, width: 10_000, height: 10_000 }, 'openai-chat', 'gpt-6-astra'), [
      'The model sees 97969 patches of the 10000 × 10000 pixels; the limit is 30000.',
    ]);
  });

  it('has as many parameters as places, in every template', () => {
    for (const [name, { text, args }] of Object.entries(LIMIT_SENTENCES)) {
      const places = [...(text.match(/\{(\d)\}/g) ?? [])].map((place) => Number(place[1]));
      assert(
        places.every((place) => place < args.length),
        name,
      );
      assert(new Set(places).size === args.length || name === 'image_is_shrunk', name);
    }
  });
});
