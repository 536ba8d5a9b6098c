import { type Compute, directCompute } from '../io/compute.ts';
import { textArgument } from '../io/arguments.ts';
import { CodedError, type Failure } from '../io/errors.ts';
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
  /** As written in the organisation, even if there is no such role. */
  readonly roleId?: string;
  /** Name of the role, if known. */
  readonly roleName?: string;
  readonly parentAgentId?: string;
  /** The agent that owns its workspace: its ancestor directly below `root`, or itself. */
  readonly workspaceId: string | null;
}

/** The organisation as last read. */
export interface AgentsState {
  /** `org.json`, even if it does not exist. */
  readonly source: Location;
  /** The file exists and was read. */
  readonly isRead: boolean;
  /** Why the file could not be read; absent when it was read or does not exist. */
  readonly problem?: Failure;
  /** The file could not be read, and the previous organisation is still used. */
  readonly usingLastGood?: true;
  /** Absent when the default model was read or has no file. */
  readonly defaultModelProblem?: DefaultModelProblem;
}

export interface DefaultModelProblem {
  /** File name in the configuration folder: `app.local.json` or `app.json`. */
  readonly name: string;
  readonly failure: Failure;
  /** The previous default model is still used. */
  readonly usingLastGood?: true;
}

const ENDED_STATUSES: ReadonlySet<string> = new Set(['terminated', 'deleted']);
const TEXT = 'text';

interface KnownAgent {
  readonly agent: Agent;
  /** From the role; null means the default model. */
  readonly configuredServiceId: string | null;
  /** The organisation has the agent's role, or the agent names none. */
  readonly isRoleKnown: boolean;
}

/**
 * The agents of a data root and their models' capabilities. Empty until `load`; queries are synchronous and use the last completed `load`
 * and the current service registry.
 */
export class AgentRegistry {
  readonly #runtimeFolder: RootFolder;
  readonly #configFolder: RootFolder;
  readonly #services: LlmServiceRegistry;
  readonly #compute: Compute;
  #agents = new Map<string, KnownAgent>();
  #models: AgentModels;
  /** Includes terminated agents. */
  #parents: ReadonlyMap<string, string> = new Map();
  #hierarchy: AgentHierarchy | undefined;
  #defaultModel: DefaultModel | undefined;
  #roles: ServiceUse['roles'] = [];
  #state: AgentsState;
  #newestLoad = 0;

  /**
   * @param options.configDir folder of `app.json`; default: the service registry's
   * @param options.bounds the real locations of the folders when the data root was opened, and how far links in them may lead; default:
   * anywhere
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

  /**
   * The file of an agent's conversation, `{runtimeDir}/conversations/{agentId}.json`. Rejects with `not_found`, and as `FileSystem.resolveInside` when a link leads out of the root.
   */
  async conversationOf(agentId: string): Promise<Location> {
    if (/[\\/\0]/.test(textArgument(agentId, 'agentId'))) throw new CodedError('not_found', { name: agentId });
    return this.#runtimeFolder.resolve(['conversations', `${agentId}.json`]);
  }

  get state(): AgentsState {
    return this.#state;
  }

