import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { formatCount, t, visibleText } from '../../text.ts';
import { visibleRows } from '../../visible-rows.ts';
import type { Grid } from './document-node.ts';
import { isNumber, rowOf } from './grid.ts';

/** The height of each row, in pixels; the style has the same. */
const ROW_HEIGHT = 24;
/** Columns that are drawn. */
const MAX_COLUMNS = 200;
/** Characters of a cell that are drawn; the one that is selected shows more. */
const MAX_CELL = 300;
const MAX_SELECTED = 20_000;
/** Rows used to compute the column widths. */
const MEASURED_ROWS = 200;
/** The least and the most characters of a column. */
const WIDTH = { least: 4, most: 48 };

/** A cell, by its row in the grid. */
interface Place {
  readonly row: number;
  readonly column: number;
}

/**
 * A table of any length: only the rows on the screen are in the page. Walked with the arrow keys or by a click; the text of the
 * selected cell stands below.
 */
@customElement('preview-grid')
export class GridView extends LitElement {
  static override styles = css`
    :host {
      display: block;
    }
    .facts {
      margin: 0 0 6px;
      color: var(--vscode-descriptionForeground);
    }
    .scroller {
      max-height: max(280px, calc(100vh - 300px));
      overflow: auto;
      border: 1px solid var(--line);
      border-radius: 4px;
      background: var(--vscode-editor-background);
    }
    .scroller:focus-visible {
      outline: 1px solid var(--vscode-focusBorder);
      outline-offset: -1px;
    }
    table {
      border-spacing: 0;
      table-layout: fixed;
      width: max-content;
      font-variant-numeric: tabular-nums;
    }
    tr {
      height: 24px;
    }
    th,
    td {
      box-sizing: border-box;
      height: 24px;
      padding: 0 8px;
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: pre;
      text-align: start;
      unicode-bidi: isolate;
      border-inline-end: 1px solid var(--line);
      border-block-end: 1px solid var(--line);
    }
    td.number {
      text-align: end;
    }
    thead th,
    thead .corner {
      position: sticky;
      top: 0;
      z-index: 1;
      font-weight: 600;
      background: var(--vscode-editor-background);
    }
    tbody th,
    thead .corner {
      position: sticky;
      inset-inline-start: 0;
      font-weight: normal;
      text-align: end;
      color: var(--vscode-descriptionForeground);
      background: var(--vscode-editor-background);
    }
    thead .corner {
      z-index: 2;
    }
    tbody tr:hover td {
      background: var(--vscode-list-hoverBackground);
    }
    td.selected {
      outline: 1px solid var(--vscode-focusBorder);
      outline-offset: -1px;
    }
    .space,
    .space td {
      padding: 0;
      border: 0;
    }
    .selected-text {
      margin: 8px 0 0;
      padding: 8px 12px;
      max-height: 200px;
      overflow: auto;
      white-space: pre-wrap;
      overflow-wrap: anywhere;
      border: 1px solid var(--line);
      border-radius: 4px;
      font-family: var(--vscode-editor-font-family, monospace);
      font-size: var(--vscode-editor-font-size, 13px);
      background: var(--vscode-editor-background);
    }
    .selected-text:focus-visible {
      outline: 1px solid var(--vscode-focusBorder);
      outline-offset: -1px;
    }
  `;

