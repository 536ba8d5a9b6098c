import {
  type MatrixHostMessage,
  columnKey,
  knownAt,
  type MatrixColumn,
  type MatrixProblem,
  type MatrixRow,
  type MatrixSource,
  type MatrixStatus,
  type MatrixViewState,
  STANDARD_COLUMNS,
} from '../../src/shared/matrix-protocol.ts';

/** What there is to say of one cell. */
export interface CellState {
  readonly declared: boolean;
  /** The list is absent, which means this. */
  readonly implied: boolean;
  readonly known: 'yes' | 'no' | 'unknown';
  readonly source: MatrixSource | null;
  readonly problems: readonly MatrixProblem[];
}

/** A click that is not in what is shown yet. */
interface AskedCell {
  readonly index: number;
  /** The ID of the service that was clicked: another one may have come to its place. */
  readonly id: string | null;
  readonly column: string;
  readonly declared: boolean;
  /** The version of the document that has it; null: not answered. */
  readonly since: number | null;
}

/** What the host has said so far: rows, where what is known comes from, and what was clicked and is not answered yet. */
export class MatrixModel {
  /** Those of the last `state`; a new list whenever one of them changes. */
  rows: readonly MatrixRow[] = [];
  status: MatrixStatus | null = null;
  /** The version of the document the rows were drawn from. */
  version = 0;
  readonly #draft: MatrixRow[] = [];
  readonly #sources: MatrixSource[] = [];
  /** By their requests. A click is shown as it was asked for until the rows are those of a version that has it. */
  readonly #asked = new Map<number, AskedCell>();
  #changed = false;
  #requests = 0;

  /** Takes over what a message says of the document. */
  receive(message: Extract<MatrixHostMessage, { type: 'sources' | 'rows' | 'state' | 'reply' }>): void {
    switch (message.type) {
      case 'sources':
        this.#sources.splice(message.from - 1, Infinity, ...message.sources);
        return;
      case 'rows':
        this.#draft.splice(message.start, message.remove, ...message.rows);
        this.#changed = true;
        return;
      case 'state':
        if (this.#changed) this.rows = [...this.#draft];
        this.#changed = false;
        this.status = message.status;
        this.version = message.version;
        for (const [request, { since }] of this.#asked) if (since !== null && since <= this.version) this.#asked.delete(request);
        return;
      case 'reply': {
        const asked = this.#asked.get(message.request);
        if (!message.done || message.version <= this.version) this.#asked.delete(message.request);
        else if (asked) this.#asked.set(message.request, { ...asked, since: message.version });
      }
    }
  }

  /** Remembers a click until what came of it is drawn. @returns the number of the request */
  ask(index: number, column: MatrixColumn, declared: boolean): number {
    this.#asked.set(++this.#requests, { index, id: this.rows[index]?.id ?? null, column: columnKey(column), declared, since: null });
    return this.#requests;
  }

  /** The number of a request for what cannot be: it is not shown. */
  askInVain(): number {
    return ++this.#requests;
  }

  /** What was asked for of a service and is not drawn, as a text: another text, another look. */
  askedOf(index: number): string {
    return this.#allAsked(index)
      .map(({ column, declared }) => `${column} ${declared}`)
      .join('\n');
  }

  cell(index: number, column: MatrixColumn): CellState {
    const row = this.rows[index];
    if (!row) return NOTHING;
    const number = row.known[knownAt(column)] ?? 0;
    const asked = this.#allAsked(index).findLast((each) => each.column === columnKey(column))?.declared;
    const declared = asked ?? row[column.list].includes(column.type);
    return {
      declared,
      implied: declared && asked === undefined && row.implied.includes(column.list),
      known: number === 0 ? 'unknown' : number > 0 ? 'yes' : 'no',
      source: number === 0 ? null : (this.#sources[Math.abs(number) - 1] ?? null),
      problems: row.problems.length === 0 ? [] : row.problems.filter(({ cell }) => cell?.type === column.type && cell.list === column.list),
    };
  }

  #allAsked(index: number): readonly AskedCell[] {
    if (this.#asked.size === 0) return [];
    const id = this.rows[index]?.id ?? null;
    return [...this.#asked.values()].filter((each) => each.index === index && each.id === id);
  }
}

const NOTHING: CellState = { declared: false, implied: false, known: 'unknown', source: null, problems: [] };

/** Whether the catalogue says otherwise than the file. */
export function disagrees({ declared, known }: Pick<CellState, 'declared' | 'known'>): boolean {
  return declared ? known === 'no' : known === 'yes';
}

/** Actions on the page. Services are identified by position. */
export type MatrixAction =
  | { readonly type: 'toggle'; readonly index: number; readonly column: MatrixColumn }
  | { readonly type: 'reveal'; readonly index: number; readonly column: MatrixColumn | null }
  | { readonly type: 'preview'; readonly index: number }
  | { readonly type: 'addColumn'; readonly list: MatrixColumn['list'] }
  | { readonly type: 'openText'; readonly problem: number | null }
  | { readonly type: 'addService' | 'useTemplate' | 'manageTrust' }
  /** Something is pointed at; null: nothing any more. */
  | { readonly type: 'point'; readonly at: { readonly index: number; readonly column: MatrixColumn | null } | null }
  /** The focus is to go from the filter to the grid. */
  | { readonly type: 'focusGrid' };

/** What changes of the view. */
export type MatrixViewChange = Partial<MatrixViewState>;

declare global {
  interface HTMLElementEventMap {
    'matrix-action': CustomEvent<MatrixAction>;
    'matrix-view': CustomEvent<MatrixViewChange>;
  }
}

/** Says that a person wants something. */
export function act(element: HTMLElement, detail: MatrixAction): void {
  element.dispatchEvent(new CustomEvent('matrix-action', { detail, bubbles: true, composed: true }));
}

/** Says that the view is another. */
export function changeMatrixView(element: HTMLElement, detail: MatrixViewChange): void {
  element.dispatchEvent(new CustomEvent('matrix-view', { detail, bubbles: true, composed: true }));
}

export type Shown = MatrixViewState['show'];

/** Columns that models are known by, and where in `known`. */
const KNOWN = STANDARD_COLUMNS.map((column) => ({ column, at: knownAt(column) })).filter(({ at }) => at >= 0);

/**
 * The places of the rows that are shown. Every word of the filter must be in the name, the id, the model or a declared
 * capability; case does not count.
 *
 * @param kept places that stay whatever they have become: they were clicked since the filter was set
 */
export function shownRows(rows: readonly MatrixRow[], filter: string, show: Shown, kept: ReadonlySet<number>): number[] {
  const words = filter
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const shown: number[] = [];
  for (const [index, row] of rows.entries()) {
    if (kept.has(index) || (isWanted(row, show) && hasWords(row, words))) shown.push(index);
  }
  return shown;
}

function isWanted(row: MatrixRow, show: Shown): boolean {
  switch (show) {
    case 'all':
      return true;
    case 'problems':
      return row.problems.length > 0;
    case 'disagreeing':
      return disagreesSomewhere(row);
  }
}

/** Whether the catalogue says otherwise than the file of any capability. */
function disagreesSomewhere(row: MatrixRow): boolean {
  return KNOWN.some(({ column, at }) => {
    const number = row.known[at] ?? 0;
    return number !== 0 && number > 0 !== row[column.list].includes(column.type);
  });
}

function hasWords(row: MatrixRow, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = textOf(row);
  return words.every((word) => text.includes(word));
}

function textOf({ name, id, model, input, output }: MatrixRow): string {
  return [name, id ?? '', model, ...input, ...output].join('\n').toLocaleLowerCase();
}
