import type * as vscode from 'vscode';

/** How often ages are looked at, in milliseconds: what says `4 min ago` is true for that long. */
const TICK_MS = 60_000;

/** Gives the words of a line that are true at a moment, in milliseconds since the epoch. */
type Wording = (now: number) => string | undefined;

/** A line as it was drawn last. */
interface DrawnLine<N> {
  readonly node: N;
  readonly wording: Wording;
  readonly words: string | undefined;
}

/**
 * The lines of a tree view that say how long ago something was. VS Code draws a line once: those whose words are no longer true are named,
 * so that they are drawn anew; nothing is read for it, and nothing is done while the view cannot be seen.
 */
export class AgingLines<N> implements vscode.Disposable {
  readonly #redraw: (nodes: N[]) => void;
  /** By their ids. */
  readonly #drawn = new Map<string, DrawnLine<N>>();
  readonly #disposables: vscode.Disposable[] = [];

  /** @param redraw receives the nodes that are to be drawn anew */
  constructor(redraw: (nodes: N[]) => void) {
    this.#redraw = redraw;
  }

  /** Notes that a line was drawn with the words of this moment. */
  draw(id: string, node: N, wording: Wording, now = Date.now()): void {
    this.#drawn.set(id, { node, wording, words: wording(now) });
  }

  /** The lines are others from now on. */
  clear(): void {
    this.#drawn.clear();
  }

  /** Names the lines whose words are no longer true. */
  look(now = Date.now()): void {
    const old = [...this.#drawn.values()].filter(({ wording, words }) => wording(now) !== words);
    if (old.length > 0) this.#redraw(old.map(({ node }) => node));
  }

  /** Looks every minute while a view can be seen, and when it comes back. */
  follow(view: Pick<vscode.TreeView<unknown>, 'visible' | 'onDidChangeVisibility'>): void {
    const look = (): void => {
      if (view.visible) this.look();
    };
    const timer = setInterval(look, TICK_MS);
    this.#disposables.push({ dispose: () => clearInterval(timer) }, view.onDidChangeVisibility(look));
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
    this.clear();
  }
}
