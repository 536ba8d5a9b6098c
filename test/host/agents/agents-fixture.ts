import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { AgentTree } from '../../../src/host/agents/register.ts';
import type { AgentTreeNode } from '../../../src/host/agents/agent-nodes.ts';
import type { DataRoots, OpenRoot } from '../../../src/host/roots/open-root.ts';
import type { Choosable, PreviewService } from '../../../src/host/services/preview-service.ts';
import { temporaryRoot } from '../artifacts/tree-fixture.ts';

/** A data root of a test's own, its services and agents loaded. */
export interface AgentRoot {
  readonly root: OpenRoot;
  writeOrganisation(content: unknown): Promise<void>;
  writeServices(services: readonly unknown[]): Promise<void>;
  remove(): Promise<void>;
}

export async function agentRoot(
  from: 'real' | 'empty',
  { organisation, services }: { organisation?: unknown; services?: readonly unknown[] } = {},
): Promise<AgentRoot> {
  const { root, remove } = await temporaryRoot(from);
  const write = (folder: string, name: string, content: unknown): Promise<void> =>
    writeFile(path.join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  const made: AgentRoot = {
    root,
    remove,
    writeOrganisation: async (content) => {
      await vscode.workspace.fs.createDirectory(root.uriOf(root.layout.runtimeDir));
      await write(root.layout.runtimeDir, 'org.json', content);
      await root.agents.load();
    },
    writeServices: async (list) => {
      await vscode.workspace.fs.createDirectory(root.uriOf(root.layout.configDir));
      await write(root.layout.configDir, 'llmservices.json', { services: list });
      await root.services.load();
    },
  };
  if (organisation !== undefined) await made.writeOrganisation(organisation);
  if (services !== undefined) await made.writeServices(services);
  await Promise.all([root.services.load(), root.agents.load()]);
  return made;
}

/** The view of some roots, which change when a test says so. */
export function viewOf(...roots: OpenRoot[]) {
  const never = new vscode.EventEmitter<never>();
  const agentsChanged = new vscode.EventEmitter<OpenRoot>();
  const servicesChanged = new vscode.EventEmitter<OpenRoot>();
  const selectionChanged = new vscode.EventEmitter<Choosable>();
  const dataRoots: DataRoots = {
    roots,
    unusable: [],
    onDidChange: never.event,
    onDidChangeArtifacts: never.event,
    onDidChangeServices: servicesChanged.event,
    onDidChangeAgents: agentsChanged.event,
    ready: async () => undefined,
    refresh: async () => undefined,
    dispose: () => undefined,
  };
  let selected: string | undefined;
  const previewService: PreviewService = {
    selectedServiceId: () => selected,
    select: (models, serviceId) => {
      selected = serviceId;
      selectionChanged.fire(models);
    },
    recentModels: () => [],
    onDidChange: selectionChanged.event,
  };
  return { tree: new AgentTree(dataRoots, previewService), dataRoots, previewService, agentsChanged, servicesChanged };
}

/** An item of the view. */
export interface Shown {
  readonly node: AgentTreeNode;
  readonly item: vscode.TreeItem;
  readonly depth: number;
}

/** Every item of the view, from the top down. */
export async function allItems(tree: AgentTree, node?: AgentTreeNode, depth = 0): Promise<Shown[]> {
  const shown: Shown[] = [];
  for (const child of await tree.getChildren(node)) {
    shown.push({ node: child, item: await tree.getTreeItem(child), depth }, ...(await allItems(tree, child, depth + 1)));
  }
  return shown;
}

/** What a person sees of them: `!` stands for the warning icon. */
export function lines(items: readonly Shown[]): string[] {
  return items.map(({ item, depth }) => {
    const mark = item.iconPath instanceof vscode.ThemeIcon && item.iconPath.id === 'warning' ? '! ' : '';
    return '  '.repeat(depth) + mark + [item.label, item.description].filter(Boolean).join(' | ');
  });
}

/** The items of agents only. */
export function agentLines(items: readonly Shown[]): string[] {
  return lines(items.filter(({ node }) => node.kind === 'agent' || node.kind === 'top'));
}
