import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { AgentArtifactsApi } from '../../../src/host/tools/api.ts';

describe('the tools in VS Code, in Restricted Mode', () => {
  const input = { path: 'notes/from chat.md', content: 'x', mimeType: 'text/markdown', workspaceId: 'agent-coder-7f3a' };

  async function open() {
    assert.equal(vscode.workspace.isTrusted, false);
    const api = (await vscode.extensions.getExtension('agent-artifacts.agent-artifacts')?.activate()) as AgentArtifactsApi;
    await api.dataRoots.ready();
    const [root] = api.dataRoots.roots;
    assert.ok(root);
    const written = root.uriOf(`${root.layout.workspacesDir}/${input.workspaceId}/${input.path}`);
    return {
      root,
      isWritten: () =>
        vscode.workspace.fs.stat(written).then(
          () => true,
          () => false,
        ),
    };
  }

  it('write_file refuses whoever names it all the same, and writes nothing', async () => {
    const { isWritten } = await open();
    await assert.rejects(
      async () => vscode.lm.invokeTool('agent_artifacts_write_file', { input, toolInvocationToken: undefined }),
      /Nothing can be changed in Restricted Mode\. Trust the workspace to edit\./,
    );
    assert.equal(await isWritten(), false);
  });

  it('write_file answers write_not_allowed where nobody prepared it, as in the API for other extensions', async () => {
    const { root, isWritten } = await open();
    const answer = await root.tools.executeToolCall({}, 'write_file', input);
    assert.ok('error' in answer && answer.error === 'write_not_allowed');
    assert.equal(await isWritten(), false);
  });

  it('no MCP server is offered: it is a process, and the folder names what it reads', async () => {
    await open();
    await vscode.commands.executeCommand('workbench.mcp.startServer', '*', { waitForLiveTools: true });
    const names = vscode.lm.tools.map(({ name }) => name);
    assert.ok(names.includes('agent_artifacts_get_artifact'), names.join());
    assert.deepEqual(
      names.filter((name) => name.startsWith('mcp_')),
      [],
    );
  });
});
