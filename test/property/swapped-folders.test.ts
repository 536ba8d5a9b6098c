import assert from 'node:assert/strict';
import { lstat, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { encodeWorkspaceId } from '../../src/core/refs/artifact-id-codec.ts';
import { AgentRegistry } from '../../src/core/agents/agents.ts';
import { LlmServiceRegistry } from '../../src/core/models/registry.ts';
import { ArtifactStore } from '../../src/core/store/artifact-store.ts';
import { describeDataRoot } from '../../src/core/store/layout.ts';
import { WorkspaceManager } from '../../src/core/store/workspace-manager.ts';
import { NodeFileSystem } from '../../src/platform/node-file-system.ts';
import { startSwapper } from '../support/folder-swapper.ts';
import { temporaryFolder, type Tree } from '../support/temporary-folder.ts';
import { byEffort } from '../support/effort.ts';

const REFERENCES = byEffort({ quick: 200, usual: 1000, soak: 50_000 });
/** Each takes about half a second: it tries again while the folder is swapped. */
const WRITES = byEffort({ quick: 10, usual: 20, soak: 500 });
/** Operations under way at once. */
const WIDTH = 6;
const SECRET = 'SECRET';
/** Bytes of each secret file: no other file here has as many. */
const SECRET_SIZE = 7777;

const secret = SECRET.padEnd(SECRET_SIZE, '.');
const entry = { mimeType: 'text/plain', messageId: SECRET, size: SECRET_SIZE };
const INSIDE: Tree = {
  'config/llmservices.json': { services: [] },
  'state/org.json': { roles: [], agents: [] },
  'artifacts/1.txt': 'one',
  'artifacts/1.meta': { id: '1', extension: '.txt', name: 'one', type: 'text/plain' },
  'artifacts/2.json': { id: '2', type: 'text/plain', content: 'two' },
  'artifacts/3.png': 'three',
  'workspaces/w/top.txt': 'top',
  'workspaces/w/a/b/deep.txt': 'deep',
  'workspaces/w/.meta/.meta': { files: {} },
  'workspaces/v/top.txt': 'v',
  'workspaces/v.meta.json': { files: {} },
};
/** The same names, and some of their own. */
const OUTSIDE: Tree = {
  'config/llmservices.json': { services: [{ id: SECRET, name: SECRET, baseURL: 'https://example.com', model: SECRET, apiKey: SECRET }] },
  'state/org.json': { roles: [], agents: [{ id: SECRET, parentAgentId: 'root' }] },
  'artifacts/1.txt': secret,
  'artifacts/1.meta': { id: '1', extension: '.txt', name: SECRET, type: 'text/plain', meta: { SECRET } },
  'artifacts/2.json': { id: '2', type: SECRET, content: secret },
  'artifacts/3.png': secret,
  'artifacts/SECRET-only.txt': secret,
  'workspaces/w/top.txt': secret,
  'workspaces/w/a/b/deep.txt': secret,
  'workspaces/w/a/SECRET-only.txt': secret,
  'workspaces/w/.meta/.meta': { files: { 'top.txt': entry } },
  'workspaces/v/top.txt': secret,
  'workspaces/v.meta.json': { files: { 'top.txt': entry } },
  'workspaces/SECRET-only/top.txt': secret,
};
/** What is swapped for a link out, one at a time. */
const SWAPPED = [
  'workspaces/w',
  'workspaces/w/a',
  'workspaces/w/a/b',
  'workspaces/w/top.txt',
  'workspaces/w/.meta',
  'workspaces/v.meta.json',
  'workspaces/v',
  'workspaces',
  'artifacts',
  'artifacts/1.txt',
  'artifacts/1.meta',
  'config',
  'config/llmservices.json',
  'state',
];

const piece = fc.constantFrom(
  '..',
  '.',
  '/',
  '\\',
  'a',
  'b',
  'top.txt',
  'deep.txt',
  'w',
  'v',
  '%2e',
  '%2F',
  'C:',
  '\0',
  ' ',
  '../',
  '.meta',
  'workspaces',
);
const hostilePath = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
const idOf = (workspaceId: string, file: string): string => {
  const encoded = encodeWorkspaceId(workspaceId, file);
  return encoded.ok ? encoded.value.id : file;
};
const good = fc.constantFrom(...['top.txt', 'a/b/deep.txt'].map((file) => idOf('w', file)), idOf('v', 'top.txt'), '1', '2', '3');
const reference = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.constantFrom('w', 'v', '..', 'w/a', '', '.'), hostilePath)
      .map(([workspace, file]) => `ws:${workspace}:${Buffer.from(file).toString('base64url')}`),
  },
  { weight: 2, arbitrary: hostilePath },
  { weight: 1, arbitrary: good },
);

