/** The name, with the first number behind it that makes it free; an empty one stays. */
export function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted;
  for (let number = 2; wanted !== '' && taken.has(name); number++) name = `${wanted}-${number}`;
  return name;
}

/** Gives names out once: a second asker gets the name with a number behind it. */
export class UniqueNames {
  readonly #taken = new Set<string>();
  readonly #next = new Map<string, number>();

  /** The name itself, or `name-2`, `name-3`, …: the first that nobody has. */
  take(wanted: string): string {
    let name = wanted;
    let number = this.#next.get(wanted) ?? 2;
    for (; this.#taken.has(name); number++) name = `${wanted}-${number}`;
    this.#next.set(wanted, number);
    this.#taken.add(name);
    return name;
  }
}
