import assert from 'node:assert/strict';
import { parseAdaptedText, parseAdaptedTexts } from '../../../src/core/routing/content-adapter.ts';
import { CapabilityRouter } from '../../../src/core/routing/capability-router.ts';
import type { AttachmentInfo, Message, RoutingResult } from '../../../src/core/routing/message.ts';
import type { Artifact } from '../../../src/core/store/artifact.ts';
import { adapter, messageRouter } from '../../support/attachments.ts';
import { binary, models, text } from '../../support/models.ts';
import { samples, utf8 } from '../../support/samples.ts';

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const SVG = '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>';
const MARKDOWN = '# Title\n\nText.\n';

/** One attachment to a model that takes everything. */
async function attach(artifact: Artifact, info: Partial<AttachmentInfo>): Promise<RoutingResult> {
  const { router } = messageRouter({ 'artifact:5': artifact });
  return router.routeContent({ text: 'See:', attachments: [{ type: 'image', artifactRef: 'artifact:5', ...info }] }, 'all');
}

/** What stands in the message of an attachment that was included. */
function included({ canProcess, processedContent, failures }: RoutingResult): unknown {
  assert.deepEqual([canProcess, failures], [true, []]);
  return Array.isArray(processedContent) ? processedContent[1] : undefined;
}

/** Why an attachment was not included; nothing of its content is in the message. */
function refused(result: RoutingResult, bytes: Uint8Array): unknown {
  assert.equal(result.canProcess, false);
  assert.equal(typeof result.processedContent, 'string');
  assert(!JSON.stringify(result.processedContent).includes(base64(bytes).slice(0, 24)));
  const [described] = parseAdaptedTexts(result.textDescription ?? '');
  assert.equal(described?.artifactRef, 'artifact:5');
  return [result.failures[0]?.failure, described?.actualType ?? described?.limit];
}

