import assert from 'node:assert/strict';
import fc from 'fast-check';
import { formatAdaptedText, parseAdaptedText, parseAdaptedTexts, type AttachmentFacts } from '../../src/core/routing/content-adapter.ts';
import { ATTACHMENT_CAPABILITY, type AttachmentInfo } from '../../src/core/routing/message.ts';
import { adapter, AGENTS, messageRouter } from '../support/attachments.ts';
import { binary, MODELS } from '../support/models.ts';
import { runs } from '../support/effort.ts';

const RUNS = { numRuns: runs(1000) };
/** Runs of base64 of this length must not stand in a text. */
const RUN = 24;

/** Names as data can hold them: any characters, lines of a description, escapes, lone surrogates. */
const name = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        '\n',
        '\r',
        '\u2028',
        '\u202e',
        '\\',
        '\\u{a}',
        'u{',
        '}',
        ', ',
        ',',
        ' ',
        '\ud800',
        '\udc00',
        '\u{e0001}',
        '类型: 图片',
        '工件ID: artifact:1',
        '【收到附件】',
        '建议转发给: x',
        'a',
      ),
    )
    .map((parts) => parts.join('')),
);
/** Names without an extension, which would say that an attachment is not what it is called. */
const typeless = name.filter((each) => !/\.\w+$/.test(each));
/** Names that stand in a description as they are. */
const PLAIN = /^[\w.-]+$/;
const type = fc.constantFrom('image', 'audio', 'file');
const size = fc.nat({ max: Number.MAX_SAFE_INTEGER });
const attachment: fc.Arbitrary<AttachmentInfo> = fc.record(
  { type, artifactRef: name, filename: typeless, size, mimeType: name },
  { requiredKeys: ['type', 'artifactRef'] },
);
const service = fc.constantFrom(...Object.keys(MODELS), 'unknown');
const language = fc.constantFrom('zh', 'en');

/** A message with its artifacts, each under a reference of its own. */
const message = fc
  .record({
    text: fc.string(),
    parts: fc.array(fc.record({ facts: attachment, bytes: fc.uint8Array({ minLength: RUN, maxLength: 200 }) }), { maxLength: 6 }),
  })
  .map(({ text, parts }) => ({
    message: { text, attachments: parts.map(({ facts }, at) => ({ ...facts, artifactRef: `artifact:${at}` })) },
    bytes: parts.map((part) => part.bytes),
    artifacts: Object.fromEntries(parts.map(({ bytes }, at) => [`artifact:${at}`, binary(bytes, { id: String(at) })])),
  }));

const can = (serviceId: string, attachmentType: AttachmentInfo['type']): boolean =>
  MODELS[serviceId]?.includes(ATTACHMENT_CAPABILITY[attachmentType]) ?? false;

describe('routing of messages, for any attachments and model', () => {
  it('[2-P2] what the model takes is in the request, byte for byte, in the order given', async () => {
    await fc.assert(
      fc.asyncProperty(message, service, async ({ message: given, bytes, artifacts }, serviceId) => {
        const { processedContent, unsupportedAttachments } = await messageRouter(artifacts).router.routeContent(given, serviceId);
        const included = typeof processedContent === 'string' ? [] : processedContent.filter((part) => part.type !== 'text');
        const data = included.map((part) =>
          part.type === 'image_url' ? part.image_url.url.replace(/^[^,]*;base64,/, '') : part.type === 'file' ? part.file.data : '',
        );
        const expected = given.attachments.flatMap(({ type: each }, at) =>
          can(serviceId, each) ? [Buffer.from(bytes[at] as Uint8Array).toString('base64')] : [],
        );
        assert.deepEqual(data, expected);
        assert.deepEqual(
          included.map((part) => part.type),
          given.attachments.filter((each) => can(serviceId, each.type)).map((each) => (each.type === 'image' ? 'image_url' : 'file')),
        );
        assert.deepEqual(
          unsupportedAttachments,
          given.attachments.filter((each) => !can(serviceId, each.type)),
        );
      }),
      RUNS,
    );
  });

  it('[2-P3] what the model does not take is described, is not read, and none of it is in the request', async () => {
    await fc.assert(
      fc.asyncProperty(message, service, async ({ message: given, bytes, artifacts }, serviceId) => {
        const { router, read } = messageRouter(artifacts);
        const { canProcess, processedContent, textDescription = '' } = await router.routeContent(given, serviceId);
        const refused = given.attachments.filter((each) => !can(serviceId, each.type));
        assert.equal(canProcess, refused.length === 0);
        assert.deepEqual(
          parseAdaptedTexts(textDescription).map(({ artifactRef }) => artifactRef),
          refused.map(({ artifactRef }) => artifactRef),
        );
        assert.deepEqual(
          read,
          given.attachments.filter((each) => can(serviceId, each.type)).map(({ artifactRef }) => artifactRef),
        );
        const sent = JSON.stringify(processedContent);
        for (const [at, each] of given.attachments.entries()) {
          const base64 = Buffer.from(bytes[at] as Uint8Array).toString('base64');
          if (
            !can(serviceId, each.type) &&
            !bytes.some((other, index) => index !== at && Buffer.compare(other, bytes[at] as Uint8Array) === 0)
          )
            assert(!sent.includes(base64.slice(0, RUN)));
        }
      }),
      RUNS,
    );
  });
});

