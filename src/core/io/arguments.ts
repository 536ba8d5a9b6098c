import { CodedError } from './errors.ts';
import type { FileSystem, Location, ProcessTable } from './file-system.ts';
import { silentLogger, type Logger } from './logger.ts';

/**
 * Checks arguments of library callers: types protect TypeScript only. Invalid values throw `arguments_invalid`, or count as missing where
 * there is a default. Nothing else is thrown, not even for objects whose getters throw.
 */

/** Whether a value is an object or array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** @throws CodedError `arguments_invalid` with the argument's name unless the condition holds */
export function checkArgument(holds: boolean, name: string): asserts holds {
  if (!holds) throw new CodedError('arguments_invalid', { name });
}

/** The named options. A value that is not an object has none; null and unreadable fields count as missing. */
export function optionsOf<T extends object, K extends keyof T & string>(
  options: T | null | undefined,
  names: readonly K[],
): { [Name in K]?: NonNullable<T[Name]> | undefined } {
  const found: { [Name in K]?: NonNullable<T[Name]> | undefined } = {};
  if (isObject(options)) for (const name of names) found[name] = read(options, name) ?? undefined;
  return found;
}

function read<T extends object, K extends keyof T & string>(holder: T, name: K): T[K] | undefined {
  try {
    return holder[name];
  } catch {
    return undefined;
  }
}

/** @throws CodedError `arguments_invalid` unless the value is a non-empty string */
export function textArgument(value: unknown, name: string): string {
  checkArgument(typeof value === 'string' && value !== '', name);
  return value;
}

/** @throws CodedError `arguments_invalid` when a method is missing */
export function objectWith<T extends object>(value: T | undefined, methods: readonly (keyof T & string)[], name: string): T {
  checkArgument(isObject(value), name);
  for (const method of methods) checkArgument(typeof read(value as T, method) === 'function', name);
  return value as T;
}

const FILE_SYSTEM_METHODS = [
  'join',
  'resolve',
  'parent',
  'basename',
  'contains',
  'resolveInside',
  'stat',
  'readNames',
  'streamNames',
  'readDirectory',
  'readFile',
  'writeFile',
  'stage',
  'createDirectory',
  'deleteFile',
] as const satisfies readonly (keyof FileSystem)[];

/** @throws CodedError `arguments_invalid` when it is invalid */
export function fileSystemArgument(value: FileSystem | undefined): FileSystem {
  const fs = objectWith<FileSystem>(value, FILE_SYSTEM_METHODS, 'fs');
  objectWith<ProcessTable>(read(fs, 'processes'), ['isGone', 'pause', 'every'], 'fs');
  return fs;
}

/** A folder: an absolute path or URI. @throws CodedError `arguments_invalid` when it is invalid */
export function folderArgument(value: Location | undefined, name: string): Location {
  const folder = textArgument(value, name);
  checkArgument(!folder.includes('\0'), name);
  return folder;
}

/** Wraps a caller's listener so that its exceptions don't stop us; does nothing when it is not a function. */
export function listenerOf<A extends readonly unknown[]>(tell: ((...news: A) => void) | undefined): (...news: A) => void {
  return (...news) => {
    try {
      if (typeof tell === 'function') tell(...news);
    } catch {
      // The listener's error.
    }
  };
}

export function functionIn<F extends (...args: never[]) => unknown>(value: F | undefined): F | undefined {
  return typeof value === 'function' ? value : undefined;
}

/** A non-negative number or Infinity; otherwise `fallback`. */
export function amountOf(value: unknown, fallback: number): number {
  return typeof value === 'number' && value >= 0 ? value : fallback;
}

/** `instanceof` that doesn't throw. */
export function isInstance<T>(value: unknown, type: abstract new (...args: never[]) => T): value is T {
  try {
    return value instanceof type;
  } catch {
    return false;
  }
}

/** The bytes of any binary object; undefined for anything else. */
export function bytesIn(value: unknown): Uint8Array | undefined {
  if (ArrayBuffer.isView(value))
    return value instanceof Uint8Array ? value : new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  try {
    return isInstance(value, ArrayBuffer) ? new Uint8Array(value) : undefined;
  } catch {
    return undefined; // a detached buffer
  }
}

/** A safe logger: missing methods do nothing, and exceptions are ignored. */
export function loggerOf(given: unknown): Logger {
  if (given === silentLogger || !isObject(given)) return silentLogger;
  const report = (level: keyof Logger) => (message: string) => {
    try {
      const method = given[level];
      if (typeof method === 'function') (method as (message: string) => void).call(given, message);
    } catch {
      // A failing logger must not stop the operation.
    }
  };
  return { debug: report('debug'), info: report('info'), warn: report('warn'), error: report('error') };
}
