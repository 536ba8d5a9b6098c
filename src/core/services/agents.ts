import type { Failure } from '../io/errors.ts';
import type { FileSystem, Location } from '../io/file-system.ts';
import type { CapabilityDirection, CapabilityType } from './capability.ts';
import { readDefaultModel, readOrganisation, type DefaultModel, type Organisation, type OrganisationAgent } from './organisation.ts';
import type { LlmServiceRegistry } from './registry.ts';

/** A living agent of the organisation. */
export interface Agent {
  readonly id: string;
  /** Name of its role, when it has one. */
  readonly roleName?: string;
  readonly parentAgentId?: string;
  /** The agent whose workspace it works in: its ancestor directly below `root`, or itself. */
  readonly workspaceId: string | null;
}

/** The organisation as last read. */
export interface AgentsState {
  /** `org.json`, whether or not it is there. */
  readonly source: Location;
  /** Why nothing could be read; absent when the file is fine or simply not there. */
  readonly problem?: Failure;
}

const ROOT = 'root';
const GONE: ReadonlySet<string> = new Set(['terminated', 'deleted']);
const TEXT = 'text';

interface KnownAgent {
  readonly agent: Agent;
  /** As configured in the role; null stands for the default model. */
  readonly configuredServiceId: string | null;
}

/**
 * The agents of one data root and what their models can do. Empty until `load`; queries are immediate
 * and go by the last `load` that finished and by the service registry as it is now.
 */
export class AgentRegistry {
  readonly #fs: FileSystem;
  readonly #runtimeDir: Location;
  readonly #configDir: Location;
  readonly #services: LlmServiceRegistry;
  #agents = new Map<string, KnownAgent>();
  #defaultModel: DefaultModel | undefined;
  #state: AgentsState;
  #newestLoad = 0;

  /** `configDir` (of `app.json`) is that of the service registry unless given. */
  constructor(options: {
    readonly fs: FileSystem;
    readonly runtimeDir: Location;
    readonly serviceRegistry: LlmServiceRegistry;
    readonly configDir?: Location;
  }) {
    this.#fs = options.fs;
    this.#runtimeDir = options.runtimeDir;
    this.#services = options.serviceRegistry;
    this.#configDir = options.configDir ?? options.serviceRegistry.configDir;
    this.#state = { source: this.#fs.join(this.#runtimeDir, 'org.json') };
  }

  get state(): AgentsState {
    return this.#state;
  }

  /** Reads `org.json` and the default model. Never rejects; an organisation that cannot be read is empty, and `state` says why. */
  async load(): Promise<AgentsState> {
    const load = ++this.#newestLoad;
    const [read, defaultModel] = await Promise.all([
      readOrganisation(this.#fs, this.#runtimeDir),
      readDefaultModel(this.#fs, this.#configDir),
    ]);
    if (load !== this.#newestLoad) return this.#state;
    const { source } = this.#state;
    const organisation = read === undefined || 'code' in read ? undefined : read;
    this.#defaultModel = defaultModel;
    this.#agents = organisation ? livingAgents(organisation) : new Map<string, KnownAgent>();
    this.#state = read !== undefined && 'code' in read ? { source, problem: read } : { source };
    return this.#state;
  }

  /** Living agents, in the order of the file. */
  getAgents(): readonly Agent[] {
    return [...this.#agents.values()].map(({ agent }) => agent);
  }

  /** Ids of the living agents whose model has the capability, in the order of the file. */
  getAgentsByCapability(type: CapabilityType, direction: CapabilityDirection = 'input'): readonly string[] {
    return this.getAgents()
      .map(({ id }) => id)
      .filter((id) => this.#agentHasCapability(id, type, direction));
  }

  /**
   * The service of the agent's role, or for a role without one the service that has the base URL and model
   * of the runtime's default model. Null: an unknown agent, or a default model of which nothing is known.
   */
  getServiceIdForAgent(agentId: string): string | null {
    const known = this.#agents.get(agentId);
    if (known === undefined) return null;
    return known.configuredServiceId ?? this.#defaultServiceId();
  }

  /** The workspace the agent works in, named by its ancestor directly below `root`; null when there is none. */
  getWorkspaceIdForAgent(agentId: string): string | null {
    return this.#agents.get(agentId)?.agent.workspaceId ?? null;
  }

  #agentHasCapability(agentId: string, type: CapabilityType, direction: CapabilityDirection): boolean {
    const serviceId = this.getServiceIdForAgent(agentId);
    return serviceId === null ? type === TEXT : this.#services.hasCapability(serviceId, type, direction);
  }

  #defaultServiceId(): string | null {
    const wanted = this.#defaultModel;
    if (wanted === undefined) return null;
    const found = this.#services
      .getServices()
      .find(({ baseURL, model }) => model === wanted.model && baseURL !== undefined && trimSlash(baseURL) === trimSlash(wanted.baseURL));
    return found?.id ?? null;
  }
}

function trimSlash(url: string): string {
  return url.endsWith('/') ? url.slice(0, -1) : url;
}

function livingAgents({ roles, agents, terminated }: Organisation): Map<string, KnownAgent> {
  const roleById = new Map(roles.map((role) => [role.id, role]));
  const byId = new Map(agents.map((agent) => [agent.id, agent]));
  const owners = new Map<string, string | null>();
  const living = new Map<string, KnownAgent>();
  for (const { id, roleId, parentAgentId, status } of byId.values()) {
    if (terminated.has(id) || (status !== undefined && GONE.has(status))) continue;
    const role = roleId ? roleById.get(roleId) : undefined;
    living.set(id, {
      agent: {
        id,
        ...(role?.name === undefined ? {} : { roleName: role.name }),
        ...(parentAgentId ? { parentAgentId } : {}),
        workspaceId: workspaceOwner(id, byId, owners),
      },
      configuredServiceId: role?.llmServiceId ?? null,
    });
  }
  return living;
}

/**
 * Follows the parents up to the agent directly below `root`; null when the chain breaks or turns in a circle.
 * `owners` remembers what was found, for every agent on the way.
 */
function workspaceOwner(id: string, byId: ReadonlyMap<string, OrganisationAgent>, owners: Map<string, string | null>): string | null {
  const way: string[] = [];
  let owner: string | null = null;
  for (let agent = byId.get(id); agent !== undefined; agent = byId.get(agent.parentAgentId ?? '')) {
    const known = owners.get(agent.id);
    if (known !== undefined) {
      owner = known;
      break;
    }
    // until the chain is resolved it leads nowhere: meeting it again closes a circle
    owners.set(agent.id, null);
    way.push(agent.id);
    if (agent.parentAgentId === ROOT) {
      owner = agent.id;
      break;
    }
  }
  for (const passed of way) owners.set(passed, owner);
  return owner;
}
