import assert from 'node:assert/strict';
import { ContentAdapter } from '../../../src/core/routing/content-adapter.ts';
import type { AttachmentInfo } from '../../../src/core/routing/message.ts';
import { LlmServiceRegistry } from '../../../src/core/services/registry.ts';
import type { Artifact } from '../../../src/core/store/artifact.ts';
import { AttachmentRoutes } from '../../../src/host/preview/routing/attachment-routes.ts';
import type { Attachment } from '../../../src/host/preview/subject/attachment-list.ts';
import { NodeFileSystem } from '../../../src/platform/node-file-system.ts';
import { binary, text } from '../../support/models.ts';
import { samples } from '../../support/samples.ts';

const services = new LlmServiceRegistry({ fs: new NodeFileSystem(), configDir: '/nowhere' });
services.loadText('{"services": [{"id": "all", "capabilities": {"input": ["text", "vision", "audio", "file"]}}]}');
const contentAdapter = new ContentAdapter();

/** An attachment as the preview lists it. */
function attachment(type: AttachmentInfo['type'], artifact: Artifact): Attachment {
  const reference = { kind: 'regular', id: artifact.id } as const;
  const media = artifact.isBinary ? { mimeType: artifact.mimeType ?? '', size: artifact.size ?? 0 } : undefined;
  return { reference, metadata: null, info: { type, artifactRef: `artifact:${artifact.id}` }, load: async () => ({ reference, metadata: null, artifact, ...(media && { media }) }) };
}

describe('the routes of several attachments', () => {
  const svg = attachment('file', text('<svg/>', { id: '1', mimeType: 'image/svg+xml' }));
  const png = attachment('image', binary(samples.png, { id: '2', mimeType: 'image/png', size: samples.png.length }));
  const pdf = attachment('image', binary(samples.pdf, { id: '3', mimeType: 'application/pdf' }));

  it('[E-8] an SVG is text among the parts, and what the model reads; media keep their places', async () => {
    const { message, text: read, media, attachments } = await new AttachmentRoutes({ services, contentAdapter }, [svg, png]).route('all');
    assert.deepEqual([message?.content[0], media.map(({ part }) => part), read], [{ type: 'text', text: '<svg/>' }, [1], '<svg/>']);
    assert.deepEqual(attachments.map(({ outcome }) => outcome), ['included', 'included']);
  });

  it('[E-8] what is of another kind than declared failed, with the reason', async () => {
    const { attachments, media, text: read } = await new AttachmentRoutes({ services, contentAdapter }, [pdf, png]).route('all');
    assert.deepEqual(attachments[0], { outcome: 'failed', capability: 'vision', failure: { code: 'type_mismatch', params: { declared: 'image', found: 'application/pdf' } } });
    assert.equal(media.length, 1);
    assert.match(read ?? '', /实际类型: application\/pdf/);
  });
});
