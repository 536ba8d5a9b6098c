import * as vscode from 'vscode';
import { toFailure } from '../../core/io/errors.ts';
import type { Logger } from '../../core/io/logger.ts';
import { Debounced } from '../../platform/debounced.ts';
import {
  type GalleryAction,
  type GalleryHostMessage,
  type GalleryLook,
  type GalleryRequest,
  type GalleryState,
  type GalleryTile,
  MOST_TILES,
  parseGalleryRequest,
} from '../../shared/gallery-protocol.ts';
import { notifyError } from '../screen/notify.ts';
import { failureMessage } from '../screen/failure-message.ts';
import { assetsFolder, freshNonce, pageAssets } from '../screen/page-assets.ts';
import { galleryHtml } from '../screen/page-html.ts';

/** What a gallery shows, in its order. It is read as far as it is asked for. */
export interface GalleryList<Item> {
  /** How many there are, as far as it is known. */
  readonly count: number;
  /** Whether that is all. */
  readonly isWhole: boolean;
  /** Why that is not all there is in truth, as a localised sentence; null when it is. */
  readonly note: string | null;
  /** Those from one place to another, which is not included; fewer where the list ends. Rejects with the file-system codes. */
  items(from: number, to: number): Promise<readonly Item[]>;
}

/** What a gallery shows: a store, a workspace or a conversation. */
export interface GallerySource<Item extends { readonly id: string }> {
  readonly title: string;
  /** Folders from which the page may fetch pictures. */
  readonly pictureFolders: readonly vscode.Uri[];
  /** The filter in force in words; null without one. */
  filter(): string | null;
  /** Begins to read the list. Rejects with the file-system codes. */
  list(): Promise<GalleryList<Item>>;
  /** What a tile says before anything of its content was read. @param now milliseconds since the epoch */
  tileOf(item: Item, now: number): GalleryTile;
  /** What a tile near the screen shows. Never rejects: what went wrong is the reason on the tile. */
  lookOf(item: Item, addressOf: AddressOf): Promise<GalleryLook>;
  run(action: GalleryAction, items: readonly Item[]): Promise<unknown>;
}

/** Where the page fetches a file. @param content another one when the file has changed: a page keeps what it has fetched */
export type AddressOf = (file: vscode.Uri, content: string) => string;

interface GalleryPanelDependencies {
  readonly extensionUri: vscode.Uri;
  readonly logger: Logger;
  readonly onClosed: () => void;
}

/** Files change in bursts; the list is read anew when they rest. In milliseconds. */
const TIMES = { quiet: 300, longest: 2000 };
/** Tiles of which is known how many there are before the page asks: those of a large screen. */
const FIRST_TILES = 100;
/** What commands are run on from a page: the last ones that were sent. */
const REMEMBERED = 200_000;

export function createGalleryPanel(): vscode.WebviewPanel {
  return vscode.window.createWebviewPanel('agentArtifacts.gallery', '', vscode.ViewColumn.Active, { enableFindWidget: false });
}

/** The page of one gallery. The list is read as far as the page asks for it. */
export class GalleryPanel<Item extends { readonly id: string }, Source extends GallerySource<Item> = GallerySource<Item>>
  implements vscode.Disposable
{
  readonly source: Source;
  readonly #panel: vscode.WebviewPanel;
  readonly #dependencies: GalleryPanelDependencies;
  readonly #disposables: vscode.Disposable[];
  readonly #change = new Debounced(() => void this.#begin(), TIMES);
  /** What the page knows, of earlier readings too: what a person has selected stays while others write. */
  readonly #known = new Map<string, Item>();
  #list: GalleryList<Item> | undefined;
  #state: GalleryState | undefined;
  #revision = 0;
  #isReady = false;
  #isDisposed = false;

  constructor(panel: vscode.WebviewPanel, source: Source, dependencies: GalleryPanelDependencies) {
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
    panel.webview.options = { enableScripts: true, localResourceRoots: [assetsFolder(extensionUri), ...source.pictureFolders] };
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
      this.#tell({ ...base, count: list.count, isWhole: list.isWhole, note: list.note });
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
    void this.#answer(parsed.message).catch(notifyError);
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
      const { count, isWhole, note } = list;
      this.#post({ type: 'tiles', revision, from, tiles: items.map((item) => this.source.tileOf(item, now)), count, isWhole });
      // A list that has grown to its end may have been cut there.
      if (this.#state?.revision === revision && this.#state.note !== note) this.#tell({ ...this.#state, count, isWhole, note });
    } catch (error) {
      if (this.#state?.revision === revision) this.#tell({ ...this.#state, failure: failureMessage(toFailure(error)) });
    }
  }

  #remember(item: Item): void {
    this.#known.delete(item.id);
    this.#known.set(item.id, item);
    if (this.#known.size <= REMEMBERED) return;
    const [oldest] = this.#known.keys();
    if (oldest !== undefined) this.#known.delete(oldest);
  }

  async #sendLook({ id, stamp }: Extract<GalleryRequest, { type: 'look' }>): Promise<void> {
    const item = this.#known.get(id);
    if (!item) return;
    const look = await this.source.lookOf(item, (file, content) =>
      this.#panel.webview.asWebviewUri(file).with({ query: content }).toString(),
    );
    this.#post({ type: 'look', id, stamp, look });
  }

  /** What is asked of an earlier reading is asked again of the new one. */
  #listOf(revision: number): GalleryList<Item> | undefined {
    return this.#state?.revision === revision ? this.#list : undefined;
  }

  async #run(action: GalleryAction, ids: readonly string[]): Promise<void> {
    const items = ids.flatMap((id) => this.#known.get(id) ?? []);
    if (items.length > 0) await this.source.run(action, items);
  }
}
