import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import type { ConversationHostMessage, ConversationPageMessage, RequestRow } from '../../src/shared/conversation-protocol.ts';
import { toneStyles } from '../styles.ts';
import { displayLanguage, formatCount, formatPrice, t, visibleText } from '../text.ts';
import { visibleRows } from '../visible-rows.ts';
import { timeText, UNIT } from './line-view.ts';

declare global {
  interface HTMLElementEventMap {
    /** The keyboard is on a request now. */
    'request-walk': CustomEvent<number>;
    'request-choose': CustomEvent<ChosenRequest>;
  }
}

/** A request, counted from 0, and the message of its answer. */
export interface ChosenRequest {
  readonly request: number;
  readonly message: number;
}

type Column = 'number' | 'time' | 'model' | 'input' | 'cached' | 'output' | 'price' | 'miss';

const COLUMNS: readonly Column[] = ['number', 'time', 'model', 'input', 'cached', 'output', 'price', 'miss'];

/** A column is drawn from this width of the table on, in pixels; narrower, what it says stands below the table. */
const ROOM_FOR: Readonly<Partial<Record<Column, number>>> = { time: 1000, model: 740, output: 580, price: 480 };

const FIGURES: ReadonlySet<Column> = new Set(['number', 'input', 'cached', 'output', 'price']);

/** Rows that are asked for above and below those on the screen. */
const AHEAD = 150;

/** The requests of a session, one a row: only those on the screen are in the page. Walked with the arrow keys, chosen with Enter or a click. */
@customElement('requests-table')
export class RequestsTable extends LitElement {
  static override styles = [
    toneStyles,
    css`
      :host {
        display: block;
      }
      /* the messages below keep their room */
      .scroller {
        max-height: max(${6 * UNIT}px, 26vh);
        overflow: auto;
        border: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, transparent));
        border-radius: 4px;
      }
      table {
        width: 100%;
        border-collapse: separate;
        border-spacing: 0;
        table-layout: fixed;
      }
      table:focus {
        outline: none;
      }
      col.number {
        width: 48px;
      }
      col.time {
        width: 148px;
      }
      col.model {
        width: 24%;
      }
      col.input,
      col.output {
        width: 80px;
      }
      col.price {
        width: 92px;
      }
      col.cached {
        width: 108px;
      }
      th,
      td {
        box-sizing: border-box;
        height: ${UNIT}px;
        padding: 0 8px;
        overflow: hidden;
        font-weight: normal;
        text-align: start;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      thead th {
        position: sticky;
        top: 0;
        z-index: 1;
        font-weight: 600;
        background: var(--vscode-editor-background);
        border-bottom: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, transparent));
      }
      .figure {
        text-align: end;
        font-variant-numeric: tabular-nums;
      }
      .row {
        cursor: pointer;
      }
      .row:hover {
        background: var(--vscode-list-hoverBackground);
      }
      .row[aria-selected='true'] {
        color: var(--vscode-list-inactiveSelectionForeground, inherit);
        background: var(--vscode-list-inactiveSelectionBackground);
        outline: 1px dashed var(--vscode-contrastActiveBorder, transparent);
        outline-offset: -1px;
      }
      table:focus-visible .row[aria-selected='true'] {
        outline: 1px solid var(--vscode-focusBorder);
        outline-offset: -1px;
      }
      tbody th,
      .dim {
        color: var(--vscode-descriptionForeground);
      }
      .row[aria-selected='true'] :is(th, .dim) {
        color: inherit;
      }
      .badge {
        display: inline;
      }
      .badge vscode-icon {
        vertical-align: text-bottom;
      }
      /* space for the rows that are not drawn */
      .space td {
        height: 0;
        padding: 0;
      }
      /* room for two lines, so that what is below stays where it is */
      .whole {
        min-height: 3em;
        margin: 4px 0 0;
        overflow-wrap: anywhere;
        color: var(--vscode-descriptionForeground);
      }
    `,
  ];

