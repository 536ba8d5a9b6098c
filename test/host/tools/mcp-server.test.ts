import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { AgentArtifactsApi } from '../../../src/host/tools/api.ts';

/** As VS Code names a server that an extension offers: by the extension and the label. */
const SERVER = 'agent-artifacts.agent-artifacts/Agent Artifacts';
/** Every tool of the server reads only. */
const TOOLS = ['check_conversation', 'find_capable_agents', 'get_artifact', 'list_artifacts', 'preview_artifact'];

/** The tools that VS Code took from our server: `mcp_{server}_{tool}`. The extension's own begin with `agent_artifacts_`. */
function toolsOfTheServer(): vscode.LanguageModelToolInformation[] {
  return vscode.lm.tools.filter(({ name }) => name.startsWith('mcp_') && TOOLS.some((tool) => name.endsWith(`_${tool}`)));
}

function toolNamed(ending: string): vscode.LanguageModelToolInformation {
  const found = toolsOfTheServer().find(({ name }) => name.endsWith(`_${ending}`));
  assert.ok(found, `${ending} is not among ${vscode.lm.tools.map(({ name }) => name).join(', ')}`);
  return found;
}

async function call(tool: string, input: object): Promise<string> {
  const { content } = await vscode.lm.invokeTool(toolNamed(tool).name, { input, toolInvocationToken: undefined });
  return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
}

describe('the MCP server that VS Code is offered', () => {
  let api: AgentArtifactsApi;

  before(async () => {
    api = (await vscode.extensions.getExtension('agent-artifacts.agent-artifacts')?.activate()) as AgentArtifactsApi;
    await api.dataRoots.ready();
  });

  after(() => vscode.commands.executeCommand('workbench.mcp.stopServer', SERVER));

  it('is not started by offering it', () => {
    assert.deepEqual(toolsOfTheServer(), []);
  });

  it('is started by VS Code, which then knows its tools', async () => {
    // VS Code asks extensions for their servers at a time of its own; until it has, its command finds none to start and says nothing.
    while (toolsOfTheServer().length < TOOLS.length) {
      await vscode.commands.executeCommand('workbench.mcp.startServer', SERVER, { waitForLiveTools: true });
      await setTimeout(50);
    }
    const names = toolsOfTheServer().map(({ name }) => name.replace(/^mcp_.*?_(?=check|find|get|list|preview)/, ''));
    assert.deepEqual(names.sort(), TOOLS);
    for (const tool of toolsOfTheServer()) assert.equal((tool.inputSchema as { type?: string }).type, 'object');
  });

  it('answers VS Code about the data root of the window', async () => {
    assert.equal(await call('get_artifact', { ref: 'artifact:1' }), (await api.dataRoots.roots[0]?.store.getArtifact('1'))?.content);
    assert.match(await call('list_artifacts', { limit: 1 }), /artifact:33/);
    assert.match(await call('get_artifact', { ref: 'artifact:4711' }), /The artifact does not exist or was deleted\./);
  });
});
