import type { DescriptionLanguage } from '../core/content/media-type.ts';
import { chooseCatalogue } from '../platform/chosen-catalogue.ts';
import { EntryError } from '../platform/entry-error.ts';
import { configFolder, nearestRoot, rootByName, terminalLanguage } from '../platform/find-root.ts';
import { NodeFileSystem } from '../platform/node-file-system.ts';
import { MAX_SIZE_USAGE, type ModelsOfRoot, openModels, openRoot, type LoadedRoot, parseMaxSize } from '../platform/open-root.ts';
import type { Surroundings } from '../platform/surroundings.ts';
import { type Command, type Invocation, PROGRAM, UsageError } from './command.ts';
import { type Refusal, toRefusal } from './refusal.ts';
import { SarifRun } from './sarif.ts';
import { showTime } from './table.ts';
import type { Terminal } from './terminal.ts';

/** The options of a command line by their names, as `parseArgs` found them. */
export type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

/** What a command works with besides its arguments. */
export type Means = Surroundings & Pick<Invocation, 'terminal' | 'compute'>;

/** A command with its arguments. */
export interface Call {
  readonly name: string;
  readonly command: Command;
  readonly values: Values;
  readonly positionals: readonly string[];
}

/** Runs a command and says what it refuses. @returns the exit code @throws UsageError */
export async function execute({ name, command, values, positionals }: Call, means: Means): Promise<number> {
  const { terminal } = means;
  let language = terminalLanguage(means.env);
  try {
    const invocation = invocationOf(values, positionals, language, means);
    ({ language } = invocation);
    const warn = (sentence: string): void => terminal.complain(`${PROGRAM}: ${sentence}`, 'yellow');
    await chooseCatalogue({ ...means, named: invocation.option('catalogue'), warn });
    const run = await command.load();
    try {
      return await run(invocation);
    } finally {
      if (values['verbose'] === true) for (const line of invocation.storeFacts()) terminal.complain(`${PROGRAM}: ${line}`);
      await invocation.close();
    }
  } catch (error) {
    const refusal = error instanceof UsageError ? undefined : toRefusal(error, language);
    if (!refusal) throw error;
    return refuse(refusal, { name, isJson: values['json'] === true, isSarif: values['sarif'] === true }, means);
  }
}

/** What is asked for of a command that was refused. */
interface Refused {
  readonly name: string;
  readonly isJson: boolean;
  readonly isSarif: boolean;
}

/** Says a refusal as the output was asked for. @returns the exit code */
function refuse(refusal: Refusal, { name, isJson, isSarif }: Refused, { terminal, folder }: Means): number {
  if (isSarif && !isJson) {
    const sarif = new SarifRun(name, terminal, folder);
    sarif.fail(refusal.code, refusal.message);
    sarif.print();
    // 1 is for findings alone, which CI may tolerate.
    return 2;
  }
  if (isJson) terminal.json({ error: refusal.code, message: refusal.message });
  else complainAbout(refusal, terminal);
  return 1;
}

function complainAbout({ lines, code }: Refusal, terminal: Terminal): void {
  for (const [at, line] of lines.entries())
    terminal.complain(`${at === 0 ? `${PROGRAM}: ` : ''}${line}${at === lines.length - 1 ? ` [${code}]` : ''}`, 'red');
}

function invocationOf(
  values: Values,
  positionals: readonly string[],
  displayed: DescriptionLanguage,
  means: Means,
): Invocation & { close(): Promise<void>; storeFacts(): readonly string[] } {
  let requests = 0;
  let opened: Opened | undefined;
  const option = (name: string): string | undefined => {
    const value = values[name];
    if (value === '') throw new UsageError(`--${name} must not be empty.`);
    return typeof value === 'string' ? value : undefined;
  };
  const every = (name: string): readonly string[] => {
    const given = values[name];
    const all = Array.isArray(given) ? given.filter((each) => typeof each === 'string') : [];
    if (all.includes('')) throw new UsageError(`--${name} must not be empty.`);
    return all;
  };
  const language = option('language') ?? displayed;
  if (language !== 'zh' && language !== 'en') throw new UsageError('--language must be zh or en.');
  const maxSize = option('max-size');
  const maxContentBytes = maxSize === undefined ? undefined : parseMaxSize(maxSize);
  if (maxSize !== undefined && maxContentBytes === undefined) throw new UsageError(MAX_SIZE_USAGE);
  const choice: RootChoice = {
    ...means,
    root: option('root'),
    config: option('config'),
    language,
    maxContentBytes,
    onRequest: () => requests++,
    onOpened: (root) => (opened = root),
    listsAnew: values['refresh'] === true,
  };
  return {
    ...means,
    close: async () => opened?.close?.(),
    storeFacts() {
      if (requests === 0) return [];
      const age = opened?.store.listAge;
      const known = age && `names listed ${showTime(new Date(age.listedAt).toISOString())} UTC, the newest ones just now`;
      return [`${requests} requests to the object store`, ...(known === undefined ? [] : [known])];
    },
    positionals,
    json: values['json'] === true,
    language,
    option,
    every,
    isSet: (name) => values[name] === true,
    maxContentBytes,
    root: () => findAndOpen(choice),
    models: () => findModels(choice),
  };
}

interface RootChoice extends Means {
  readonly root: string | undefined;
  readonly config: string | undefined;
  readonly language: DescriptionLanguage;
  readonly maxContentBytes: number | undefined;
  /** A request is sent to an object store. */
  readonly onRequest: () => void;
  readonly onOpened: (root: Opened) => void;
  readonly listsAnew: boolean;
}

/** A data root, and what is to be done before the process ends. */
interface Opened extends Pick<LoadedRoot, 'store'> {
  readonly close: (() => Promise<void>) | undefined;
}

async function findAndOpen(choice: RootChoice): Promise<LoadedRoot> {
  const { root, config, language, maxContentBytes, terminal, compute, onRequest, listsAnew } = choice;
  const local = new NodeFileSystem();
  const named = root === undefined ? undefined : await rootByName(root, { local, surroundings: choice, onRequest, listsAnew });
  const { fs, found } = named ?? { fs: local, found: await nearestRoot(local, choice.folder) };
  if (!found)
    throw new EntryError(
      'root_unknown',
      'No data root found in this folder or its parents. Use --root DIR; "agent-artifacts sample DIR" creates one to try.',
    );
  for (const key of found.description.refused)
    terminal.complain(`${PROGRAM}: ${key} in app.json points outside ${found.folder} and is ignored. Use --root to allow it.`, 'yellow');
  const services = config === undefined ? {} : { configDir: await configFolder(local, config, choice), configFs: local };
  const opened = await openRoot(fs, found, { language, maxContentBytes, compute, ...services });
  choice.onOpened({ store: opened.store, close: named?.close });
  return opened;
}

/** The services for a file: those of the data root where one is named or near, else of the configuration, else none. */
async function findModels(choice: RootChoice): Promise<ModelsOfRoot> {
  if (choice.root !== undefined) return findAndOpen(choice);
  const fs = new NodeFileSystem();
  const isNear = choice.config === undefined && (await nearestRoot(fs, choice.folder).catch(() => undefined)) !== undefined;
  return isNear
    ? findAndOpen(choice)
    : openModels(fs, { ...choice, ...(choice.config !== undefined && { configDir: await configFolder(fs, choice.config, choice) }) });
}
