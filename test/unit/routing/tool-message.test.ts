import assert from 'node:assert/strict';
import { formatArtifactToolResponse } from '../../../src/core/routing/tool-message.ts';
import type { ContentRouteResult } from '../../../src/core/routing/route-result.ts';
import type { Artifact } from '../../../src/core/store/artifact.ts';
import { binary, router, text } from '../../support/models.ts';
import { samples } from '../../support/samples.ts';
import { realStore } from '../../support/stores.ts';

const message = async (artifact: Artifact, serviceId: string) =>
  formatArtifactToolResponse(await router().routeContent(artifact, serviceId), 'call-1');

describe('the tool message of an artifact', () => {
  it('[1-LlmHandler._formatArtifactToolResponse][1-R7.1][1-R7.3] carries an image as a caption and the image_url part', async () => {
    const { role, tool_call_id, content } = await message(
      binary(samples.png, { mimeType: 'image/png', meta: { filename: 'chart.png' } }),
      'vision',
    );
    assert.deepEqual([role, tool_call_id], ['tool', 'call-1']);
    assert.deepEqual(content, [
      { type: 'text', text: '工件内容 (chart.png):' },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${Buffer.from(samples.png).toString('base64')}` } },
    ]);
  });

  it('[1-LlmHandler._formatArtifactToolResponse][1-R7.1][1-R7.4] carries a file as a caption and the file part', async () => {
    const { content } = await message(binary(samples.pdf, { mimeType: 'application/pdf', meta: { name: 'report.pdf' } }), 'file');
    assert.deepEqual(content, [
      { type: 'text', text: '工件内容 (report.pdf):' },
      { type: 'file', file: { filename: 'report.pdf', mimeType: 'application/pdf', data: Buffer.from(samples.pdf).toString('base64') } },
    ]);
  });

  it('[1-LlmHandler._formatArtifactToolResponse][1-R7.2][1-R7.5] carries text and descriptions as JSON with the content and the facts, and nothing else', async () => {
    const plain = await message(text('设计\n'), 'text-only');
    assert.deepEqual(JSON.parse(String(plain.content)), {
      status: 'success',
      contentType: 'text',
      routing: 'text',
      content: '设计\n',
      metadata: { id: '6', filename: '6' },
    });
    const described = JSON.parse(String((await message(binary(samples.png, { mimeType: 'image/png' }), 'text-only')).content)) as Record<
      string,
      unknown
    >;
    assert.deepEqual(Object.keys(described), ['status', 'contentType', 'routing', 'content', 'metadata']);
    assert.deepEqual([described['contentType'], described['routing']], ['image', 'text']);
  });

  it('[1-T5] carries what is not there as the error of the specification', () => {
    const missing = { error: 'artifact_not_found', ref: 'artifact:99', message: '工件不存在或已被删除' } as const;
    assert.deepEqual(JSON.parse(String(formatArtifactToolResponse(missing, 'call-1').content)), missing);
  });

  describe('[E-10] of a result without `routing`', () => {
    const contentOf = (result: unknown, id: unknown = 'call-1') =>
      formatArtifactToolResponse(result as ContentRouteResult, id as string).content;

    it('is its JSON, as before there were routes', () => {
      for (const result of [{ id: '7', content: 'words', type: 'text' }, { items: [1, 2] }, 'words', 42, null, [], {}])
        assert.equal(contentOf(result), JSON.stringify(result));
      assert.equal(contentOf(undefined), 'null');
      assert.deepEqual(JSON.parse(String(contentOf({ routing: 'elsewhere', content: 'x' }))), { routing: 'elsewhere', content: 'x' });
    });

    it('is JSON too when the part that `routing` promises is not there', () => {
      for (const result of [
        { routing: 'image_url' },
        { routing: 'image_url', imageUrl: { type: 'image_url' } },
        { routing: 'file', file: null },
        { routing: 'text', content: { a: 1 } },
      ]) {
        assert.deepEqual(JSON.parse(String(contentOf(result))), result);
      }
    });

    it('[1-INV-1] has no binary content in it, whatever field that stands in', () => {
      const base64 = Buffer.from(samples.png).toString('base64');
      const results = [
        { id: '1', isBinary: true, content: base64.slice(0, 16), mimeType: 'image/png' },
        { id: '1', content: base64 },
        { id: '1', content: samples.png },
        { nested: [{ url: `data:image/png;base64,${base64.slice(0, 16)}` }], id: '1' },
        { id: '1', buffer: Buffer.from(samples.png) },
        { id: '1', view: samples.png.buffer },
      ];
      for (const result of results) {
        const content = String(contentOf(result));
        assert.match(content, /二进制内容已省略/);
        assert.match(content, /"id":"1"/);
        for (const run of [base64.slice(0, 16), '137,80', '"0":137']) assert(!content.includes(run), content.slice(0, 200));
      }
      const hash = 'a1'.repeat(64);
      assert.equal(contentOf({ sha512: hash }), JSON.stringify({ sha512: hash }));
    });

    it('is text for every value that JSON has no word for', () => {
      const circle: Record<string, unknown> = {};
      circle['self'] = circle;
      for (const result of [
        circle,
        () => 1,
        Symbol('x'),
        {
          get content() {
            throw new Error('no');
          },
        },
      ])
        assert.equal(typeof contentOf(result), 'string');
      assert.equal(contentOf({ big: 5n }), '{"big":"5"}');
      assert.deepEqual(JSON.parse(String(contentOf({ routing: 'text', content: 'kept', metadata: { big: 5n } }))), {
        routing: 'text',
        content: 'kept',
        metadata: { big: '5' },
      });
    });

    it('has an id that is a string, and a caption without metadata', () => {
      for (const id of [undefined, null, 7, {}])
        assert.equal(formatArtifactToolResponse({} as ContentRouteResult, id as unknown as string).tool_call_id, '');
      assert.deepEqual(contentOf({ routing: 'image_url', imageUrl: { type: 'image_url', image_url: { url: 'data:,' } } })[0], {
        type: 'text',
        text: '工件内容 (未知文件):',
      });
    });
  });

  it('decision 9: no name or id forges a line of the caption', async () => {
    for (const facts of [{ meta: { filename: 'a\nb' } }, { id: 'x\ny', meta: {} }, { id: 'x\ny', meta: { filename: '\n' } }]) {
      const { content } = await message(binary(samples.png, { mimeType: 'image/png', ...facts }), 'vision');
      assert.doesNotMatch(JSON.stringify(content[0]), /\\n/);
    }
  });

  it('[1-R2.2][1-R2.3] routes the real root for a model with every capability and for one with none', async () => {
    const store = realStore();
    const routes = async (serviceId: string) => {
      const all = await Promise.all(
        [...Array(32).keys()].map(async (n) => {
          const artifact = await store.getArtifact(String(n + 1));
          assert(artifact);
          return (await router().routeContent(artifact, serviceId)).routing;
        }),
      );
      return {
        image_url: all.filter((to) => to === 'image_url').length,
        file: all.filter((to) => to === 'file').length,
        text: all.filter((to) => to === 'text').length,
      };
    };
    assert.deepEqual(await routes('all'), { image_url: 11, file: 12, text: 9 });
    assert.deepEqual(await routes('text-only'), { image_url: 0, file: 0, text: 32 });
  });
});
