import assert from 'node:assert/strict';
import { directCompute } from '../../../src/core/io/compute.ts';
import type { MediaFacts } from '../../../src/core/content/media-facts.ts';
import { formatSentence } from '../../../src/core/io/errors.ts';
import { WIRE_APIS, type WireApi, type WireResult } from '../../../src/core/wire/verdict.ts';
import { limitSentence } from '../../../src/core/wire/rule-sentence.ts';
import { checkRequest, hasKnownLimits } from '../../../src/core/wire/limits.ts';
import { toWire } from '../../../src/core/wire/to-wire.ts';
import { readMessages } from '../../../src/core/wire/turns.ts';
import { receiveRouted } from '../../../src/core/receive/receive.ts';
import { newMeasures } from '../../../src/host/preview/service-request.ts';
import { answered, file, image, PARTS, text, user } from '../../support/wire.ts';

const MIB = 1024 * 1024;
const EIGHT_MIB = 'A'.repeat(8 * MIB);
const pdf: MediaFacts = { mimeType: 'application/pdf', size: 6 * MIB, pages: 3 };
const png: MediaFacts = { mimeType: 'image/png', detectedMimeType: 'image/png', size: 6 * MIB, width: 640, height: 400 };

function said(result: WireResult, api: WireApi, facts: readonly MediaFacts[] = []): string[] {
  return checkRequest(result, facts, api).map((finding) => `${finding.severity}: ${formatSentence(limitSentence(finding))}`);
}

/** A request with as many images, in two turns, and text. */
function withImages(count: number, api: WireApi): WireResult {
  const all = Array.from({ length: count }, () => image('image/png', 'AAAA'));
  return toWire([user(...all.slice(1), text('x')), user(...all.slice(0, 1))], api);
}