  @property({ attribute: false }) grid: Grid | null = null;
  /** What the table holds, for screen readers. */
  @property() label = '';
  @query('.scroller') private scroller!: HTMLElement | null;
  @state() private top = 0;
  @state() private height = 600;
  @state() private selected: Place | null = null;
  /** The width of each column that is drawn, in characters. */
  #widths: readonly number[] = [];
  readonly #resized = new ResizeObserver(([entry]) => {
    if (entry) this.height = entry.contentRect.height;
  });

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resized.disconnect();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('grid')) return;
    this.#widths = this.grid ? widthsOf(this.grid) : [];
    this.selected = null;
    this.top = 0;
  }

  protected override updated(changed: PropertyValues<this>): void {
    const { scroller, grid } = this;
    if (!scroller || !grid) return;
    this.#resized.observe(scroller);
    if (changed.has('grid')) scroller.scrollTo({ top: 0, left: 0 });
    const digits = String(grid.rowEnds.length).length + 3;
    [digits, ...this.#widths].forEach((width, at) => {
      const column = this.renderRoot.querySelectorAll('col')[at];
      if (column) column.style.width = `${width + 2}ch`;
    });
  }

  protected override render() {
    const { grid } = this;
    if (!grid) return nothing;
    const rows = grid.rowEnds.length - this.#first;
    if (grid.rowEnds.length === 0) return html`<p class="facts">${t('The table is empty.')}</p>`;
    const { begin, end, above, below } = visibleRows(rows, ROW_HEIGHT, this.top, this.height);
    return html`
      <p class="facts" role="note">${this.#facts(rows)}</p>
      <div
        class="scroller"
        role="region"
        tabindex="0"
        aria-label=${this.label}
        @scroll=${(event: Event) => (this.top = (event.target as HTMLElement).scrollTop)}
        @keydown=${this.#keyDown}
        @click=${this.#clicked}
      >
        <table aria-rowcount=${rows + 1} aria-colcount=${grid.columns + 1} aria-label=${this.label}>
          <colgroup>
            <col />
            ${this.#widths.map(() => html`<col />`)}
          </colgroup>
          <thead>
            <tr aria-rowindex="1">
              <td class="corner"></td>
              ${this.#renderHead(grid)}
            </tr>
          </thead>
          <tbody>
            ${spaceOf(above)} ${Array.from({ length: end - begin }, (_, at) => this.#renderRow(grid, begin + at))} ${spaceOf(below)}
          </tbody>
        </table>
      </div>
      ${this.#renderSelected(grid)}
    `;
  }

  /** The row that the table begins with, below its header. */
  get #first(): number {
    return this.grid?.hasHeader ? 1 : 0;
  }

  #facts(rows: number): string {
    const { grid } = this;
    if (!grid) return '';
    const columns = formatCount(grid.columns);
    const count = grid.isCut
      ? t('The first {0} rows, {1} columns', formatCount(rows), columns)
      : t('{0} rows, {1} columns', formatCount(rows), columns);
    return grid.columns > MAX_COLUMNS ? `${count} · ${t('the first {0} columns are shown', formatCount(MAX_COLUMNS))}` : count;
  }

  #renderHead(grid: Grid) {
    const names = grid.hasHeader ? rowOf(grid, 0) : [];
    return this.#widths.map((_, column) => html`<th scope="col">${shortened(names[column] ?? '') || letters(column)}</th>`);
  }

  #renderRow(grid: Grid, row: number) {
    const cells = rowOf(grid, row + this.#first);
    const { selected } = this;
    return html`<tr aria-rowindex=${row + 2}>
      <th scope="row">${formatCount(row + 1 + this.#first)}</th>
      ${this.#widths.map((_, column) => {
        const cell = cells[column] ?? '';
        const isSelected = selected?.row === row && selected.column === column;
        return html`<td class="${isNumber(cell) ? 'number' : ''} ${isSelected ? 'selected' : ''}" data-row=${row} data-column=${column}>${shortened(cell)}</td>`;
      })}
    </tr>`;
  }

  #renderSelected(grid: Grid) {
    const { selected } = this;
    if (!selected) return nothing;
    const text = rowOf(grid, selected.row + this.#first)[selected.column] ?? '';
    const place = `${letters(selected.column)}${selected.row + 1 + this.#first}`;
    return html`<div class="selected-text" role="region" tabindex="0" aria-live="polite" aria-label=${t('Cell {0}', place)}>${
      text.length > MAX_SELECTED ? `${text.slice(0, MAX_SELECTED)}…` : text === '' ? '\u00a0' : text
    }</div>`;
  }

  #clicked(event: Event): void {
    const cell = (event.composedPath()[0] as HTMLElement).closest<HTMLElement>('[data-row]');
    if (cell) this.selected = { row: Number(cell.dataset['row']), column: Number(cell.dataset['column']) };
  }

  #keyDown(event: KeyboardEvent): void {
    const { grid, selected } = this;
    if (!grid || event.altKey || event.shiftKey) return;
    if (event.key === 'Escape' && selected) {
      this.selected = null;
      event.preventDefault();
      return;
    }
    const rows = grid.rowEnds.length - this.#first;
    const next = placeAfter(event, selected, rows, this.#widths.length, Math.max(1, Math.floor(this.height / ROW_HEIGHT) - 2));
    if (!next) return;
    event.preventDefault();
    this.selected = next;
    this.#reveal(next);
  }

  #reveal({ row, column }: Place): void {
    const { scroller } = this;
    if (!scroller) return;
    const top = row * ROW_HEIGHT;
    const room = scroller.clientHeight - 2 * ROW_HEIGHT;
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    else if (top > scroller.scrollTop + room) scroller.scrollTop = top - room;
    const columns = this.renderRoot.querySelectorAll<HTMLElement>('thead th, thead .corner');
    const head = columns[column + 1];
    const fixed = columns[0]?.offsetWidth ?? 0;
    if (!head) return;
    if (head.offsetLeft - fixed < scroller.scrollLeft) scroller.scrollLeft = head.offsetLeft - fixed;
    else if (head.offsetLeft + head.offsetWidth > scroller.scrollLeft + scroller.clientWidth)
      scroller.scrollLeft = head.offsetLeft + head.offsetWidth - scroller.clientWidth;
    this.top = scroller.scrollTop;
  }
}

