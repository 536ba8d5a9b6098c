import { css, html, LitElement, nothing } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import {
  columnKey,
  type MatrixColumn,
  type MatrixHostMessage,
  type MatrixViewState,
  type MatrixWebviewMessage,
  parseMatrixHostMessage,
  parseMatrixViewState,
  STANDARD_COLUMNS,
} from '../../src/shared/matrix-protocol.ts';
import { connectHost, keepFocus } from '../host.ts';
import { unseenStyles } from '../styles.ts';
import { setDisplayLanguage, t, visibleText } from '../text.ts';
import { placeWords, rowName } from './grid-cells.ts';
import './matrix-grid.ts';
import type { MatrixGrid } from './matrix-grid.ts';
import { type MatrixAction, MatrixModel, type MatrixViewChange, shownRows } from './matrix-model.ts';
import './matrix-notices.ts';
import type { MatrixNotices } from './matrix-notices.ts';
import './matrix-toolbar.ts';
import type { MatrixToolbar } from './matrix-toolbar.ts';

const FIRST_VIEW: MatrixViewState = { filter: '', show: 'all', added: [], active: { index: 0, column: null }, scroll: { top: 0, left: 0 } };

/** The whole matrix: holds what the host says, and keeps what a person chose about the view. */
@customElement('agent-artifacts-matrix')
export class MatrixApp extends LitElement {
  static override styles = [
    unseenStyles,
    css`
      :host {
        display: flex;
        flex-direction: column;
        height: 100vh;
      }
      matrix-grid {
        flex: 1;
      }
      matrix-notices.alone {
        padding-top: 12px;
      }
      .waiting {
        padding: 0 16px;
        color: var(--vscode-descriptionForeground);
      }
    `,
  ];

