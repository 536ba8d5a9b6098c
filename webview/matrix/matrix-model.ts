import type { MatrixHostMessage } from '../../src/shared/matrix-protocol.ts';
import { columnKey, knownAt } from '../../src/shared/matrix-columns.ts';
import type { MatrixColumn, MatrixProblem, MatrixRow, MatrixSource, MatrixStatus } from '../../src/shared/matrix-state.ts';

/** What there is to say of one cell. */
export interface CellState {
  readonly declared: boolean;
  /** The list is not there, and stands for this. */
  readonly implied: boolean;
  readonly known: 'yes' | 'no' | 'unknown';
  readonly source: MatrixSource | null;
  readonly problems: readonly MatrixProblem[];
}

/** A click that is not in what is shown yet. */
interface AskedCell {
  readonly index: number;
  /** Of the service that was clicked: another one may have come to its place. */
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
  /** Of the document the rows were drawn from. */
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
