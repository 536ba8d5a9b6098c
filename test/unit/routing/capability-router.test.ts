import assert from 'node:assert/strict';
import { CodedError } from '../../../src/core/io/errors.ts';
import { parseAdaptedTexts } from '../../../src/core/routing/content-adapter.ts';
import type { AttachmentInfo, Message } from '../../../src/core/routing/message.ts';
import { adapter, messageRouter } from '../../support/attachments.ts';
import { binary, models, text } from '../../support/models.ts';
import { samples, utf8 } from '../../support/samples.ts';

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const ARTIFACTS = {
  'artifact:1': binary(samples.png, { id: '1', mimeType: 'image/png', meta: { filename: 'chart.png' } }),
  'artifact:2': binary(samples.mp3, { id: '2', mimeType: 'audio/mpeg', meta: { filename: 'song.mp3' } }),
  'artifact:3': binary(samples.pdf, { id: '3', mimeType: 'application/pdf', meta: { filename: 'report.pdf' } }),
  'artifact:4': text('设计\n', { id: '4', mimeType: 'text/markdown', meta: { filename: 'notes.md' } }),
};
const image: AttachmentInfo = { type: 'image', artifactRef: 'artifact:1', filename: 'chart.png', size: 1_258_291, mimeType: 'image/png' };
const audio: AttachmentInfo = { type: 'audio', artifactRef: 'artifact:2', filename: 'song.mp3', mimeType: 'audio/mpeg' };
const file: AttachmentInfo = { type: 'file', artifactRef: 'artifact:3', filename: 'report.pdf', mimeType: 'application/pdf' };
const imagePart = { type: 'image_url', image_url: { url: `data:image/png;base64,${base64(samples.png)}` } };
const audioPart = { type: 'file', file: { filename: 'song.mp3', mimeType: 'audio/mpeg', data: base64(samples.mp3) } };
const pdfPart = { type: 'file', file: { filename: 'report.pdf', mimeType: 'application/pdf', data: base64(samples.pdf) } };
const route = (message: Message, serviceId: string | null | undefined) => messageRouter(ARTIFACTS).router.routeContent(message, serviceId);

