import assert from 'node:assert/strict';
import { setLogger } from '@google/adk';
import type { Part } from '@google/genai';
import fc from 'fast-check';
import type { ArtifactMetadata } from '../../src/core/store/artifact.ts';
import { adkReference } from '../../src/core/refs/reference.ts';
import { ArtifactStore } from '../../src/core/store/artifact-store.ts';
import { namedRoot } from '../../src/platform/find-root.ts';
import { ObjectStoreFileSystem } from '../../src/platform/object-store/object-store-file-system.ts';
import { adkBucket, type WrittenObject } from '../support/adk-bucket.ts';
import { BUCKET, KEYS, madeUpStore, withEnvironment } from '../support/object-stores.ts';
import { byEffort } from '../support/effort.ts';
import { unmarkedBytes } from '../support/unmarked-bytes.ts';

const USERS = ['alice', 'bob@example.com'];
const SESSIONS = ['s-1', '7f3a'];
const APPS = ['shop', 'desk help'];
const PLACES = APPS.flatMap((appName) => USERS.flatMap((userId) => SESSIONS.map((sessionId) => ({ appName, userId, sessionId }))));
/** Artifacts that are written in all runs together. */
const ARTIFACTS = byEffort({ quick: 50, usual: 80, soak: 1000 });
const EACH = 10;

const name = fc.oneof(
  fc.constantFrom('report.txt', 'notes', 'data.json', 'chart.png', 'a b.md', '图表.csv', 'a:b.txt', '100%.txt', '3', 'ends.'),
  fc
    .string({ unit: fc.constantFrom('a', 'B', '9', '_', '-', '.', ' ', 'é', '、', '+', '%', '#', '?'), minLength: 1, maxLength: 8 })
    .map((text) => `n${text}z`),
);
const filename = fc
  .tuple(fc.boolean(), fc.array(name, { minLength: 1, maxLength: 3 }))
  .map(([isOfUser, names]) => (isOfUser ? 'user:' : '') + names.join('/'));
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const part: fc.Arbitrary<Part> = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).map((text) => ({ text: `t${text}` })),
  fc.nat(9).map((page) => ({ inlineData: { mimeType: 'application/pdf', data: base64(Buffer.from(`%PDF-1.7\n% ${page}\n%%EOF\n`)) } })),
  unmarkedBytes.map((bytes) => ({ inlineData: { mimeType: 'application/x-thing', data: base64(bytes) } })),
  fc.constant({ inlineData: { mimeType: 'text/csv', data: base64(Buffer.from('a,b\n')), displayName: 'Table' } }),
  fc
    .constantFrom('gs://bucket/film.mp4', 'https://example.com/a b.pdf')
    .map((fileUri) => ({ fileData: { fileUri, mimeType: 'video/mp4' } })),
);
const saved = fc.record({
  appName: fc.constantFrom(...APPS),
  userId: fc.constantFrom(...USERS),
  sessionId: fc.constantFrom(...SESSIONS),
  filename,
  versions: fc.array(part, { minLength: 1, maxLength: 3 }),
});

/** What ADK loads, and what we read, in one form. */
function partOf(loaded: Part | undefined): object {
  if (loaded?.fileData) return { elsewhere: loaded.fileData.fileUri, type: loaded.fileData.mimeType };
  if (loaded?.inlineData) return { type: loaded.inlineData.mimeType, bytes: loaded.inlineData.data };
  return { text: loaded?.text };
}

async function readOf(store: ArtifactStore, { reference, problem, type, location }: ArtifactMetadata): Promise<object> {
  const artifact = await store.getArtifact(reference);
  assert(artifact);
  if (location === undefined) {
    assert.deepEqual([problem?.code, artifact.contentFailure?.code], ['content_elsewhere', 'content_elsewhere']);
    // on a screen it has only the characters of an address
    return { elsewhere: decodeURI(String(problem?.params?.['uri'])), type };
  }
  const { content } = artifact;
  if (type === undefined) return { text: content };
  return { type, bytes: base64(typeof content === 'string' ? Buffer.from(content) : content) };
}

