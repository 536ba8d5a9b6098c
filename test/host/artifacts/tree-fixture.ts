import { cp, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { FileSystem } from '../../../src/core/io/file-system.ts';
import { silentLogger } from '../../../src/core/io/logger.ts';
import { layoutOfFolder } from '../../../src/core/store/layout.ts';
import { ArtifactTree } from '../../../src/host/artifacts/artifact-tree.ts';
import type { TreeNode } from '../../../src/host/artifacts/nodes.ts';
import { FileSystems } from '../../../src/host/roots/file-systems.ts';
import type { DataRoots, OpenRoot, UnusableRoot } from '../../../src/host/roots/open-root.ts';
import { createOpenRoot } from '../../../src/host/roots/root-factory.ts';

const REAL_ROOT = path.join(import.meta.dirname, '../../fixtures/agent-society-root');

/** A data root in a temporary folder. */
export interface TemporaryRoot {
  readonly root: OpenRoot;
  readonly artifacts: string;
  readonly workspaces: string;
  /** Names of the files that were opened so far, in order. */
  readonly opened: string[];
  /** Writes an artifact with a complete sidecar. */
  put(
    id: string | number,
    facts: { name: string; type?: string; extension?: string; content?: string; agentId?: string; createdAt?: string },
  ): Promise<void>;
  remove(): Promise<void>;
}

/** A copy of the real root, or an empty one of the plain layout. */
export async function temporaryRoot(from: 'real' | 'empty'): Promise<TemporaryRoot> {
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'agent-artifacts-tree-')));
  if (from === 'real') await cp(REAL_ROOT, folder, { recursive: true });
  else for (const name of ['artifacts', 'workspaces']) await mkdir(path.join(folder, name));
  const uri = vscode.Uri.file(folder);
  const files = new FileSystems().for(uri);
  const description = await layoutOfFolder(files.fs, files.locationOf(uri), { allowOutside: false });
  const opened: string[] = [];
  const fs = recorded(files.fs, opened);
  const root = createOpenRoot(
    { folder: uri },
    description,
    { ...files, fs, uriOf: (location) => files.uriOf(location), locationOf: (place) => files.locationOf(place) },
    silentLogger,
  );
  const { artifactsDir, workspacesDir } = description.layout;
  return {
    root,
    artifacts: artifactsDir,
    workspaces: workspacesDir,
    opened,
    put: async (
      id,
      { name, type = 'text/plain', extension = '.txt', content = 'content', agentId, createdAt = '2026-01-02T03:04:05.000Z' },
    ) => {
      const sidecar = {
        id: String(id),
        extension,
        type,
        name,
        size: Buffer.byteLength(content),
        createdAt,
        ...(agentId && { agentId }),
      };
      await writeFile(path.join(artifactsDir, `${id}${extension}`), content);
      await writeFile(path.join(artifactsDir, `${id}.meta`), JSON.stringify(sidecar));
    },
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  };
}

/** Roots that change when a test says so. */
export interface ScriptedRoots extends DataRoots {
  roots: readonly OpenRoot[];
  unusable: readonly UnusableRoot[];
  readonly artifactsChanged: vscode.EventEmitter<OpenRoot>;
  /** The roots were looked for again. */
  readonly changed: vscode.EventEmitter<void>;
}

export function rootsOf(roots: readonly OpenRoot[], unusable: readonly UnusableRoot[] = []): ScriptedRoots {
  const artifactsChanged = new vscode.EventEmitter<OpenRoot>();
  const changed = new vscode.EventEmitter<void>();
  const never = new vscode.EventEmitter<never>();
  return {
    roots,
    unusable,
    artifactsChanged,
    changed,
    onDidChange: changed.event,
    onDidChangeArtifacts: artifactsChanged.event,
    onDidChangeServices: never.event,
    onDidChangeAgents: never.event,
    ready: async () => undefined,
    refresh: async () => undefined,
    dispose: () => undefined,
  };
}

export function treeOf(...roots: OpenRoot[]): ArtifactTree {
  return new ArtifactTree({ roots: rootsOf(roots), logger: silentLogger });
}

/** What a person sees of a node. */
export interface Line {
  readonly node: TreeNode;
  readonly label: string;
  readonly description: string;
  readonly icon: string | undefined;
  readonly id: string;
  /** What a screen reader says. */
  readonly spoken: string;
}

/** The lines below a node, or at the top. */
export async function linesBelow(tree: ArtifactTree, node?: TreeNode): Promise<Line[]> {
  const lines: Line[] = [];
  for (const child of await tree.getChildren(node)) {
    const item = await tree.getTreeItem(child);
    const icon = item.iconPath instanceof vscode.ThemeIcon ? item.iconPath.id : undefined;
    const spoken = item.accessibilityInformation?.label ?? '';
    lines.push({ node: child, label: String(item.label), description: String(item.description ?? ''), icon, id: item.id ?? '', spoken });
  }
  return lines;
}

/** The lines of the regular artifacts of the only root: below their group, or at the top where there are no workspaces. */
export async function storeLines(tree: ArtifactTree): Promise<Line[]> {
  const [first] = await tree.getChildren();
  return linesBelow(tree, first?.kind === 'store' ? first : undefined);
}

/** Every line below the workspaces of the only root, folders opened, by its path from there. */
export async function workspaceLines(tree: ArtifactTree): Promise<Map<string, Line>> {
  const [, workspaces] = await tree.getChildren();
  const found = new Map<string, Line>();
  const walk = async (node: TreeNode | undefined, prefix: string, depth: number): Promise<void> => {
    for (const line of await linesBelow(tree, node)) {
      found.set(prefix + line.label, line);
      // Deep enough for every fixture, and an end for linked circles.
      if (depth < 4) await walk(line.node, `${prefix}${line.label}/`, depth + 1);
    }
  };
  await walk(workspaces, '', 0);
  return found;
}

function recorded(fs: FileSystem, opened: string[]): FileSystem {
  return new Proxy(fs, {
    get(target, property) {
      const member: unknown = Reflect.get(target, property);
      if (typeof member !== 'function') return member;
      return (...parameters: unknown[]): unknown => {
        if (property === 'readFile') opened.push(path.basename(String(parameters[0])));
        return member.apply(target, parameters);
      };
    },
  });
}

/** A search that goes on until somebody stops it, and leaves the processor alone meanwhile. */
export async function untilStopped(signal: { readonly aborted: boolean } | undefined): Promise<void> {
  while (signal && !signal.aborted) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** The next time an event fires and the condition holds; checked at once, too. */
export function until(event: vscode.Event<unknown>, condition: () => Promise<boolean>, what: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      listener.dispose();
    };
    const check = async (): Promise<void> => {
      if (!(await condition())) return;
      stop();
      resolve();
    };
    const listener = event(() => void check());
    const timer = setTimeout(() => {
      stop();
      reject(new Error(`It did not happen: ${what}`));
    }, 45_000);
    void check();
  });
}
