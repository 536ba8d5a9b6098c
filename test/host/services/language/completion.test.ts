import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { folderForEach } from '../services-fixture.ts';
import { show } from './language-fixture.ts';

describe('completion in llmservices.json', () => {
  const folder = folderForEach();

  /** What VS Code offers behind a part of a document, `resolved` of it as it is when it is looked at. */
  async function completionsBehind(document: vscode.TextDocument, part: string, resolved = 0): Promise<vscode.CompletionItem[]> {
    const position = document.positionAt(document.getText().indexOf(part) + part.length);
    const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      document.uri,
      position,
      undefined,
      resolved,
    );
    return items;
  }
  const named = (items: readonly vscode.CompletionItem[], name: string): vscode.CompletionItem | undefined =>
    items.find(({ label }) => (typeof label === 'string' ? label : label.label) === name);

  it('offers capabilities, and models, which tell what they can do when they are looked at', async () => {
    const text = '{ "services": [ { "id": "a", "model": "gpt-4", "capabilities": { "input": ["text", ""] } } ] }';
    const document = await vscode.workspace.openTextDocument(await folder.write('llmservices.json', text));
    const vision = named(await completionsBehind(document, '["text", "'), 'vision');
    assert.deepEqual([vision?.insertText, vision?.range instanceof vscode.Range], ['"vision"', true]);
    const told = (await completionsBehind(document, '"gpt', 20)).filter(({ documentation }) => /^Inputs: text/.test(String(documentation)));
    assert.ok(told.length > 0, 'no model tells what it can do');
    assert.ok(told.every(({ label, insertText }) => insertText === JSON.stringify(label)));
  });

  it('puts a whole service in, indented as the document is, whatever the editor makes of it', async () => {
    const text = '{\n\t"services": [\n\t\t{\n\t\t\t"id": "a"\n\t\t},\n\t\t\n\t]\n}\n';
    const document = await show(await folder.write('llmservices.local.json', text));
    const editor = vscode.window.activeTextEditor ?? assert.fail();
    editor.options = { ...editor.options, tabSize: 8, insertSpaces: true };
    const item = named(await completionsBehind(document, '},\n\t\t'), 'Vision model');
    assert.ok(item?.insertText instanceof vscode.SnippetString && item.range instanceof vscode.Range && item.keepWhitespace);
    await editor.insertSnippet(item.insertText, item.range, { undoStopBefore: true, undoStopAfter: true, keepWhitespace: true });
    assert.match(document.getText(), /\n\t\t\t"id": "vision-model",\n/);
    assert.deepEqual((JSON.parse(document.getText()) as { services: { capabilities: unknown }[] }).services[1]?.capabilities, {
      input: ['text', 'vision'],
      output: ['text'],
    });
  });
});
