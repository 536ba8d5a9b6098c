import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { classMap } from 'lit/directives/class-map.js';
import type { ComparedRow, PreviewViewState } from '../../../src/shared/preview-protocol.ts';
import { toneStyles, unseenStyles } from '../../styles.ts';
import { formatEstimate, formatPrice, formatShare, formatSize, t, visibleText } from '../../text.ts';
import { visibleRows } from '../../visible-rows.ts';
import { certaintyMeaning, certaintyText, mannerText, receivedBadge } from '../badges.ts';
import { renderBadge, renderContext, renderPrice, renderTokens, unknown } from '../outcome.ts';
import { COMPARISON_ROW_HEIGHT, tableStyles } from './comparison-styles.ts';

export type Sort = PreviewViewState['sort'];
export type SortColumn = Sort['column'];

declare global {
  interface HTMLElementEventMap {
    'comparison-pick': CustomEvent<ComparedRow>;
    'comparison-sort': CustomEvent<Sort>;
  }
}

/**
 * Rows of a comparison as a grid: sorted by its headers, walked with the arrow keys, picked with Enter or a click. Only the
 * rows on the screen are in the page, so that many services cost no more than few.
 */
@customElement('preview-comparison')
export class ComparisonTable extends LitElement {
  static override styles = [toneStyles, unseenStyles, tableStyles];

