import path from 'node:path';
import { CapabilityRouter } from '../../src/core/routing/capability-router.ts';
import { ArtifactContentRouter } from '../../src/core/routing/artifact-content-router.ts';
import { ContentAdapter } from '../../src/core/routing/content-adapter.ts';
import { AgentRegistry } from '../../src/core/agents/agents.ts';
import { LlmServiceRegistry } from '../../src/core/models/registry.ts';
import { WorkspaceManager } from '../../src/core/store/workspace-manager.ts';
import { AgentContext } from '../../src/core/tools/agent-context.ts';
import { ToolExecutor, type ToolExecutorOptions } from '../../src/core/tools/tool-executor.ts';
import { NodeFileSystem } from '../../src/platform/node-file-system.ts';
import { storeOver } from './stores.ts';
import { temporaryFolder, type Tree } from './temporary-folder.ts';

export const SERVICES = {
  services: [
    { id: 'text-model', name: 'Text', capabilities: { input: ['text'], output: ['text', 'tool_calling'] } },
    { id: 'vision-model', name: 'Vision', capabilities: { input: ['text', 'vision'], output: ['text'] } },
    { id: 'file-model', name: 'Files', capabilities: { input: ['text', 'file'], output: ['text'] } },
  ],
};
const role = (id: string, llmServiceId: string | null) => ({ id, name: id, llmServiceId, status: 'active' });
const agent = (id: string, roleId: string, parentAgentId = 'root') => ({ id, roleId, parentAgentId, status: 'active' });
/** A lead and the writer, reader and drifter below it, who share its workspace; a seer and a librarian beside it. */
const ORGANISATION = {
  roles: [role('writer', 'text-model'), role('seer', 'vision-model'), role('librarian', 'file-model'), role('drifter', null)],
  agents: [
    agent('lead', 'writer'),
    agent('writer', 'writer', 'lead'),
    agent('reader', 'writer', 'lead'),
    agent('seer', 'seer'),
    agent('librarian', 'librarian'),
    agent('drifter', 'drifter', 'lead'),
    agent('lost', 'writer', 'nobody'),
  ],
  terminations: [],
};

/** A data root with agents and everything that works on it. */
export async function society(options: Partial<ToolExecutorOptions> = {}, tree: Tree = {}) {
  const root = await temporaryFolder({
    'config/llmservices.json': SERVICES,
    'state/org.json': ORGANISATION,
    'artifacts/': '',
    'workspaces/': '',
    ...tree,
  });
  const fs = new NodeFileSystem();
  const services = new LlmServiceRegistry({ fs, configDir: path.join(root, 'config') });
  const agents = new AgentRegistry({ fs, runtimeDir: path.join(root, 'state'), serviceRegistry: services });
  await Promise.all([services.load(), agents.load()]);
  const store = storeOver(root);
  const workspaces = new WorkspaceManager({ fs, workspacesDir: path.join(root, 'workspaces') });
  const router = new ArtifactContentRouter({ serviceRegistry: services });
  const tools = new ToolExecutor({ store, workspaces, router, agents, ...options });
  const contentAdapter = new ContentAdapter({ serviceRegistry: services, agentRegistry: agents });
  const capabilityRouter = new CapabilityRouter({ serviceRegistry: services, contentAdapter, artifactStore: store });
  const contextOf = (id: string) => new AgentContext(id, { agents, services, capabilityRouter });
  return { root, services, agents, store, workspaces, router, tools, capabilityRouter, contextOf };
}

/** The context of a call on behalf of an agent. */
export const by = (id: string) => ({ agent: { id } });
