import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ProposedChange, ProposedText } from '../../../../src/host/services/proposed/proposal.ts';
import { Proposals } from '../../../../src/host/services/proposed/proposals.ts';
import { closeAllEditors, makeFolder, type Folder } from '../services-fixture.ts';

const adding = (word: string): ProposedText => ({ ok: true, edits: [{ offset: 0, length: 0, newText: word }], labels: [] });

describe('changes that are shown before they are made', () => {
  let folder: Folder;
  let proposals: Proposals;
  let said: string[];
  const { window } = vscode;
  const { showInformationMessage } = window;

  beforeEach(async () => {
    folder = await makeFolder();
    proposals = new Proposals();
    said = [];
    Object.assign(window, { showInformationMessage: async (text: string) => void said.push(text) });
  });
  afterEach(async () => {
    Object.assign(window, { showInformationMessage });
    proposals.dispose();
    await closeAllEditors();
    await folder.remove();
  });

  const tabs = (): vscode.Tab[] =>
    window.tabGroups.all.flatMap((group) => group.tabs).filter(({ input }) => input instanceof vscode.TabInputTextDiff);
  const proposedUri = (): vscode.Uri => {
    const input = tabs()[0]?.input;
    assert.ok(input instanceof vscode.TabInputTextDiff);
    return input.modified;
  };
  const always = (uri: vscode.Uri): ProposedChange => ({ uri, title: 'T', compute: () => adding('new ') });
  const write = async (document: vscode.TextDocument, text: string): Promise<void> => {
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), text);
    await vscode.workspace.applyEdit(edit);
  };

  it('follow the file, and leave it alone when they are discarded', async () => {
    const uri = await folder.write('a.json', 'x');
    await proposals.show(always(uri));
    const changed = new Promise((resolve) => proposals.onDidChange(resolve));
    await write(await vscode.workspace.openTextDocument(uri), 'y');
    await changed;
    assert.equal(proposals.provideTextDocumentContent(proposedUri()), 'new yx');
    await proposals.discard(undefined);
    assert.deepEqual([tabs(), (await vscode.workspace.openTextDocument(uri)).getText()], [[], 'yx']);
  });

  it('are there as long as an editor shows them, in whatever group', async () => {
    const uri = await folder.write('a.json', 'x');
    await proposals.show(always(uri));
    const right = proposedUri();
    await vscode.commands.executeCommand('workbench.action.splitEditor');
    const [first] = tabs();
    assert.equal(tabs().length, 2);
    assert.ok(first);
    await window.tabGroups.close(first);
    assert.equal(proposals.provideTextDocumentContent(right), 'new x');
    await vscode.commands.executeCommand('workbench.action.moveEditorToPreviousGroup');
    await proposals.apply(undefined);
    assert.equal((await vscode.workspace.openTextDocument(uri)).getText(), 'new x');
    assert.deepEqual([tabs().length, said], [0, []]);
  });

  it('are forgotten when the last editor is closed, and a command that finds nothing says so', async () => {
    const uri = await folder.write('a.json', 'x');
    await proposals.show(always(uri));
    const right = proposedUri();
    await window.tabGroups.close(tabs());
    assert.equal(proposals.provideTextDocumentContent(right), '');
    await proposals.apply(right);
    await proposals.discard(right);
    assert.equal(said.length, 2);
    await proposals.showNote({ name: 'left.txt', text: 'behind' });
    const shown = window.activeTextEditor?.document.uri;
    assert.ok(shown);
    assert.equal(proposals.provideTextDocumentContent(shown), 'behind');
    await closeAllEditors();
    assert.equal(proposals.provideTextDocumentContent(shown), '');
  });

  it('are shown anew where a new file has come to be meanwhile: nobody has seen what it would become', async () => {
    const uri = vscode.Uri.joinPath(folder.uri, 'new.json');
    await proposals.show(always(uri));
    await folder.write('new.json', 'mine');
    await proposals.apply(undefined);
    const document = await vscode.workspace.openTextDocument(uri);
    assert.deepEqual([document.getText(), proposals.provideTextDocumentContent(proposedUri()), said.length], ['mine', 'new mine', 1]);
    await proposals.apply(undefined);
    assert.equal(document.getText(), 'new mine');
  });

  it('leave nothing behind when they cannot be computed', async () => {
    const uri = await folder.write('a.json', 'x');
    await assert.rejects(() => proposals.show({ uri, title: 'T', compute: () => assert.fail('broken') }), /broken/);
    assert.deepEqual(tabs(), []);
    await proposals.show(always(uri));
    assert.equal(tabs().length, 1);
  });
});