  /** What the rows represent. */
  @property({ attribute: false }) compared: Compared = 'services';
  /** In the order in which they are shown. */
  @property({ attribute: false }) rows: readonly ComparedRow[] = [];
  /** The row that is in force. */
  @property({ attribute: false }) selected: ComparedRow | null = null;
  /** Null: the rows stay as they are. */
  @property({ attribute: false }) sort: Sort | null = null;
  @property() label = '';
  /** What picking a row does. */
  @property() hint = '';
  @query('.scroller') private scroller!: HTMLElement | null;
  /** The row the keyboard is on. */
  @state() private active = 0;
  @state() private top = 0;
  @state() private height = 600;
  @state() private width = 1200;
  readonly #resized = new ResizeObserver(([entry]) => {
    if (!entry) return;
    this.height = entry.contentRect.height;
    this.width = entry.contentRect.width;
  });

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.scroller) this.#resized.observe(this.scroller);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resized.disconnect();
  }

  protected override firstUpdated(): void {
    if (this.scroller) this.#resized.observe(this.scroller);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { rows, selected } = this;
    // chosen elsewhere: who walks through the table keeps the row
    const isChosenAnew = changed.has('selected') && selected !== null && !isSameRow(selected, changed.get('selected'));
    if (isChosenAnew && !this.shadowRoot?.activeElement) this.active = Math.max(0, rows.indexOf(selected));
    else if (changed.has('rows')) {
      const before = changed.get('rows')?.[this.active];
      const same = rows.findIndex((row) => isSameRow(row, before));
      this.active = same >= 0 ? same : Math.max(0, selected ? rows.indexOf(selected) : 0);
    }
  }

  protected override updated(): void {
    const { above, below } = this.#window();
    this.#space('.above', above);
    this.#space('.below', below);
  }

  protected override render() {
    const { rows, active } = this;
    const columns = this.#columns();
    const { begin, end } = this.#window();
    const isActiveDrawn = active >= begin && active < end;
    return html`
      <div class="scroller" @scroll=${this.#scrolled}>
        <table
          class=${classMap({ [this.compared]: true, detailed: columns.includes('detail') })}
          role="grid"
          tabindex="0"
          aria-label=${this.label}
          aria-rowcount=${rows.length + 1}
          aria-activedescendant=${isActiveDrawn ? `row-${active}` : nothing}
          @keydown=${this.#keyDown}
        >
          <colgroup>
            ${columns.map((column) => html`<col class=${column} />`)}
          </colgroup>
          <thead>
            <tr aria-rowindex="1">
              ${columns.map((column) => this.#renderHeader(column))}
            </tr>
          </thead>
          <tbody>
            <tr class="above" aria-hidden="true"><td colspan=${columns.length}></td></tr>
            ${rows.slice(begin, end).map((row, offset) => this.#renderRow(row, begin + offset))}
            <tr class="below" aria-hidden="true"><td colspan=${columns.length}></td></tr>
          </tbody>
        </table>
      </div>
      ${this.#renderDetail()}
    `;
  }

  /** The row the keyboard is on, its reason in full, and what the table has no room for. */
  #renderDetail() {
    const row = this.rows[this.active];
    if (!row) return nothing;
    const drawn = this.#columns();
    const others = columnsOf(this.compared).filter((column) => column !== 'detail' && !drawn.includes(column));
    return html`<p class="whole" role="status">
      <b>${visibleText(row.name)}:</b> ${visibleText(row.detail)}
      ${others.map((column) => html`<span class="also">${columnTitle(column, this.compared)}: ${renderValue(row, column)}</span>`)}
    </p>`;
  }

  /** The columns there is room for. */
  #columns(): readonly AnyColumn[] {
    return columnsOf(this.compared).filter((column) => this.width >= (ROOM_FOR[column] ?? 0));
  }

  #renderHeader(column: AnyColumn) {
    const { sort } = this;
    const title = columnTitle(column, this.compared);
    if (column === 'detail' || !sort) return html`<th scope="col" class=${column}><span class="title">${title}</span></th>`;
    const isSorted = sort.column === column;
    const order = !isSorted ? 'none' : sort.descending ? 'descending' : 'ascending';
    return html`<th scope="col" class=${column} aria-sort=${order}>
      <button class="title" title=${t('Sort by {0}', title)} @click=${() => this.#sortBy(column)}>
        ${title}${isSorted ? html`<vscode-icon name=${sort.descending ? 'chevron-down' : 'chevron-up'} size="14"></vscode-icon>` : nothing}
      </button>
    </th>`;
  }

  #renderRow(row: ComparedRow, index: number) {
    const isSelected = row === this.selected;
    return html`<tr
      id=${`row-${index}`}
      class=${classMap({ row: true, odd: index % 2 === 1, active: index === this.active })}
      aria-rowindex=${index + 2}
      aria-selected=${String(isSelected)}
      title=${this.hint}
      @click=${() => this.#pick(index)}
    >
      ${this.#columns().map((column) => renderCell(row, column, this.compared, isSelected))}
    </tr>`;
  }

  #window() {
    return visibleRows(this.rows.length, COMPARISON_ROW_HEIGHT, this.top, this.height);
  }

  /** A style attribute would be inline style, which the page forbids. */
  #space(selector: string, height: number): void {
    const row = this.renderRoot.querySelector<HTMLElement>(selector);
    if (row) row.style.height = `${height}px`;
  }

  #scrolled(event: Event): void {
    this.top = (event.target as HTMLElement).scrollTop;
  }

  #sortBy(column: SortColumn): void {
    const { sort } = this;
    const descending = sort?.column === column ? !sort.descending : false;
    this.dispatchEvent(new CustomEvent('comparison-sort', { detail: { column, descending } }));
  }

  #pick(index: number): void {
    this.active = index;
    const row = this.rows[index];
    if (row) this.dispatchEvent(new CustomEvent('comparison-pick', { detail: row }));
  }

  #keyDown(event: KeyboardEvent): void {
    if (event.target !== event.currentTarget) return;
    const page = Math.max(1, Math.floor(this.height / COMPARISON_ROW_HEIGHT) - 1);
    const last = this.rows.length - 1;
    const steps: Record<string, number> = {
      ArrowDown: this.active + 1,
      ArrowUp: this.active - 1,
      PageDown: this.active + page,
      PageUp: this.active - page,
      Home: 0,
      End: last,
    };
    const next = steps[event.key];
    if (next !== undefined) this.#walk(Math.max(0, Math.min(last, next)));
    else if (event.key === 'Enter' || event.key === ' ') this.#pick(this.active);
    else return;
    event.preventDefault();
  }

  /** Moves the keyboard to a row and brings it on the screen. */
  #walk(index: number): void {
    this.active = index;
    const { scroller } = this;
    if (!scroller) return;
    const head = this.renderRoot.querySelector('thead')?.offsetHeight ?? 0;
    const begin = index * COMPARISON_ROW_HEIGHT;
    const room = scroller.clientHeight - head - COMPARISON_ROW_HEIGHT;
    if (begin < scroller.scrollTop) scroller.scrollTop = begin;
    else if (begin > scroller.scrollTop + room) scroller.scrollTop = begin - room;
  }
}

/** Whether two rows, perhaps of two comparisons, are about the same service or API. */
function isSameRow(row: ComparedRow, other: ComparedRow | null | undefined): boolean {
  return row.serviceId === other?.serviceId && row.api === other.api;
}

/** What the rows of a comparison represent. */
type Compared = 'services' | 'apis';

type AnyColumn = SortColumn | 'detail';

