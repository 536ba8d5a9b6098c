import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { chmod, chown, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { CodedError } from '../../../src/core/io/errors.ts';
import { NodeFileSystem } from '../../../src/platform/node-file-system.ts';
import { NodeProcesses } from '../../../src/platform/node-processes.ts';
import { UriFileSystem, type UriLike } from '../../../src/platform/uri-file-system.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const hasCode = (code: string) => (error: unknown) => error instanceof CodedError && error.code === code;

/** A URI of one scheme. */
class TestUri implements UriLike {
  constructor(readonly path: string) {}
  with({ path: changed }: { path: string }): TestUri {
    return new TestUri(changed);
  }
  toString(): string {
    return `test:${this.path}`;
  }
}

/** Files in memory behind the interface of `vscode.workspace.fs`. */
function uriFiles(files: Map<string, string>) {
  const missing = () => Promise.reject(Object.assign(new Error(), { code: 'FileNotFound' }));
  let count = 0;
  return new UriFileSystem<TestUri>({
    parse: (uri) => new TestUri(uri.slice('test:'.length)),
    random: () => (++count).toString(16),
    api: {
      stat: ({ path: file }) => (files.has(file) ? Promise.resolve({ type: 1, size: 0, mtime: 0 }) : missing()),
      readDirectory: () => Promise.resolve([...files.keys()].map((file) => [path.posix.basename(file), 1] as [string, number])),
      readFile: ({ path: file }) => (files.has(file) ? Promise.resolve(bytes(files.get(file) ?? '')) : missing()),
      writeFile: async ({ path: file }, content) => {
        files.set(file, new TextDecoder().decode(content));
      },
      createDirectory: () => Promise.resolve(),
      delete: async ({ path: file }) => {
        files.delete(file);
      },
      rename: async (from, to, { overwrite }) => {
        if (files.has(to.path) && !overwrite) throw Object.assign(new Error(), { code: 'FileExists' });
        files.set(to.path, files.get(from.path) ?? '');
        files.delete(from.path);
      },
    },
  });
}

for (const [name, setUp] of [
  [
    'NodeFileSystem',
    async () => {
      const folder = await temporaryFolder();
      return {
        fs: new NodeFileSystem(),
        at: (file: string) => path.join(folder, file),
        contents: async () =>
          Object.fromEntries(
            await Promise.all(
              (await readdir(folder)).map(async (file) => [file, await readFile(path.join(folder, file), 'utf8')] as const),
            ),
          ),
      };
    },
  ],
  [
    'UriFileSystem',
    () => {
      const files = new Map<string, string>();
      return Promise.resolve({
        fs: uriFiles(files),
        at: (file: string) => `test:/root/${file}`,
        contents: () => Promise.resolve(Object.fromEntries([...files].map(([file, content]) => [path.posix.basename(file), content]))),
      });
    },
  ],
] as const) {
  describe(`staging files: ${name}`, () => {
    it('shows nothing under its name until it is committed, then all of it', async () => {
      const { fs, at, contents } = await setUp();
      const staged = await fs.stage(at('a'), bytes('one'));
      assert.deepEqual(Object.values(await contents()), ['one']);
      await assert.rejects(fs.readFile(at('a')), hasCode('not_found'));
      await staged.commit('create');
      await staged.discard();
      assert.deepEqual(await contents(), { a: 'one' });
      await (await fs.stage(at('a'), bytes('two'))).commit('replace');
      assert.deepEqual(await contents(), { a: 'two' });
    });

    it('leaves nothing when it is discarded, or when the name is taken', async () => {
      const { fs, at, contents } = await setUp();
      await fs.writeFile(at('a'), bytes('first'), 'create');
      const discarded = await fs.stage(at('a'), bytes('second'));
      await discarded.discard();
      await discarded.discard();
      assert.deepEqual(await contents(), { a: 'first' });
      const late = await fs.stage(at('a'), bytes('third'));
      await assert.rejects(late.commit('create'), hasCode('already_exists'));
      assert.deepEqual(await contents(), { a: 'first' });
    });
  });
}

describe('staging a file of keys', () => {
  it('[L-2] is read by nobody else while it is written: a killed writer leaves what is there', async function () {
    if (process.platform === 'win32') return this.skip();
    const folder = await temporaryFolder({ 'llmservices.json': '{}' });
    const file = path.join(folder, 'llmservices.json');
    await chmod(file, 0o600);
    const modes = new Set<number>();
    let isStaged = false;
    const staging = new NodeFileSystem().stage(file, new Uint8Array(64 * 1024 * 1024)).finally(() => (isStaged = true));
    while (!isStaged) {
      for (const name of readdirSync(folder)) if (name.endsWith('.tmp')) modes.add(statSync(path.join(folder, name)).mode & 0o777);
      await new Promise(setImmediate);
    }
    await (await staging).discard();
    assert.deepEqual([...modes], [0o600]);
  });
});

describe('replacing a file of somebody else', () => {
  it('[L-2] leaves it to its owner, where whoever replaces it may: root in a container', async function () {
    if (process.getuid?.() !== 0) return this.skip();
    const folder = await temporaryFolder({ 'llmservices.json': '{}' });
    const file = path.join(folder, 'llmservices.json');
    await chown(file, 1000, 1001);
    await chmod(file, 0o640);
    const staged = await new NodeFileSystem().stage(file, new TextEncoder().encode('{"services": []}'));
    await staged.commit('replace');
    const { uid, gid, mode } = await stat(file);
    assert.deepEqual([uid, gid, mode & 0o777], [1000, 1001, 0o640]);
  });
});

describe('NodeProcesses', () => {
  it('knows itself and others that run from those that have ended, on this machine only', () => {
    const processes = new NodeProcesses();
    assert.equal(new NodeProcesses().self, processes.self);
    const { pid } = spawnSync(process.execPath, ['--version']);
    const named = (number: number | string, machine = processes.self.replace(/^\S+ /, '')) => `${number} ${machine}`;
    assert.equal(processes.isGone(processes.self), false);
    assert.equal(processes.isGone(named(process.ppid)), false);
    assert.equal(processes.isGone(named(pid)), true);
    for (const unknown of [named(pid, 'another machine'), named(0), named(-1), named('x'), named(''), '', String(pid), named('1e99')])
      assert.equal(processes.isGone(unknown), false, unknown);
  });

  (process.platform === 'linux' ? it : it.skip)(
    '[E-6] takes a process that ended for ended, though nobody asked after it, and one that got its number for another',
    async () => {
      const processes = new NodeProcesses();
      // A shell that becomes another program never asks after the children it had.
      const parent = spawn('sh', ['-c', 'sleep 0.3 & echo $!; exec cat'], { stdio: ['pipe', 'pipe', 'inherit'] });
      const [line] = (await once(parent.stdout, 'data')) as [Buffer];
      const ended = processes.self.replace(/^\S+/, line.toString().trim());
      while (!/\) Z /.test(await readFile(`/proc/${line.toString().trim()}/stat`, 'utf8'))) await new Promise(setImmediate);
      assert.equal(processes.isGone(ended), true);
      parent.stdin.end();
      const [, start = ''] = /:(\d+)/.exec(processes.self) ?? [];
      assert.match(start, /^\d+$/);
      assert.equal(processes.isGone(processes.self.replace(`:${start}`, `:${Number(start) + 1}`)), true);
      assert.equal(processes.isGone(processes.self.replace(`:${start}`, '')), false);
    },
  );

  it('leaves the far machine of a URI alone', () => {
    const { processes } = uriFiles(new Map());
    assert.equal(processes.isGone(processes.self), false);
    assert.notEqual(uriFiles(new Map()).processes.self, '');
  });
});

