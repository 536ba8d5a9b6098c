import { McpServer } from '@modelcontextprotocol/server';
import { version } from '../../package.json';
import { registerResources } from './resources.ts';
import type { Session } from './session.ts';
import { registerTools } from './tools.ts';

const INSTRUCTIONS = `Artifacts are files that agents leave behind, named by references such as "artifact:31" or "artifact:ws:agent-coder:c3JjL21haW4uanM".
Read one with get_artifact; find references with list_artifacts. When an artifact comes back as a description because the model cannot read its kind, find_capable_agents names agents that can.`;

/** A server over a session; one for each connection, of either generation of the protocol. */
export function createServer(session: Session): McpServer {
  const server = new McpServer(
    { name: 'agent-artifacts', title: 'Agent Artifacts', version },
    { capabilities: { tools: { listChanged: false }, resources: { listChanged: false } }, instructions: INSTRUCTIONS },
  );
  registerTools(server, session);
  registerResources(server, session);
  return server;
}
