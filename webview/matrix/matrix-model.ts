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

/** What the host has said so far: rows, where what is known comes from, and what was clicked and is not answered yet. */
export class MatrixModel {
  /** Those of the last `state`; a new list whenever one of them changes. */
  rows: readonly MatrixRow[] = [];
  status: MatrixStatus | null = null;
  /** Of the document the rows were drawn from. */
  version = 0;
  readonly #draft: MatrixRow[] = [];
  readonly #sources: MatrixSource[] = [];
  readonly #asked = new Map<number, { readonly key: string; readonly declared: boolean }>();
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
        return;
      case 'reply':
        // what was done comes with the next state; until then it is shown as it was asked for
        if (!message.done) this.#asked.delete(message.request);
    }
  }

  /** Forgets what was asked for: what has been drawn since says how it is. */
  settle(): void {
    this.#asked.clear();
  }

  /** Remembers a click until it is answered. @returns the number of the request */
  ask(index: number, column: MatrixColumn, declared: boolean): number {
    const request = ++this.#requests;
    this.#asked.set(request, { key: `${index} ${columnKey(column)}`, declared });
    return request;
  }

  /** What was asked for of a service and is not answered, as a text: another text, another look. */
  askedOf(index: number): string {
    if (this.#asked.size === 0) return '';
    return [...this.#asked.values()].filter(({ key }) => key.startsWith(`${index} `)).map(({ key, declared }) => `${key} ${declared}`).join('\n');
  }

  cell(index: number, column: MatrixColumn): CellState {
    const row = this.rows[index];
    if (!row) return NOTHING;
    const number = row.known[knownAt(column)] ?? 0;
    const asked = this.#asked.size > 0 ? this.#lastAsked(`${index} ${columnKey(column)}`) : undefined;
    const declared = asked ?? row[column.list].includes(column.type);
    return {
      declared,
      implied: declared && asked === undefined && row.implied.includes(column.list),
      known: number === 0 ? 'unknown' : number > 0 ? 'yes' : 'no',
      source: number === 0 ? null : (this.#sources[Math.abs(number) - 1] ?? null),
      problems: row.problems.length === 0 ? [] : row.problems.filter(({ cell }) => cell?.type === column.type && cell.list === column.list),
    };
  }

  #lastAsked(key: string): boolean | undefined {
    return [...this.#asked.values()].findLast((each) => each.key === key)?.declared;
  }
}

const NOTHING: CellState = { declared: false, implied: false, known: 'unknown', source: null, problems: [] };

/** Whether the catalogue says otherwise than the file. */
export function disagrees({ declared, known }: Pick<CellState, 'declared' | 'known'>): boolean {
  return declared ? known === 'no' : known === 'yes';
}
