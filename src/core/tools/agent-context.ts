import { isObject, objectWith, optionsOf, textArgument } from '../io/arguments.ts';
import { type CapabilityType, type ModelCapabilities, TEXT_ONLY } from '../models/capability.ts';
import type { CapabilityRouter } from '../routing/capability-router.ts';
import { anyJson, type Message, type RoutingResult } from '../routing/message.ts';
import type { ContentRouteResult } from '../routing/route-result.ts';
import { formatArtifactToolResponse, type ToolMessage } from '../routing/tool-message.ts';
import type { ToolError, ToolName } from './tool-definitions.ts';
import type { AgentDirectory, ToolResults } from './tool-executor.ts';

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

/** A tool call of a model's turn, and its answer. */
export interface AnsweredCall {
  /** As the model gave it. */
  readonly toolCallId: string;
  readonly result: ToolResults[ToolName] | ToolError;
}

/**
 * The tool messages of one turn: for each call one, in the order of the calls, with the call's own id. An artifact
 * goes as {@link formatArtifactToolResponse} has it; every other answer, and a refusal, as JSON text.
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
