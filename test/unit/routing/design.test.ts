import assert from 'node:assert/strict';
import { BinaryDetector, type DetectOptions } from '../../../src/core/content/binary-detector.ts';
import { CodedError } from '../../../src/core/io/errors.ts';
import type { Logger } from '../../../src/core/io/logger.ts';
import { ArtifactContentRouter } from '../../../src/core/routing/artifact-content-router.ts';
import { CapabilityRouter } from '../../../src/core/routing/capability-router.ts';
import { ContentAdapter } from '../../../src/core/routing/content-adapter.ts';
import type { CapabilitySource } from '../../../src/core/routing/route-result.ts';
import { adapter } from '../../support/attachments.ts';
import { blockAfter, tableOf } from '../../support/design.ts';
import { binary, models, router, text } from '../../support/models.ts';
import { samples } from '../../support/samples.ts';

/** A logger that keeps what it is told. */
class Log implements Logger {
  readonly lines: string[] = [];
  debug = (line: string): unknown => this.lines.push(`debug ${line}`);
  info = (line: string): unknown => this.lines.push(`info ${line}`);
  warn = (line: string): unknown => this.lines.push(`warn ${line}`);
  error = (line: string): unknown => this.lines.push(`error ${line}`);
}

/** A service with these inputs and no others. */
const only = (...inputs: string[]): CapabilitySource => ({
  hasCapability: (_id, capability) => inputs.includes(capability),
  getServiceById: (id) => ({ id }),
});

