import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { ArtifactMetadata } from '../../../../src/core/store/artifact.ts';
import { provideCodeLenses } from '../../../../src/host/services/language/code-lens.ts';
import type { LanguageDependencies } from '../../../../src/host/services/language/dependencies.ts';
import { provideHover } from '../../../../src/host/services/language/hover.ts';
import type { OpenRoot } from '../../../../src/host/roots/open-root.ts';
import { folderForEach, openRoot, replaceIn, rootsOf } from '../services-fixture.ts';
import { show } from './language-fixture.ts';

const TEXT = '{\n  "services": [\n    { "id": "a", "name": "A", "model": "m-1", "capabilities": { "input": ["text", "file"], "output": ["text"] } },\n    { "id": "a" }\n  ]\n}\n';
const never = new vscode.CancellationTokenSource().token;

describe('help with editing llmservices.json', () => {
  const folder = folderForEach();

  async function completionsAt(document: vscode.TextDocument, part: string, shift: number): Promise<vscode.CompletionItem[]> {
    const position = document.positionAt(document.getText().indexOf(part) + shift);
    const { items } = await vscode.commands.executeCommand<vscode.CompletionList>('vscode.executeCompletionItemProvider', document.uri, position);
    return items;
  }
  const labels = (items: readonly vscode.CompletionItem[]): string[] => items.map(({ label }) => (typeof label === 'string' ? label : label.label));

  function dependencies(listed: readonly ArtifactMetadata[] | undefined, ...roots: OpenRoot[]): LanguageDependencies {
    const previewService = { selectedServiceId: () => undefined, select: () => undefined, onDidChange: new vscode.EventEmitter<never>().event };
    return { roots: rootsOf(...roots), previewService, listed: async () => listed };
  }

  it('[2-R1.3] completes the capabilities of each list that are not there yet, with what they open', async () => {
    const document = await show(await folder.write('llmservices.json', TEXT));
    const inputs = await completionsAt(document, '"file"', 3);
    const known = ['vision', 'audio', 'video', 'file', 'tool_result_media'];
    assert.deepEqual(labels(inputs).filter((label) => [...known, 'text', 'tool_calling'].includes(label.replaceAll('"', ''))), known);
    assert.match(JSON.stringify(inputs.find(({ label }) => label === 'vision')?.documentation), /Images reach the model/);
    await replaceIn(document, '"output": ["text"]', '"output": ["text", ]');
    const outputs = labels(await completionsAt(document, '["text", ]', 9));
    assert.ok(['structured_output', 'tool_calling', 'audio'].every((type) => outputs.includes(type)), outputs.join());
    assert.ok(!outputs.includes('vision') && !outputs.includes('text'), outputs.join());
  });

  it('completes known models, and tells what one can do when it is looked at', async () => {
    const document = await show(await folder.write('llmservices.json', '{ "services": [ { "id": "a", "model": "gpt-4" } ] }'));
    const position = document.positionAt(document.getText().indexOf('gpt-4') + 3);
    const { items } = await vscode.commands.executeCommand<vscode.CompletionList>('vscode.executeCompletionItemProvider', document.uri, position, undefined, 2000);
    const models = labels(items);
    assert.ok(models.length > 1000, String(models.length));
    const order = ['claude-sonnet-4-5', 'gpt-5', 'gpt-4o', 'openai.gpt-oss-20b'].map((model) => items.find(({ label }) => label === model)?.sortText ?? '');
    assert.deepEqual(order, order.toSorted(), 'those under their own names first, newer ones before older ones');
    const model = items.find(({ label }) => label === 'gpt-4o');
    assert.equal(model?.insertText, '"gpt-4o"');
    assert.match(String(model.documentation), /^Takes: text, vision.*\nGives: text.*\nKnown from exact: gpt-4o, @langchain\/openai/s);
  });

  it('completes the capabilities of a service as they are known of its model', async () => {
    let files = 0;
    const at = async (text: string): Promise<{ document: vscode.TextDocument; item: vscode.CompletionItem | undefined }> => {
      const document = await show(await folder.write(`llmservices.${++files}.json`, text.replace('|', '')));
      const { items } = await vscode.commands.executeCommand<vscode.CompletionList>('vscode.executeCompletionItemProvider', document.uri, document.positionAt(text.indexOf('|')));
      return { document, item: items.find(({ label }) => typeof label !== 'string' && label.label === 'capabilities') };
    };
    for (const text of ['{ "services": [ { "id": "a", "model": "gpt-4o" | } ] }', '{ "services": [ { "id": "a", | "model": "gpt-4o" } ] }', '{ "services": [ { "model": "gpt-4o", "id": "a", "capabilities": | } ] }', '{ "services": [ { "model": "gpt-4o", "id": "a", "cap|" } ] }']) {
      const { document, item } = await at(text);
      assert.ok(item?.insertText instanceof vscode.SnippetString, text);
      const editor = vscode.window.activeTextEditor;
      assert.ok(editor && item.range instanceof vscode.Range);
      await editor.insertSnippet(item.insertText, item.range);
      const { services: [service] } = JSON.parse(document.getText()) as { services: { capabilities: { input: string[]; output: string[] } }[] };
      assert.deepEqual(service?.capabilities, { input: ['text', 'vision', 'file'], output: ['text', 'structured_output', 'tool_calling'] }, text);
    }
    assert.equal((await at('{ "services": [ { "id": "a", "model": "lavalamp", | } ] }')).item, undefined, 'nothing is known of the model');
    assert.equal((await at('{ "services": [ { "id": "a", "model": "gpt-4o", | "capabilities": {} } ] }')).item, undefined, 'it is there');
  });

  it('completes APIs and whole services', async () => {
    const document = await show(await folder.write('llmservices.local.json', '{ "services": [ { "id": "a", "api": "" } ] }'));
    const apis = await completionsAt(document, '""', 1);
    assert.ok(['openai-chat', 'anthropic', 'gemini', 'ollama'].every((api) => labels(apis).includes(api)), labels(apis).join());
    const services = await completionsAt(document, '] }', 0);
    assert.ok(['Text model', 'Vision model', 'Multimodal model'].every((label) => labels(services).includes(label)), labels(services).join());
    const editor = vscode.window.activeTextEditor;
    const vision = services.find(({ label }) => label === 'Vision model')?.insertText;
    assert.ok(editor && vision instanceof vscode.SnippetString);
    await editor.insertSnippet(vision, document.positionAt(document.getText().indexOf('] }')));
    const { services: [, added] } = JSON.parse(document.getText()) as { services: { id: string; capabilities: unknown }[] };
    assert.deepEqual([added?.id, added?.capabilities], ['vision-model', { input: ['text', 'vision'], output: ['text', 'structured_output', 'tool_calling'] }]);
  });

  it('tells on hover what a capability opens', async () => {
    const document = await show(await folder.write('llmservices.json', TEXT));
    const position = document.positionAt(TEXT.indexOf('"file"') + 2);
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', document.uri, position);
    const text = hovers.flatMap(({ contents }) => contents).map((content) => (typeof content === 'string' ? content : content.value)).join('\n');
    assert.match(text, /every other binary file/);
  });

  it('counts on hover the artifacts that a view has listed, in the file in force', async () => {
    const document = await show(await folder.write('llmservices.json', TEXT));
    const root = await openRoot(folder.uri);
    const position = document.positionAt(TEXT.indexOf('"file"') + 2);
    const artifacts = ['image/png', 'application/pdf', 'audio/mpeg', 'text/plain'].map((mimeType) => ({ mimeType }) as ArtifactMetadata);
    const textOf = async (listed: readonly ArtifactMetadata[] | undefined, ...roots: OpenRoot[]): Promise<string> => {
      const hover = await provideHover(dependencies(listed, ...roots), document, position, never);
      return hover ? hover.contents.map((content) => (content as vscode.MarkdownString).value).join() : '';
    };
    assert.match(await textOf(artifacts, root), /opens 2 of the 4 artifacts/);
    assert.doesNotMatch(await textOf(undefined, root), /artifacts listed/);
    assert.doesNotMatch(await textOf(artifacts), /artifacts listed/);
  });

  it('has a symbol for each service', async () => {
    const document = await show(await folder.write('llmservices.json', TEXT));
    const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>('vscode.executeDocumentSymbolProvider', document.uri);
    const ours = symbols.filter(({ kind }) => kind === vscode.SymbolKind.Module);
    assert.deepEqual(ours.map(({ name, detail, selectionRange }) => [name, detail, selectionRange.start.line]), [['A', 'm-1 · text, file', 2], ['a', 'left out', 3]]);
  });

  it('offers above each service to edit its capabilities; in the file in force to preview with it, and who uses it', async () => {
    const uri = await folder.write('llmservices.json', TEXT);
    const document = await show(uri);
    const shown = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri, 10);
    assert.deepEqual(shown.map(({ command, range }) => [command?.title, range.start.line]), [['Edit capabilities', 2], ['Verify…', 2]]);
    const root = await openRoot(folder.uri);
    const runtime = root.uriOf(root.layout.runtimeDir).fsPath;
    await mkdir(runtime, { recursive: true });
    const agents = ['x', 'y'].map((id) => ({ id, roleId: '1', parentAgentId: 'root' }));
    await writeFile(path.join(runtime, 'org.json'), JSON.stringify({ roles: [{ id: '1', name: 'r', llmServiceId: 'a' }], agents }));
    await root.agents.load();
    const lenses = await provideCodeLenses(dependencies(undefined, root), document, never);
    assert.deepEqual(lenses.map(({ command }) => command?.title), ['Preview with this model', 'Edit capabilities', 'Verify…', '2 agents use it']);
    assert.deepEqual(lenses[0]?.command?.arguments, [{ uri: document.uri, serviceId: 'a' }]);
  });

  it('gives up what the next keystroke makes stale', async () => {
    const document = await show(await folder.write('llmservices.json', TEXT));
    const source = new vscode.CancellationTokenSource();
    const asked = provideCodeLenses(dependencies(undefined), document, source.token);
    source.cancel();
    assert.deepEqual(await asked, []);
  });
});
