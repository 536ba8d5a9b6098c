import type { ServiceProblem } from '../../core/models/problems.ts';
import type { CapabilityList } from '../../core/models/capability.ts';
import type { ServiceEntry } from '../../core/models/validate.ts';
import { checkUsage } from '../../core/agents/validate-usage.ts';
import type { OpenRoot } from '../roots/open-root.ts';

/** What the Model Services view shows, from the top down. Every node but the first kind knows its root. */
export type ServiceNode =
  | { readonly kind: 'root'; readonly root: OpenRoot }
  | { readonly kind: 'noFile'; readonly root: OpenRoot }
  | { readonly kind: 'noServices'; readonly root: OpenRoot }
  | { readonly kind: 'lastGood'; readonly root: OpenRoot }
  | { readonly kind: 'problem'; readonly root: OpenRoot; readonly problem: ServiceProblem; readonly position: number }
  | { readonly kind: 'moreProblems'; readonly root: OpenRoot; readonly problems: readonly ServiceProblem[] }
  | ServiceItemNode
  | { readonly kind: 'capabilities'; readonly root: OpenRoot; readonly entry: ServiceEntry; readonly list: CapabilityList }
  | { readonly kind: 'address'; readonly root: OpenRoot; readonly entry: ServiceEntry };

/** A service of the configuration in force; also an argument of the commands on services. */
export interface ServiceItemNode {
  readonly kind: 'service';
  readonly root: OpenRoot;
  readonly serviceId?: string;
  readonly index: number;
  readonly entry: ServiceEntry;
}

/** The nodes of the first level: the content of the only root, or a node for each of several. */
export function topNodes(roots: readonly OpenRoot[]): ServiceNode[] {
  const [first] = roots;
  // empty: VS Code shows the welcome text
  if (first && roots.length === 1) return hasNothing(first) ? [] : contentOf(first);
  return roots.map((root) => ({ kind: 'root', root }));
}

/** The nodes below a node. */
export function childrenOf(node: ServiceNode): ServiceNode[] {
  if (node.kind === 'root') return contentOf(node.root);
  if (node.kind === 'moreProblems') return problemNodes(node.root, node.problems);
  if (node.kind !== 'service') return [];
  const { root, entry } = node;
  const all = [...entry.problems, ...usageOf(root).filter(({ index }) => index === entry.index)];
  const problems = problemNodes(root, all);
  if (entry.config === undefined) return problems;
  return [
    { kind: 'capabilities', root, entry, list: 'input' },
    { kind: 'capabilities', root, entry, list: 'output' },
    ...(entry.config.baseURL === undefined ? [] : [{ kind: 'address', root, entry } as const]),
    ...problems,
  ];
}

function contentOf(root: OpenRoot): ServiceNode[] {
  const { source, usingLastGood, problems, entries } = root.services.state;
  if (hasNothing(root)) return [{ kind: 'noFile', root }];
  // of the last good configuration only the services are shown: its problems are not those of the file
  const ofTheFile = [...problems, ...usageOf(root)].filter(({ index }) => index === undefined);
  const services = entries.map((entry): ServiceItemNode => {
    const { id, index } = entry;
    return { kind: 'service', root, ...(id === undefined ? {} : { serviceId: id }), index, entry };
  });
  return [
    ...(source === undefined ? [{ kind: 'noFile', root } as const] : []),
    ...inShort(
      root,
      ofTheFile.filter(({ code }) => code !== 'file_gone'),
    ),
    ...(usingLastGood ? [{ kind: 'lastGood', root } as const] : []),
    ...services,
    ...(services.length + ofTheFile.length === 0 ? [{ kind: 'noServices', root } as const] : []),
  ];
}

/** There is no file, and none was read before. */
function hasNothing({ services: { state } }: OpenRoot): boolean {
  return state.source === undefined && !state.usingLastGood;
}

function problemNodes(root: OpenRoot, problems: readonly ServiceProblem[]): ServiceNode[] {
  return problems.map((problem, position) => ({ kind: 'problem', root, problem, position }));
}

/** Problems of a file that are shown above its services; of more the first, which others often follow from. */
const MOST_ABOVE = 2;

function inShort(root: OpenRoot, problems: readonly ServiceProblem[]): ServiceNode[] {
  if (problems.length <= MOST_ABOVE) return problemNodes(root, problems);
  return [...problemNodes(root, problems.slice(0, 1)), { kind: 'moreProblems', root, problems: problems.slice(1) }];
}

/** What the roles of a root make of the services in force. */
function usageOf({ services, agents }: OpenRoot): readonly ServiceProblem[] {
  return checkUsage({ usable: true, entries: services.state.entries }, agents.serviceUse);
}

/** The worst thing wrong with a service. */
export function worstProblemSeverity({ problems }: ServiceEntry): 'error' | 'warning' | undefined {
  if (problems.some(({ severity }) => severity === 'error')) return 'error';
  return problems.some(({ severity }) => severity === 'warning') ? 'warning' : undefined;
}

/** A name for the node that stays the same when the view is built anew. */
export function nodeId(node: ServiceNode): string {
  const parts: (string | number)[] = [node.root.id, node.kind];
  if (node.kind === 'service') parts.push(node.serviceId ?? '', node.index);
  if (node.kind === 'capabilities') parts.push(node.entry.index, node.list);
  if (node.kind === 'address') parts.push(node.entry.index);
  if (node.kind === 'problem') parts.push(node.problem.index ?? '', node.problem.code, node.position);
  return parts.join('\n');
}
