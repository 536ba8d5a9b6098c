import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ContentRouteResult } from '../../src/core/routing/route-result.ts';
import { formatArtifactToolResponse } from '../../src/core/routing/tool-message.ts';
import type { Artifact } from '../../src/core/store/artifact.ts';
import { binary, MODELS, router, text } from '../support/models.ts';
import { samples } from '../support/samples.ts';
import { runs } from '../support/effort.ts';

const RUNS = { numRuns: runs(1000) };
/** Runs of base64 of this length must not stand in a text field (DESIGN, decision 8). */
const RUN = 24;
/** How images begin, in Latin-1. */
const BEGINNINGS = {
  'image/jpeg': '\xff\xd8\xff\xe0',
  'image/png': '\x89PNG\r\n\x1a\n',
  'image/gif': 'GIF89a',
  'image/webp': 'RIFF\0\0\0\0WEBP',
};
const route = (artifact: Artifact, serviceId: string) => router().routeContent(artifact, serviceId);

const service = fc.constantFrom(...Object.keys(MODELS), 'unknown');
const mimeType = fc.oneof(
  fc.constantFrom(
    'image/png',
    'image/jpeg',
    'image/svg+xml',
    'audio/mpeg',
    'video/mp4',
    'application/pdf',
    'application/octet-stream',
    'text/plain',
    'application/json',
    'chart',
    'x/y',
    '',
  ),
  fc.string({ unit: 'binary' }),
);
const facts = fc.record(
  { mimeType, type: mimeType, meta: fc.record({ filename: fc.string({ unit: 'binary' }), name: fc.string() }, { requiredKeys: [] }) },
  { requiredKeys: ['meta'] },
);
const bytes = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 300 }),
  fc.tuple(fc.constantFrom(...Object.values(samples)), fc.nat(2000)).map(([sample, length]) => sample.subarray(0, length + 1)),
  fc.string({ minLength: 1 }).map((words) => new TextEncoder().encode(words)),
);
const content = fc
  .tuple(bytes, fc.boolean())
  .map(([raw, asBase64]) => ({ raw, content: asBase64 ? Buffer.from(raw).toString('base64') : raw }));

/** Every string of a result that a model reads as text. */
function textFields(result: ContentRouteResult): string[] {
  const message = formatArtifactToolResponse(result, 'call').content;
  const shown =
    typeof message === 'string' ? [message] : message.filter((part) => part.type === 'text').map((part) => (part as { text: string }).text);
  return [...shown, result.routing === 'text' ? result.content : '', JSON.stringify(result.metadata), JSON.stringify(result.reason)];
}

function holdsRunOf(field: string, base64: string): boolean {
  if (base64.length < RUN) return base64.length >= 16 && field.includes(base64);
  for (let at = 0; at + RUN <= base64.length; at++) if (field.includes(base64.slice(at, at + RUN))) return true;
  return false;
}

