import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { API_NAMES, WIRE_APIS } from '../../../../src/core/models/wire-api.ts';
import { modelItems, resolveCompletion } from '../../../../src/host/services/language/model-completion.ts';
import { stateOf } from '../../../../src/host/services/services-state.ts';
import { folderForEach, replaceIn } from '../services-fixture.ts';
import { show } from './language-fixture.ts';

const TEXT =
  '{\n  "services": [\n    { "id": "a", "name": "A", "model": "m-1", "capabilities": { "input": ["text", "file"], "output": ["text"] } },\n    { "id": "a" }\n  ]\n}\n';

describe('completion in llmservices.json', () => {
  const folder = folderForEach();

  async function completionsAt(document: vscode.TextDocument, part: string, shift: number): Promise<vscode.CompletionItem[]> {
    const position = document.positionAt(document.getText().indexOf(part) + shift);
    const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      document.uri,
      position,
    );
    return items;
  }
  const labels = (items: readonly vscode.CompletionItem[]): string[] =>
    items.map(({ label }) => (typeof label === 'string' ? label : label.label));

  it('[2-R1.3] completes the capabilities of each list that are not there yet, with what they open', async () => {
    const document = await show(await folder.write('llmservices.json', TEXT));
    const inputs = await completionsAt(document, '"file"', 3);
    const known = ['vision', 'audio', 'video', 'file', 'tool_result_media'];
    assert.deepEqual(
      labels(inputs).filter((label) => [...known, 'text', 'tool_calling'].includes(label.replaceAll('"', ''))),
      known,
    );
    assert.match(JSON.stringify(inputs.find(({ label }) => label === 'vision')?.documentation), /Images are sent as images/);
    await replaceIn(document, '"output": ["text"]', '"output": ["text", ]');
    const outputs = labels(await completionsAt(document, '["text", ]', 9));
    assert.ok(
      ['structured_output', 'tool_calling', 'audio'].every((type) => outputs.includes(type)),
      outputs.join(),
    );
    assert.ok(!outputs.includes('vision') && !outputs.includes('text'), outputs.join());
  });

  it('completes known models, and tells what one can do when it is looked at', async () => {
    const document = await show(await folder.write('llmservices.json', '{ "services": [ { "id": "a", "model": "gpt-4" } ] }'));
    const position = document.positionAt(document.getText().indexOf('gpt-4') + 3);
    const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      document.uri,
      position,
      undefined,
      2000,
    );
    const models = labels(items);
    assert.ok(models.length > 1000, String(models.length));
    const order = ['gpt-5', 'gpt-4o', 'claude-sonnet-4-5', 'openai.gpt-oss-20b'].map(
      (model) => items.find(({ label }) => label === model)?.sortText ?? '',
    );
    assert.deepEqual(order, order.toSorted(), 'well-known makers first, newer models before older ones, hosts last');
    const model = items.find(({ label }) => label === 'gpt-4o');
    assert.equal(model?.insertText, '"gpt-4o"');
    assert.match(String(model.documentation), /^Inputs: text, vision.*\nOutputs: text.*\nKnown from exact: gpt-4o, @langchain\/openai/s);
  });

  it('completes the capabilities of a service as they are known of its model', async () => {
    let files = 0;
    const at = async (text: string): Promise<{ document: vscode.TextDocument; item: vscode.CompletionItem | undefined }> => {
      const document = await show(await folder.write(`llmservices.${++files}.json`, text.replace('|', '')));
      const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
        'vscode.executeCompletionItemProvider',
        document.uri,
        document.positionAt(text.indexOf('|')),
      );
      return { document, item: items.find(({ label }) => typeof label !== 'string' && label.label === 'capabilities') };
    };
    for (const text of [
      '{ "services": [ { "id": "a", "model": "gpt-4o" | } ] }',
      '{ "services": [ { "id": "a", | "model": "gpt-4o" } ] }',
      '{ "services": [ { "model": "gpt-4o", "id": "a", "capabilities": | } ] }',
      '{ "services": [ { "model": "gpt-4o", "id": "a", "cap|" } ] }',
    ]) {
      const { document, item } = await at(text);
      assert.ok(item?.insertText instanceof vscode.SnippetString, text);
      const editor = vscode.window.activeTextEditor;
      assert.ok(editor && item.range instanceof vscode.Range);
      await editor.insertSnippet(item.insertText, item.range);
      const {
        services: [service],
      } = JSON.parse(document.getText()) as { services: { capabilities: { input: string[]; output: string[] } }[] };
      assert.deepEqual(
        service?.capabilities,
        { input: ['text', 'vision', 'file'], output: ['text', 'structured_output', 'tool_calling'] },
        text,
      );
    }
    assert.equal((await at('{ "services": [ { "id": "a", "model": "lavalamp", | } ] }')).item, undefined, 'nothing is known of the model');
    assert.equal((await at('{ "services": [ { "id": "a", "model": "gpt-4o", | "capabilities": {} } ] }')).item, undefined, 'it is there');
  });

  it('completes APIs and whole services', async () => {
    const document = await show(await folder.write('llmservices.local.json', '{ "services": [ { "id": "a", "api": "" } ] }'));
    const apis = await completionsAt(document, '""', 1);
    const named = Object.fromEntries(apis.map(({ label }) => (typeof label === 'string' ? [label, ''] : [label.label, label.description])));
    assert.deepEqual(
      WIRE_APIS.map((api) => [api, named[api]]),
      WIRE_APIS.map((api) => [api, API_NAMES[api]]),
      'each with the name its provider writes',
    );
    const services = await completionsAt(document, '] }', 0);
    assert.ok(
      ['Text model', 'Vision model', 'Multimodal model'].every((label) => labels(services).includes(label)),
      labels(services).join(),
    );
    const editor = vscode.window.activeTextEditor;
    const vision = services.find(({ label }) => label === 'Vision model')?.insertText;
    assert.ok(editor && vision instanceof vscode.SnippetString);
    await editor.insertSnippet(vision, document.positionAt(document.getText().indexOf('] }')));
    const {
      services: [, added],
    } = JSON.parse(document.getText()) as { services: { id: string; capabilities: unknown }[] };
    assert.deepEqual(
      [added?.id, added?.capabilities],
      ['vision-model', { input: ['text', 'vision'], output: ['text'] }],
      'nothing is declared that nobody knows',
    );
  });

  it('indents what is put in as the document is indented, whatever the editor makes of it', async () => {
    for (const [unit, text] of [
      ['  ', '{\n  "services": [\n    {\n      "id": "a",\n      "model": "gpt-4o"\n    },\n    \n  ]\n}\n'],
      ['\t', '{\n\t"services": [\n\t\t{\n\t\t\t"id": "a",\n\t\t\t"model": "gpt-4o"\n\t\t},\n\t\t\n\t]\n}\n'],
    ] as const) {
      const document = await show(await folder.write(`llmservices.${unit.length}.json`, text));
      const editor = vscode.window.activeTextEditor;
      assert.ok(editor);
      editor.options = { ...editor.options, tabSize: 8, insertSpaces: true };
      const at = `},\n${unit.repeat(2)}`;
      const item = (await completionsAt(document, at, at.length)).find(({ label }) => label === 'Text model');
      assert.ok(item?.insertText instanceof vscode.SnippetString);
      assert.equal(item.keepWhitespace, true);
      const lines = item.insertText.value.split('\n');
      assert.deepEqual(
        [lines[1]?.startsWith(`${unit.repeat(3)}"id"`), lines.at(-1)],
        [true, `${unit.repeat(2)}\\}`],
        item.insertText.value,
      );
      assert.ok(lines.includes(`${unit.repeat(4)}"input": ["text"],`), item.insertText.value);
    }
  });

  it('fills in the capabilities of a model where none are declared, and leaves those that are', async () => {
    const text =
      '{\n  "services": [\n    {\n      "id": "a",\n      "model": "gpt-4"\n    },\n    { "id": "b", "model": "gpt-5", "capabilities": {} }\n  ]\n}\n';
    const document = await show(await folder.write('llmservices.json', text));
    const state = await stateOf(document);
    const chosen = async (written: string): Promise<vscode.CompletionItem> => {
      const offset = text.indexOf(written);
      const { items } = await modelItems(
        document,
        state,
        { offset, length: written.length },
        new vscode.Range(document.positionAt(offset), document.positionAt(offset + written.length)),
      );
      const item = items.find(({ label }) => label === 'gpt-4o');
      assert.ok(item);
      return resolveCompletion(item);
    };
    const { additionalTextEdits = [], documentation } = await chosen('"gpt-4"');
    assert.match(String(documentation), /The capabilities are filled in\.$/);
    const edit = new vscode.WorkspaceEdit();
    edit.set(document.uri, additionalTextEdits);
    assert.ok(await vscode.workspace.applyEdit(edit));
    const filled =
      '"model": "gpt-4",\n      "capabilities": {\n        "input": ["text", "vision", "file"],\n        "output": ["text", "structured_output", "tool_calling"]\n      }\n';
    assert.equal(document.getText(), text.replace('"model": "gpt-4"\n', filled));
    assert.equal((await chosen('"gpt-5"')).additionalTextEdits, undefined);
  });

  it('keeps a name first that is written and means something, before all that only begin like it', async () => {
    const document = await show(
      await folder.write('llmservices.json', '{ "services": [ { "id": "a", "model": "llava" }, { "id": "b", "model": "lav" } ] }'),
    );
    const first = async (written: string): Promise<string | undefined> => {
      const [item] = (await completionsAt(document, written, written.length - 1))
        .filter(({ kind }) => kind === vscode.CompletionItemKind.Value)
        .toSorted((a, b) => ((a.sortText ?? '') < (b.sortText ?? '') ? -1 : 1));
      return item && JSON.stringify(item.label);
    };
    assert.equal(await first('"llava"'), '{"label":"llava","description":"guess: llava"}');
    assert.notEqual(await first('"lav"'), '"lav"');
  });
});