describe('making folders', () => {
  it('says what stands in the way', async () => {
    const folder = await temporaryFolder({ file: 'x' });
    const fs = new NodeFileSystem();
    await assert.rejects(fs.createDirectory(path.join(folder, 'file')), hasCode('not_a_directory'));
    await assert.rejects(fs.createDirectory(path.join(folder, 'file/below')), hasCode('not_a_directory'));
    await fs.createDirectory(path.join(folder, 'a/b/c'));
    await fs.createDirectory(path.join(folder, 'a/b/c'));
    assert.deepEqual(await readdir(path.join(folder, 'a/b')), ['c']);
  });
});

describe('A disk that is really full', () => {
  const SIZE = 256 * 1024;
  let disk: string;
  let isMounted = false;

  // Only root may mount one; elsewhere file systems that say that they are full stand in (`write-failures.test.ts`).
  before(async function () {
    disk = await temporaryFolder();
    isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', disk]).status === 0;
    if (!isMounted) this.skip();
  });
  after(() => isMounted && spawnSync('umount', [disk]));

  for (const mode of ['create', 'replace'] as const) {
    it(`has what was there, and nothing half-written (${mode})`, async () => {
      const fs = new NodeFileSystem();
      const there = path.join(disk, `there-${mode}.txt`);
      await fs.writeFile(there, bytes('what was there'), 'create');
      const before = (await readdir(disk)).sort();
      const target = mode === 'replace' ? there : path.join(disk, 'new.bin');
      await assert.rejects(fs.writeFile(target, new Uint8Array(SIZE * 2), mode), hasCode('no_space'));
      assert.deepEqual((await readdir(disk)).sort(), before);
      assert.equal(await readFile(there, 'utf8'), 'what was there');
      await fs.writeFile(path.join(disk, `small-${mode}.txt`), bytes('there is room again'), 'create');
    });
  }
});
