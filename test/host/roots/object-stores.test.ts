import assert from 'node:assert/strict';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { silentLogger } from '../../../src/core/io/logger.ts';
import { mcpServerFor } from '../../../src/host/tools/mcp-server-definition.ts';
import { ArtifactTree } from '../../../src/host/artifacts/artifact-tree.ts';
import { findInArtifacts } from '../../../src/host/artifacts/file-actions.ts';
import type { TreeNode } from '../../../src/host/artifacts/nodes.ts';
import { RootSource } from '../../../src/host/preview/content-source.ts';
import { loadArtifact } from '../../../src/host/preview/loaded-artifact.ts';
import { WindowDataRoots } from '../../../src/host/roots/data-roots.ts';
import { FileSystems } from '../../../src/host/roots/file-systems.ts';
import { addBucket } from '../../../src/host/add-root/add-bucket.ts';
import type { OpenRoot } from '../../../src/host/roots/open-root.ts';
import { createOpenRoot, describeCandidate } from '../../../src/host/roots/root-factory.ts';
import { settings } from '../../../src/host/roots/settings.ts';
import { numberedStore } from '../../support/numbered-store.ts';
import { BUCKET, keysOf, madeUpStore, type MadeUpStore, ONLY_KEYS, s3Server, withEnvironment } from '../../support/object-stores.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { linesBelow, rootsOf, treeOf, until } from '../artifacts/tree-fixture.ts';
import { answering } from '../preview/fake-panel.ts';

const SIDECAR = '{"id":"1","extension":".md","type":"text/markdown","name":"Plan","size":7,"createdAt":"2026-01-01T00:00:00.000Z"}';
const FILES: Readonly<Record<string, string>> = {
  'fleet/artifacts/1.md': '# Plan\n',
  'fleet/artifacts/1.meta': SIDECAR,
  'fleet/workspaces/coder/a b%20.txt': 'odd',
  'fleet/config/llmservices.json': '{"services": [{"id": "a", "model": "gpt-5.2"}]}',
};

