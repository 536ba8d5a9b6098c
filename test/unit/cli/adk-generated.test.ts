import assert from 'node:assert/strict';
import path from 'node:path';
import { FileArtifactService, setLogger } from '@google/adk';
import type { Part } from '@google/genai';
import { adkReference } from '../../../src/core/refs/reference.ts';
import type { WorkspaceTree } from '../../../src/core/store/adapter.ts';
import type { ArtifactMetadata } from '../../../src/core/store/artifact.ts';
import { ArtifactStore } from '../../../src/core/store/artifact-store.ts';
import { describeDataRoot } from '../../../src/core/store/layout.ts';
import { NodeFileSystem } from '../../../src/platform/node-file-system.ts';
import { cli } from '../../support/command-line.ts';
import { connect } from '../../support/mcp-connection.ts';
import { png } from '../../support/media-bytes.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { byEffort } from '../../support/effort.ts';

const APP = 'shop';
const ARTIFACTS = byEffort({ quick: 100, usual: 1000, soak: 5000 });
const SESSIONS = ['s-1', 's-2', '7f3a'];
const USERS = ['alice', 'bob@example.com'];

/** What is kept of one artifact: its name, its versions, its type, and its bytes, or where they are. */
interface Kept {
  readonly name: string;
  readonly versions: number;
  readonly type: string | undefined;
  readonly content: string;
}

const base64 = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64');
const PARTS: readonly ((at: number) => Part)[] = [
  (at) => ({ text: `text ${at}, 图表` }),
  (at) => ({ inlineData: { mimeType: 'image/png', data: base64(png(1 + (at % 5), 2)) } }),
  (at) => ({ inlineData: { mimeType: 'application/pdf', data: base64(`%PDF-1.7\n% ${at}\n%%EOF\n`) } }),
  (at) => ({ inlineData: { mimeType: 'application/x-thing', data: base64(Uint8Array.of(0, at % 256, 255)) } }),
  () => ({ fileData: { fileUri: 'gs://bucket/film.mp4', mimeType: 'video/mp4' } }),
];

/** Where an artifact is, and what its versions are. */
function generated(at: number): { userId: string; sessionId: string; filename: string; versions: Part[] } {
  const part = (version: number): Part => PARTS[(at + version) % PARTS.length]?.(at + version) ?? { text: '-' };
  return {
    userId: USERS[at % 2] ?? '',
    sessionId: SESSIONS[at % 3] ?? '',
    filename: `${at % 7 === 0 ? 'user:' : ''}${at % 4 === 0 ? 'charts/' : ''}${at} ${['报告', 'a:b', '100%', "it's"][at % 4] ?? ''}.txt`,
    versions: Array.from({ length: 1 + (at % 3) }, (_, version) => part(version)),
  };
}

function contentOf(part: Part | undefined): Pick<Kept, 'type' | 'content'> {
  if (part?.fileData) return { type: part.fileData.mimeType, content: 'elsewhere' };
  if (part?.inlineData) return { type: part.inlineData.mimeType, content: part.inlineData.data ?? '' };
  return { type: undefined, content: base64(part?.text ?? '') };
}

/** What ADK itself loads, by the ids that it has here. */
async function loadedBy(service: FileArtifactService, app: string | undefined): Promise<Map<string, Kept>> {
  const loaded = new Map<string, Kept>();
  for (const place of USERS.flatMap((userId) => SESSIONS.map((sessionId) => ({ appName: APP, userId, sessionId })))) {
    for (const filename of await service.listArtifactKeys(place)) {
      const versions = (await service.listVersions({ ...place, filename })).length;
      const content = contentOf(await service.loadArtifact({ ...place, filename }));
      loaded.set(idOf(app, place.userId, place.sessionId, filename), { name: filename, versions, ...content });
    }
  }
  return loaded;
}

