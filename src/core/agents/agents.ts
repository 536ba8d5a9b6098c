import { type Compute, directCompute } from '../io/compute.ts';
import type { Failure } from '../io/errors.ts';
import type { FileSystem, Location } from '../io/file-system.ts';
import { type RootBounds, RootFolder } from '../io/root-folder.ts';
import type { CapabilityDirection, CapabilityType } from '../models/capability.ts';
import type { LlmServiceRegistry } from '../models/registry.ts';
import { type AgentModel, AgentModels } from './agent-model.ts';
import {
  type DefaultModel,
  type DefaultModelRead,
  type Organisation,
  type OrganisationAgent,
  readDefaultModel,
  readOrganisation,
  ROOT_AGENT,
} from './organisation.ts';
import type { ServiceUse } from './validate-usage.ts';

/** A living agent of the organisation. */
export interface Agent {
  readonly id: string;
  /** As the organisation says it, whether or not there is such a role. */
  readonly roleId?: string;
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
  /** It is there and could be read. */
  readonly isRead: boolean;
  /** Why nothing could be read; absent when the file is fine or simply not there. */
  readonly problem?: Failure;
  /** Nothing could be read, and the organisation that was read before stays in force. */
  readonly usingLastGood?: true;
  /** The default model could not be read; absent when it could, or there is no file for it. */
  readonly defaultModelProblem?: DefaultModelProblem;
}

/** Why the default model could not be read. */
export interface DefaultModelProblem {
  /** Name of the file in the folder of the configuration: `app.local.json` or `app.json`. */
  readonly name: string;
  readonly failure: Failure;
  /** The default model that was read before stays in force. */
  readonly usingLastGood?: true;
}

const GONE: ReadonlySet<string> = new Set(['terminated', 'deleted']);
const TEXT = 'text';

interface KnownAgent {
  readonly agent: Agent;
  /** As configured in the role; null stands for the default model. */
  readonly configuredServiceId: string | null;
  /** The organisation has the role it names, or it names none. */
  readonly isRoleKnown: boolean;
}

/**
 * The agents of one data root and what their models can do. Empty until `load`; queries are immediate
 * and go by the last `load` that finished and by the service registry as it is now.
 */
export class AgentRegistry {
  readonly #runtimeFolder: RootFolder;
  readonly #configFolder: RootFolder;
  readonly #services: LlmServiceRegistry;
  readonly #compute: Compute;
  #agents = new Map<string, KnownAgent>();
  #models: AgentModels;
  /** Of the dead ones too. */
  #parents: ReadonlyMap<string, string> = new Map();
  #forest: AgentForest | undefined;
  #defaultModel: DefaultModel | undefined;
  #roles: ServiceUse['roles'] = [];
  #state: AgentsState;
  #newestLoad = 0;

  /**
   * `configDir` (of `app.json`) is that of the service registry unless given. `bounds`: where the folders really lay when the data
   * root was opened, and how far links in them may lead; default: anywhere.
   */
  constructor(options: {
    readonly fs: FileSystem;
    readonly runtimeDir: Location;
    readonly serviceRegistry: LlmServiceRegistry;
    readonly configDir?: Location;
    readonly bounds?: RootBounds;
    /** Where an `org.json` above 1 MiB is parsed. Default: on this thread. */
    readonly compute?: Compute | undefined;
  }) {
    this.#compute = options.compute ?? directCompute;
    const linksWithin = options.bounds?.root ?? 'anywhere';
    this.#runtimeFolder = new RootFolder(options.fs, options.runtimeDir, { real: options.bounds?.runtimeDir, linksWithin });
    this.#services = options.serviceRegistry;
    this.#configFolder =
      options.configDir === undefined
        ? options.serviceRegistry.folder
        : new RootFolder(options.fs, options.configDir, { real: options.bounds?.configDir, linksWithin });
    this.#models = new AgentModels(this.#services, undefined);
    this.#state = { source: options.fs.join(options.runtimeDir, 'org.json'), isRead: false };
  }

