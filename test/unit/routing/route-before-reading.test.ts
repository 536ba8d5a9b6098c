import assert from 'node:assert/strict';
import path from 'node:path';
import { ArtifactIdCodec } from '../../../src/core/refs/artifact-id-codec.ts';
import type { ContentRouteResult } from '../../../src/core/routing/route-result.ts';
import type { AttachmentType } from '../../../src/core/routing/message.ts';
import { isUnread } from '../../../src/core/store/artifact.ts';
import { ArtifactStore } from '../../../src/core/store/artifact-store.ts';
import { ToolExecutor } from '../../../src/core/tools/tool-executor.ts';
import { WorkspaceManager } from '../../../src/core/store/workspace-manager.ts';
import { messageRouter } from '../../support/attachments.ts';
import { CountingFileSystem } from '../../support/counting-file-system.ts';
import { router } from '../../support/models.ts';
import { samples } from '../../support/samples.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const KIB = 1024;
/** What detection looks at of a content, and room for metadata. */
const HEAD = 64 * KIB;
const METADATA = 8 * KIB;

/** A file that begins with a sample and is as long as wanted. */
const large = (sample: Uint8Array, size = 284 * KIB): Uint8Array => {
  const bytes = new Uint8Array(size).fill(0xa5);
  bytes.set(sample.subarray(0, size));
  return bytes;
};

/** A store that counts what it reads, with a content in its folder and in a workspace. */
async function counted(
  content: Uint8Array,
  { type = 'image/png', extension = '.png', maxContentBytes }: { type?: string; extension?: string; maxContentBytes?: number } = {},
) {
  const root = await temporaryFolder({
    [`artifacts/1${extension}`]: content,
    'artifacts/1.meta': { id: '1', extension, type, name: `big${extension}`, createdAt: '2026-01-01T00:00:00.000Z', size: content.length },
    [`workspaces/lead/big${extension}`]: content,
  });
  const fs = new CountingFileSystem();
  const folders = { fs, artifactsDir: path.join(root, 'artifacts'), workspacesDir: path.join(root, 'workspaces') };
  const store = new ArtifactStore({ ...folders, ...(maxContentBytes !== undefined && { maxContentBytes }) });
  const agents = { getAgentsByCapability: () => [], getServiceIdForAgent: () => null, getWorkspaceIdForAgent: () => null };
  const tools = new ToolExecutor({ store, workspaces: new WorkspaceManager(folders), router: router(), agents });
  const read = async (serviceId: string, ref = '1'): Promise<{ result: ContentRouteResult; bytes: number }> => {
    const before = fs.bytes;
    const result = await tools.executeToolCall({ serviceId }, 'get_artifact', { ref });
    assert('routing' in result, JSON.stringify(result));
    return { result, bytes: fs.bytes - before };
  };
  return { store, fs, read };
}