  /**
   * Reads `org.json` and the default model. Never rejects. When a file cannot be read, for instance while it is being written, its previous
   * content stays in use and `state` says why.
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
    this.#hierarchy = undefined;
    this.#state = { source, isRead: organisation !== undefined, ...model };
    return this.#state;
  }

  /** @returns the part of the state about the default model */
  #useDefaultModel(read: DefaultModelRead): Pick<AgentsState, 'defaultModelProblem'> {
    if ('model' in read) this.#defaultModel = read.model;
    this.#models = new AgentModels(this.#services, this.#defaultModel);
    return 'model' in read ? {} : { defaultModelProblem: { ...read, ...(this.#defaultModel && { usingLastGood: true }) } };
  }

  /** Living agents in file order. */
  getAgents(): readonly Agent[] {
    return [...this.#agents.values()].map(({ agent }) => agent);
  }

  /** Which services the organisation uses, as of the last `load`. */
  get serviceUse(): ServiceUse {
    return this.#defaultModel === undefined ? { roles: this.#roles } : { roles: this.#roles, defaultModel: this.#defaultModel };
  }

  /** Ids of living agents whose model has the capability, in file order. */
  getAgentsByCapability(type: CapabilityType, direction: CapabilityDirection = 'input'): readonly string[] {
    return this.getAgents()
      .map(({ id }) => id)
      .filter((id) => this.#agentHasCapability(id, type, direction));
  }

  /**
   * The service of the agent's role; for a role without one, the service whose base URL and model match the runtime's default model. Null
   * for an unknown agent or an unknown default model.
   */
  getServiceIdForAgent(agentId: string): string | null {
    const known = this.#agents.get(agentId);
    if (known === undefined) return null;
    return known.configuredServiceId ?? this.#models.modelFor(null).service?.id ?? null;
  }

  /** The agent's model, its capabilities and its problems; null for an unknown agent. */
  getModelForAgent(agentId: string): AgentModel | null {
    const known = this.#agents.get(agentId);
    if (known === undefined) return null;
    const model = this.#models.modelFor(known.configuredServiceId);
    if (known.isRoleKnown) return model;
    return { ...model, problems: [{ code: 'role_missing', params: { role: known.agent.roleId ?? '' } }, ...model.problems] };
  }

  /** The hierarchy of the living agents. */
  getHierarchy(): AgentHierarchy {
    return (this.#hierarchy ??= buildAgentHierarchy(this.getAgents(), this.#parents));
  }

  /** The workspace of the agent, identified by its ancestor directly below `root`; null when there is none. */
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
    .filter(({ status }) => status === undefined || !ENDED_STATUSES.has(status))
    .map(({ id, name, llmServiceId }) => ({ name: name || id, serviceId: llmServiceId || null }));
}

/** The living agents, and the parent of every agent including terminated ones. */
function knownAgents({ roles, agents, terminated }: Organisation): {
  readonly living: Map<string, KnownAgent>;
  readonly parents: Map<string, string>;
} {
  // A repeated id: the last entry wins.
  const roleById = new Map(roles.map((role) => [role.id, role]));
  const byId = new Map(agents.map((agent) => [agent.id, agent]));
  const parents = new Map<string, string>();
  const owners = new Map<string, string | null>();
  const living = new Map<string, KnownAgent>();
  for (const { id, roleId, parentAgentId, status } of byId.values()) {
    if (parentAgentId) parents.set(id, parentAgentId);
    if (terminated.has(id) || (status !== undefined && ENDED_STATUSES.has(status))) continue;
    const role = roleId ? roleById.get(roleId) : undefined;
    living.set(id, {
      agent: {
        id,
        ...(roleId ? { roleId } : {}),
        ...(role?.name === undefined ? {} : { roleName: role.name }),
        ...(parentAgentId ? { parentAgentId } : {}),
        workspaceId: workspaceOwner(id, byId, owners),
      },
      // some programs write an empty id for none
      configuredServiceId: role?.llmServiceId || null,
      isRoleKnown: !roleId || role !== undefined,
    });
  }
  return { living, parents };
}

/**
 * The ancestor directly below `root`; null when the parents end elsewhere or form a cycle. Results for all visited agents are cached in
 * `owners`.
 */
function workspaceOwner(id: string, byId: ReadonlyMap<string, OrganisationAgent>, owners: Map<string, string | null>): string | null {
  const path: string[] = [];
  let owner: string | null = null;
  for (let agent = byId.get(id); agent !== undefined; agent = byId.get(agent.parentAgentId ?? '')) {
    const known = owners.get(agent.id);
    if (known !== undefined) {
      owner = known;
      break;
    }
    // null until resolved, so that meeting it again ends a cycle
    owners.set(agent.id, null);
    path.push(agent.id);
    if (agent.parentAgentId === ROOT_AGENT) {
      owner = agent.id;
      break;
    }
  }
  for (const visited of path) owners.set(visited, owner);
  return owner;
}

/** The hierarchy of the living agents. Each agent occurs once, in file order. */
export interface AgentHierarchy {
  /** Agents directly below `root`, unless `root` is itself an agent in the file. */
  readonly belowRoot: readonly Agent[];
  /** Other agents without a known ancestor: no parent, a missing parent, or a cycle. */
  readonly orphans: readonly Agent[];
  childrenOf(agentId: string): readonly Agent[];
}

/**
 * Groups agents by their nearest living ancestor, skipping terminated ones. A cycle is broken at one of its agents.
 *
 * @param parents of every agent, including terminated ones
 */
export function buildAgentHierarchy(agents: readonly Agent[], parents: ReadonlyMap<string, string>): AgentHierarchy {
  const living = new Set(agents.map(({ id }) => id));
  const ancestors = nearestAncestors(agents, living, parents);
  for (const id of onePerCycle(agents, ancestors)) ancestors.set(id, null);
  const belowRoot: Agent[] = [];
  const orphans: Agent[] = [];
  const children = new Map<string, Agent[]>();
  for (const agent of agents) {
    const ancestor = ancestors.get(agent.id) ?? null;
    if (ancestor === null) orphans.push(agent);
    else if (!living.has(ancestor)) belowRoot.push(agent);
    else if (!children.get(ancestor)?.push(agent)) children.set(ancestor, [agent]);
  }
  return { belowRoot, orphans, childrenOf: (agentId) => children.get(agentId) ?? [] };
}

/** The nearest living ancestor of each agent, or `root`; null when there is none. */
function nearestAncestors(
  agents: readonly Agent[],
  living: ReadonlySet<string>,
  parents: ReadonlyMap<string, string>,
): Map<string, string | null> {
  /** Results for terminated agents; null while one is being resolved, which ends a cycle. */
  const resolved = new Map<string, string | null>();
  const find = (id: string): string | null => {
    const path: string[] = [];
    let found: string | null = null;
    for (let parent = parents.get(id); parent !== undefined; parent = parents.get(parent)) {
      const known = living.has(parent) || parent === ROOT_AGENT ? parent : resolved.get(parent);
      if (known !== undefined) {
        found = known;
        break;
      }
      resolved.set(parent, null);
      path.push(parent);
    }
    for (const visited of path) resolved.set(visited, found);
    return found;
  };
  return new Map(agents.map(({ id }) => [id, find(id)]));
}

/** One agent of each cycle. */
function onePerCycle(agents: readonly Agent[], ancestors: ReadonlyMap<string, string | null>): string[] {
  const cycleMembers: string[] = [];
  /** The walk that first visited each agent. */
  const visitedBy = new Map<string, number>();
  for (const [walk, { id }] of agents.entries()) {
    let current: string | null | undefined = id;
    while (typeof current === 'string' && !visitedBy.has(current)) {
      visitedBy.set(current, walk);
      current = ancestors.get(current);
    }
    if (typeof current === 'string' && visitedBy.get(current) === walk) cycleMembers.push(current);
  }
  return cycleMembers;
}
