import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { base64, png } from '../../support/transcripts.ts';
import { closeAllEditors, diagnosticsOf, makeFolder, type Folder } from '../services/services-fixture.ts';

const MEBIBYTE = 1024 * 1024;
const LINE = `{"role":"user","content":"${'so many words '.repeat(1000)}"}\n`;
const BAD = `{"role":"tool","content":"data:image/png;base64,${base64(png(1200))}"}\n`;

describe('a transcript that VS Code does not hand over', () => {
  let folder: Folder;
  let uri: vscode.Uri;

  before(async () => {
    await vscode.extensions.getExtension('agent-artifacts.agent-artifacts')?.activate();
  });
  beforeEach(async () => {
    // VS Code asks before it opens a large file
    await vscode.workspace.getConfiguration('workbench').update('editorLargeFileConfirmation', 500, vscode.ConfigurationTarget.Global);
    folder = await makeFolder();
    uri = await folder.write('large.jsonl', LINE.repeat(Math.ceil((51 * MEBIBYTE) / LINE.length)) + BAD);
  });
  afterEach(async () => {
    await closeAllEditors();
    await vscode.workspace.getConfiguration('agentArtifacts').update('transcriptLint', undefined, vscode.ConfigurationTarget.Global);
    await vscode.workspace
      .getConfiguration('workbench')
      .update('editorLargeFileConfirmation', undefined, vscode.ConfigurationTarget.Global);
    await folder.remove();
  });

  const codes = (all: readonly vscode.Diagnostic[]): unknown[] => all.map(({ code }) => code);

  it('[E-22a] says at its beginning that the command reads it, as long as it is open, is to be checked, and that has not read it', async () => {
    const setting = vscode.workspace.getConfiguration('agentArtifacts');
    const isTold = (all: readonly vscode.Diagnostic[]): boolean => codes(all).includes('too_large');
    await vscode.commands.executeCommand('vscode.open', uri);
    const [said] = await diagnosticsOf(uri, (all) => all.length > 0);
    assert.equal(
      vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri.toString()),
      false,
      'it is not handed over',
    );
    assert.equal(
      said?.message,
      'VS Code does not share files above 50 MB with extensions: this file (51.0 MB) is not checked while it is open. “Lint Transcript…” checks it.',
    );
    assert.deepEqual(
      [said.severity, said.code, said.range.start.line, said.range.start.character],
      [vscode.DiagnosticSeverity.Information, 'too_large', 0, 0],
    );
    await setting.update('transcriptLint', false, vscode.ConfigurationTarget.Global);
    await diagnosticsOf(uri, (all) => all.length === 0);
    await setting.update('transcriptLint', undefined, vscode.ConfigurationTarget.Global);
    await diagnosticsOf(uri, isTold);
    await closeAllEditors();
    await diagnosticsOf(uri, (all) => all.length === 0);
    await vscode.commands.executeCommand('vscode.open', uri);
    await diagnosticsOf(uri, isTold);
    await vscode.commands.executeCommand('agentArtifacts.lintTranscript');
    assert.deepEqual(codes(await diagnosticsOf(uri, (all) => !isTold(all))), ['data_url_in_text']);
  });
});