describe('routing invariants, for any input', () => {
  it('[1-INV-1][1-P2] binary content never stands in a text field, whatever the model and the metadata', async () => {
    await fc.assert(
      fc.asyncProperty(content, facts, service, async ({ raw, content: given }, known, serviceId) => {
        const result = await route(binary(given, known), serviceId);
        const base64 = Buffer.from(raw).toString('base64');
        for (const field of textFields(result)) assert(!holdsRunOf(field, base64));
        if (serviceId === 'text-only') assert(result.routing === 'text' && result.content.startsWith('['));
      }),
      RUNS,
    );
  });

  it('[1-INV-2][1-P1] text comes back identical, for every model', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string({ unit: 'binary' }), fc.base64String()), facts, service, async (words, known, serviceId) => {
        const result = await route(text(words, known), serviceId);
        assert.deepEqual([result.contentType, result.routing, result.routing === 'text' && result.content], ['text', 'text', words]);
        const message = JSON.parse(String(formatArtifactToolResponse(result, 'call').content)) as { content: string };
        assert.equal(message.content, words);
      }),
      RUNS,
    );
  });

  it('[1-INV-3] the same kind of content and the same capabilities go the same way', async () => {
    const seen = new Map<string, string>();
    await fc.assert(
      fc.asyncProperty(content, facts, service, async ({ content: given }, known, serviceId) => {
        const artifact = binary(given, known);
        const result = await route(artifact, serviceId);
        const again = await route(artifact, serviceId);
        assert.deepEqual(again, result);
        const key = `${result.metadata.binaryType} ${serviceId}`;
        assert.equal(seen.get(key) ?? result.routing, result.routing, key);
        seen.set(key, result.routing);
      }),
      RUNS,
    );
    assert(seen.size > 20);
  });

  it('[1-ContentRouteResult][1-INV-4] every result has the fields its route promises, and no others', async () => {
    const artifact = fc.oneof(
      fc.tuple(content, facts).map(([{ content: given }, known]) => binary(given, known)),
      fc.tuple(fc.string(), facts).map(([words, known]) => text(words, known)),
    );
    await fc.assert(
      fc.asyncProperty(artifact, service, async (given, serviceId) => {
        const result = await route(given, serviceId);
        const field = { text: 'content', image_url: 'imageUrl', file: 'file' }[result.routing];
        assert.deepEqual(Object.keys(result).sort(), ['contentType', field, 'metadata', 'reason', 'routing'].sort());
        assert(['text', 'image', 'binary'].includes(result.contentType));
        assert.equal(result.metadata.id, given.id);
        if (result.routing === 'image_url')
          assert.match(result.imageUrl.image_url.url, /^data:image\/[^;,\s]+;base64,[A-Za-z0-9+/]*={0,2}$/);
        else if (result.routing === 'file')
          assert(result.file.type === 'file' && result.file.file.filename !== '' && /^[^\s;]+\/[^\s;]+$/.test(result.file.file.mimeType));
        else assert.equal(typeof result.content, 'string');
      }),
      RUNS,
    );
  });

  it('[1-INV-5] nothing makes routing throw: not the registry, the metadata, nor a content of the wrong type', async () => {
    const anything = fc.oneof(fc.anything(), fc.string(), fc.uint8Array());
    const artifact = fc.record({
      id: anything,
      content: anything,
      isBinary: fc.oneof(fc.boolean(), fc.anything()),
      mimeType: anything,
      type: anything,
      size: anything,
      meta: anything,
      createdAt: anything,
    });
    await fc.assert(
      fc.asyncProperty(artifact, fc.constantFrom('all', 'text-only', 'fails'), async (given, serviceId) => {
        const serviceRegistry = {
          hasCapability: (id: string) => {
            if (id === 'fails') throw new Error('no');
            return id === 'all';
          },
          getServiceById: () => {
            throw new Error('no');
          },
        };
        const result = await router({ serviceRegistry }).routeContent(given as unknown as Artifact, serviceId);
        assert(['text', 'image_url', 'file'].includes(result.routing));
        if (serviceId !== 'all') assert.equal(result.routing, 'text');
      }),
      RUNS,
    );
  });

  it('[1-P3] an image goes to a model with vision as image_url, byte for byte', async () => {
    const types = fc.constantFrom(...(Object.keys(BEGINNINGS) as (keyof typeof BEGINNINGS)[]));
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 100 }), types, fc.boolean(), async (rest, type, asBase64) => {
        // Two bytes can be those of another image, whose type is sent then.
        const raw = Buffer.concat([Buffer.from(BEGINNINGS[type], 'latin1'), rest]);
        const base64 = Buffer.from(raw).toString('base64');
        const result = await route(binary(asBase64 ? base64 : raw, { mimeType: type }), 'vision');
        assert.equal(result.routing === 'image_url' && result.imageUrl.image_url.url, `data:${type};base64,${base64}`);
      }),
      RUNS,
    );
  });
});
