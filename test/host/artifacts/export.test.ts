import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { CodedError } from '../../../src/core/io/errors.ts';
import type { ArtifactTree } from '../../../src/host/artifacts/artifact-tree.ts';
import { exportableOf, exportArtifacts } from '../../../src/host/artifacts/export-artifacts.ts';
import type { ArtifactNode } from '../../../src/host/artifacts/nodes.ts';
import { exportInto } from '../../../src/host/files/export-files.ts';
import { FileSystems } from '../../../src/host/roots/file-systems.ts';
import { answering } from '../preview/fake-panel.ts';
import { storeLines, temporaryRoot, treeOf, type TemporaryRoot } from './tree-fixture.ts';

const ENVELOPES = path.join(import.meta.dirname, '../../fixtures/layouts/1-envelope/artifacts');
const PICTURE = '019ac000-0002-7000-8000-000000000003';

/** What Windows takes for devices, and what only looks like one. */
const DEVICES = ['CON', 'nul.txt', 'Aux .log', 'COM1.tar.gz', 'lpt²', 'console.txt', 'com10'];

/** File systems that say where they are about to write. */
function fileSystems(onWrite: (location: string) => void): FileSystems {
  const files = new FileSystems();
  return Object.assign(Object.create(files) as FileSystems, {
    for: (uri: vscode.Uri) => {
      const bound = files.for(uri);
      const writeFile = async (...args: Parameters<typeof bound.fs.writeFile>) => {
        onWrite(args[0]);
        return bound.fs.writeFile(...args);
      };
      const fs = new Proxy(bound.fs, {
        get(target, name) {
          const value: unknown = name === 'writeFile' ? writeFile : Reflect.get(target, name);
          return typeof value === 'function' ? (value.bind(target) as unknown) : value;
        },
      });
      return { ...bound, fs, locationOf: (place: vscode.Uri) => bound.locationOf(place) };
    },
  });
}

