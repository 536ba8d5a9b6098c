import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { closeAllEditors } from '../services/services-fixture.ts';
import type { AgentArtifactsApi } from '../../../src/host/tools/api.ts';
import { dragAndDrop } from '../../../src/host/artifacts/register.ts';
import type { PreviewPanel } from '../../../src/host/preview/preview-panel.ts';
import type { PreviewState } from '../../../src/shared/preview-protocol.ts';
import { watched } from '../watched.ts';
import { shown } from './preview-fixture.ts';

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==', 'base64');

describe('Preview as a Model Receives It', () => {
  let api: AgentArtifactsApi;
  let folder: string;
  let watching: vscode.Disposable | undefined;
  const uriOf = (name: string): vscode.Uri => vscode.Uri.file(path.join(folder, name));
  const active = (): PreviewPanel => api.preview.following ?? assert.fail('no preview follows');
  async function preview(...uris: (vscode.Uri | undefined)[]): Promise<PreviewState> {
    await vscode.commands.executeCommand('agentArtifacts.previewFile', uris[0], uris.length > 1 ? uris : undefined);
    return active().state ?? assert.fail('nothing is shown');
  }

  beforeEach(async () => {
    const extension = vscode.extensions.getExtension<AgentArtifactsApi>('agent-artifacts.agent-artifacts');
    api = (await extension?.activate()) ?? assert.fail();
    folder = await mkdtemp(path.join(os.tmpdir(), 'any-file-'));
    await Promise.all([
      writeFile(path.join(folder, 'a.png'), PNG),
      writeFile(path.join(folder, 'b.txt'), '# Title'),
      writeFile(path.join(folder, 'c.pdf'), '%PDF-1.4\n'),
      mkdir(path.join(folder, 'sub')),
    ]);
  });
  afterEach(async () => {
    watching?.dispose();
    await closeAllEditors();
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });

  it('a file of the Explorer, as a tool reads it', async () => {
    const state = await preview(uriOf('a.png'));
    assert.deepEqual([state.rootId, state.reference, state.form, state.facts.id], ['', uriOf('a.png').toString(), 'answer', 'file:a.png']);
    assert.equal(state.content.kind, 'image');
    assert.match(state.wire?.json ?? '', /read_file/);
    assert.doesNotMatch(state.wire?.json ?? '', /artifact:|any-file-/);
  });

  it('several are the attachments of one message; a folder among them is told, not read', async () => {
    const { content, form } = await preview(uriOf('a.png'), uriOf('b.txt'), uriOf('c.pdf'), uriOf('sub'));
    assert.equal(form, undefined);
    assert.ok(content.kind === 'attachments');
    assert.deepEqual(
      content.items.map(({ name }) => name),
      ['a.png', 'b.txt', 'c.pdf', 'sub'],
    );
    const folderState = await preview(uriOf('sub'));
    assert.deepEqual(
      [folderState.content.kind, folderState.content.kind === 'problem' && folderState.content.reason],
      ['problem', 'Not a regular file: it is a folder, a pipe or a device.'],
    );
  });

  it('untitled text, as it stands in the editor, and as it is typed', async () => {
    const document = await vscode.workspace.openTextDocument({ content: 'first' });
    await vscode.window.showTextDocument(document);
    const state = await preview();
    assert.ok(state.content.kind === 'text' && state.content.text === 'first');
    const panel = active();
    const editor = await vscode.window.showTextDocument(document, vscode.ViewColumn.Beside);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 5), ' and more'));
    await shown(panel, ({ content }) => content.kind === 'text' && content.text === 'first and more');
  });

  it('unsaved text of a file, which the disk does not have', async () => {
    const editor = await vscode.window.showTextDocument(uriOf('b.txt'));
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'unsaved '));
    const { content } = await preview(uriOf('b.txt'));
    assert.deepEqual([content.kind, content.kind === 'text' && content.text], ['text', 'unsaved # Title']);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('files that are dropped on the tree, all of them as one message; rows of its own and what are no files are left alone', async () => {
    const dropped: string[][] = [];
    const { handleDrop } = dragAndDrop({ showFiles: async (uris) => dropped.push(uris.map(String)) });
    const drop = async (items: Readonly<Record<string, string>>): Promise<void> => {
      const data = new vscode.DataTransfer();
      for (const [type, value] of Object.entries(items)) data.set(type, new vscode.DataTransferItem(value));
      await handleDrop?.(undefined, data, new vscode.CancellationTokenSource().token);
    };
    const [first, second] = [uriOf('a.png').toString(), uriOf('b.txt').toString()];
    await drop({ 'text/uri-list': `# from the Explorer\r\n${first}\r\n${second}\r\n` });
    assert.deepEqual(dropped.splice(0), [[first, second]]);
    const own = 'application/vnd.code.tree.agentartifacts.artifacts';
    await drop({ 'text/uri-list': first, [own]: '' });
    await drop({ 'text/plain': 'artifact:31' });
    await drop({ 'text/uri-list': 'no uri\r\n\r\n# a comment' });
    assert.deepEqual(dropped, []);
  });

  it('of unsaved text above the limit, the size is told and nothing is sent', async () => {
    const line = `${'x'.repeat(63)}\n`;
    const size = 2 * 1024 * 1024;
    const uri = vscode.Uri.from({ scheme: 'untitled', path: path.join(folder, 'large.txt') });
    await vscode.workspace.openTextDocument(uri);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(uri, new vscode.Position(0, 0), line.repeat(size / line.length));
    assert.ok(await vscode.workspace.applyEdit(edit));
    const configuration = vscode.workspace.getConfiguration('agentArtifacts');
    await configuration.update('maxContentSize', 1, vscode.ConfigurationTarget.Global);
    try {
      const { verdict, facts, wire, content } = await preview(uri);
      assert.deepEqual([verdict.rule, verdict.outcome, facts.size], ['too_large', 'description', size]);
      assert.ok(wire && wire.json.length < 5000 && !wire.json.includes('xxx'), wire?.json);
      assert.ok(content.kind === 'text' && content.text.startsWith('xxx'), content.kind);
    } finally {
      await configuration.update('maxContentSize', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('unsaved text above fifty megabytes, which VS Code hands to no extension, is withheld with a sentence', async function () {
    this.timeout(120_000);
    const line = `${'x'.repeat(1023)}\n`;
    // VS Code makes the text, and then does not give it to us
    await vscode.workspace.openTextDocument({ content: line.repeat(51 * 1024) }).then(
      () => assert.fail('it was handed on'),
      () => undefined,
    );
    const uri = vscode.Uri.parse('untitled:Untitled-1');
    await vscode.commands.executeCommand('vscode.open', uri);
    const { content, verdict, wire } = await preview(uri);
    assert.deepEqual(
      [content.kind, content.kind === 'problem' && content.reason, verdict.outcome],
      ['problem', 'The file is larger than the limit of 50.0 MB.', 'not_found'],
      JSON.stringify(content),
    );
    assert.equal(wire, null, 'there is nothing to send');
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('five gigabytes are decided without being read, and what vanishes or grows is shown', async () => {
    const film = path.join(folder, 'film.mp4');
    await writeFile(film, Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex'));
    await truncate(film, 5 * 1024 ** 3);
    const state = await preview(uriOf('film.mp4'));
    assert.equal(state.verdict.rule, 'too_large');
    assert.equal(state.content.kind, 'hex', 'a page that plays it would have VS Code read it whole');
    await preview(uriOf('b.txt'));
    const panel = active();
    watching = await watched(vscode.Uri.file(folder));
    await writeFile(path.join(folder, 'b.txt'), '# Title, longer');
    await shown(panel, ({ content }) => content.kind === 'text' && content.text.endsWith('longer'));
    await rm(path.join(folder, 'b.txt'));
    await shown(panel, ({ content }) => content.kind === 'problem' && content.state === 'missing');
  });

  it('of a file system without ranges nothing above the limit is read', async () => {
    const reads: string[] = [];
    const sizes = new Map([
      ['/small.txt', 5],
      ['/large.bin', 3 * 1024 ** 3],
    ]);
    const none = new vscode.EventEmitter<never>();
    const provider: vscode.FileSystemProvider = {
      onDidChangeFile: none.event,
      watch: () => ({ dispose: () => undefined }),
      stat: ({ path: name }) => {
        const size = sizes.get(name);
        if (size === undefined) throw vscode.FileSystemError.FileNotFound();
        return { type: vscode.FileType.File, ctime: 0, mtime: 1, size };
      },
      readFile: ({ path: name }) => {
        reads.push(name);
        return Buffer.from('hello');
      },
      readDirectory: () => [],
      createDirectory: () => assert.fail(),
      writeFile: () => assert.fail('something was written'),
      delete: () => assert.fail(),
      rename: () => assert.fail(),
    };
    const registration = vscode.workspace.registerFileSystemProvider('anyfile', provider, { isReadonly: true });
    try {
      const { content } = await preview(vscode.Uri.parse('anyfile:/small.txt'));
      assert.deepEqual([content.kind, content.kind === 'text' && content.text], ['text', 'hello'], JSON.stringify(content));
      const { verdict } = await preview(vscode.Uri.parse('anyfile:/large.bin'));
      assert.equal(verdict.rule, 'too_large');
      assert.deepEqual([...new Set(reads)], ['/small.txt']);
    } finally {
      registration.dispose();
    }
  });

  it('goes with the editors until it is pinned', async () => {
    await preview(uriOf('b.txt'));
    const panel = active();
    await writeFile(path.join(folder, 'd.txt'), 'other');
    await vscode.window.showTextDocument(uriOf('d.txt'), { viewColumn: vscode.ViewColumn.Beside });
    await shown(panel, ({ reference }) => reference === uriOf('d.txt').toString());
  });

  it('stays with the file it was opened for while its tab comes to the front of another editor, and goes with that one later', async () => {
    const { tabGroups } = vscode.window;
    await vscode.commands.executeCommand('vscode.diff', uriOf('c.pdf'), uriOf('b.txt'));
    assert.equal((await preview(uriOf('a.png'))).reference, uriOf('a.png').toString());
    const panel = active();
    const isInFront = (): boolean => tabGroups.activeTabGroup.activeTab?.label === 'Preview: a.png';
    if (!isInFront()) {
      await new Promise<void>((resolve) => (watching = tabGroups.onDidChangeTabs(() => isInFront() && resolve())));
    }
    const [wanted] = panel.request?.references ?? [];
    assert.equal(wanted?.kind === 'file' && wanted.place, uriOf('a.png').toString());
    await vscode.window.showTextDocument(uriOf('c.pdf'), { viewColumn: vscode.ViewColumn.Beside });
    await shown(panel, ({ reference }) => reference === uriOf('c.pdf').toString());
  });
});
