import * as vscode from 'vscode';
import type { Logger } from '../../core/io/logger.ts';
import { formatSize, totalSize } from '../../core/content/size.ts';
import { toFailure } from '../../core/io/errors.ts';
import type { ArtifactReference } from '../../core/refs/reference.ts';
import type { ArtifactMetadata } from '../../core/store/artifact.ts';
import { placeText } from '../roots/file-systems.ts';
import type { DataRoots, OpenRoot } from '../roots/open-root.ts';
import { AgingLines } from '../screen/aging-lines.ts';
import { CalmRefresh } from '../screen/calm-refresh.ts';
import { ageFormatter } from '../screen/relative-age.ts';
import { noLines } from '../screen/notify.ts';
import type { ArtifactOrder } from '../screen/artifact-orders.ts';
import { conditionsOf, isEmptyFilter, type ArtifactFilter } from './artifact-filter.ts';
import type { ArtifactNode, GroupNode, ProblemNode, TreeNode, WorkspaceNode } from './nodes.ts';
import type { RangeArgument } from '../screen/commands.ts';
import type { ListingOptions } from './gallery/gallery-list.ts';
import type { RootBranch } from './root-branch.ts';
import { SearchProgress } from './search-progress.ts';
import type { SortFacts } from './sorted-artifacts.ts';

/** The listings and what shows them: loaded when the view is first asked for its lines. */
const loadBranches = () => import('./root-branch.ts');
const loadItems = () => import('./node-item.ts');

/** What a filter has found. */
export interface FilterOutcome {
  readonly found: number;
  /** There can be more that is not shown yet. */
  readonly hasMore: boolean;
  /** A person stopped the search. */
  readonly isStopped: boolean;
}

