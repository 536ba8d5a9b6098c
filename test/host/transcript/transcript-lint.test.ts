import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { directCompute, type Compute } from '../../../src/core/io/compute.ts';
import { CodedError } from '../../../src/core/io/errors.ts';
import { silentLogger } from '../../../src/core/io/logger.ts';
import { FileSystems } from '../../../src/host/roots/file-systems.ts';
import { type TranscriptDependencies, TranscriptLint } from '../../../src/host/transcript/transcript-lint.ts';
import type { SaveArguments } from '../../../src/host/screen/commands.ts';
import { saveAsArtifact } from '../../../src/host/transcript/save-as-artifact.ts';
import { base64, png } from '../../support/transcripts.ts';
import { codeActionsAt } from '../services/language/language-fixture.ts';
import { closeAllEditors, diagnosticsOf, makeFolder, openRoot, rootsOf, type Folder } from '../services/services-fixture.ts';

const OURS = 'Agent Artifacts';
const image = base64(png(1200));
const url = `data:image/png;base64,${image}`;
const bad = `{"role":"user","content":"hi"}\n{"role":"tool","content":"你好 😀 ${url} end"}\n`;

const ofOurs = (all: readonly vscode.Diagnostic[]) => all.filter(({ source }) => source === OURS);

/** A lint of its own, beside the extension's, which has registered its commands. */
function lintWith(compute: Compute): TranscriptLint {
  const { commands } = vscode;
  const { registerCommand } = commands;
  try {
    Object.assign(commands, { registerCommand: () => new vscode.Disposable(() => undefined) });
    return new TranscriptLint({
      roots: {} as TranscriptDependencies['roots'],
      fileSystems: new FileSystems(),
      compute,
      logger: silentLogger,
    });
  } finally {
    Object.assign(commands, { registerCommand });
  }
}

