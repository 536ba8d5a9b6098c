import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { CodedError } from '../../../src/core/io/errors.ts';
import { describeDataRoot, layoutOfFolder } from '../../../src/core/store/layout.ts';
import { NodeFileSystem } from '../../../src/platform/node-file-system.ts';
import { UriFileSystem, type UriLike } from '../../../src/platform/uri-file-system.ts';
import { cli } from '../../support/command-line.ts';
import { McpConnection } from '../../support/mcp-connection.ts';
import { serverHere } from '../../support/mcp-server.ts';
import { MCP, runNode } from '../../support/programs.ts';
import { temporaryFolder, type Tree } from '../../support/temporary-folder.ts';

const SECRET = 'nobody but the owner reads this';
const fs = new NodeFileSystem();
const refused = (code: string, name: string) => (error: unknown) =>
  error instanceof CodedError && error.code === code && error.params['name'] === name;

/** A folder with a link in the place of one of its parts, to a folder that holds a secret, or to where the tree says. */
async function rootWithLink(part: string, tree: Tree, target?: string): Promise<string> {
  const root = await temporaryFolder(tree);
  await symlink(target ?? (await temporaryFolder({ '1': SECRET })), path.join(root, part));
  return root;
}

describe('a data root that leads out of itself through a link', () => {
  it("is refused without a person's word, whichever part it is and by whatever it is recognised", async () => {
    const cases: [part: string, tree: Tree][] = [
      ['artifacts', { 'workspaces/': '' }],
      ['workspaces', { 'artifacts/': '' }],
      ['config', { 'artifacts/': '', 'workspaces/': '' }],
      ['state', { 'artifacts/': '', 'workspaces/': '' }],
      ['store', { 'config/app.json': { artifactsDir: 'store' } }],
    ];
    for (const [part, tree] of cases) {
      const root = await rootWithLink(part, tree);
      await assert.rejects(describeDataRoot(fs, root, { allowOutside: false }), refused('outside_root', part), part);
      assert.ok(await describeDataRoot(fs, root, { allowOutside: true }), part);
    }
    const data = await rootWithLink('data', { 'config/app.json': {} });
    await assert.rejects(describeDataRoot(fs, data, { allowOutside: false }), refused('outside_root', 'artifacts'));
    await assert.rejects(
      layoutOfFolder(fs, await rootWithLink('artifacts', {}), { allowOutside: false }),
      refused('outside_root', 'artifacts'),
    );
  });

  it('is refused when nobody can tell where the link leads', async () => {
    const root = await rootWithLink('artifacts', { 'workspaces/': '' }, path.join(await temporaryFolder(), 'not yet'));
    await assert.rejects(describeDataRoot(fs, root, { allowOutside: false }), refused('is_symlink', 'artifacts'));
  });

  it('is used when the link stays inside, the root itself is one, or its path ends in a slash', async () => {
    const root = await rootWithLink('artifacts', { 'workspaces/': '', 'store/': '', 'llmservices.json': {} }, 'store');
    const other = path.join(await temporaryFolder(), 'link');
    await symlink(root, other);
    for (const folder of [root, other, `${root}/`]) {
      const { layout } = (await describeDataRoot(fs, folder, { allowOutside: false })) ?? assert.fail(folder);
      assert.equal(layout.configDir, folder.replace(/\/$/, ''));
    }
  });

  it('is refused in a virtual file system too, which cannot tell where any link leads', async () => {
    const types: Record<string, number> = { '/root': 2, '/root/artifacts': 64 | 2, '/root/workspaces': 2 };
    const virtual = virtualFiles(types);
    await assert.rejects(describeDataRoot(virtual, 'test:/root', { allowOutside: false }), refused('is_symlink', 'artifacts'));
    assert.ok(await describeDataRoot(virtual, 'test:/root', { allowOutside: true }));
    types['/root/artifacts'] = 2;
    assert.ok(await describeDataRoot(virtual, 'test:/root', { allowOutside: false }));
  });
});

