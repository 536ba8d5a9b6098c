import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { classMap } from 'lit/directives/class-map.js';
import type { ComparedRow, Comparison, PreviewState, PreviewViewState } from '../../../src/shared/preview-protocol.ts';
import { headingStyles, noticeStyles, toneStyles, unseenStyles } from '../../styles.ts';
import { displayLanguage, formatEstimate, formatSize, t, visibleText } from '../../text.ts';
import { visibleRows } from '../../visible-rows.ts';
import { changeView, request } from '../actions.ts';
import {
  type Arrival,
  certaintyText,
  receivedBadge,
  renderBadge,
  renderContext,
  renderLimit,
  renderPrice,
  type Route,
  wireBadge,
  type WireOutcome,
} from '../outcome.ts';
import { ROW_HEIGHT, tableStyles } from './comparison-styles.ts';

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
  readonly #resized = new ResizeObserver(([entry]) => {
    if (entry) this.height = entry.contentRect.height;
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
    const columns = columnsOf(this.compared);
    const { begin, end } = this.#window();
    const isActiveDrawn = active >= begin && active < end;
    return html`
      <div class="scroller" @scroll=${this.#scrolled}>
        <table
          class=${this.compared}
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

  /** The row the keyboard is on, its reason in full: a line of the table has no room for it. */
  #renderDetail() {
    const row = this.rows[this.active];
    return row ? html`<p class="whole" role="status"><b>${visibleText(row.name)}:</b> ${visibleText(row.detail)}</p>` : nothing;
  }

  #renderHeader(column: Column | 'detail') {
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
      ${renderCells(row, this.compared)}
    </tr>`;
  }

  #window() {
    return visibleRows(this.rows.length, ROW_HEIGHT, this.top, this.height);
  }

  /** A style attribute would be inline style, which the page forbids. */
  #space(selector: string, height: number): void {
    const row = this.renderRoot.querySelector<HTMLElement>(selector);
    if (row) row.style.height = `${height}px`;
  }

  #scrolled(event: Event): void {
    this.top = (event.target as HTMLElement).scrollTop;
  }

  #sortBy(column: Column): void {
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
    const page = Math.max(1, Math.floor(this.height / ROW_HEIGHT) - 1);
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
    const begin = index * ROW_HEIGHT;
    const room = scroller.clientHeight - head - ROW_HEIGHT;
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

/** The columns of a comparison in their order. */
function columnsOf(compared: Compared): readonly (Column | 'detail')[] {
  return compared === 'services'
    ? ['name', 'api', 'route', 'wire', 'bytes', 'tokens', 'price', 'context', 'detail']
    : ['name', 'route', 'wire', 'bytes', 'tokens', 'price', 'context', 'detail'];
}

function columnTitle(column: Column | 'detail', compared: Compared): string {
  switch (column) {
    case 'name':
      return compared === 'services' ? t('Service') : t('API');
    case 'api':
      return t('API');
    case 'route':
      return t('Receives');
    case 'wire':
      return t('Outcome');
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

/** The cells of a row, in the order of the columns. */
function renderCells(row: ComparedRow, compared: Compared) {
  const certainty = certaintyText(row.certainty);
  return html`
    ${
      compared === 'services'
        ? html`${renderName('name', visibleText(row.name), visibleText(row.model))} ${renderName('api', row.apiName, certainty)}`
        : renderName('name', visibleText(row.name), row.certainty === 'chosen' ? '' : certainty)
    }
    <td role="gridcell">${renderBadge(receivedBadge(row))}</td>
    <td role="gridcell">${row.wire === null ? unknown() : renderBadge(wireBadge(row.wire))} ${row.limit === null ? nothing : renderLimit(row.limit)}</td>
    <td role="gridcell" class="number">${row.bytes === null ? unknown() : formatSize(row.bytes)}</td>
    <td role="gridcell" class="number">${renderTokens(row)}</td>
    <td role="gridcell" class="number">${row.tokens ? renderPrice(row.tokens) : unknown()}</td>
    <td role="gridcell" class="number">${row.tokens?.context ? renderContext(row.tokens, true) : unknown()}</td>
    <td role="gridcell"><span class="clamped" title=${row.detail}>${row.detail}</span></td>
  `;
}

function renderName(column: Column, name: string, below: string) {
  return html`<td role="gridcell" class=${column}>
    <span class="line" title=${name}><bdi>${name}</bdi></span>
    ${below === '' || below === name ? nothing : html`<span class="line dim" title=${below}><bdi>${below}</bdi></span>`}
  </td>`;
}

function renderTokens({ tokens }: ComparedRow) {
  if (!tokens) return unknown();
  const explanation = t('An estimate. Formula: {0}. Source: {1}', tokens.formula, tokens.sources.join(', '));
  return html`<span title=${explanation}>${formatEstimate(tokens)}</span>`;
}

function unknown() {
  return html`<span class="dim" title=${t('Unknown')}>–</span>`;
}

type Sort = PreviewViewState['sort'];
type Column = Sort['column'];

/** From best to worst. */
const ROUTES: readonly Route[] = ['image_url', 'file', 'text', 'message', 'description', 'failed', 'not_found'];
const ARRIVALS: readonly Arrival[] = ['arrives', 'doubtful', 'partly', 'described', 'dropped', 'failed', 'refused', 'nothing'];
const OUTCOMES: readonly WireOutcome[] = ['sent', 'converted', 'rehomed', 'rejected', 'dropped'];

/** The rows in order. What is not known comes last in either direction, and equals keep the order they came in. */
function sortRows(rows: readonly ComparedRow[], { column, descending }: Sort): ComparedRow[] {
  const key = KEYS[column];
  const collator = new Intl.Collator(displayLanguage(), { numeric: true });
  const direction = descending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [key(one), key(other)];
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
    return direction * (typeof a === 'string' && typeof b === 'string' ? collator.compare(a, b) : Number(a) - Number(b));
  });
}

