import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { silentLogger } from '../../../src/core/io/logger.ts';
import { parseReference } from '../../../src/core/refs/reference.ts';
import { ArtifactTree } from '../../../src/host/artifacts/artifact-tree.ts';
import type { TreeNode } from '../../../src/host/artifacts/nodes.ts';
import { loadArtifact } from '../../../src/host/preview/loaded-artifact.ts';
import { RootSource } from '../../../src/host/preview/content-source.ts';
import { ArtifactFiles } from '../../../src/host/files/artifact-files.ts';
import { artifactFileUri } from '../../../src/host/files/artifact-uri.ts';
import { FileSystems } from '../../../src/host/roots/file-systems.ts';
import type { OpenRoot } from '../../../src/host/roots/open-root.ts';
import { candidatesBelow, createOpenRoot, describeCandidate } from '../../../src/host/roots/root-factory.ts';
import { linesBelow, rootsOf } from './tree-fixture.ts';

const SESSION = 'users/alice/sessions/s1/artifacts';

describe('The Artifacts view over the files of Google ADK', () => {
  const fileSystems = new FileSystems();
  let project: string;
  let root: OpenRoot;
  let tree: ArtifactTree;

  const write = async (name: string, content: string | object): Promise<void> => {
    const file = path.join(project, '.adk/artifacts', name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  };
  const put = async (folder: string, version: number, content: string, metadata: object = {}): Promise<void> => {
    const name = folder.slice(folder.lastIndexOf('/') + 1);
    await write(`${folder}/versions/${version}/${name}`, content);
    await write(`${folder}/versions/${version}/metadata.json`, { fileName: name, version, ...metadata });
  };

  beforeEach(async () => {
    project = await realpath(await mkdtemp(path.join(os.tmpdir(), 'agent-artifacts-adk-')));
    await put(`${SESSION}/plan.md`, 0, '# old');
    await put(`${SESSION}/plan.md`, 1, '# new');
    await put(`${SESSION}/reports/q3.txt`, 0, 'third quarter', { fileName: 'reports/q3.txt' });
    await put('users/alice/artifacts/me.txt', 0, 'me', { fileName: 'user:me.txt' });
    await put('users/bob/sessions/s9/artifacts/b.txt', 0, 'b');
    await write(`${SESSION}/film.mp4/versions/0/metadata.json`, {
      fileName: 'film.mp4',
      mimeType: 'video/mp4',
      fileUri: 'gs://bucket/film.mp4',
    });
    root = await openedRoot();
    tree = new ArtifactTree({ roots: rootsOf([root]), logger: silentLogger });
  });
  afterEach(async () => {
    tree.dispose();
    await rm(project, { recursive: true, force: true });
  });

  /** As the window finds it, in a folder of the workspace. */
  async function openedRoot(): Promise<OpenRoot> {
    const [candidate] = candidatesBelow([{ uri: vscode.Uri.file(project), name: 'project', index: 0 }]);
    assert.ok(candidate);
    const files = fileSystems.for(candidate.folder);
    const description = await describeCandidate(candidate, files, { allowOutside: false });
    assert.ok(description);
    return createOpenRoot(candidate, description, files, silentLogger);
  }

  /** What is below a line, with its lines. */
  async function shown(node?: TreeNode): Promise<object> {
    const pairs = (await linesBelow(tree, node)).map(async (line) => [line.label, await shown(line.node)] as const);
    return Object.fromEntries(await Promise.all(pairs));
  }

  it('has users, their sessions and what belongs to a user, artifacts, and versions', async () => {
    assert.equal(root.name, '.adk/artifacts');
    assert.deepEqual(await shown(), {
      alice: {
        s1: { reports: { 'q3.txt': {} }, 'film.mp4': {}, 'plan.md': { 'Version 1': {}, 'Version 0': {} } },
        'user:': { 'me.txt': {} },
      },
      bob: { s9: { 'b.txt': {} } },
    });
    const outcome = await tree.outcome();
    assert.equal(outcome, undefined);
  });

  it('says how many versions there are, and where content is that is not here', async () => {
    const [alice] = await tree.getChildren();
    const [session] = await tree.getChildren(alice);
    const lines = await linesBelow(tree, session);
    assert.match(lines.find(({ label }) => label === 'plan.md')?.description ?? '', /^2 versions · 5 B/);
    assert.equal(
      lines.find(({ label }) => label === 'film.mp4')?.description,
      'The content is not in the store; it is at gs://bucket/film.mp4.',
    );
  });

  it('is filtered with the same folders', async () => {
    tree.setFilter({ text: 'q3', kinds: new Set(), since: undefined });
    assert.deepEqual(await shown(), { alice: { s1: { reports: { 'q3.txt': {} } } } });
    assert.equal((await tree.outcome())?.found, 1);
  });

  it('finds artifacts and versions by reference, with the lines above them', async () => {
    const cases = [
      ['adk::alice:s1:reports%2Fq3.txt', 'reports', 's1', 'alice'],
      ['adk::alice::me.txt', 'user:', 'alice'],
      ['adk::alice:s1:plan.md:0', 'plan.md', 's1', 'alice'],
    ];
    for (const [id = '', ...expected] of cases) {
      const reference = parseReference(id);
      assert.ok(reference.ok);
      const node = await tree.find(root, reference.value);
      assert.equal(node?.reference.id, id);
      const above: string[] = [];
      for (let parent = tree.getParent(node); parent; parent = tree.getParent(parent))
        above.push(String((await tree.getTreeItem(parent)).label));
      assert.deepEqual(above, expected);
    }
    const nothing = parseReference('adk::alice:s1:none.txt');
    assert.ok(nothing.ok);
    assert.equal(await tree.find(root, nothing.value), undefined);
  });

  it('previews content, and says why there is none', async () => {
    const source = new RootSource(root, fileSystems.for(root.folder).fs);
    const load = async (id: string) => {
      const reference = parseReference(id);
      assert.ok(reference.ok);
      return loadArtifact(source, reference.value);
    };
    assert.equal((await load('adk::alice:s1:plan.md')).artifact?.content, '# new');
    assert.equal((await load('adk::alice:s1:plan.md:0')).artifact?.content, '# old');
    const elsewhere = await load('adk::alice:s1:film.mp4');
    assert.equal(elsewhere.artifact, null);
    assert.equal(elsewhere.metadata?.problem?.code, 'content_elsewhere');
  });

  it('has versions as files that can be compared and not changed', async () => {
    const files = new ArtifactFiles(rootsOf([root]), fileSystems);
    const texts: string[] = [];
    for (const version of await root.store.versions((await root.store.getMetadata('adk::alice:s1:plan.md'))?.reference ?? assert.fail())) {
      const uri = artifactFileUri(root, version);
      assert.equal(uri.path, `/${version.id}/plan.md`);
      assert.equal((await files.stat(uri)).permissions, vscode.FilePermission.Readonly);
      texts.push(new TextDecoder().decode(await files.readFile(uri)));
    }
    assert.deepEqual(texts, ['# new', '# old']);
    const ids = await files.readDirectory(
      artifactFileUri(root, (await root.store.getMetadata('adk::alice::me.txt')) ?? assert.fail()).with({ path: '/' }),
    );
    assert.equal(ids.length, 5);
  });

  it('is not opened through a link that leads out of the project', async () => {
    const other = await realpath(await mkdtemp(path.join(os.tmpdir(), 'agent-artifacts-adk-link-')));
    try {
      await symlink(path.join(project, '.adk'), path.join(other, '.adk'));
      const [candidate] = candidatesBelow([{ uri: vscode.Uri.file(other), name: 'other', index: 0 }]);
      assert.ok(candidate);
      await assert.rejects(describeCandidate(candidate, fileSystems.for(candidate.folder), { allowOutside: false }), {
        code: 'outside_root',
      });
    } finally {
      await rm(other, { recursive: true, force: true });
    }
  });
});
