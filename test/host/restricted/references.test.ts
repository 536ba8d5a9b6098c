import assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe('references, in Restricted Mode', () => {
  before(() => vscode.extensions.getExtension('agent-artifacts.agent-artifacts')?.activate());

  it('are links with hovers all the same: they only read', async () => {
    assert.equal(vscode.workspace.isTrusted, false);
    const { uri } = await vscode.workspace.openTextDocument({ language: 'log', content: 'saved artifact:31' });
    const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>('vscode.executeLinkProvider', uri, 10);
    assert.deepEqual(
      links.map(({ target }) => target?.scheme),
      ['command'],
    );
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', uri, new vscode.Position(0, 10));
    const [content] = hovers.flatMap(({ contents }) => contents);
    assert.match((content as vscode.MarkdownString).value, /drawn by canvas/);
    const artifact = await vscode.workspace.fs.readFile(vscode.Uri.parse('artifact:///31'));
    assert.equal(Buffer.from(artifact).toString('latin1', 1, 4), 'PNG');
  });
});