describe('descriptions of attachments, for any names', () => {
  it('[2-P4] have the reference, the type, the name and size if known, each as it was given, and the suggestion', () => {
    fc.assert(
      fc.property(attachment, (given) => {
        const { text, structuredInfo } = adapter().adaptToText(given);
        const lines = text.split('\n');
        const ref = given.artifactRef.startsWith('artifact:') ? given.artifactRef : `artifact:${given.artifactRef}`;
        // What stands behind a label is read back, for names are escaped where they would forge a line.
        const read = parseAdaptedText(text);
        assert.deepEqual([read?.artifactRef, read?.contentType], [ref, given.type]);
        assert.equal(read?.filename, given.filename === '' ? undefined : given.filename);
        assert.equal(read?.size, given.size);
        assert(lines.includes(`类型: ${{ image: '图片', audio: '音频', file: '文件' }[given.type]}`));
        assert.equal(
          lines.some((line) => line.startsWith('文件名: ')),
          given.filename !== undefined && given.filename !== '',
        );
        if (given.filename !== undefined && PLAIN.test(given.filename)) assert(lines.includes(`文件名: ${given.filename}`));
        if (PLAIN.test(given.artifactRef)) assert(lines.includes(`工件ID: ${ref}`));
        assert.equal(
          lines.some((line) => line.startsWith('文件大小: ')),
          given.size !== undefined,
        );
        if (given.size !== undefined) assert(lines.some((line) => line.startsWith('文件大小: ') && line.endsWith(` (${given.size} 字节)`)));
        assert(lines.some((line) => line.includes('send_message')));
        assert.equal(lines.at(-1)?.startsWith('建议转发给: '), true);
        assert.equal(structuredInfo.artifactRef, ref);
        assert.equal(structuredInfo.filename, given.filename === '' ? undefined : given.filename);
        assert.deepEqual(structuredInfo.suggestedAgents, AGENTS[ATTACHMENT_CAPABILITY[given.type]]);
      }),
      RUNS,
    );
  });

  it('[2-P5] can be read back into their fields exactly, in both languages, alone and among others', () => {
    const anyFacts: fc.Arbitrary<AttachmentFacts> = fc.record(
      {
        contentType: type,
        artifactRef: name,
        filename: name,
        size,
        mimeType: name,
        suggestedAgents: fc.array(name, { minLength: 1 }),
        isUnreadable: fc.constant(true),
        limit: size,
        actualType: name,
      },
      { requiredKeys: ['contentType', 'artifactRef'] },
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(anyFacts, language), { minLength: 1, maxLength: 4 }), (given) => {
        const texts = given.map(([each, words]) => formatAdaptedText(each, words));
        for (const [at, text] of texts.entries()) {
          const facts = given[at]?.[0] as AttachmentFacts;
          assert.deepEqual(parseAdaptedText(text), { ...facts });
          // No name forges a line: as many as there are fields, three of prose, and one more for each further reason.
          const { isUnreadable, ...lines } = facts;
          const reasons = [isUnreadable, lines.limit, lines.actualType].filter((reason) => reason !== undefined).length;
          assert.equal(
            text.split(/\r\n|[\n\r\u000b\u000c\u0085\u2028\u2029]/).length,
            Object.keys(lines).length + 3 + Math.max(1, reasons),
          );
          assert(text.isWellFormed());
        }
        assert.deepEqual(
          parseAdaptedTexts(texts.join('\n\n')),
          given.map(([each]) => ({ ...each })),
        );
      }),
      RUNS,
    );
  });
});
