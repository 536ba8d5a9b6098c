import assert from 'node:assert/strict';
import type { FileSystem } from '../../../src/core/io/file-system.ts';
import { RootFolder } from '../../../src/core/io/root-folder.ts';
import { ArtifactIndex } from '../../../src/core/store/artifact-index.ts';
import { pausesDuring } from '../../support/pauses.ts';

const COUNT = 20_000;

/** In no order, each once. */
const shuffled = (n: number): number => (n * 7919) % COUNT;

function uuid(time: number, n: number): string {
  const head = time.toString(16).padStart(12, '0');
  return `${head.slice(0, 8)}-${head.slice(8)}-7000-8000-${n.toString(16).padStart(12, '0')}`;
}

describe('the index of a folder of very many files', () => {
  const time = Date.UTC(2026, 0, 1);
  for (const [what, idOf, least] of [
    ['numbers', (n) => String(n + 1), 20],
    ['UUIDs of as many moments', (n) => uuid(time + n * 1000, n), 60],
    ['UUIDs of one moment', (n) => uuid(time, n), 300],
    ['words', (n) => `note ${n.toString().padStart(5, '0')}`, 200],
  ] as ReadonlyArray<readonly [string, (n: number) => string, number]>) {
    it(`is made in steps of ${what}, and in the same order`, async () => {
      const names = Array.from({ length: COUNT }, (_, n) => [`${idOf(shuffled(n))}.png`, `${idOf(shuffled(n))}.meta`]).flat();
      const fs = {
        readNames: () => Promise.resolve(names),
        resolveInside: (folder: string) => Promise.resolve(folder),
      } as unknown as FileSystem;
      let index = ArtifactIndex.of([]);
      const pauses = await pausesDuring(async () => (index = await ArtifactIndex.read(fs, new RootFolder(fs, 'artifacts'))));
      assert.ok(pauses >= least, `${pauses} pauses`);
      const { entries } = index.page({ newestFirst: false, limit: Infinity });
      assert.deepEqual(
        entries.map(({ id }) => id),
        Array.from({ length: COUNT }, (_, n) => idOf(n)),
      );
      assert.ok(entries.every(({ id, hasSidecar, files }) => hasSidecar && files.join() === `${id}.png`));
    });
  }
});
