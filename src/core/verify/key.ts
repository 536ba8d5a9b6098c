import type { LlmServiceConfig } from '../services/schema.ts';

/** The value of an environment variable; undefined when it is not set. */
export type Environment = (name: string) => string | undefined;

/** Where a key comes from. The key itself is nowhere else than here. */
export type KeyChoice =
  | { readonly from: 'file'; readonly key: string }
  | { readonly from: 'variable'; readonly name: string; readonly key: string }
  | { readonly from: 'none' };

/** Why there is no key to be used. */
export type KeyProblem = { readonly code: 'variable_unset' | 'key_unusable'; readonly name?: string };

/** `${NAME}`, as the key is left behind when it moves to an environment variable, and the `${env:NAME}` of VS Code. */
const REFERENCE = /^\$\{(?:env:)?([A-Za-z_]\w*)\}$/;

/** The variable that a value of a configuration names; undefined when it is the value itself. */
export function variableIn(value: string): string | undefined {
  return REFERENCE.exec(value.trim())?.[1];
}

/**
 * The key of a service: as it stands in the configuration, or of the variable it names there, or of the one a person names.
 * @param variable named by a person; it wins
 */
export function keyOf({ apiKey }: Pick<LlmServiceConfig, 'apiKey'>, environment: Environment, variable?: string): KeyChoice | KeyProblem {
  const written = typeof apiKey === 'string' ? apiKey.trim() : '';
  const name = variable ?? variableIn(written);
  const key = name === undefined ? written : environment(name)?.trim();
  if (name !== undefined && !key) return { code: 'variable_unset', name };
  if (!key) return { from: 'none' };
  // what else would stand there cannot be a header, or would be another one (RFC 9110, field-vchar); servers take no longer ones
  if (!/^[\x21-\x7e]{1,8000}$/.test(key) || key.includes('${')) return { code: 'key_unusable', ...(name !== undefined && { name }) };
  return name === undefined ? { from: 'file', key } : { from: 'variable', name, key };
}
