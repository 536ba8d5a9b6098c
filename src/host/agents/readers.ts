import type { AgentModel } from '../../core/services/agent-model.ts';
import { loadCatalogue } from '../../core/services/catalogue/load-catalogue.ts';
import type { ModelDoubt } from '../../core/services/catalogue/model-doubt.ts';
import type { Agent } from '../../core/services/agents.ts';
import type { OpenRoot } from '../roots/open-root.ts';
import type { Routed, Routes } from '../preview/routing/routed.ts';
import { doubtOf } from '../preview/routing/routed-arrival.ts';

/** An agent and what it receives of an artifact. */
export interface Reader {
  readonly agent: Agent;
  readonly model: AgentModel;
  readonly routed: Routed;
  /** `doubtful`: the content, which the catalogue knows its model not to take. */
  readonly receives: 'content' | 'doubtful' | 'description' | 'note';
  readonly doubt?: ModelDoubt;
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
    const doubt = routed.verdict.granted === null ? null : doubtOf(routed, model.service ?? null, await loadCatalogue());
    readers.push({ agent, model, routed, ...(doubt ? { receives: 'doubtful', doubt } : { receives: received(routed) }) });
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
