import type * as z from 'zod/mini';
import { isObject, optionsOf } from '../../core/io/arguments.ts';
import { CodedError } from '../../core/io/errors.ts';
import { type ArtifactReference, parseReference, workspaceReference } from '../../core/refs/reference.ts';
import { isPlainName } from '../../core/refs/relative-path.ts';

/** A reference, as text or parsed, that is what it should be; undefined for everything else. */
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
  return kind === 'regular' && typeof id === 'string' && isPlainName(id) ? { kind, id } : undefined;
}

function valueOf<T>(result: { readonly ok: true; readonly value: T } | { readonly ok: false }): T | undefined {
  return result.ok ? result.value : undefined;
}

/** An object as its JSON holds it. @throws CodedError `arguments_invalid` for what is no object, or has no JSON */
export function jsonObjectArgument(value: unknown, name: string): Readonly<Record<string, unknown>> {
  try {
    if (isObject(value) && !Array.isArray(value)) return JSON.parse(JSON.stringify(value)) as Record<string, unknown>;
  } catch {
    // A circle, or what does not let itself be read.
  }
  throw new CodedError('arguments_invalid', { name });
}

/** Texts only: fields that are none are as good as not given. */
export function textsOf<K extends string>(options: unknown, names: readonly K[]): { [Name in K]?: string } {
  const found = Object.entries(optionsOf(options as Partial<Record<K, unknown>>, names));
  return Object.fromEntries(found.filter(([, value]) => typeof value === 'string')) as { [Name in K]?: string };
}

/** The fields of an object, which can be read from now on; undefined for what is no object, or does not let itself be read. */
export function fieldsOf<T extends object>(value: T | undefined): T | undefined {
  try {
    return isObject(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

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
