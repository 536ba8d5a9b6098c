import * as vscode from 'vscode';
import { loadOnce } from '../../core/io/concurrency.ts';
import { toFailure } from '../../core/io/errors.ts';
import type { Logger } from '../../core/io/logger.ts';
import type { ArtifactReference } from '../../core/refs/reference.ts';
import { type Previewer, requestFor } from '../preview/preview-target.ts';
import type { OpenRoot } from '../roots/open-root.ts';
import { onCommand, type RangeArgument } from '../screen/commands.ts';
import { Debounced } from '../../platform/debounced.ts';
import { DRAGGED_TYPES, REFERENCES, setDragged, URI_LIST } from '../screen/dragged-rows.ts';
import { flash, notify } from '../screen/notify.ts';
import { isWithoutRoots } from '../screen/unavailable.ts';
import { ARTIFACT_ORDERS, type ArtifactOrder, orderCommands } from '../screen/artifact-orders.ts';
import type { ArtifactFilter } from './artifact-filter.ts';
import { ArtifactTree, type FilterOutcome } from './artifact-tree.ts';
import { type FileCommandsDependencies, registerFileCommands } from './file-commands.ts';
import { filterInWords } from './filter-words.ts';
import type { Galleries } from './gallery/galleries.ts';
import { LastLook } from './last-look.ts';
import { type ArtifactNode, isArtifactNode, type TreeNode } from './nodes.ts';

const VIEW = 'agentArtifacts.artifacts';
/** What VS Code adds to rows of this view that are dragged. */
const OWN_ROWS = `application/vnd.code.tree.${VIEW.toLowerCase()}`;
const FILTER_CONTEXT = 'agentArtifacts.filterActive';
/** The only data root holds nothing, and the view says what is missing instead. */
const BARE_CONTEXT = 'agentArtifacts.rootIsBare';
/** The order in force, for the check in its menu; and where it is remembered in the workspace. */
const ORDER_KEY = 'agentArtifacts.sortBy';
/** Two clicks on one item within this time, in milliseconds, are a double click. */
const DOUBLE_CLICK = 500;

/** What the view works with. */
export interface ArtifactsDependencies extends FileCommandsDependencies {
  readonly extensionUri: vscode.Uri;
  readonly logger: Logger;
  /** Remembers the order. */
  readonly memory: vscode.Memento;
}

/** The Artifacts view, for other parts of the extension. */
export interface ArtifactsView extends vscode.Disposable {
  readonly tree: ArtifactTree;
  /** The first selected artifact, while the view can be seen: what was selected in a hidden view is forgotten by people. */
  selected(): ArtifactNode | undefined;
  /** All of them. */
  selection(): readonly ArtifactNode[];
  /**
   * Selects an artifact in the tree, which is opened and loaded as far as needed.
   * @returns whether there is such an artifact
   */
  reveal(root: OpenRoot, reference: ArtifactReference, options?: { focus?: boolean }): Promise<boolean>;
  /**
   * Selects a workspace in the tree and opens it.
   * @returns whether there is such a workspace
   */
  revealWorkspace(root: OpenRoot, workspaceId: string): Promise<boolean>;
}

