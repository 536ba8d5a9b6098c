import type * as z from 'zod/mini';
import { isObject, optionsOf } from '../../core/io/arguments.ts';
import { CodedError } from '../../core/io/errors.ts';
import { type ArtifactReference, parseReference, workspaceReference } from '../../core/refs/reference.ts';
import { isPlainName } from '../../core/refs/relative-path.ts';

/** A valid reference, as text or parsed; undefined for anything else. */
export function knownReference(reference: unknown): ArtifactReference | undefined {
  if (typeof reference === 'string') return valueOf(parseReference(reference));
  const { kind, id, workspaceId, relativePath } = optionsOf(reference as Partial<Record<string, unknown>>, [
    'kind',
    'id',
    'workspaceId',
    'relativePath',
  ]);
  if (kind === 'workspace') {
    const found = valueOf(workspaceReference(workspaceId as string, relativePath as string));
    return found?.id === id && found?.relativePath === relativePath ? found : undefined;
  }
  if (kind === 'adk') {
    const found = valueOf(parseReference(String(id)));
    return found?.kind === 'adk' && found.id === id ? found : undefined;
  }
  return kind === 'regular' && typeof id === 'string' && isPlainName(id) ? { kind, id } : undefined;
}

function valueOf<T>(result: { readonly ok: true; readonly value: T } | { readonly ok: false }): T | undefined {
  return result.ok ? result.value : undefined;
}

/** A JSON copy of an object. @throws CodedError `arguments_invalid` when the value is not an object or cannot be serialised */
export function jsonObjectArgument(value: unknown, name: string): Readonly<Record<string, unknown>> {
  try {
    if (isObject(value) && !Array.isArray(value)) return JSON.parse(JSON.stringify(value)) as Record<string, unknown>;
  } catch {
    // Circular, or a getter throws.
  }
  throw new CodedError('arguments_invalid', { name });
}

/** Keeps string fields only. */
export function stringFields<K extends string>(options: unknown, names: readonly K[]): { [Name in K]?: string } {
  const found = Object.entries(optionsOf(options as Partial<Record<K, unknown>>, names));
  return Object.fromEntries(found.filter(([, value]) => typeof value === 'string')) as { [Name in K]?: string };
}

/** A shallow copy of an object's fields; undefined when it is not an object or cannot be read. */
export function fieldsOf<T extends object>(value: T | undefined): T | undefined {
  try {
    return isObject(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** A function parameter: its name and schema. */
export type Parameter = readonly [name: string, takes: z.ZodMiniType];

/**
 * Wraps a function with argument checks. Invalid arguments throw `arguments_invalid` with the name of the parameter or field. So does a
 * TypeError or RangeError from the function itself, with the original error as `cause`; other errors, such as an aborted signal's, pass
 * through.
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

/** The same for async functions: they reject instead of throwing. */
export function checkedLater<A extends readonly unknown[], R>(
  run: (...args: A) => Promise<R>,
  ...parameters: readonly Parameter[]
): (...args: A) => Promise<R> {
  const now = checked(run, ...parameters);
  return async (...args) => now(...args);
}

/** The path of the first invalid field; undefined when the value is valid. */
function lookAt(takes: z.ZodMiniType, value: unknown): readonly string[] | undefined {
  try {
    const parsed = takes.safeParse(value);
    return parsed.success ? undefined : (parsed.error.issues[0]?.path ?? []).map(String);
  } catch {
    return [];
  }
}
