import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { HINTS_SETTING } from '../../../../src/host/services/language/catalogue-hints.ts';
import { bundledPackage } from '../../../support/catalogues.ts';
import { closeAllEditors, diagnosticsOf, makeFolder, replaceIn, type Folder } from '../services-fixture.ts';
import { applyFix, fixesOf, undo } from './language-fixture.ts';

const TEXT =
  '{\n  "services": [\n    { "id": "a", "model": "gpt-4o", "capabilities": { "input": ["text", "audio", "smell"], "output": ["text", "structured_output"] } },\n    { "id": "b", "model": "claude-opus-99" }\n  ]\n}\n';
const CONTRADICTED = 'capability_contradicted';
const UNDECLARED = 'capability_undeclared';

describe('hints where a declaration and the catalogue disagree', () => {
  let folder: Folder;
  let document: vscode.TextDocument;

  beforeEach(async () => {
    await vscode.extensions.getExtension('agent-artifacts.agent-artifacts')?.activate();
    folder = await makeFolder();
    document = await vscode.workspace.openTextDocument(await folder.write('llmservices.json', TEXT));
  });
  afterEach(async () => {
    await vscode.workspace.getConfiguration().update(HINTS_SETTING, undefined, vscode.ConfigurationTarget.Global);
    await closeAllEditors();
    await folder.remove();
  });

  it('name the model and the source, at the word that is contradicted and at the model that can do more; a family is not enough', async () => {
    const found = await diagnosticsOf(document.uri, (all) => all.length === 2);
    const told = found.map(({ code, severity, message, range }) => [code, severity, message, document.getText(range)]);
    const { package: openai } = bundledPackage('@langchain/openai');
    assert.deepEqual(told, [
      [
        CONTRADICTED,
        vscode.DiagnosticSeverity.Information,
        `The model gpt-4o is known not to support "audio" (gpt-4o, ${openai}).`,
        '"audio"',
      ],
      [
        UNDECLARED,
        vscode.DiagnosticSeverity.Hint,
        `The model gpt-4o is known to support more than declared: vision, file, tool_calling (gpt-4o, ${openai}).`,
        '"gpt-4o"',
      ],
    ]);
  });

  it('have a quick fix for what is meant, one for all that is known of the service, and a way to turn them off', async () => {
    const fixes = await fixesOf(document, UNDECLARED);
    assert.deepEqual(
      fixes.map(({ title }) => title),
      ['Declare vision, file, tool_calling', 'Declare what is known about gpt-4o', 'Turn off catalogue hints…'],
    );
    const [, everything] = fixes;
    assert.ok(everything);
    await applyFix(everything);
    const edited = TEXT.replace('["text", "audio", "smell"]', '["text", "smell", "vision", "file"]').replace(
      '["text", "structured_output"]',
      '["text", "structured_output", "tool_calling"]',
    );
    assert.equal(document.getText(), edited);
    await diagnosticsOf(document.uri, (all) => all.length === 0);
    await undo(document);
    assert.equal(document.getText(), TEXT);
  });

  it('let a single word be taken out', async () => {
    const [first] = await fixesOf(document, CONTRADICTED);
    assert.equal(first?.title, 'Remove "audio"');
    await applyFix(first);
    assert.equal(document.getText(), TEXT.replace('"audio", ', ''));
  });

  it('follow the text, and are silent when the setting says so', async () => {
    await diagnosticsOf(document.uri, (all) => all.length === 2);
    await replaceIn(document, '"gpt-4o"', '"lavalamp"');
    await diagnosticsOf(document.uri, (all) => all.length === 0);
    await replaceIn(document, '"lavalamp"', '"gpt-4o"');
    await diagnosticsOf(document.uri, (all) => all.length === 2);
    await vscode.workspace.getConfiguration().update(HINTS_SETTING, false, vscode.ConfigurationTarget.Global);
    await diagnosticsOf(document.uri, (all) => all.length === 0);
  });
});
