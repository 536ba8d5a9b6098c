import type * as z from 'zod/mini';
import { CodedError } from '../../core/io/errors.ts';

/** A parameter of a function: what it is called, and what it takes. */
export type Parameter = readonly [name: string, takes: z.ZodMiniType];

/**
 * The function, behind a look at its arguments: what it does not take is refused with `arguments_invalid`, by the name of the
 * parameter or the field. So is a value that passes the look and cannot be worked with all the same: the error of the language is
 * the `cause`. Other errors, such as that of an aborted signal, are told as they are.
 */
export function checked<A extends readonly unknown[], R>(run: (...args: A) => R, ...parameters: readonly Parameter[]): (...args: A) => R {
  const refuse = (name: string, cause: unknown): never => {
    throw cause instanceof TypeError || cause instanceof RangeError ? new CodedError('arguments_invalid', { name }, { cause }) : cause;
  };
  const [[first = ''] = []] = parameters;
  return (...args) => {
    for (const [at, [name, takes]] of parameters.entries()) {
      const wrong = lookAt(takes, args[at]);
      if (wrong) throw new CodedError('arguments_invalid', { name: [name, ...wrong].join('.') });
    }
    try {
      const result = run(...args);
      return result instanceof Promise ? (result.catch((error: unknown) => refuse(first, error)) as R) : result;
    } catch (error) {
      return refuse(first, error);
    }
  };
}

/** The same for functions that promise: they reject where others throw. */
export function checkedLater<A extends readonly unknown[], R>(
  run: (...args: A) => Promise<R>,
  ...parameters: readonly Parameter[]
): (...args: A) => Promise<R> {
  const now = checked(run, ...parameters);
  return async (...args) => now(...args);
}

/** Where a value is not what is taken: the fields that lead there; undefined when it is. */
function lookAt(takes: z.ZodMiniType, value: unknown): readonly string[] | undefined {
  try {
    const parsed = takes.safeParse(value);
    return parsed.success ? undefined : (parsed.error.issues[0]?.path ?? []).map(String);
  } catch {
    return [];
  }
}
