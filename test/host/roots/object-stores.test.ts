import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { silentLogger } from '../../../src/core/io/logger.ts';
import { mcpServerFor } from '../../../src/host/agent/mcp-server.ts';
import { findInArtifacts } from '../../../src/host/artifacts/file-commands.ts';
import { WindowDataRoots } from '../../../src/host/roots/data-roots.ts';
import { FileSystems } from '../../../src/host/roots/file-systems.ts';
import { addBucket } from '../../../src/host/roots/object-stores.ts';
import type { OpenRoot } from '../../../src/host/roots/open-root.ts';
import { settings } from '../../../src/host/roots/settings.ts';
import { BUCKET, KEYS, madeUpStore, type MadeUpStore, withEnvironment } from '../../support/object-stores.ts';
import { rootsOf } from '../artifacts/tree-fixture.ts';
import { answering } from '../preview/fake-panel.ts';

const SIDECAR = '{"id":"1","extension":".md","type":"text/markdown","name":"Plan","size":7,"createdAt":"2026-01-01T00:00:00.000Z"}';
const FILES: Readonly<Record<string, string>> = {
  'fleet/artifacts/1.md': '# Plan\n',
  'fleet/artifacts/1.meta': SIDECAR,
  'fleet/workspaces/coder/a b%20.txt': 'odd',
  'fleet/config/llmservices.json': '{"services": [{"id": "a", "model": "gpt-5.2"}]}',
};

describe('data roots in buckets', () => {
  withEnvironment({
    ...KEYS,
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_CONFIG_FILE: '/nowhere',
    AWS_SHARED_CREDENTIALS_FILE: '/nowhere',
    AWS_PROFILE: undefined,
    AWS_ENDPOINT_URL_S3: undefined,
  });
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

    it('are not named when they cannot be read: it is said why', async () => {
      await set('objectStores', undefined);
      const errors = await answer(`s3://${BUCKET}/nothing`, (items) => items.at(-1), store.endpoint);
      assert.deepEqual(errors, [`s3://${BUCKET}/nothing: “nothing” does not exist.`]);
      assert.deepEqual(named(), []);
    });
  });
});
