import assert from 'node:assert/strict';
import { directCompute } from '../../../src/core/io/compute.ts';
import { ServicesAndModels } from '../../../src/core/wire/services-and-models.ts';
import { ContentAdapter } from '../../../src/core/routing/content-adapter.ts';
import type { AttachmentInfo } from '../../../src/core/routing/message.ts';
import { LlmServiceRegistry } from '../../../src/core/models/registry.ts';
import type { Artifact } from '../../../src/core/store/artifact.ts';
import type { WireApi } from '../../../src/core/wire/verdict.ts';
import { type Attachment, AttachmentRoutes } from '../../../src/host/preview/attachment-routes.ts';
import { type ApiChoice, type JudgedRequest, partsOverLimits } from '../../../src/core/receive/model-request.ts';
import { attachmentsWithout, type RoutedContents } from '../../../src/core/receive/routed-contents.ts';
import { receiveRouted } from '../../../src/core/receive/receive.ts';
import { newMeasures } from '../../../src/host/preview/service-request.ts';
import { NodeFileSystem } from '../../../src/platform/node-file-system.ts';
import { binary, text } from '../../support/models.ts';
import { samples } from '../../support/samples.ts';

const services = new LlmServiceRegistry({ fs: new NodeFileSystem(), configDir: '/nowhere' });
services.loadText('{"services": [{"id": "all", "capabilities": {"input": ["text", "vision", "audio", "file"]}}]}');
const contentAdapter = new ContentAdapter();

async function requestFor(routed: RoutedContents, choice: ApiChoice): Promise<JudgedRequest | null> {
  const service = { id: 'all', name: 'All', model: 'gpt-5.2' };
  const { measurements } = newMeasures(directCompute);
  return (await receiveRouted(routed, service, { services, measurements, choice })).request;
}

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const MIB = 1024 * 1024;
const root = { services: new ServicesAndModels(services), contentAdapter, router: { maxContentBytes: 20 * MIB } };

/** An attachment as the preview lists it. */
function attachment(type: AttachmentInfo['type'], artifact: Artifact, onLoad = (): void => undefined): Attachment {
  const reference = { kind: 'regular', id: artifact.id } as const;
  const media = artifact.isBinary ? { mimeType: artifact.mimeType ?? '', size: artifact.size ?? 0 } : undefined;
  return {
    reference,
    metadata: null,
    info: { type, artifactRef: `artifact:${artifact.id}`, ...(artifact.mimeType !== undefined && { mimeType: artifact.mimeType }) },
    load: async () => (onLoad(), { reference, metadata: null, artifact, ...(media && { media }) }),
  };
}

