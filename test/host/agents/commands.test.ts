import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { Agent } from '../../../src/core/agents/agents.ts';
import type { AgentArtifactsApi } from '../../../src/host/tools/api.ts';
import type { OpenRoot } from '../../../src/host/roots/open-root.ts';
import { until } from '../artifacts/tree-fixture.ts';

describe('the commands on agents', () => {
  let api: AgentArtifactsApi;
  let root: OpenRoot;

  before(async () => {
    const extension = vscode.extensions.getExtension<AgentArtifactsApi>('agent-artifacts.agent-artifacts');
    assert.ok(extension);
    api = await extension.activate();
    await api.dataRoots.ready();
    root = api.dataRoots.roots[0] ?? assert.fail('no data root');
  });
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  const agentOf = (role: string): Agent => root.agents.getAgents().find(({ roleName }) => roleName === role) ?? assert.fail(role);
  const call = (command: string, agent: Agent) => vscode.commands.executeCommand(`agentArtifacts.${command}`, { root, agent });

  it('copy the whole id', async () => {
    await call('copyAgentId', agentOf('drifter'));
    assert.equal(await vscode.env.clipboard.readText(), agentOf('drifter').id);
  });

  it('open org.json where the role stands', async () => {
    const agent = agentOf('analyst');
    await call('openAgentRole', agent);
    const editor = vscode.window.activeTextEditor ?? assert.fail('no editor');
    assert.equal(editor.document.uri.toString(), root.uriOf(root.agents.state.source).toString());
    assert.equal(editor.document.getText(editor.selection), `"${agent.roleId}"`);
    assert.match(editor.document.lineAt(editor.selection.active.line + 1).text, /analyst/);
  });

  it('open the service of an agent in its file', async () => {
    const { entry } = root.agents.getModelForAgent(agentOf('artist').id) ?? assert.fail();
    await vscode.commands.executeCommand('agentArtifacts.openService', { root, agent: agentOf('artist'), index: entry?.index });
    const editor = vscode.window.activeTextEditor ?? assert.fail('no editor');
    assert.equal(editor.document.getText(editor.selection), '"vision-model"');
  });

  it('preview what the agent receives: a preview that is open moves on to its model', async () => {
    const reference = api.parseReference('31');
    assert.ok(reference.ok);
    const panel = await api.preview.show(root, reference.value);
    await call('previewAsAgent', agentOf('artist'));
    await call('previewAsAgent', agentOf('analyst'));
    const selectedIs = (selected: string | null) =>
      new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`the model is ${panel.state?.selected}`)), 45_000);
        const look = (): void => {
          if (panel.state?.selected !== selected) return;
          clearTimeout(timer);
          listener.dispose();
          resolve();
        };
        const listener = panel.onDidShow(look);
        look();
      });
    await selectedIs('multimodal-model');
    await call('previewAsAgent', agentOf('drifter'));
    await selectedIs(null);
  });

  it('reveal a workspace in the tree, and say when there is none of that name', async () => {
    assert.equal(await api.artifacts.revealWorkspace(root, 'agent-coder-7f3a'), true);
    assert.equal(await api.artifacts.revealWorkspace(root, 'nobody'), false);
  });

  it('an org.json that another program writes is read again, and told of', async () => {
    const { source } = root.agents.state;
    const text = await readFile(source, 'utf8');
    const before = root.agents.getAgents().length;
    // One write can be told of several times, the first time before the whole text is there.
    const has = (count: number): Promise<void> =>
      until(api.dataRoots.onDidChangeAgents, async () => root.agents.getAgents().length === count, `${count} agents are told of`);
    try {
      const organisation = JSON.parse(text) as { agents: { id: string }[] };
      await writeFile(source, JSON.stringify({ ...organisation, agents: organisation.agents.slice(1) }));
      await has(before - 1);
    } finally {
      await writeFile(source, text);
    }
    await has(before);
  });
});