/** Registers the Artifacts view and its commands. */
export function registerArtifacts({ roots, fileSystems, preview, extensionUri, logger, memory }: ArtifactsDependencies): ArtifactsView {
  const remembered = memory.get<unknown>(ORDER_KEY);
  const tree = new ArtifactTree({ roots, logger, order: ARTIFACT_ORDERS.find((order) => order === remembered) ?? 'newest' });
  const tellOrder = () => void vscode.commands.executeCommand('setContext', ORDER_KEY, tree.order);
  tellOrder();
  const view = vscode.window.createTreeView<TreeNode>(VIEW, {
    treeDataProvider: tree,
    showCollapseAll: true,
    canSelectMany: true,
    dragAndDropController: dragAndDrop(preview),
  });
  tree.follow(view);
  const several = new SeveralSelected(view, preview);
  let lastClick = { id: '', time: 0 };

  async function reveal(root: OpenRoot, reference: ArtifactReference, options: { focus?: boolean } = {}): Promise<boolean> {
    const node = await tree.find(root, reference).catch(report);
    if (node) await view.reveal(node, { select: true, focus: options.focus ?? false });
    return node !== undefined;
  }

  async function revealWorkspace(root: OpenRoot, workspaceId: string): Promise<boolean> {
    const node = await tree.findWorkspace(root, workspaceId).catch(report);
    if (node) await view.reveal(node, { select: true, focus: true, expand: true });
    return node !== undefined;
  }

  /** A click previews and leaves the focus in the tree, a double click goes to the preview: as in the Explorer. */
  async function show(node: unknown): Promise<void> {
    if (!isArtifactNode(node)) return;
    const time = Date.now();
    const isDouble = lastClick.id === node.id && time - lastClick.time < DOUBLE_CLICK;
    lastClick = { id: node.id, time };
    several.forget();
    await preview.show(node.root, node.reference, { preserveFocus: !isDouble });
  }

  /** Enter opens an artifact and goes there, as on a file of the Explorer; on other lines it does what it always does. */
  async function enter(): Promise<void> {
    await vscode.commands.executeCommand('list.select');
    const [node] = view.selection;
    if (view.selection.length === 1 && isArtifactNode(node)) await preview.show(node.root, node.reference, { preserveFocus: false });
  }

  async function showOlder(more: RangeArgument): Promise<void> {
    const first = await tree.showOlder(more).catch(report);
    // The line that was clicked has moved; the focus goes on where the new ones begin.
    if (first) await view.reveal(first, { select: true, focus: true });
  }

  async function filter(): Promise<void> {
    if (await isWithoutRoots(roots)) return;
    const { pickFilter } = await import('./pick-filter.ts');
    const picked = await pickFilter(tree.filter);
    if (picked) await showFiltered(picked);
  }

  async function changedSince(): Promise<void> {
    if (await isWithoutRoots(roots)) return;
    const { pickTime } = await import('./changed-since.ts');
    const picked = await pickTime(tree.filter?.since);
    if (picked) await showFiltered({ text: '', kinds: new Set(), ...tree.filter, since: picked.since });
  }

  async function sortBy(order: ArtifactOrder): Promise<void> {
    tree.order = order;
    tellOrder();
    await memory.update(ORDER_KEY, order);
    await revealFirst();
  }

  async function showFiltered(filter: ArtifactFilter): Promise<void> {
    tree.setFilter(filter);
    await revealFirst();
  }

  async function revealFirst(): Promise<void> {
    const [first] = await tree.getChildren();
    // A new list begins at the top, wherever the tree was scrolled to.
    // The line may be gone by a change meanwhile.
    if (first) await view.reveal(first, { select: false }).then(undefined, () => undefined);
  }

  const galleries = loadOnce(async () => {
    const { Galleries } = await import('./gallery/galleries.ts');
    return new Galleries({ roots, fileSystems, extensionUri, logger, tree });
  });

  // While a view is drawn anew, VS Code says that nothing is selected in it, and tells no listener of that: what was told last holds.
  let told: readonly TreeNode[] = [];
  const disposable = vscode.Disposable.from(
    view.onDidChangeSelection((event) => (told = event.selection)),
    tree,
    view,
    tree.onDidChangeOutcome((outcome) => {
      view.message = tree.filter ? outcomeInWords(tree.filter, outcome, tree.order) : '';
      void vscode.commands.executeCommand('setContext', FILTER_CONTEXT, tree.filter !== undefined);
    }),
    tree.onDidChangeIsBare((isBare) => void vscode.commands.executeCommand('setContext', BARE_CONTEXT, isBare)),
    tree.onDidChangeTotal((total) => (view.description = total)),
    several,
    insertReferences(),
    new LastLook(view, { roots, memory, onLook: (since) => (tree.newSince = since) }),
    registerFileCommands(view, { roots, fileSystems, preview }),
    { dispose: () => void galleries.started()?.then((opened: Galleries) => opened.dispose()) },
    onCommand('agentArtifacts.openGallery', async (target: unknown) => (await galleries()).open(target)),
    onCommand('agentArtifacts.internal.showArtifact', show),
    onCommand('agentArtifacts.internal.enter', enter),
    onCommand('agentArtifacts.internal.showOlder', showOlder),
    onCommand('agentArtifacts.filterArtifacts', filter),
    onCommand('agentArtifacts.changeFilter', filter),
    onCommand('agentArtifacts.changedSince', changedSince),
    onCommand('agentArtifacts.clearFilter', () => tree.setFilter(undefined)),
    onCommand('agentArtifacts.refreshArtifacts', () => roots.refresh()),
    ...ARTIFACT_ORDERS.flatMap((order) => orderCommands(order).map((command) => onCommand(command, () => sortBy(order)))),
  );
  const selection = (): readonly ArtifactNode[] =>
    view.visible ? (view.selection.length > 0 ? view.selection : told).filter(isArtifactNode) : [];
  return { tree, selected: () => selection()[0], selection, reveal, revealWorkspace, dispose: () => disposable.dispose() };
}