describe('The bucket of Google ADK, as its own service writes and reads it', () => {
  withEnvironment(KEYS);
  before(() => setLogger({ log() {}, debug() {}, info() {}, warn() {}, error() {}, setLogLevel() {} }));
  after(() => setLogger(null));

  it(`${ARTIFACTS} artifacts have the same names, versions, types and bytes`, async function () {
    this.timeout(180_000);
    await fc.assert(
      fc.asyncProperty(fc.array(saved, { minLength: EACH, maxLength: EACH }), async (all) => {
        const objects = new Map<string, WrittenObject>();
        const service = adkBucket(objects);
        // ADK takes what is below an artifact for versions of it: two such names are one too many for its own reading.
        const isApart = ({ filename: one }: { filename: string }) =>
          !all.some(({ filename: other }) => other !== one && (other.startsWith(`${one}/`) || one.startsWith(`${other}/`)));
        const written = all.filter(isApart);
        for (const { versions, ...place } of written) for (const artifact of versions) await service.saveArtifact({ ...place, artifact });
        const { endpoint } = await madeUpStore([...objects.keys()], {
          content: (key) => objects.get(key)?.content ?? '',
          properties: (key) => objects.get(key) ?? {},
        });
        const fs = new ObjectStoreFileSystem({ optionsOf: () => ({ endpoint }) });
        const { description } = await namedRoot(fs, `s3://${BUCKET}`);
        assert.equal(description.layout.kind, written.length === 0 ? 'runtime' : 'adk-gcs');
        const store = new ArtifactStore({ fs, ...description.layout, bounds: description.bounds });
        const listed = (await store.list()).items;
        const seen = new Set<string>();
        for (const place of PLACES) {
          const here = listed.filter(
            ({ reference }) =>
              reference.kind === 'adk' &&
              reference.app === place.appName &&
              reference.user === place.userId &&
              (reference.session ?? place.sessionId) === place.sessionId,
          );
          assert.deepEqual(here.map((item) => item.name).sort(), (await service.listArtifactKeys(place)).sort());
          for (const item of here) {
            seen.add(item.id);
            const versions = await service.listVersions({ ...place, filename: item.name });
            const ours = await store.versions(item.reference);
            assert.deepEqual(
              ours.map((one) => one.version),
              versions.toReversed(),
            );
            assert.equal(item.versions, versions.length);
            const found = await store.getMetadata(item.id);
            assert.deepEqual(found, item);
            assert.deepEqual(await readOf(store, item), partOf(await service.loadArtifact({ ...place, filename: item.name })));
            for (const one of ours)
              assert.deepEqual(
                await readOf(store, one),
                partOf(await service.loadArtifact({ ...place, filename: item.name, version: one.version ?? -1 })),
              );
          }
        }
        assert.equal(seen.size, listed.length);
        fs.disconnect();
      }),
      { numRuns: ARTIFACTS / EACH },
    );
  });

  it('an artifact below another one is told from its versions', async () => {
    const keys = ['shop/alice/s1/a/0', 'shop/alice/s1/a/1', 'shop/alice/s1/a/b/0', 'shop/alice/s1/a/b/latest', 'shop/alice/user/user:c/0'];
    const { endpoint } = await madeUpStore(keys, { properties: () => ({ type: 'text/plain' }) });
    const fs = new ObjectStoreFileSystem({ optionsOf: () => ({ endpoint }) });
    const { description } = await namedRoot(fs, `s3://${BUCKET}`);
    const store = new ArtifactStore({ fs, ...description.layout, bounds: description.bounds });
    const { items } = await store.list();
    assert.deepEqual(
      items.map(({ id, name: shown, versions }) => [id, shown, versions]),
      // Python leaves `user:` in the key.
      [
        ['adk:shop:alice::user%3Ac', 'user:c', 1],
        ['adk:shop:alice:s1:a', 'a', 2],
        ['adk:shop:alice:s1:a%2Fb', 'a/b', 1],
      ],
    );
    const absent = [
      { app: 'shop', user: 'alice', session: 's1', path: 'none' },
      { user: 'alice', session: 's1', path: 'a' },
    ];
    for (const artifact of absent) {
      const reference = adkReference(artifact);
      assert(reference.ok);
      assert.equal(await store.getMetadata(reference.value), null);
    }
    fs.disconnect();
  });
});