describe(`${ARTIFACTS} artifacts that Google ADK has written`, function () {
  this.timeout(300_000);
  before(() => setLogger({ log() {}, debug() {}, info() {}, warn() {}, error() {}, setLogLevel() {} }));
  after(() => setLogger(null));

  for (const app of [undefined, APP]) {
    it(`are the same in the tree, on the command line and over MCP as ADK loads them${app === undefined ? '' : ', below apps/{app}'}`, async () => {
      const root = await temporaryFolder();
      const service = new FileArtifactService(app === undefined ? root : path.join(root, 'apps', app));
      for (let at = 0; at < ARTIFACTS / 2; at++) {
        const { versions, ...place } = generated(at);
        for (const artifact of versions) await service.saveArtifact({ appName: APP, ...place, artifact });
      }
      const expected = await loadedBy(service, app);
      assert.equal(expected.size, ARTIFACTS / 2);

      const store = await storeOf(root);
      const inTree = new Map<string, ArtifactMetadata>();
      for (const { workspaceId } of await store.workspaces.listWorkspaces()) await collect(store.workspaces, workspaceId, '', inTree);
      assert.deepEqual(
        new Map([...inTree].map(([id, { name, versions, type }]) => [id, [name, versions, type]])),
        // below its folders it has the last part of its name
        new Map(
          [...expected].map(([id, { name, versions, type }]) => [id, [path.posix.basename(name.replace(/^user:/, '')), versions, type]]),
        ),
      );

      const { code, stdout, stderr } = await cli(['list', '--json', '--limit', '100000', '--root', root]);
      assert.equal(code, 0, stderr);
      const listed = (JSON.parse(stdout) as { items: Listed[] }).items;
      assert.deepEqual(
        new Map(listed.map(({ ref, name }) => [ref, name])),
        new Map([...expected].map(([id, { name }]) => [`artifact:${id}`, name])),
      );

      const connection = await connect(['--root', root]);
      const overMcp: Listed[] = [];
      for (let after: string | undefined; ;) {
        const { structuredContent } = await connection.call('list_artifacts', { limit: 200, ...(after !== undefined && { after }) });
        overMcp.push(...(structuredContent['items'] as Listed[]));
        after = structuredContent['next'] as string | undefined;
        if (after === undefined) break;
      }
      assert.deepEqual(overMcp, listed, 'the command line and MCP list the same');

      for (const [id, { content }] of expected) {
        if (content === 'elsewhere') continue;
        const { result, error } = await connection.request('resources/read', { uri: `artifact:///${encodeURIComponent(id)}` });
        assert.equal(error, undefined, id);
        const [read] = result?.['contents'] as { blob?: string; text?: string }[];
        assert.equal(read?.blob ?? base64(read?.text ?? ''), content, id);
      }
      const some = [...expected].filter(([, { content }]) => content !== 'elsewhere').filter((_, at) => at % 60 === 0);
      for (const [id, { content }] of some) {
        const target = path.join(await temporaryFolder(), 'content');
        const shown = await cli(['show', id, '--output', target, '--root', root]);
        assert.equal(shown.code, 0, shown.stderr);
        assert.equal(base64(await new NodeFileSystem().readFile(target)), content, id);
      }
    });
  }
});

/** What `list` and `list_artifacts` say of an artifact. */
interface Listed {
  readonly ref: string;
  readonly name: string;
}

async function storeOf(root: string): Promise<ArtifactStore> {
  const fs = new NodeFileSystem();
  const description = await describeDataRoot(fs, root, { allowOutside: false });
  assert.ok(description);
  return new ArtifactStore({ fs, ...description.layout, bounds: description.bounds });
}

/** What the tree shows below a folder, folders opened. */
async function collect(workspaces: WorkspaceTree, user: string, folder: string, found: Map<string, ArtifactMetadata>): Promise<void> {
  for (const entry of await workspaces.listFolder(user, folder)) {
    if (entry.kind === 'file') found.set(entry.artifact.id, entry.artifact);
    if (entry.kind === 'folder') await collect(workspaces, user, entry.relativePath, found);
  }
}

function idOf(app: string | undefined, user: string, session: string, name: string): string {
  const isOfUser = name.startsWith('user:');
  const reference = adkReference({
    ...(app !== undefined && { app }),
    user,
    ...(!isOfUser && { session }),
    path: isOfUser ? name.slice('user:'.length) : name,
  });
  assert.ok(reference.ok, name);
  return reference.value.id;
}