  /** The requests of the session. */
  @property({ type: Number }) count = 0;
  @property({ type: Number }) revision = 0;
  /** The request the keyboard is on; -1 for none. */
  @property({ type: Number }) active = -1;
  @query('.scroller') private scroller!: HTMLElement | null;
  @state() private top = 0;
  @state() private height = 300;
  @state() private width = 1000;
  @state() private rows: readonly RequestRow[] = [];
  /** The first of the rows that are here, and the state of the conversation they are of. */
  #from = 0;
  #revision = -1;
  #asked = '';
  readonly #resized = new ResizeObserver(([entry]) => {
    if (!entry) return;
    this.height = entry.contentRect.height;
    this.width = entry.contentRect.width;
  });

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resized.disconnect();
  }

  /** Takes rows that the host answers. */
  receive({ revision, from, rows }: Extract<ConversationHostMessage, { type: 'requests' }>): void {
    if (revision !== this.revision) return;
    this.#from = from;
    this.#revision = revision;
    this.rows = rows;
  }

  protected override firstUpdated(): void {
    if (this.scroller) this.#resized.observe(this.scroller);
  }

  protected override updated(changed: PropertyValues<this>): void {
    const { above, below } = this.#window();
    this.#space('.above', above);
    this.#space('.below', below);
    if (changed.has('active')) this.#reveal(this.active);
    this.#askForRows();
  }

  protected override render() {
    const { count, active } = this;
    const columns = this.#columns();
    const { begin, end } = this.#window();
    return html`
      <div class="scroller" @scroll=${(event: Event) => (this.top = (event.target as HTMLElement).scrollTop)}>
        <table
          role="grid"
          tabindex="0"
          aria-label=${t('Answered requests')}
          aria-rowcount=${count + 1}
          aria-activedescendant=${active >= begin && active < end ? `request-${active}` : nothing}
          @keydown=${(event: KeyboardEvent) => this.#keyDown(event)}
        >
          <colgroup>
            ${columns.map((column) => html`<col class=${column} />`)}
          </colgroup>
          <thead>
            <tr aria-rowindex="1">
              ${columns.map((column) => html`<th scope="col" class=${FIGURES.has(column) ? 'figure' : ''}>${columnTitle(column)}</th>`)}
            </tr>
          </thead>
          <tbody>
            <tr class="space above" aria-hidden="true"><td colspan=${columns.length}></td></tr>
            ${Array.from({ length: end - begin }, (_, at) => this.#renderRow(begin + at, columns))}
            <tr class="space below" aria-hidden="true"><td colspan=${columns.length}></td></tr>
          </tbody>
        </table>
      </div>
      <p class="whole" role="status">${this.#wordsOfActive()}</p>
    `;
  }

  #renderRow(index: number, columns: readonly Column[]) {
    const row = this.#row(index);
    return html`<tr
      id=${`request-${index}`}
      class="row"
      aria-rowindex=${index + 2}
      aria-selected=${index === this.active ? 'true' : 'false'}
      @click=${() => this.#choose(index)}
    >
      ${columns.map((column) =>
        column === 'number'
          ? html`<th scope="row" class="figure">${formatCount(index + 1)}</th>`
          : html`<td class=${FIGURES.has(column) ? 'figure' : ''}>${row ? renderCell(row, column) : nothing}</td>`,
      )}
    </tr>`;
  }

  /** All that is known of the request the keyboard is on. */
  #wordsOfActive(): string {
    const row = this.#row(this.active);
    if (!row) return t('Choose a request to go to its message.');
    const { message, time, model, input, cached, written, output, price } = row;
    return [
      t('Request {0}', formatCount(this.active + 1)),
      t('Message {0}', formatCount(message + 1)),
      ...(time === null ? [] : [timeText(time)]),
      visibleText(model),
      t('input: {0}', formatCount(input)),
      t('read from the cache: {0}', formatCount(cached)),
      ...(written === null ? [] : [t('written to the cache: {0}', formatCount(written))]),
      t('output: {0}', formatCount(output)),
      priceText(price),
      ...missWords(row),
    ].join(' · ');
  }

  #row(index: number): RequestRow | undefined {
    return index < 0 ? undefined : this.rows[index - this.#from];
  }

  /** The columns there is room for. */
  #columns(): readonly Column[] {
    return COLUMNS.filter((column) => this.width >= (ROOM_FOR[column] ?? 0));
  }

  #window() {
    return visibleRows(this.count, UNIT, this.top, this.height);
  }

  /** A style attribute would be inline style, which the page forbids. */
  #space(selector: string, height: number): void {
    const row = this.renderRoot.querySelector<HTMLElement>(selector);
    if (row) row.style.height = `${height}px`;
  }

  #askForRows(): void {
    const { revision, count } = this;
    const { begin, end } = this.#window();
    const isHere = this.#revision === revision && this.#from <= begin && this.#from + this.rows.length >= end;
    if (isHere) return;
    const [from, to] = [Math.max(0, begin - AHEAD), Math.min(count, end + AHEAD)];
    const asked = `${revision} ${from} ${to}`;
    if (asked === this.#asked) return;
    this.#asked = asked;
    const detail: ConversationPageMessage = { type: 'requests', revision, from, to };
    this.dispatchEvent(new CustomEvent('conversation-ask', { detail, bubbles: true, composed: true }));
  }

  #keyDown(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (ctrlKey || metaKey || altKey || shiftKey) return;
    const { active, count } = this;
    const page = Math.max(1, Math.floor(this.height / UNIT) - 2);
    const next = stepsFrom(active, { page, last: count - 1 }).get(key);
    if (next !== undefined) this.#walk(Math.max(0, Math.min(count - 1, next)));
    else if (key === 'Enter' || key === ' ') this.#choose(active);
    else return;
    event.preventDefault();
  }

  #walk(index: number): void {
    this.dispatchEvent(new CustomEvent('request-walk', { detail: index }));
  }

  #choose(index: number): void {
    const row = this.#row(index);
    if (!row) return;
    const detail: ChosenRequest = { request: index, message: row.message };
    this.dispatchEvent(new CustomEvent('request-choose', { detail }));
  }

  #reveal(index: number): void {
    const { scroller } = this;
    if (!scroller || index < 0) return;
    const begin = index * UNIT;
    const room = scroller.clientHeight - 2 * UNIT;
    if (begin < scroller.scrollTop) scroller.scrollTop = begin;
    else if (begin > scroller.scrollTop + room) scroller.scrollTop = begin - room;
  }
}

