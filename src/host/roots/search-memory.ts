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
  readonly #most: number;
  #characters = 0;

  /** @param most characters that are kept; of more, what was read first is forgotten */
  constructor(most = MOST_CHARACTERS) {
    this.#most = most;
  }

  /** The same object as long as nothing of the artifact has changed. */
  searched(id: string): Searched | undefined {
    return this.#searched.get(id);
  }

  remember(id: string, searched: Searched): void {
    this.#delete(id);
    this.#searched.set(id, searched);
    this.#characters += charactersOf(id, searched);
    for (const oldest of this.#searched.keys()) {
      if (this.#characters <= this.#most) break;
      this.#delete(oldest);
    }
  }

  /** A file of the store has changed: whatever artifact it may belong to is read again. */
  forget(filename: string): void {
    this.#delete(filename);
    for (let dot = filename.indexOf('.'); dot >= 0; dot = filename.indexOf('.', dot + 1)) this.#delete(filename.slice(0, dot));
  }

  clear(): void {
    this.#searched.clear();
    this.#characters = 0;
  }

  #delete(id: string): void {
    const searched = this.#searched.get(id);
    if (!searched) return;
    this.#searched.delete(id);
    this.#characters -= charactersOf(id, searched);
  }
}

/** 200,000 artifacts with names and types of 100 characters. */
const MOST_CHARACTERS = 32 * 1024 * 1024;

function charactersOf(id: string, { text }: Searched): number {
  return id.length + text.length;
}
