import assert from 'node:assert/strict';
import path from 'node:path';
import { FileArtifactService, setLogger } from '@google/adk';
import type { Part } from '@google/genai';
import type { LoadedRoot } from '../../../src/platform/open-root.ts';
import { openRoot } from '../../../src/platform/open-root.ts';
import { namedRoot } from '../../../src/platform/find-root.ts';
import { NodeFileSystem } from '../../../src/platform/node-file-system.ts';
import { ObjectStoreFileSystem } from '../../../src/platform/object-store/object-store-file-system.ts';
import { itWhenThorough } from '../../support/effort.ts';
import { adkBucket, type WrittenObject } from '../../support/adk-bucket.ts';
import { cli } from '../../support/command-line.ts';
import { connect } from '../../support/mcp-connection.ts';
import { png } from '../../support/media-bytes.ts';
import { BUCKET, KEYS, keysOf, s3Server, withEnvironment } from '../../support/object-stores.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const PNG = Buffer.from(png(2, 2)).toString('base64');
const APP = 'shop';
const PLACE = { appName: APP, userId: 'alice', sessionId: 's1' };
/** In the order in which they are saved: another of the same name is its next version. */
const SAVED: readonly (readonly [filename: string, artifact: Part])[] = [
  ['charts/sales.png', { inlineData: { mimeType: 'image/png', data: PNG } }],
  ['plan.md', { text: '# old' }],
  ['plan.md', { text: '# new' }],
  ['film.mp4', { fileData: { fileUri: 'gs://bucket/film.mp4', mimeType: 'video/mp4' } }],
  ['false.png', { inlineData: { mimeType: 'image/png', data: Buffer.from('%PDF-1.7\n%%EOF\n').toString('base64') } }],
  ['user:me.txt', { text: 'me' }],
  ['100% & ü.csv', { inlineData: { mimeType: 'text/csv', data: Buffer.from('a,b\n1,2\n').toString('base64') } }],
];
const MODELS = ['gpt-5.2', 'claude-opus-4-5', 'gemini-2.5-pro'];

