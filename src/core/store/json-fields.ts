/** Whether a parsed JSON value is an object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field that is a non-empty string; undefined when it is anything else. */
export function stringIn(record: Record<string, unknown>, key: string): string | undefined {
  const value = Object.hasOwn(record, key) ? record[key] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A field that is a size in bytes: a whole number, not negative. */
export function sizeIn(record: Record<string, unknown>, key: string): number | undefined {
  const value = record[key];
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** A field that is a point in time people and `Date` understand, as it stands. */
export function timeIn(record: Record<string, unknown>, key: string): string | undefined {
  const value = stringIn(record, key);
  return value !== undefined && Number.isFinite(Date.parse(value)) ? value : undefined;
}

/** A field that is an object; empty when it is anything else. */
export function recordIn(record: Record<string, unknown>, key: string): Record<string, unknown> {
  const value = record[key];
  return isRecord(value) ? value : {};
}
