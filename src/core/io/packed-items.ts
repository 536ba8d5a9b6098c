import type { Steps } from './steps.ts';

/** Characters of a text from which the next one begins: parsed within a millisecond. */
const LONG_TEXT = 32 * 1024;

/** Items of plain JSON as they leave a worker: texts are handed over in no time, objects are copied one by one on the thread that gets them. */
export function packItems(items: Iterable<unknown>): string[] {
  const texts: string[] = [];
  let pending: string[] = [];
  let length = 0;
  const flush = () => {
    if (pending.length > 0) texts.push(`[${pending.join(',')}]`);
    [pending, length] = [[], 0];
  };
  for (const item of items) {
    const text = JSON.stringify(item);
    pending.push(text);
    if ((length += text.length) >= LONG_TEXT) flush();
  }
  flush();
  return texts;
}

/** Gives each of the items of {@link packItems} to a function, in steps. */
export function* unpackItems<Item>(texts: readonly string[], take: (item: Item) => void): Steps<void> {
  for (const text of texts) {
    for (const item of JSON.parse(text) as Item[]) take(item);
    yield;
  }
}