describe('data roots in buckets', () => {
  withEnvironment(ONLY_KEYS);
  let store: MadeUpStore;
  let roots: WindowDataRoots | undefined;

  const setting = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration('agentArtifacts');
  const set = (name: string, value: unknown): Thenable<void> => setting().update(name, value, vscode.ConfigurationTarget.Global);
  const ours = (): readonly OpenRoot[] => (roots?.roots ?? []).filter(({ folder }) => folder.authority === BUCKET);

  async function open(...names: readonly string[]): Promise<void> {
    await set('dataRoots', names);
    const fileSystems = new FileSystems({ optionsOf: (bucket) => settings.objectStore(bucket) });
    roots = new WindowDataRoots({ fileSystems, logger: silentLogger, home: undefined });
    await roots.ready();
  }

  before(async () => {
    store = await madeUpStore(Object.keys(FILES), { content: (key) => FILES[key] ?? '' });
  });
  beforeEach(() => set('objectStores', { '*': { endpoint: store.endpoint } }));
  afterEach(async () => {
    roots?.dispose();
    roots = undefined;
    await set('dataRoots', undefined);
    await set('objectStores', undefined);
  });

  it('are opened by their address, and what lies there is read', async () => {
    await open(`s3://${BUCKET}/fleet/`);
    const [root] = ours();
    assert.ok(root, JSON.stringify(roots?.unusable));
    assert.equal(root.name, 'fleet');
    const { items } = await root.store.list();
    assert.deepEqual(
      items.map(({ name, state }) => [name, state]),
      [['Plan', 'present']],
    );
    assert.deepEqual(
      root.services.getServices().map(({ id }) => id),
      ['a'],
    );
    assert.equal((await root.store.getArtifact('artifact:1'))?.content, '# Plan\n');
  });

  it('are files that editors open, for reading only', async () => {
    await open(`s3://${BUCKET}/fleet`);
    const [root] = ours();
    const location = (await root?.store.list())?.items[0]?.location;
    assert.ok(root && location !== undefined);
    // Those of the extension itself, which the editor asks.
    const uri = root.uriOf(location);
    const document = await vscode.workspace.openTextDocument(uri);
    assert.deepEqual([document.getText(), document.languageId], ['# Plan\n', 'markdown']);
    assert.equal(vscode.workspace.fs.isWritableFileSystem(uri.scheme), false);
    const odd = root.uriOf(`s3://${BUCKET}/fleet/workspaces/coder/a b%20.txt`);
    assert.equal(new TextDecoder().decode(await vscode.workspace.fs.readFile(odd)), 'odd');
    assert.equal(root.locationOf(vscode.Uri.parse(odd.toString(), true)), `s3://${BUCKET}/fleet/workspaces/coder/a b%20.txt`);
    await assert.rejects(async () => vscode.workspace.fs.delete(uri), vscode.FileSystemError);
  });

  it('that cannot be read are listed with the reason', async () => {
    await set('objectStores', { '*': { endpoint: 'http://10.0.0.1' } });
    await open(`s3://${BUCKET}/fleet`);
    assert.deepEqual(
      roots?.unusable.filter(({ text }) => text.startsWith('s3:')).map(({ problem }) => problem.code),
      ['insecure_endpoint'],
    );
  });

  it('out of reach later stay open with the names that are kept, and the view says when these were listed', async () => {
    const server = await numberedStore(3);
    after(() => server.close().catch(() => undefined));
    await set('objectStores', { '*': { endpoint: server.endpoint } });
    await open(`s3://${BUCKET}/root`);
    const tree = new ArtifactTree({ roots: roots as WindowDataRoots, logger: silentLogger });
    try {
      /** That of the bucket: the folder of the window is a data root too. */
      const line = async () => (await tree.getChildren()).find((node) => node.kind === 'root' && node.root.folder.authority === BUCKET);
      const names = async () => (await linesBelow(tree, await line())).map(({ label }) => label);
      const says = async (words: RegExp) => words.test(String((await tree.getTreeItem((await line()) ?? assert.fail())).description));
      const expected = ['picture 3', 'picture 2', 'picture 1'];
      assert.deepEqual(await names(), expected);
      await roots?.refresh();
      await until(tree.onDidChangeTreeData, () => says(/3 · \d+ B · listed \d/), 'the time of the list');
      await server.close();
      await roots?.refresh();
      // Whether there are workspaces cannot be told now, so the artifacts have a line of their own.
      const ofStore = async () => (await linesBelow(tree, await line())).find(({ label }) => label === 'Store');
      const isSaid = async () => {
        const { node, description } = (await ofStore()) ?? {};
        return (await linesBelow(tree, node)).length === 3 && /^3 · \d+ B · offline, as listed \d/.test(String(description));
      };
      await until(tree.onDidChangeTreeData, isSaid, 'that the bucket is out of reach');
      assert.deepEqual(
        (await linesBelow(tree, (await ofStore())?.node)).map(({ label }) => label),
        expected,
      );
      assert.deepEqual([ours().length, roots?.unusable.filter(({ text }) => text.startsWith('s3:'))], [1, []]);
    } finally {
      tree.dispose();
    }
  });

  it('named by the settings of a team, in .vscode/settings.json, are opened as a person’s own', async () => {
    const team = (name: string, value: unknown) => setting().update(name, value, vscode.ConfigurationTarget.Workspace);
    await set('objectStores', undefined);
    await team('objectStores', { [BUCKET]: { endpoint: store.endpoint } });
    await team('dataRoots', [`s3://${BUCKET}/fleet`]);
    try {
      const fileSystems = new FileSystems({ optionsOf: (bucket) => settings.objectStore(bucket) });
      roots = new WindowDataRoots({ fileSystems, logger: silentLogger, home: undefined });
      await roots.ready();
      assert.deepEqual(
        ours().map(({ name }) => name),
        ['fleet'],
        JSON.stringify(roots.unusable),
      );
    } finally {
      await team('dataRoots', undefined);
      await team('objectStores', undefined);
    }
  });

  it('have an MCP server, which is told what the settings say of the bucket and no keys', async () => {
    await set('objectStores', { [BUCKET]: { endpoint: store.endpoint, region: 'eu-west-1', profile: 'fleet' } });
    await open();
    const definition = mcpServerFor(
      { ...(roots?.roots[0] ?? assert.fail()), folder: vscode.Uri.parse(`agent-artifacts-s3://${BUCKET}/fleet`) },
      vscode.Uri.file('/extension'),
      '1.0.0',
      'fleet',
    );
    assert.equal(definition.args[1], `--root=s3://${BUCKET}/fleet`);
    assert.deepEqual(definition.env, {
      ELECTRON_RUN_AS_NODE: '1',
      AWS_ENDPOINT_URL_S3: store.endpoint,
      AWS_REGION: 'eu-west-1',
      AWS_PROFILE: 'fleet',
    });
  });

  it('are not looked into by the search of VS Code, and that is said', async () => {
    await open(`s3://${BUCKET}/fleet`);
    const [root] = ours();
    assert.ok(root);
    const told: string[] = [];
    await answering(
      'showInformationMessage',
      async (message: string) => void told.push(message),
      () => findInArtifacts(rootsOf([root])),
    );
    assert.deepEqual(told, ['VS Code’s search does not look into buckets. Filter the artifacts by name, or export them first.']);
  });

  describe('added by a person', () => {
    async function answer(
      address: string,
      way: (items: readonly vscode.QuickPickItem[]) => vscode.QuickPickItem | undefined,
      endpoint: string,
    ) {
      const errors: string[] = [];
      const typed = [address, endpoint];
      await open();
      await answering(
        'showInputBox',
        async () => typed.shift(),
        () =>
          answering(
            'showQuickPick',
            async (items: vscode.QuickPickItem[]) => way(items),
            () =>
              answering(
                'showErrorMessage',
                async (message: string) => void errors.push(message),
                () => addBucket(roots as WindowDataRoots),
              ),
          ),
      );
      return errors;
    }
    const named = (): readonly string[] => settings.dataRoots();
    afterEach(() => vscode.workspace.getConfiguration('agentArtifacts').update('dataRoots', undefined, settings.dataRootsTarget()));

    it('are tried, and named in the settings with the server they lie on', async () => {
      await set('objectStores', undefined);
      assert.deepEqual(await answer(`s3://${BUCKET}/fleet`, (items) => items.at(-1), store.endpoint), []);
      assert.ok(named().includes(`s3://${BUCKET}/fleet`), named().join());
      assert.deepEqual(settings.objectStore(BUCKET), {
        endpoint: store.endpoint,
        region: undefined,
        profile: undefined,
        pathStyle: undefined,
      });
      assert.equal(ours()[0]?.name, 'fleet');
    });

    it('are reached from then on as they were tried, whatever an older entry says', async () => {
      await set('objectStores', { [BUCKET]: { endpoint: 'http://127.0.0.1:1' } });
      const saved = process.env['AWS_ENDPOINT_URL_S3'];
      process.env['AWS_ENDPOINT_URL_S3'] = store.endpoint;
      try {
        assert.deepEqual(await answer(`s3://${BUCKET}/fleet`, (items) => items[0], ''), []);
        assert.equal(settings.objectStore(BUCKET).endpoint, undefined);
      } finally {
        if (saved === undefined) delete process.env['AWS_ENDPOINT_URL_S3'];
        else process.env['AWS_ENDPOINT_URL_S3'] = saved;
      }
    });

    it('are not named when they cannot be read: it is said why', async () => {
      await set('objectStores', undefined);
      const errors = await answer(`s3://${BUCKET}/nothing`, (items) => items.at(-1), store.endpoint);
      assert.deepEqual(errors, [`s3://${BUCKET}/nothing: “nothing” does not exist.`]);
      assert.deepEqual(named(), []);
    });
  });
});

