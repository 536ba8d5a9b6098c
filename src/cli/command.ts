import type { ParseArgsConfig } from 'node:util';
import type { DescriptionLanguage } from '../core/content/media-type.ts';
import type { Compute } from '../core/io/compute.ts';
import type { ModelsOfRoot, LoadedRoot } from '../platform/open-root.ts';
import type { Surroundings } from '../platform/surroundings.ts';
import type { Terminal } from './terminal.ts';

/** The name of the program. */
export const PROGRAM = 'agent-artifacts';

/** Options of a command, as `parseArgs` takes them. */
export type OptionsConfig = NonNullable<ParseArgsConfig['options']>;

/** What a command is run with. */
export interface Invocation extends Surroundings {
  readonly terminal: Terminal;
  /** Runs what is read of untrusted files where it can be stopped. */
  readonly compute: Compute;
  /** As many as the command takes. */
  readonly positionals: readonly string[];
  /** JSON for programs is wanted. */
  readonly json: boolean;
  /** The language of descriptions and sentences. */
  readonly language: DescriptionLanguage;
  /** The value of an option; undefined when it was not given. */
  option(name: string): string | undefined;
  /** The values of an option that may be given several times, in their order. */
  every(name: string): readonly string[];
  /** Whether a switch was given. */
  isSet(name: string): boolean;
  /** Bytes; larger content is described. Undefined for the default. */
  readonly maxContentBytes: number | undefined;
  /** The data root, opened when it is asked for. @throws EntryError */
  root(): Promise<LoadedRoot>;
  /** The services of the data root or the configuration; without either there are none. @throws EntryError for one that is named and is not there */
  models(): Promise<ModelsOfRoot>;
}

/** What a command does. @returns the exit code @throws UsageError, Refusal, and the errors of the core */
type RunCommand = (invocation: Invocation) => Promise<number>;

/** One command of the command line. */
export interface Command {
  /** What follows the command's name: `REF --service ID`. */
  readonly usage: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Command lines for its help. */
  readonly examples: readonly string[];
  /** Its own options, one line each, for its help. */
  readonly help: readonly string[];
  readonly options: OptionsConfig;
  /** The words that options take, where they are few, for completion. */
  readonly values?: Readonly<Record<string, readonly string[]>>;
  /** How many arguments it takes. */
  readonly positionals: { readonly least: number; readonly most: number };
  /** Loads what runs it: help and completion start without it. */
  load(): Promise<RunCommand>;
}

/** The help of the option by which a command prints what it found as SARIF. */
export const SARIF_HELP = '--sarif          print SARIF 2.1.0, for code scanning and editors; file names are relative to this folder';

/** Whether SARIF is wanted. @throws UsageError when JSON is too, or an option that is no check */
export function wantsSarif(invocation: Invocation, others: readonly string[] = []): boolean {
  if (!invocation.isSet('sarif')) return false;
  if (invocation.json) throw new UsageError('--json and --sarif cannot be combined.');
  const other = others.find((name) => invocation.isSet(name) || invocation.option(name) !== undefined);
  if (other !== undefined) throw new UsageError(`--${other} and --sarif cannot be combined.`);
  return true;
}

/** A command line that is no command. Exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** What is printed: a line break within one comes from an argument. */
  readonly lines: readonly string[];

  constructor(...lines: readonly string[]) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}
