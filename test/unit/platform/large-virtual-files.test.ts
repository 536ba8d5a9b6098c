import assert from 'node:assert/strict';
import { CodedError } from '../../../src/core/io/errors.ts';
import { readServicesAt } from '../../../src/core/models/services-file.ts';
import { ArtifactStore } from '../../../src/core/store/artifact-store.ts';
import { UriFileSystem, type UriLike } from '../../../src/platform/uri-file-system.ts';
import { router } from '../../support/models.ts';

const MEBIBYTE = 1024 * 1024;

class TestUri implements UriLike {
  constructor(readonly path: string) {}
  with({ path }: { path: string }): TestUri {
    return new TestUri(path);
  }
  toString(): string {
    return `test:${this.path}`;
  }
}

/** Files of a far machine: a content, or only the size of one that nobody may transfer. */
function farFiles(files: Readonly<Record<string, string | number>>) {
  const transferred: string[] = [];
  const missing = () => Promise.reject(Object.assign(new Error(), { code: 'FileNotFound' }));
  const fs = new UriFileSystem<TestUri>({
    parse: (uri) => new TestUri(uri.slice('test:'.length)),
    random: () => '1',
    api: {
      stat: ({ path }) => {
        const file = files[path];
        return file === undefined ? missing() : Promise.resolve({ type: 1, size: typeof file === 'number' ? file : file.length, mtime: 1 });
      },
      readDirectory: () => Promise.resolve(Object.keys(files).map((path): [string, number] => [path.slice(path.lastIndexOf('/') + 1), 1])),
      readFile: ({ path }) => {
        transferred.push(path);
        const file = files[path];
        return typeof file === 'string'
          ? Promise.resolve(new TextEncoder().encode(file))
          : file === undefined
            ? missing()
            : Promise.resolve(new Uint8Array(file));
      },
      writeFile: missing,
      createDirectory: missing,
      delete: missing,
      rename: missing,
    },
  });
  return { fs, transferred };
}

describe('Large files of a virtual file system', () => {
  it('are not transferred for a part of them', async () => {
    const { fs, transferred } = farFiles({ '/big': 33 * MEBIBYTE, '/fits': 32 * MEBIBYTE });
    for (const range of [{ length: 10 }, { offset: 5 }]) {
      await assert.rejects(fs.readFile('test:/big', range), (error) => error instanceof CodedError && error.code === 'too_large');
    }
    assert.deepEqual(transferred, []);
    assert.equal((await fs.readFile('test:/fits', { length: 10 })).length, 10);
    assert.equal((await fs.readFile('test:/big', { length: 33 * MEBIBYTE + 1 })).length, 33 * MEBIBYTE, 'the whole may be asked for');
  });

  it('are described as too large, with the type that is declared', async () => {
    const { fs, transferred } = farFiles({
      '/a/1.png': 40 * MEBIBYTE,
      '/a/1.meta': JSON.stringify({ id: '1', extension: '.png', type: 'image/png', name: 'photo.png' }),
      '/a/2.json': 40 * MEBIBYTE,
      '/a/3': 40 * MEBIBYTE,
    });
    const store = new ArtifactStore({ fs, artifactsDir: 'test:/a', workspacesDir: 'test:/w' });
    for (const [id, mimeType, contentType] of [
      ['1', 'image/png', 'image'],
      ['2', 'application/json', 'text'],
      ['3', undefined, 'binary'],
    ] as const) {
      const artifact = await store.getArtifact(id);
      assert.ok(artifact);
      assert.deepEqual(
        [artifact.contentFailure?.code, artifact.mimeType, artifact.size, artifact.content.length],
        ['too_large', mimeType, 40 * MEBIBYTE, 0],
        id,
      );
      const result = await router().routeContent(artifact, 'all');
      assert.deepEqual(
        [result.contentType, result.routing, result.reason.rule, result.reason.lacksSignature],
        [contentType, 'text', 'too_large', false],
        id,
      );
    }
    assert.deepEqual([...new Set(transferred)], ['/a/1.meta']);
    assert.deepEqual(
      (await readServicesAt(fs, 'test:/a/2.json'))?.problems.map(({ code }) => code),
      ['too_large'],
    );
  });
});