describe('the transcript lint', () => {
  let folder: Folder;

  before(async () => {
    await vscode.extensions.getExtension('agent-artifacts.agent-artifacts')?.activate();
  });
  beforeEach(async () => {
    folder = await makeFolder();
  });
  afterEach(async () => {
    await vscode.workspace.getConfiguration('agentArtifacts').update('transcriptLint', undefined, vscode.ConfigurationTarget.Global);
    await closeAllEditors();
    await folder.remove();
  });

  async function openBad(name = 'run.jsonl', text = bad): Promise<vscode.TextDocument> {
    const document = await vscode.workspace.openTextDocument(await folder.write(name, text));
    await diagnosticsOf(document.uri, (all) => ofOurs(all).length > 0);
    return document;
  }

  async function saveActionAt(document: vscode.TextDocument): Promise<SaveArguments> {
    const [found] = ofOurs(vscode.languages.getDiagnostics(document.uri));
    assert.ok(found);
    const actions = await codeActionsAt(document.uri, found.range);
    const action = actions.find(({ title }) => title === 'Save as Artifact and Insert Its Reference');
    assert.ok(action?.isPreferred);
    return action.command?.arguments?.[0] as SaveArguments;
  }

  it('warns of base64 in an open JSON lines file, exactly where it is, and no more once it is gone', async () => {
    const document = await openBad();
    const [found, ...more] = ofOurs(vscode.languages.getDiagnostics(document.uri));
    assert.deepEqual(more, []);
    assert.equal(found && document.getText(found.range), url);
    assert.equal(found?.severity, vscode.DiagnosticSeverity.Warning);
    assert.equal(found.code, 'data_url_in_text');
    assert.match(found.message, /PNG image, 1\.2 KB\. .* 1,1\d\d tokens/);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, found.range, 'gone');
    await vscode.workspace.applyEdit(edit);
    await diagnosticsOf(document.uri, (all) => ofOurs(all).length === 0);
  });

  it('checks JSON and logs, and follows its setting', async () => {
    const log = await openBad('run.log', `INFO ${url}\n`);
    const json = await openBad('run.json', JSON.stringify({ messages: [{ role: 'tool', content: url }] }, null, 2));
    await vscode.workspace.getConfiguration('agentArtifacts').update('transcriptLint', false, vscode.ConfigurationTarget.Global);
    for (const { uri } of [log, json]) await diagnosticsOf(uri, (all) => ofOurs(all).length === 0);
    await vscode.workspace.getConfiguration('agentArtifacts').update('transcriptLint', true, vscode.ConfigurationTarget.Global);
    for (const { uri } of [log, json]) await diagnosticsOf(uri, (all) => ofOurs(all).length === 1);
  });

  it('hovers with the facts and the picture', async () => {
    const document = await openBad();
    const position = document.positionAt(document.getText().indexOf('base64') + 50);
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', document.uri, position);
    const text = hovers
      .flatMap(({ contents }) => contents.map((content) => (content instanceof vscode.MarkdownString ? content.value : String(content))))
      .join('\n');
    assert.ok(text.includes(`](${url})`), 'no picture');
    assert.match(text, /PNG image/);
    assert.match(text, /content/);
    const elsewhere = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      document.uri,
      new vscode.Position(0, 4),
    );
    assert.ok(!JSON.stringify(elsewhere).includes('PNG image'));
  });

  it('leaves a large picture out of the hover', async () => {
    const large = base64(png(90_000));
    const document = await openBad('run.jsonl', `{"role":"tool","content":"${large}"}\n`);
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      document.uri,
      new vscode.Position(0, 1000),
    );
    const text = hovers
      .flatMap(({ contents }) => contents.map((content) => (content instanceof vscode.MarkdownString ? content.value : String(content))))
      .join('\n');
    assert.match(text, /PNG image/);
    assert.ok(!text.includes('data:image'));
  });

  for (const [what, text, after] of [
    ['a data URL', bad, bad.replace(url, 'artifact:1')],
    [
      'a list of numbers in escaped JSON',
      JSON.stringify({ content: JSON.stringify({ type: 'Buffer', data: [...png(1200)] }) }),
      JSON.stringify({ content: JSON.stringify({ type: 'Buffer', data: 'artifact:1' }) }),
    ],
  ] as const) {
    it(`saves ${what} as an artifact and puts the reference in its place, as one step of undo`, async () => {
      const root = await openRoot(folder.uri);
      const document = await openBad('run.jsonl', text);
      await vscode.window.showTextDocument(document);
      await saveAsArtifact(await saveActionAt(document), rootsOf(root), { check: () => assert.fail('it is not stale') });
      assert.equal(document.getText(), after);
      for (const line of document.getText().trim().split('\n')) JSON.parse(line);
      const artifact = await root.store.getArtifact('artifact:1');
      assert.deepEqual(artifact && Buffer.from(artifact.content as Uint8Array), Buffer.from(png(1200)));
      assert.equal(artifact?.mimeType, 'image/png');
      await vscode.commands.executeCommand('undo');
      assert.equal(document.getText(), text);
      await vscode.commands.executeCommand('redo');
      assert.equal(document.getText(), after);
    });
  }

  it('offers to open the file as a conversation, where a finding is and nowhere else', async () => {
    const document = await openBad();
    const [found] = ofOurs(vscode.languages.getDiagnostics(document.uri));
    const offered = async (range: vscode.Range) =>
      (await codeActionsAt(document.uri, range)).find(({ title }) => title === 'Open as Conversation')?.command;
    const command = await offered(found?.range ?? assert.fail());
    assert.deepEqual([command?.command, String(command?.arguments?.[0])], ['agentArtifacts.openConversation', String(document.uri)]);
    assert.equal(await offered(new vscode.Range(0, 0, 0, 0)), undefined);
  });

  it('warns of a list that breaks, and does not offer to replace the half of it', async () => {
    const document = await openBad('run.jsonl', JSON.stringify({ data: [...png(1200), 300] }));
    const [found] = ofOurs(vscode.languages.getDiagnostics(document.uri));
    assert.equal(found?.code, 'byte_list_in_text');
    const actions = await codeActionsAt(document.uri, found.range);
    assert.deepEqual(
      actions.filter(({ title }) => title === 'Save as Artifact and Insert Its Reference'),
      [],
    );
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', document.uri, found.range.start);
    const said = hovers.flatMap(({ contents }) => contents.map((content) => (content as vscode.MarkdownString).value)).join();
    assert.match(said, /truncated or damaged/);
    assert.doesNotMatch(said, /Quick Fix/);
  });

  it('saves nothing when the document has changed meanwhile, and checks it again', async () => {
    const root = await openRoot(folder.uri);
    const document = await openBad();
    const save = await saveActionAt(document);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), '{}\n');
    await vscode.workspace.applyEdit(edit);
    const checked: vscode.TextDocument[] = [];
    await saveAsArtifact(save, rootsOf(root), { check: async (one) => void checked.push(one) });
    assert.deepEqual(checked, [document]);
    assert.equal(document.getText(), `{}\n${bad}`);
    assert.equal((await root.store.list()).total, 0);
  });

  it('gives an overtaken check what the newer one finds, and nothing when there is none', async () => {
    // under a name that is not checked by itself
    const document = await vscode.workspace.openTextDocument(await folder.write('overtaken.txt', bad));
    const lint = lintWith(directCompute);
    try {
      const overtaken = lint.checkToEnd(document);
      const newer = lint.check(document);
      assert.deepEqual([(await overtaken)?.count, (await newer)?.count], [1, 1]);
      lint.clean(document.uri);
      const cancelled = lint.checkToEnd(document);
      lint.cancel(document.uri);
      assert.equal(await cancelled, undefined);
    } finally {
      lint.dispose();
    }
  });

  it('[E-5] says of a document that its check was stopped, and why, in place of what was found before', async () => {
    const document = await vscode.workspace.openTextDocument(await folder.write('stopped.txt', bad));
    let isStopped = false;
    const stopped = async function* (): AsyncGenerator<never> {
      throw new CodedError('deadline_passed', { deadline: 5000 });
    };
    const compute: Compute = { run: directCompute.run, stream: (...args) => (isStopped ? stopped() : directCompute.stream(...args)) };
    const lint = lintWith(compute);
    try {
      await lint.check(document);
      assert.deepEqual(ofOurs(vscode.languages.getDiagnostics(document.uri)).length, 1);
      isStopped = true;
      await assert.rejects(lint.check(document), { code: 'deadline_passed' });
      assert.deepEqual(
        ofOurs(vscode.languages.getDiagnostics(document.uri)).map(({ message }) => message),
        ['Not checked for binary content. Reading took longer than 5 s and was stopped.'],
      );
    } finally {
      lint.dispose();
    }
  });

  it('puts what the command finds among the problems', async () => {
    const uri = await folder.write('closed.jsonl', bad);
    await vscode.commands.executeCommand('agentArtifacts.lintTranscript', uri);
    await diagnosticsOf(uri, (all) => ofOurs(all).length === 1);
  });
});
