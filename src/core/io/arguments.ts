import { CodedError } from './errors.ts';
import { silentLogger, type Logger } from './logger.ts';

/**
 * Checks of what callers of the library give: the types hold for TypeScript only, and JavaScript programs give anything.
 * What cannot be used is refused with `arguments_invalid`, or counts as not given where there is a default.
 */

/** Whether a value is an object with fields; a list is one too. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The options of a constructor or function, none of them certain to be there; what is no object has none. */
export function optionsOf<T extends object>(options: T | null | undefined): Partial<T> {
  return isObject(options) ? options : {};
}

/** @throws CodedError `arguments_invalid` with the name of what is wrong, unless the condition holds */
export function checkArgument(holds: boolean, name: string): asserts holds {
  if (!holds) throw new CodedError('arguments_invalid', { name });
}

/** The value as a text. @throws CodedError `arguments_invalid` when it is no string, or an empty one */
export function textArgument(value: unknown, name: string): string {
  checkArgument(typeof value === 'string' && value !== '', name);
  return value;
}

/** A number from 0 on, Infinity too; `fallback` for everything else. */
export function amountOf(value: unknown, fallback: number): number {
  return typeof value === 'number' && value >= 0 ? value : fallback;
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
