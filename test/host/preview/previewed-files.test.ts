import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import { PreviewCommands } from '../../../src/host/preview/preview-commands.ts';
import { itemOfFile } from '../../../src/host/preview/previewed-files.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { textsShown } from '../screen/recorded-screen.ts';

const here = vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail('no folder is open');

/** The commands over a preview that only says what it is to show. */
function commands() {
  const shown: unknown[][] = [];
  const controller = { showFiles: async (uris: readonly vscode.Uri[], options?: object) => shown.push([...uris.map(String), options]) };
  let stored: unknown;
  const workspaceMemory = { get: () => stored, update: async (_key: string, value: unknown) => void (stored = value) };
  const made = new PreviewCommands(controller as never, { workspaceMemory } as never, () => undefined);
  return { made, shown, listed: () => made.files.list().map(String) };
}

describe('the view What a Model Receives', () => {
  it('lists what was previewed as a model receives it, and no text that has no file', async () => {
    const { made, listed } = commands();
    const [one, other] = [vscode.Uri.joinPath(here, 'one.png'), vscode.Uri.joinPath(here, 'other.txt')];
    await made.previewFile(one, undefined);
    await made.previewFile(other, [other, vscode.Uri.parse('untitled:draft'), vscode.Uri.parse('agent-artifacts-part:/1/0')]);
    assert.deepEqual(listed(), [other.toString(), one.toString()]);
  });

  it('opens one with a click, which leaves the focus and its place in the list', async () => {
    const folder = await temporaryFolder({ 'a.txt': 'a', 'b.txt': 'b' });
    const [a, b] = ['a.txt', 'b.txt'].map((name) => vscode.Uri.file(path.join(folder, name))) as [vscode.Uri, vscode.Uri];
    const { made, shown, listed } = commands();
    await made.files.add([b, a]);
    await made.previewAgain(a);
    assert.deepEqual(shown, [[a.toString(), { preserveFocus: true }]]);
    assert.deepEqual(listed(), [b.toString(), a.toString()]);
  });

  it('says of one that is gone that it is, and drops it', async () => {
    const folder = await temporaryFolder({});
    const gone = vscode.Uri.file(path.join(folder, 'gone.txt'));
    const { made, shown, listed } = commands();
    await made.files.add([gone]);
    const said = await textsShown(() => made.previewAgain(gone), { count: 0 });
    assert.deepEqual(said, ['“gone.txt” is no longer there. It was removed from the list.']);
    assert.deepEqual([shown, listed()], [[], []]);
  });

  it('shows a file as the Explorer does, with its folder in the workspace, or all of its path outside of it', () => {
    const uri = vscode.Uri.joinPath(here, 'docs/deep/plan.pdf');
    const item = itemOfFile(uri);
    assert.deepEqual([item.label, item.description, item.resourceUri?.toString()], ['plan.pdf', 'docs/deep', uri.toString()]);
    assert.equal(item.iconPath, vscode.ThemeIcon.File);
    assert.equal(item.accessibilityInformation?.label, 'plan.pdf, docs/deep');
    assert.deepEqual(
      [item.command?.command, item.command?.arguments?.map(String)],
      ['agentArtifacts.internal.previewAgain', [uri.toString()]],
    );
    assert.equal(itemOfFile(vscode.Uri.joinPath(here, 'top.md')).description, '');
    const outside = vscode.Uri.file(path.resolve('/elsewhere/deep/x.png'));
    assert.equal(itemOfFile(outside).description, path.dirname(outside.fsPath));
  });
});