/** The data of the Artifacts view: the data roots, their artifacts and workspaces. */
export class ArtifactTree implements vscode.TreeDataProvider<TreeNode>, vscode.Disposable {
  readonly #roots: DataRoots;
  readonly #logger: Logger;
  readonly #onDidChangeTreeData = new vscode.EventEmitter<TreeNode[] | undefined>();
  readonly #onDidChangeOutcome = new vscode.EventEmitter<FilterOutcome | undefined>();
  readonly #onDidChangeIsBare = new vscode.EventEmitter<boolean>();
  readonly #onDidChangeTotal = new vscode.EventEmitter<string>();
  readonly #disposables: vscode.Disposable[];
  readonly #refresh = new CalmRefresh<TreeNode>((nodes) => void this.#redraw(nodes));
  /** The lines that say how old an artifact is, and whether it is new. */
  readonly ages = new AgingLines<TreeNode>((nodes) => this.#refresh.add(nodes));
  readonly #age = ageFormatter(vscode.env.language);
  #isSeen = (): boolean => false;
  #Branch: typeof RootBranch | undefined;
  #branches: readonly RootBranch[] = [];
  /** The view knows the data roots; before that there is nothing to refresh. */
  #isAnswered = false;
  #isBare = false;
  /** A line at the top is about a root that cannot be used. */
  #hasUnusable = false;
  #filter: ArtifactFilter | undefined;
  #order: ArtifactOrder;
  /** By the id of the root; only while the order needs them. */
  readonly #sortFacts = new Map<string, SortFacts>();
  #search: SearchProgress;
  #newSince = Number.POSITIVE_INFINITY;
  #filterNumber = 0;
  #outcomeNumber = 0;

  readonly onDidChangeTreeData = this.#onDidChangeTreeData.event;
  /** A filter begins (undefined), is through, or is gone (undefined). */
  readonly onDidChangeOutcome = this.#onDidChangeOutcome.event;
  /** The only root holds nothing; or it, or another one, does. */
  readonly onDidChangeIsBare = this.#onDidChangeIsBare.event;
  /** How many artifacts there are and their size, where no line of the tree shows it; else empty. */
  readonly onDidChangeTotal = this.#onDidChangeTotal.event;

  constructor({ roots, logger, order = 'newest' }: { roots: DataRoots; logger: Logger; order?: ArtifactOrder }) {
    this.#roots = roots;
    this.#order = order;
    this.#search = this.#newSearch();
    this.#logger = logger;
    this.#disposables = [
      this.#refresh,
      this.ages,
      this.#onDidChangeTreeData,
      this.#onDidChangeOutcome,
      this.#onDidChangeIsBare,
      this.#onDidChangeTotal,
      roots.onDidChange(() => {
        for (const { searched, store } of roots.roots) {
          searched.clear();
          store.forgetIndex();
        }
        const before = this.#branches;
        this.#rebuild(before);
        // The first roots are the answer to a question of the view, which would be lost by a refresh.
        if (this.#isAnswered) this.#refreshSince(before);
      }),
      roots.onDidChangeArtifacts((root) => this.#refreshRoot(root)),
    ];
  }

  /** The filter in force; undefined when everything is shown. */
  get filter(): ArtifactFilter | undefined {
    return this.#filter;
  }

  getChildren(node?: TreeNode): Promise<TreeNode[]> {
    return this.#refresh.answering(() => this.#children(node).catch(noLines));
  }

  async #children(node?: TreeNode): Promise<TreeNode[]> {
    if (node) return (await this.#branchOf(node)?.children(node)) ?? [];
    await this.#ready();
    this.#isAnswered = true;
    if (await this.#lookWhetherBare()) return [];
    const branches = this.#branches;
    const tops = await Promise.all(
      branches.map((branch): Promise<TreeNode[]> | TreeNode[] => (branch.node ? [branch.node] : branch.tops())),
    );
    const [alone] = branches;
    this.#onDidChangeTotal.fire(alone && !alone.node && (await alone.shape()) === 'flat' ? await this.#total(alone) : '');
    this.#hasUnusable = this.#roots.unusable.length > 0;
    return [...tops.flat(), ...this.#unusable()];
  }

  /** The data roots are known, and have their branches. */
  async #ready(): Promise<void> {
    const [{ RootBranch }] = await Promise.all([loadBranches(), this.#roots.ready()]);
    this.#Branch = RootBranch;
    if (this.#branches.length === 0) this.#branches = this.#branchesOfRoots([]);
  }

  /** One root that holds nothing has no lines: what is missing is said instead. What fails, or is filtered out, is shown. */
  async #lookWhetherBare(): Promise<boolean> {
    const [branch, ...others] = this.#branches;
    const isBare =
      branch !== undefined && others.length === 0 && branch.node === undefined && !this.#filter && (await branch.shape()) === 'bare';
    if (isBare !== this.#isBare) this.#onDidChangeIsBare.fire((this.#isBare = isBare));
    return isBare;
  }

  async getTreeItem(node: TreeNode): Promise<vscode.TreeItem> {
    const isExpanded = this.#filter !== undefined;
    const { agingTime, artifactItem, folderItem, isNew, moreItem, noteItem, problemItem, rootItem, workspaceItem } = await loadItems();
    switch (node.kind) {
      case 'root': {
        const branch = this.#branchOf(node);
        return rootItem(node, branch && (await branch.shape()) === 'flat' ? await this.#total(branch) : undefined);
      }
      case 'store':
      case 'workspaces':
        return this.#groupItem(node);
      case 'artifact': {
        const { artifact } = node;
        const time = agingTime(artifact);
        const age = (now: number): string => (time === undefined ? '' : (this.#age(time, now) ?? ''));
        this.ages.draw(node.id, node, (now) => `${isNew(artifact, this.#newSince)} ${age(now)}`);
        return artifactItem(node, this.#newSince);
      }
      case 'more':
        return moreItem(node);
      case 'note':
        return noteItem(node);
      case 'workspace':
        return workspaceItem(node, isExpanded);
      case 'folder':
        return folderItem(node, isExpanded);
      case 'problem':
        return problemItem(node);
    }
  }

  getParent(node: TreeNode): TreeNode | undefined {
    return node.parent;
  }

  /** The tooltip needs a look at the file, so it is made when a person asks for it. */
  async resolveTreeItem(item: vscode.TreeItem, node: TreeNode): Promise<vscode.TreeItem> {
    const { problemTooltip } = await loadItems();
    if (node.kind === 'problem') item.tooltip = problemTooltip(node.label, node.failure);
    if (node.kind === 'artifact') item.tooltip = await this.#artifactTooltip(node);
    return item;
  }

  /** Shows only what fulfils the filter; undefined or an empty one shows everything. */
  setFilter(filter: ArtifactFilter | undefined): void {
    this.#filter = filter && !isEmptyFilter(filter) ? filter : undefined;
    this.#filterNumber++;
    this.#beginAnew();
  }

  /** The first items in the lists of artifacts. */
  get order(): ArtifactOrder {
    return this.#order;
  }

  set order(order: ArtifactOrder) {
    if (order === this.#order) return;
    this.#order = order;
    if (order === 'newest') this.#sortFacts.clear();
    this.#beginAnew();
  }

  /** Artifacts made after this moment are shown as new; milliseconds since the epoch. Nothing is read for it. */
  set newSince(time: number) {
    this.#newSince = time;
    this.ages.look();
  }

  /** Follows the view that shows the tree: what is not seen is not read, and does not age. */
  follow(view: Pick<vscode.TreeView<TreeNode>, 'visible' | 'onDidChangeVisibility'>): void {
    this.#isSeen = () => view.visible;
    this.ages.follow(view);
  }

  /** What the filter has found, once it is through; undefined without one. */
  async outcome(): Promise<FilterOutcome | undefined> {
    if (!this.#filter) return undefined;
    const search = this.#search;
    await this.#ready();
    const views = await Promise.all(this.#branches.map((branch) => Promise.all([branch.regular.load(), branch.workspaces.load()])));
    let found = 0;
    let hasMore = false;
    for (const [{ ranges }, workspaces] of views) {
      for (const { items, next } of ranges) {
        found += items.length;
        hasMore ||= next !== undefined;
      }
      found += workspaces.found ?? 0;
    }
    return { found, hasMore, isStopped: search.isStopped };
  }

  /**
   * Shows one page more.
   * @returns the first artifact that was not shown before
   */
  async showOlder({ root, range }: RangeArgument): Promise<ArtifactNode | undefined> {
    if (this.#search.isStopped) this.#searchAgain();
    const branch = this.#branches.find((each) => each.root === root);
    const artifact = await branch?.regular.showOlder(range);
    if (!branch) return undefined;
    this.#tellAtOnce(branch.artifactsParent);
    // More is shown now, or a person stopped: from then on the view does not follow the disk, and says so.
    if (this.#filter) void this.#tellOutcome();
    return artifact && branch.nodeOf(artifact);
  }

  /**
   * Makes an artifact part of what is shown, without the filter when that hides it.
   * @returns its node; undefined when there is no such artifact in the root
   */
  async find(root: OpenRoot, reference: ArtifactReference): Promise<ArtifactNode | undefined> {
    const branch = await this.#wholeBranch(root);
    const node = await branch?.find(reference);
    if (node && branch) this.#tellAtOnce(this.#isBare ? undefined : branch.parentOf(reference));
    return node;
  }

  /** The node of a workspace, without the filter; undefined when the root has no such workspace. */
  async findWorkspace(root: OpenRoot, workspaceId: string): Promise<WorkspaceNode | undefined> {
    return (await this.#wholeBranch(root))?.findWorkspace(workspaceId);
  }

  /** How the lists of a root are made now, for who lists it apart from the tree. */
  listingOf(root: OpenRoot): Omit<ListingOptions, 'search'> {
    const facts: SortFacts = this.#sortFacts.get(root.id) ?? new Map();
    if (this.#order !== 'newest') this.#sortFacts.set(root.id, facts);
    return { order: this.#order, language: vscode.env.language, conditions: this.#filter && conditionsOf(this.#filter), facts };
  }

  /** The regular artifacts of a root that are listed already; undefined when none are. Reads nothing. */
  async listed(root: OpenRoot): Promise<readonly ArtifactMetadata[] | undefined> {
    const view = await this.#branches.find((branch) => branch.root === root)?.regular.listed();
    return view?.ranges.flatMap(({ items }) => items);
  }

  dispose(): void {
    this.#search.dispose();
    vscode.Disposable.from(...this.#disposables).dispose();
  }

  /** What a root has, nothing hidden by a filter. */
  async #wholeBranch(root: OpenRoot): Promise<RootBranch | undefined> {
    if (this.#filter) this.setFilter(undefined);
    await this.getChildren();
    return this.#branches.find((each) => each.root.id === root.id);
  }

  /** @param known branches to go on with where root and surroundings are the same: they know what is expanded and loaded */
  #branchesOfRoots(known: readonly RootBranch[]): RootBranch[] {
    const Branch = this.#Branch;
    if (!Branch) return [];
    const { roots, unusable } = this.#roots;
    const options = {
      hasRootNode: roots.length + unusable.length > 1,
      prefix: this.#filter ? `filter${this.#filterNumber}:` : '',
      search: this.#search,
      onDidCorrect: (node: TreeNode | undefined) => this.#refreshBelow(node),
      onOutdated: (branch: RootBranch) => this.#askAgain(branch),
    };
    return roots.map((root) => {
      const same = known.find((branch) => branch.root === root && (branch.node !== undefined) === options.hasRootNode);
      same?.invalidate();
      if (same) return same;
      return new Branch(root, { ...options, ...this.listingOf(root) });
    });
  }

  /** Roots or the filter changed, or a person refreshes. */
  #rebuild(known: readonly RootBranch[]): void {
    this.#search.resume();
    this.#branches = this.#branchesOfRoots(known);
    this.ages.clear();
    void this.#tellOutcome();
  }

  /** After a person has stopped, and now asks for more: anew, for what changed meanwhile was passed over. */
  #searchAgain(): void {
    this.#search.resume();
    for (const { root } of this.#branches) this.#refreshRoot(root);
  }

  /** Everything is listed another way. */
  #beginAnew(): void {
    this.#search.dispose();
    this.#search = this.#newSearch();
    this.#rebuild([]);
    this.#refresh.clear();
    this.#onDidChangeTreeData.fire(undefined);
  }

  #newSearch(): SearchProgress {
    return new SearchProgress(this.#filter ? vscode.l10n.t('Filtering artifacts') : vscode.l10n.t('Sorting artifacts'));
  }

  #refreshRoot(root: OpenRoot): void {
    const branch = this.#branches.find((each) => each.root === root);
    // A search that a person stopped is not begun again by what others write.
    if (!branch || this.#search.isStopped) return;
    branch.invalidate();
    this.#askAgain(branch);
  }

  #askAgain(branch: RootBranch): void {
    // A filter that is gone may still have had a search under way.
    if (!this.#branches.includes(branch)) return;
    if (this.#isBare) this.#refresh.addAll();
    else if (branch.artifactsParent === branch.node) this.#refreshBelow(branch.node);
    else this.#refresh.add(branch.groups);
    void this.#tellOutcome();
  }

  /** @param node undefined for the whole tree */
  #refreshBelow(node: TreeNode | undefined): void {
    if (node) this.#refresh.add([node]);
    else this.#refresh.addAll();
  }

  /** What a person asked for is not kept waiting. */
  #tellAtOnce(node: TreeNode | undefined): void {
    this.#onDidChangeTreeData.fire(node && [node]);
  }

  /**
   * Tells VS Code what to draw anew. From then on it knows none of the lines below until it has been given them again, and loses what a person
   * does with one meanwhile: opens it or drags it. So what it is about to ask for is read first.
   */
  async #redraw(nodes: TreeNode[] | undefined): Promise<void> {
    if (this.#isSeen()) await Promise.all((nodes ?? [undefined]).map((node) => this.#readAhead(node)));
    this.#onDidChangeTreeData.fire(nodes);
  }

  /** Reads the lines at the top, or what a line of a group or a root tells of those below it. */
  async #readAhead(node: TreeNode | undefined): Promise<void> {
    if (node === undefined) await this.#children().catch(noLines);
    else if (node.kind === 'root') await this.#branchOf(node)?.tops();
    else if (node.kind === 'store' || node.kind === 'workspaces') await this.#branchOf(node)?.children(node);
  }

  /** The data roots were looked for again. Where they are those of before, only what is below them can have changed. */
  #refreshSince(before: readonly RootBranch[]): void {
    const isSame = this.#branches.length === before.length && this.#branches.every((branch, at) => branch === before[at]);
    if (!isSame || this.#roots.unusable.length > 0 || this.#hasUnusable) this.#refresh.addAll();
    else for (const branch of this.#branches) this.#askAgain(branch);
  }

  /** The view asks only for expanded nodes; filter results are reported for all. */
  async #tellOutcome(): Promise<void> {
    this.#onDidChangeOutcome.fire(undefined);
    const number = ++this.#outcomeNumber;
    const outcome = await this.outcome();
    // Results of an outdated search are not reported.
    if (outcome && number === this.#outcomeNumber) this.#onDidChangeOutcome.fire(outcome);
  }

  #unusable(): ProblemNode[] {
    return this.#roots.unusable.map(({ text, problem }) => ({
      kind: 'problem',
      id: `unusable:${text}`,
      parent: undefined,
      label: text,
      failure: problem,
    }));
  }

  #branchOf(node: TreeNode): RootBranch | undefined {
    return node.kind === 'problem' ? undefined : this.#branches.find(({ root }) => root === node.root);
  }

  async #groupItem(node: GroupNode): Promise<vscode.TreeItem> {
    const { groupItem } = await loadItems();
    const branch = this.#branchOf(node);
    if (!branch) return groupItem(node, this.#order, '', true);
    // The last workspace is gone: the groups are no longer wanted.
    if ((await branch.shape()) === 'flat') this.#refreshBelow(branch.node);
    if (node.kind === 'workspaces') {
      const { workspaces, found, failure } = await branch.workspaces.load();
      return groupItem(node, this.#order, inDigits(found ?? workspaces.length), workspaces.length === 0 && !failure && !this.#filter);
    }
    const { ranges, failure } = await branch.regular.shown();
    // What a filter finds later is to be seen, which VS Code does not open by itself.
    const isEmpty = !this.#filter && !failure && ranges.every(({ items, next }) => items.length === 0 && next === undefined);
    return groupItem(node, this.#order, await this.#total(branch), isEmpty);
  }

  /** How many regular artifacts there are, or were found; their size together, when all of them are known; and how old the list of a bucket is. */
  async #total({ regular, root }: RootBranch): Promise<string> {
    const { ranges, total, failure, isPartial = false } = await regular.shown();
    const items = ranges.flatMap((range) => range.items);
    const isWhole = !isPartial && ranges.every(({ next }) => next === undefined);
    const count = this.#filter || isPartial ? `${inDigits(items.length)}${isWhole ? '' : '+'}` : inDigits(total);
    const isMeasured = isWhole && !failure && items.length > 0;
    const bytes = isMeasured ? totalSize(items.map(({ size, state }) => size ?? (state === 'present' ? undefined : 0))) : undefined;
    const { listAge } = root.store;
    const age = listAge && (await loadItems()).listedInWords(listAge);
    return [count, bytes === undefined ? undefined : formatSize(bytes), age].filter((part) => part !== undefined).join(' · ');
  }

  async #artifactTooltip({ root, reference, artifact }: ArtifactNode): Promise<vscode.MarkdownString> {
    const known = await root.store.getMetadata(reference).catch((error: unknown) => {
      this.#logger.debug(`no metadata for a tooltip: ${toFailure(error).code}`);
      return null;
    });
    const metadata = known ?? artifact;
    const place = metadata.location === undefined ? undefined : placeText(root.uriOf(metadata.location));
    return (await loadItems()).artifactTooltip(metadata, place);
  }
}

function inDigits(value: number): string {
  return value.toLocaleString(vscode.env.language);
}