describe('a data root found by the working folder', function () {
  this.timeout(120_000);

  it('shows nothing of what a link in it leads to on the command line, until --root names it', async () => {
    const root = await rootWithLink('artifacts', { 'workspaces/': '' });
    for (const args of [['list'], ['show', '1'], ['ids', '1']]) {
      const { code, stdout, stderr } = await cli(args, { folder: root });
      assert.deepEqual([code, stdout], [1, ''], args.join(' '));
      assert.match(
        stderr,
        /^agent-artifacts: artifacts in .* is a link that points outside it.* --root .* to allow it\. \[root_leads_out\]\n$/,
      );
    }
    assert.equal((await cli(['show', '1', '--root', root])).stdout.trim(), SECRET);
  });

  it('is told to lead where nobody can tell when its link leads nowhere', async () => {
    const root = await rootWithLink('artifacts', { 'workspaces/': '' }, path.join(await temporaryFolder(), 'not yet'));
    assert.match(
      (await cli(['list'], { folder: root })).stderr,
      /^agent-artifacts: artifacts in .* is a link that cannot be resolved; .*\[root_leads_out\]\n$/,
    );
  });

  it('is used without the workspaces that its app.json has beside it, which is said', async () => {
    const root = await temporaryFolder({ 'config/app.json': { runtimeDir: '.', artifactsDir: 'artifacts' }, 'artifacts/1': 'mine' });
    const { code, stdout, stderr } = await cli(['show', '1'], { folder: root });
    assert.deepEqual([code, stdout.trim()], [0, 'mine']);
    assert.match(stderr, /^agent-artifacts: workspacesDir in app\.json points outside .* and is ignored\. Use --root to allow it\.\n$/);
  });

  it('does not hide a root below it that is one by itself', async () => {
    const outer = await rootWithLink('state', {
      'artifacts/': '',
      'workspaces/': '',
      'inner/artifacts/1': 'mine',
      'inner/workspaces/': '',
    });
    assert.equal((await cli(['show', '1'], { folder: path.join(outer, 'inner') })).stdout.trim(), 'mine');
  });

  it('is not served by the MCP server, until --root names it', async () => {
    const root = await rootWithLink('artifacts', { 'workspaces/': '' });
    const { code, stdout, stderr } = await runNode(process.execPath, [MCP], { cwd: root });
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /error: root_leads_out: artifacts in /);
    const connection = new McpConnection(serverHere(['--root', root]));
    await connection.initialize();
    assert.equal((await connection.call('list_artifacts', {})).structuredContent['total'], 1);
    assert.equal(await connection.close(), 0);
  });
});

class TestUri implements UriLike {
  constructor(readonly path: string) {}
  with({ path: changed }: { path: string }): TestUri {
    return new TestUri(changed);
  }
  toString(): string {
    return `test:${this.path}`;
  }
}

/** Folders by path, with the type that VS Code gives them. */
function virtualFiles(types: Readonly<Record<string, number>>): UriFileSystem<TestUri> {
  const missing = () => Promise.reject(Object.assign(new Error(), { code: 'FileNotFound' }));
  return new UriFileSystem<TestUri>({
    parse: (uri) => new TestUri(uri.slice('test:'.length)),
    random: () => '1',
    api: {
      stat: ({ path: at }) => (types[at] === undefined ? missing() : Promise.resolve({ type: types[at], size: 0, mtime: 0 })),
      readDirectory: ({ path: at }) =>
        Promise.resolve(
          Object.entries(types).flatMap(([each, type]): [string, number][] =>
            path.posix.dirname(each) === at ? [[path.posix.basename(each), type]] : [],
          ),
        ),
      readFile: missing,
      writeFile: missing,
      createDirectory: missing,
      delete: missing,
      rename: missing,
    },
  });
}
