import '@vscode-elements/elements/dist/vscode-button/index.js';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type {
  ConversationFilter,
  ConversationHostMessage,
  ConversationLine,
  ConversationPageMessage,
  ConversationViewState,
} from '../../src/shared/conversation-protocol.ts';
import { buttonStyles, sourceStyles, toneStyles } from '../styles.ts';
import { t } from '../text.ts';
import { visibleRows } from '../visible-rows.ts';
import { lineClass, lineStyles, renderDetail, renderLine, UNIT } from './line-view.ts';

declare global {
  interface HTMLElementEventMap {
    /** Something is asked of the host. */
    'conversation-ask': CustomEvent<ConversationPageMessage>;
    /** What is kept of the list has changed. */
    'conversation-view': CustomEvent<Partial<ConversationViewState>>;
  }
}

/** Units that are asked for above and below those on the screen. */
const AHEAD = 150;
/** Pixels of the longer side of a picture. */
const PICTURE_SIDE = 180;
/** A picture and its finding, which is read along with it. */
const FOUND_UNITS = 6;
/** So many pictures are kept drawn. */
const MOST_PICTURES = 200;

/** The lines of a conversation: only those on the screen are in the page. Walked with the arrow keys. */
@customElement('conversation-list')
export class ConversationList extends LitElement {
  static override styles = [
    buttonStyles,
    lineStyles,
    toneStyles,
    sourceStyles,
    css`
      :host {
        display: flex;
        flex-direction: column;
        min-height: 0;
      }
      .list {
        flex: 1;
        min-height: 0;
        overflow: auto;
        outline: none;
        overflow-anchor: none;
      }
      .list:focus-visible {
        outline: 1px solid var(--vscode-focusBorder);
        outline-offset: -1px;
      }
      .h1 {
        height: ${UNIT}px;
      }
      .h2 {
        height: ${2 * UNIT}px;
      }
      .h3 {
        height: ${3 * UNIT}px;
      }
      .detail {
        flex: none;
        display: flex;
        gap: 16px;
        align-items: flex-start;
        max-height: 30vh;
        min-height: 54px;
        box-sizing: border-box;
        overflow: auto;
        padding: 6px 16px;
        border-top: 1px solid var(--vscode-panel-border, var(--vscode-contrastBorder, transparent));
        line-height: 1.5;
      }
      .detail > div {
        flex: 1;
        min-width: 0;
        overflow-wrap: anywhere;
        user-select: text;
      }
      .actions {
        display: flex;
        flex: none;
        gap: 8px;
      }
      .detail p {
        margin: 0;
      }
      .nothing {
        padding: 12px 16px;
        color: var(--vscode-descriptionForeground);
      }
    `,
  ];

