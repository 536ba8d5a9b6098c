import { toFailure } from '../../core/io/errors.ts';
import type { ArtifactReference } from '../../core/refs/reference.ts';
import type { PlaceInFolders } from '../../core/store/adapter.ts';
import type { ArtifactMetadata } from '../../core/store/artifact.ts';
import type { WorkspaceEntry } from '../../core/store/workspace-entry.ts';
import type { OpenRoot } from '../roots/open-root.ts';
import type { ArtifactOrder } from '../screen/artifact-orders.ts';
import type { FilterConditions } from './artifact-filter.ts';
import type { ArtifactNode, FolderNode, GroupNode, MoreNode, ProblemNode, RootNode, TreeNode, WorkspaceNode } from './nodes.ts';
import { PAGE_SIZE, RegularListing } from './regular-listing.ts';
import type { SearchRunner } from './search-progress.ts';
import { SortedArtifacts, type SortFacts } from './sorted-artifacts.ts';
import type { FolderView } from './workspace-listing.ts';
import { WorkspaceListing } from './workspace-listing.ts';

/** How a branch of the tree is to be made. */
export interface BranchOptions {
  /** A node for the root itself: there are several. */
  readonly hasRootNode: boolean;
  /** Part of every id: a filtered tree is another tree, with its own expansion. */
  readonly prefix: string;
  readonly conditions?: FilterConditions | undefined;
  readonly order: ArtifactOrder;
  /** That of the screen, a BCP 47 tag. */
  readonly language: string;
  /** What was read of the artifacts to sort them. */
  readonly facts: SortFacts;
  readonly search: SearchRunner;
  /** A node's children have changed without a change on disk; those at the top when it is none. */
  readonly onDidCorrect: (node: TreeNode | undefined) => void;
  /** What was given of the root was overtaken by a change on disk: it is to be asked for again. */
  readonly onOutdated: (branch: RootBranch) => void;
}

/**
 * How a root is shown in the tree: `grouped` – store and workspaces, each below a line of its own; `flat` – without workspaces
 * the artifacts alone; `folders` – without a store beside them the workspaces alone; `bare` – there is nothing.
 */
export type Shape = 'grouped' | 'flat' | 'folders' | 'bare';

/** The nodes of one data root. */
export class RootBranch {
  readonly root: OpenRoot;
  readonly node: RootNode | undefined;
  readonly groups: readonly [store: GroupNode, workspaces: GroupNode];
  readonly regular: RegularListing;
  readonly workspaces: WorkspaceListing;
  readonly #prefix: string;
  readonly #isFiltered: boolean;
  readonly #order: ArtifactOrder;
  /** VS Code refreshes by identity, so expandable nodes keep their object. */
  readonly #kept = new Map<string, TreeNode>();
  #shape: Promise<Shape> | undefined;
  #isFlat = false;

