import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdir, readFile, utimes } from 'node:fs/promises';
import path from 'node:path';
import { NodeFileSystem } from '../../../src/platform/node-file-system.ts';
import { CountingFileSystem } from '../../support/counting-file-system.ts';
import { storeOver } from '../../support/stores.ts';
import { temporaryFolder, type Tree } from '../../support/temporary-folder.ts';

const HOUR = 3_600_000;
const { self } = new NodeFileSystem().processes;
const OTHER_MACHINE = '7 another machine';

/** The name of a process of this machine that has ended. */
function endedProcess(): string {
  const { pid } = spawnSync(process.execPath, ['--version']);
  return self.replace(/^\d+/, String(pid));
}

const reservation = (id: string, extra: object = {}) => ({
  id,
  createdAt: '2026-01-01T00:00:00.000Z',
  extension: '.txt',
  name: 'a.txt',
  ...extra,
});

/** The names in a store's folder after an artifact was put into it, without those of that artifact. */
async function namesAfterPut(tree: Tree, prepare?: (folder: string) => Promise<void>): Promise<string[]> {
  const root = await temporaryFolder(Object.fromEntries(Object.entries(tree).map(([name, content]) => [`artifacts/${name}`, content])));
  const folder = path.join(root, 'artifacts');
  await prepare?.(folder);
  const { id } = await storeOver(root).putArtifact({ name: 'new.txt', content: 'new' });
  return (await readdir(folder)).filter((name) => !name.startsWith(`${id}.`)).sort();
}

describe('what a writer reserved that was killed', () => {
  it('[E-6] is removed by the next one that writes there', async () => {
    const reservedBy = endedProcess();
    assert.deepEqual(
      await namesAfterPut({ '5.meta': reservation('5', { reservedBy }), '6.meta': reservation('6', { reservedBy }), '7.txt': 'seven' }),
      ['7.txt'],
    );
  });

  it('[E-6] stays when it has its content, whatever the extension of that, and none is named', async () => {
    const reservedBy = endedProcess();
    const kept: Tree = {
      '76.meta': reservation('76', { reservedBy }),
      '76.txt': 'words',
      '77.meta': { id: '77', reservedBy },
      '77.txt': 'words',
      '78.meta': reservation('78', { reservedBy }),
      '78.tar.gz': 'other words',
      '79.meta': { id: '79', reservedBy },
      '79': 'words',
    };
    assert.deepEqual(await namesAfterPut(kept), Object.keys(kept).sort());
  });

  it('[E-6] stays when its content comes while it is looked at', async () => {
    const root = await temporaryFolder({ 'artifacts/5.meta': reservation('5', { reservedBy: endedProcess() }) });
    const folder = path.join(root, 'artifacts');
    const { writeFile } = await import('node:fs/promises');
    const fs = new CountingFileSystem(async ({ method, location }) => {
      if (method === 'readFile' && path.basename(location) === '5.meta') await writeFile(path.join(folder, '5.txt'), 'late');
    });
    const { id } = await storeOver(root, { fs }).putArtifact({ name: 'new.txt', content: 'new' });
    assert.deepEqual((await readdir(folder)).sort(), ['5.meta', '5.txt', `${id}.meta`, `${id}.txt`]);
  });

  it('[E-6] is told from what others reserved, from what is being written and from what is no reservation', async () => {
    const reservedBy = endedProcess();
    const kept: Tree = {
      '1.meta': reservation('1'),
      '2.meta': reservation('2', { reservedBy: self }),
      '3.meta': reservation('3', { reservedBy: OTHER_MACHINE }),
      '4.meta': reservation('4', { reservedBy: 4 }),
      '5.meta': 'no JSON',
      '6.meta': [reservedBy],
      '7.meta': reservation('7', { reservedBy, meta: { long: 'x'.repeat(70_000) } }),
      '8.txt.meta': reservation('8', { reservedBy }),
      'named.meta': reservation('named', { reservedBy }),
    };
    assert.deepEqual(await namesAfterPut(kept), Object.keys(kept).sort());
  });

  it('[E-6] is removed after an hour where nobody can know whether the writer has ended', async () => {
    const age = async (folder: string): Promise<void> => {
      for (const name of ['3.meta', '4.meta']) await utimes(path.join(folder, name), new Date(), new Date(Date.now() - 1.1 * HOUR));
    };
    assert.deepEqual(await namesAfterPut({ '3.meta': reservation('3', { reservedBy: OTHER_MACHINE }), '4.meta': reservation('4') }, age), [
      '4.meta',
    ]);
  });

  it('[E-6] is marked with its writer as long as it is being written, and no longer', async () => {
    const root = await temporaryFolder();
    const sidecar = path.join(root, 'artifacts/1.meta');
    const read = async (): Promise<Record<string, unknown>> => JSON.parse(await readFile(sidecar, 'utf8')) as Record<string, unknown>;
    let during: unknown;
    const fs = new CountingFileSystem(async ({ method, location }) => {
      if (method === 'stage' && location.endsWith('.txt')) during = (await read())['reservedBy'];
    });
    await storeOver(root, { fs }).putArtifact({ name: 'a.txt', content: 'a' });
    assert.deepEqual([during, Object.keys(await read()).includes('reservedBy')], [self, false]);
  });
});
