import * as vscode from 'vscode';
import type { Logger } from '../../../core/io/logger.ts';
import type { GalleryAction, GalleryLook } from '../../../shared/gallery-protocol.ts';
import { type AddressOf, createGalleryPanel, type GalleryList, GalleryPanel, type GallerySource } from '../../gallery/gallery-panel.ts';
import type { FileSystems } from '../../roots/file-systems.ts';
import type { DataRoots, OpenRoot } from '../../roots/open-root.ts';
import { runCommand } from '../../screen/commands.ts';
import { notify } from '../../screen/notify.ts';
import { showPick } from '../../screen/quick-pick.ts';
import { isWithoutRoots } from '../../screen/unavailable.ts';
import type { ArtifactTree } from '../artifact-tree.ts';
import { filterInWords } from '../filter-words.ts';
import type { ArtifactNode, TreeNode } from '../nodes.ts';
import { SearchProgress } from '../search-progress.ts';
import { type GalleryItem, storeList, workspaceList } from './gallery-list.ts';
import { lookOf, tileOf } from './tile-content.ts';

interface GalleriesDependencies {
  readonly roots: DataRoots;
  readonly fileSystems: Pick<FileSystems, 'for'>;
  readonly extensionUri: vscode.Uri;
  readonly logger: Logger;
  /** Its order and its filter are those of the galleries. */
  readonly tree: ArtifactTree;
  /** Default: a tab of VS Code. */
  readonly createPanel?: () => vscode.WebviewPanel;
}

/** What can be shown in a gallery. */
interface GalleryTarget {
  readonly root: OpenRoot;
  /** Undefined for the store. */
  readonly workspaceId?: string;
  /** For people. */
  readonly name: string;
}

/** The galleries that are open: one for each store and each workspace. */
export class Galleries implements vscode.Disposable {
  readonly #dependencies: GalleriesDependencies;
  readonly #open = new Map<string, GalleryPanel<GalleryItem, TreeSource>>();
  readonly #disposables: vscode.Disposable[];

