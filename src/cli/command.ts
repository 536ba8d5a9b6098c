import type { ParseArgsConfig } from 'node:util';
import type { Compute } from '../core/io/compute.ts';
import type { DescriptionLanguage } from '../core/content/type-names.ts';
import type { OpenRoot } from '../platform/open-root.ts';
import type { Terminal } from './terminal.ts';

/** Options of a command, as `parseArgs` takes them. */
export type OptionsConfig = NonNullable<ParseArgsConfig['options']>;

/** What a command is run with. */
export interface Invocation {
  readonly terminal: Terminal;
  /** Runs what is read of untrusted files where it can be stopped. */
  readonly compute: Compute;
  /** As many as the command takes. */
  readonly positionals: readonly string[];
  /** JSON for programs is wanted. */
  readonly json: boolean;
  /** Of descriptions and sentences. */
  readonly language: DescriptionLanguage;
  /** The value of an option; undefined when it was not given. */
  option(name: string): string | undefined;
  /** Whether a switch was given. */
  isSet(name: string): boolean;
  /** The data root, opened when it is asked for. @throws EntryError */
  root(): Promise<OpenRoot>;
}

/** One command of the command line. */
export interface Command {
  /** What follows the command's name: `REF --service ID`. */
  readonly usage: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Its own options, one line each, for its help. */
  readonly help: readonly string[];
  readonly options: OptionsConfig;
  /** How many arguments it takes. */
  readonly positionals: { readonly least: number; readonly most: number };
  /** @returns the exit code @throws UsageError, Refusal, and the errors of the core */
  run(invocation: Invocation): Promise<number>;
}
