import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { editCapabilities } from '../../../src/host/services/edit-capabilities.ts';
import { editDocument } from '../../../src/host/screen/document-edit.ts';
import { ReversibleEdit } from '../../../src/host/screen/notify-edit.ts';
import { rootsOf } from '../services/services-fixture.ts';
import { answering } from './fake-panel.ts';
import { PreviewStage, textOf } from './preview-stage.ts';

/** Text only, in the fixture. */
const FIX = 'Add “vision” to 纯文本模型';

/** An edit that is made of a document outside the preview. */
async function inserted(file: vscode.Uri, word: string): Promise<ReversibleEdit> {
  const made = await editDocument(await vscode.workspace.openTextDocument(file), () => ({
    ok: true,
    edits: [{ offset: 0, length: 0, newText: ` /* ${word} */` }],
  }));
  assert(typeof made !== 'string');
  return new ReversibleEdit(made, word);
}

/** An edit of a file that is gone. */
class Unreadable extends ReversibleEdit {
  override undo(): Promise<never> {
    return Promise.reject(new Error('gone'));
  }
}

describe('undo in the preview', () => {
  let stage: PreviewStage;

  // nothing is known of this model: what is denied is never offered
  beforeEach(async () => {
    stage = await PreviewStage.open();
    await stage.writeServices((await textOf(stage.servicesFile)).replace('"model": "gpt-4",', '"model": "my-own",'));
  });
  afterEach(() => stage.close());

  const text = () => textOf(stage.servicesFile);
  /** The next time the preview knows of an edit. */
  const nextEdit = (): Promise<void> =>
    new Promise((resolve) => {
      const listener = stage.page.panel.edits.onDidChange(() => {
        listener.dispose();
        resolve();
      });
    });
  const edit = async (work: () => void): Promise<void> => {
    const known = nextEdit();
    await stage.fixing(work);
    await known;
  };
  const fix = (label = FIX): Promise<void> => edit(() => stage.page.applyFix(label));
  /** Reads the services again, as their watcher does. */
  const reread = async (wanted: Parameters<typeof stage.page.shown>[0]): Promise<void> => {
    await stage.fixture.root.services.load();
    await stage.page.panel.routeAnew();
    await stage.page.shown(wanted);
  };

  it('[E-22] takes back what was done from it, and makes it again, with the file saved as it was', async () => {
    const { edits } = stage.page.panel;
    await stage.showFor('text-model', 'artifact:8');
    const original = await text();
    assert.deepEqual([edits.canUndo, edits.canRedo], [false, false]);
    await fix();
    const changed = await text();
    assert.notEqual(changed, original);
    assert.deepEqual([edits.canUndo, edits.canRedo], [true, false]);
    await edits.undo();
    assert.equal(await text(), original);
    assert.deepEqual([edits.canUndo, edits.canRedo], [false, true]);
    await edits.redo();
    assert.equal(await text(), changed);
    await edits.undo();
    assert.equal(await text(), original);
    assert.equal(vscode.window.activeTextEditor, undefined, 'nobody is taken away from the preview');
  });

  it('[E-22] goes back one edit after the other; after another edit nothing is made again', async () => {
    const { edits } = stage.page.panel;
    await stage.showFor('text-model', 'artifact:8');
    const texts = [await text()];
    await fix();
    texts.push(await text());
    await reread(({ verdict }) => verdict.outcome === 'image_url');
    await stage.page.show('artifact:15');
    await stage.page.shown(({ reference }) => reference === 'artifact:15');
    await fix('Add “file” to 纯文本模型');
    texts.push(await text());
    assert.equal(new Set(texts).size, 3);
    await Promise.all([edits.undo(), edits.undo(), edits.undo()]);
    assert.equal(await text(), texts[0]);
    await Promise.all([edits.redo(), edits.redo(), edits.redo()]);
    assert.equal(await text(), texts[2]);
    await edits.undo();
    await reread(({ verdict }) => verdict.outcome === 'description');
    await fix('Add “file” to 纯文本模型');
    assert.deepEqual([edits.canUndo, edits.canRedo], [true, false]);
  });

  it('[E-22] what the notification took back is not taken back twice', async () => {
    const { edits } = stage.page.panel;
    await stage.showFor('text-model', 'artifact:8');
    const original = await text();
    let undo: () => void = assert.fail;
    const asked = Promise.withResolvers<void>();
    const answer = (): Promise<string> =>
      new Promise((resolve) => {
        undo = () => resolve('Undo');
        asked.resolve();
      });
    const known = nextEdit();
    await answering('showInformationMessage', answer, () => {
      stage.page.applyFix(FIX);
      return asked.promise;
    });
    await known;
    await edits.undo();
    assert.equal(await text(), original);
    undo();
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(vscode.window.activeTextEditor, undefined, 'the text is not shown as one that has changed');
    assert.equal(await text(), original);
  });

  it('[E-22] a text that has changed since is shown, and keeps what was done', async () => {
    const { edits } = stage.page.panel;
    await stage.showFor('text-model', 'artifact:8');
    await fix();
    const document = await vscode.workspace.openTextDocument(stage.servicesFile);
    const insertion = new vscode.WorkspaceEdit();
    insertion.insert(document.uri, new vscode.Position(0, 1), ' ');
    await vscode.workspace.applyEdit(insertion);
    const changed = document.getText();
    await answering(
      'showInformationMessage',
      async () => undefined,
      () => edits.undo(),
    );
    assert.equal(document.getText(), changed);
    assert.equal(vscode.window.activeTextEditor?.document, document);
    assert.equal(edits.canUndo, true);
  });

  it('[E-22] what was undone in the editor is passed over, and made again from here', async () => {
    const { edits } = stage.page.panel;
    const other = stage.copy.file('other-services.json');
    await vscode.workspace.fs.writeFile(other, new TextEncoder().encode('[]'));
    edits.add(await inserted(other, 'older'));
    edits.add(await inserted(stage.servicesFile, 'newer'));
    const changed = await text();
    await vscode.window.showTextDocument(stage.servicesFile);
    await vscode.commands.executeCommand('undo');
    await edits.undo();
    assert.equal(await textOf(other), '[]');
    assert.deepEqual([edits.canUndo, edits.canRedo], [false, true]);
    await edits.redo();
    await edits.redo();
    assert.deepEqual(
      [await textOf(other), (await vscode.workspace.openTextDocument(stage.servicesFile)).getText()],
      [' /* older */[]', changed],
    );
  });

  it('[E-22] a text that has changed since does not keep older edits of other files from being undone', async () => {
    const { edits } = stage.page.panel;
    const other = stage.copy.file('other-services.json');
    await vscode.workspace.fs.writeFile(other, new TextEncoder().encode('[]'));
    edits.add(await inserted(other, 'older'));
    edits.add(await inserted(stage.servicesFile, 'newer'));
    await inserted(stage.servicesFile, 'typed');
    await answering(
      'showInformationMessage',
      async () => undefined,
      () => edits.undo(),
    );
    assert.notEqual(await textOf(other), '[]', 'one step takes back one edit');
    await edits.undo();
    assert.equal(await textOf(other), '[]');
    assert.equal(edits.canUndo, true);
    // a file that is gone keeps nothing back either
    edits.add(await inserted(other, 'again'));
    edits.add(new Unreadable({ document: await vscode.workspace.openTextDocument(other), changes: [], text: '' }, 'gone'));
    await assert.rejects(edits.undo(), /gone/);
    await edits.undo();
    assert.equal(await textOf(other), '[]');
  });

  it('[E-22] also takes back what Edit Capabilities did', async () => {
    const { edits } = stage.page.panel;
    await stage.showFor('text-model', 'artifact:8');
    const original = await text();
    const picker = { pick: async () => ({ input: ['text', 'audio'], output: ['text'] }) };
    stage.page.editing = (root, serviceId) => editCapabilities(rootsOf(root ?? assert.fail()), picker, { root, serviceId });
    await edit(() => stage.page.say({ type: 'editCapabilities' }));
    assert.notEqual(await text(), original);
    assert.equal(edits.canUndo, true);
    await edits.undo();
    assert.equal(await text(), original);
  });
});
