/**
 * What a table says of a name, or undefined. Names come from data, and every object answers to `constructor` and `toString`
 * by what it inherits: only the table's own entries count.
 */
export function own<T>(table: Readonly<Record<string, T>>, name: string | undefined): T | undefined {
  return name !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;
}

/** Whether a value is an object with members: no list, and not null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