describe('the tree of a data root in a bucket', function () {
  this.timeout(120_000);
  withEnvironment(ONLY_KEYS);
  const project = path.join(import.meta.dirname, '../..');
  const VERSION = 'users/alice/sessions/s1/artifacts/plan.md/versions';
  /** By their names in the bucket. */
  const folders: Record<'fleet' | 'adk', string> = { fleet: '', adk: '' };
  const fileSystems = new FileSystems({ optionsOf: () => ({ endpoint }) });
  let endpoint = '';
  after(() => fileSystems.disconnect());

  before(async () => {
    const temporary = await temporaryFolder();
    [folders.fleet, folders.adk] = [path.join(temporary, 'fleet'), path.join(temporary, 'adk')];
    await cp(path.join(project, 'fixtures/agent-society-root'), folders.fleet, { recursive: true });
    for (const [version, text] of ['# old', '# new'].entries()) {
      const folder = path.join(folders.adk, VERSION, String(version));
      await mkdir(folder, { recursive: true });
      await writeFile(path.join(folder, 'plan.md'), text);
      await writeFile(path.join(folder, 'metadata.json'), JSON.stringify({ fileName: 'plan.md', mimeType: 'text/markdown', version }));
    }
    const server = await s3Server();
    ({ endpoint } = server);
    for (const [name, folder] of Object.entries(folders))
      for (const [key, content] of await keysOf(folder, name)) await server.put(key, content);
  });

  async function opened(folder: vscode.Uri): Promise<OpenRoot> {
    const files = await fileSystems.load(folder);
    const description = await describeCandidate({ folder, text: folder.toString() }, files, { allowOutside: false });
    const root = createOpenRoot({ folder }, description ?? assert.fail(), files, silentLogger);
    await root.services.load();
    return root;
  }

  /** Every line with what it says, all folders opened. */
  async function walked(tree: ArtifactTree, node?: TreeNode): Promise<object[]> {
    const lines: object[] = [];
    for (const { label, description, icon, node: child } of await linesBelow(tree, node)) {
      lines.push({ label, icon, description: description.replace(/ · listed .*$/, ''), below: await walked(tree, child) });
    }
    return lines;
  }

  /** What a preview has: the bytes, and what becomes of them for each service. */
  async function previewed(root: OpenRoot, lines: readonly TreeNode[]): Promise<object[]> {
    const source = new RootSource(root, fileSystems.for(root.folder).fs);
    const found: object[] = [];
    for (const node of lines) {
      if (node.kind !== 'artifact') continue;
      const { artifact, metadata } = await loadArtifact(source, node.reference);
      const verdicts = root.services
        .getServices()
        .map(async ({ id }) => artifact && (await root.router.routeContent(artifact, id)).routing);
      const { mimeType, content, isBinary, size } = artifact ?? {};
      found.push({
        id: node.reference.id,
        state: metadata?.state,
        mimeType,
        content,
        isBinary,
        size,
        verdicts: await Promise.all(verdicts),
      });
    }
    return found;
  }

  async function allNodes(tree: ArtifactTree, node?: TreeNode): Promise<TreeNode[]> {
    const nodes: TreeNode[] = [];
    for (const child of await tree.getChildren(node)) nodes.push(child, ...(await allNodes(tree, child)));
    return nodes;
  }

  for (const [name, least] of [
    ['fleet', 40],
    ['adk', 1],
  ] as const)
    it(`has the lines of the same folder on the disk, and the same previews: ${name}`, async () => {
      const [near, far] = [
        await opened(vscode.Uri.file(folders[name])),
        await opened(vscode.Uri.parse(`agent-artifacts-s3://${BUCKET}/${name}`)),
      ];
      const [local, remote] = [treeOf(near), treeOf(far)];
      try {
        const [expected, actual] = [await walked(local), await walked(remote)];
        assert.deepEqual(actual, expected);
        const [nodes, others] = [await allNodes(local), await allNodes(remote)];
        const previews = await previewed(near, nodes);
        assert.ok(previews.length >= least, `${previews.length}`);
        assert.deepEqual(await previewed(far, others), previews);
      } finally {
        local.dispose();
        remote.dispose();
      }
    });
});
