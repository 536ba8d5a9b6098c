import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import * as vscode from 'vscode';
import { ServicesDiagnostics } from '../../../src/host/services/diagnostics.ts';
import type { OpenRoot } from '../../../src/host/roots/open-root.ts';
import { diagnosticsOf, folderForEach, openRoot, replaceIn, rootsOf } from './services-fixture.ts';

const OURS = 'Agent Artifacts';
const withInput = (...items: string[]): string =>
  `{\n  "services": [\n    { "id": "a", "capabilities": { "input": [${items.map((item) => JSON.stringify(item)).join(', ')}] } }\n  ]\n}\n`;

describe('diagnostics of llmservices.json', () => {
  const folder = folderForEach();

  it('[2-R1.4] appear in an open file, at the right place with code and source, and go when the problem is solved', async () => {
    const document = await vscode.workspace.openTextDocument(await folder.write('llmservices.json', withInput('text', 'visoin')));
    const [found, ...more] = await diagnosticsOf(document.uri, (all) => all.length > 0);
    assert.deepEqual(more, []);
    assert.equal(found?.code, 'capability_misspelt');
    assert.equal(found.source, OURS);
    assert.equal(found.severity, vscode.DiagnosticSeverity.Warning);
    assert.equal(document.getText(found.range), '"visoin"');
    assert.match(found.message, /vision/);
    await replaceIn(document, 'visoin', 'vision');
    await diagnosticsOf(document.uri, (all) => all.length === 0);
    await replaceIn(document, '"a"', '""');
    const [empty] = await diagnosticsOf(document.uri, (all) => all.length > 0);
    assert.deepEqual([empty?.code, empty?.severity], ['id_empty', vscode.DiagnosticSeverity.Error]);
  });

  it('point at the first of two services with the same id', async () => {
    const document = await vscode.workspace.openTextDocument(
      await folder.write('llmservices.local.json', '{"services": [{"id": "a"}, {"id": "a"}]}'),
    );
    const [found] = await diagnosticsOf(document.uri, (all) => all.length > 0);
    assert.equal(found?.code, 'id_duplicate');
    assert.equal(document.offsetAt(found.range.start), document.getText().lastIndexOf('"a"'));
    assert.equal(
      document.offsetAt(found.relatedInformation?.[0]?.location.range.start ?? new vscode.Position(0, 0)),
      document.getText().indexOf('"a"'),
    );
  });

  it('say each thing once: the JSON support speaks of syntax, we of the rest', async () => {
    const document = await vscode.workspace.openTextDocument(
      await folder.write('llmservices.json', '{\n  // kept\n  "services": [{"id": 5, "capabilities": 7,},],\n}\n'),
    );
    await vscode.window.showTextDocument(document);
    const invalid = await diagnosticsOf(document.uri, (all) => all.length > 0);
    assert.deepEqual(
      invalid.map(({ code, source }) => [code, source]),
      [
        ['id_not_string', OURS],
        ['capabilities_not_object', OURS],
      ],
    );
    await replaceIn(document, '[{', '[{{');
    const broken = await diagnosticsOf(
      document.uri,
      (all) => all.some(({ source }) => source !== OURS) && !all.some(({ source }) => source === OURS),
    );
    assert.ok(broken.length > 0);
    await replaceIn(document, '[{{', '[{');
    await diagnosticsOf(document.uri, (all) => all.length === 2 && all.every(({ source }) => source === OURS));
  });

  describe('[E-13a] where a document names the strict schema', () => {
    /** With problems of the form at values, names, members and entries, and two that no schema can say. */
    const wrong = `{
  "$schema": "SCHEMA",
  "services": [
    { "id": "", "maxTokens": 0, "modle": "m" },
    { "name": "without an id" },
    { "id": "b", "baseURL": "api.example.com", "capabilityTags": [1], "capabilities": {} },
    { "id": "c", "capabilities": { "input": ["text", "text", "tool_calling"] } },
    { "id": "d", "capabilities": { "input": ["text", ""] } },
    7
  ]
}
`;
    const rules = ['capability_duplicate', 'field_misspelt'];
    const codesOf = (all: readonly vscode.Diagnostic[]): unknown[] =>
      all
        .filter(({ source }) => source === OURS)
        .map(({ code }) => code)
        .sort();

    it('every problem stands once: those of the form are told by the JSON support, the others by us', async () => {
      const extension = vscode.extensions.getExtension('agent-artifacts.agent-artifacts');
      assert.ok(extension);
      const schema = await vscode.workspace.fs.readFile(
        vscode.Uri.joinPath(extension.extensionUri, 'dist/schemas/llmservices.schema.json'),
      );
      await folder.write('llmservices.schema.json', new TextDecoder().decode(schema));
      const document = await vscode.workspace.openTextDocument(
        await folder.write('llmservices.json', wrong.replace('SCHEMA', './llmservices.schema.json')),
      );
      await vscode.window.showTextDocument(document);
      const all = await diagnosticsOf(
        document.uri,
        (found) => found.some(({ source }) => source !== OURS) && codesOf(found).join() === rules.join(),
      );
      const places = all.map(({ range: { start } }) => `${start.line}:${start.character}`);
      assert.equal(new Set(places).size, places.length, JSON.stringify(all));
      assert.equal(all.length, rules.length + 9, JSON.stringify(all.map(({ message }) => message)));
    });

    it('we tell them when that schema cannot be loaded, and say that they are against it', async () => {
      const document = await vscode.workspace.openTextDocument(
        await folder.write('llmservices.json', wrong.replace('SCHEMA', './no-such.schema.json')),
      );
      await vscode.window.showTextDocument(document);
      const all = await diagnosticsOf(
        document.uri,
        (found) => found.some(({ source }) => source !== OURS) && codesOf(found).length === rules.length + 9,
      );
      for (const { code, source, relatedInformation } of all) {
        if (source !== OURS) continue;
        const schema = relatedInformation?.find(({ location }) => location.uri.path.endsWith('/schemas/llmservices.schema.json'));
        assert.equal(schema !== undefined, !rules.includes(String(code)), String(code));
      }
    });
  });

  it('speak of the syntax too where the JSON support does not: in a document without a tab', async () => {
    const document = await vscode.workspace.openTextDocument(await folder.write('llmservices.json', '{"services": [}'));
    const [found] = await diagnosticsOf(document.uri, (all) => all.length > 0);
    assert.deepEqual([found?.code, found?.source], ['syntax_error', OURS]);
  });

  it('leave other JSON files alone', async () => {
    const other = await vscode.workspace.openTextDocument(await folder.write('services.json', withInput('visoin')));
    const ours = await vscode.workspace.openTextDocument(await folder.write('llmservices.json', withInput('visoin')));
    await diagnosticsOf(ours.uri, (all) => all.length > 0);
    assert.deepEqual(
      vscode.languages.getDiagnostics(other.uri).filter(({ source }) => source === OURS),
      [],
    );
  });

  it('come with completions and hovers of the JSON schema, custom capabilities allowed', async () => {
    const document = await vscode.workspace.openTextDocument(await folder.write('llmservices.json', withInput('text', 'smell')));
    await vscode.window.showTextDocument(document);
    const inString = document.positionAt(document.getText().indexOf('smell'));
    const completions = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      document.uri,
      inString,
    );
    const labels = completions.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
    for (const type of ['vision', 'audio', 'file'])
      assert.ok(
        labels.some((label) => label.includes(type)),
        labels.join(),
      );
    const onName = document.positionAt(document.getText().indexOf('capabilities') + 1);
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', document.uri, onName);
    const text = hovers
      .flatMap(({ contents }) => contents)
      .map((content) => (typeof content === 'string' ? content : content.value))
      .join('\n');
    assert.match(text, /how artifacts reach the model/);
    assert.deepEqual(vscode.languages.getDiagnostics(document.uri), []);
  });

  it('of a file that is not open tell what the registry tells: bytes that are not UTF-8 are no text', async () => {
    const uri = await folder.write('llmservices.json', '');
    await vscode.workspace.fs.writeFile(
      uri,
      Uint8Array.from([...new TextEncoder().encode('{"services": [{"id": "a'), 0xff, ...new TextEncoder().encode('"}]}')]),
    );
    const diagnostics = new ServicesDiagnostics(rootsOf());
    try {
      assert.deepEqual(await diagnostics.checkFile(uri), { errors: 1, warnings: 0, information: 0, fromSchema: 0 });
      assert.deepEqual(
        (await diagnosticsOf(uri, (all) => all.length > 0)).map(({ code }) => code),
        ['not_utf8'],
      );
    } finally {
      diagnostics.dispose();
    }
  });

  it('of the file in force in a data root are there without anybody opening it, and end when it is in force no more', async () => {
    const uri = await folder.write('llmservices.json', withInput('text', 'vison'));
    const roots = rootsOf(await openRoot(folder.uri)) as ReturnType<typeof rootsOf> & { roots: OpenRoot[] };
    const diagnostics = new ServicesDiagnostics(roots);
    try {
      const found = await diagnosticsOf(uri, (all) => all.length > 0);
      assert.deepEqual(
        found.map(({ code }) => code),
        ['capability_misspelt'],
      );
      assert.equal(
        vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri.toString()),
        false,
      );
      const [root] = roots.roots.splice(0);
      assert.ok(root);
      roots.servicesChanged.fire(root);
      await diagnosticsOf(uri, (all) => all.length === 0);
    } finally {
      diagnostics.dispose();
    }
  });

  it('of a file that is not open are made on request, follow the disk, and end with the file', async () => {
    const uri = await folder.write('llmservices.json', `{"services": [{"id": "a"},\r\n {"id": "a"}, 7]}`);
    const diagnostics = new ServicesDiagnostics(rootsOf());
    try {
      assert.deepEqual(await diagnostics.checkFile(uri), { errors: 2, warnings: 0, information: 0, fromSchema: 1 });
      const [duplicate] = await diagnosticsOf(uri, (all) => all.length === 2);
      assert.deepEqual(duplicate?.range, new vscode.Range(1, 8, 1, 11));
      await folder.write('llmservices.json', '{"services": [}');
      await diagnostics.recheckClosed();
      await diagnosticsOf(uri, ([first]) => first?.code === 'syntax_error');
      await rm(uri.fsPath);
      await diagnostics.recheckClosed();
      await diagnosticsOf(uri, (all) => all.length === 0);
      await assert.rejects(diagnostics.checkFile(uri));
    } finally {
      diagnostics.dispose();
    }
  });
});