const KEYS: Record<Column, (row: ComparedRow) => string | number | null> = {
  name: (row) => row.name,
  api: (row) => row.apiName,
  route: (row) => ARRIVALS.indexOf(row.arrival) * ROUTES.length + ROUTES.indexOf(row.route),
  wire: (row) => (row.wire === null ? null : OUTCOMES.indexOf(row.wire)),
  bytes: (row) => row.bytes,
  tokens: (row) => middle(row.tokens),
  price: (row) => middle(row.tokens?.price),
  context: (row) => middle(row.tokens?.context),
};

/** Null for what is not known. */
function middle(range: { readonly low: number; readonly high: number } | null | undefined): number | null {
  return range ? (range.low + range.high) / 2 : null;
}

/** The same content for all services, and for all APIs as the selected service routes it. */
@customElement('preview-compare')
export class CompareView extends LitElement {
  static override styles = [
    headingStyles,
    noticeStyles,
    css`
      h2:first-child {
        margin-top: 4px;
      }
      vscode-button {
        margin-bottom: 8px;
      }
    `,
  ];

  @property({ attribute: false }) state: PreviewState | null = null;
  @property({ attribute: false }) sort: Sort = { column: 'name', descending: false };
  /** What is shown, and of which artifact: kept while the same one is compared again, so that the scroll position stays. */
  #comparison: Comparison | null = null;
  #reference = '';
  #services: ComparedRow[] = [];

  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = this.#comparison;
    const reference = JSON.stringify([this.state?.rootId, this.state?.reference]);
    const isSame = reference === this.#reference;
    this.#reference = reference;
    this.#comparison = this.state?.comparison ?? (isSame ? before : null);
    if (changed.has('sort') || this.#comparison !== before) this.#services = sortRows(this.#comparison?.services ?? [], this.sort);
  }

  protected override render() {
    const { state } = this;
    if (!state) return nothing;
    const comparison = this.#comparison;
    if (!comparison) return html`<p class="notice" role="status">${t('Comparing…')}</p>`;
    const services = this.#services;
    const shownApi = state.wire?.api;
    return html`
      <h2>${t('Services and models')}</h2>
      <vscode-button secondary @click=${() => request(this, { type: 'chooseComparedModels' })}>${t('Choose Models to Compare…')}</vscode-button>
      <preview-comparison
        .rows=${services}
        .selected=${services.find((row) => row.serviceId === state.selected) ?? null}
        .sort=${this.sort}
        label=${t('What every model service would receive')}
        hint=${t('Use this model for the preview')}
        @comparison-sort=${({ detail }: CustomEvent<Sort>) => changeView(this, { sort: detail })}
        @comparison-pick=${({ detail }: CustomEvent<ComparedRow>) => this.#selectModel(detail)}
      ></preview-comparison>
      <h2>${t('All APIs, with the routing of the selected service')}</h2>
      <preview-comparison
        .compared=${'apis'}
        .rows=${comparison.apis}
        .selected=${comparison.apis.find((row) => row.api === shownApi) ?? null}
        label=${t('What every API would receive')}
        hint=${t('Show the body of this API')}
        @comparison-pick=${({ detail }: CustomEvent<ComparedRow>) => this.#showApi(detail)}
      ></preview-comparison>
    `;
  }

  #selectModel({ serviceId }: ComparedRow): void {
    if (serviceId !== this.state?.selected) request(this, { type: 'selectModel', serviceId });
  }

  #showApi({ api }: ComparedRow): void {
    if (api !== this.state?.wire?.api) request(this, { type: 'selectApi', api });
    changeView(this, { tab: 'wire' });
  }
}
