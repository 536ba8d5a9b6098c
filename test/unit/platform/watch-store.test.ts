import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { MAX_WATCHED_FOLDERS } from '../../../src/core/io/limits.ts';
import { type StoreChange, watchStore } from '../../../src/platform/watch-store.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

interface Watched {
  readonly artifactsDir: string;
  readonly workspacesDir: string;
  readonly problems: string[];
  /** The next report that `matches`. */
  next(matches: (change: StoreChange) => boolean): Promise<StoreChange>;
}

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

async function watched(prepare: (workspacesDir: string) => Promise<unknown> = () => Promise.resolve()): Promise<Watched> {
  const folder = await temporaryFolder();
  const [artifactsDir, workspacesDir] = [path.join(folder, 'artifacts'), path.join(folder, 'workspaces')];
  await Promise.all([artifactsDir, workspacesDir].map((each) => mkdir(each)));
  await prepare(workspacesDir);
  const problems: string[] = [];
  const reports: StoreChange[] = [];
  let wake: () => void = () => undefined;
  const onChange = (change: StoreChange): void => {
    reports.push(change);
    wake();
  };
  const { ready, stop } = watchStore({ artifactsDir, workspacesDir }, onChange, (reason) => problems.push(reason));
  stops.push(stop);
  await ready;
  return {
    artifactsDir,
    workspacesDir,
    problems,
    next: async (matches) => {
      for (;;) {
        const found = reports.splice(0).find(matches);
        if (found) return found;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}

const idIn = (workspace: string, file: string): string => `ws:${workspace}:${Buffer.from(file).toString('base64url')}`;

describe('The watch on a store', () => {
  it('names an artifact of ADK by a new version of it, whichever of its files came', async () => {
    const root = await temporaryFolder({ 'users/alice/sessions/s1/artifacts/plan.md/versions/0/plan.md': 'old' });
    let resolve: (change: StoreChange) => void = () => undefined;
    const promise = new Promise<StoreChange>((settle) => (resolve = settle));
    const onChange = (change: StoreChange): void => (change.ids.size > 0 ? resolve(change) : undefined);
    const { ready, stop } = watchStore({ kind: 'adk', artifactsDir: root, workspacesDir: root }, onChange, assert.fail);
    stops.push(stop);
    await ready;
    const version = path.join(root, 'users/alice/sessions/s1/artifacts/plan.md/versions/1');
    await mkdir(version);
    await writeFile(path.join(version, 'plan.md'), 'new');
    const { isListChanged, ids } = await promise;
    assert.equal(isListChanged, true);
    assert.deepEqual([...ids], ['adk::alice:s1:plan.md']);
  });

  it('gathers what happens within a moment into one report', async () => {
    const { artifactsDir, next } = await watched();
    await Promise.all(
      ['1.md', '1.meta', '2.png', '.agent-artifacts-0123456789abcdef.tmp'].map((name) => writeFile(path.join(artifactsDir, name), 'x')),
    );
    const { isListChanged, ids } = await next(({ ids }) => ids.has('2'));
    assert.equal(isListChanged, true);
    assert.deepEqual([...ids].sort(), ['1', '2'], 'of an artifact, not of its files; no temporary file');
  });

  it('tells the content and the metadata of a file in a workspace, under its id, and the list only of content', async () => {
    const { workspacesDir, next } = await watched((folder) => mkdir(path.join(folder, 'agent/.meta'), { recursive: true }));
    await writeFile(path.join(workspacesDir, 'agent/.meta/main.js'), '{}');
    const described = await next(({ ids }) => ids.has(idIn('agent', 'main.js')));
    assert.equal(described.isListChanged, false);
    await writeFile(path.join(workspacesDir, 'agent/main.js'), 'x');
    assert.equal((await next(({ ids }) => ids.has(idIn('agent', 'main.js')))).isListChanged, true);
  });

  it('says once that there are more folders than can be watched, and tells of the nearest ones', async function () {
    if (process.platform !== 'linux') return this.skip();
    const { workspacesDir, next, problems } = await watched(async (folder) => {
      for (let at = 0; at < MAX_WATCHED_FOLDERS; at++) await mkdir(path.join(folder, `agent/deep/${at}`), { recursive: true });
    });
    assert.deepEqual(problems, [`more than ${MAX_WATCHED_FOLDERS} folders`]);
    await writeFile(path.join(workspacesDir, 'agent/main.js'), 'x');
    await next(({ ids }) => ids.has(idIn('agent', 'main.js')));
    await mkdir(path.join(workspacesDir, 'agent/another'));
    await next(({ isListChanged }) => isListChanged);
    assert.equal(problems.length, 1);
  });

  it('does not follow links out of a workspace', async () => {
    const outside = await temporaryFolder();
    const { workspacesDir, next } = await watched(async (folder) => {
      await mkdir(path.join(folder, 'agent'));
      await symlink(outside, path.join(folder, 'agent/link'));
    });
    await writeFile(path.join(outside, 'secret.txt'), 'x');
    await writeFile(path.join(workspacesDir, 'agent/main.js'), 'x');
    const { ids } = await next(({ ids }) => ids.has(idIn('agent', 'main.js')));
    assert.deepEqual([...ids], [idIn('agent', 'main.js')]);
  });
});