/** Where each key leads. */
function stepsFrom(active: number, { page, last }: { readonly page: number; readonly last: number }): ReadonlyMap<string, number> {
  return new Map([
    ['ArrowDown', active + 1],
    ['ArrowUp', active - 1],
    ['PageDown', active + page],
    ['PageUp', active - page],
    ['Home', 0],
    ['End', last],
  ]);
}

function columnTitle(column: Column): string {
  switch (column) {
    case 'number':
      return '#';
    case 'time':
      return t('Answered');
    case 'model':
      return t('Model');
    case 'input':
      return t('Input');
    case 'cached':
      return t('From Cache');
    case 'output':
      return t('Output');
    case 'price':
      return t('Price');
    case 'miss':
      return t('Cache Miss');
  }
}

function renderCell(row: RequestRow, column: Exclude<Column, 'number'>) {
  switch (column) {
    case 'time':
      return row.time === null ? nothing : shortTime(row.time);
    case 'model':
      return html`<span title=${visibleText(row.model)}>${visibleText(row.model)}</span>`;
    case 'input':
    case 'cached':
    case 'output':
      return formatCount(row[column]);
    case 'price':
      return row.price === null ? html`<span class="dim">${t('unknown')}</span>` : priceText(row.price);
    case 'miss':
      return renderMiss(row);
  }
}

function shortTime(time: number) {
  const whole = timeText(time);
  if (whole === '') return nothing;
  const format = new Intl.DateTimeFormat(displayLanguage(), { dateStyle: 'short', timeStyle: 'short' });
  return html`<span title=${whole}>${format.format(time)}</span>`;
}

function renderMiss(row: RequestRow) {
  const { miss } = row;
  if (!miss) return nothing;
  const words = t('{0}: {1}', formatCount(miss.tokens), visibleText(miss.reason));
  return html`<span class="badge warning" title=${missWords(row).join('')}><vscode-icon name="warning" size="14"></vscode-icon> ${words}</span>`;
}

function missWords({ miss }: RequestRow): string[] {
  if (!miss) return [];
  const { tokens, price } = miss;
  const [figure, reason] = [formatCount(tokens), visibleText(miss.reason)];
  return [
    price === null
      ? t('Cache miss: {0} tokens sent again: {1}', figure, reason)
      : t('Cache miss: {0} tokens sent again, {1} more: {2}', figure, priceText(price), reason),
  ];
}

function priceText(price: number | null): string {
  return price === null ? t('price unknown') : formatPrice({ low: price, high: price });
}
