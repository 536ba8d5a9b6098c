import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import * as vscode from 'vscode';
import { addServices } from '../../../src/core/models/edits.ts';
import { validateServices } from '../../../src/core/models/validate.ts';
import { addServiceByForm } from '../../../src/host/services/service-form.ts';
import { createFile, tellCreated, type CreatedFile } from '../../../src/host/services/created-file.ts';
import { editDocument, openIfThere } from '../../../src/host/screen/document-edit.ts';
import { closeAllEditors, folderForEach, formattingOnSave, replaceIn, rootsOf, telling } from './services-fixture.ts';

describe('a configuration where there was none', () => {
  const folder = folderForEach();
  let config: vscode.Uri;
  beforeEach(() => {
    config = vscode.Uri.joinPath(folder.uri, 'config/llmservices.json');
  });
  /** Undoes, and waits until it is done. @returns what was said */
  const undoing = (created: CreatedFile, text: string): Promise<unknown[][]> => {
    const undone = Promise.withResolvers<void>();
    return telling('Undo', () => {
      tellCreated(created, text, async () => undone.resolve());
      return undone.promise;
    });
  };
  const isThere = (uri: vscode.Uri): Promise<boolean> =>
    Promise.resolve(vscode.workspace.fs.stat(uri)).then(
      () => true,
      () => false,
    );

  it('Add Service says where it made one, and selects the service', async () => {
    const said = await telling(undefined, () => addServiceByForm(rootsOf(), async () => ({ id: 'new' }), config));
    assert.deepEqual(said, [[`Created ${config.fsPath}.`, 'Undo', 'Show']]);
    const editor = vscode.window.activeTextEditor;
    assert.equal(editor?.document.getText(editor.selection), '"new"');
  });

  it('Undo in that message takes file and folder away again', async () => {
    const created = await createFile(config, '{}');
    assert.ok(created && (await isThere(config)));
    await vscode.window.showTextDocument(config, { preview: false });
    await undoing(created, '{}');
    assert.deepEqual([await isThere(config), await isThere(vscode.Uri.joinPath(config, '..'))], [false, false]);
    assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab, undefined);
  });

  it('Undo knows the file again that a formatter changed as it was saved', async () => {
    const created = await createFile(config);
    assert.ok(created);
    const document = await vscode.workspace.openTextDocument(config);
    const made = await formattingOnSave(
      (text) => `\n${text}`,
      () => editDocument(document, (text) => addServices(text, [{ id: 'a' }])),
    );
    assert.ok(typeof made !== 'string' && document.getText().startsWith('\n{') && !document.isDirty);
    await undoing(created, made.text);
    assert.equal(await isThere(config), false);
  });

  it('Add Service after that Undo begins anew, though VS Code may still keep the text that is gone', async () => {
    const twice = Promise.withResolvers<void>();
    let refreshed = 0;
    const roots = Object.assign(rootsOf(), {
      refresh: async () => {
        if (++refreshed === 2) twice.resolve();
      },
    });
    await telling('Undo', () => addServiceByForm(roots, async () => ({ id: 'undone', apiKey: 'of-the-undone' }), config));
    await twice.promise;
    assert.equal(await isThere(config), false);
    const said = await telling(undefined, () =>
      addServiceByForm(roots, async (existing) => ({ id: 'second', name: String(existing.length) }), config),
    );
    assert.deepEqual(said, [[`Created ${config.fsPath}.`, 'Undo', 'Show']]);
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(config));
    assert.deepEqual(validateServices(text).services, [{ id: 'second', name: '0' }]);
    assert.equal(vscode.window.activeTextEditor?.document.getText(), text);
  });

  it('a text that VS Code still has counts where a tab shows it, or where it is not saved', async () => {
    const gone = await folder.write('gone.json', '{}');
    await vscode.workspace.openTextDocument(gone);
    await rm(gone.fsPath);
    assert.equal(await openIfThere(gone), undefined);

    const shown = await folder.write('shown.json', '{"shown": 1}');
    await vscode.commands.executeCommand('vscode.diff', await folder.write('other.json', '{}'), shown);
    await rm(shown.fsPath);
    assert.equal((await openIfThere(shown))?.getText(), '{"shown": 1}');

    const unsaved = await vscode.workspace.openTextDocument(await folder.write('unsaved.json', '{}'));
    await replaceIn(unsaved, '{}', '{"mine": 1}');
    await rm(unsaved.uri.fsPath);
    assert.equal(await openIfThere(unsaved.uri), unsaved);
  });

  it('Undo leaves alone what is on the disk and not in the editor, and is content with a file that is gone', async () => {
    const created = await createFile(config, '{}');
    assert.ok(created);
    await vscode.workspace.fs.writeFile(config, new TextEncoder().encode('{ "theirs": 1 }'));
    await telling('Undo', () => tellCreated(created, '{}', async () => assert.fail('it is there')), 2);
    assert.ok(await isThere(config));
    await vscode.workspace.fs.delete(vscode.Uri.joinPath(config, '..'), { recursive: true });
    await closeAllEditors();
    assert.equal((await undoing(created, '{}')).length, 1);
  });

  it('Undo leaves alone what was written into it since', async () => {
    const created = await createFile(config, '{}');
    assert.ok(created);
    await replaceIn(await vscode.workspace.openTextDocument(config), '{}', '{ "mine": 1 }');
    const said = await telling('Undo', () => tellCreated(created, '{}', async () => assert.fail('it is there')), 2);
    assert.deepEqual(said[1], ['The file has changed since then. Undo unwanted changes here.']);
    assert.equal(vscode.window.activeTextEditor?.document.getText(), '{ "mine": 1 }');
  });
});
