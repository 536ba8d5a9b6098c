import type { Report } from './exchange.ts';

type Path = readonly (string | number)[];

/** How another program refers to an environment variable in an address. */
export interface VariableForm {
  /** Global, the name in the first group. */
  readonly pattern: RegExp;
  /** What else in an address is a reference of that program, and no address. */
  readonly foreign: RegExp;
  readonly write: (name: string) => string;
  /** A reference is the whole address, or none. */
  readonly isWhole?: true;
}

/** A reference where a service may have one: behind the host it could be a secret, within the host nobody reads it. */
const BEGINNING = /^\s*\$\{\w+\}/;
/** A reference to an environment variable as services write it. */
const VARIABLE = /\$\{(?:env:)?([A-Za-z_]\w*)\}/g;

/**
 * An address as a service may hold it, with a reference to an environment variable at its beginning as `${NAME}`. Null where it
 * refers to something else, or further in, which is told: there is an address then, and no other one is to be assumed.
 */
export function importAddress(
  address: string | undefined,
  path: Path,
  report: Report,
  { pattern, foreign }: VariableForm,
): string | null | undefined {
  const ours = address?.replace(pattern, '${$1}');
  if (ours === undefined) return undefined;
  const isForeign = foreign.test(ours);
  if (!isForeign && !ours.replace(BEGINNING, '').includes('${')) return ours;
  report(isForeign ? 'address_reference' : 'address_variable_within', path);
  return null;
}

/**
 * An address with references to environment variables as the other program writes them; undefined where it cannot, which is told.
 *
 * @param path of the service
 * @param field what the other program calls its address
 * @param form undefined where addresses hold no references
 */
export function exportAddress(address: string, path: Path, report: Report, field: string, form?: VariableForm): string | undefined {
  if (!address.includes('${')) return address;
  const theirs = form && address.replace(VARIABLE, (_, name: string) => form.write(name));
  const isReferred = !address.replace(VARIABLE, '').includes('${') && (form?.isWhole !== true || /^\s*\$\{[^}]*\}\s*$/.test(address));
  if (theirs !== undefined && isReferred) return theirs;
  report('value_to_fill_in', [...path, 'baseURL'], { field });
  return undefined;
}
