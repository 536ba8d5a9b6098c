/** What a search asks of an artifact. */
export interface Searched {
  /** Its kind, and the text in which words are looked for. */
  readonly text: string;
  /** Milliseconds since the epoch, however a filter judges it; undefined when no search has looked at its file for that. */
  readonly changedAt?: number | undefined;
}

/**
 * What searches have read of the artifacts of a root, as a few facts of each: the next search looks only at what is new
 * or has changed. The watcher of the root says what has.
 */
export class SearchMemory {
  readonly #searched = new Map<string, Searched>();

  /** The same object as long as nothing of the artifact has changed. */
  searched(id: string): Searched | undefined {
    return this.#searched.get(id);
  }

  remember(id: string, searched: Searched): void {
    this.#searched.set(id, searched);
  }

  /** A file of the store has changed: whatever artifact it may belong to is read again. */
  forget(filename: string): void {
    this.#searched.delete(filename);
    for (let dot = filename.indexOf('.'); dot >= 0; dot = filename.indexOf('.', dot + 1)) this.#searched.delete(filename.slice(0, dot));
  }

  clear(): void {
    this.#searched.clear();
  }
}