/** Rows are dragged into editors as files, and into text as references. Files that are dropped on the view are previewed: nothing becomes an artifact by that. */
export function dragAndDrop(preview: Pick<Previewer, 'showFiles'>): vscode.TreeDragAndDropController<TreeNode> {
  return {
    dragMimeTypes: DRAGGED_TYPES,
    dropMimeTypes: [OWN_ROWS, URI_LIST],
    handleDrag: async (nodes, data) => {
      const artifacts = nodes.filter(isArtifactNode);
      const { draggedArtifacts } = await import('./file-actions.ts');
      setDragged(data, await draggedArtifacts(artifacts));
    },
    handleDrop: async (_target, data) => {
      if (data.get(OWN_ROWS)) return;
      const text = await data.get(URI_LIST)?.asString();
      const { urisIn } = await import('../preview/preview-subject.ts');
      const uris = urisIn(text?.split(/\r?\n/) ?? []);
      if (uris.length > 0) await preview.showFiles(uris);
    },
  };
}

/** Rows that are dropped into a text are their references there. */
function insertReferences(): vscode.Disposable {
  const kind = vscode.DocumentDropOrPasteEditKind.Text.append('agent-artifacts');
  const provider: vscode.DocumentDropEditProvider = {
    provideDocumentDropEdits: async (_document, _position, data) => {
      const text = await data.get(REFERENCES)?.asString();
      return text ? new vscode.DocumentDropEdit(text, vscode.l10n.t('Insert Reference'), kind) : undefined;
    },
  };
  // More exact than "*", by which VS Code registers its own with the first editor: of equals the later one is first, and would insert paths.
  return vscode.languages.registerDocumentDropEditProvider({ pattern: '**' }, provider, {
    providedDropEditKinds: [kind],
    dropMimeTypes: [REFERENCES],
  });
}

/** Says on the screen why something could not be read. */
async function report(error: unknown): Promise<undefined> {
  const { failureMessage } = await import('../screen/failure-message.ts');
  notify('error', failureMessage(toFailure(error)));
}

/** A selection grows key by key; it is previewed when it rests. In milliseconds. */
const TIMES = { quiet: 150, longest: 1000 };

/** Previews several selected artifacts as one message. A single click is handled by the item's own command. */
class SeveralSelected implements vscode.Disposable {
  readonly #view: vscode.TreeView<TreeNode>;
  readonly #preview: Previewer;
  readonly #change = new Debounced(() => void this.#show(), TIMES);
  readonly #listener: vscode.Disposable;
  /** The preview shows several because they were selected here. */
  #isShown = false;

  constructor(view: vscode.TreeView<TreeNode>, preview: Previewer) {
    this.#view = view;
    this.#preview = preview;
    this.#listener = view.onDidChangeSelection(() => this.#change.call());
  }

  /** One artifact was clicked. */
  forget(): void {
    this.#isShown = false;
  }

  dispose(): void {
    this.#listener.dispose();
    this.#change.dispose();
  }

  async #show(): Promise<void> {
    const nodes = this.#view.selection.filter(isArtifactNode);
    // One is left when the others were taken out of the selection again.
    if (nodes.length === 0 || (nodes.length === 1 && !this.#isShown)) return;
    const request = requestFor(nodes);
    this.#isShown = nodes.length > 1 && request !== undefined;
    if (request) await this.#preview.showAll(request, { preserveFocus: true });
    else flash(vscode.l10n.t('Only artifacts from one data root can be previewed as one message.'), 5000);
  }
}

/** The line above the tree while a filter is in force. */
function outcomeInWords(filter: ArtifactFilter, outcome: FilterOutcome | undefined, order: ArtifactOrder): string {
  const words = filterInWords(filter);
  if (!outcome) return vscode.l10n.t('Filtering by {0}…', words);
  const found = outcome.found.toLocaleString(vscode.env.language);
  if (outcome.isStopped) return vscode.l10n.t('{0}: {1} found, search stopped', words, found);
  if (outcome.found === 0) return vscode.l10n.t('{0}: nothing found', words);
  if (!outcome.hasMore) return vscode.l10n.t('{0}: {1} found', words, found);
  return order === 'newest'
    ? vscode.l10n.t('{0}: the newest {1} shown', words, found)
    : vscode.l10n.t('{0}: the first {1} shown', words, found);
}
