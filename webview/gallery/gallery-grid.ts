import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import {
  type GalleryAction,
  type GalleryHostMessage,
  type GalleryLook,
  type GalleryRequest,
  type GalleryState,
  type GalleryTile,
  type GalleryViewState,
} from '../../src/shared/gallery-protocol.ts';
import { unseenStyles } from '../styles.ts';
import { t, visibleText } from '../text.ts';
import { visibleRows } from '../visible-rows.ts';
import { letGo, makeThumbnail, type Thumbnail } from './make-thumbnail.ts';
import { columnsIn, TILE_HEIGHT, tileAfter, type TileGrid } from './tile-layout.ts';
import { Thumbnails } from './thumbnails.ts';
import { tileStyles } from './tile-styles.ts';

declare global {
  interface HTMLElementEventMap {
    /** Something is asked of the host. */
    'gallery-ask': CustomEvent<GalleryRequest>;
    /** What is kept of the list has changed. */
    'gallery-view': CustomEvent<GalleryViewState>;
  }
}

/** Tiles that are asked for at once. */
const BLOCK = 100;
/** Pixels above and below what is seen in which tiles get their pictures. */
const NEAR = TILE_HEIGHT;
/** Pictures that are made at once: a machine with two processors has time for the rest. */
const WIDTH = 3;

/** A content of an artifact, of which a thumbnail is made. */
type Content = Pick<GalleryTile, 'id' | 'stamp'>;
/** Bytes that all of them take at most. */
const MAX_BYTES = 64 * 1024 * 1024;

/** The tiles of a gallery: only those around the screen are in the page, and only those near it have their pictures made. */
@customElement('gallery-grid')
export class GalleryGrid extends LitElement {
  static override styles = [
    tileStyles,
    unseenStyles,
    css`
      :host {
        display: flex;
        flex-direction: column;
        min-height: 0;
      }
      .list {
        flex: 1;
        min-height: 0;
        overflow: hidden auto;
        padding: 0 12px;
        outline: none;
        overflow-anchor: none;
      }
      .row {
        display: grid;
        /* Keeps the height of the row: a high picture is scaled down. */
        grid-template-rows: minmax(0, 1fr);
      }
    `,
  ];

