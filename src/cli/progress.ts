import type { Terminal } from './terminal.ts';

/** Work shorter than this is not worth a word, in milliseconds. */
const PATIENCE = 1000;

/** Tells on standard error how far long work has come, while somebody watches. */
export class Progress {
  readonly #terminal: Terminal;
  readonly #begin = performance.now();
  #isShown = false;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** @param line replaces the one before */
  tell(line: string): void {
    if (!this.#terminal.showsProgress || performance.now() - this.#begin < PATIENCE) return;
    this.#isShown = true;
    this.#terminal.progress(line);
  }

  done(): void {
    if (this.#isShown) this.#terminal.progress('');
  }
}