describe('messages are sent under no false type', () => {
  for (const [name, bytes, info, type, found] of [
    ['a PDF that is said to be an image', samples.pdf, { mimeType: 'image/png', filename: 'report.png' }, 'image', 'application/pdf'],
    ['a film attached as an image', samples.mp4, { mimeType: 'image/png' }, 'image', 'video/mp4'],
    ['a picture attached as audio', samples.png, { mimeType: 'audio/mpeg' }, 'audio', 'image/png'],
    ['a song attached as an image', samples.wav, {}, 'image', 'audio/wav'],
  ] as const) {
    for (const [how, artifact] of [
      ['with its own type', binary(bytes, { mimeType: found })],
      ['without any', binary(bytes)],
      ['as base64', binary(base64(bytes))],
    ] as const) {
      it(`[E-8] decision 15: ${name}, ${how}, is described, with what it is`, async () => {
        assert.deepEqual(refused(await attach(artifact, { ...info, type }), bytes), [
          { code: 'type_mismatch', params: { declared: type, found } },
          found,
        ]);
      });
    }
  }

  it('[E-8] decision 15: text attached as an image or as audio is described, never sent as base64', async () => {
    for (const type of ['image', 'audio'] as const) {
      const result = await attach(text(MARKDOWN, { mimeType: 'text/markdown' }), { type, mimeType: 'image/png' });
      assert.deepEqual(refused(result, utf8(MARKDOWN)), [
        { code: 'type_mismatch', params: { declared: type, found: 'text/markdown' } },
        'text/markdown',
      ]);
      const mislabelled = await attach(text(MARKDOWN, { mimeType: 'image/png' }), { type });
      assert.deepEqual(refused(mislabelled, utf8(MARKDOWN)), [
        { code: 'type_mismatch', params: { declared: type, found: 'text/plain' } },
        'text/plain',
      ]);
    }
  });

  it('[E-8] decision 4: SVG and every +xml and +json goes as text, attached as an image or as a file', async () => {
    for (const type of ['image', 'file'] as const) {
      for (const artifact of [
        text(SVG, { mimeType: 'image/svg+xml' }),
        binary(utf8(SVG), { mimeType: 'image/svg+xml' }),
        binary(base64(utf8(SVG)), { mimeType: 'image/svg+xml' }),
      ]) {
        assert.deepEqual(included(await attach(artifact, { type })), { type: 'text', text: SVG });
      }
    }
    assert.deepEqual(included(await attach(text('{"a": 1}', { mimeType: 'application/geo+json' }), { type: 'file' })), {
      type: 'text',
      text: '{"a": 1}',
    });
    assert.deepEqual(refused(await attach(text('{"a": 1}', { mimeType: 'application/geo+json' }), { type: 'image' }), utf8('{"a": 1}')), [
      { code: 'type_mismatch', params: { declared: 'image', found: 'application/geo+json' } },
      'application/geo+json',
    ]);
  });

  it('[E-8] decision 15: the bytes name the label, whatever was said', async () => {
    assert.deepEqual(included(await attach(binary(samples.jpeg), { mimeType: 'image/png', filename: 'x.png' })), {
      type: 'image_url',
      image_url: { url: `data:image/jpeg;base64,${base64(samples.jpeg)}` },
    });
    assert.deepEqual(included(await attach(binary(samples.pdf), { type: 'file', mimeType: 'image/png', filename: 'x.png' })), {
      type: 'file',
      file: { filename: 'x.png', mimeType: 'application/pdf', data: base64(samples.pdf) },
    });
  });

  it('[E-8] decision 3: bytes without a signature contradict nothing, and get no type that nobody named', async () => {
    const noise = Uint8Array.from({ length: 64 }, (_, at) => (at * 89 + 7) % 256);
    assert.deepEqual(included(await attach(binary(noise), { mimeType: 'image/jpg' })), {
      type: 'image_url',
      image_url: { url: `data:image/jpeg;base64,${base64(noise)}` },
    });
    assert.deepEqual(included(await attach(binary(noise), {})), {
      type: 'image_url',
      image_url: { url: `data:application/octet-stream;base64,${base64(noise)}` },
    });
    assert.deepEqual(included(await attach(binary(noise), { type: 'audio' })), {
      type: 'file',
      file: { filename: '5', mimeType: 'application/octet-stream', data: base64(noise) },
    });
  });

  it('[E-8] a recording in a container of film goes under the name it was attached with', async () => {
    for (const [bytes, mimeType, filename] of [
      [samples.webm, 'audio/webm', 'voice.webm'],
      [samples.mp4, 'audio/mp4', 'voice.mp4'],
    ] as const) {
      assert.deepEqual(included(await attach(binary(bytes), { type: 'audio', mimeType, filename })), {
        type: 'file',
        file: { filename, mimeType, data: base64(bytes) },
      });
    }
    assert.deepEqual(refused(await attach(binary(samples.webm), { type: 'audio', mimeType: 'audio/mpeg' }), samples.webm), [
      { code: 'type_mismatch', params: { declared: 'audio', found: 'video/webm' } },
      'video/webm',
    ]);
  });

  it('[E-8] decision 7: a too large attachment says so and names the limit, in both languages, and is not encoded', async () => {
    for (const [language, words] of [
      ['zh', /附件超过大小上限，内容未包含在消息中。/],
      ['en', /exceeds the size limit/],
    ] as const) {
      for (const artifact of [
        binary(samples.png, { base64: () => assert.fail('encoded') }),
        text('界'.repeat(1000)),
        binary(new Uint8Array(0), { contentFailure: { code: 'too_large', params: { limit: 1024, size: 5000 } } }),
      ]) {
        const { router } = messageRouter({ 'artifact:5': artifact }, { maxContentBytes: 1024, contentAdapter: adapter({ language }) });
        const result = await router.routeContent(
          { attachments: [{ type: artifact.isBinary ? 'image' : 'file', artifactRef: 'artifact:5' }] },
          'all',
        );
        assert.equal(result.failures[0]?.failure.code, 'too_large');
        assert.match(result.textDescription ?? '', words);
        assert.match(result.textDescription ?? '', /1\.0 KB/);
        assert.equal(parseAdaptedText(result.textDescription ?? '')?.limit, 1024);
      }
    }
  });

  it('[E-8] decision 7: a size that somebody claims does not count, the bytes do', async () => {
    const { router } = messageRouter(
      { 'artifact:5': binary(samples.png, { size: 10 }), 'artifact:6': binary(samples.png, { size: 1e12 }) },
      { maxContentBytes: samples.png.length },
    );
    const attachments = ['5', '6'].map((id): AttachmentInfo => ({ type: 'image', artifactRef: `artifact:${id}`, size: 1e12 }));
    assert.equal((await router.routeContent({ attachments }, 'vision')).canProcess, true);
    router.maxContentBytes = samples.png.length - 1;
    assert.equal((await router.routeContent({ attachments }, 'vision')).failures.length, 2);
  });

  it('[E-10] an empty image is described, not sent', async () => {
    for (const artifact of [binary(new Uint8Array(0), { mimeType: 'image/png' }), binary('', { mimeType: 'image/png' })]) {
      const { failures, processedContent } = await attach(artifact, {});
      assert.deepEqual(
        failures.map(({ failure }) => failure.code),
        ['content_empty'],
      );
      assert.doesNotMatch(JSON.stringify(processedContent), /base64/);
    }
  });
});