describe('The design of the router of artifacts', () => {
  it('[1-ArtifactContentRouter.constructor] uses the registry, the detector and the logger that it gets', async () => {
    const log = new Log();
    const asked: unknown[] = [];
    class Detector extends BinaryDetector {
      override detectBinary(bytes: Uint8Array, options?: DetectOptions) {
        asked.push(options?.filename);
        return super.detectBinary(bytes, options);
      }
    }
    const serviceRegistry: CapabilitySource = {
      ...models,
      hasCapability: (id, capability, direction) => {
        asked.push([id, capability, direction]);
        throw new CodedError('io_failed');
      },
    };
    const made = new ArtifactContentRouter({ serviceRegistry, binaryDetector: new Detector(), logger: log });
    assert.equal((await made.routeContent(binary(samples.png, { meta: { filename: 'x.png' } }), 'vision')).routing, 'text');
    assert.deepEqual(asked, ['x.png', ['vision', 'vision', 'input']]);
    assert.deepEqual(log.lines, ['warn capability query failed: io_failed']);
  });

  it('[1-ArtifactContentRouter.hasCapability] is what the registry says of the input, and false where it does not know or fails', () => {
    const answers = (made: ArtifactContentRouter, id: string | null | undefined) =>
      ['vision', 'file', 'audio'].map((capability) => made.hasCapability(id, capability));
    assert.deepEqual(answers(router(), 'vision'), [true, false, false]);
    assert.deepEqual(answers(router(), 'all'), [true, true, true]);
    for (const id of ['unknown', '', null, undefined]) assert.deepEqual(answers(router(), id), [false, false, false]);
    const directions: unknown[] = [];
    const hasCapability: CapabilitySource['hasCapability'] = (_id, _capability, direction) => directions.push(direction) > 0;
    assert.deepEqual(answers(router({ serviceRegistry: { ...models, hasCapability } }), 'a'), [true, true, true]);
    assert.deepEqual(directions, ['input', 'input', 'input']);
    const fails = (): never => {
      throw new Error('no');
    };
    assert.deepEqual(answers(router({ serviceRegistry: { ...models, hasCapability: fails } }), 'a'), [false, false, false]);
  });

  it('[1-ArtifactContentRouter.formatImageUrl] makes the same part of bytes and of base64', () => {
    const base64 = Buffer.from(samples.png).toString('base64');
    const expected = { type: 'image_url', image_url: { url: `data:image/png;base64,${base64}` } };
    for (const content of [samples.png, Buffer.from(samples.png), base64])
      assert.deepEqual(router().formatImageUrl(content, 'image/png'), expected);
  });

  const kinds: Readonly<Record<string, () => ReturnType<typeof binary>>> = {
    image: () => binary(samples.png, { mimeType: 'image/png' }),
    audio: () => binary(samples.wav, { mimeType: 'audio/wav' }),
    video: () => binary(samples.mp4, { mimeType: 'video/mp4' }),
    document: () => binary(samples.pdf, { mimeType: 'application/pdf' }),
    other: () => binary(Uint8Array.from({ length: 400 }, (_, at) => (at * 89 + 131) % 251)),
    text: () => text('words', { mimeType: 'text/plain' }),
  };

  it('[1-MAP-image][1-MAP-audio][1-MAP-video][1-MAP-document][1-MAP-other][1-MAP-text] opens each door by the capability of the table, and by none but decision 1’s', async () => {
    const table = tableOf(1, '二进制类型');
    assert.deepEqual(table.map(([kind]) => kind).sort(), Object.keys(kinds).sort());
    for (const [kind = '', needed = '', to] of table) {
      const artifact = kinds[kind]?.();
      assert(artifact);
      const routing = async (...inputs: string[]) =>
        (await router({ serviceRegistry: only(...inputs) }).routeContent(artifact, 'a')).routing;
      assert.equal(await routing(needed), to, kind);
      assert.equal(await routing('text', needed), to, kind);
      const others = ['text', 'vision', 'audio', 'video', 'file'].filter((each) => each !== needed);
      const accepted = kind === 'audio' || kind === 'video' ? others.filter((each) => each !== 'file') : others;
      assert.equal(await routing(...accepted), 'text', kind);
      if (accepted.length < others.length) assert.equal(await routing('file'), to, 'requirement 4.1: file opens the door too');
    }
  });

  it('[1-T1][1-T2][1-T3][1-T4] describes in the words of the template and of its examples, with the size of requirement 4.3 after the type', () => {
    const SIZE = '大小: 1.2 MB';
    const template = blockAfter(1, '**统一格式（简洁版）**');
    for (const [label, facts] of [
      ['图片文件：', { id: 'abc123', filename: 'screenshot.png', mimeType: 'image/png' }],
      ['PDF 文档：', { id: 'def456', filename: 'report.pdf', mimeType: 'application/pdf' }],
      ['音频文件：', { id: 'ghi789', filename: 'recording.mp3', mimeType: 'audio/mpeg' }],
    ] as const) {
      const { id, filename, mimeType } = facts;
      const description = router().generateTextDescription(binary(samples.png, { id, mimeType, size: 1_258_291, meta: { filename } }));
      const lines = description.split('\n');
      assert.deepEqual(lines.splice(2, 1), [SIZE]);
      assert.equal(lines.join('\n'), blockAfter(1, label));
      const friendly = /类型: (.*)/.exec(blockAfter(1, label))?.[1] ?? '';
      const filled = template.replace('{filename}', filename).replace('{id}', id).replace('{friendlyType}', friendly);
      assert.equal(lines.join('\n'), filled);
    }
  });

  it('[1-ArtifactContentRouter._getFriendlyTypeName] names every type as the design does, and any other by its media type', () => {
    const names = [...blockAfter(1, '#### 代码实现').matchAll(/^ {4}'(.*)': '(.*)',?$/gm)].map(([, type = '', name = '']) => [type, name]);
    assert.equal(names.length, 23);
    const typeLine = (mimeType: string) => router().generateTextDescription(binary('', { mimeType })).split('\n')[1];
    for (const [mimeType = '', name] of [...names, ['application/x-strange', 'application/x-strange']])
      assert.equal(typeLine(mimeType), `类型: ${name}`);
  });

  it('[1-T6] answers content that could not be processed in the form of the design', async () => {
    const form = /content: "(.*)"/.exec(blockAfter(1, '### 错误响应格式').split('// 内容处理失败')[1] ?? '')?.[1]?.replaceAll('\\n', '\n');
    const artifact = binary('', { mimeType: 'application/pdf', meta: { filename: 'xxx.pdf' }, contentFailure: { code: 'io_failed' } });
    const { reason: _, metadata, ...result } = await router().routeContent(artifact, 'all');
    assert.deepEqual(result, { contentType: 'binary', routing: 'text', content: form });
    assert.equal(metadata.id, '5');
  });

  it('[1-ERR-3][1-R8.3] takes content that cannot be detected for a binary nobody knows, and describes it to every model', async () => {
    class Failing extends BinaryDetector {
      override detectBinary(): never {
        throw new Error('no');
      }
    }
    for (const serviceId of ['all', 'text-only', 'unknown']) {
      const result = await router({ binaryDetector: new Failing() }).routeContent(
        binary(samples.png, { meta: { filename: 'x.png' } }),
        serviceId,
      );
      assert.deepEqual([result.contentType, result.routing], ['binary', 'text']);
      assert.match(result.routing === 'text' ? result.content : '', /^\[文件处理失败: x\.png\]\n错误: /);
    }
    const unknown = Uint8Array.from([0, 1, 2, 255]);
    assert.deepEqual((await router().routeContent(binary(unknown), 'text-only')).metadata.binaryType, 'other');
    assert.equal((await router().routeContent(binary(unknown), 'text-only')).contentType, 'binary');
  });
});

