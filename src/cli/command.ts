import type { ParseArgsConfig } from 'node:util';
import type { DescriptionLanguage } from '../core/content/media-type.ts';
import type { Compute } from '../core/io/compute.ts';
import { CodedError, type ErrorCode, type Failure } from '../core/io/errors.ts';
import { type ArtifactReference, parseReference } from '../core/refs/reference.ts';
import type { ArtifactMetadata, ContentMetadata } from '../core/store/artifact.ts';
import { type ToolErrorCode, toolSentence } from '../core/tools/tool-definitions.ts';
import { codedError, EntryError, isSystemError, WRITE_CODES } from '../platform/entry-error.ts';
import type { ModelsOfRoot, LoadedRoot } from '../platform/open-root.ts';
import type { Surroundings } from '../platform/surroundings.ts';
import type { Terminal } from './terminal.ts';

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

/** What a command refuses: a code for programs, a sentence for people. Exit code 1. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: string;
  /** What is printed: a line break within one comes from a name. */
  readonly lines: readonly string[];

  constructor(code: string, ...lines: readonly string[]) {
    super(lines.join('\n'));
    this.code = code;
    this.lines = lines;
  }
}

/** A failure of the core as a refusal. @param subject what it is about, such as a reference */
export function refusalOf({ code }: Failure | { readonly code: ToolErrorCode }, language: DescriptionLanguage, subject?: string): Refusal {
  const sentence = toolSentence(code, language);
  return new Refusal(code, subject === undefined ? sentence : `${subject}: ${sentence}`);
}

/** Whatever was thrown, as a refusal; undefined for a mistake of our own. */
export function toRefusal(error: unknown, language: DescriptionLanguage): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (error instanceof EntryError) return new Refusal(error.code, error.message);
  if (error instanceof CodedError)
    return refusalOf({ code: error.code }, language, typeof error.params['name'] === 'string' ? error.params['name'] : undefined);
  if (isSystemError(error)) return toRefusal(codedError(error.path ?? '', error, WRITE_CODES), language);
  return undefined;
}

/** The reference as typed. @throws Refusal with the codes of `parseReference` */
export function typedReference(text: string, { language }: Pick<Invocation, 'language'>): ArtifactReference {
  const parsed = parseReference(text);
  if (!parsed.ok) throw refusalOf(parsed.error, language, text);
  return parsed.value;
}

/** The metadata of a reference. @throws Refusal `artifact_not_found` */
export async function findArtifact(
  root: Pick<LoadedRoot, 'store'>,
  text: string,
  invocation: Pick<Invocation, 'language'>,
): Promise<ArtifactMetadata> {
  const metadata = await root.store.getMetadata(typedReference(text, invocation));
  if (metadata) return metadata;
  throw new Refusal('artifact_not_found', invocation.language === 'zh' ? `工件不存在：${text}` : `Artifact ${text} not found.`);
}

/** What is wrong with the metadata alone: the content may be sound. */
const METADATA_PROBLEMS: ReadonlySet<ErrorCode> = new Set([
  'sidecar_not_json',
  'sidecar_invalid',
  'sidecar_too_large',
  'extension_invalid',
  'metadata_not_json',
]);

/** The location of the content. @throws Refusal `reserved`, or why there is none or it cannot be read */
export function contentPlace({ state, location, problem, id }: ContentMetadata, { language }: Pick<Invocation, 'language'>): string {
  if (location !== undefined && (!problem || METADATA_PROBLEMS.has(problem.code))) return location;
  throw refusalOf(problem ?? { code: state === 'reserved' ? 'reserved' : 'not_found' }, language, id);
}