  /** The units of the whole list. */
  @property({ type: Number }) units = 0;
  @property() filter: ConversationFilter = 'all';
  @property({ type: Number }) revision = 0;
  /** It is the beginning of a longer one. */
  @property({ type: Boolean }) isGrowing = false;
  /** The unit the keyboard is on; -1 for none. */
  @property({ type: Number }) active = -1;
  /** Units of lines that a search has found, ascending. */
  @property({ attribute: false }) hits: readonly number[] = [];
  /** Pixels, when it comes up. */
  @property({ type: Number }) beginAt = 0;
  @query('.list') private list!: HTMLElement | null;
  @state() private top = 0;
  @state() private height = 600;
  @state() private lines: readonly ConversationLine[] = [];
  @state() private drawn = 0;
  #have: { readonly revision: number; readonly filter: ConversationFilter; readonly from: number; readonly to: number } | null = null;
  #asked = '';
  readonly #pictures = new Map<string, HTMLCanvasElement | null>();
  /** The line was gone to, not clicked. */
  #isWalked = false;
  #drawing: Promise<void> = Promise.resolve();
  readonly #resized = new ResizeObserver(([entry]) => {
    if (!entry) return;
    const before = this.height;
    this.height = entry.contentRect.height;
    // what is said of a line below the list may need the room it is in; one that was clicked stays under the pointer
    const line = this.#isWalked ? this.lines.find(({ at }) => at === this.active) : undefined;
    if (line && this.#isOnScreen(line.at, line.height, before)) this.#reveal(line.at, line.height);
  });

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resized.disconnect();
  }

  /** Takes what the host answers. */
  receive(message: ConversationHostMessage): void {
    if (message.type === 'lines') {
      const { revision, filter, from, to, lines } = message;
      if (revision !== this.revision || filter !== this.filter) return;
      this.#have = { revision, filter, from, to };
      this.lines = lines;
    } else if (message.type === 'picture' && message.revision === this.revision) {
      const { message: number, part, data } = message;
      this.#drawing = this.#drawing.then(() => this.#draw(`${number}/${part}`, data));
    } else if (message.type === 'goTo') {
      void this.goTo(message.at);
    }
  }

  /** Selects a line and brings it on the screen, in the middle where it was not on it. @param keepsFocus of what has it */
  async goTo(at: number, keepsFocus = false): Promise<void> {
    this.#isWalked = true;
    this.#tell({ active: at });
    await this.updateComplete;
    this.scrollIntoView({ block: 'nearest' });
    if (!this.#isOnScreen(at, FOUND_UNITS) && this.list) this.#scrollTo((at + FOUND_UNITS / 2) * UNIT - this.list.clientHeight / 2);
    if (!keepsFocus) this.focusList();
  }

  /** The message a person is at: that of the selected line, else the first one on the screen; undefined at the top. */
  get place(): number | undefined {
    const unit = this.active >= 0 ? this.active : this.#firstShown();
    if (this.active < 0 && unit === 0) return undefined;
    const line = this.lines.find(({ at, height }) => unit >= at && unit < at + height);
    return line?.message ?? undefined;
  }

  focusList(): void {
    this.list?.focus({ preventScroll: true });
  }

  protected override firstUpdated(): void {
    if (!this.list) return;
    this.#resized.observe(this.list);
    this.list.scrollTop = this.beginAt;
    this.list.addEventListener('scrollend', () => this.#tell({ top: this.list?.scrollTop ?? 0 }));
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    // places in another list are others; those of pictures in the file may be too
    if (changed.has('filter')) this.lines = [];
    if (!changed.has('revision')) return;
    // what has grown has the same ones, but those that are not drawn yet are asked for anew
    const hasGrown = changed.has('isGrowing') ? changed.get('isGrowing') === true : this.isGrowing;
    for (const [key, canvas] of this.#pictures) if (canvas === null || !hasGrown) this.#pictures.delete(key);
  }

  protected override updated(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('filter') && changed.get('filter') !== undefined && this.list) this.list.scrollTop = 0;
    this.#askForLines();
  }

  protected override render() {
    const { lines, units, active } = this;
    const { begin, end } = visibleRows(units, UNIT, this.top, this.height);
    const shown = lines.filter(({ at, height }) => at + height > begin && at < end);
    const above = (shown[0]?.at ?? begin) * UNIT;
    const last = shown.at(-1);
    const below = Math.max(0, units - (last ? last.at + last.height : begin)) * UNIT;
    const activeLine = lines.find(({ at }) => at === active);
    return html`
      <div
        class="list"
        role="listbox"
        tabindex="0"
        aria-label=${t('Messages')}
        aria-activedescendant=${shown.includes(activeLine as ConversationLine) ? `line-${active}` : nothing}
        @scroll=${(event: Event) => (this.top = (event.target as HTMLElement).scrollTop)}
        @keydown=${(event: KeyboardEvent) => this.#keyDown(event)}
      >
        <div role="presentation" .style=${`height: ${above}px`}></div>
        ${repeat(
          shown,
          ({ at }) => at,
          (line) => this.#renderLine(line),
        )}
        <div role="presentation" .style=${`height: ${below}px`}></div>
        ${units === 0 ? html`<div class="nothing" role="presentation">${t('This list is empty.')}</div>` : nothing}
      </div>
      <div class="detail" role="status">${activeLine ? this.#renderActive(activeLine) : html`<div class="dim">${t('Select a line to read all of it.')}</div>`}</div>
    `;
  }

  #renderLine(line: ConversationLine) {
    return html`<div
      class="line h${line.height} ${lineClass(line)} ${this.#isHit(line) ? 'hit' : ''}"
      id="line-${line.at}"
      role="option"
      aria-selected=${line.at === this.active ? 'true' : 'false'}
      aria-setsize=${this.isGrowing ? -1 : this.units}
      aria-posinset=${line.at + 1}
      @click=${() => this.#select(line)}
      @dblclick=${() => this.#open(line)}
    >
      ${renderLine(line, (message, part) => this.#picture(message, part))}
    </div>`;
  }

  #select({ at }: ConversationLine): void {
    this.#isWalked = false;
    this.#tell({ active: at });
  }

  /** A line in words; of a part that something was found in, that too. */
  #renderActive(line: ConversationLine) {
    const found = line.kind === 'part' ? this.lines.filter((each) => each.kind === 'finding' && isOf(each, line)) : [];
    return html`<div>${[line, ...found].map(renderDetail)}</div>
      ${this.#renderActions(line)}`;
  }

  /** Only the line itself: not the findings below it. */
  #isHit({ at }: ConversationLine): boolean {
    return this.hits.includes(at);
  }

  #askForLines(): void {
    const { begin, end } = visibleRows(this.units, UNIT, this.top, this.height);
    const { revision, filter } = this;
    const have = this.#have;
    const isSame = have?.revision === revision && have.filter === filter;
    if (this.units === 0 || (isSame && have.from <= begin && have.to >= end)) return;
    const [from, to] = [Math.max(0, begin - AHEAD), Math.min(this.units, end + AHEAD)];
    const asked = `${revision} ${filter} ${from} ${to}`;
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.#ask({ type: 'lines', revision, filter, from, to });
  }

  /** The canvas of a picture; asked for when it is first on the screen. */
  #picture(message: number, part: number): HTMLCanvasElement | undefined {
    const key = `${message}/${part}`;
    const known = this.#pictures.get(key);
    if (known !== undefined) return known ?? undefined;
    this.#pictures.set(key, null);
    this.#ask({ type: 'picture', revision: this.revision, message, part });
    return undefined;
  }

  /** Draws a picture small: what is large is unpacked one at a time, and let go. */
  async #draw(key: string, data: string | null): Promise<void> {
    if (data === null || !this.#pictures.has(key)) return;
    try {
      const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes]));
      const scale = Math.min(1, PICTURE_SIDE / Math.max(bitmap.width, bitmap.height));
      const canvas = document.createElement('canvas');
      canvas.width = Math.max(1, Math.round(bitmap.width * scale));
      canvas.height = Math.max(1, Math.round(bitmap.height * scale));
      canvas.setAttribute('aria-hidden', 'true');
      const context = canvas.getContext('2d');
      if (context) context.imageSmoothingQuality = 'high';
      context?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
      bitmap.close();
      this.#pictures.set(key, canvas);
      const [oldest] = this.#pictures.keys();
      if (this.#pictures.size > MOST_PICTURES && oldest !== undefined) this.#pictures.delete(oldest);
      this.drawn++;
    } catch {
      // what no browser can draw has no picture
    }
  }

  #keyDown(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (ctrlKey || metaKey || altKey || shiftKey) return;
    const line = this.lines.find(({ at }) => at === this.active);
    const page = Math.max(1, Math.floor(this.height / UNIT) - 2);
    switch (key) {
      case 'ArrowDown':
        this.#walk(line ? line.at + line.height : this.#firstShown());
        break;
      case 'ArrowUp':
        this.#walk(line ? line.at - 1 : this.#firstShown());
        break;
      case 'PageDown':
        this.#walk(Math.min(this.units - 1, this.active + page));
        break;
      case 'PageUp':
        this.#walk(Math.max(0, this.active - page));
        break;
      case 'Home':
        this.#walk(0);
        break;
      case 'End':
        this.#walk(this.units - 1);
        break;
      case 'Enter':
        if (line) this.#open(line);
        break;
      default:
        return;
    }
    event.preventDefault();
  }

  #firstShown(): number {
    return Math.ceil(this.top / UNIT);
  }

  /** Goes to the line that a unit is in. One that is not there yet comes when it is scrolled to. */
  #walk(unit: number): void {
    if (unit < 0 || unit >= this.units) return;
    const line = this.lines.find(({ at, height }) => unit >= at && unit < at + height);
    this.#isWalked = true;
    this.#tell({ active: line?.at ?? unit });
    this.#reveal(line?.at ?? unit, line?.height ?? 1);
  }

  #reveal(at: number, height: number): void {
    const { list } = this;
    if (!list || this.#isOnScreen(at, height)) return;
    this.#scrollTo(at * UNIT < list.scrollTop ? at * UNIT : (at + height) * UNIT - list.clientHeight);
  }

  #isOnScreen(at: number, height: number, room = this.list?.clientHeight ?? 0): boolean {
    const top = this.list?.scrollTop ?? 0;
    return at * UNIT >= top && (at + height) * UNIT <= top + room;
  }

  #scrollTo(top: number): void {
    if (!this.list) return;
    this.list.scrollTop = top;
    this.top = this.list.scrollTop;
  }

  #renderActions(line: ConversationLine) {
    const { message } = line;
    if (message === null) return nothing;
    return html`<span class="actions">
      <vscode-button secondary icon="open-preview" @click=${() => this.#open(line)}>${t('Preview')}</vscode-button>
      <vscode-button secondary icon="go-to-file" @click=${() => this.#ask({ type: 'reveal', revision: this.revision, message })}>${t('Show in File')}</vscode-button>
    </span>`;
  }

  /** Shows what a line is about in the preview: a part, or all of a message. */
  #open(line: ConversationLine): void {
    const { message } = line;
    const part = line.kind === 'message' ? null : line.part;
    if (message !== null) this.#ask({ type: 'preview', revision: this.revision, message, part });
  }

  #ask(detail: ConversationPageMessage): void {
    this.dispatchEvent(new CustomEvent('conversation-ask', { detail, bubbles: true, composed: true }));
  }

  #tell(detail: Partial<ConversationViewState>): void {
    this.dispatchEvent(new CustomEvent('conversation-view', { detail, bubbles: true, composed: true }));
  }
}

function isOf(one: ConversationLine, other: ConversationLine): boolean {
  return one.message === other.message && one.kind !== 'message' && other.kind !== 'message' && one.part === other.part;
}
