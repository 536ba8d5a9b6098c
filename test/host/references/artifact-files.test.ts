import assert from 'node:assert/strict';
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { ArtifactFiles } from '../../../src/host/files/artifact-files.ts';
import { artifactFileUri } from '../../../src/host/files/artifact-uri.ts';
import { registerArtifactFiles } from '../../../src/host/files/register.ts';
import { FileSystems } from '../../../src/host/roots/file-systems.ts';
import { rootsOf, temporaryRoot, type TemporaryRoot } from '../artifacts/tree-fixture.ts';

const ENVELOPES = path.join(import.meta.dirname, '../../fixtures/layouts/1-envelope/artifacts');
const GREETING = '019ac000-0000-7000-8000-000000000001';
const PICTURE = '019ac000-0002-7000-8000-000000000003';
const BROKEN = '019ac000-0003-7000-8000-000000000004';

describe('artifacts as files', () => {
  let made: TemporaryRoot;
  let files: ArtifactFiles;

  before(async () => {
    made = await temporaryRoot('empty');
    await cp(ENVELOPES, made.artifacts, { recursive: true });
    await made.put(3, { name: 'notes', extension: '.md', type: 'text/markdown', content: '# Notes' });
    await made.put(4, { name: '../../x\u202e:y', content: 'x' });
    await writeFile(path.join(made.artifacts, '9.meta'), JSON.stringify({ id: '9', extension: '.png', type: 'image/png', name: 'later' }));
    files = new ArtifactFiles(rootsOf([made.root]), new FileSystems());
  });
  after(() => made.remove());

  async function uriOf(id: string): Promise<vscode.Uri> {
    const metadata = await made.root.store.getMetadata(id);
    assert.ok(metadata);
    return artifactFileUri(made.root, metadata);
  }
  const textOf = async (uri: vscode.Uri): Promise<string> => new TextDecoder().decode(await files.readFile(uri));
  /** The code of the error with which something is refused, and its words. */
  const refused = async (work: Promise<unknown>): Promise<string> => {
    const error = await work.then(
      () => assert.fail('it was not refused'),
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof vscode.FileSystemError, String(error));
    return `${error.code}: ${error.message}`;
  };

  it('have their human names, and what stands in an envelope is decoded', async () => {
    const greeting = await uriOf(GREETING);
    assert.equal(greeting.path, `/${GREETING}/greeting`);
    assert.equal(await textOf(greeting), 'Grüße, 世界\n');
    assert.equal((await files.stat(greeting)).size, Buffer.byteLength('Grüße, 世界\n'));
    assert.match((await uriOf('019ac000-0001-7000-8000-000000000002')).path, /\.json$/);
    const picture = await files.readFile(await uriOf(PICTURE));
    assert.equal(Buffer.from(picture).toString('latin1', 8, 12), 'WEBP');
    assert.equal((await files.stat(await uriOf(PICTURE))).size, picture.length);
  });

  it('of the other layouts are their files, byte for byte', async () => {
    const notes = await uriOf('3');
    assert.equal(notes.path, '/3/notes.md');
    assert.deepEqual(Buffer.from(await files.readFile(notes)), await readFile(path.join(made.artifacts, '3.md')));
    const { type, permissions, mtime } = await files.stat(notes);
    assert.deepEqual([type, permissions, mtime > 0], [vscode.FileType.File, vscode.FilePermission.Readonly, true]);
  });

  it('have names that are one name, whatever the data say', async () => {
    const { path: place } = await uriOf('4');
    assert.equal(place.split('/').length, 3);
    assert.doesNotMatch(place, /\u202e|\.\.\/|x:/);
    assert.equal(await textOf(await uriOf('4')), 'x');
  });

  it('are found by their references too', async () => {
    assert.equal(await textOf(vscode.Uri.parse('artifact:///3')), '# Notes');
    assert.match(await refused(files.stat(vscode.Uri.parse('artifact:///999'))), /^FileNotFound/);
    assert.match(await refused(files.stat(vscode.Uri.parse('artifact:///..%2f..%2fetc'))), /^FileNotFound/);
  });

  it('are refused with the reason when they cannot be read', async () => {
    assert.match(await refused(files.readFile(await uriOf(BROKEN))), /^Unavailable: The artifact file has no readable content/);
    const later = vscode.Uri.from({ scheme: 'artifact', authority: (await uriOf('3')).authority, path: '/9/later.png' });
    assert.match(await refused(files.stat(later)), /^Unavailable: The ID is reserved/);
  });

  it('of a data root that is not open are said to be of one', async () => {
    const notes = await uriOf('3');
    assert.match(
      await refused(files.stat(notes.with({ authority: '00000000' }))),
      /^Unavailable: The data root of this artifact is not open/,
    );
  });

  it('are the only file in their folder, so that nothing is mistaken for what lies beside it', async () => {
    const notes = await uriOf('3');
    assert.deepEqual(await files.readDirectory(notes.with({ path: '/3' })), [['notes.md', vscode.FileType.File]]);
    for (const other of ['/3/package.json', '/3/notes.md/x', '/3/other.md'])
      assert.match(await refused(files.stat(notes.with({ path: other }))), /^FileNotFound/, other);
    const ids = (await files.readDirectory(notes.with({ path: '/' }))).map(([id]) => id);
    assert.ok(ids.includes('3') && ids.includes(GREETING), ids.join());
  });

  it('follow a link that leads out of the data root no further', async () => {
    const uri = await uriOf('3');
    const outside = await temporaryRoot('empty');
    try {
      await writeFile(path.join(outside.artifacts, 'secret.md'), 'secret');
      const { rm, symlink } = await import('node:fs/promises');
      await rm(path.join(made.artifacts, '3.md'));
      await symlink(path.join(outside.artifacts, 'secret.md'), path.join(made.artifacts, '3.md'));
      assert.doesNotMatch(await refused(files.readFile(uri)), /secret/);
    } finally {
      await outside.remove();
    }
  });
});

