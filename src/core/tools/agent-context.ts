import { objectWith, optionsOf, textArgument } from '../io/arguments.ts';
import type { CapabilityRouter } from '../routing/capability-router.ts';
import type { Message, RoutingResult } from '../routing/message.ts';
import { TEXT_ONLY, type CapabilityType, type ModelCapabilities } from '../services/capability.ts';
import type { AgentDirectory } from './tool-executor.ts';

/** What a context needs to know. */
export interface AgentContextOptions {
  readonly agents: AgentDirectory;
  readonly services: { getCapabilities(serviceId: string): ModelCapabilities | null };
  readonly capabilityRouter: CapabilityRouter;
}

/**
 * What the runtime gives an agent to know of itself and the others (specification 2, requirements 4.3, 4.4 and
 * 6.3). It follows the services and the organisation as they are at the moment of each question.
 */
export class AgentContext {
  readonly agent: { readonly id: string };
  readonly capabilityRouter: CapabilityRouter;
  readonly #options: AgentContextOptions;

  constructor(agentId: string, options: AgentContextOptions) {
    const { agents, services, capabilityRouter } = optionsOf(options, ['agents', 'services', 'capabilityRouter']);
    this.agent = { id: textArgument(agentId, 'agentId') };
    this.capabilityRouter = objectWith<CapabilityRouter>(capabilityRouter, ['routeContent'], 'capabilityRouter');
    this.#options = {
      agents: objectWith<AgentDirectory>(agents, ['getAgentsByCapability', 'getServiceIdForAgent', 'getWorkspaceIdForAgent'], 'agents'),
      services: objectWith<AgentContextOptions['services']>(services, ['getCapabilities'], 'services'),
      capabilityRouter: this.capabilityRouter,
    };
  }

  /** The service of the agent's model; null when nothing is known of it. */
  get serviceId(): string | null {
    return this.#options.agents.getServiceIdForAgent(this.agent.id);
  }

  /** The workspace the agent works in; null when it has none. */
  get workspaceId(): string | null {
    return this.#options.agents.getWorkspaceIdForAgent(this.agent.id);
  }

  /** What the agent's model takes and gives; text only when nothing is known of it. */
  get capabilities(): ModelCapabilities {
    const { serviceId } = this;
    return (serviceId === null ? null : this.#options.services.getCapabilities(serviceId)) ?? TEXT_ONLY;
  }

  /** The agents whose model takes an input, to forward a content to; never the agent itself. */
  findCapableAgents(capability: CapabilityType): readonly string[] {
    return this.#options.agents.getAgentsByCapability(capability, 'input').filter((id) => id !== this.agent.id);
  }

  /** A message as the agent's model can take it. */
  routeMessage(message: Message): Promise<RoutingResult> {
    return this.capabilityRouter.routeContent(message, this.serviceId);
  }
}
