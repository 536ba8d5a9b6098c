import { isObject, objectWith, optionsOf, textArgument } from '../io/arguments.ts';
import { type CapabilityType, type ModelCapabilities, TEXT_ONLY } from '../models/capability.ts';
import type { CapabilityRouter } from '../routing/capability-router.ts';
import { anyJson, type Message, type RoutingResult } from '../routing/message.ts';
import type { ContentRouteResult } from '../routing/route-result.ts';
import { formatArtifactToolResponse, type ToolMessage } from '../routing/tool-message.ts';
import type { ToolError, ToolName } from './tool-definitions.ts';
import type { AgentDirectory, ToolResults } from './tool-executor.ts';

export interface AgentContextOptions {
  readonly agents: AgentDirectory;
  readonly services: { getCapabilities(serviceId: string): ModelCapabilities | null };
  readonly capabilityRouter: CapabilityRouter;
}

/**
 * What an agent may know about itself and others (specification 2, requirements 4.3, 4.4 and 6.3). Always reflects the current services and
 * organisation.
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

  /** The service of the agent's model; null when unknown. */
  get serviceId(): string | null {
    return this.#options.agents.getServiceIdForAgent(this.agent.id);
  }

  /** The agent's workspace; null when it has none. */
  get workspaceId(): string | null {
    return this.#options.agents.getWorkspaceIdForAgent(this.agent.id);
  }

  /** Capabilities of the agent's model; text only when unknown. */
  get capabilities(): ModelCapabilities {
    const { serviceId } = this;
    return (serviceId === null ? null : this.#options.services.getCapabilities(serviceId)) ?? TEXT_ONLY;
  }

  /** The other agents whose model accepts an input, for forwarding content. */
  findCapableAgents(capability: CapabilityType): readonly string[] {
    return this.#options.agents.getAgentsByCapability(capability, 'input').filter((id) => id !== this.agent.id);
  }

  /** A message as the agent's model accepts it. */
  routeMessage(message: Message): Promise<RoutingResult> {
    return this.capabilityRouter.routeContent(message, this.serviceId);
  }
}

/** A tool call and its answer. */
export interface AnsweredCall {
  /** As given by the model. */
  readonly toolCallId: string;
  readonly result: ToolResults[ToolName] | ToolError;
}

/**
 * The tool messages of a turn: one per call, in order, with its id. An artifact is formatted by {@link formatArtifactToolResponse}; other
 * answers and errors are JSON text.
 */
export function formatToolResponses(calls: readonly AnsweredCall[]): ToolMessage[] {
  if (!Array.isArray(calls)) return [];
  return (calls as readonly unknown[]).map((call) => {
    const { toolCallId, result } = optionsOf(call as Partial<AnsweredCall>, ['toolCallId', 'result']);
    return isRouted(result)
      ? formatArtifactToolResponse(result, toolCallId ?? '')
      : { role: 'tool', tool_call_id: typeof toolCallId === 'string' ? toolCallId : '', content: anyJson(result) };
  });
}

function isRouted(result: AnsweredCall['result'] | undefined): result is ContentRouteResult {
  return isObject(result) && optionsOf(result as Partial<ContentRouteResult>, ['routing']).routing !== undefined;
}
