import { html, LitElement } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { classMap } from 'lit/directives/class-map.js';
import { repeat } from 'lit/directives/repeat.js';
import { columnKey, type MatrixColumn, type MatrixViewState } from '../../src/shared/matrix-protocol.ts';
import { t } from '../text.ts';
import { visibleRows } from '../visible-rows.ts';
import { cellTitle, renderHead, renderRow, type RowContext } from './grid-cells.ts';
import { cellStyles, gridStyles, ROW_HEIGHT } from './grid-styles.ts';
import { act, changeMatrixView, type MatrixModel } from './matrix-model.ts';

/**
 * The services and their capabilities as a grid: walked with the arrow keys, toggled with Space, Enter or a click. Only the
 * rows on the screen are in the page, and the one that has the focus.
 */
@customElement('matrix-grid')
export class MatrixGrid extends LitElement {
  static override styles = [gridStyles, cellStyles];

  @property({ attribute: false }) model!: MatrixModel;
  /** The places of the services that are shown, in their order. */
  @property({ attribute: false }) shown: readonly number[] = [];
  @property({ attribute: false }) columns: readonly MatrixColumn[] = [];
  @property({ attribute: false }) active: MatrixViewState['active'] = { index: 0, column: null };
  /** Where it is scrolled to when it comes up. */
  @property({ attribute: false }) beginAt: MatrixViewState['scroll'] = { top: 0, left: 0 };
  @property({ attribute: false }) meanings: Readonly<Record<string, string>> = {};
  /** Nothing can be changed: the reason is said above. */
  @property({ type: Boolean }) locked = false;
  /** What is shown is not what the text says any more. */
  @property({ type: Boolean }) dead = false;
  /** Grows whenever the model says something else. */
  @property({ type: Number }) revision = 0;
  @query('.scroller') private scroller!: HTMLElement | null;
  @query('.head') private head!: HTMLElement | null;
  @state() private top = 0;
  @state() private height = 600;
  @state() private width = 1200;
  readonly #resized = new ResizeObserver(([entry]) => {
    if (entry) ({ width: this.width, height: this.height } = entry.contentRect);
  });
  /** The focus was in a cell that may have been drawn anew. */
  #hadFocus = false;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resized.disconnect();
  }

  /** Puts the focus on the active cell and brings it on the screen. */
  async focusCell(): Promise<void> {
    await this.updateComplete;
    this.#reveal(this.#place);
    await this.updateComplete;
    this.#cell()?.focus({ preventScroll: true });
  }

  protected override firstUpdated(): void {
    const { scroller } = this;
    if (!scroller) return;
    this.#resized.observe(scroller);
    this.width = scroller.clientWidth;
    this.#measure();
    scroller.scrollTo({ top: this.beginAt.top, left: this.beginAt.left });
    scroller.addEventListener('scrollend', () =>
      changeMatrixView(this, { scroll: { top: scroller.scrollTop, left: scroller.scrollLeft } }),
    );
  }

  protected override willUpdate(): void {
    // not while a menu or an input of VS Code has the focus: it would be taken, which closes them
    this.#hadFocus = document.hasFocus() && (this.shadowRoot?.activeElement?.classList.contains('focusable') ?? false);
  }

  protected override updated(): void {
    this.#measure();
    if (this.#hadFocus && this.shadowRoot?.activeElement !== this.#cell()) this.#cell()?.focus({ preventScroll: true });
  }

  protected override render() {
    const { shown, columns, model } = this;
    const place = this.#place;
    const { begin, end } = visibleRows(shown.length, ROW_HEIGHT, this.top, this.height);
    const positions = Array.from({ length: end - begin }, (_, at) => begin + at);
    if (shown.length > 0 && (place.row < begin || place.row >= end))
      positions.splice(place.row < begin ? 0 : positions.length, 0, place.row);
    const context: RowContext = { model, columns, locked: this.locked || this.dead, inForce: model.status?.inForce ?? false };
    return html`
      <div
        class=${classMap({ scroller: true, dead: this.dead, turned: this.#layout.isTurned })}
        role="grid"
        tabindex="-1"
        aria-label=${t('Capabilities of the model services')}
        aria-rowcount=${shown.length + 2}
        aria-colcount=${columns.length + 1}
        aria-readonly=${this.locked || this.dead ? 'true' : 'false'}
        @scroll=${this.#scrolled}
        @keydown=${this.#keyDown}
        @click=${this.#clicked}
        @focusin=${this.#focused}
        @mousemove=${this.#pointed}
        @mouseleave=${() => act(this, { type: 'point', at: null })}
      >
        <div class="sheet">
          <div class="head" role="rowgroup">${renderHead(columns, this.meanings, this.locked || this.dead, (list) => act(this, { type: 'addColumn', list }))}</div>
          <div class="body" role="rowgroup">
            ${repeat(
              positions,
              (position) => shown[position],
              (position) => renderRow(shown[position] ?? 0, position, position === place.row ? place.column : null, context),
            )}
          </div>
        </div>
      </div>
    `;
  }

  /** Where the keyboard is. A service that is filtered away leaves it to the first one. */
  get #place(): GridPlace {
    const { index, column } = this.active;
    const key = column && columnKey(column);
    return {
      row: Math.max(0, this.shown.indexOf(index)),
      column: key === null ? -1 : this.columns.findIndex((each) => columnKey(each) === key),
    };
  }

  get #layout(): GridLayout {
    return gridLayout(this.width, this.columns.length);
  }

  /** Gives the sheet its size. */
  #measure(): void {
    const inputs = this.columns.filter(({ list }) => list === 'input').length;
    const { name, column } = this.#layout;
    const sizes = { '--name': `${name}px`, '--column': `${column}px`, '--inputs': inputs, '--outputs': this.columns.length - inputs };
    for (const [property, size] of Object.entries(sizes)) this.style.setProperty(property, String(size));
    this.#body()?.style.setProperty('height', `${this.shown.length * ROW_HEIGHT}px`);
  }

  #body(): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>('.body');
  }

  #cell(): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>('.body [tabindex="0"]');
  }

  #scrolled(event: Event): void {
    this.top = (event.target as HTMLElement).scrollTop;
  }

  #keyDown(event: KeyboardEvent): void {
    const target = event.composedPath()[0] as HTMLElement;
    if (!target.classList.contains('focusable')) return;
    const page = Math.max(1, Math.floor((this.height - (this.head?.offsetHeight ?? 0)) / ROW_HEIGHT) - 1);
    const next = placeAfter(event, this.#place, { rows: this.shown.length, columns: this.columns.length, page });
    if (next) void this.#walk(next);
    else if ((event.key === 'Enter' || event.key === ' ') && !event.ctrlKey && !event.metaKey && !event.altKey)
      this.#toggle(this.#at(target), event.key === 'Enter');
    else return;
    event.preventDefault();
  }

  #clicked(event: Event): void {
    const target = event.composedPath()[0] as HTMLElement;
    const at = this.#at(target);
    const action = target.closest<HTMLElement>('[data-action]')?.dataset['action'];
    if (!at) return;
    if (action === 'reveal' || action === 'preview') act(this, { type: action, index: at.index, column: null });
    else this.#toggle(at, false);
  }

  /** Enter on a name shows the service in the text; a cell is toggled. */
  #toggle(at: MatrixViewState['active'] | undefined, isEnter: boolean): void {
    if (at?.column) act(this, { type: 'toggle', index: at.index, column: at.column });
    else if (at && isEnter) act(this, { type: 'reveal', index: at.index, column: null });
  }

  #focused(event: Event): void {
    const at = this.#at(event.composedPath()[0] as HTMLElement);
    if (at && (at.index !== this.active.index || at.column !== this.active.column)) changeMatrixView(this, { active: at });
  }

  /** The pointer moves: rows that move below a pointer at rest are not pointed at. */
  #pointed(event: Event): void {
    const element = (event.composedPath()[0] as HTMLElement).closest<HTMLElement>('[data-row]');
    const at = element && this.#at(element);
    if (element && at?.column) element.title = cellTitle(this.model, at.index, at.column);
    act(this, { type: 'point', at: at ?? null });
  }

  /** What an element of the grid represents. */
  #at(element: HTMLElement): MatrixViewState['active'] | undefined {
    const cell = element.closest<HTMLElement>('[data-row]');
    if (!cell) return undefined;
    return { index: Number(cell.dataset['row']), column: this.columns[Number(cell.dataset['column'])] ?? null };
  }

  async #walk({ row, column }: GridPlace): Promise<void> {
    const index = this.shown[row];
    if (index === undefined) return;
    changeMatrixView(this, { active: { index, column: this.columns[column] ?? null } });
    await this.focusCell();
  }

  #reveal({ row, column }: GridPlace): void {
    const { scroller, head } = this;
    if (!scroller) return;
    const top = row * ROW_HEIGHT;
    const room = scroller.clientHeight - (head?.offsetHeight ?? 0) - ROW_HEIGHT;
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    else if (top > scroller.scrollTop + room) scroller.scrollTop = top - room;
    if (column < 0) return;
    const left = column * this.#layout.column;
    const width = scroller.clientWidth - this.#layout.name - this.#layout.column;
    if (left < scroller.scrollLeft) scroller.scrollLeft = left;
    else if (left > scroller.scrollLeft + width) scroller.scrollLeft = left - width;
    this.top = scroller.scrollTop;
  }
}

