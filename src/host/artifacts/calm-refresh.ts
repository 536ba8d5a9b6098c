import type * as vscode from 'vscode';

/** How long nothing must have been asked or changed before a refresh is told, in milliseconds. */
const CALM_MS = 50;
/** Told after this at the latest, in milliseconds. */
const LATEST_MS = 1000;

/**
 * Gathers the nodes that changed on disk and tells of them together, when the view is not just asking for
 * children. VS Code gathers questions that come in one turn and mixes up their answers when a refresh comes
 * between (its tree's batching of `getChildren`): of two data roots one would show the other's children.
 */
export class CalmRefresh<N> implements vscode.Disposable {
  readonly #tell: (nodes: N[]) => void;
  readonly #changed = new Set<N>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asking = 0;
  #lastAsked = 0;
  #firstChange = 0;

  constructor(tell: (nodes: N[]) => void) {
    this.#tell = tell;
  }

  /** Something below these nodes changed. */
  add(nodes: readonly N[]): void {
    if (this.#changed.size === 0) this.#firstChange = Date.now();
    for (const node of nodes) this.#changed.add(node);
    this.#schedule();
  }

  /** What was gathered is told another way. */
  clear(): void {
    this.#changed.clear();
    clearTimeout(this.#timer);
  }

  /** Runs an answer to the view, during and shortly after which nothing is told. */
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

  #schedule(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const now = Date.now();
      const isCalm = this.#asking === 0 && now - this.#lastAsked >= CALM_MS;
      if (!isCalm && now - this.#firstChange < LATEST_MS) return this.#schedule();
      const nodes = [...this.#changed];
      this.#changed.clear();
      if (nodes.length > 0) this.#tell(nodes);
    }, CALM_MS);
  }
}