describe('the routes of several attachments', () => {
  const svg = attachment('file', text('<svg/>', { id: '1', mimeType: 'image/svg+xml' }));
  const png = attachment('image', binary(samples.png, { id: '2', mimeType: 'image/png', size: samples.png.length }));
  const pdf = attachment('image', binary(samples.pdf, { id: '3', mimeType: 'application/pdf' }));

  it('[E-8] an SVG is text among the parts, and what the model reads; media keep their places', async () => {
    const { message, text: read, media, attachments } = await new AttachmentRoutes(root, [svg, png]).route('all');
    assert.deepEqual([message?.content[0], media.map(({ part }) => part), read], [{ type: 'text', text: '<svg/>' }, [1], '<svg/>']);
    assert.deepEqual(
      attachments.map(({ outcome }) => outcome),
      ['included', 'included'],
    );
  });

  it('[E-8] what is of another kind than declared failed, with the reason', async () => {
    const { attachments, media, text: read } = await new AttachmentRoutes(root, [pdf, png]).route('all');
    assert.deepEqual(attachments[0], {
      outcome: 'failed',
      capability: 'vision',
      failure: { code: 'type_mismatch', params: { declared: 'image', found: 'application/pdf' } },
    });
    assert.equal(media.length, 1);
    assert.match(read ?? '', /实际类型: application\/pdf/);
  });

  it('[E-12] an attachment is sent up to the size that is set, and described above it', async () => {
    const long = new Uint8Array(21 * MIB);
    long.set(samples.png);
    const large = attachment('image', binary(long, { id: '4', mimeType: 'image/png', size: long.length }));
    const outcomes = async (maxContentBytes: number): Promise<unknown[]> => {
      const { attachments } = await new AttachmentRoutes({ ...root, router: { maxContentBytes } }, [large]).route('all');
      return attachments.map(({ outcome, failure }) => [outcome, failure?.params?.['limit']]);
    };
    assert.deepEqual(await outcomes(50 * MIB), [['included', undefined]]);
    assert.deepEqual(await outcomes(20 * MIB), [['failed', 20 * MIB]]);
  });

  it('[E-17] each attachment knows its part, also where one before it is a text or is not sent', async () => {
    const wav = attachment('audio', binary(samples.wav, { id: '5', mimeType: 'audio/wav', size: samples.wav.length }));
    const partsOf = async (...given: Attachment[]): Promise<unknown[]> => {
      const { attachments, media } = await new AttachmentRoutes(root, given).route('all');
      return [attachments.map(({ part }) => part), media.map(({ part, facts }) => [part, facts.mimeType])];
    };
    assert.deepEqual(await partsOf(svg, wav), [[0, 1], [[1, 'audio/wav']]]);
    assert.deepEqual(await partsOf(pdf, svg, wav), [[undefined, 1, 2], [[2, 'audio/wav']]]);
  });

  it('[L-20] a type that its API refuses is said to be refused once', async () => {
    const docx = attachment('file', binary(samples.docx, { id: '9', mimeType: DOCX, size: samples.docx.length }));
    const routed = await new AttachmentRoutes(root, [docx]).route('all');
    const choice = { api: 'openai-chat', certainty: 'declared', because: null } as const;
    const wired = await requestFor(routed, choice);
    assert.deepEqual([wired?.verdicts.map(({ rule }) => rule), wired?.limits], [['file_type_refused'], []]);
  });

  it('[L-16] without the files that are too large those are left out that are, and the others keep the limit', async () => {
    const large = { services: root.services, contentAdapter, router: { maxContentBytes: 1024 * MIB } };
    const document = (id: string, mebibytes: number, mimeType = 'application/pdf'): Attachment => {
      const [size, isText] = [mebibytes * MIB, mimeType === 'text/plain'];
      const artifact = isText ? text('short', { id, mimeType, size }) : binary(samples.pdf, { id, mimeType, size });
      return attachment('file', artifact);
    };
    const keptOf = async (api: WireApi, ...given: Attachment[]) => {
      const measure = async (some: readonly Attachment[]) => {
        const routed = await new AttachmentRoutes(large, some).route('all');
        const choice = { api, certainty: 'declared', because: null } as const;
        const wired = await requestFor(routed, choice);
        assert.ok(wired);
        return { parts: partsOverLimits(wired), routed };
      };
      const { parts, routed } = await measure(given);
      const kept = attachmentsWithout(parts, routed).flatMap((index) => given[index] ?? []);
      assert.deepEqual([...(await measure(kept)).parts], [], 'the others keep the limit');
      return kept.map(({ reference }) => reference.id);
    };
    const [image, first, words, second] = [png, document('a', 20), document('b', 40, 'text/plain'), document('c', 30)];
    assert.deepEqual(await keptOf('openai-responses', image, first, words, second), ['2', 'a', 'c'], 'a text is a document here');
    const third = document('d', 25);
    assert.deepEqual(
      await keptOf('openai-chat', image, first, words, second, third),
      ['2', 'a', 'b', 'd'],
      'and a text of the message here',
    );
  });

  it('[E-17] what a model gets that takes everything is known by the types alone, without reading', async () => {
    let reads = 0;
    const unread = (type: AttachmentInfo['type'], artifact: Artifact): Attachment => attachment(type, artifact, () => reads++);
    const given = [
      unread('image', binary(samples.png, { id: '2', mimeType: 'image/png' })),
      unread('file', binary(samples.mp4, { id: '3', mimeType: 'video/mp4' })),
      unread('file', text('a,b', { id: '4', mimeType: 'text/csv' })),
      unread('file', text('<svg/>', { id: '5', mimeType: 'image/svg+xml' })),
      unread('file', text('of this no type is known', { id: '6' })),
    ];
    const routes = new AttachmentRoutes(root, given);
    const { attachments, media } = await routes.routeWithAllCapabilities();
    assert.equal(reads, 0);
    assert.deepEqual(
      attachments.map(({ outcome, part }) => [outcome, part]),
      [
        ['included', 1],
        ['included', 2],
        ['included', 3],
        ['included', 4],
        ['failed', undefined],
      ],
    );
    assert.deepEqual(
      media.map(({ part, facts }) => [part, facts.mimeType]),
      [
        [1, 'image/png'],
        [2, 'video/mp4'],
        [3, 'text/csv'],
      ],
    );
    const { message } = await routes.route('all');
    assert.match(JSON.stringify(message), new RegExp(Buffer.from('a,b').toString('base64')));
    assert.equal((await routes.routeWithAllCapabilities()).message, message);
  });
});