/** The columns of a comparison in their order. */
function columnsOf(compared: Compared): readonly AnyColumn[] {
  return compared === 'services'
    ? ['name', 'api', 'route', 'bytes', 'tokens', 'price', 'context', 'detail']
    : ['name', 'route', 'bytes', 'tokens', 'price', 'context', 'detail'];
}

/** A column is drawn from this width of the table on, in pixels; narrower, what it says stands below the table. */
const ROOM_FOR: Partial<Record<AnyColumn, number>> = {
  detail: 1300,
  bytes: 1120,
  api: 1020,
  context: 760,
  price: 560,
  tokens: 320,
};

function columnTitle(column: AnyColumn, compared: Compared): string {
  switch (column) {
    case 'name':
      return compared === 'services' ? t('Model') : t('API');
    case 'api':
      return t('API');
    case 'route':
      return t('Receives');
    case 'bytes':
      return t('Bytes');
    case 'tokens':
      return t('Tokens');
    case 'price':
      return t('Price');
    case 'context':
      return t('Context');
    case 'detail':
      return t('Detail');
  }
}

function renderCell(row: ComparedRow, column: AnyColumn, compared: Compared, isSelected: boolean) {
  const value = renderValue(row, column);
  switch (column) {
    case 'name':
      if (compared === 'services')
        return renderName('name', visibleText(row.name), visibleText(row.model), visibleText(row.model), isSelected);
      return renderName(
        'name',
        visibleText(row.name),
        row.certainty === 'chosen' ? '' : certaintyText(row.certainty),
        certaintyMeaning(row.certainty),
      );
    case 'api':
      return renderName('api', row.apiName, certaintyText(row.certainty), certaintyMeaning(row.certainty));
    case 'route': {
      const manner = mannerText(row);
      return html`<td role="gridcell" class="route">
        <span class="line">${value}</span>${manner === '' ? nothing : html`<span class="line dim" title=${manner}>${manner}</span>`}
      </td>`;
    }
    case 'detail':
      return html`<td role="gridcell"><span class="clamped" title=${visibleText(row.detail)}>${visibleText(row.detail)}</span></td>`;
    default:
      return html`<td role="gridcell" class="number">${value}</td>`;
  }
}

/** What a column says of a row, without what stands around it in a cell. */
function renderValue(row: ComparedRow, column: AnyColumn) {
  const { tokens } = row;
  switch (column) {
    case 'name':
      return visibleText(row.name);
    case 'api':
      return row.apiName;
    case 'route':
      return renderBadge(receivedBadge(row));
    case 'bytes':
      return row.bytes === null ? unknown() : formatSize(row.bytes);
    case 'tokens':
      return unlessRefused(row, tokens ? renderTokens(tokens) : unknown(), tokens && formatEstimate(tokens));
    case 'price':
      return unlessRefused(row, tokens?.price ? renderPrice(tokens) : unknownOf(row), tokens?.price ? formatPrice(tokens.price) : null);
    case 'context':
      return unlessRefused(
        row,
        tokens?.context ? renderContext(tokens, true) : unknownOf(row),
        tokens?.context ? formatShare(tokens.context) : null,
      );
    case 'detail':
      return visibleText(row.detail);
  }
}

/** What stands for a price or a context window that is not known; without a model there is none to know. */
function unknownOf({ model }: ComparedRow) {
  if (model !== '') return unknown();
  return html`<span class="dim" title=${t('No model is named, so there is no price and no context window.')}>–</span>`;
}

/** What a rejected request would cost is no figure to compare by: it is told to who asks for it. Nothing has none. */
function unlessRefused({ arrival }: ComparedRow, figure: unknown, words: string | null) {
  if (arrival === 'nothing') return html`<span class="dim">–</span>`;
  if (arrival !== 'refused') return figure;
  return html`<span class="dim" title=${words === null ? t('The request is rejected.') : t('If it were accepted: {0}', words)}>–</span>`;
}

/** A name, and below it what goes with it; one that stands alone has both lines. */
function renderName(column: SortColumn, name: string, below: string, explanation: string, isSelected = false) {
  const isAlone = below === '' || below === name;
  return html`<td role="gridcell" class=${classMap({ [column]: true, alone: isAlone })}>
    <span class=${isAlone ? 'clamped' : 'line'} title=${name}>${
      isSelected ? html`<vscode-icon name="check" size="14" title=${t('Chosen for the preview')}></vscode-icon>` : nothing
    }<bdi>${name}</bdi></span>
    ${isAlone ? nothing : html`<span class="line dim" title=${explanation}><bdi>${below}</bdi></span>`}
  </td>`;
}