describe('The design of the router of messages', () => {
  it('[2-CapabilityRouter.constructor] uses the registry, the adapter and the logger that it gets', async () => {
    const log = new Log();
    const contentAdapter = {
      language: 'zh' as const,
      adaptToText: () => ({ text: 'in words of its own', structuredInfo: { contentType: 'file', artifactRef: 'artifact:1' } as const }),
    };
    const serviceRegistry: CapabilitySource = {
      ...models,
      hasCapability: () => {
        throw new CodedError('io_failed');
      },
    };
    const made = new CapabilityRouter({ serviceRegistry, contentAdapter, logger: log });
    const message = { text: 'See:', attachments: [{ type: 'image', artifactRef: 'artifact:1', filename: 'a.png' } as const] };
    const routed = await made.routeContent(message, 'vision');
    assert.deepEqual([routed.canProcess, routed.textDescription], [false, 'in words of its own']);
    assert.equal(routed.processedContent, 'See:\n\nin words of its own');
    assert.deepEqual(log.lines, ['warn capability query failed: io_failed']);
  });
});

describe('The design of the content adapter', () => {
  it('[2-ContentAdapter.constructor] asks the agents it gets, tells the logger when they fail, and suggests none without them', () => {
    const log = new Log();
    const asked: unknown[] = [];
    const agentRegistry = {
      getAgentsByCapability: (...parameters: unknown[]) => {
        asked.push(parameters);
        if (asked.length > 1) throw new CodedError('io_failed');
        return ['seer'];
      },
    };
    const made = new ContentAdapter({ serviceRegistry: models, agentRegistry, logger: log });
    assert.deepEqual([made.findCapableAgents('vision'), made.findCapableAgents('vision')], [['seer'], []]);
    assert.deepEqual(asked[0], ['vision', 'input']);
    assert.deepEqual(log.lines, ['warn capable agents cannot be found: io_failed']);
    assert.deepEqual(new ContentAdapter({ serviceRegistry: models }).findCapableAgents('vision'), []);
  });

  it('[2-T2] describes in the words of the template, with the size in bytes beside the one that people read', () => {
    const described = adapter().adaptToText({
      type: 'image',
      artifactRef: 'artifact:abc123-def456',
      filename: 'screenshot.png',
      size: 1_258_291,
      mimeType: 'image/png',
    });
    assert.equal(described.text.replace(' (1258291 字节)', ''), blockAfter(2, '### 转换后的文本描述格式'));
  });
});
