import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ModelCapabilities } from '../../../src/core/models/capability.ts';
import { setCapabilitiesAt } from '../../../src/core/models/edits.ts';
import { validateServices } from '../../../src/core/models/validate.ts';
import { addServiceByForm } from '../../../src/host/services/service-form.ts';
import { type CapabilityPicker, editCapabilities } from '../../../src/host/services/edit-capabilities.ts';
import { createAndOpen, createServicesFile } from '../../../src/host/services/created-file.ts';
import { editService } from '../../../src/host/services/edit-service.ts';
import { notifyEdit } from '../../../src/host/screen/notify-edit.ts';
import { closeAllEditors, formattingOnSave, makeFolder, openRoot, replaceIn, rootsOf, telling, type Folder } from './services-fixture.ts';

const TEXT = `{
  // ours
  "services": [
    {
      "id": "a",
      "capabilities": {
        "input": ["text", /* eyes */ "vision"], // two
        "output": ["text"]
      }
    },
    { "id": "b" },
  ]
}
`;
const picking = (answer: ModelCapabilities | undefined, meanwhile = async (): Promise<void> => {}): CapabilityPicker => ({
  pick: async () => {
    await meanwhile();
    return answer;
  },
});
const wanted: ModelCapabilities = { input: ['text', 'vision', 'audio'], output: ['text'] };
const edited = TEXT.replace('"vision"]', '"vision", "audio"]');

