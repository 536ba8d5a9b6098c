import * as vscode from 'vscode';
import { toFailure } from '../../../core/io/errors.ts';
import type { Logger } from '../../../core/io/logger.ts';
import { Debounced } from '../../../platform/debounced.ts';
import {
  type GalleryAction,
  type GalleryHostMessage,
  type GalleryRequest,
  type GalleryState,
  MOST_TILES,
  parseGalleryRequest,
} from '../../../shared/gallery-protocol.ts';
import type { FileSystems } from '../../roots/file-systems.ts';
import type { OpenRoot } from '../../roots/open-root.ts';
import { runCommand } from '../../screen/commands.ts';
import { failureMessage } from '../../screen/failure-message.ts';
import { assetsFolder, freshNonce, pageAssets } from '../../screen/page-assets.ts';
import { galleryHtml } from '../../screen/page-html.ts';
import type { ArtifactNode } from '../nodes.ts';
import type { GalleryItem, GalleryList } from './gallery-list.ts';
import { lookOf, tileOf } from './tile-content.ts';

/** What a gallery shows: the store of a root, or one of its workspaces. */
export interface GallerySource {
  readonly root: OpenRoot;
  /** Undefined for the store. */
  readonly workspaceId?: string | undefined;
  readonly title: string;
  /** The filter in force in words; null without one. */
  filter(): string | null;
  /** Begins to read the list. Rejects with the file-system codes. */
  list(): Promise<GalleryList>;
}

interface GalleryPanelDependencies {
  readonly extensionUri: vscode.Uri;
  readonly fileSystems: Pick<FileSystems, 'for'>;
  readonly logger: Logger;
  readonly onClosed: () => void;
}

/** Files change in bursts; the list is read anew when they rest. In milliseconds. */
const TIMES = { quiet: 300, longest: 2000 };
/** Tiles of which is known how many there are before the page asks: those of a large screen. */
const FIRST_TILES = 100;
/** Artifacts that commands are run on from a page: the last ones that were sent. */
const REMEMBERED = 200_000;

/** The page of one gallery. The list is read as far as the page asks for it. */
export class GalleryPanel implements vscode.Disposable {
  readonly source: GallerySource;
  readonly #panel: vscode.WebviewPanel;
  readonly #dependencies: GalleryPanelDependencies;
  readonly #disposables: vscode.Disposable[];
  readonly #change = new Debounced(() => void this.#begin(), TIMES);
  /** What the page knows, of earlier readings too: what a person has selected stays while others write. */
  readonly #known = new Map<string, GalleryItem>();
  #list: GalleryList | undefined;
  #state: GalleryState | undefined;
  #revision = 0;
  #isReady = false;
  #isDisposed = false;

