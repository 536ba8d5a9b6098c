import assert from 'node:assert/strict';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { FileArtifactService, setLogger } from '@google/adk';
import type { Part } from '@google/genai';
import fc from 'fast-check';
import type { ArtifactMetadata } from '../../src/core/store/artifact.ts';
import { adkReference, type AdkReference } from '../../src/core/refs/reference.ts';
import { ArtifactStore } from '../../src/core/store/artifact-store.ts';
import { describeDataRoot } from '../../src/core/store/layout.ts';
import { NodeFileSystem } from '../../src/platform/node-file-system.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { byEffort } from '../support/effort.ts';
import { unmarkedBytes } from '../support/unmarked-bytes.ts';

const USERS = ['alice', 'bob@example.com'];
const SESSIONS = ['s-1', 's-2', '7f3a'];
const APP = 'shop';
/** Artifacts that are written in all runs together. */
const ARTIFACTS = byEffort({ quick: 50, usual: 200, soak: 5000 });
const EACH = 10;

const name = fc.oneof(
  fc.constantFrom(
    'report.txt',
    'notes',
    'data.json',
    'chart.png',
    'q3.pdf',
    'a b.md',
    '图表.csv',
    'a:b.txt',
    '100%.txt',
    "it's (1).txt",
    'ends.',
  ),
  fc
    .string({ unit: fc.constantFrom('a', 'B', '9', '_', '-', '.', ' ', 'é', '、', '+', '%', '#', '?'), minLength: 1, maxLength: 8 })
    .map((text) => `n${text}z`),
);
const filename = fc
  .tuple(fc.boolean(), fc.array(name, { minLength: 1, maxLength: 3 }))
  .map(([isOfUser, names]) => (isOfUser ? 'user:' : '') + names.join('/'));

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64');
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const part: fc.Arbitrary<Part> = fc.oneof(
  // the service takes an empty text for none
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).map((text) => ({ text: `t${text}` })),
  fc.constant({ inlineData: { mimeType: 'image/png', data: base64(PNG) } }),
  fc.nat(9).map((page) => ({ inlineData: { mimeType: 'application/pdf', data: base64(Buffer.from(`%PDF-1.7\n% ${page}\n%%EOF\n`)) } })),
  unmarkedBytes.map((bytes) => ({ inlineData: { mimeType: 'application/x-thing', data: base64(bytes) } })),
  fc
    .constantFrom('gs://bucket/film.mp4', 'https://example.com/a b.pdf')
    .map((fileUri) => ({ fileData: { fileUri, mimeType: 'video/mp4' } })),
);
const saved = fc.record({
  userId: fc.constantFrom(...USERS),
  sessionId: fc.constantFrom(...SESSIONS),
  filename,
  versions: fc.array(part, { minLength: 1, maxLength: 3 }),
});

/** The reference of what ADK calls by a name in a session. */
function referenceOf(userId: string, sessionId: string, key: string, app: string | undefined): AdkReference {
  const isOfUser = key.startsWith('user:');
  const found = adkReference({
    ...(app !== undefined && { app }),
    user: userId,
    ...(!isOfUser && { session: sessionId }),
    path: isOfUser ? key.slice('user:'.length) : key,
  });
  assert(found.ok, key);
  return found.value;
}

/** What ADK loads, and what we read, in one form. */
function partOf(loaded: Part | undefined): object {
  if (loaded?.fileData) return { elsewhere: loaded.fileData.fileUri, type: loaded.fileData.mimeType };
  if (loaded?.inlineData) return { type: loaded.inlineData.mimeType, bytes: loaded.inlineData.data };
  return { text: loaded?.text };
}

async function readOf(store: ArtifactStore, metadata: ArtifactMetadata): Promise<object> {
  const { problem, type, location } = metadata;
  const artifact = await store.getArtifact(metadata.reference);
  assert(artifact);
  if (location === undefined) {
    assert.equal(problem?.code, 'content_elsewhere');
    assert.equal(artifact.contentFailure?.code, 'content_elsewhere');
    // on a screen it has only the characters of an address
    return { elsewhere: decodeURI(String(problem?.params?.['uri'])), type };
  }
  const { content } = artifact;
  if (type === undefined) return { text: content };
  return { type, bytes: base64(typeof content === 'string' ? Buffer.from(content) : content) };
}

