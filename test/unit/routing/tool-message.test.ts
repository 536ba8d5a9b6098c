import assert from 'node:assert/strict';
import { answerBehind, formatArtifactToolResponse } from '../../../src/core/routing/tool-message.ts';
import type { Artifact } from '../../../src/core/store/artifact.ts';
import { binary, router, text } from '../../support/models.ts';
import { samples } from '../../support/samples.ts';
import { realStore } from '../../support/stores.ts';

const message = async (artifact: Artifact, serviceId: string) => formatArtifactToolResponse(await router().routeContent(artifact, serviceId), 'call-1');

describe('the tool message of an artifact', () => {
  it('[1-R7.1][1-R7.3] carries an image as a caption and the image_url part', async () => {
    const { role, tool_call_id, content } = await message(binary(samples.png, { mimeType: 'image/png', meta: { filename: 'chart.png' } }), 'vision');
    assert.deepEqual([role, tool_call_id], ['tool', 'call-1']);
    assert.deepEqual(content, [
      { type: 'text', text: '工件内容 (chart.png):' },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${Buffer.from(samples.png).toString('base64')}` } },
    ]);
  });

  it('[1-R7.1][1-R7.4] carries a file as a caption and the file part', async () => {
    const { content } = await message(binary(samples.pdf, { mimeType: 'application/pdf', meta: { name: 'report.pdf' } }), 'file');
    assert.deepEqual(content, [
      { type: 'text', text: '工件内容 (report.pdf):' },
      { type: 'file', file: { filename: 'report.pdf', mimeType: 'application/pdf', data: Buffer.from(samples.pdf).toString('base64') } },
    ]);
  });

  it('[1-R7.2][1-R7.5] carries text and descriptions as JSON with the content and the facts, and nothing else', async () => {
    const plain = await message(text('设计\n'), 'text-only');
    assert.deepEqual(JSON.parse(String(plain.content)), { status: 'success', contentType: 'text', routing: 'text', content: '设计\n', metadata: { id: '6', filename: '6' } });
    const described = JSON.parse(String((await message(binary(samples.png, { mimeType: 'image/png' }), 'text-only')).content)) as Record<string, unknown>;
    assert.deepEqual(Object.keys(described), ['status', 'contentType', 'routing', 'content', 'metadata']);
    assert.deepEqual([described['contentType'], described['routing']], ['image', 'text']);
  });

  it('[1-R8.1] carries what is not there as the error of the specification', () => {
    const missing = { error: 'artifact_not_found', ref: 'artifact:99', message: '工件不存在或已被删除' } as const;
    assert.deepEqual(JSON.parse(String(formatArtifactToolResponse(missing, 'call-1').content)), missing);
  });

  it('decision 9: no name or id forges a line of the caption', async () => {
    for (const facts of [{ meta: { filename: 'a\nb' } }, { id: 'x\ny', meta: {} }, { id: 'x\ny', meta: { filename: '\n' } }]) {
      const { content } = await message(binary(samples.png, { mimeType: 'image/png', ...facts }), 'vision');
      assert.doesNotMatch(JSON.stringify(content[0]), /\\n/);
    }
  });

  it('is known by what was routed until somebody changes its content, also in place', async () => {
    const image = () => message(binary(samples.png, { mimeType: 'image/png' }), 'vision');
    const { content } = await image();
    assert.ok(Array.isArray(content));
    const [caption] = content;
    const changes: ((parts: unknown[]) => unknown)[] = [(parts) => parts.pop(), (parts) => parts.push(caption), (parts) => parts.reverse(), (parts) => (parts[0] = { type: 'text', text: 'mine' })];
    for (const change of changes) {
      const changed = await image();
      assert.equal(Reflect.get(answerBehind(changed) ?? {}, 'routing'), 'image_url');
      change(changed.content as unknown as unknown[]);
      assert.equal(answerBehind(changed), undefined, String(change));
    }
    assert.equal(answerBehind(Object.assign(await image(), { content: [...content] })), undefined);
    assert.equal(answerBehind({ ...(await image()) }), undefined);
  });

  it('[1-R2.1] routes the real root for a model with every capability and for one with none', async () => {
    const store = realStore();
    const routes = async (serviceId: string) => {
      const all = await Promise.all([...Array(32).keys()].map(async (n) => {
        const artifact = await store.getArtifact(String(n + 1));
        assert(artifact);
        return (await router().routeContent(artifact, serviceId)).routing;
      }));
      return { image_url: all.filter((to) => to === 'image_url').length, file: all.filter((to) => to === 'file').length, text: all.filter((to) => to === 'text').length };
    };
    assert.deepEqual(await routes('all'), { image_url: 11, file: 12, text: 9 });
    assert.deepEqual(await routes('text-only'), { image_url: 0, file: 0, text: 32 });
  });
});
