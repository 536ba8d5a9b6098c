/**
 * What searches have read of the artifacts of a root, as one short text for each: the next search looks only at what is new
 * or has changed. The watcher of the root says what has.
 */
export class SearchMemory {
  readonly #texts = new Map<string, string>();

  textOf(id: string): string | undefined {
    return this.#texts.get(id);
  }

  remember(id: string, text: string): void {
    this.#texts.set(id, text);
  }

  /** A file of the store has changed: whatever artifact it may belong to is read again. */
  forget(filename: string): void {
    this.#texts.delete(filename);
    for (let dot = filename.indexOf('.'); dot >= 0; dot = filename.indexOf('.', dot + 1)) this.#texts.delete(filename.slice(0, dot));
  }

  clear(): void {
    this.#texts.clear();
  }
}
