import assert from 'node:assert/strict';
import { chmod, rm } from 'node:fs/promises';
import * as vscode from 'vscode';
import { servicesTemplate } from '../../../../src/core/models/services-file.ts';
import { answering } from '../../preview/fake-panel.ts';
import { watched } from '../../watched.ts';
import { closeAllEditors, makeFolder, openRoot, replaceIn, rootsOf, type Folder } from '../services-fixture.ts';
import { FakeMatrix, input } from './matrix-fixture.ts';

const TEXT = '{"services": [{"id": "a", "model": "gpt-4o", "capabilities": {"input": ["text", "visoin"], "output": ["text"]}}]}';

describe('the capability matrix and its file', () => {
  let folder: Folder;
  let matrix: FakeMatrix | undefined;

  beforeEach(async () => {
    folder = await makeFolder();
  });
  afterEach(async () => {
    matrix?.dispose();
    await closeAllEditors();
    await folder.remove();
  });

  async function open(
    text: string,
    name = 'llmservices.json',
  ): Promise<{ matrix: FakeMatrix; document: vscode.TextDocument; uri: vscode.Uri }> {
    const uri = await folder.write(name, text);
    const document = await vscode.workspace.openTextDocument(uri);
    const opened = (matrix = new FakeMatrix(document));
    await opened.until(() => true);
    return { matrix: opened, document, uri };
  }

  it('shows problems in the cell or row they concern, what is known of the model, and custom columns', async () => {
    const { matrix } = await open(TEXT);
    const [row] = matrix.rows;
    assert.deepEqual(
      row?.problems.map(({ severity, cell }) => [severity, cell]),
      [['warning', { list: 'input', type: 'visoin' }]],
    );
    assert.match(row?.problems[0]?.message ?? '', /Did you mean "vision"\?/);
    assert.deepEqual(matrix.status?.columns, [{ list: 'input', type: 'visoin' }]);
    const vision = row?.known[0] ?? 0;
    const sources = matrix.sent.flatMap((message) => (message.type === 'sources' ? message.sources : []));
    assert.ok(vision > 0, 'gpt-4o is known to see');
    assert.equal(sources[vision - 1]?.match, 'exact');
  });

  it('a command of a row is about the file it names, whichever editor is in front', async () => {
    const uri = await folder.write('llmservices.json', '{"services": [{"id": "behind", "model": "gpt-4o"}]}');
    await vscode.commands.executeCommand('vscode.openWith', uri, 'agentArtifacts.capabilityMatrix', vscode.ViewColumn.Beside);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: 'in front' }), vscode.ViewColumn.One);
    const row = { file: String(uri), service: { version: document.version, index: 0, id: 'behind' } };
    await vscode.env.clipboard.writeText('');
    await vscode.commands.executeCommand('agentArtifacts.matrixCopyId', row);
    assert.equal(await vscode.env.clipboard.readText(), 'behind');
  });

  it('problems of the file as a whole are told with their line', async () => {
    const { matrix } = await open('{\n  "services": [],\n  "servises": []\n}');
    assert.deepEqual(
      matrix.status?.problems.map(({ line, severity }) => [line, severity]),
      [[3, 'information']],
    );
  });

  it('a role that names no service is told of the file, an unused service in its row', async () => {
    await folder.write('org.json', '');
    const uri = await folder.write('llmservices.json', TEXT);
    const root = await openRoot(folder.uri);
    Object.defineProperty(root, 'agents', { value: { serviceUse: { roles: [{ name: 'Coder', serviceId: 'missing' }] } } });
    matrix = new FakeMatrix(await vscode.workspace.openTextDocument(uri), rootsOf(root));
    await matrix.until(({ status }) => status.inForce && status.problems.length > 0);
    assert.match(matrix.status?.problems[0]?.message ?? '', /"missing".*Coder/);
    assert.ok(matrix.rows[0]?.problems.some(({ message, cell }) => cell === null && message === 'No role uses this service.'));
  });

  it('a text that stops parsing leaves the last rows, says where, and refuses clicks; fixed, all is well', async () => {
    const { matrix, document } = await open(TEXT);
    await replaceIn(document, '"model"', '\n"model');
    await matrix.until(({ status }) => status.text === 'unusable');
    assert.equal(matrix.rows.length, 1);
    assert.equal(matrix.status?.problems[0]?.line, 2);
    assert.deepEqual(await matrix.click(0, input('vision'), true), {
      done: false,
      sentence: 'Fix the problems in the file before editing it here.',
    });
    await replaceIn(document, '\n"model', '"model"');
    await matrix.until(({ status }) => status.text === 'usable');
    assert.equal(document.getText(), TEXT);
  });

  it('keeps a byte order mark, CRLF and tabs', async () => {
    const text = '{\r\n\t"services": [\r\n\t\t{\r\n\t\t\t"id": "a"\r\n\t\t},\r\n\t]\r\n}\r\n';
    const { matrix, document, uri } = await open(`\ufeff${text}`);
    assert.equal((await matrix.click(0, input('vision'), true)).done, true);
    await document.save();
    const saved = Buffer.from(await vscode.workspace.fs.readFile(uri)).toString();
    const capabilities = '"capabilities": {\r\n\t\t\t\t"input": ["text", "vision"],\r\n\t\t\t\t"output": ["text"]\r\n\t\t\t}';
    assert.equal(saved, `\ufeff${text.replace('"id": "a"', `"id": "a",\r\n\t\t\t${capabilities}`)}`);
  });

  it('a blank file becomes the template, as one step of undo', async () => {
    const { matrix, document } = await open('\n');
    assert.equal(matrix.status?.text, 'blank');
    assert.deepEqual(matrix.status?.problems, []);
    matrix.say({ type: 'useTemplate' });
    await matrix.until(({ rows, status }) => status.text === 'usable' && rows.length === 3);
    assert.equal(document.getText(), servicesTemplate());
  });

  it('the template never replaces a text', async () => {
    const { matrix, document } = await open(TEXT);
    matrix.say({ type: 'useTemplate' });
    assert.equal((await matrix.click(0, input('text'), true)).done, true);
    assert.equal(document.getText(), TEXT);
  });

  it('a read-only file is shown, and a click is refused by the lock of the status; when it may be written, clicks count', async () => {
    const { matrix, document, uri } = await open(TEXT);
    await chmod(uri.fsPath, 0o444);
    assert.deepEqual(await matrix.click(0, input('vision'), true), { done: false, sentence: null });
    await matrix.until(({ status }) => status.lock === 'readonly');
    assert.equal(document.getText(), TEXT);
    await chmod(uri.fsPath, 0o644);
    assert.equal((await matrix.click(0, input('vision'), true)).done, true);
    await matrix.until(({ status }) => status.lock === null);
  });

  it('follows the file without a click: closed to writing and opened again, deleted and written anew', async () => {
    const watching = await watched(folder.uri);
    const { matrix, uri } = await open(TEXT);
    await chmod(uri.fsPath, 0o444);
    await matrix.until(({ status }) => status.lock === 'readonly');
    await chmod(uri.fsPath, 0o644);
    await matrix.until(({ status }) => status.lock === null);
    await rm(uri.fsPath);
    await matrix.until(({ status }) => status.gone);
    await folder.write('llmservices.json', TEXT);
    await matrix.until(({ status }) => !status.gone);
    watching.dispose();
  });

  it('a deleted file is told; its text stays, can be edited, and saving writes it again', async () => {
    const { matrix, document, uri } = await open(TEXT);
    await rm(uri.fsPath);
    assert.equal((await matrix.click(0, input('vision'), true)).done, true);
    await matrix.until(({ status, rows }) => status.gone && rows[0]?.input.includes('vision') === true);
    await document.save();
    assert.equal(Buffer.from(await vscode.workspace.fs.readFile(uri)).toString(), TEXT.replace('"visoin"', '"visoin", "vision"'));
  });

  it('a file that another program replaces is shown as it is now', async () => {
    const { matrix, document } = await open(TEXT);
    // VS Code watches files outside the workspace while an editor shows them: it was asked to before it was asked to watch the folder
    await vscode.window.showTextDocument(document);
    const watcher = await watched(folder.uri);
    await folder.write('llmservices.json', '{"services": [{"id": "x"}, {"id": "y"}]}');
    await matrix.until(({ rows }) => rows.map(({ id }) => id).join() === 'x,y');
    watcher.dispose();
  });

  it('a custom column is asked for by its name, with an example of its side', async () => {
    const { matrix } = await open(TEXT);
    const examples: unknown[] = [];
    const answer = async ({ placeHolder }: vscode.InputBoxOptions): Promise<string> => {
      examples.push(placeHolder);
      return ' mine ';
    };
    await answering('showInputBox', answer, async () => {
      for (const list of ['output', 'input'] as const) {
        const column = matrix.next('column');
        matrix.say({ type: 'addColumn', list, present: ['text'] });
        assert.deepEqual(await column, { type: 'column', column: { list, type: 'mine' } });
      }
    });
    assert.deepEqual(examples, ['image_generation', '3d_model']);
  });

  it('reveals a service, and a capability of it, in a text editor', async () => {
    const { matrix, document } = await open(TEXT);
    const shown = new Promise<vscode.TextEditor>((resolve) => {
      const listener = vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
        if (textEditor.document !== document || textEditor.selection.isEmpty) return;
        listener.dispose();
        resolve(textEditor);
      });
    });
    matrix.say({ type: 'reveal', version: matrix.version, index: 0, id: 'a', column: { list: 'input', type: 'visoin' } });
    const editor = await shown;
    assert.equal(document.getText(editor.selection), '"visoin"');
  });

  it('1,000 services are shown, and one click sends one row', async () => {
    const services = Array.from({ length: 1_000 }, (_, n) => ({
      id: `s${n}`,
      model: `gpt-4o-${n % 50}`,
      capabilities: { input: ['text'], output: ['text'] },
    }));
    const { matrix } = await open(JSON.stringify({ services }));
    await matrix.until(({ rows }) => rows.length === 1_000);
    matrix.sent.length = 0;
    assert.equal((await matrix.click(999, input('vision'), true)).done, true);
    await matrix.until(({ rows }) => rows[999]?.input.includes('vision') === true);
    assert.equal(
      matrix.sent
        .filter((message) => message.type === 'rows')
        .reduce((sum, message) => sum + (message.type === 'rows' ? message.rows.length : 0), 0),
      1,
    );
  });
});

describe('Open Capability Matrix', () => {
  afterEach(closeAllEditors);

  it('opens the matrix of a file, and Open as Text goes back', async () => {
    const folder = await makeFolder();
    try {
      const uri = await folder.write('llmservices.local.json', TEXT);
      await vscode.commands.executeCommand('agentArtifacts.openMatrix', uri);
      const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
      assert.ok(tab?.input instanceof vscode.TabInputCustom);
      assert.equal(tab.input.viewType, 'agentArtifacts.capabilityMatrix');
      assert.equal(tab.input.uri.toString(), uri.toString());
      await vscode.commands.executeCommand('agentArtifacts.openMatrixText');
      assert.ok(vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputText);
    } finally {
      await closeAllEditors();
      await folder.remove();
    }
  });
});
