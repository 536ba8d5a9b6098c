import assert from 'node:assert/strict';
import { mkdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { FileWatch } from '../../../../src/host/services/language/file-watch.ts';
import { trackingOf, type GitApi } from '../../../../src/host/services/language/git-tracking.ts';
import { closeAllEditors, diagnosticsOf, makeFolder, type Folder } from '../services-fixture.ts';
import { applyFix, fixesOf, show, undo } from './language-fixture.ts';

/** Nobody's: made for this test. */
const KEY = 'sk-q7Zt2LmX9vBc4RkW8sYd1NfH';
const withKey = (key: string): string =>
  `{\n  // mine\n  "services": [\n    { "id": "a", "baseURL": "https://api.deepseek.com/v1", "apiKey": "${key}" },\n    { "id": "b" }\n  ]\n}\n`;
const TITLE = 'Move the key to llmservices.local.json';

describe('a real-looking API key in llmservices.json', () => {
  let folder: Folder;
  const file = (name: string): string => path.join(folder.uri.fsPath, name);

  before(async () => {
    await vscode.extensions.getExtension('agent-artifacts.agent-artifacts')?.activate();
  });
  beforeEach(async () => {
    folder = await makeFolder();
    await mkdir(file('.git'));
  });
  afterEach(async () => {
    await closeAllEditors();
    await folder.remove();
  });

  async function fix(document: vscode.TextDocument): Promise<vscode.CodeAction | undefined> {
    return (await fixesOf(document, 'api_key_maybe_tracked')).find(({ title }) => title === TITLE);
  }

  it('is told of below a .git, without the key, and moves as one step that can be undone', async () => {
    const document = await show(await folder.write('llmservices.json', withKey(KEY)));
    const [found] = await diagnosticsOf(document.uri, (all) => all.length > 0);
    assert.deepEqual(
      [found?.code, found?.severity, found?.source],
      ['api_key_maybe_tracked', vscode.DiagnosticSeverity.Information, 'Agent Artifacts'],
    );
    assert.ok(found && !found.message.includes(KEY.slice(3)));
    assert.equal(document.getText(found.range), `"${KEY}"`);
    const action = await fix(document);
    assert.ok(action);
    await applyFix(action);
    assert.equal(document.getText(), withKey('${DEEPSEEK_API_KEY}'));
    assert.equal(await readFile(file('llmservices.local.json'), 'utf8'), withKey(KEY));
    assert.equal(await readFile(file('.gitignore'), 'utf8'), 'llmservices.local.json\n');
    await diagnosticsOf(document.uri, (all) => !all.some(({ code }) => code === 'api_key_maybe_tracked'));
    const local = await vscode.workspace.openTextDocument(vscode.Uri.file(file('llmservices.local.json')));
    assert.deepEqual(vscode.languages.getDiagnostics(local.uri), []);
    await undo(document);
    assert.equal(document.getText(), withKey(KEY));
    await assert.rejects(stat(file('llmservices.local.json')));
    await assert.rejects(stat(file('.gitignore')));
  });

  it('goes into the service of a local file that is there; rules get a line of their own', async () => {
    await folder.write('llmservices.local.json', '{"services": [{"id": "a", "model": "m"}]}');
    await folder.write('.gitignore', 'node_modules');
    const document = await vscode.workspace.openTextDocument(await folder.write('llmservices.json', withKey(KEY)));
    const action = await fix(document);
    assert.ok(action);
    await applyFix(action);
    const text = async (name: string): Promise<string> => (await vscode.workspace.openTextDocument(file(name))).getText();
    assert.equal(await text('llmservices.local.json'), `{"services": [{"id": "a", "model": "m", "apiKey": "${KEY}"}]}`);
    assert.equal(await text('.gitignore'), 'node_modules\nllmservices.local.json\n');
    assert.equal(document.getText(), withKey('${DEEPSEEK_API_KEY}'));
  });

  it('is not moved into a local file that cannot be read', async () => {
    await folder.write('llmservices.local.json', '{"services": [');
    assert.equal(await fix(await vscode.workspace.openTextDocument(await folder.write('llmservices.json', withKey(KEY)))), undefined);
  });

  it('is what git tracks: asked of its index, then of its rules', async () => {
    const never = new vscode.EventEmitter<never>().event;
    const git = (isKnown: boolean, ignored: readonly string[] = []): GitApi => ({
      onDidChangeState: never,
      onDidOpenRepository: never,
      getRepository: () => ({
        getObjectDetails: async () => {
          if (!isKnown) throw new Error('unknown');
        },
        checkIgnore: async () => new Set(ignored),
      }),
    });
    const { uri } = folder;
    const config = vscode.Uri.joinPath(uri, 'llmservices.json');
    assert.equal(await trackingOf(config, git(true)), 'tracked');
    assert.equal(await trackingOf(config, git(false)), 'maybe');
    assert.equal(await trackingOf(config, git(false, [config.fsPath])), 'no');
    const without: GitApi = { ...git(true), getRepository: () => null };
    assert.equal(await trackingOf(config, without), 'maybe');
    await folder.write('.gitignore', '*.json\n');
    assert.equal(await trackingOf(config, without), 'no');
    assert.equal(await trackingOf(vscode.Uri.parse('untitled:llmservices.json'), git(true)), 'no');
  });

  it('in a tracked file is a warning; a placeholder, a variable and a file outside git are none', async () => {
    let tracking: 'tracked' | 'no' = 'tracked';
    const watch = new FileWatch({ recheck: () => undefined, tracking: async () => tracking });
    try {
      const document = await vscode.workspace.openTextDocument(await folder.write('llmservices.json', withKey(KEY)));
      const ours = (): unknown[] =>
        vscode.languages
          .getDiagnostics(document.uri)
          .filter(({ code }) => code === 'api_key_tracked')
          .map(({ severity }) => severity);
      await watch.check(document);
      assert.deepEqual(ours(), [vscode.DiagnosticSeverity.Warning]);
      tracking = 'no';
      await watch.check(document);
      assert.deepEqual(ours(), []);
      tracking = 'tracked';
      for (const harmless of ['', '${OPENAI_API_KEY}', 'sk-your-key-goes-here-0123']) {
        const other = await vscode.workspace.openTextDocument(await folder.write('llmservices.other.json', withKey(harmless)));
        await watch.check(other);
        assert.deepEqual(
          vscode.languages.getDiagnostics(other.uri).filter(({ code }) => String(code).startsWith('api_key')),
          [],
          harmless,
        );
        await closeAllEditors();
      }
    } finally {
      watch.dispose();
    }
  });
});
