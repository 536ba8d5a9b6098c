import type * as vscode from 'vscode';

/** Milliseconds without requests or changes before a refresh is sent. */
const CALM_MS = 50;
/** A refresh is sent after this at the latest, in milliseconds. */
const LATEST_MS = 1000;

/**
 * Gathers what changed behind a tree view and refreshes it once, when the view is not just asking for
 * children. VS Code gathers questions that come in one turn and mixes up their answers when a refresh comes
 * between (its tree's batching of `getChildren`): of two data roots one would show the other's children. And
 * a question during which the whole tree is refreshed is answered with nothing.
 */
export class CalmRefresh<N> implements vscode.Disposable {
  readonly #refresh: (nodes: N[] | undefined) => void;
  readonly #changed = new Set<N>();
  #isAll = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asking = 0;
  #lastAsked = 0;
  #firstChange = 0;

  /** @param refresh receives the nodes whose children changed; undefined for the whole tree */
  constructor(refresh: (nodes: N[] | undefined) => void) {
    this.#refresh = refresh;
  }

  /** Something below these nodes changed. */
  add(nodes: readonly N[]): void {
    this.#begin();
    for (const node of nodes) this.#changed.add(node);
  }

  /** Everything changed. */
  addAll(): void {
    this.#begin();
    this.#isAll = true;
  }

  /** Drops the collected changes: the caller refreshes by itself. */
  clear(): void {
    this.#changed.clear();
    this.#isAll = false;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Runs an answer to the view; no refresh is sent during it and shortly after. */
  async answering<T>(answer: () => Promise<T>): Promise<T> {
    this.#asking++;
    try {
      return await answer();
    } finally {
      this.#asking--;
      this.#lastAsked = Date.now();
    }
  }

  dispose(): void {
    this.clear();
  }

  #begin(): void {
    if (this.#changed.size === 0 && !this.#isAll) this.#firstChange = Date.now();
    this.#schedule();
  }

  /** Further changes don't extend the wait: otherwise steady changes would never be sent. */
  #schedule(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      const now = Date.now();
      const isCalm = this.#asking === 0 && now - this.#lastAsked >= CALM_MS;
      if (!isCalm && now - this.#firstChange < LATEST_MS) return this.#schedule();
      const nodes = this.#isAll ? undefined : [...this.#changed];
      this.clear();
      if (nodes === undefined || nodes.length > 0) this.#refresh(nodes);
    }, CALM_MS);
  }
}
