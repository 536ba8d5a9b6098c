import type { Failure } from '../../core/io/errors.ts';
import type { AgentModel, AgentProblem } from '../../core/agents/agent-model.ts';
import type { Agent, DefaultModelProblem } from '../../core/agents/agents.ts';
import type { OpenRoot } from '../roots/open-root.ts';

/** What the Agents view shows, from the top down. Every node knows its root. */
export type AgentTreeNode =
  | { readonly kind: 'root'; readonly root: OpenRoot }
  | { readonly kind: 'noFile'; readonly root: OpenRoot }
  | { readonly kind: 'noAgents'; readonly root: OpenRoot }
  | { readonly kind: 'unreadable'; readonly root: OpenRoot; readonly failure: Failure }
  | { readonly kind: 'lastGood'; readonly root: OpenRoot }
  | { readonly kind: 'modelUnreadable'; readonly root: OpenRoot; readonly problem: DefaultModelProblem }
  | TopNode
  | AgentNode
  | FactNode
  | { readonly kind: 'problem'; readonly root: OpenRoot; readonly agent: Agent; readonly model: AgentModel; readonly problem: AgentProblem }
  | MoreAgentsNode;

/** The agent `root` of the runtime, which the organisation itself does not list. */
export interface TopNode {
  readonly kind: 'top';
  readonly root: OpenRoot;
  /** How many agents live, and with how many something is wrong. */
  readonly count: number;
  readonly troubled: number;
}

/** A living agent; also an argument of the commands on agents and, by `serviceId` and `index`, of those on services. */
export interface AgentNode {
  readonly kind: 'agent';
  readonly root: OpenRoot;
  readonly agent: Agent;
  readonly model: AgentModel;
  /** The ID of the service in force. */
  readonly serviceId?: string;
  readonly index?: number;
}

/** One line about an agent. */
export interface FactNode {
  readonly kind: 'fact';
  readonly root: OpenRoot;
  readonly agent: Agent;
  readonly model: AgentModel;
  readonly fact: 'role' | 'service' | 'input' | 'output' | 'workspace';
}

/** The last line of many agents: shows the next ones. */
export interface MoreAgentsNode {
  readonly kind: 'more';
  readonly root: OpenRoot;
  /** Their parent node. */
  readonly list: string;
  /** How many it shows. */
  readonly count: number;
}

/** How many agents below one are shown at first, and with each step more. */
export const AGENTS_PAGE = 200;

/** How many agents of a list are shown. */
export type ShownOf = (list: string) => number;

/** The nodes of the first level: the content of the only root, or a node for each of several. */
export function topAgentNodes(roots: readonly OpenRoot[], shownOf: ShownOf): AgentTreeNode[] {
  const [first] = roots;
  if (!first || roots.length > 1) return roots.map((root) => ({ kind: 'root', root }));
  const { isRead, problem } = first.agents.state;
  // Empty: VS Code shows the welcome text.
  return isRead || problem ? contentOf(first, shownOf) : [];
}

/** The nodes below a node. */
export function agentChildren(node: AgentTreeNode, shownOf: ShownOf): AgentTreeNode[] {
  const { root } = node;
  switch (node.kind) {
    case 'root':
      return contentOf(root, shownOf);
    case 'top':
      return agentNodes(root, agentNodeId(node), root.agents.getHierarchy().belowRoot, shownOf);
    case 'agent': {
      const { agent, model } = node;
      const facts = (['role', 'service', 'input', 'output', 'workspace'] as const).map((fact): FactNode => ({
        kind: 'fact',
        root,
        agent,
        model,
        fact,
      }));
      const problems = model.problems.map((problem) => ({ kind: 'problem', root, agent, model, problem }) as const);
      return [...problems, ...facts, ...agentNodes(root, agentNodeId(node), root.agents.getHierarchy().childrenOf(agent.id), shownOf)];
    }
    default:
      return [];
  }
}

/** The nodes of some agents: those with which something is wrong first, so that they are found among thousands. */
function agentNodes(root: OpenRoot, list: string, agents: readonly Agent[], shownOf: ShownOf): AgentTreeNode[] {
  const nodes = agents.flatMap((agent) => agentNode(root, agent));
  const isTroubled = ({ model }: AgentNode): boolean => model.problems.length > 0;
  const ordered = [...nodes.filter(isTroubled), ...nodes.filter((node) => !isTroubled(node))];
  const shown = shownOf(list);
  if (ordered.length <= shown) return ordered;
  return [...ordered.slice(0, shown), { kind: 'more', root, list, count: Math.min(AGENTS_PAGE, ordered.length - shown) }];
}

function agentNode(root: OpenRoot, agent: Agent): AgentNode[] {
  const model = root.agents.getModelForAgent(agent.id);
  if (!model) return [];
  const { service, entry } = model;
  return [{ kind: 'agent', root, agent, model, ...(service && { serviceId: service.id }), ...(entry && { index: entry.index }) }];
}

function contentOf(root: OpenRoot, shownOf: ShownOf): AgentTreeNode[] {
  const { isRead, problem, usingLastGood, defaultModelProblem } = root.agents.state;
  const model: AgentTreeNode[] = defaultModelProblem ? [{ kind: 'modelUnreadable', root, problem: defaultModelProblem }] : [];
  if (problem)
    return [
      { kind: 'unreadable', root, failure: problem },
      ...model,
      ...(usingLastGood ? [{ kind: 'lastGood', root } as const, ...agentsOf(root, shownOf)] : []),
    ];
  return isRead ? [...model, ...agentsOf(root, shownOf)] : [{ kind: 'noFile', root }];
}

function agentsOf(root: OpenRoot, shownOf: ShownOf): AgentTreeNode[] {
  const agents = root.agents.getAgents();
  if (agents.length === 0) return [{ kind: 'noAgents', root }];
  const { belowRoot, orphans } = root.agents.getHierarchy();
  const troubled = agents.filter(({ id }) => (root.agents.getModelForAgent(id)?.problems.length ?? 0) > 0).length;
  const top: TopNode[] = belowRoot.length > 0 ? [{ kind: 'top', root, count: agents.length, troubled }] : [];
  return [...top, ...agentNodes(root, `${root.id}\norphans`, orphans, shownOf)];
}

/** A name for the node that stays the same when the view is built anew. */
export function agentNodeId(node: AgentTreeNode): string {
  const parts: string[] = [node.root.id, node.kind];
  if (node.kind === 'agent' || node.kind === 'fact' || node.kind === 'problem') parts.push(node.agent.id);
  if (node.kind === 'fact') parts.push(node.fact);
  if (node.kind === 'problem') parts.push(node.problem.code);
  if (node.kind === 'more') parts.push(node.list);
  return parts.join('\n');
}