  constructor(dependencies: GalleriesDependencies) {
    this.#dependencies = dependencies;
    const { roots, tree } = dependencies;
    this.#disposables = [
      roots.onDidChange(() => this.#rootsChanged()),
      roots.onDidChangeArtifacts((root) => this.#refresh((source) => source.root.id === root.id)),
      // It tells when the view is listed another way; what it has found then is not what a gallery shows.
      tree.onDidChangeOutcome((outcome) => {
        if (!outcome) this.#refresh(() => true);
      }),
    ];
  }

  /** Opens the gallery of a line of the tree, or of what a person chooses. */
  async open(argument: unknown): Promise<void> {
    if (await isWithoutRoots(this.#dependencies.roots)) return;
    const target =
      this.#targetOf(argument as Partial<TreeNode> | undefined) ?? (await this.#pick(argument as Partial<TreeNode> | undefined));
    if (target) this.#show(target);
  }

  dispose(): void {
    for (const panel of [...this.#open.values()]) panel.dispose();
    for (const disposable of this.#disposables) disposable.dispose();
  }

  #targetOf(node: Partial<TreeNode> | undefined): GalleryTarget | undefined {
    if (node?.kind === 'store' && node.root) return { root: node.root, name: node.root.name };
    if (node?.kind !== 'workspace' || !node.root || !node.workspace) return undefined;
    const { workspaceId, name = workspaceId } = node.workspace;
    return { root: node.root, workspaceId, name };
  }

  /** Asks which store or workspace, of one root or of all, unless there is only one. */
  async #pick(node: Partial<TreeNode> | undefined): Promise<GalleryTarget | undefined> {
    const all = this.#dependencies.roots.roots;
    const asked = node?.kind === 'root' && node.root ? [node.root] : all;
    const targets = (await Promise.all(asked.map(targetsIn))).flat();
    if (targets.length === 0) notify('information', vscode.l10n.t('There are no artifacts.'));
    if (targets.length <= 1) return targets[0];
    const items = targets.map((target) => ({
      label: target.workspaceId === undefined ? vscode.l10n.t('Store') : target.name,
      description: all.length > 1 ? target.root.name : '',
      iconPath: new vscode.ThemeIcon(target.workspaceId === undefined ? 'archive' : 'folder-library'),
      target,
    }));
    return (await showPick(items, { title: vscode.l10n.t('Open Gallery') }))?.target;
  }

  #show({ root, workspaceId, name }: GalleryTarget): void {
    const { extensionUri, logger, createPanel = createGalleryPanel } = this.#dependencies;
    const key = `${root.id}\n${workspaceId ?? ''}`;
    const known = this.#open.get(key);
    if (known) return known.reveal();
    const source = new TreeSource(this.#dependencies, { root, name, ...(workspaceId !== undefined && { workspaceId }) });
    const onClosed = (): void => {
      source.dispose();
      this.#open.delete(key);
    };
    this.#open.set(key, new GalleryPanel(createPanel(), source, { extensionUri, logger, onClosed }));
  }

  #refresh(isConcerned: (source: TreeSource) => boolean): void {
    for (const panel of this.#open.values()) if (isConcerned(panel.source)) panel.refresh();
  }

  /** A gallery of a root that is no longer open has nothing to show. */
  #rootsChanged(): void {
    const ids = new Set(this.#dependencies.roots.roots.map(({ id }) => id));
    for (const panel of [...this.#open.values()]) {
      if (ids.has(panel.source.root.id)) panel.refresh();
      else panel.dispose();
    }
  }
}

/** The store of a root, where it has one, and its workspaces. What cannot be listed is not offered. */
async function targetsIn(root: OpenRoot): Promise<GalleryTarget[]> {
  const [hasStore, workspaces] = await Promise.all([
    !root.store.hasOnlyFolders && root.store.hasAny().catch(() => false),
    root.workspaces.listWorkspaces().catch(() => []),
  ]);
  return [
    ...(hasStore ? [{ root, name: root.name }] : []),
    ...workspaces.filter(({ state }) => state === 'present').map(({ workspaceId, name = workspaceId }) => ({ root, workspaceId, name })),
  ];
}

/** A store or a workspace in the order and with the filter of the tree. */
class TreeSource implements GallerySource<GalleryItem>, vscode.Disposable {
  readonly title: string;
  readonly workspaceId: string | undefined;
  readonly #dependencies: GalleriesDependencies;
  readonly #opened: OpenRoot;
  #search: SearchProgress | undefined;

  constructor(dependencies: GalleriesDependencies, { root, workspaceId, name }: GalleryTarget) {
    this.#dependencies = dependencies;
    this.#opened = root;
    this.workspaceId = workspaceId;
    this.title = name;
  }

  /** As it is open now: a refresh opens it anew. */
  get root(): OpenRoot {
    return this.#dependencies.roots.roots.find(({ id }) => id === this.#opened.id) ?? this.#opened;
  }

  filter(): string | null {
    const { filter } = this.#dependencies.tree;
    return filter ? filterInWords(filter) : null;
  }

  get pictureFolders(): readonly vscode.Uri[] {
    const { layout, uriOf } = this.root;
    return [uriOf(this.workspaceId === undefined ? layout.artifactsDir : layout.workspacesDir)];
  }

  async list(): Promise<GalleryList<GalleryItem>> {
    const { root, workspaceId } = this;
    this.#search?.dispose();
    const { tree } = this.#dependencies;
    this.#search = new SearchProgress(tree.filter ? vscode.l10n.t('Filtering artifacts') : vscode.l10n.t('Sorting artifacts'));
    const options = { ...tree.listingOf(root), search: this.#search };
    return workspaceId === undefined ? storeList(root, options) : workspaceList(root, workspaceId, options);
  }

  readonly tileOf = tileOf;

  async lookOf(item: GalleryItem, addressOf: AddressOf): Promise<GalleryLook> {
    if (item.kind === 'problem') return { kind: 'text', text: '' };
    return lookOf(item, this.#dependencies.fileSystems.for(item.root.folder).fs, addressOf);
  }

  async run(action: GalleryAction, items: readonly GalleryItem[]): Promise<void> {
    const nodes = items.filter((item): item is ArtifactNode => item.kind === 'artifact');
    const [first] = nodes;
    if (first) await runCommand(COMMANDS[action], first, nodes);
  }

  dispose(): void {
    this.#search?.dispose();
  }
}

/** The commands of the tree, which take the artifact they are run on and all that are selected. */
const COMMANDS = {
  preview: 'agentArtifacts.openPreview',
  previewToSide: 'agentArtifacts.openPreviewToSide',
  compare: 'agentArtifacts.compareSelected',
  export: 'agentArtifacts.exportArtifacts',
  copyReference: 'agentArtifacts.copyReference',
} as const satisfies Record<GalleryAction, string>;