  @property({ attribute: false }) shown: GalleryState | null = null;
  /** What the page was when it was last unloaded. */
  @property({ attribute: false }) kept: GalleryViewState | null = null;
  @query('.list') private list!: HTMLElement | null;
  @state() private top = 0;
  @state() private height = 600;
  @state() private width = 800;
  /** The tile the keyboard is on; -1 for none. */
  @state() private active = -1;
  @state() private selected: ReadonlySet<string> = new Set();
  @state() private made = 0;
  /** By place; of an earlier reading until the new ones are there. */
  readonly #tiles = new Map<number, GalleryTile>();
  /** Places of which the tiles of this reading are here. */
  #fresh = new Set<number>();
  #asked = new Set<string>();
  #activeId: string | undefined;
  /** Where a selection of several begins. */
  #anchor = -1;
  /** A selection that waits for tiles. */
  #range: { readonly from: number; readonly to: number } | null = null;
  /** By the key of the content, not the artifact: while one is given up the next one may have been asked for. */
  readonly #looks = new Map<string, (look: GalleryLook) => void>();
  readonly #thumbnails = new Thumbnails<Content, Thumbnail>({
    make: (content, signal) => this.#makeThumbnail(content, signal),
    width: WIDTH,
    limit: MAX_BYTES,
    onMade: () => this.made++,
    onDropped: letGo,
  });
  readonly #resized = new ResizeObserver(([entry]) => {
    if (!entry || entry.contentRect.width === 0) return;
    const firstSeen = Math.floor(this.top / TILE_HEIGHT) * this.#grid.columns;
    const before = this.#grid.columns;
    this.height = entry.contentRect.height;
    this.width = entry.contentRect.width;
    // What was at the top stays there when the columns become more or fewer.
    if (before !== this.#grid.columns)
      void this.updateComplete.then(() => this.#scrollTo(Math.floor(firstSeen / this.#grid.columns) * TILE_HEIGHT));
  });

  /** Takes what the host answers. */
  receive(message: GalleryHostMessage): void {
    const { shown } = this;
    if (message.type === 'tiles' && message.revision === shown?.revision) {
      for (const [index, tile] of message.tiles.entries()) this.#take(message.from + index, tile);
      this.#selectRange();
      this.requestUpdate();
    } else if (message.type === 'look') {
      this.#looks.get(keyOf(message))?.(message.look);
    }
  }

  /** The selected artifacts in their order; the one the keyboard is on when none is. */
  get targets(): string[] {
    if (this.selected.size > 0) return [...this.selected];
    const tile = this.#tiles.get(this.active);
    return tile && !tile.isProblem ? [tile.id] : [];
  }

  protected override firstUpdated(): void {
    if (!this.list) return;
    this.#resized.observe(this.list);
    this.list.addEventListener('scrollend', () => this.#keep());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resized.disconnect();
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (!changed.has('shown')) return;
    const before = changed.get('shown') as GalleryState | null | undefined;
    if (before?.revision === this.shown?.revision) return;
    this.#fresh = new Set();
    this.#asked = new Set();
    // A list that is filtered another way is another list: it begins at the top, with nothing selected.
    if (before && before.filter !== this.shown?.filter) this.#forget();
    const count = this.shown?.count ?? 0;
    for (const at of this.#tiles.keys()) if (at >= count) this.#tiles.delete(at);
  }

  protected override updated(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('shown') && this.kept && this.list) this.#restore(this.kept);
    this.#askForTiles();
    this.#wantThumbnails();
  }

  protected override render() {
    const { columns, count } = this.#grid;
    const rows = visibleRows(Math.ceil(count / columns), TILE_HEIGHT, this.top, this.height);
    const shown = Array.from({ length: Math.max(0, rows.end - rows.begin) }, (_, index) => rows.begin + index);
    const isActiveShown = Math.floor(this.active / columns) >= rows.begin && Math.floor(this.active / columns) < rows.end;
    return html`
      <div
        class="list"
        role="listbox"
        tabindex="0"
        aria-label=${t('Artifacts')}
        aria-multiselectable="true"
        aria-activedescendant=${this.active >= 0 && isActiveShown ? `tile-${this.active}` : nothing}
        @scroll=${(event: Event) => (this.top = (event.target as HTMLElement).scrollTop)}
        @keydown=${(event: KeyboardEvent) => this.#keyDown(event)}
        @focus=${() => this.#activateFirst()}
      >
        <div role="presentation" .style=${`height: ${rows.above}px`}></div>
        ${repeat(
          shown,
          (row) => row,
          (
            row,
          ) => html`<div class="row" role="presentation" .style=${`height: ${TILE_HEIGHT}px; grid-template-columns: repeat(${columns}, minmax(0, 1fr))`}>
            ${this.#placesOf(row).map((at) => this.#renderTile(at))}
          </div>`,
        )}
        <div role="presentation" .style=${`height: ${rows.below}px`}></div>
      </div>
    `;
  }

  #placesOf(row: number): number[] {
    const { columns, count } = this.#grid;
    return Array.from({ length: Math.min(columns, count - row * columns) }, (_, column) => row * columns + column);
  }

  #renderTile(at: number) {
    const tile = this.#tiles.get(at);
    const isSelected = tile !== undefined && this.selected.has(tile.id);
    const thumbnail = tile?.hasLook ? this.#thumbnails.get(keyOf(tile)) : undefined;
    const reason = thumbnail?.kind === 'mark' ? thumbnail.reason : undefined;
    const spoken = [tile?.spoken ?? t('Loading…'), reason].filter((part) => part !== undefined).map(visibleText);
    return html`<div
      class="tile ${at === this.active ? 'active' : ''}"
      id="tile-${at}"
      role="option"
      title=${spoken.join('\n')}
      aria-selected=${String(isSelected)}
      aria-setsize=${this.shown?.isWhole ? this.#grid.count : -1}
      aria-posinset=${at + 1}
      @click=${(event: MouseEvent) => this.#click(event, at)}
      @dblclick=${(event: MouseEvent) => this.#open(event.ctrlKey || event.metaKey)}
      @contextmenu=${() => this.#point(at)}
    >
      <span class="unseen">${spoken.join(', ')}</span>
      <div class="picture" aria-hidden="true">${tile ? renderPicture(tile, thumbnail) : nothing}</div>
      <div class="name" aria-hidden="true">${visibleText(tile?.name ?? '')}</div>
      <div class="facts" aria-hidden="true">${visibleText(tile?.facts ?? '')}</div>
    </div>`;
  }

  get #grid(): TileGrid {
    const columns = columnsIn(this.width);
    return { count: this.shown?.count ?? 0, columns, rows: Math.max(1, Math.floor(this.height / TILE_HEIGHT)) };
  }

  #take(at: number, tile: GalleryTile): void {
    this.#tiles.set(at, tile);
    this.#fresh.add(at);
    // What came meanwhile has moved the others.
    if (tile.id === this.#activeId) this.active = at;
  }

  /** Tiles are asked for in blocks, which are the same wherever the list is scrolled to. */
  #askForTiles(): void {
    const { shown } = this;
    if (!shown || shown.failure !== null) return;
    const { columns, count } = this.#grid;
    const rows = visibleRows(Math.ceil(count / columns), TILE_HEIGHT, this.top, this.height);
    const [from, to] = [rows.begin * columns, Math.min(rows.end * columns, count)];
    for (let block = Math.floor(from / BLOCK); block * BLOCK < to; block++) this.#askForBlock(block);
    // Of a list that goes on, more is asked for before its end is seen.
    if (!shown.isWhole && to + BLOCK > count) this.#askForBlock(Math.floor(count / BLOCK));
    if (this.#range) {
      const missing = this.#missingIn(this.#range);
      if (missing !== undefined) this.#askForBlock(Math.floor(missing / BLOCK));
    }
  }

  #askForBlock(block: number): void {
    const { shown } = this;
    if (!shown) return;
    // Of a block that was not full, the rest is asked for when there is more.
    const key = `${block} ${Math.min(BLOCK, shown.count - block * BLOCK)}`;
    if (this.#asked.has(key)) return;
    this.#asked.add(key);
    this.#ask({ type: 'tiles', revision: shown.revision, from: block * BLOCK, to: (block + 1) * BLOCK });
  }

  #wantThumbnails(): void {
    const { shown } = this;
    if (!shown) return;
    const { columns, count } = this.#grid;
    const first = Math.max(0, Math.floor((this.top - NEAR) / TILE_HEIGHT) * columns);
    const end = Math.min(count, Math.ceil((this.top + this.height + NEAR) / TILE_HEIGHT) * columns);
    const wanted = new Map<string, Content>();
    for (let at = first; at < end; at++) {
      const tile = this.#tiles.get(at);
      if (tile?.hasLook && this.#fresh.has(at)) wanted.set(keyOf(tile), tile);
    }
    this.#thumbnails.want(wanted);
  }

  async #makeThumbnail({ id, stamp }: Content, signal: AbortSignal): Promise<Thumbnail | null> {
    const key = keyOf({ id, stamp });
    const look = await new Promise<GalleryLook | null>((resolve) => {
      this.#looks.set(key, resolve);
      signal.addEventListener('abort', () => resolve(null), { once: true });
      this.#ask({ type: 'look', id, stamp });
    });
    this.#looks.delete(key);
    return look && makeThumbnail(look, signal);
  }

  #keyDown(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    const isControl = ctrlKey || metaKey;
    if (altKey) return;
    const to = isControl && key.startsWith('Arrow') ? undefined : tileAfter(key, this.active, this.#grid);
    if (to !== undefined) this.#walk(to, shiftKey);
    else if (key === ' ') this.#toggle(this.active);
    else if (key === 'Enter') this.#open(isControl);
    else if (key === 'Escape' && this.selected.size > 0) this.#select(new Set());
    else if (key.toLowerCase() === 'a' && isControl && !shiftKey) this.#selectBetween(0, this.#grid.count - 1);
    else return;
    event.preventDefault();
  }

  #click({ shiftKey, ctrlKey, metaKey }: MouseEvent, at: number): void {
    if (shiftKey && this.#anchor >= 0) {
      this.#activate(at);
      return this.#selectBetween(this.#anchor, at);
    }
    this.#activate(at);
    this.#anchor = at;
    if (ctrlKey || metaKey) this.#toggle(at);
    else this.#selectOnly(at);
  }

  /** The menu that opens is about the tile below the pointer, and those that are selected with it. */
  #point(at: number): void {
    const tile = this.#tiles.get(at);
    if (tile && this.selected.has(tile.id)) return;
    this.#activate(at);
    this.#selectOnly(at);
  }

  #walk(to: number, isExtending: boolean): void {
    if (isExtending) {
      if (this.#anchor < 0) this.#anchor = Math.max(0, this.active);
      this.#selectBetween(this.#anchor, to);
    } else this.#anchor = to;
    this.#activate(to);
    this.#reveal(to);
  }

  #activate(at: number): void {
    this.active = at;
    this.#activeId = this.#tiles.get(at)?.id;
    this.#keep();
  }

  #activateFirst(): void {
    if (this.active < 0 && this.#grid.count > 0) this.#activate(Math.ceil(this.top / TILE_HEIGHT) * this.#grid.columns);
  }

  #toggle(at: number): void {
    const tile = this.#tiles.get(at);
    if (!tile || tile.isProblem) return;
    const selected = new Set(this.selected);
    if (!selected.delete(tile.id)) selected.add(tile.id);
    this.#select(selected);
  }

  #selectOnly(at: number): void {
    const tile = this.#tiles.get(at);
    this.#select(new Set(tile && !tile.isProblem ? [tile.id] : []));
  }

  #selectBetween(one: number, other: number): void {
    this.#range = { from: Math.min(one, other), to: Math.max(one, other) };
    this.#selectRange();
    this.requestUpdate();
  }

  /** Selects what was asked for as far as it is here; the rest when it has come. */
  #selectRange(): void {
    const range = this.#range;
    if (!range) return;
    const selected = new Set<string>();
    for (let at = range.from; at <= range.to; at++) {
      const tile = this.#tiles.get(at);
      if (tile && !tile.isProblem) selected.add(tile.id);
    }
    const isWhole = this.#missingIn(range) === undefined;
    this.#select(selected);
    if (!isWhole) this.#range = range;
  }

  #missingIn({ from, to }: { readonly from: number; readonly to: number }): number | undefined {
    for (let at = from; at <= to; at++) if (!this.#fresh.has(at)) return at;
    return undefined;
  }

  #select(selected: ReadonlySet<string>): void {
    this.#range = null;
    this.selected = selected;
    this.#keep();
  }

  #forget(): void {
    this.#range = null;
    this.selected = new Set();
    this.active = -1;
    this.#activeId = undefined;
    this.#anchor = -1;
    this.#scrollTo(0);
  }

  /** Shows the selected artifacts in the preview, or the one the keyboard is on when it is not among them. */
  #open(isBeside: boolean): void {
    const tile = this.#tiles.get(this.active);
    if (tile && !this.selected.has(tile.id)) this.#selectOnly(this.active);
    this.run(isBeside ? 'previewToSide' : 'preview');
  }

  /** Does something with what is selected. */
  run(action: GalleryAction): void {
    const ids = this.targets;
    if (ids.length > 0) this.#ask({ type: 'run', action, ids });
  }

  #reveal(at: number): void {
    const { list } = this;
    if (!list) return;
    const top = Math.floor(at / this.#grid.columns) * TILE_HEIGHT;
    if (top < list.scrollTop) this.#scrollTo(top);
    else if (top + TILE_HEIGHT > list.scrollTop + list.clientHeight) this.#scrollTo(top + TILE_HEIGHT - list.clientHeight);
  }

  #scrollTo(top: number): void {
    if (!this.list) return;
    this.list.scrollTop = top;
    this.top = this.list.scrollTop;
  }

  #restore({ top, active, selected }: GalleryViewState): void {
    this.kept = null;
    this.active = Math.min(active, this.#grid.count - 1);
    this.selected = new Set(selected);
    this.#scrollTo(top);
    this.#keep();
  }

  #keep(): void {
    const detail = { top: this.top, active: this.active, selected: [...this.selected] };
    this.dispatchEvent(new CustomEvent('gallery-view', { detail, bubbles: true, composed: true }));
  }

  #ask(detail: GalleryRequest): void {
    this.dispatchEvent(new CustomEvent('gallery-ask', { detail, bubbles: true, composed: true }));
  }
}

function keyOf({ id, stamp }: Content): string {
  return `${id} ${stamp}`;
}

function renderPicture({ icon }: GalleryTile, thumbnail: Thumbnail | undefined) {
  switch (thumbnail?.kind) {
    case 'picture':
      return html`<img src=${thumbnail.url} alt="" draggable="false" />`;
    case 'text':
      if (thumbnail.text.trim() !== '') return html`<pre>${thumbnail.text}</pre>`;
      break;
    case 'mark':
      return html`<vscode-icon name=${icon} size="40"></vscode-icon><vscode-icon class="mark" name="warning"></vscode-icon>`;
    case undefined:
      break;
  }
  return html`<vscode-icon name=${icon} size="40"></vscode-icon>`;
}