  constructor(panel: vscode.WebviewPanel, source: GallerySource, dependencies: GalleryPanelDependencies) {
    this.#panel = panel;
    this.source = source;
    this.#dependencies = dependencies;
    const { extensionUri, onClosed } = dependencies;
    panel.title = vscode.l10n.t('Gallery: {0}', source.title);
    panel.iconPath = {
      light: vscode.Uri.joinPath(extensionUri, 'media', 'icons', 'gallery-light.svg'),
      dark: vscode.Uri.joinPath(extensionUri, 'media', 'icons', 'gallery-dark.svg'),
    };
    this.#disposables = [
      this.#change,
      panel.webview.onDidReceiveMessage((data: unknown) => this.#receive(data)),
      panel.onDidDispose(() => {
        this.#isDisposed = true;
        for (const disposable of this.#disposables) disposable.dispose();
        onClosed();
      }),
    ];
    const { layout, uriOf } = source.root;
    const folder = uriOf(source.workspaceId === undefined ? layout.artifactsDir : layout.workspacesDir);
    panel.webview.options = { enableScripts: true, localResourceRoots: [assetsFolder(extensionUri), folder] };
    panel.webview.html = galleryHtml(pageAssets(panel.webview, extensionUri, 'gallery', panel.title), freshNonce());
    void this.#begin();
  }

  reveal(): void {
    this.#panel.reveal();
  }

  /** The list may be another one now. */
  refresh(): void {
    this.#change.call();
  }

  dispose(): void {
    if (!this.#isDisposed) this.#panel.dispose();
  }

  /** Reads the list anew. What is shown stays until it is there. */
  async #begin(): Promise<void> {
    const revision = ++this.#revision;
    const { title } = this.source;
    const base = { revision, title, filter: this.source.filter(), count: 0, isWhole: true, note: null, failure: null };
    try {
      const list = await this.source.list();
      await list.items(0, FIRST_TILES);
      if (revision !== this.#revision) return;
      this.#list = list;
      this.#tell({ ...base, count: list.count, isWhole: list.isWhole, note: noteOf(list) });
    } catch (error) {
      if (revision !== this.#revision) return;
      this.#list = undefined;
      this.#tell({ ...base, failure: failureMessage(toFailure(error)) });
    }
  }

  #tell(state: GalleryState): void {
    this.#state = state;
    this.#post({ type: 'state', state });
  }

  #post(message: GalleryHostMessage): void {
    if (this.#isReady && !this.#isDisposed) void this.#panel.webview.postMessage(message);
  }

  #receive(data: unknown): void {
    const parsed = parseGalleryRequest(data);
    if (!parsed.ok) return this.#dependencies.logger.warn(`gallery: dropped a malformed message (${parsed.reason})`);
    void this.#answer(parsed.message);
  }

  async #answer(message: GalleryRequest): Promise<void> {
    switch (message.type) {
      case 'ready':
        this.#isReady = true;
        return this.#post({
          type: 'init',
          locale: vscode.env.language,
          bundle: { ...vscode.l10n.bundle },
          state: this.#state ?? null,
        });
      case 'tiles':
        return this.#sendTiles(message);
      case 'look':
        return this.#sendLook(message);
      case 'run':
        return this.#run(message.action, message.ids);
    }
  }

  async #sendTiles({ revision, from, to }: Extract<GalleryRequest, { type: 'tiles' }>): Promise<void> {
    const list = this.#listOf(revision);
    if (!list) return;
    try {
      const items = await list.items(from, Math.min(to, from + MOST_TILES));
      const now = Date.now();
      for (const item of items) this.#remember(item);
      const { count, isWhole } = list;
      this.#post({ type: 'tiles', revision, from, tiles: items.map((item) => tileOf(item, now)), count, isWhole });
      const note = noteOf(list);
      // A list that has grown to its end may have been cut there.
      if (this.#state?.revision === revision && this.#state.note !== note) this.#tell({ ...this.#state, count, isWhole, note });
    } catch (error) {
      if (this.#state?.revision === revision) this.#tell({ ...this.#state, failure: failureMessage(toFailure(error)) });
    }
  }

  #remember(item: GalleryItem): void {
    this.#known.delete(item.id);
    this.#known.set(item.id, item);
    if (this.#known.size <= REMEMBERED) return;
    const [oldest] = this.#known.keys();
    if (oldest !== undefined) this.#known.delete(oldest);
  }

  async #sendLook({ id, stamp }: Extract<GalleryRequest, { type: 'look' }>): Promise<void> {
    const item = this.#known.get(id);
    if (item?.kind !== 'artifact') return;
    const { fs } = this.#dependencies.fileSystems.for(item.root.folder);
    const { size, updatedAt = '', writtenAt = updatedAt } = item.artifact;
    const look = await lookOf(item, fs, (location) =>
      this.#panel.webview
        .asWebviewUri(item.root.uriOf(location))
        // A page keeps what it has fetched: another content has another address.
        .with({ query: `size=${size}&time=${writtenAt}` })
        .toString(),
    );
    this.#post({ type: 'look', id, stamp, look });
  }

  /** What is asked of an earlier reading is asked again of the new one. */
  #listOf(revision: number): GalleryList | undefined {
    return this.#state?.revision === revision ? this.#list : undefined;
  }

  async #run(action: GalleryAction, ids: readonly string[]): Promise<void> {
    const nodes = ids.flatMap((id): ArtifactNode[] => {
      const item = this.#known.get(id);
      return item?.kind === 'artifact' ? [item] : [];
    });
    const [first] = nodes;
    if (first) await runCommand(COMMANDS[action], first, nodes);
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

function noteOf({ count, cut }: GalleryList): string | null {
  const number = count.toLocaleString(vscode.env.language);
  switch (cut) {
    case undefined:
      return null;
    case 'limit':
      return vscode.l10n.t('Only the first {0} artifacts are shown. Filter the view to see others.', number);
    case 'sorted':
      return vscode.l10n.t('Only the newest {0} artifacts are sorted', number);
    case 'stopped':
      return vscode.l10n.t('The search was stopped: {0} artifacts are shown', number);
  }
}
