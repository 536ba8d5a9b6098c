import assert from 'node:assert/strict';
import { ArtifactContentRouter } from '../../../src/core/routing/artifact-content-router.ts';
import { LlmServiceRegistry } from '../../../src/core/models/registry.ts';
import { ArtifactRoutes } from '../../../src/host/preview/artifact-routes.ts';
import type { LoadedArtifact } from '../../../src/host/preview/loaded-artifact.ts';
import { NodeFileSystem } from '../../../src/platform/node-file-system.ts';

const services = new LlmServiceRegistry({ fs: new NodeFileSystem(), configDir: '/nowhere' });
const service = (id: string, ...input: string[]): object => ({ id, capabilities: { input: ['text', ...input], output: ['text'] } });
services.loadText(
  JSON.stringify({
    services: [
      service('text'),
      service('eyes', 'vision'),
      service('more', 'vision', 'file'),
      service('files', 'file'),
      service('ears', 'audio'),
    ],
  }),
);
const root = { services, router: new ArtifactContentRouter({ serviceRegistry: services }) };

const loadedAs = (mimeType: string, content: Uint8Array | string): { loaded: LoadedArtifact; encodings: () => number } => {
  let encodings = 0;
  const isBinary = typeof content !== 'string';
  const detection = {
    isBinary,
    kind: mimeType.split('/', 1)[0] === 'application' ? 'document' : mimeType.split('/', 1)[0],
    mimeType,
    confidence: 1,
    source: 'mimeType',
    isContradiction: false,
    lacksSignature: false,
  };
  const artifact = {
    id: '1',
    content,
    isBinary,
    mimeType,
    size: content.length,
    meta: {},
    detection,
    base64: () => (encodings++, Buffer.from(content).toString('base64')),
  };
  const loaded = { reference: { kind: 'regular', id: '1' }, metadata: null, artifact } as unknown as LoadedArtifact;
  return { loaded, encodings: () => encodings };
};

describe('the routes of one artifact', () => {
  it('services that get the same share one message, encoded once', async () => {
    const { loaded, encodings } = loadedAs('image/png', new Uint8Array(100));
    const routes = new ArtifactRoutes(root, loaded);
    const [text, eyes, more, none, unknown] = await Promise.all(['text', 'eyes', 'more', null, 'nobody'].map((id) => routes.route(id)));
    assert.equal(eyes?.message, more?.message);
    assert.equal(none?.message, unknown?.message);
    assert.notEqual(text?.message, eyes?.message);
    assert.deepEqual(
      [text?.verdict.rule, eyes?.verdict.rule, none?.verdict.rule],
      ['capability_missing', 'capability_present', 'service_unknown'],
    );
    assert.equal(await routes.routeWithAllCapabilities(), eyes);
    assert.equal(encodings(), 1);
  });

  it('what a model would get that takes everything is known without encoding it', async () => {
    const { loaded, encodings } = loadedAs('image/png', new Uint8Array(100));
    const routes = new ArtifactRoutes(root, loaded);
    assert.equal((await routes.routeWithAllCapabilities()).verdict.outcome, 'image_url');
    assert.equal(encodings(), 0);
    const eyes = await routes.route('eyes');
    assert.match(JSON.stringify(eyes.message), /base64,AAAA/);
    assert.equal(await routes.routeWithAllCapabilities(), eyes);
  });

  it('each says by which capability it went, whatever was asked first', async () => {
    const routes = new ArtifactRoutes(root, loadedAs('audio/wav', new Uint8Array(100)).loaded);
    await routes.routeWithAllCapabilities();
    const granted = await Promise.all(['files', 'ears', 'eyes'].map(async (id) => (await routes.route(id)).verdict.granted));
    assert.deepEqual(granted, ['file', 'audio', null]);
  });

  it('is what the router says of each service', async () => {
    for (const { loaded } of [
      loadedAs('image/png', new Uint8Array(10)),
      loadedAs('application/pdf', new Uint8Array(10)),
      loadedAs('text/plain', 'words'),
    ]) {
      const routes = new ArtifactRoutes(root, loaded);
      for (const id of ['text', 'eyes', 'more', 'files', 'ears', null]) {
        assert.ok(loaded.artifact);
        const result = await root.router.routeContent(loaded.artifact, id);
        const { verdict, text } = await routes.route(id);
        assert.deepEqual(
          [verdict.rule, verdict.granted, text],
          [result.reason.rule, result.reason.capability ?? null, result.routing === 'text' ? result.content : null],
        );
      }
    }
  });

  it('text is one message for all', async () => {
    const routes = new ArtifactRoutes(root, loadedAs('text/plain', 'words').loaded);
    const messages = new Set(await Promise.all(['text', 'more', null].map(async (id) => (await routes.route(id)).message)));
    assert.equal(messages.size, 1);
  });
});