describe('exporting artifacts', () => {
  let real: TemporaryRoot;
  let tree: ArtifactTree;
  let folder: string;

  before(async () => {
    real = await temporaryRoot('real');
    await symlink('/etc/hostname', path.join(real.artifacts, '60.txt'));
    await real.put(61, { name: '看板 <1>: a/b?', type: 'text/plain', content: 'plain' });
    await real.put(62, { name: '长'.repeat(200), type: 'text/plain', content: 'long' });
    for (const [at, name] of DEVICES.entries()) await real.put(63 + at, { name, type: 'text/plain' });
    for (let id = 70; id < 80; id++) await real.put(id, { name: id % 2 === 0 ? 'Shot.txt' : 'shot.txt', content: `${id}` });
    await cp(ENVELOPES, real.artifacts, { recursive: true });
    tree = treeOf(real.root);
  });
  after(async () => {
    tree.dispose();
    await real.remove();
  });
  beforeEach(async () => {
    folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'agent-artifacts-export-')));
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function regular(...ids: readonly string[]): Promise<ArtifactNode[]> {
    const nodes = (await storeLines(tree)).flatMap(({ node }) => (node.kind === 'artifact' ? [node] : []));
    return ids.map((id) => {
      const found = nodes.find(({ artifact }) => artifact.id === id);
      assert.ok(found, id);
      return found;
    });
  }
  const exportingBy = (files: FileSystems, nodes: readonly ArtifactNode[]) =>
    exportInto(
      vscode.Uri.file(folder),
      nodes.map((node) => exportableOf(node, files)),
      files,
    );
  const exporting = async (...ids: readonly string[]) => exportingBy(new FileSystems(), await regular(...ids));
  const list = async (name = 'artifacts.json') =>
    (JSON.parse(await readFile(path.join(folder, name), 'utf8')) as { artifacts: Record<string, unknown>[] }).artifacts;

  it('writes into the folder alone, whatever a name says', async () => {
    const item = { name: 'x', shortName: 'x', reference: 'x', read: async () => Buffer.from('x') };
    const names = ['..\\..\\evil.bat', '../evil', 'notes.txt:stream', 'a\u0007b'];
    const { exported } = await exportInto(
      vscode.Uri.file(folder),
      names.map((filename) => ({ ...item, filename })),
      new FileSystems(),
    );
    assert.deepEqual(
      exported.map(({ file }) => file),
      ['.._.._evil.bat', '.._evil', 'notes.txt_stream', 'a_b'],
    );
  });

  it('copies them under their names, with a list of what they are', async () => {
    const { exported, failed } = await exporting('24', '3');
    assert.deepEqual(failed, []);
    assert.deepEqual((await readdir(folder)).sort(), ['artifacts.json', ...exported.map(({ file }) => file)].sort());
    for (const [index, stored] of ['24.png', '3.txt'].entries()) {
      const bytes = await readFile(path.join(real.artifacts, stored));
      const file = exported[index]?.file ?? '';
      assert.equal(path.extname(file), path.extname(stored));
      assert.deepEqual(await readFile(path.join(folder, file)), bytes);
      const { size, sha256, reference } = (await list())[index] ?? {};
      assert.deepEqual([size, sha256], [bytes.length, createHash('sha256').update(bytes).digest('hex')]);
      assert.equal(reference, `artifact:${path.parse(stored).name}`);
    }
  });

  it('replaces nothing that is there: what has a name already gets a number', async () => {
    const [first] = (await exporting('3')).exported;
    assert.ok(first);
    await writeFile(path.join(folder, first.file), 'mine');
    const { name, ext } = path.parse(first.file);
    const { exported } = await exporting('3', '3');
    assert.deepEqual(
      exported.map(({ file }) => file),
      [`${name} (2)${ext}`, `${name} (3)${ext}`],
    );
    assert.equal(await readFile(path.join(folder, first.file), 'utf8'), 'mine');
    assert.equal((await list('artifacts (2).json')).length, 2);
  });

  it('decodes what lies in an envelope', async () => {
    const { exported } = await exporting(PICTURE);
    const written = await readFile(path.join(folder, exported[0]?.file ?? ''));
    assert.equal(written.toString('latin1', 8, 12), 'WEBP');
  });

  it('makes names that any disk takes, whatever the artifacts are called', async () => {
    const { exported } = await exporting('61', '62');
    assert.deepEqual(
      exported.map(({ file }) => file),
      ['看板 _1__ a_b_.txt', '62.txt'],
    );
    const devices = await exporting(...DEVICES.map((_, at) => `${63 + at}`));
    assert.deepEqual(
      devices.exported.map(({ file }) => file),
      ['CON_.txt', 'nul_.txt', 'Aux_ .log.txt', 'COM1_.tar.gz.txt', 'lpt²_.txt', 'console.txt', 'com10.txt'],
    );
  });

  it('writes each file once, however many have its name, and tells no small letters from capitals', async () => {
    const written: string[] = [];
    const counted = fileSystems((location) => void written.push(location));
    const ids = Array.from({ length: 10 }, (_, n) => `${79 - n}`);
    const nodes = await regular(...ids);
    for (const round of [0, 1]) {
      const { failed } = await exportingBy(counted, nodes);
      assert.deepEqual([failed, written.length], [[], 11 * (round + 1)]);
    }
    const names = await readdir(folder);
    assert.equal(names.length, 22);
    assert.equal(new Set(names.map((name) => name.toLowerCase())).size, 22, names.join(', '));
  });

  it('leaves out what a link leads to outside of the data root, and says so', async () => {
    const { exported, failed } = await exporting('60', '3');
    assert.deepEqual(
      failed.map(({ failure }) => failure.code),
      ['outside_root'],
    );
    assert.equal(exported.length, 1);
  });

  it('stops on a full disk, and leaves nothing half-written', async () => {
    let writes = 0;
    const isFull = fileSystems(() => {
      if (++writes > 1) throw new CodedError('no_space');
    });
    const { exported, failed } = await exportingBy(isFull, await regular('3', '24', '1'));
    assert.deepEqual(await readdir(folder), [exported[0]?.file]);
    assert.deepEqual(
      failed.map(({ failure }) => failure.code),
      ['no_space', 'no_space'],
      'of the second, and of the list; the third is not tried',
    );
  });

  it('asks for a name when it is one, and for a folder when there are more; cancelled, it writes nothing', async () => {
    const target = vscode.Uri.file(path.join(folder, 'mine.txt'));
    let proposed: string | undefined;
    const save = (answer: vscode.Uri | undefined) => (options: vscode.SaveDialogOptions) => {
      proposed = options.defaultUri && path.basename(options.defaultUri.path);
      return Promise.resolve(answer);
    };
    await answering('showSaveDialog', save(undefined), async () => exportArtifacts(await regular('3'), new FileSystems()));
    assert.deepEqual(await readdir(folder), []);
    await answering('showSaveDialog', save(target), async () => exportArtifacts(await regular('3'), new FileSystems()));
    assert.deepEqual(await readFile(target.fsPath), await readFile(path.join(real.artifacts, '3.txt')));
    assert.equal(proposed, (await exporting('3')).exported[0]?.file);
    await answering(
      'showOpenDialog',
      () => Promise.resolve(undefined),
      async () => exportArtifacts(await regular('3', '24'), new FileSystems()),
    );
    assert.equal((await readdir(folder)).length, 3);
  });
});