describe('changes of artifacts as files', () => {
  it('are told as long as anybody watches them', async () => {
    const made = await temporaryRoot('empty');
    const roots = rootsOf([made.root]);
    const original = vscode.workspace.registerFileSystemProvider;
    let provider: vscode.FileSystemProvider | undefined;
    const take = (_scheme: string, registered: vscode.FileSystemProvider) => {
      provider = registered;
      return new vscode.Disposable(() => undefined);
    };
    Object.assign(vscode.workspace, { registerFileSystemProvider: take });
    const registration = registerArtifactFiles(roots, new FileSystems());
    Object.assign(vscode.workspace, { registerFileSystemProvider: original });
    try {
      assert.ok(provider);
      const told: string[] = [];
      provider.onDidChangeFile((changes) => told.push(...changes.map(({ uri }) => uri.toString())));
      const uri = vscode.Uri.parse('artifact:///3');
      const [editor, search] = [
        provider.watch(uri, { recursive: false, excludes: [] }),
        provider.watch(uri, { recursive: true, excludes: [] }),
      ];
      search.dispose();
      roots.artifactsChanged.fire(made.root);
      assert.deepEqual(told, [uri.toString()]);
      editor.dispose();
      roots.artifactsChanged.fire(made.root);
      assert.equal(told.length, 1);
    } finally {
      registration.dispose();
      await made.remove();
    }
  });
});

describe('artifacts as files in VS Code', () => {
  before(() => vscode.extensions.getExtension('agent-artifacts.agent-artifacts')?.activate());

  it('open with their language, read-only', async () => {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse('artifact:///2'));
    assert.ok(document.getText().length > 0);
    assert.equal(vscode.workspace.fs.isWritableFileSystem('artifact'), false);
    await assert.rejects(async () => vscode.workspace.fs.writeFile(document.uri, new Uint8Array(1)));
  });
});