/** A cell of the grid by its place: column -1 is the name of the row. */
interface GridPlace {
  readonly row: number;
  readonly column: number;
}

/** How far the grid goes, in cells. */
interface GridSize {
  readonly rows: number;
  readonly columns: number;
  /** Rows that a page moves. */
  readonly page: number;
}

/** Where a key leads, as in every grid (ARIA Authoring Practices, "Grid"); undefined for other keys. */
function placeAfter(
  { key, ctrlKey, metaKey, altKey, shiftKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
  at: GridPlace,
  { rows, columns, page }: GridSize,
): GridPlace | undefined {
  if (altKey || shiftKey) return undefined;
  const far = ctrlKey || metaKey;
  const row = (to: number): GridPlace => ({ ...at, row: Math.max(0, Math.min(rows - 1, to)) });
  const column = (to: number): GridPlace => ({ ...at, column: Math.max(-1, Math.min(columns - 1, to)) });
  switch (key) {
    case 'ArrowUp':
      return row(far ? 0 : at.row - 1);
    case 'ArrowDown':
      return row(far ? rows - 1 : at.row + 1);
    case 'ArrowLeft':
      return column(far ? -1 : at.column - 1);
    case 'ArrowRight':
      return column(far ? columns - 1 : at.column + 1);
    case 'PageUp':
      return row(at.row - page);
    case 'PageDown':
      return row(at.row + page);
    case 'Home':
      return far ? { row: 0, column: -1 } : column(-1);
    case 'End':
      return far ? { row: rows - 1, column: columns - 1 } : column(columns - 1);
    default:
      return undefined;
  }
}

/** The widths of a grid, in pixels. */
interface GridLayout {
  /** The width of the names of the rows. */
  readonly name: number;
  readonly column: number;
  /** Column titles are vertical: there is no room for horizontal ones. */
  readonly isTurned: boolean;
}

/** Width of a column with a horizontal title; fits the longest standard word. */
const COLUMN = 68;
/** A column of marks alone: the two of a doubtful cell side by side. */
const LEAST_COLUMN = 30;
/** As wide as names may become, and as narrow while titles lie. */
const NAME = { most: 240, lying: 180, least: 120 };

/**
 * How wide names and columns are where there is so much room: as many columns as can be are to be seen. Names give way
 * first, then the titles of the columns are turned, and what still does not fit is scrolled to.
 *
 * @param width of the grid, in pixels
 * @param columns how many there are beside the names
 */
function gridLayout(width: number, columns: number): GridLayout {
  const rest = width - columns * COLUMN;
  if (rest >= NAME.lying) return { name: Math.min(NAME.most, rest), column: COLUMN, isTurned: false };
  const name = Math.round(Math.max(NAME.least, Math.min(NAME.lying, width * 0.3)));
  const column = Math.max(LEAST_COLUMN, Math.min(COLUMN, Math.floor((width - name) / columns)));
  return { name, column, isTurned: true };
}
