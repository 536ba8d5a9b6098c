import assert from 'node:assert/strict';
import path from 'node:path';
import fc from 'fast-check';
import { parseReference } from '../../src/core/refs/reference.ts';
import { WorkspaceManager } from '../../src/core/store/workspace-manager.ts';
import { comparePaths } from '../../src/core/store/workspace-names.ts';
import { listWorkspaceFiles } from '../../src/core/tools/workspace-listing.ts';
import { UriFileSystem, type UriLike } from '../../src/platform/uri-file-system.ts';
import { runs } from '../support/effort.ts';

const RUNS = { numRuns: runs(1000) };
/** Few names, so that one is a file here and a folder there, and numbers of one value. */
const somePath = fc
  .array(fc.constantFrom('x', 'a', 'A', '2', '10', '02', '-q'), { minLength: 1, maxLength: 3 })
  .map((names) => names.join('/'));

describe('the paths of a workspace', () => {
  it('have one order, also where a file has the name of a folder', () => {
    fc.assert(
      fc.property(somePath, somePath, somePath, (a, b, c) => {
        assert.equal(Math.sign(comparePaths(a, b)), -Math.sign(comparePaths(b, a)) || 0);
        assert.equal(comparePaths(a, b) === 0, a === b);
        if (comparePaths(a, b) < 0 && comparePaths(b, c) < 0) assert.ok(comparePaths(a, c) < 0, `${a} < ${b} < ${c}`);
      }),
      { numRuns: runs(20_000) },
    );
  });

  it('come in pages of any size once each, as a walk comes by them, whatever of the metadata is missing on the disk', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(somePath, { maxLength: 8 }),
        fc.array(somePath, { maxLength: 8 }),
        fc.integer({ min: 1, max: 4 }),
        async (written, recorded, limit) => {
          const { manager, files } = workspaceOf(written, recorded);
          const walked: string[] = [];
          for await (const place of manager.walk('w')) walked.push(place.path);
          assert.equal(new Set(walked).size, walked.length);
          for (const file of files) assert.ok(walked.includes(file), file);
          const paged: string[] = [];
          let after: string | undefined;
          do {
            const page = await listWorkspaceFiles(manager, 'w', { limit, after });
            paged.push(...page.items.map(({ id }) => pathOf(id)));
            after = page.next;
            assert.ok(paged.length <= walked.length, `pages without end: ${paged.join(' ')}`);
          } while (after !== undefined);
          assert.deepEqual(paged, walked);
        },
      ),
      RUNS,
    );
  });
});

function pathOf(id: string): string {
  const parsed = parseReference(id);
  return parsed.ok && parsed.value.kind === 'workspace' ? parsed.value.relativePath : assert.fail(id);
}

class MemoryUri implements UriLike {
  constructor(readonly path: string) {}
  with({ path: changed }: { path: string }): MemoryUri {
    return new MemoryUri(changed);
  }
  toString(): string {
    return `memory:${this.path}`;
  }
}

/** A workspace in memory: files that are there, and paths its metadata speak of. What cannot be a file beside those before is left out. */
function workspaceOf(written: readonly string[], recorded: readonly string[]): { manager: WorkspaceManager; files: readonly string[] } {
  const metadata = new TextEncoder().encode(JSON.stringify({ files: Object.fromEntries(recorded.map((name) => [name, {}])) }));
  const kinds = new Map<string, 1 | 2>([
    ['/', 2],
    ['/w', 2],
    ['/w.meta.json', 1],
  ]);
  const files: string[] = [];
  for (const name of written) {
    const above: string[] = [];
    for (let folder = path.posix.dirname(`/w/${name}`); folder !== '/w'; folder = path.posix.dirname(folder)) above.push(folder);
    if (kinds.has(`/w/${name}`) || above.some((folder) => kinds.get(folder) === 1)) continue;
    for (const folder of above) kinds.set(folder, 2);
    kinds.set(`/w/${name}`, 1);
    files.push(name);
  }
  const missing = () => Promise.reject(Object.assign(new Error(), { code: 'FileNotFound' }));
  const fs = new UriFileSystem<MemoryUri>({
    parse: (uri) => new MemoryUri(uri.slice('memory:'.length)),
    random: () => '1',
    api: {
      stat: ({ path: at }) => {
        const type = kinds.get(at);
        return type === undefined ? missing() : Promise.resolve({ type, size: at.endsWith('.json') ? metadata.length : 0, mtime: 0 });
      },
      readDirectory: ({ path: at }) =>
        Promise.resolve(
          [...kinds].flatMap(([each, type]): [string, number][] =>
            each !== '/' && path.posix.dirname(each) === at ? [[path.posix.basename(each), type]] : [],
          ),
        ),
      readFile: ({ path: at }) => (at === '/w.meta.json' ? Promise.resolve(metadata) : missing()),
      writeFile: missing,
      createDirectory: missing,
      delete: missing,
      rename: missing,
    },
  });
  return { manager: new WorkspaceManager({ fs, workspacesDir: 'memory:/' }), files };
}