describe('editing llmservices.json', () => {
  let folder: Folder;
  let uri: vscode.Uri;

  beforeEach(async () => {
    folder = await makeFolder();
    uri = await folder.write('llmservices.json', TEXT);
  });
  afterEach(async () => {
    await closeAllEditors();
    await folder.remove();
  });

  const textOnDisk = async (): Promise<string> => new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));

  it('Edit Capabilities starts from the words that are written, also where a slip among them makes the service text only', async () => {
    await vscode.workspace.fs.writeFile(
      uri,
      new TextEncoder().encode(
        '{"services": [{"id": "a", "capabilities": {"input": ["text", "vision", 5], "output": ["text", "tool_calling"]}}]}',
      ),
    );
    let offered: ModelCapabilities | undefined;
    const picker: CapabilityPicker = {
      pick: async (_name, before) => {
        offered = before;
        return { ...before, input: [...before.input, 'audio'] };
      },
    };
    await telling(undefined, () => editCapabilities(rootsOf(), picker, { uri, serviceId: 'a' }));
    assert.deepEqual(offered, { input: ['text', 'vision'], output: ['text', 'tool_calling'] });
    assert.equal(
      await textOnDisk(),
      '{"services": [{"id": "a", "capabilities": {"input": ["text", "vision", "audio"], "output": ["text", "tool_calling"]}}]}',
    );
  });

  it('Edit Capabilities changes only the list, saves a file that was saved, and says so without showing the file', async () => {
    const root = await openRoot(folder.uri);
    const said = await telling(undefined, () => editCapabilities(rootsOf(root), picking(wanted), { root, serviceId: 'a' }));
    assert.deepEqual(said, [['Added “audio” to a.', 'Undo', 'Show']]);
    assert.equal(await textOnDisk(), edited);
    assert.equal(vscode.window.activeTextEditor, undefined);
  });

  it('Undo in the message restores the text exactly, and saves it', async () => {
    const root = await openRoot(folder.uri);
    const document = await vscode.workspace.openTextDocument(uri);
    const saves = new Promise<void>((resolve) => {
      let count = 0;
      const listener = vscode.workspace.onDidSaveTextDocument(() => {
        if (++count < 2) return;
        listener.dispose();
        resolve();
      });
    });
    await telling('Undo', () =>
      editCapabilities(rootsOf(root), picking({ input: ['audio', 'text'], output: ['text', 'image'] }), { root, serviceId: 'a' }),
    );
    await saves;
    assert.equal(await textOnDisk(), TEXT);
    assert.equal(document.isDirty, false);
  });

  it('Undo in the message restores the text exactly also where a formatter changed it as it was saved', async () => {
    const document = await vscode.workspace.openTextDocument(uri);
    const format = (text: string): string => text.replace('{\n  // ours', '\n{ // ours').replace('},\n  ]', '}\n  ]');
    const made = await formattingOnSave(format, () =>
      editService(document, 'a', ({ text, entry: { range } }) => setCapabilitiesAt(text, range, wanted)),
    );
    assert.ok(typeof made !== 'string');
    assert.equal(document.getText(), format(edited));
    const saved = Promise.withResolvers<void>();
    const listener = vscode.workspace.onDidSaveTextDocument(() => saved.resolve());
    await telling('Undo', async () => notifyEdit(made, 'Done.'));
    await saved.promise;
    listener.dispose();
    assert.equal(await textOnDisk(), TEXT);
  });

  it('Show selects what was changed', async () => {
    const root = await openRoot(folder.uri);
    const selected = new Promise<vscode.TextEditor>((resolve) => {
      const listener = vscode.window.onDidChangeTextEditorSelection(({ textEditor, selections }) => {
        if (selections[0]?.isEmpty !== false) return;
        listener.dispose();
        resolve(textEditor);
      });
    });
    await telling('Show', () => editCapabilities(rootsOf(root), picking(wanted), { root, serviceId: 'a' }));
    const editor = await selected;
    assert.equal(editor.document.uri.toString(), uri.toString());
    assert.equal(editor.document.getText(editor.selection), '"audio"');
  });

  it('Edit Capabilities selects the change in an editor that shows the file, and undo restores it exactly', async () => {
    const root = await openRoot(folder.uri);
    await vscode.window.showTextDocument(uri);
    assert.deepEqual(await telling(undefined, () => editCapabilities(rootsOf(root), picking(wanted), { root, serviceId: 'a' })), []);
    const document = await vscode.workspace.openTextDocument(uri);
    assert.equal(document.getText(), edited);
    assert.equal(await textOnDisk(), edited);
    assert.equal(document.isDirty, false);
    const editor = vscode.window.activeTextEditor;
    assert.equal(editor?.document.uri.toString(), uri.toString());
    assert.equal(document.getText(editor.selection), '"audio"');
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), TEXT);
  });

  it('leaves unsaved changes unsaved, and uses the text as it is when the choice is made', async () => {
    const root = await openRoot(folder.uri);
    const document = await vscode.workspace.openTextDocument(uri);
    await replaceIn(document, '// ours', '// mine');
    const meanwhile = (): Promise<void> => replaceIn(document, '"id": "a",', '"id": "a", "name": "A",');
    await editCapabilities(rootsOf(root), picking(wanted, meanwhile), { root, serviceId: 'a' });
    assert.equal(document.getText(), edited.replace('// ours', '// mine').replace('"id": "a",', '"id": "a", "name": "A",'));
    assert.equal(document.isDirty, true);
    assert.equal(await textOnDisk(), TEXT);
  });

  it('changes nothing when the choice is given up or is what the file says', async () => {
    const root = await openRoot(folder.uri);
    for (const answer of [undefined, { input: ['vision', 'text'], output: ['text'] }]) {
      await editCapabilities(rootsOf(root), picking(answer), { root, serviceId: 'a' });
      const document = await vscode.workspace.openTextDocument(uri);
      assert.equal(document.version, 1);
      assert.equal(document.getText(), TEXT);
    }
  });

  it('Add Service puts a service at the end and keeps the rest', async () => {
    const root = await openRoot(folder.uri);
    const service = { id: 'new', capabilities: wanted };
    await addServiceByForm(rootsOf(root), async (existing) => (existing.some(({ id }) => id === 'a') ? service : undefined), { root });
    const text = await textOnDisk();
    assert.ok(text.startsWith(TEXT.slice(0, TEXT.indexOf('{ "id": "b" },') + 14)));
    const { problems, services } = validateServices(text);
    assert.deepEqual(problems, []);
    assert.deepEqual(services.at(-1), service);
  });

  it('[2-R5.5] Create from Template writes a sound file and opens it', async () => {
    const bare = await makeFolder();
    try {
      const root = await openRoot(bare.uri);
      await createServicesFile(rootsOf(root), { root });
      const editor = vscode.window.activeTextEditor;
      assert.equal(editor?.document.uri.toString(), vscode.Uri.joinPath(bare.uri, 'llmservices.json').toString());
      const { problems, services } = validateServices(editor.document.getText());
      assert.deepEqual(problems, []);
      assert.ok(services.length >= 3);
      assert.equal((await root.services.load()).loaded, true);
    } finally {
      await closeAllEditors();
      await bare.remove();
    }
  });

  it('Create from Template never overwrites: what is there is opened as it is', async () => {
    await createAndOpen(uri, async () => assert.fail('nothing was made'));
    assert.equal(vscode.window.activeTextEditor?.document.getText(), TEXT);
    assert.equal(await textOnDisk(), TEXT);
  });
});
