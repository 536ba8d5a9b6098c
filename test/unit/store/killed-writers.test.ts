import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { isTemporaryName } from '../../../src/core/io/temporary-name.ts';
import { WorkspaceManager } from '../../../src/core/store/workspace-manager.ts';
import { NodeFileSystem } from '../../../src/platform/node-file-system.ts';
import { bundleScript, startScript } from '../../support/scripts.ts';
import { byEffort } from '../../support/effort.ts';
import { storeOver } from '../../support/stores.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const KILLS = byEffort({ quick: 4, usual: 40, soak: 1000 });
/** Writers at once, on one data root. */
const LANES = 4;
/** A writer is killed at a moment up to this long after its first write, in milliseconds. */
const LONGEST_LIFE = 300;

/** Writes artifacts and workspace files without end, and tells each on a line when it is written. Every content proves itself by its digest. */
const WRITER = `
import { createHash } from 'node:crypto';
import { ArtifactStore } from './core/store/artifact-store.ts';
import { WorkspaceManager } from './core/store/workspace-manager.ts';
import { NodeFileSystem } from './platform/node-file-system.ts';
const [root, name, seed] = process.argv.slice(2);
const fs = new NodeFileSystem();
const store = new ArtifactStore({ fs, artifactsDir: root + '/artifacts', workspacesDir: root + '/workspaces' });
const workspaces = new WorkspaceManager({ fs, workspacesDir: root + '/workspaces' });
let state = Number(seed);
const random = (below) => { state = (Math.imul(state, 1103515245) + 12345) >>> 0; return (state >>> 8) % below; };
const content = (what) => {
  const body = (what + ' ').repeat(1 + random(random(20) === 0 ? 40000 : 200));
  return createHash('sha256').update(body).digest('hex') + '\\n' + body;
};
// A writer is ready once it has written: a busy machine would kill it before it has loaded what it writes with.
const tell = (n, written) => console.log((n === 0 ? 'ready\\n' : '') + JSON.stringify(written));
for (let n = 0; ; n++) {
  const what = name + '-' + n;
  if (random(2) === 0) {
    const { id } = await store.putArtifact({ name: what + '.txt', type: 'text/plain', content: content(what), agentId: name });
    tell(n, { id, what });
  } else {
    const file = random(3) === 0 ? 'same.txt' : what + '.txt';
    const written = await workspaces.writeFile('shared', file, content(what), { mimeType: 'text/plain', agentId: name, messageId: what });
    if (!written.ok) throw new Error(JSON.stringify(written));
    tell(n, { file, what, id: written.artifactId });
  }
}`;

interface Acknowledged {
  readonly id: string;
  readonly what: string;
  /** In the workspace; undefined for an artifact. */
  readonly file?: string;
}

/** What a content says it is; throws when it is torn. */
function provenContent(text: string): string {
  const body = text.slice(65);
  assert.equal(text.slice(0, 65), `${createHash('sha256').update(body).digest('hex')}\n`, 'a torn file');
  return body.split(' ', 1)[0] ?? '';
}

describe('writers killed at random moments', () => {
  it(`[E-6] lose nothing they acknowledged, and the next one removes what they reserved: ${KILLS} times SIGKILL, ${LANES} at once`, async function () {
    this.timeout(240_000);
    const root = await temporaryFolder();
    const script = await bundleScript(WRITER);
    const [seed = 0] = fc.sample(fc.nat(), 1);
    const lives = fc.sample(fc.tuple(fc.integer({ min: 0, max: LONGEST_LIFE }), fc.nat()), { numRuns: KILLS, seed });
    console.log(`      seed ${seed}`);
    const acknowledged: Acknowledged[] = [];
    let killed = 0;
    const lane = async (number: number): Promise<void> => {
      for (let n = number; n < KILLS; n += LANES) {
        const [life, writerSeed] = lives[n] as [number, number];
        const writer = startScript(script, [root, `w${n}`, String(writerSeed)]);
        await writer.ready;
        await new Promise((resolve) => {
          setTimeout(resolve, life);
        });
        writer.child.kill('SIGKILL');
        // A code would say that it ended by itself.
        if ((await writer.ended) === null) killed++;
        acknowledged.push(...writer.lines.slice(1).map((line) => JSON.parse(line) as Acknowledged));
      }
    };
    await Promise.all([...Array(LANES).keys()].map(lane));
    console.log(`      ${killed} killed, ${acknowledged.length} writes acknowledged`);
    assert.equal(killed, KILLS);
    assert(acknowledged.length > KILLS);

    const artifacts = acknowledged.filter(({ file }) => file === undefined);
    assert.equal(new Set(artifacts.map(({ id }) => id)).size, artifacts.length, 'an id twice');
    const store = storeOver(root);
    for (const { id, what } of artifacts) {
      const artifact = await store.getArtifact(id);
      assert.deepEqual(
        [provenContent(String(artifact?.content)), artifact?.meta.name, artifact?.mimeType],
        [what, `${what}.txt`, 'text/plain'],
      );
    }
    // What nobody acknowledged is whole as well, or only reserved.
    for (const item of await store.verify((await store.list()).items)) {
      assert(item.state === 'present' || item.state === 'reserved', `${item.id} is ${item.state}`);
      if (item.state === 'present') provenContent(String((await store.getArtifact(item.reference))?.content));
    }
    await storeOver(root).putArtifact({ name: 'next.txt', content: 'next' });
    assert.deepEqual(
      (await store.verify((await store.list()).items)).filter(({ state }) => state !== 'present'),
      [],
    );

    const manager = new WorkspaceManager({ fs: new NodeFileSystem(), workspacesDir: path.join(root, 'workspaces') });
    const metadata = await manager.readMetadata('shared');
    assert.deepEqual([metadata.problem, metadata.invalidPaths], [undefined, []]);
    const changes = new Set([...metadata.files.values()].flatMap(({ modifiedBy }) => modifiedBy.map(({ messageId }) => messageId)));
    for (const { file, what, id } of acknowledged.filter((each) => each.file !== undefined)) {
      assert(changes.has(what), `the change ${what} is not in the metadata`);
      const content = provenContent(String((await store.getArtifact(id))?.content));
      if (file !== 'same.txt') assert.equal(content, what);
    }
    for (const entry of await manager.listFolder('shared', ''))
      assert(entry.kind === 'file' && entry.artifact.state === 'present', entry.name);
    for (const name of await readdir(path.join(root, 'workspaces/shared'))) {
      if (!isTemporaryName(name)) provenContent(await readFile(path.join(root, 'workspaces/shared', name), 'utf8'));
    }
    assert.deepEqual(
      (await manager.listWorkspaces()).map(({ workspaceId, state }) => [workspaceId, state]),
      [['shared', 'present']],
    );
  });
});