describe('Limits of a request as a whole', () => {
  it('are for the pages of all documents and the images together, for Anthropic', () => {
    const [document, small] = [file('a.pdf', 'application/pdf', 'AAAA'), { ...pdf, size: 1000 }];
    const of = (pages: readonly number[], images: number, api: WireApi = 'anthropic'): string[] => {
      const pictures = Array.from({ length: images }, () => image('image/png', 'AAAA'));
      const message = user(...pages.map(() => document), ...pictures, text('x'));
      return said(toWire(message, api), api, [
        ...pages.map((count) => ({ ...small, pages: count })),
        ...pictures.map(() => ({ ...png, size: 100 })),
      ]);
    };
    const fewer = 'models with a context window of 200,000 tokens accept at most 100.';
    assert.deepEqual(of([40, 50], 10), []);
    assert.deepEqual(of([40, 50], 11), [`warning: The request has 101 pages and images; ${fewer}`]);
    assert.deepEqual(of([300, 300], 1), ['error: The request has 601 pages and images; the limit is 600.']);
    assert.deepEqual(of([700], 0), [], 'of one document alone it is said beside it');
    assert.deepEqual(of([300, 300], 1, 'gemini'), []);
    const [found] = checkRequest(
      toWire(user(document, document), 'anthropic'),
      [{ ...small, pages: 60 }, png, { ...small, pages: 60 }],
      'anthropic',
    );
    assert.deepEqual(found?.media, [0, 2]);
  });

  it('name the media they are about: the largest without which it would fit, and every image that is too large', () => {
    const sizes = [1, 20, 2, 15, 3].map((size): MediaFacts => ({ ...png, size: size * MIB }));
    const [tooLarge] = checkRequest(toWire(user(text('x')), 'anthropic'), sizes, 'anthropic');
    assert.equal(tooLarge?.code, 'request_too_large');
    assert.deepEqual(tooLarge?.media, [1]);
    const huge = sizes.map((facts) => ({ ...facts, size: 20 * MIB }));
    const [farTooLarge] = checkRequest(toWire(user(text('x')), 'anthropic'), huge, 'anthropic');
    assert.deepEqual(farTooLarge?.media, [0, 1, 2, 3]);
    const wide = Array.from({ length: 21 }, (_, at): MediaFacts => ({ ...png, size: 1, width: at < 2 ? 3000 : 640 }));
    const [amongMany] = checkRequest(withImages(21, 'anthropic'), wide, 'anthropic');
    assert.equal(amongMany?.code, 'too_large_among_many');
    assert.deepEqual(amongMany?.media, [0, 1]);
  });

  it('[L-16] name of documents that are too large together the largest that counts as one: a text file only where it is sent as a document', () => {
    const facts = [20, 40, 30].map((size, at): MediaFacts => ({ ...pdf, ...(at === 1 && { mimeType: 'text/plain' }), size: size * MIB }));
    const behind = (api: WireApi, sizes: readonly MediaFacts[]) => {
      const parts = sizes.map(({ mimeType }) => file('f', mimeType, 'dGV4dA=='));
      return checkRequest(toWire(user(...parts), api), sizes, api).flatMap(({ code, media }) =>
        code === 'documents_too_large' ? [media] : [],
      );
    };
    assert.deepEqual(behind('openai-responses', facts), [[1]]);
    assert.deepEqual(behind('openai-chat', facts), []);
    assert.deepEqual(behind('openai-chat', [...facts, { ...pdf, size: 25 * MIB }]), [[2]]);
  });

  it('measure all its parts together, though each alone is within them', () => {
    const parts = (count: number) => Array.from({ length: count }, () => image('image/png', EIGHT_MIB));
    assert.deepEqual(said(toWire(user(...parts(5)), 'anthropic'), 'anthropic'), [
      'error: The request is 40.0 MB or larger; the limit is 32.0 MB.',
    ]);
    assert.deepEqual(said(toWire(user(...parts(3)), 'anthropic'), 'anthropic'), []);
    assert.deepEqual(said(toWire(user(...parts(3)), 'gemini'), 'gemini'), [
      'warning: The request is 24.0 MB or larger; above 20.0 MB it may be rejected.',
    ]);
  });

  it('measure what is around a part, to the byte', () => {
    const fits = 'A'.repeat(32 * MIB - 4096);
    const rest =
      32 * MIB -
      new TextEncoder().encode(JSON.stringify(toWire(user(file('a.pdf', 'application/pdf', fits), text('')), 'anthropic').body)).length;
    const request = (letters: number) => toWire(user(file('a.pdf', 'application/pdf', fits), text('x'.repeat(letters))), 'anthropic');
    assert.deepEqual(said(request(rest), 'anthropic'), []);
    assert.equal(said(request(rest + 1), 'anthropic').length, 1);
    assert.equal(said(toWire(user(file('a.pdf', 'application/pdf', 'A'.repeat(32 * MIB))), 'anthropic'), 'anthropic').length, 1);
  });

  it('measure text without media', () => {
    assert.equal(said(toWire(user(text('x'.repeat(32 * MIB))), 'anthropic'), 'anthropic').length, 1);
  });

  it('count on the bytes of media that were not read for the body', () => {
    assert.equal(
      said(
        toWire(user(text('x')), 'anthropic'),
        'anthropic',
        Array.from({ length: 5 }, () => png),
      ).length,
      1,
    );
  });

  it('count the images of all turns', () => {
    assert.deepEqual(said(withImages(100, 'anthropic'), 'anthropic'), []);
    assert.deepEqual(said(withImages(101, 'anthropic'), 'anthropic'), [
      'warning: The request has 101 images; models with a context window of 200,000 tokens accept at most 100.',
    ]);
    assert.deepEqual(said(withImages(601, 'anthropic'), 'anthropic'), ['error: The request has 601 images; the limit is 600.']);
    for (const [api, most] of [
      ['openai-chat', 1500],
      ['openai-responses', 1500],
      ['gemini', 3600],
      ['gemini-2', 3600],
    ] as const) {
      assert.deepEqual(said(withImages(most, api), api), []);
      assert.deepEqual(said(withImages(most + 1, api), api), [`error: The request has ${most + 1} images; the limit is ${most}.`]);
    }
  });

  describe('[E-14] of images for Anthropic: more than 20 in a request make each of them smaller', () => {
    const wide = (width: number, height = 100): MediaFacts => ({ ...png, size: 100, width, height });
    const each = (count: number, facts: MediaFacts) => Array.from({ length: count }, () => facts);

    it('[E-14] 21 images of 3,000 pixels are refused, 20 are not', () => {
      assert.deepEqual(said(withImages(20, 'anthropic'), 'anthropic', each(20, wide(3000))), []);
      assert.deepEqual(said(withImages(21, 'anthropic'), 'anthropic', each(21, wide(3000, 3000))), [
        'error: The request has 21 images; with more than 20, each may be at most 2000 × 2000 pixels. Too large: 21, such as 3000 × 3000.',
      ]);
    });

    it('[E-14] either side counts, 2,000 itself is within, and one image is enough', () => {
      assert.deepEqual(said(withImages(21, 'anthropic'), 'anthropic', each(21, wide(2000, 2000))), []);
      assert.match(
        said(withImages(21, 'anthropic'), 'anthropic', [...each(20, wide(64)), wide(10, 2001)]).join(),
        /^error: .* Too large: 1, such as 10 × 2001\.$/,
      );
    });

    it('[E-14] the images of earlier turns and of answers of tools count too', () => {
      const result = toWire(
        [user(...Array.from({ length: 20 }, () => image('image/png', 'AAAA'))), ...answered(image('image/png', 'AAAA'))],
        'anthropic',
      );
      assert.match(said(result, 'anthropic', [wide(3000)]).join(), /^error: The request has 21 images/);
    });

    it('[E-14] clouds count documents among them', () => {
      const result = toWire(user(...Array.from({ length: 19 }, () => image('image/png', 'AAAA')), PARTS.pdf, PARTS.txt), 'anthropic');
      assert.deepEqual(said(result, 'anthropic', [...each(19, wide(3000)), { ...pdf, size: 100 }]), [
        'warning: The request has 21 images and documents; with more than 20, cloud platforms that offer this API limit each image to 2000 × 2000 pixels. Too large: 19, such as 3000 × 100.',
      ]);
    });

    it('[E-14] no other API says so; Converse and Cohere take 20 images', () => {
      const others = WIRE_APIS.filter((api) => !['anthropic', 'bedrock-invoke', 'bedrock-converse', 'cohere'].includes(api));
      for (const api of others) assert.deepEqual(said(withImages(21, api), api, each(21, wide(3000))), [], api);
    });
  });

  it('measure the documents for OpenAI together', () => {
    const result = toWire(user(text('x')), 'openai-responses');
    const documents = (...sizes: readonly number[]) => sizes.map((size) => ({ ...pdf, size }));
    assert.deepEqual(said(result, 'openai-responses', documents(25 * MIB, 25 * MIB)), []);
    assert.deepEqual(said(result, 'openai-responses', [...documents(25 * MIB, 25 * MIB), png]), []);
    assert.deepEqual(said(result, 'openai-chat', documents(25 * MIB, 26 * MIB)), [
      'error: The documents in the request total 51.0 MB; the limit is 50.0 MB.',
    ]);
    assert.deepEqual(said(result, 'openai-chat', documents(51 * MIB)), [], 'the limit of one document speaks of it');
    assert.deepEqual(
      said(result, 'gemini', documents(25 * MIB, 26 * MIB)).filter((sentence) => sentence.includes('documents')),
      [],
    );
  });

  it('[E-16] do not count a text file among the documents of a chat, where it goes as text', () => {
    const facts = [
      { mimeType: 'text/plain', size: 26 * MIB },
      { mimeType: 'text/plain', size: 26 * MIB },
    ];
    assert.deepEqual(said(toWire(user(PARTS.txt, PARTS.txt), 'openai-chat'), 'openai-chat', facts), []);
    assert.equal(said(toWire(user(PARTS.txt, PARTS.txt), 'openai-responses'), 'openai-responses', facts).length, 1);
  });

  it('say nothing they do not know of servers that anybody runs', () => {
    const unknown = WIRE_APIS.filter((api) => !hasKnownLimits(api));
    assert.deepEqual(unknown, ['openai-compatible', 'mistral', 'ollama', 'mcp']);
    for (const api of unknown)
      assert.deepEqual(
        said(
          withImages(4000, api),
          api,
          Array.from({ length: 100 }, () => ({ ...pdf, size: 50 * MIB })),
        ),
        [],
        api,
      );
  });

  it('are said once of a previewed message, before what is said of its parts', async () => {
    const parts = Array.from({ length: 5 }, () => image('image/png', EIGHT_MIB));
    const message = user(...parts);
    const media = parts.map((_, part) => ({ part, name: `${part}.png`, facts: png }));
    const choice = { api: 'anthropic', certainty: 'declared', because: null } as const;
    const routed = {
      route: 'content',
      granted: null,
      kind: null,
      message,
      messages: readMessages([message]),
      size: null,
      media,
      attachments: [],
    } as const;
    const service = { id: 'claude', name: 'Claude', model: 'claude-opus-4-7' };
    const services = { hasCapability: (_: string, type: string) => type === 'vision' };
    const { measurements } = newMeasures(directCompute);
    const { request: wired } = await receiveRouted(routed, service, { services, measurements, choice });
    assert.equal(wired?.bytes, Buffer.byteLength(JSON.stringify(wired?.result.body)));
    const codes = wired?.limits.map(({ severity, code }) => `${severity} ${code}`);
    assert.deepEqual(codes, ['error request_too_large', ...Array.from({ length: 5 }, () => 'warning part_too_large')]);
  });
});