describe('What Google ADK keeps, in a bucket', function () {
  this.timeout(120_000);
  withEnvironment({ ...KEYS, AWS_EC2_METADATA_DISABLED: 'true', AWS_PROFILE: undefined, AWS_CONFIG_FILE: '/nowhere' });
  const addresses: Record<'local' | 'files' | 'keys', string> = { local: '', files: `s3://${BUCKET}/files`, keys: `s3://${BUCKET}/keys` };
  const roots: Record<keyof typeof addresses, LoadedRoot> = {} as never;
  let endpoint: string;
  /** Where lists of names are kept. */
  let env: NodeJS.ProcessEnv;

  before(async () => {
    setLogger({ log() {}, debug() {}, info() {}, warn() {}, error() {}, setLogLevel() {} });
    env = { XDG_CACHE_HOME: await temporaryFolder() };
    addresses.local = await temporaryFolder();
    const objects = new Map<string, WrittenObject>();
    const services = [new FileArtifactService(path.join(addresses.local, 'apps', APP)), adkBucket(objects)];
    for (const [filename, artifact] of SAVED) for (const service of services) await service.saveArtifact({ ...PLACE, filename, artifact });
    const server = await s3Server();
    ({ endpoint } = server);
    for (const [key, content] of await keysOf(addresses.local, 'files')) await server.put(key, content);
    for (const [key, { content, ...properties }] of objects) await server.put(`keys/${key}`, content, properties);
    process.env['AWS_ENDPOINT_URL_S3'] = endpoint;
    const fs = new ObjectStoreFileSystem();
    after(() => fs.disconnect());
    for (const [name, address] of Object.entries(addresses) as [keyof typeof addresses, string][]) {
      const files = name === 'local' ? new NodeFileSystem() : fs;
      roots[name] = await openRoot(files, await namedRoot(files, address));
    }
  });
  after(() => {
    delete process.env['AWS_ENDPOINT_URL_S3'];
    setLogger(null);
  });

  it('is recognised: its files as they were uploaded, and the keys of its own bucket', () => {
    assert.deepEqual(
      Object.values(roots).map(({ layout }) => layout.kind),
      ['adk', 'adk', 'adk-gcs'],
    );
  });

  it('has the same references, names, types, versions, states and bytes as on the disk', async () => {
    const told = async ({ store }: LoadedRoot) => {
      const { items } = await store.list();
      return Promise.all(
        items.map(async ({ reference, location: _place, createdAt: _created, updatedAt: _updated, ...facts }) => {
          const artifact = await store.getArtifact(reference);
          const versions = (await store.versions(reference)).map(({ id }) => id);
          return { ...facts, versions, content: artifact?.content, mimeType: artifact?.mimeType, failure: artifact?.contentFailure };
        }),
      );
    };
    const local = await told(roots.local);
    assert.equal(local.length, new Set(SAVED.map(([name]) => name)).size);
    assert.deepEqual(await told(roots.files), local);
    assert.deepEqual(await told(roots.keys), local);
    assert.deepEqual(await roots.keys.store.getMetadata('adk:shop:alice:s1:none'), null);
    assert.deepEqual(await roots.files.store.getMetadata('adk:shop:alice:s1:none'), null);
  });

  it('has the same folders', async () => {
    const shown = async ({ workspaces }: LoadedRoot, id: string, folder = ''): Promise<unknown> => {
      const entries = await workspaces.listFolder(id, folder);
      const pairs = entries.map(
        async (entry) =>
          [
            `${entry.kind} ${entry.name}`,
            entry.kind === 'folder' ? await shown({ workspaces } as LoadedRoot, id, entry.relativePath) : null,
          ] as const,
      );
      return Object.fromEntries(await Promise.all(pairs));
    };
    const top = async (root: LoadedRoot) =>
      Promise.all((await root.workspaces.listWorkspaces()).map(async ({ workspaceId, name }) => [name, await shown(root, workspaceId)]));
    const local = await top(roots.local);
    assert.match(JSON.stringify(local), /^\[\["shop",\{"folder alice":/);
    assert.deepEqual(await top(roots.files), local);
    assert.deepEqual(await top(roots.keys), local);
  });

  const everywhere = async (run: (address: string) => Promise<unknown>) => {
    const [local, files, keys] = await Promise.all([addresses.local, addresses.files, addresses.keys].map(run));
    assert.deepEqual(files, local);
    assert.deepEqual(keys, local);
    return local;
  };

  itWhenThorough('is the same on the command line: listed, shown, and what each model receives', async () => {
    const run = async (...args: string[]) => {
      const { code, stdout, stderr } = await cli(args, { env });
      assert.equal(code, 0, stderr);
      // Times are those of the upload.
      return stdout.replaceAll(/\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+Z)?/g, 'then');
    };
    const listed = await everywhere(async (root) => {
      const { stdout } = await cli(['list', '--json', '--root', root], { env });
      const { items } = JSON.parse(stdout) as { items: Record<string, unknown>[] };
      return items.map(({ location: _place, createdAt: _created, updatedAt: _updated, ...facts }) => facts);
    });
    assert.equal((listed as unknown[]).length, 6);
    await everywhere((root) => run('show', 'adk:shop:alice:s1:plan.md', '--root', root));
    await everywhere((root) => run('show', 'adk:shop:alice:s1:plan.md:0', '--root', root));
    await everywhere((root) => run('show', 'adk:shop:alice:s1:charts%2Fsales.png', '--root', root));
    for (const model of MODELS)
      await everywhere(async (root) =>
        Promise.all(
          ['charts%2Fsales.png', 'false.png', 'plan.md'].map((name) =>
            run('route', `adk:shop:alice:s1:${name}`, '--model', model, '--json', '--root', root),
          ),
        ),
      );
  });

  it('is the same over MCP', async () => {
    await everywhere(async (root) => {
      const connection = await connect(['--root', root]);
      const { structuredContent } = await connection.call('list_artifacts', {});
      const items = (structuredContent['items'] as Record<string, unknown>[]).map(
        ({ createdAt: _created, updatedAt: _updated, ...facts }) => facts,
      );
      assert.equal(items.length, 6);
      const contents = [];
      for (const name of ['charts%2Fsales.png', 'plan.md', 'film.mp4', 'false.png'])
        contents.push((await connection.call('get_artifact', { ref: `adk:shop:alice:s1:${name}` })).content);
      const preview = await connection.call('preview_artifact', { ref: 'adk:shop:alice:s1:charts%2Fsales.png', model: 'gpt-5.2' });
      const { result } = await connection.request('resources/list');
      const resources = (result?.['resources'] as Record<string, unknown>[]).map(({ uri, title }) => [uri, title]);
      return { items, contents, verdict: preview.structuredContent, resources };
    });
  });
});