  @state() private view: MatrixViewState = keptViewState() ?? FIRST_VIEW;
  @state() private revision = 0;
  @state() private pointed: MatrixViewState['active'] | null = null;
  /** What went wrong with the last click. */
  @state() private said = '';
  /** The version of the document that `said` is about. */
  #saidOf = 0;
  /** The screen reader message for the last click. */
  @state() private announcement = '';
  @query('matrix-grid') private grid!: MatrixGrid | null;
  @query('matrix-toolbar') private toolbar!: MatrixToolbar | null;
  @query('matrix-notices') private notices!: MatrixNotices | null;
  readonly #model = new MatrixModel();
  #file = '';
  #meanings: Readonly<Record<string, string>> = {};
  /** Services that were clicked since the filter was set: they stay, whatever they have become. */
  #touched = new Set<number>();
  /** The same list as long as it is the same: rows are drawn anew for another one. */
  #drawnColumns: { readonly key: string | null; readonly columns: readonly MatrixColumn[] } = { key: null, columns: [] };
  #shown: { readonly key: readonly unknown[]; readonly rows: number[] } = { key: [], rows: [] };

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener('matrix-action', ({ detail }) => this.#act(detail));
    this.addEventListener('matrix-view', ({ detail }) => this.#changeView(detail));
    this.addEventListener('contextmenu', (event) => this.#offerMenu(event), { capture: true });
    // also when nothing on the page has the focus
    document.addEventListener('keydown', (event) => this.#keyDown(event));
    listen((message) => this.#receive(message));
    post({ type: 'ready' });
  }

  protected override render() {
    const model = this.#model;
    const { status } = model;
    if (!status) return html`<p class="waiting" role="status">${nothing}</p>`;
    const locked = status.lock !== null;
    const isDead = status.text === 'unusable';
    const isEmpty = status.text === 'blank' || model.rows.length === 0;
    const heading = html`<h1 class="unseen">${t('Capabilities of the model services')}</h1>`;
    if (isEmpty) {
      return html`
        ${heading}
        <matrix-notices class="alone" .status=${status} .said=${this.said}></matrix-notices>
        ${isDead ? nothing : html`<matrix-welcome .blank=${status.text === 'blank'} .locked=${locked}></matrix-welcome>`}
      `;
    }
    const { view, revision } = this;
    const shown = this.#rows();
    const columns = this.#columns();
    const { subject, words } = placeWords(model, this.#subject(shown));
    return html`
      ${heading}
      <matrix-toolbar .filter=${view.filter} .show=${view.show} .shown=${shown.length} .total=${model.rows.length} .locked=${locked || isDead}></matrix-toolbar>
      <matrix-notices .status=${status} .said=${this.said}></matrix-notices>
      <matrix-grid
        .model=${model}
        .shown=${shown}
        .columns=${columns}
        .active=${view.active}
        .beginAt=${view.scroll}
        .meanings=${this.#meanings}
        .locked=${locked}
        .dead=${isDead}
        .revision=${revision}
      ></matrix-grid>
      <matrix-footer .subject=${subject} .words=${words}></matrix-footer>
      <div class="unseen" role="status">${this.announcement}</div>
    `;
  }

  #keyDown(event: KeyboardEvent): void {
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    if (event.key === 'f') this.toolbar?.focusInput();
    // there is no text to select, and VS Code would select the words of the whole page
    if (event.key !== 'a' || event.composedPath()[0] instanceof HTMLInputElement) return;
    event.preventDefault();
    event.stopPropagation();
  }

  #receive(message: MatrixHostMessage): void {
    switch (message.type) {
      case 'init':
        setDisplayLanguage(message.locale, message.bundle);
        this.#file = message.file;
        this.#meanings = message.meanings;
        return;
      case 'column':
        return this.#addColumn(message.column);
      case 'focus':
        this.#changeView({ active: { index: message.index, column: null }, filter: '', show: 'all' });
        void this.grid?.focusCell();
        return;
      case 'reply':
        this.#say(message);
        break;
      case 'state':
        // it was said of a text that is another by now
        if (message.version > this.#saidOf) this.said = '';
        break;
      default:
    }
    this.#model.receive(message);
    if (message.type !== 'rows' && message.type !== 'sources') this.revision++;
  }

  /** The result of a click. That nothing can be changed is already shown above. */
  #say({ done, sentence, version }: Extract<MatrixHostMessage, { type: 'reply' }>): void {
    this.said = sentence ?? '';
    this.#saidOf = version;
    if (!done && sentence === null) this.notices?.pointOut();
  }

  #act(action: MatrixAction): void {
    const model = this.#model;
    switch (action.type) {
      case 'point':
        if (action.at?.index !== this.pointed?.index || action.at?.column !== this.pointed?.column) this.pointed = action.at;
        return;
      case 'focusGrid':
        void this.grid?.focusCell();
        return;
      case 'toggle':
        return this.#toggle(action.index, action.column);
      case 'reveal':
        post({ type: 'reveal', ...this.#drawn(action.index), column: action.column });
        return;
      case 'preview':
        post({ type: 'preview', ...this.#drawn(action.index) });
        return;
      case 'addColumn':
        post({
          type: 'addColumn',
          list: action.list,
          present: this.#columns()
            .filter(({ list }) => list === action.list)
            .map(({ type }) => type),
        });
        return;
      default:
        this.said = '';
        post(action);
        if (model.status?.lock) this.revision++;
    }
  }

  #toggle(index: number, column: MatrixColumn): void {
    const model = this.#model;
    const { status } = model;
    const declared = !model.cell(index, column).declared;
    this.#touched.add(index);
    if (status?.text === 'unusable') return;
    // refused by the host, with its reason
    const isHopeless = status?.lock !== null || model.rows[index]?.editable !== true;
    const drawn = this.#drawn(index);
    const request = isHopeless ? model.askInVain() : model.ask(index, column, declared);
    post({ type: 'setCell', request, ...drawn, column, declared });
    const name = rowName(model.rows[index] as never, index);
    this.announcement = isHopeless
      ? ''
      : declared
        ? t('{0}: {1} declared', name, visibleText(column.type))
        : t('{0}: {1} no longer declared', name, visibleText(column.type));
    this.revision++;
  }

  #drawn(index: number): { readonly version: number; readonly index: number; readonly id: string | null } {
    return { version: this.#model.version, index, id: this.#model.rows[index]?.id ?? null };
  }

  #addColumn(column: MatrixColumn): void {
    const added = [...this.view.added.filter((each) => columnKey(each) !== columnKey(column)), column];
    const { index } = this.view.active;
    this.#changeView({ added, active: { index: this.#rows().includes(index) ? index : (this.#rows()[0] ?? 0), column } });
    void this.grid?.focusCell();
  }

  #changeView(change: MatrixViewChange): void {
    if (change.filter !== undefined || change.show !== undefined) this.#touched = new Set();
    // what the keyboard is on now is what matters, until the pointer moves again
    if (change.active) this.pointed = null;
    this.view = { ...this.view, ...change };
    keepViewState(this.view);
  }

  /** The columns in their order: on each side the standard ones, those of the file, those a person added. */
  #columns(): readonly MatrixColumn[] {
    const key = [...(this.#model.status?.columns ?? []), ...this.view.added].map(columnKey).join('\n');
    if (key !== this.#drawnColumns.key) this.#drawnColumns = { key, columns: this.#orderedColumns() };
    return this.#drawnColumns.columns;
  }

  #orderedColumns(): readonly MatrixColumn[] {
    const all = [...STANDARD_COLUMNS, ...(this.#model.status?.columns ?? []), ...this.view.added];
    const apart = [...new Map(all.map((column) => [columnKey(column), column])).values()];
    return (['input', 'output'] as const).flatMap((side) => apart.filter(({ list }) => list === side));
  }

  #rows(): number[] {
    const { rows } = this.#model;
    const { filter, show } = this.view;
    const key = [rows, filter, show, this.#touched, this.#touched.size];
    if (key.some((each, at) => each !== this.#shown.key[at])) this.#shown = { key, rows: shownRows(rows, filter, show, this.#touched) };
    return this.#shown.rows;
  }

  /** What the line below is about: what is pointed at, else what has the focus, as far as it is shown. */
  #subject(shown: readonly number[]): MatrixViewState['active'] | undefined {
    const { pointed, view } = this;
    if (pointed && shown.includes(pointed.index)) return pointed;
    const index = shown.includes(view.active.index) ? view.active.index : shown[0];
    return index === undefined ? undefined : { index, column: view.active.column };
  }

  /** VS Code shows the context menu, based on the context the page declares. */
  #offerMenu(event: Event): void {
    const target = event.composedPath()[0];
    const place = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
    const index = Number(place?.dataset['row'] ?? -1);
    const row = this.#model.rows[index];
    const service = row && {
      matrixService: true,
      matrixNamed: row.id !== null,
      matrixPreviewable: row.counts && this.#model.status?.inForce === true,
      file: this.#file,
      service: this.#drawn(index),
    };
    this.dataset['vscodeContext'] = JSON.stringify({ ...service, preventDefaultContextMenuItems: !(target instanceof HTMLInputElement) });
  }
}

const { post, listen, keptViewState, keepViewState } = connectHost<MatrixHostMessage, MatrixWebviewMessage, MatrixViewState>(
  parseMatrixHostMessage,
  parseMatrixViewState,
);

document.querySelector('main')?.append(document.createElement('agent-artifacts-matrix'));
keepFocus();
