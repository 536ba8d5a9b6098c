import type { MatrixHostMessage } from '../../../shared/matrix-protocol.ts';
import type { MatrixRow } from '../../../shared/matrix-state.ts';
import type { KnownSources } from './known-sources.ts';
import { rowDifferences } from './row-differences.ts';

/** The thread is given back after this long, in milliseconds. */
const SLICE = 8;
/** Most rows in one message. */
const PIECE = 250;

/** Lets what came in meanwhile go first. */
const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** Brings a page's rows up to date by telling it what differs, in pieces that hold nobody up. */
export class MatrixFeed {
  readonly #post: (message: MatrixHostMessage) => void;
  /** What the page has: its rows as they were sent, and how many sources. */
  #sent: string[] = [];
  #sources = 0;

  constructor(post: (message: MatrixHostMessage) => void) {
    this.#post = post;
  }

  /** The page is new: it has nothing. */
  reset(): void {
    this.#sent = [];
    this.#sources = 0;
  }

  /** Makes the rows one by one and sends those that differ. What is given up halfway is made up for by the next call. */
  async send<T>(items: readonly T[], toRow: (item: T) => MatrixRow, known: KnownSources, signal: AbortSignal): Promise<void> {
    const rows: MatrixRow[] = [];
    const texts: string[] = [];
    let since = performance.now();
    for (const item of items) {
      const row = toRow(item);
      rows.push(row);
      texts.push(JSON.stringify(row));
      if (performance.now() - since < SLICE) continue;
      await breathe();
      if (signal.aborted) return;
      since = performance.now();
    }
    if (known.count > this.#sources) {
      this.#post({ type: 'sources', from: this.#sources + 1, sources: [...known.since(this.#sources + 1)] });
      this.#sources = known.count;
    }
    for (const { start, remove, from, end } of rowDifferences(this.#sent, texts)) {
      for (let at = from; at < end || at === from; at += PIECE) {
        const upTo = Math.min(end, at + PIECE);
        const gone = at === from ? remove : 0;
        this.#post({ type: 'rows', start: start + at - from, remove: gone, rows: rows.slice(at, upTo) });
        this.#sent.splice(start + at - from, gone, ...texts.slice(at, upTo));
        if (upTo - at < PIECE) continue;
        await breathe();
        if (signal.aborted) return;
      }
    }
  }
}
