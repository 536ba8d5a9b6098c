import { CodedError } from './errors.ts';
import type { FileSystem, Location, ProcessTable } from './file-system.ts';
import { silentLogger, type Logger } from './logger.ts';

/**
 * Checks of what callers of the library give: the types hold for TypeScript only, and JavaScript programs give anything.
 * What cannot be used is refused with `arguments_invalid`, or counts as not given where there is a default. Nothing here
 * throws anything else, not even for objects that do not let themselves be read.
 */

/** Whether a value is an object with fields; a list is one too. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** @throws CodedError `arguments_invalid` with the name of what is wrong, unless the condition holds */
export function checkArgument(holds: boolean, name: string): asserts holds {
  if (!holds) throw new CodedError('arguments_invalid', { name });
}

/**
 * The named options of a constructor or function, none of them certain to be there: what is no object has none, and null, or
 * what does not let itself be read, is as good as nothing.
 */
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

/** The value as a text. @throws CodedError `arguments_invalid` when it is no string, or an empty one */
export function textArgument(value: unknown, name: string): string {
  checkArgument(typeof value === 'string' && value !== '', name);
  return value;
}

/** An object with the methods that will be called. @throws CodedError `arguments_invalid` when one of them is not there */
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

/** @throws CodedError `arguments_invalid` when it is none */
export function fileSystemArgument(value: FileSystem | undefined): FileSystem {
  const fs = objectWith<FileSystem>(value, FILE_SYSTEM_METHODS, 'fs');
  objectWith<ProcessTable>(read(fs, 'processes'), ['isGone', 'pause', 'every'], 'fs');
  return fs;
}

/** A folder: an absolute path or a URI. @throws CodedError `arguments_invalid` when it is none */
export function folderArgument(value: Location | undefined, name: string): Location {
  const folder = textArgument(value, name);
  checkArgument(!folder.includes('\0'), name);
  return folder;
}

/** What somebody else does with the news must not stop what is done. @returns something to call, whatever was given */
export function listenerOf<A extends readonly unknown[]>(tell: ((...news: A) => void) | undefined): (...news: A) => void {
  return (...news) => {
    try {
      if (typeof tell === 'function') tell(...news);
    } catch {
      // Theirs.
    }
  };
}

/** A function to be called; undefined for everything else. */
export function functionIn<F extends (...args: never[]) => unknown>(value: F | undefined): F | undefined {
  return typeof value === 'function' ? value : undefined;
}

/** A number from 0 on, Infinity too; `fallback` for everything else. */
export function amountOf(value: unknown, fallback: number): number {
  return typeof value === 'number' && value >= 0 ? value : fallback;
}

/** `instanceof`, for objects too that do not tell what they are. */
export function isInstance<T>(value: unknown, type: abstract new (...args: never[]) => T): value is T {
  try {
    return value instanceof type;
  } catch {
    return false;
  }
}

/** The bytes of any binary object; undefined for everything else. */
export function bytesIn(value: unknown): Uint8Array | undefined {
  if (ArrayBuffer.isView(value))
    return value instanceof Uint8Array ? value : new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  try {
    return isInstance(value, ArrayBuffer) ? new Uint8Array(value) : undefined;
  } catch {
    return undefined; // a buffer that was handed on
  }
}

/** A logger that can be called whatever was given: methods that are missing keep silent, and so do those that throw. */
export function loggerOf(given: unknown): Logger {
  if (given === silentLogger || !isObject(given)) return silentLogger;
  const report = (level: keyof Logger) => (message: string) => {
    try {
      const method = given[level];
      if (typeof method === 'function') (method as (message: string) => void).call(given, message);
    } catch {
      // What is only told must not stop what is done.
    }
  };
  return { debug: report('debug'), info: report('info'), warn: report('warn'), error: report('error') };
}