describe('route before reading', () => {
  it('[E-12][1-PERF-2] decision 16: of a picture of 284 KB a text-only model costs the head, a model with vision the file', async () => {
    const content = large(samples.png);
    for (const ref of ['1', ArtifactIdCodec.encode('lead', 'big.png')]) {
      const { read } = await counted(content);
      for (const serviceId of ['text-only', 'file', 'audio']) {
        const { result, bytes } = await read(serviceId, ref);
        assert.match(result.routing === 'text' ? result.content : '', /PNG 图片\n大小: 284\.0 KB\n/);
        assert.deepEqual(
          [result.reason.rule, result.metadata.size, result.metadata.binaryType],
          ['capability_missing', content.length, 'image'],
        );
        assert(bytes <= HEAD + METADATA, `${bytes} bytes for ${serviceId}`);
      }
      const { result, bytes } = await read('vision', ref);
      assert.equal(
        result.routing === 'image_url' && result.imageUrl.image_url.url,
        `data:image/png;base64,${Buffer.from(content).toString('base64')}`,
      );
      assert(bytes >= content.length && bytes <= content.length + HEAD + METADATA, `${bytes} bytes`);
    }
  });

  for (const [name, content, options, model, type] of [
    ['a PDF', large(samples.pdf), { type: 'application/pdf', extension: '.pdf' }, 'vision', 'application/pdf'],
    ['a song without a type', large(samples.mp3), { type: 'sound', extension: '.bin' }, 'vision', 'audio/mpeg'],
    ['a film with a false type', large(samples.mp4), { type: 'text/plain', extension: '.txt' }, 'audio', 'video/mp4'],
    ['bytes of no format', large(Uint8Array.of(0, 1, 2)), { type: 'data', extension: '.dat' }, 'vision', 'application/octet-stream'],
    [
      'a ZIP archive, which is told by its end too',
      large(samples.docx.subarray(0, 100)),
      { type: 'application/zip', extension: '.zip' },
      'vision',
      'application/zip',
    ],
  ] as const) {
    it(`[E-12] ${name} is told by head and tail, as when it is read whole`, async () => {
      const { read, store } = await counted(content, options);
      const { result, bytes } = await read(model);
      const whole = await store.getArtifact('1');
      assert(whole);
      assert.deepEqual(result, await router().routeContent(whole, model));
      assert.equal(result.metadata.mimeType, type);
      assert(bytes <= 2 * HEAD + METADATA, `${bytes} bytes`);
    });
  }

  it('[E-12] whatever the model, the answer is that of the whole file', async () => {
    for (const content of [
      large(samples.png),
      large(new TextEncoder().encode('text\n'.repeat(100_000))),
      large(samples.png, 10 * KIB),
      new Uint8Array(0),
    ]) {
      for (const [type, extension] of [
        ['image/png', '.png'],
        ['text/plain', '.txt'],
        ['x', ''],
      ] as const) {
        const { read, store } = await counted(content, { type, extension });
        const whole = await store.getArtifact('1');
        assert(whole);
        for (const serviceId of ['text-only', 'vision', 'all'])
          assert.deepEqual((await read(serviceId)).result, await router().routeContent(whole, serviceId));
      }
    }
  });

  it('[E-12] what is too large is not read either, by the limit of the store or of the router', async () => {
    const { read } = await counted(large(samples.png), { maxContentBytes: 100 * KIB });
    const { result, bytes } = await read('all');
    assert.equal(result.reason.rule, 'too_large');
    assert(bytes <= HEAD + METADATA, `${bytes} bytes`);
    const { store, fs } = await counted(large(samples.png));
    const unread = await store.inspectArtifact('1');
    assert(unread && isUnread(unread));
    const before = fs.bytes;
    assert.equal((await router({ maxContentBytes: 100 * KIB }).routeContent(unread, 'all')).reason.rule, 'too_large');
    assert.equal(fs.bytes, before);
  });

  it('[E-12] reads the content once, however often it is asked for', async () => {
    const { store, fs } = await counted(large(samples.png));
    const unread = await store.inspectArtifact('1');
    assert(unread && isUnread(unread));
    const before = fs.bytes;
    const [first, second] = await Promise.all([unread.read(), unread.read()]);
    assert.equal(first, second);
    assert.equal(fs.bytes - before, 284 * KIB);
  });

  it('[E-12] an attachment of another kind than declared, or too large, costs its head', async () => {
    const { store, fs } = await counted(large(samples.pdf), { type: 'application/pdf', extension: '.pdf' });
    const bytesFor = async (type: AttachmentType, serviceId: string, maxContentBytes?: number): Promise<number> => {
      const { router: messages } = messageRouter({}, { artifactStore: store, ...(maxContentBytes !== undefined && { maxContentBytes }) });
      const before = fs.bytes;
      await messages.routeContent({ attachments: [{ type, artifactRef: 'artifact:1' }] }, serviceId);
      return fs.bytes - before;
    };
    assert.equal(await bytesFor('image', 'text-only'), 0);
    assert((await bytesFor('image', 'all')) <= HEAD + METADATA);
    assert((await bytesFor('file', 'all', 100 * KIB)) <= HEAD + METADATA);
    assert((await bytesFor('file', 'all')) >= 284 * KIB);
  });
});
