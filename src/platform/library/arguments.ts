import { isObject, optionsOf } from '../../core/io/arguments.ts';
import { CodedError } from '../../core/io/errors.ts';
import { isPlainName } from '../../core/refs/plain-name.ts';
import { parseReference, workspaceReference, type ArtifactReference } from '../../core/refs/reference.ts';

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
