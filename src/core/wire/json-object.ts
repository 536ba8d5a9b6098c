/** Deeper values are left as the text they are: walking and writing them would exceed the call stack. */
const MAX_DEPTH = 60;

/** The object a JSON text holds; undefined when it holds none, or one too deep to be walked. */
export function objectOf(text: unknown): Record<string, unknown> | undefined {
  if (typeof text !== 'string' || !/^\s*\{/.test(text.slice(0, 100))) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isPlainObject(value) && !isDeeperThan(value, MAX_DEPTH) ? value : undefined;
  } catch {
    return undefined; // text that only begins like JSON
  }
}

/** Whether a member of this name is anywhere in a value of JSON. The value must not be deep. */
export function hasMember(value: unknown, name: string): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, name) || Object.values(value).some((below) => hasMember(below, name));
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Level by level, so that no depth exceeds the call stack. */
function isDeeperThan(value: object, limit: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return true;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return false;
}