  constructor(
    root: OpenRoot,
    { hasRootNode, prefix, conditions, order, language, facts, search, onDidCorrect, onOutdated }: BranchOptions,
  ) {
    this.root = root;
    this.#prefix = `${prefix}${root.id}`;
    this.#isFiltered = conditions !== undefined;
    this.#order = order;
    this.node = hasRootNode ? { kind: 'root', id: this.#prefix, parent: undefined, root } : undefined;
    const group = (kind: GroupNode['kind']): GroupNode => ({ kind, id: `${this.#prefix}#${kind}`, parent: this.node, root });
    this.groups = [group('store'), group('workspaces')];
    const access = { conditions, search, onOutdated: () => onOutdated(this) };
    const artifacts = { store: root.store, memory: root.searched, conditions, search };
    this.regular = new RegularListing({
      ...access,
      ...artifacts,
      sorted: order === 'newest' || root.store.hasOnlyFolders ? undefined : new SortedArtifacts(artifacts, { order, language, facts }),
      onDidCorrect: () => onDidCorrect(this.artifactsParent),
    });
    this.workspaces = new WorkspaceListing({ ...access, order, manager: root.workspaces });
  }

  /** Something changed on disk. */
  invalidate(): void {
    this.#shape = undefined;
    this.regular.invalidate();
    this.workspaces.invalidate();
  }

  /** Tells from names alone, filter or not. What cannot be read is there. */
  shape(): Promise<Shape> {
    return (this.#shape ??= this.#look());
  }

  /** The parent of the store's artifacts as last reported; undefined at the top of the tree. */
  get artifactsParent(): TreeNode | undefined {
    return this.#isFlat ? this.node : this.groups[0];
  }

  /** The node whose line is above a root's store and workspaces, or above the workspaces; undefined at the top of the tree. */
  parentOf(reference: ArtifactReference): TreeNode | undefined {
    if (this.root.store.hasOnlyFolders) return this.node;
    return reference.kind === 'regular' ? this.artifactsParent : this.groups[1];
  }

  /** The nodes at the top, or below that of the root. Never rejects. */
  async tops(): Promise<TreeNode[]> {
    switch (await this.shape()) {
      case 'flat':
        return this.#storeChildren();
      case 'folders':
        return this.#workspaceNodes();
      default:
        return [...this.groups];
    }
  }

  /** The nodes below a node of this branch. Never rejects. */
  async children(node: TreeNode): Promise<TreeNode[]> {
    switch (node.kind) {
      case 'root':
        return this.tops();
      case 'store':
        return this.#storeChildren();
      case 'workspaces':
        return this.#workspaceNodes();
      case 'workspace':
        return this.#folderChildren(node, node.workspace.workspaceId, '');
      case 'folder':
        return this.#folderChildren(node, node.workspaceId, node.relativePath);
      case 'artifact':
        return this.#versionNodes(node);
      case 'more':
      case 'note':
      case 'problem':
        return [];
    }
  }

  /** The node of an artifact, after making it part of what is shown; undefined when there is no such artifact. */
  async find(reference: ArtifactReference): Promise<ArtifactNode | undefined> {
    const place = this.root.workspaces.placeOf(reference);
    if (place) return this.#findFile(reference, place);
    const artifact = await this.regular.include(reference.id);
    if (!artifact) return undefined;
    // It may have come since anybody looked.
    if ((await this.shape()) === 'bare') this.#shape = undefined;
    await this.shape();
    return this.nodeOf(artifact);
  }

  /** The node of a workspace; undefined when there is none of that name, or it cannot be read. */
  async findWorkspace(workspaceId: string): Promise<WorkspaceNode | undefined> {
    const nodes = await this.#workspaceNodes();
    return nodes.find((node) => node.kind === 'workspace' && node.workspace.workspaceId === workspaceId) as WorkspaceNode | undefined;
  }

  /** The node of a listed regular artifact. */
  nodeOf(artifact: ArtifactMetadata): ArtifactNode {
    return this.#artifactNode(artifact, this.artifactsParent);
  }

  async #look(): Promise<Shape> {
    const [hasArtifacts, hasWorkspaces] = await Promise.all([this.root.store.hasAny().catch(() => undefined), this.workspaces.hasAny()]);
    this.#isFlat = this.root.store.hasOnlyFolders || (!hasWorkspaces && hasArtifacts === true);
    if (this.root.store.hasOnlyFolders) return hasWorkspaces ? 'folders' : 'bare';
    return this.#isFlat ? 'flat' : hasWorkspaces || hasArtifacts === undefined ? 'grouped' : 'bare';
  }

  async #storeChildren(): Promise<TreeNode[]> {
    const { ranges, total, count, failure, isPartial = false } = await this.regular.shown();
    const parent = this.artifactsParent;
    if (failure) return [{ ...this.#problem(this.groups[0], '', { label: this.root.layout.artifactsDir, failure }), parent }];
    const shown = ranges.reduce((sum, { items }) => sum + items.length, 0);
    const all = count?.sorted ?? total;
    const lines = ranges.flatMap(({ items, next }, range): TreeNode[] => {
      const nodes = items.map((artifact) => this.#artifactNode(artifact, parent));
      return next === undefined
        ? nodes
        : [...nodes, this.#more(parent, range, ranges.length > 1 || this.#isFiltered || isPartial ? PAGE_SIZE : all - shown)];
    });
    return count?.cut ? [{ kind: 'note', id: `${this.groups[0].id}//note`, parent, root: this.root, count }, ...lines] : lines;
  }

  async #workspaceNodes(): Promise<TreeNode[]> {
    const group = this.groups[1];
    const parent = this.root.store.hasOnlyFolders ? this.node : group;
    const { workspaces, failure } = await this.workspaces.load();
    if (failure) return [{ ...this.#problem(group, '', { label: this.root.layout.workspacesDir, failure }), parent }];
    return workspaces.map((workspace): TreeNode => {
      const { workspaceId, name = workspaceId, problem } = workspace;
      const id = `${group.id}/${workspaceId}`;
      if (problem) return { ...this.#problem(group, workspaceId, { label: name, failure: problem }), parent };
      return this.#keep<WorkspaceNode>({ kind: 'workspace', id, parent, root: this.root, workspace });
    });
  }

  async #folderChildren(parent: WorkspaceNode | FolderNode, workspaceId: string, relativePath: string): Promise<TreeNode[]> {
    const view = await this.workspaces.folder(workspaceId, relativePath);
    return uniqueIds([...this.#folderProblem(parent, view), ...view.entries.map((entry) => this.#entryNode(parent, workspaceId, entry))]);
  }

  #folderProblem(parent: TreeNode, { failure }: FolderView): ProblemNode[] {
    if (!failure) return [];
    const label =
      parent.kind === 'folder' ? parent.name : parent.kind === 'workspace' ? (parent.workspace.name ?? parent.workspace.workspaceId) : '';
    return [this.#problem(parent, '', { label, failure })];
  }

  #entryNode(parent: WorkspaceNode | FolderNode, workspaceId: string, entry: WorkspaceEntry): TreeNode {
    switch (entry.kind) {
      case 'folder': {
        const { name, relativePath } = entry;
        return this.#keep<FolderNode>({
          kind: 'folder',
          id: `${parent.id}/${name}`,
          parent,
          root: this.root,
          workspaceId,
          relativePath,
          name,
        });
      }
      case 'file':
        return this.#artifactNode(entry.artifact, parent);
      case 'invalid':
        return this.#problem(parent, entry.name, { label: entry.name, failure: entry.failure });
    }
  }

  /** Goes down the folders of the workspace, and into an artifact for one of its versions. A missing file belongs to the deepest folder that exists. */
  async #findFile({ id }: ArtifactReference, { workspaceId, relativePath }: PlaceInFolders): Promise<ArtifactNode | undefined> {
    let above: TreeNode | undefined = await this.findWorkspace(workspaceId);
    while (above) {
      const children: TreeNode[] = await this.children(above);
      const file = children.find((node) => node.kind === 'artifact' && node.reference.id === id);
      if (file?.kind === 'artifact') return file;
      above =
        children.find((node) => node.kind === 'artifact' && id.startsWith(`${node.reference.id}:`)) ??
        children.find((node) => node.kind === 'folder' && `${relativePath}/`.startsWith(`${node.relativePath}/`));
    }
    return undefined;
  }

  /** Newest first; none where there is one version only. */
  async #versionNodes(parent: ArtifactNode): Promise<TreeNode[]> {
    const { artifact, root, reference } = parent;
    if ((artifact.versions ?? 0) < 2) return [];
    try {
      return (await root.store.versions(reference)).map((version) => this.#artifactNode(version, parent));
    } catch (error) {
      return [this.#problem(parent, '', { label: artifact.name, failure: toFailure(error) })];
    }
  }

  #artifactNode(artifact: ArtifactMetadata, parent: TreeNode | undefined): ArtifactNode {
    return {
      kind: 'artifact',
      id: `${this.#prefix}#artifact:${artifact.id}`,
      parent,
      root: this.root,
      reference: artifact.reference,
      artifact,
    };
  }

  #more(parent: TreeNode | undefined, range: number, remaining: number): MoreNode {
    const id = `${this.groups[0].id}//more:${range}`;
    return { kind: 'more', id, parent, root: this.root, range, count: Math.min(PAGE_SIZE, remaining), isOlder: this.#order === 'newest' };
  }

  #problem(parent: TreeNode, name: string, { label, failure }: Pick<ProblemNode, 'label' | 'failure'>): ProblemNode {
    return { kind: 'problem', id: `${parent.id}//problem:${name}`, parent, label, failure };
  }

  #keep<N extends WorkspaceNode | FolderNode>(node: N): N {
    const known = this.#kept.get(node.id);
    if (known) return known as N;
    this.#kept.set(node.id, node);
    return node;
  }
}

/** A bad name can be both on disk and in the metadata; two nodes with one id would break the whole tree. */
function uniqueIds(nodes: readonly TreeNode[]): TreeNode[] {
  return [...new Map(nodes.map((node) => [node.id, node])).values()];
}