/** Everything in a folder: files by content, folders by the time they changed, which a file that came and went leaves behind. */
async function stateOf(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return Promise.all(
    ['', ...names].sort().map(async (name) => {
      const place = path.join(folder, name);
      const stats = await lstat(place, { bigint: true });
      return `${name} ${stats.ino} ${stats.ctimeNs} ${stats.isFile() ? await readFile(place, 'utf8') : ''}`;
    }),
  );
}

/** Whether something that was given out tells of what lies outside. */
function tells(value: unknown): boolean {
  const text = JSON.stringify(value, (key, each: unknown) =>
    each instanceof Uint8Array ? Buffer.from(each).toString('latin1') : key === 'location' ? undefined : each,
  );
  return text !== undefined && (text.includes(SECRET) || text.includes(`:${SECRET_SIZE}`));
}

async function openRoot(folder: string) {
  const fs = new NodeFileSystem();
  const { layout, ...description } = (await describeDataRoot(fs, folder, { allowOutside: false })) ?? assert.fail('no root');
  const options = { fs, ...layout, ...description };
  const services = new LlmServiceRegistry(options);
  return {
    store: new ArtifactStore(options),
    workspaces: new WorkspaceManager(options),
    services,
    agents: new AgentRegistry({ ...options, serviceRegistry: services }),
  };
}

describe('folders that are swapped for links while they are used', () => {
  (process.platform === 'linux' ? it : it.skip)(
    `[E-4] ${REFERENCES.toLocaleString('en')} hostile references: nothing outside is read, listed or written`,
    async function () {
      this.timeout(300_000 + REFERENCES * 5);
      const root = await temporaryFolder(INSIDE);
      const outside = await temporaryFolder(OUTSIDE);
      const before = await stateOf(outside);
      const { store, workspaces, services, agents } = await openRoot(root);
      const references = fc.sample(reference, 5000);
      const leaks: Record<string, number> = {};
      let found = 0;
      const give = (what: string, value: unknown): void => {
        if (value !== null && value !== undefined) found++;
        if (tells(value)) leaks[what] = (leaks[what] ?? 0) + 1;
      };
      const list = async (): Promise<unknown> => [
        await store.list({ limit: 50 }),
        await workspaces.listWorkspaces(),
        await workspaces.listFolder('w', 'a'),
        await workspaces.listFolder('w'),
      ];
      const load = async (): Promise<unknown> => [(await services.load()).services, (await agents.load(), agents.getAgents())];
      const ignore = (): undefined => undefined;
      const step = async (n: number): Promise<void> => {
        const text = references[n % references.length] as string;
        if (n % Math.floor(REFERENCES / WRITES) === 0) {
          const file = ['top.txt', 'a/b/deep.txt', `new-${n}/x/y.txt`, `a/new-${n}.txt`][
            (n / Math.floor(REFERENCES / WRITES)) % 4
          ] as string;
          give('writeFile', await workspaces.writeFile('w', file, `written ${n}`, { mimeType: 'text/plain' }));
          if (n % 8 === 0) give('putArtifact', await store.putArtifact({ name: 'new.txt', content: `written ${n}` }).catch(ignore));
        } else if (n % 400 === 1) give('list', await list().catch(ignore));
        else if (n % 400 === 2) give('load', await load());
        else if (n % 10 === 3) give('getMetadata', await store.getMetadata(text).catch(ignore));
        else give('getArtifact', await store.getArtifact(text).catch(ignore));
      };
      const swapper = await startSwapper(SWAPPED.map((name) => [path.join(root, name), path.join(outside, name)] as const));
      let next = 0;
      const lane = async (): Promise<void> => {
        while (next < REFERENCES) await step(next++);
      };
      const begin = performance.now();
      await Promise.all([...Array(WIDTH)].map(lane));
      const swaps = await swapper.stop();
      console.log(`      ${swaps} swaps, ${found} found, ${((performance.now() - begin) / 1000).toFixed(0)} s`);
      assert.deepEqual(leaks, {});
      assert.deepEqual(await stateOf(outside), before);
      assert(swaps > REFERENCES / 100 && found > REFERENCES / 50, 'hardly anything was tried');
    },
  );
});