describe("messages on a runtime's bus", () => {
  const image = { type: 'image', artifactRef: 'artifact:5', filename: 'chart.png' } as const;
  const route = (message: unknown, serviceId = 'vision') =>
    messageRouter({ 'artifact:5': binary(samples.png) }).router.routeContent(message as Message, serviceId);

  it('[E-8] decision 15: are taken as they are: text and attachments of the payload', async () => {
    const onBus = await route({ id: 'm1', from: 'a', to: 'b', taskId: null, payload: { text: 'Look:', attachments: [image] } });
    assert.deepEqual(onBus, await route({ text: 'Look:', attachments: [image] }));
    assert.equal(onBus.canProcess, true);
    assert.deepEqual(onBus.processedContent[0], { type: 'text', text: 'Look:' });
    assert.equal(onBus.processedContent.length, 2);
    const described = await route({ from: 'a', to: 'b', payload: { text: 'Look:', attachments: [image] } }, 'text-only');
    assert.match(String(described.processedContent), /^Look:\n\n【收到附件】/);
    assert.deepEqual(described.unsupportedAttachments, [image]);
  });

  it('[E-8] nothing that stands in a payload is lost', async () => {
    for (const [payload, expected] of [
      ['only words', 'only words'],
      [{ content: 'older field' }, 'older field'],
      [{ text: { a: 1 } }, '{"a":1}'],
      [{ kind: 'error', message: 'failed' }, '{"kind":"error","message":"failed"}'],
      [{ text: '' }, ''],
      [{ text: '', content: 'beside an empty text' }, 'beside an empty text'],
      [['a', 'b'], '["a","b"]'],
      [42, '42'],
      [false, 'false'],
      [0, '0'],
    ] as const) {
      assert.equal((await route({ from: 'a', to: 'b', payload })).processedContent, expected, JSON.stringify(payload));
    }
    for (const [message, expected] of [
      [{ text: 'hello', payload: { x: 1 } }, 'hello\n\n{"x":1}'],
      [{ from: 'a', to: 'b', text: 'outer', payload: '' }, 'outer'],
      [{ text: 'said twice', payload: { text: 'said twice' } }, 'said twice'],
    ] as const) {
      assert.equal((await route(message)).processedContent, expected, JSON.stringify(message));
    }
    for (const message of [{ payload: { text: 'Look:' }, attachments: [image] }, { payload: { text: 'Look:', attachments: image } }]) {
      assert.deepEqual(await route(message), await route({ text: 'Look:', attachments: [image] }));
    }
    for (const message of [null, undefined, 7, [], {}, { payload: null }])
      assert.equal((await route(message)).processedContent, message === 7 ? '7' : Array.isArray(message) ? '[]' : '');
    // A hole in a list is an attachment that says nothing.
    assert.deepEqual(await route({ attachments: new Array(1) }), await route({ attachments: [undefined] }));
  });

  it('[1-INV-1][E-8] a payload with binary content in it puts none of it into the text', async () => {
    const url = `data:image/png;base64,${base64(samples.png)}`;
    for (const payload of [
      {
        text: [
          { type: 'image_url', image_url: { url } },
          { type: 'text', text: 'kept' },
        ],
      },
      { result: { content: base64(samples.png) }, said: 'kept' },
      { bytes: samples.png, said: 'kept' },
      { file: Buffer.from(samples.png), said: 'kept' },
      { isBinary: true, content: 'AAAA', said: 'kept' },
    ]) {
      const { processedContent } = await route({ payload });
      assert.match(String(processedContent), /kept/);
      assert.match(String(processedContent), /二进制内容已省略/);
      assert.doesNotMatch(String(processedContent), /AAAA|iVBOR|137,80/);
    }
  });

  it('[E-8] getRequiredCapabilities reads them too', () => {
    const { router } = messageRouter({});
    assert.deepEqual(router.getRequiredCapabilities({ from: 'a', to: 'b', payload: { text: 'x', attachments: [image] } }), [
      'text',
      'vision',
    ]);
    assert.deepEqual(router.getRequiredCapabilities({ payload: 'x' }), ['text']);
  });

  it('[E-11] works without an adapter, a store and a registry', async () => {
    const bare = new CapabilityRouter(undefined as never);
    assert.deepEqual(await bare.routeContent({ payload: { text: 'x' } } as Message, 'all'), {
      canProcess: true,
      processedContent: 'x',
      unsupportedAttachments: [],
      failures: [],
    });
    const storeless = new CapabilityRouter({ serviceRegistry: models });
    assert.deepEqual(
      (await storeless.routeContent({ attachments: [image] }, 'vision')).failures.map(({ failure }) => failure.code),
      ['not_found'],
    );
  });
});