/** Where a key leads; undefined for keys that do not walk. The first one selects the first cell. */
function placeAfter(
  { key, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>,
  from: Place | null,
  rows: number,
  columns: number,
  page: number,
): Place | undefined {
  const at = from ?? { row: 0, column: 0 };
  const far = ctrlKey || metaKey;
  const to = (row: number, column: number): Place =>
    from ? { row: Math.max(0, Math.min(rows - 1, row)), column: Math.max(0, Math.min(columns - 1, column)) } : { row: 0, column: 0 };
  switch (key) {
    case 'ArrowUp':
      return to(far ? 0 : at.row - 1, at.column);
    case 'ArrowDown':
      return to(far ? rows - 1 : at.row + 1, at.column);
    case 'ArrowLeft':
      return to(at.row, far ? 0 : at.column - 1);
    case 'ArrowRight':
      return to(at.row, far ? columns - 1 : at.column + 1);
    case 'PageUp':
      return to(at.row - page, at.column);
    case 'PageDown':
      return to(at.row + page, at.column);
    case 'Home':
      return to(far ? 0 : at.row, 0);
    case 'End':
      return to(far ? rows - 1 : at.row, columns - 1);
    default:
      return undefined;
  }
}

function spaceOf(height: number) {
  return height === 0 ? nothing : html`<tr class="space" aria-hidden="true" .style=${`height: ${height}px`}></tr>`;
}

function shortened(cell: string): string {
  const line = visibleText(
    cell
      .slice(0, MAX_CELL)
      .replace(/\r?\n|\r/g, '⏎')
      .replaceAll('\t', ' '),
  );
  return cell.length > MAX_CELL ? `${line}…` : line;
}

/** The name of a column as spreadsheets count them: A, …, Z, AA. */
function letters(column: number): string {
  const rest = Math.floor(column / 26) - 1;
  return (rest >= 0 ? letters(rest) : '') + String.fromCharCode(65 + (column % 26));
}

/** How wide each column is for its first rows, in characters; those of Chinese take two. */
function widthsOf(grid: Grid): number[] {
  const widths = Array<number>(Math.min(MAX_COLUMNS, grid.columns)).fill(WIDTH.least);
  for (let row = 0; row < Math.min(MEASURED_ROWS, grid.rowEnds.length); row++) {
    rowOf(grid, row)
      .slice(0, widths.length)
      .forEach((cell, column) => {
        const shown = cell.slice(0, WIDTH.most);
        const width = shown.length + (shown.match(/[\u1100-\uffdc]/g)?.length ?? 0);
        widths[column] = Math.min(WIDTH.most, Math.max(widths[column] ?? 0, width + 1));
      });
  }
  return widths;
}