  get state(): AgentsState {
    return this.#state;
  }

  /**
   * Reads `org.json` and the default model. Never rejects. A file that cannot be read, such as one that is being written, leaves what
   * was read of it before in force; `state` says so, and why.
   */
  async load(): Promise<AgentsState> {
    const load = ++this.#newestLoad;
    const [read, defaultModel] = await Promise.all([
      readOrganisation(this.#runtimeFolder, this.#compute),
      readDefaultModel(this.#configFolder),
    ]);
    const organisation = read !== undefined && 'code' in read ? undefined : read;
    const known = organisation && knownAgents(organisation);
    if (load !== this.#newestLoad) return this.#state;
    const { source, isRead, usingLastGood } = this.#state;
    const model = this.#useDefaultModel(defaultModel);
    if (read !== undefined && 'code' in read) {
      this.#state = { source, isRead: false, problem: read, ...((isRead || usingLastGood) && { usingLastGood: true }), ...model };
      return this.#state;
    }
    this.#roles = organisation ? livingRoles(organisation) : [];
    this.#agents = known?.living ?? new Map<string, KnownAgent>();
    this.#parents = known?.parents ?? new Map<string, string>();
    this.#forest = undefined;
    this.#state = { source, isRead: organisation !== undefined, ...model };
    return this.#state;
  }

  /** @returns what there is to say of it in the state */
  #useDefaultModel(read: DefaultModelRead): Pick<AgentsState, 'defaultModelProblem'> {
    if ('model' in read) this.#defaultModel = read.model;
    this.#models = new AgentModels(this.#services, this.#defaultModel);
    return 'model' in read ? {} : { defaultModelProblem: { ...read, ...(this.#defaultModel && { usingLastGood: true }) } };
  }

  /** Living agents, in the order of the file. */
  getAgents(): readonly Agent[] {
    return [...this.#agents.values()].map(({ agent }) => agent);
  }

  /** Which services the organisation names, by the last `load`. */
  get serviceUse(): ServiceUse {
    return this.#defaultModel === undefined ? { roles: this.#roles } : { roles: this.#roles, defaultModel: this.#defaultModel };
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
    return known.configuredServiceId ?? this.#models.modelFor(null).service?.id ?? null;
  }

  /** What the agent's model is, what it can do, and what is wrong with it; null for an unknown agent. */
  getModelForAgent(agentId: string): AgentModel | null {
    const known = this.#agents.get(agentId);
    if (known === undefined) return null;
    const model = this.#models.modelFor(known.configuredServiceId);
    if (known.isRoleKnown) return model;
    return { ...model, problems: [{ code: 'role_missing', params: { role: known.agent.roleId ?? '' } }, ...model.problems] };
  }

  /** The living agents by who stands above whom. */
  getForest(): AgentForest {
    return (this.#forest ??= plantForest(this.getAgents(), this.#parents));
  }

  /** The workspace the agent works in, named by its ancestor directly below `root`; null when there is none. */
  getWorkspaceIdForAgent(agentId: string): string | null {
    return this.#agents.get(agentId)?.agent.workspaceId ?? null;
  }

  #agentHasCapability(agentId: string, type: CapabilityType, direction: CapabilityDirection): boolean {
    const serviceId = this.getServiceIdForAgent(agentId);
    return serviceId === null ? type === TEXT : this.#services.hasCapability(serviceId, type, direction);
  }
}

function livingRoles({ roles }: Organisation): ServiceUse['roles'] {
  return roles
    .filter(({ status }) => status === undefined || !GONE.has(status))
    .map(({ id, name, llmServiceId }) => ({ name: name || id, serviceId: llmServiceId || null }));
}

/** The living agents, and who stands above whom, the dead ones too. */
function knownAgents({ roles, agents, terminated }: Organisation): {
  readonly living: Map<string, KnownAgent>;
  readonly parents: Map<string, string>;
} {
  // Of several of one id the last.
  const roleById = new Map(roles.map((role) => [role.id, role]));
  const byId = new Map(agents.map((agent) => [agent.id, agent]));
  const parents = new Map<string, string>();
  const owners = new Map<string, string | null>();
  const living = new Map<string, KnownAgent>();
  for (const { id, roleId, parentAgentId, status } of byId.values()) {
    if (parentAgentId) parents.set(id, parentAgentId);
    if (terminated.has(id) || (status !== undefined && GONE.has(status))) continue;
    const role = roleId ? roleById.get(roleId) : undefined;
    living.set(id, {
      agent: {
        id,
        ...(roleId ? { roleId } : {}),
        ...(role?.name === undefined ? {} : { roleName: role.name }),
        ...(parentAgentId ? { parentAgentId } : {}),
        workspaceId: workspaceOwner(id, byId, owners),
      },
      // programs write an empty id for none
      configuredServiceId: role?.llmServiceId ? role.llmServiceId : null,
      isRoleKnown: !roleId || role !== undefined,
    });
  }
  return { living, parents };
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
    if (agent.parentAgentId === ROOT_AGENT) {
      owner = agent.id;
      break;
    }
  }
  for (const passed of way) owners.set(passed, owner);
  return owner;
}

/** The living agents by who stands above whom; every one of them stands in it once, in the order of the file. */
export interface AgentForest {
  /** Those directly below `root`, when that is no agent of the file itself. */
  readonly belowRoot: readonly Agent[];
  /** The others without an agent above them: they name no parent, one that is not there, or stand in a circle. */
  readonly astray: readonly Agent[];
  childrenOf(agentId: string): readonly Agent[];
}

/**
 * Orders agents by their nearest living ancestor: what a dead agent created stands below the one above that.
 * A circle is opened at one of its agents.
 *
 * @param parents of every agent, the dead ones too
 */
export function plantForest(agents: readonly Agent[], parents: ReadonlyMap<string, string>): AgentForest {
  const living = new Set(agents.map(({ id }) => id));
  const above = superiors(agents, living, parents);
  for (const id of opened(agents, above)) above.set(id, null);
  const belowRoot: Agent[] = [];
  const astray: Agent[] = [];
  const children = new Map<string, Agent[]>();
  for (const agent of agents) {
    const superior = above.get(agent.id) ?? null;
    if (superior === null) astray.push(agent);
    else if (!living.has(superior)) belowRoot.push(agent);
    else if (!children.get(superior)?.push(agent)) children.set(superior, [agent]);
  }
  return { belowRoot, astray, childrenOf: (agentId) => children.get(agentId) ?? [] };
}

/** The nearest living ancestor of each agent, or `root`; null when the parents lead nowhere. */
function superiors(
  agents: readonly Agent[],
  living: ReadonlySet<string>,
  parents: ReadonlyMap<string, string>,
): Map<string, string | null> {
  /** What the dead lead to; null while that is being found out, which ends a circle of them. */
  const beyond = new Map<string, string | null>();
  const find = (id: string): string | null => {
    const way: string[] = [];
    let found: string | null = null;
    for (let parent = parents.get(id); parent !== undefined; parent = parents.get(parent)) {
      const known = living.has(parent) || parent === ROOT_AGENT ? parent : beyond.get(parent);
      if (known !== undefined) {
        found = known;
        break;
      }
      beyond.set(parent, null);
      way.push(parent);
    }
    for (const passed of way) beyond.set(passed, found);
    return found;
  };
  return new Map(agents.map(({ id }) => [id, find(id)]));
}

/** One agent of each circle. */
function opened(agents: readonly Agent[], above: ReadonlyMap<string, string | null>): string[] {
  const circles: string[] = [];
  /** By the number of the walk that passed first. */
  const passed = new Map<string, number>();
  for (const [walk, { id }] of agents.entries()) {
    let current: string | null | undefined = id;
    while (typeof current === 'string' && !passed.has(current)) {
      passed.set(current, walk);
      current = above.get(current);
    }
    if (typeof current === 'string' && passed.get(current) === walk) circles.push(current);
  }
  return circles;
}
