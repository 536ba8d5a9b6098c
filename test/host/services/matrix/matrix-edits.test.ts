import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { CellEdits } from '../../../../src/host/services/matrix/cell-edits.ts';
import { closeAllEditors, makeFolder, replaceIn, type Folder } from '../services-fixture.ts';
import { FakeMatrix, input, output } from './matrix-fixture.ts';

const TEXT = `{
  // ours
  "services": [
    {
      "id": "a", "apiKey": "sk-secret-0123456789",
      "model": "gpt-4o",
      "capabilities": {
        "input": ["text", /* eyes */ "audio"], // two
        "output": ["text"]
      }
    },
    { "id": "b", "unknown": [ 1,2 ] },
    { "id": "twin" }, { "id": "twin" },
  ]
}
`;

describe('edits in the capability matrix', () => {
  let folder: Folder;
  let uri: vscode.Uri;
  let document: vscode.TextDocument;
  let matrix: FakeMatrix;

  beforeEach(async () => {
    folder = await makeFolder();
    uri = await folder.write('llmservices.json', TEXT);
    document = await vscode.workspace.openTextDocument(uri);
    matrix = new FakeMatrix(document);
    await matrix.until(({ rows }) => rows.length === 4);
  });
  afterEach(async () => {
    matrix.dispose();
    await closeAllEditors();
    await folder.remove();
  });

  const added = TEXT.replace('"audio"]', '"audio", "vision"]');

  it('a click changes only its word, leaves the document unsaved, and undo and redo bring the text back and forth', async () => {
    await vscode.window.showTextDocument(document);
    assert.deepEqual(await matrix.click(0, input('vision'), true), { done: true, sentence: null });
    assert.equal(document.getText(), added);
    assert.equal(document.isDirty, true);
    await matrix.until(({ rows }) => rows[0]?.input.includes('vision') === true);
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), TEXT);
    await matrix.until(({ rows }) => rows[0]?.input.includes('vision') === false);
    await vscode.commands.executeCommand('redo');
    assert.equal(document.getText(), added);
  });

  it('two clicks are two steps of undo', async () => {
    await vscode.window.showTextDocument(document);
    await matrix.click(0, input('vision'), true);
    await matrix.click(1, input('file'), true);
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), added);
  });

  it('a service without capabilities gets them with what it stood for', async () => {
    assert.deepEqual(matrix.rows[1]?.implied, ['input', 'output']);
    await matrix.click(1, input('vision'), true);
    assert.equal(
      document.getText(),
      TEXT.replace('"unknown": [ 1,2 ] }', '"unknown": [ 1,2 ], "capabilities": { "input": ["text", "vision"], "output": ["text"] } }'),
    );
  });

  it('a click on what the text says already changes nothing', async () => {
    const { version } = document;
    assert.deepEqual(await matrix.click(0, input('audio'), true), { done: true, sentence: null });
    assert.equal(document.version, version);
  });

  it('a stale click is made on the fresh text, for the service it meant', async () => {
    const { version } = matrix;
    await replaceIn(document, '"services": [', '"services": [\n    { "id": "new" },');
    assert.deepEqual(await matrix.click(0, input('vision'), true, { version, id: 'a' }), { done: true, sentence: null });
    assert.equal(document.getText(), added.replace('"services": [', '"services": [\n    { "id": "new" },'));
  });

  it('a stale click on a service that is gone, or that cannot be told any more, is refused with a sentence', async () => {
    const { version } = matrix;
    await replaceIn(document, '"id": "a"', '"id": "z"');
    assert.deepEqual(await matrix.click(0, input('vision'), true, { version, id: 'a' }), {
      done: false,
      sentence: 'The service is no longer in the file.',
    });
    const { done, sentence } = await matrix.click(3, input('vision'), true, { version, id: 'twin' });
    assert.equal(done, false);
    assert.match(sentence ?? '', /the service can no longer be identified/);
    assert.equal(document.getText(), TEXT.replace('"id": "a"', '"id": "z"'));
  });

  it('quick clicks of its own make nothing stale: of two services with one id the one that was clicked changes', async () => {
    const { version } = matrix;
    const answers = await Promise.all([
      matrix.click(2, input('vision'), true, { version }),
      matrix.click(3, output('audio'), true, { version }),
      matrix.click(2, input('file'), true, { version }),
    ]);
    assert.deepEqual(
      answers.map(({ done }) => done),
      [true, true, true],
    );
    assert.equal(
      document.getText(),
      TEXT.replace(
        '{ "id": "twin" }, { "id": "twin" }',
        '{ "id": "twin", "capabilities": { "input": ["text", "vision", "file"], "output": ["text"] } }, { "id": "twin", "capabilities": { "input": ["text"], "output": ["text", "audio"] } }',
      ),
    );
  });

  it('no click overtakes another whose file takes longer to look at', async () => {
    const edits = new CellEdits(document);
    const asked: string[] = [];
    let answer: (isLocked: boolean) => void = () => undefined;
    const slow = new Promise<boolean>((resolve) => (answer = resolve));
    const click = (type: string, isLocked: Promise<boolean>) =>
      edits.setCell(
        { type: 'setCell', request: 1, version: document.version, index: 1, id: 'b', column: input(type), declared: true },
        () => (asked.push(type), isLocked),
      );
    const both = Promise.all([click('vision', slow), click('file', Promise.resolve(false))]);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(asked, ['vision']);
    answer(false);
    assert.deepEqual(await both, [undefined, undefined]);
    assert.match(document.getText(), /"id": "b".*"input": \["text", "vision", "file"\]/);
    assert.equal(await click('audio', Promise.resolve(true)), 'locked');
    edits.dispose();
  });

  it('clicks and typing at once are all in the text', async () => {
    const typed = Promise.all([
      replaceIn(document, '// ours', '// mine'),
      matrix.click(0, input('vision'), true),
      matrix.click(0, output('tool_calling'), true),
    ]);
    const [, ...answers] = await typed;
    assert.deepEqual(
      answers.map(({ done }) => done),
      [true, true],
    );
    assert.equal(
      document.getText(),
      added.replace('// ours', '// mine').replace('"output": ["text"]', '"output": ["text", "tool_calling"]'),
    );
  });

  it('follows what is typed in the text, and sends only the row that differs', async () => {
    matrix.sent.length = 0;
    await replaceIn(document, '"audio"]', '"audio", "video"]');
    await matrix.until(({ rows }) => rows[0]?.input.includes('video') === true);
    const sent = matrix.sent.filter((message) => message.type === 'rows');
    assert.deepEqual(
      sent.map(({ start, remove, rows }) => [start, remove, rows.length]),
      [[0, 1, 1]],
    );
    matrix.sent.length = 0;
    await replaceIn(document, '// ours', '// yours');
    await matrix.until(() => matrix.version === document.version);
    assert.deepEqual(
      matrix.sent.map(({ type }) => type),
      ['state'],
      'a comment is no row',
    );
  });

  it('no message holds a key or a field we do not know', async () => {
    await matrix.click(0, input('vision'), true);
    await matrix.until(({ rows }) => rows[0]?.input.includes('vision') === true);
    assert.doesNotMatch(JSON.stringify(matrix.sent), /sk-secret|unknown":\[/);
  });

  it('a malformed message is dropped and told in the log', () => {
    matrix.say({ type: 'setCell', index: -1 });
    assert.equal(matrix.warnings.length, 1);
    assert.equal(document.getText(), TEXT);
  });
});
