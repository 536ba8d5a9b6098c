/**
 * Numbers the states of one preview, so that what took long and was overtaken can be told from the
 * newest. Numbers grow by one and are never reused.
 */
export class Generation {
  #current = 0;

  get current(): number {
    return this.#current;
  }

  /** Begins a new generation: everything begun before is stale from now on. */
  next(): number {
    return ++this.#current;
  }

  isCurrent(generation: number): boolean {
    return generation === this.#current;
  }
}