describe('CapabilityRouter', () => {
  for (const [tag, attachment, part, serviceId] of [
    ['[2-R2.1] sends an image to a model with vision', image, imagePart, 'vision'],
    ['[2-R2.3] sends audio to a model with audio', audio, audioPart, 'audio'],
    ['[2-R2.5] sends a file to a model that reads files', file, pdfPart, 'file'],
  ] as const) {
    it(`${tag}, after the text`, async () => {
      const result = await route({ text: 'Look:', attachments: [attachment] }, serviceId);
      assert.deepEqual(result, {
        canProcess: true,
        processedContent: [{ type: 'text', text: 'Look:' }, part],
        unsupportedAttachments: [],
        failures: [],
      });
    });
  }

  for (const [tag, attachment, type, unable] of [
    ['[2-R2.2] describes an image', image, '图片', ['text-only', 'audio', 'file', 'video', 'unknown', null, undefined]],
    ['[2-R2.4] describes audio', audio, '音频', ['text-only', 'vision', 'file', 'video', 'unknown', null, undefined]],
    ['[2-R2.6] describes a file', file, '文件', ['text-only', 'vision', 'audio', 'video', 'unknown', null, undefined]],
  ] as const) {
    it(`${tag} to every other model, with its reference and facts, and reads nothing`, async () => {
      for (const serviceId of unable) {
        const { router, read } = messageRouter(ARTIFACTS);
        const { canProcess, processedContent, unsupportedAttachments, textDescription, failures } = await router.routeContent(
          { text: 'Look:', attachments: [attachment] },
          serviceId,
        );
        assert.deepEqual([canProcess, unsupportedAttachments, failures, read], [false, [attachment], [], []]);
        assert.equal(processedContent, `Look:\n\n${textDescription}`);
        for (const line of [
          `类型: ${type}`,
          `工件ID: ${attachment.artifactRef}`,
          `文件名: ${attachment.filename}`,
          `MIME类型: ${attachment.mimeType}`,
        ])
          assert(textDescription?.split('\n').includes(line), line);
      }
    });
  }

  it('[2-RoutingResult][2-CapabilityRouter.routeContent][2-R2.1][2-R2.6] routes each of several attachments by itself, in the order given', async () => {
    const attachments = [file, image, audio, { ...image, filename: 'again.png' }];
    const { canProcess, processedContent, unsupportedAttachments, textDescription } = await route({ text: 'All:', attachments }, 'vision');
    assert.deepEqual([canProcess, unsupportedAttachments], [false, [file, audio]]);
    assert.deepEqual(processedContent, [{ type: 'text', text: `All:\n\n${textDescription}` }, imagePart, imagePart]);
    assert.deepEqual(
      parseAdaptedTexts(textDescription ?? '').map(({ contentType, artifactRef }) => [contentType, artifactRef]),
      [
        ['file', 'artifact:3'],
        ['audio', 'artifact:2'],
      ],
    );
    const whole = await route({ text: 'All:', attachments }, 'all');
    assert.deepEqual(
      [whole.canProcess, whole.processedContent],
      [true, [{ type: 'text', text: 'All:' }, pdfPart, imagePart, audioPart, imagePart]],
    );
  });

  it('[2-R2.5] the declared type decides, strictly, and the bytes name the media type', async () => {
    const asFile = await route({ text: '', attachments: [{ type: 'file', artifactRef: 'artifact:1' }] }, 'file');
    assert.deepEqual(asFile.processedContent, [
      { type: 'file', file: { filename: 'chart.png', mimeType: 'image/png', data: base64(samples.png) } },
    ]);
    assert.equal((await route({ text: '', attachments: [{ type: 'file', artifactRef: 'artifact:1' }] }, 'vision')).canProcess, false);
    const lying = await route({ text: '', attachments: [{ ...image, mimeType: 'image/jpeg' }] }, 'vision');
    assert.deepEqual(lying.processedContent, [imagePart]);
    const asText = await route({ text: '', attachments: [{ type: 'file', artifactRef: 'artifact:4' }] }, 'file');
    assert.deepEqual(asText.processedContent, [
      { type: 'file', file: { filename: 'notes.md', mimeType: 'text/markdown', data: base64(utf8('设计\n')) } },
    ]);
  });

  it('takes messages without attachments, without text, and without anything', async () => {
    assert.deepEqual(await route({ text: 'only' }, 'vision'), {
      canProcess: true,
      processedContent: 'only',
      unsupportedAttachments: [],
      failures: [],
    });
    assert.deepEqual((await route({ text: '', attachments: [] }, null)).processedContent, '');
    assert.deepEqual((await route({ attachments: [image] }, 'vision')).processedContent, [imagePart]);
    const described = await route({ attachments: [image] }, 'text-only');
    assert.equal(described.processedContent, described.textDescription);
  });

  it('[2-ERR-4] describes what cannot be read as unreadable, says why, and keeps the reference for another try', async () => {
    const { router } = messageRouter({
      'artifact:gone': () => Promise.resolve(null),
      'artifact:denied': binary(new Uint8Array(0), { contentFailure: { code: 'permission_denied' } }),
      'artifact:throws': () => Promise.reject(new CodedError('io_failed')),
      'artifact:bad': binary('not base64!'),
    });
    const attachments = ['gone', 'denied', 'throws', 'bad'].map((id) => ({ type: 'image' as const, artifactRef: `artifact:${id}` }));
    const result = await router.routeContent({ text: 'x', attachments }, 'vision');
    assert.deepEqual([result.canProcess, result.unsupportedAttachments], [false, []]);
    assert.deepEqual(
      result.failures.map(({ attachment, failure }) => [attachment.artifactRef, failure.code]),
      [
        ['artifact:gone', 'not_found'],
        ['artifact:denied', 'permission_denied'],
        ['artifact:throws', 'io_failed'],
        ['artifact:bad', 'base64_invalid'],
      ],
    );
    assert.deepEqual(
      parseAdaptedTexts(result.textDescription ?? '').map(({ artifactRef, isUnreadable }) => [artifactRef, isUnreadable]),
      attachments.map(({ artifactRef }) => [artifactRef, true]),
    );
    assert.match(result.textDescription ?? '', /附件读取失败/);
  });

  it('takes binary content that is given as base64, once encoded', async () => {
    const { router } = messageRouter({ '1': binary(base64(samples.png), { mimeType: 'image/png' }) });
    assert.deepEqual(
      (await router.routeContent({ text: '', attachments: [{ type: 'image', artifactRef: '1' }] }, 'vision')).processedContent,
      [imagePart],
    );
  });

  it('[E-8] an attachment of a type nobody knows is a file', async () => {
    for (const type of ['video', '__proto__', '', undefined, null, 7]) {
      const attachment = { ...image, type } as unknown as AttachmentInfo;
      const { router } = messageRouter(ARTIFACTS);
      const result = await router.routeContent({ text: '', attachments: [attachment] }, 'all');
      assert.deepEqual([result.canProcess, (result.processedContent[0] as { type: string }).type], [true, 'file']);
      assert.equal((await router.routeContent({ text: '', attachments: [attachment] }, 'vision')).canProcess, false);
      assert.deepEqual(router.getRequiredCapabilities({ text: '', attachments: [attachment] }), ['file']);
    }
  });

  it('[2-R6.4] asks for input capabilities, and when that fails sends text only', async () => {
    const asked: unknown[] = [];
    const hasCapability = (...args: unknown[]) => asked.push(args) > 0;
    await messageRouter(ARTIFACTS, { serviceRegistry: { ...models, hasCapability } }).router.routeContent(
      { text: '', attachments: [image] },
      's',
    );
    assert.deepEqual(asked, [['s', 'vision', 'input']]);
    const failing = {
      ...models,
      hasCapability: () => {
        throw new Error('no');
      },
    };
    const result = await messageRouter(ARTIFACTS, { serviceRegistry: failing }).router.routeContent(
      { text: '', attachments: [image, audio, file] },
      'all',
    );
    assert.deepEqual([result.canProcess, result.unsupportedAttachments.length], [false, 3]);
  });

  it('[2-CapabilityRouter.getRequiredCapabilities][E-8] decision 15: names the capabilities a message needs, each once, text first when there is one', () => {
    const { router } = messageRouter({});
    assert.deepEqual(router.getRequiredCapabilities({ text: 'x', attachments: [file, image, file, audio] }), [
      'text',
      'file',
      'vision',
      'audio',
    ]);
    assert.deepEqual(router.getRequiredCapabilities({ text: 'x' }), ['text']);
    assert.deepEqual(router.getRequiredCapabilities({ attachments: [image] }), ['vision']);
    assert.deepEqual(router.getRequiredCapabilities({ text: '' }), []);
  });

  it('decision 10: describes in English when that is set', async () => {
    const { router } = messageRouter(ARTIFACTS, { contentAdapter: adapter({ language: 'en' }) });
    const { textDescription = '' } = await router.routeContent({ text: '', attachments: [image] }, 'text-only');
    assert.doesNotMatch(textDescription, /\p{Script=Han}/u);
  });
});