describe('The files of Google ADK, as its own service writes and reads them', () => {
  // It warns of every folder that it makes.
  before(() => setLogger({ log() {}, debug() {}, info() {}, warn() {}, error() {}, setLogLevel() {} }));
  after(() => setLogger(null));

  for (const app of [undefined, APP]) {
    it(`${ARTIFACTS} artifacts have the same names, versions, types and bytes ${app === undefined ? 'in a root of TypeScript' : 'below apps/{app}, as in Python'}`, async function () {
      this.timeout(180_000);
      await fc.assert(
        fc.asyncProperty(fc.array(saved, { minLength: EACH, maxLength: EACH }), async (all) => {
          const root = await temporaryFolder();
          // The service of TypeScript writes no level for apps: what it calls its root is the folder of the app.
          const service = new FileArtifactService(app === undefined ? root : path.join(root, 'apps', app));
          for (const { versions, ...place } of all)
            for (const artifact of versions) await service.saveArtifact({ appName: APP, ...place, artifact });
          const fs = new NodeFileSystem();
          const description = await describeDataRoot(fs, root, { allowOutside: false });
          assert.equal(description?.layout.kind, 'adk');
          const store = new ArtifactStore({ fs, ...description.layout, bounds: description.bounds });
          const listed = (await store.list()).items;
          const seen = new Set<string>();
          for (const userId of USERS) {
            for (const sessionId of SESSIONS) {
              const place = { appName: APP, userId, sessionId };
              const isHere = ({ reference }: ArtifactMetadata): boolean =>
                reference.kind === 'adk' && reference.user === userId && (reference.session ?? sessionId) === sessionId;
              const here = listed.filter(isHere);
              const keys = await service.listArtifactKeys(place);
              // ADK lists no name below another one, though it loads it.
              const isBelow = (key: string): boolean =>
                all.some(
                  (one) =>
                    one.userId === userId && key.startsWith(`${one.filename}/`) && (one.sessionId === sessionId || key.startsWith('user:')),
                );
              assert.deepEqual(
                here
                  .map((item) => item.name)
                  .filter((key) => !isBelow(key))
                  .sort(),
                keys,
              );
              for (const item of here) {
                seen.add(item.id);
                const key = item.name;
                assert.equal(item.id, referenceOf(userId, sessionId, key, app).id);
                const versions = await service.listVersions({ ...place, filename: key });
                const ours = await store.versions(item.reference);
                assert.deepEqual(
                  ours.map((one) => one.version),
                  versions.toReversed(),
                );
                assert.equal(item.versions, versions.length);
                assert.deepEqual(await readOf(store, item), partOf(await service.loadArtifact({ ...place, filename: key })));
                for (const one of ours)
                  assert.deepEqual(
                    await readOf(store, one),
                    partOf(await service.loadArtifact({ ...place, filename: key, version: one.version ?? -1 })),
                  );
              }
            }
          }
          assert.equal(seen.size, listed.length);
        }),
        { numRuns: ARTIFACTS / EACH },
      );
    });
  }

  it('a root that was moved is read where it is, not where it was written', async () => {
    const [before, root] = [await temporaryFolder(), await temporaryFolder()];
    await new FileArtifactService(before).saveArtifact({
      appName: APP,
      userId: 'alice',
      sessionId: 's',
      filename: 'a.txt',
      artifact: { text: 'written' },
    });
    await cp(before, root, { recursive: true });
    await new FileArtifactService(before).saveArtifact({
      appName: APP,
      userId: 'alice',
      sessionId: 's',
      filename: 'a.txt',
      artifact: { text: 'later' },
    });
    const store = new ArtifactStore({ fs: new NodeFileSystem(), kind: 'adk', artifactsDir: root, workspacesDir: root });
    assert.equal((await store.getArtifact('adk::alice:s:a.txt'))?.content, 'written');
  });

  it('a root is read while the service writes it: what is complete is whole, and nothing goes back', async function () {
    this.timeout(60_000);
    const root = await temporaryFolder();
    const service = new FileArtifactService(root);
    const place = { appName: APP, userId: 'alice', sessionId: 's', filename: 'a.txt' };
    const text = (version: number): string => `${version} `.repeat(100_000);
    const store = new ArtifactStore({ fs: new NodeFileSystem(), kind: 'adk', artifactsDir: root, workspacesDir: root });
    await service.saveArtifact({ ...place, artifact: { text: text(0) } });
    let [complete, newest, reads] = [0, 0, 0];
    let isWritten = false;
    const write = async (): Promise<void> => {
      for (let version = 1; version <= 40; version++)
        complete = await service.saveArtifact({ ...place, artifact: { text: text(version) } });
      isWritten = true;
    };
    const read = async (): Promise<void> => {
      for (; !isWritten; reads++) {
        const known = complete;
        const { items } = await store.list();
        assert.deepEqual(
          items.map((item) => item.name),
          ['a.txt'],
        );
        const version = items[0]?.version ?? -1;
        assert.ok(version >= Math.max(newest, known), `${version} after ${newest}, when ${known} was complete`);
        newest = version;
        assert.equal((await store.getArtifact(`adk::alice:s:a.txt:${known}`))?.content, text(known));
        // under way, or whole by now: an answer in any case
        await store.getArtifact('adk::alice:s:a.txt');
      }
    };
    await Promise.all([write(), read()]);
    assert.ok(reads > 5, `${reads} reads`);
    assert.equal((await store.getArtifact('adk::alice:s:a.txt'))?.content, text(40));
  });
});
