import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { ArtifactMetadata } from '../../../../src/core/store/artifact.ts';
import { provideCodeLenses, provideHover } from '../../../../src/host/services/language/features.ts';
import type { LanguageDependencies } from '../../../../src/host/services/language/dependencies.ts';
import type { OpenRoot } from '../../../../src/host/roots/open-root.ts';
import { folderForEach, openRoot, rootsOf } from '../services-fixture.ts';

const TEXT =
  '{\n  "services": [\n    { "id": "a", "name": "A", "model": "m-1", "capabilities": { "input": ["text", "file"], "output": ["text"] } },\n    { "id": "a" }\n  ]\n}\n';
const never = new vscode.CancellationTokenSource().token;

describe('help with editing llmservices.json', () => {
  const folder = folderForEach();

  function dependencies(listed: readonly ArtifactMetadata[] | undefined, ...roots: OpenRoot[]): LanguageDependencies {
    const previewService = {
      selectedServiceId: () => undefined,
      select: () => undefined,
      recentModels: () => [],
      onDidChange: new vscode.EventEmitter<never>().event,
    };
    return { roots: rootsOf(...roots), previewService, listed: async () => listed };
  }

  it('tells on hover what a capability opens', async () => {
    const document = await vscode.workspace.openTextDocument(await folder.write('llmservices.json', TEXT));
    const position = document.positionAt(TEXT.indexOf('"file"') + 2);
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', document.uri, position);
    const text = hovers
      .flatMap(({ contents }) => contents)
      .map((content) => (typeof content === 'string' ? content : content.value))
      .join('\n');
    assert.match(text, /other binary files/);
  });

  it('counts on hover the artifacts that a view has listed, in the file in force', async () => {
    const document = await vscode.workspace.openTextDocument(await folder.write('llmservices.json', TEXT));
    const root = await openRoot(folder.uri);
    const position = document.positionAt(TEXT.indexOf('"file"') + 2);
    const artifacts = ['image/png', 'application/pdf', 'audio/mpeg', 'text/plain'].map((mimeType) => ({ mimeType }) as ArtifactMetadata);
    const textOf = async (listed: readonly ArtifactMetadata[] | undefined, ...roots: OpenRoot[]): Promise<string> => {
      const hover = await provideHover(dependencies(listed, ...roots), document, position, never);
      return hover ? hover.contents.map((content) => (content as vscode.MarkdownString).value).join() : '';
    };
    assert.match(await textOf(artifacts, root), /Applies to 2 of the 4 artifacts/);
    assert.doesNotMatch(await textOf(undefined, root), /in the Artifacts view/);
    assert.doesNotMatch(await textOf(artifacts), /in the Artifacts view/);
  });

  it('has a symbol for each service', async () => {
    const document = await vscode.workspace.openTextDocument(await folder.write('llmservices.json', TEXT));
    const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>('vscode.executeDocumentSymbolProvider', document.uri);
    const ours = symbols.filter(({ kind }) => kind === vscode.SymbolKind.Module);
    assert.deepEqual(
      ours.map(({ name, detail, selectionRange }) => [name, detail, selectionRange.start.line]),
      [
        ['A', 'm-1 · text, file', 2],
        ['a', 'ignored', 3],
      ],
    );
  });

  it('offers above each service to edit its capabilities; in the file in force to preview with it, and who uses it', async () => {
    const uri = await folder.write('llmservices.json', TEXT);
    const document = await vscode.workspace.openTextDocument(uri);
    const shown = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri, 10);
    assert.deepEqual(
      shown.map(({ command, range }) => [command?.title, range.start.line]),
      [
        ['Edit capabilities', 2],
        ['Verify…', 2],
      ],
    );
    const root = await openRoot(folder.uri);
    const runtime = root.uriOf(root.layout.runtimeDir).fsPath;
    await mkdir(runtime, { recursive: true });
    const agents = ['x', 'y'].map((id) => ({ id, roleId: '1', parentAgentId: 'root' }));
    await writeFile(path.join(runtime, 'org.json'), JSON.stringify({ roles: [{ id: '1', name: 'r', llmServiceId: 'a' }], agents }));
    await root.agents.load();
    const lenses = await provideCodeLenses(dependencies(undefined, root), document, never);
    assert.deepEqual(
      lenses.map(({ command }) => command?.title),
      ['Preview with this model', 'Edit capabilities', 'Verify…', '2 agents use it'],
    );
    assert.deepEqual(lenses[0]?.command?.arguments, [{ uri: document.uri, serviceId: 'a' }]);
  });

  it('gives up what the next keystroke makes stale', async () => {
    const document = await vscode.workspace.openTextDocument(await folder.write('llmservices.json', TEXT));
    const source = new vscode.CancellationTokenSource();
    const asked = provideCodeLenses(dependencies(undefined), document, source.token);
    source.cancel();
    assert.deepEqual(await asked, []);
  });
});
