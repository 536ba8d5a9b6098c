/** One step of a JSON pointer, escaped (RFC 6901 §4). */
export function pointerStep(key: string | number): string {
  return `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The value a JSON pointer names in a document; undefined when there is none. */
export function valueAt(document: unknown, pointer: string): unknown {
  let value = document;
  for (const step of pointerSteps(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string, unknown>)[step];
  }
  return value;
}

/** The steps of a JSON pointer; none for the whole document. */
export function pointerSteps(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}
