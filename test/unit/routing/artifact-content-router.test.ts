import assert from 'node:assert/strict';
import { BinaryDetector } from '../../../src/core/content/binary-detector.ts';
import { CodedError } from '../../../src/core/io/errors.ts';
import type { ContentRouteResult } from '../../../src/core/routing/route-result.ts';
import type { Artifact } from '../../../src/core/store/artifact.ts';
import { binary, MODELS, models, router, text } from '../../support/models.ts';
import { openings } from '../../support/file-openings.ts';
import { samples } from '../../support/samples.ts';

const UNSUPPORTED = '当前模型不支持读取此类文件。建议创建具备相应能力的智能体协助处理。';
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const route = (artifact: Artifact, serviceId: string | null | undefined) => router().routeContent(artifact, serviceId);

function contentOf(result: ContentRouteResult): string {
  assert.equal(result.routing, 'text');
  return result.routing === 'text' ? result.content : '';
}

describe('ArtifactContentRouter', () => {
  const png = binary(samples.png, { mimeType: 'image/png', meta: { filename: 'chart.png' } });
  const pdf = binary(samples.pdf, { mimeType: 'application/pdf', meta: { filename: 'report.pdf' } });

  it('[1-R3.1][1-R3.2][1-R3.3][1-R2.2] sends an image to a model with vision as image_url', async () => {
    const result = await route(png, 'vision');
    assert.deepEqual([result.contentType, result.routing], ['image', 'image_url']);
    assert.deepEqual(result.routing === 'image_url' && result.imageUrl, {
      type: 'image_url',
      image_url: { url: `data:image/png;base64,${base64(samples.png)}` },
    });
  });

  it('[1-R3.4][1-R2.2] describes an image to a model without vision, also to one that reads files', async () => {
    for (const serviceId of ['text-only', 'file', 'audio']) {
      assert.equal(
        contentOf(await route(png, serviceId)),
        `[无法读取] chart.png (artifact:5)\n类型: PNG 图片\n大小: 9.1 KB\n${UNSUPPORTED}`,
        serviceId,
      );
    }
  });

  it('[1-R4.1][1-R2.3] sends a document to a model that reads files, as a file', async () => {
    const result = await route(pdf, 'file');
    assert.deepEqual([result.contentType, result.routing], ['binary', 'file']);
    assert.deepEqual(result.routing === 'file' && result.file, {
      type: 'file',
      file: { filename: 'report.pdf', mimeType: 'application/pdf', data: base64(samples.pdf) },
    });
  });

  it('[1-R2.3][1-R4.2][1-R4.3][1-R4.4][1-R6.4] describes it to all others: name, type, size, the limitation and a suggestion', async () => {
    for (const serviceId of ['text-only', 'vision', 'audio']) {
      assert.equal(
        contentOf(await route(pdf, serviceId)),
        `[无法读取] report.pdf (artifact:5)\n类型: PDF 文档\n大小: 16.0 KB\n${UNSUPPORTED}`,
        serviceId,
      );
    }
  });

  it('[1-R4.1] decision 1: audio and video go through by their own capability or by file', async () => {
    const wav = binary(samples.wav, { mimeType: 'audio/wav' });
    const mp4 = binary(samples.mp4, { mimeType: 'video/mp4' });
    const routes = async (artifact: Artifact) =>
      Object.fromEntries(await Promise.all(Object.keys(MODELS).map(async (id) => [id, (await route(artifact, id)).routing] as const)));
    assert.deepEqual(await routes(wav), { 'text-only': 'text', vision: 'text', audio: 'file', video: 'text', file: 'file', all: 'file' });
    assert.deepEqual(await routes(mp4), { 'text-only': 'text', vision: 'text', audio: 'text', video: 'file', file: 'file', all: 'file' });
    assert.equal((await route(wav, 'all')).reason.capability, 'audio');
    assert.equal((await route(wav, 'file')).reason.capability, 'file');
  });

  it('[1-R5.1][1-R5.2][1-R5.3] gives every model the text itself', async () => {
    for (const content of ['', 'aGVsbG8gd29ybGQ=', '设计\r\n\t"quoted" \u0000\ud800', '{"b":1,  "a":2}', '<svg/>']) {
      for (const serviceId of [...Object.keys(MODELS), 'unknown', null, undefined]) {
        const result = await route(text(content), serviceId);
        assert.deepEqual([result.contentType, contentOf(result)], ['text', content]);
      }
    }
  });

  it('[1-R2.4] without knowledge of the model sends text only', async () => {
    for (const serviceId of ['unknown', '__proto__', '', null, undefined]) {
      const result = await route(png, serviceId);
      assert.deepEqual([result.routing, result.reason.rule], ['text', 'service_unknown'], String(serviceId));
    }
  });

  it('[1-ERR-4][1-R8.4] when the query for capabilities fails, describes every binary', async () => {
    const failing = {
      hasCapability: () => {
        throw new Error('no');
      },
      getServiceById: () => {
        throw new Error('no');
      },
    };
    for (const artifact of [png, pdf])
      assert.equal((await router({ serviceRegistry: failing }).routeContent(artifact, 'all')).routing, 'text');
    assert.equal((await router({ serviceRegistry: failing }).routeContent(text('x'), 'all')).routing, 'text');
  });

  it('[1-R6.1][1-R6.2][1-R6.3] never puts base64 into a text field', async () => {
    for (const content of [samples.png, base64(samples.png)]) {
      for (const serviceId of ['text-only', 'unknown']) {
        const result = contentOf(await route(binary(content, { mimeType: 'image/png', meta: { name: 'x.png' } }), serviceId));
        assert(!result.includes(base64(samples.png).slice(0, 24)));
      }
    }
  });

  it('[1-ERR-5][1-SEC-1] takes base64 as content, checks it, and describes what is none', async () => {
    const good = await route(binary(base64(samples.png), { mimeType: 'image/png' }), 'vision');
    assert.equal(good.routing === 'image_url' && good.imageUrl.image_url.url, `data:image/png;base64,${base64(samples.png)}`);
    for (const content of ['not base64!', 'abc', `${base64(samples.png)}\n`]) {
      assert.equal(
        contentOf(await route(binary(content, { mimeType: 'image/png', meta: { filename: 'x.png' } }), 'vision')),
        '[文件处理失败: x.png]\n错误: base64 编码无效\n请检查文件是否损坏',
      );
    }
    assert.throws(() => router().formatImageUrl('not base64!', 'image/png'), /base64_invalid/);
  });

  it('[1-SEC-3] tells what contradicts the metadata, and routes by what the content is', async () => {
    const result = await route(binary(samples.png, { mimeType: 'text/plain', meta: { filename: 'lies.txt' } }), 'vision');
    assert.deepEqual(
      [
        result.routing,
        result.metadata.mimeType,
        result.metadata.declaredMimeType,
        result.metadata.detectedMimeType,
        result.metadata.binaryType,
      ],
      ['image_url', 'image/png', 'text/plain', 'image/png', 'image'],
    );
    const honest = await route(png, 'vision');
    assert.deepEqual([honest.metadata.declaredMimeType, honest.metadata.detectedMimeType], [undefined, undefined]);
  });

  it('[E-9] tells a false type that few bytes point to, and sends a picture under no false name', async () => {
    const doubtful = await route(binary(openings.mz, { mimeType: 'image/png' }), 'vision');
    assert.deepEqual(
      [
        doubtful.routing,
        doubtful.metadata.mimeType,
        doubtful.metadata.declaredMimeType,
        doubtful.metadata.detectedMimeType,
        doubtful.reason.lacksSignature,
      ],
      ['image_url', 'image/png', 'image/png', 'application/x-msdownload', true],
    );
    const program = await route(binary(openings.exe, { mimeType: 'image/png' }), 'vision');
    assert.deepEqual(
      [program.routing, program.metadata.mimeType, program.metadata.declaredMimeType],
      ['text', 'application/x-msdownload', 'image/png'],
    );
    const bitmap = await route(binary(samples.bmp, { mimeType: 'image/png' }), 'vision');
    assert.equal(bitmap.routing === 'image_url' && bitmap.imageUrl.image_url.url.slice(0, 22), 'data:image/bmp;base64,');
    assert.deepEqual([bitmap.metadata.declaredMimeType, bitmap.metadata.detectedMimeType], ['image/png', 'image/bmp']);
    const archive = await route(binary(openings.zip, { mimeType: 'application/pdf', meta: { filename: 'a.pdf' } }), 'all');
    assert.deepEqual(
      [archive.routing === 'file' && archive.file.file.mimeType, archive.metadata.declaredMimeType],
      ['application/zip', 'application/pdf'],
    );
  });

  it('[1-SEC-2] decision 7: over the size limit says so and names the limit, for every model', async () => {
    const small = router({ maxContentBytes: 1024 });
    for (const artifact of [png, pdf, text('x'.repeat(2000), { size: 2000 })]) {
      const result = await small.routeContent(artifact, 'all');
      assert.match(contentOf(result), /1\.0 KB/);
      assert.equal(result.reason.rule, 'too_large');
    }
    assert.equal((await small.routeContent(text('x'.repeat(1024)), 'all')).reason.rule, 'text');
    assert.equal((await router({ maxContentBytes: samples.png.length }).routeContent(png, 'vision')).routing, 'image_url');
  });

  it('[E-11][1-SEC-2] the size limit believes the bytes, not what is claimed, and counts text in UTF-8', async () => {
    const limit = 1024;
    const rule = async (artifact: Artifact) => (await router({ maxContentBytes: limit }).routeContent(artifact, 'all')).reason.rule;
    for (const size of [undefined, 1, 1e9, -1, Number.NaN]) {
      const claimed = size === undefined ? {} : { size };
      assert.equal(await rule(binary(new Uint8Array(limit + 1), claimed)), 'too_large');
      assert.equal(await rule(binary(base64(new Uint8Array(limit + 1)), claimed)), 'too_large');
      assert.equal(await rule(binary(new Uint8Array(limit), claimed)), 'capability_present');
      assert.equal(await rule(text('界'.repeat(342), claimed)), 'too_large'); // 342 characters, 1,026 bytes
      assert.equal(await rule(text('界'.repeat(341), claimed)), 'text');
      assert.equal(await rule(text('\u{1f600}'.repeat(256), claimed)), 'text'); // 512 UTF-16 units, 1,024 bytes
      assert.equal(await rule(text('\u{1f600}'.repeat(257), claimed)), 'too_large');
      assert.equal(await rule(text('é'.repeat(513), claimed)), 'too_large');
    }
    const described = await router({ maxContentBytes: limit }).routeContent(binary(new Uint8Array(limit + 1), { size: 5 }), 'all');
    assert.deepEqual([described.metadata.size, described.reason.failure?.params], [limit + 1, { limit, size: limit + 1 }]);
  });

  it('[E-11] a limit that is none is the default', async () => {
    for (const maxContentBytes of [Number.NaN, -1, '5', null])
      assert.equal(router({ maxContentBytes: maxContentBytes as number }).maxContentBytes, 20 * 1024 * 1024);
    const changed = router();
    changed.maxContentBytes = Number.NaN;
    assert.equal((await changed.routeContent(binary(new Uint8Array(20 * 1024 * 1024 + 1)), 'all')).reason.rule, 'too_large');
  });

  it('[E-10] an empty image, sound, film or document is described as empty, for every model; another empty file is what it is', async () => {
    for (const mimeType of ['image/png', 'audio/mpeg', 'video/mp4', 'application/pdf']) {
      for (const content of [new Uint8Array(0), '']) {
        for (const serviceId of ['all', 'text-only', 'unknown']) {
          const result = await route(binary(content, { mimeType, meta: { filename: 'x' } }), serviceId);
          assert.equal(contentOf(result), '[文件处理失败: x]\n错误: 文件为空\n请检查文件是否损坏');
          assert.deepEqual([result.reason.failure?.code, result.metadata.size], ['content_empty', 0]);
        }
      }
    }
    assert.equal((await route(binary(new Uint8Array(0), { mimeType: 'application/octet-stream' }), 'file')).routing, 'file');
  });

  it('[E-11][1-ArtifactContentRouter.formatImageUrl] formatImageUrl brings the type to its canonical form, and refuses what is no image', () => {
    const code = (content: unknown, mimeType: unknown): string => {
      try {
        return router()
          .formatImageUrl(content as Uint8Array, mimeType as string)
          .image_url.url.slice(0, 30);
      } catch (error) {
        assert(error instanceof CodedError, String(error));
        return error.code;
      }
    };
    for (const mimeType of ['image/jpg', 'IMAGE/JPEG', ' image/jpeg; q=1', 'image/pjpeg'])
      assert.match(code(samples.jpeg, mimeType), /^data:image\/jpeg;base64,/);
    for (const mimeType of ['application/pdf', 'text/plain', 'image/svg+xml', 'audio/mpeg'])
      assert.equal(code(samples.png, mimeType), 'type_mismatch');
    for (const mimeType of ['', 'png', 'image/', 'image/png,x', undefined, null, 7, {}])
      assert.equal(code(samples.png, mimeType), 'mime_type_missing');
    for (const content of ['', new Uint8Array(0)]) assert.equal(code(content, 'image/png'), 'content_empty');
    for (const content of ['not base64!', undefined, null, 7, {}, [137]]) assert.equal(code(content, 'image/png'), 'base64_invalid');
  });

  it('[E-11] takes the content of other runtimes: numbers as ids, JSON values, any kind of bytes', async () => {
    assert.equal((await route(text('x', { id: 31 as unknown as string }), 'all')).metadata.id, '31');
    assert.equal(contentOf(await route(text({ a: [1] } as unknown as string), 'all')), '{\n  "a": [\n    1\n  ]\n}');
    assert.equal(
      contentOf(await route(text(Buffer.from('设计') as Uint8Array as unknown as string, { mimeType: 'text/markdown' }), 'text-only')),
      '设计',
    );
    for (const content of [
      samples.png.buffer.slice(samples.png.byteOffset, samples.png.byteOffset + samples.png.length),
      new DataView(samples.png.slice().buffer),
      Buffer.from(samples.png),
    ]) {
      const result = await route(binary(content as Uint8Array), 'vision');
      assert.equal(result.routing === 'image_url' && result.imageUrl.image_url.url, `data:image/png;base64,${base64(samples.png)}`);
    }
  });

  it('[E-11] what is no artifact at all is described', async () => {
    for (const artifact of [null, undefined, 7, 'x', [], {}, { content: null }, { isBinary: true }, { isBinary: true, content: {} }]) {
      const result = await route(artifact as unknown as Artifact, 'all');
      assert.match(contentOf(result), /^\[文件处理失败: 未知文件\]/);
      assert.equal(result.reason.rule, 'content_failed');
    }
  });

  it('[1-ArtifactContentRouter.routeContent][1-R7.2] gives back the type, the content and the facts of the artifact', async () => {
    const facts = {
      type: 'image/png',
      createdAt: '2026-01-01T00:00:00.000Z',
      size: samples.png.length,
      mimeType: 'image/png',
      meta: { filename: 'chart.png' },
    };
    const { contentType, routing, metadata } = await route(binary(samples.png, facts), 'text-only');
    assert.deepEqual(
      { contentType, routing, metadata },
      {
        contentType: 'image',
        routing: 'text',
        metadata: {
          id: '5',
          type: 'image/png',
          filename: 'chart.png',
          mimeType: 'image/png',
          size: samples.png.length,
          createdAt: '2026-01-01T00:00:00.000Z',
          binaryType: 'image',
        },
      },
    );
  });

  it('[1-ArtifactContentRouter.detectBinaryType][1-R1.2] detects the binary type of an artifact by itself', () => {
    const types = [png, pdf, binary(samples.mp3), binary(base64(samples.webm)), binary(Uint8Array.from([0, 1]))].map((artifact) =>
      router().detectBinaryType(artifact),
    );
    assert.deepEqual(types, ['image', 'document', 'audio', 'video', 'other']);
  });

  it('[L-12] gives the binary type as a plain value, the one by which an artifact is routed', async () => {
    for (const [name, bytes] of Object.entries(samples)) {
      for (const facts of [{}, { mimeType: 'image/png' }, { mimeType: 'application/octet-stream' }, { meta: { filename: `x.${name}` } }]) {
        const artifact = binary(bytes, facts);
        const { metadata } = await route(artifact, 'all');
        assert.equal(router().detectBinaryType(artifact), metadata.binaryType ?? 'other', `${name} ${JSON.stringify(facts)}`);
        const detected = { ...artifact, detection: await new BinaryDetector().detectBinary(bytes) };
        assert.equal(router().detectBinaryType(detected), detected.detection.isBinary ? detected.detection.kind : 'other', name);
      }
    }
  });

  it('asks the registry for input capabilities only', () => {
    const asked: unknown[] = [];
    const registry = { ...models, hasCapability: (...args: unknown[]) => asked.push(args) > 0 };
    assert.equal(router({ serviceRegistry: registry }).hasCapability('vision', 'vision'), true);
    assert.deepEqual(asked, [['vision', 'vision', 'input']]);
    assert.equal(router().hasCapability(null, 'vision'), false);
  });
});
