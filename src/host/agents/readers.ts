import type { AgentModel } from '../../core/services/agent-model.ts';
import type { Agent } from '../../core/services/agents.ts';
import type { OpenRoot } from '../roots/open-root.ts';
import type { Routed, Routes } from '../preview/routing/routed.ts';

/** An agent and what it receives of an artifact. */
export interface Reader {
  readonly agent: Agent;
  readonly model: AgentModel;
  readonly routed: Routed;
  readonly receives: 'content' | 'description' | 'note';
}

/** What each living agent receives when it reads an artifact, in the order of the file. Every service is routed once. */
export async function readersOf(root: OpenRoot, routes: Routes): Promise<Reader[]> {
  const { agents } = root;
  const byService = new Map<string | null, Promise<Routed>>();
  const route = (serviceId: string | null): Promise<Routed> => {
    let routed = byService.get(serviceId);
    if (!routed) byService.set(serviceId, (routed = routes.route(serviceId)));
    return routed;
  };
  const readers: Reader[] = [];
  for (const agent of agents.getAgents()) {
    const model = agents.getModelForAgent(agent.id);
    if (!model) continue;
    const routed = await route(agents.getServiceIdForAgent(agent.id));
    readers.push({ agent, model, routed, receives: received(routed) });
  }
  return readers;
}

function received({ verdict }: Routed): Reader['receives'] {
  switch (verdict.outcome) {
    case 'text':
    case 'image_url':
    case 'file':
    case 'message':
      return 'content';
    case 'description':
      return 'description';
    case 'failed':
    case 'not_found':
      return 'note';
  }
}
