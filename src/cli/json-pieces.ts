/** JSON too long to be one text: written piece by piece. */

/** A list whose items are made when they are written, one after the other; its JSON is that of an array of them. */
export class MadeList<Item> implements Iterable<unknown> {
  readonly #items: readonly Item[];
  readonly #make: (item: Item) => unknown;

  constructor(items: readonly Item[], make: (item: Item) => unknown) {
    this.#items = items;
    this.#make = make;
  }

  *[Symbol.iterator](): Generator<unknown> {
    for (const item of this.#items) yield this.#make(item);
  }

  toJSON(): unknown[] {
    return [...this];
  }
}

/** The pieces of what `JSON.stringify(value, null, 2)` gives; no list in the value is made to text as a whole. */
export function* jsonPieces(value: unknown, margin = ''): Generator<string> {
  if (Array.isArray(value) || value instanceof MadeList) yield* listPieces(value, margin);
  else if (isObject(value) && Object.values(value).some(isObject)) yield* memberPieces(value, margin);
  else yield JSON.stringify(value, null, 2).replaceAll('\n', `\n${margin}`);
}

function* listPieces(items: Iterable<unknown>, margin: string): Generator<string> {
  const inner = `${margin}  `;
  let isEmpty = true;
  for (const item of items) {
    yield `${isEmpty ? '[' : ','}\n${inner}`;
    yield* jsonPieces(item === undefined ? null : item, inner);
    isEmpty = false;
  }
  yield isEmpty ? '[]' : `\n${margin}]`;
}

function* memberPieces(value: object, margin: string): Generator<string> {
  const inner = `${margin}  `;
  let isEmpty = true;
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) continue;
    yield `${isEmpty ? '{' : ','}\n${inner}${JSON.stringify(key)}: `;
    yield* jsonPieces(member, inner);
    isEmpty = false;
  }
  yield `\n${margin}}`;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
