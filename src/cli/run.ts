import path from 'node:path';
import { parseArgs } from 'node:util';
import { version } from '../../package.json';
import type { DescriptionLanguage } from '../core/content/media-type.ts';
import { type Compute, directCompute } from '../core/io/compute.ts';
import { closestTo } from '../core/models/spelling.ts';
import { chooseCatalogue } from '../platform/chosen-catalogue.ts';
import { EntryError } from '../platform/entry-error.ts';
import { terminalLanguage, nearestRoot, rootByName } from '../platform/find-root.ts';
import { NodeFileSystem } from '../platform/node-file-system.ts';
import { MAX_SIZE_USAGE, type ModelsOfRoot, openModels, openRoot, type LoadedRoot, parseMaxSize } from '../platform/open-root.ts';
import type { Surroundings } from '../platform/surroundings.ts';
import { type Command, type Invocation, type OptionsConfig, type Refusal, toRefusal, UsageError } from './command.ts';
import { aFile } from './commands/a-file.ts';
import { agents } from './commands/agents.ts';
import { catalogue } from './commands/catalogue.ts';
import { exportCommand, importCommand } from './commands/exchange.ts';
import { ids } from './commands/ids.ts';
import { conversation, doctor, switchModel } from './commands/conversation.ts';
import { lint } from './commands/lint.ts';
import { list } from './commands/list.ts';
import { route } from './commands/route.ts';
import { sample } from './commands/sample.ts';
import { infer, services, validate } from './commands/services.ts';
import { show } from './commands/show.ts';
import { verify } from './commands/verify.ts';
import { isPath } from './contents.ts';
import { SarifRun } from './sarif.ts';
import { showTime } from './table.ts';
import type { Terminal } from './terminal.ts';

const COMMON: OptionsConfig = {
  root: { type: 'string' },
  config: { type: 'string' },
  catalogue: { type: 'string' },
  json: { type: 'boolean' },
  language: { type: 'string' },
  'max-size': { type: 'string' },
  verbose: { type: 'boolean' },
  refresh: { type: 'boolean' },
  'no-color': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
};

type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

/** What a command works with besides its arguments. */
type Means = Surroundings & Pick<Invocation, 'terminal' | 'compute'>;

/**
 * Runs a command line.
 *
 * @param compute runs what is read of untrusted files
 * @returns the exit code: 0, 1 (not found, invalid), 2 (usage)
 */
export async function runCli(
  args: readonly string[],
  terminal: Terminal,
  surroundings: Surroundings,
  compute: Compute = directCompute,
): Promise<number> {
  const { tokens, values } = parseArgs({ args: [...args], options: COMMON, strict: false, allowPositionals: true, tokens: true });
  if (values['no-color'] === true) terminal.leaveColoursOut();
  const name = tokens.find((token) => token.kind === 'positional');
  if (!name) return withoutCommand(args, values, terminal);
  const rest = args.toSpliced(name.index, 1);
  if (name.value === 'help') {
    const asked = rest.find((word) => !word.startsWith('-'));
    // These two have command lines of their own, and say their help themselves.
    if (asked === 'mcp' || asked === 'completion') return runCli([asked, '--help'], terminal, surroundings, compute);
    return help(rest, terminal);
  }
  if (name.value === 'mcp') {
    const { runMcp } = await import('../mcp/run.ts');
    return runMcp(rest, { program: `${PROGRAM} mcp`, streams: terminal.streams, surroundings, compute });
  }
  if (name.value === 'completion') return completion(rest, terminal);
  const means = { ...surroundings, terminal, compute };
  const [today = name.value, ...options] = OLD_COMMANDS.get(name.value) ?? [];
  if (today !== name.value) terminal.complain(`${PROGRAM}: "${name.value}" is "${[today, ...options].join(' ')}" now.`, 'dim');
  const command = COMMANDS.get(today);
  if (command) return runCommand(today, command, [...options, ...rest], means);
  if (await isPath(name.value, surroundings)) return runCommand('', aFile, [...args], means);
  return misused([unknownCommand(name.value)], `${PROGRAM} --help`, terminal);
}

/** What a person gets who types nothing but the name of the program: the same as with `--help`. */
function withoutCommand(args: readonly string[], { version: wantsVersion }: Values, terminal: Terminal): number {
  const wrong = unknownOption([...args], Object.keys(COMMON));
  if (wrong) return misused(wrong.lines, `${PROGRAM} --help`, terminal);
  terminal.raw(wantsVersion === true ? `${version}\n` : programHelp());
  return 0;
}

/** `help`, `help COMMAND` */
function help(args: readonly string[], terminal: Terminal): number {
  const [name] = args.filter((each) => !each.startsWith('-'));
  const command = COMMANDS.get(name ?? '');
  if (name !== undefined && !command && !BESIDE.some(([word]) => word === name))
    return misused([unknownCommand(name)], `${PROGRAM} help`, terminal);
  terminal.raw(name === undefined || !command ? programHelp() : commandHelp(name, command));
  return 0;
}

/** `completion SHELL` */
async function completion(args: readonly string[], terminal: Terminal): Promise<number> {
  const { completedCommands, completionScript, SHELLS } = await import('./completion.ts');
  const usage = `Usage: ${PROGRAM} completion ${SHELLS.join('|')}`;
  if (args.includes('--help') || args.includes('-h')) {
    terminal.raw(`${usage}\n\nPrint a completion script for a shell; the comment at its top says where to put it.\n`);
    return 0;
  }
  const shell = SHELLS.find((each) => each === args[0]);
  if (shell === undefined || args.length > 1) return misused([usage], `${PROGRAM} help completion`, terminal);
  const beside = BESIDE.map(([name, summary]) => ({ name, summary, options: [] }));
  terminal.raw(completionScript(shell, PROGRAM, [...completedCommands(COMMANDS, Object.keys(COMMON)), ...beside]));
  return 0;
}

function unknownCommand(name: string): string {
  const near = closestTo(name, [...COMMANDS.keys(), ...BESIDE.map(([word]) => word)]);
  return `Unknown command "${name}".${near === undefined ? '' : ` Did you mean "${near}"?`}`;
}

function misused(lines: readonly string[], hint: string, terminal: Terminal): number {
  for (const [at, line] of lines.entries()) terminal.complain(at === 0 ? `${PROGRAM}: ${line}` : line);
  terminal.complain(`Try: ${hint}`);
  return 2;
}

async function runCommand(name: string, command: Command, args: string[], means: Means): Promise<number> {
  const { terminal } = means;
  let language = terminalLanguage(means.env);
  let json = args.includes('--json');
  try {
    const { values, positionals } = parse(args, command);
    if (values['help'] === true || values['version'] === true) {
      terminal.raw(values['help'] === true ? commandHelp(name, command) : `${version}\n`);
      return 0;
    }
    const { least, most } = command.positionals;
    if (positionals.length < least || positionals.length > most) throw new UsageError(`Usage: ${usageLine(name, command.usage)}`);
    const invocation = invocationOf(values, positionals, language, means);
    ({ language, json } = invocation);
    const warn = (sentence: string): void => terminal.complain(`${PROGRAM}: ${sentence}`, 'yellow');
    await chooseCatalogue({ ...means, named: invocation.option('catalogue'), warn });
    try {
      return await command.run(invocation);
    } finally {
      if (values['verbose'] === true) for (const line of invocation.storeFacts()) terminal.complain(`${PROGRAM}: ${line}`);
      await invocation.close();
    }
  } catch (error) {
    if (error instanceof UsageError)
      return misused(error.lines, [PROGRAM, name, '--help'].filter((word) => word !== '').join(' '), terminal);
    const refusal = toRefusal(error, language);
    if (!refusal) throw error;
    return refuse(refusal, { name, isJson: json, isSarif: args.includes('--sarif') }, means);
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

function parse(args: string[], command: Command): { values: Values; positionals: string[] } {
  try {
    return parseArgs({ args, options: { ...COMMON, ...command.options }, strict: true, allowPositionals: true });
  } catch (error) {
    throw unknownOption(args, Object.keys({ ...COMMON, ...command.options })) ?? new UsageError((error as Error).message);
  }
}

/** A word that looks like an option and is none, with the option probably meant; undefined when that is not what is wrong. */
function unknownOption(args: string[], known: readonly string[]): UsageError | undefined {
  const { tokens } = parseArgs({ args, strict: false, allowPositionals: true, tokens: true });
  const wrong = tokens.find((token) => token.kind === 'option' && !known.includes(token.name) && token.rawName !== '-h');
  if (wrong?.kind !== 'option') return undefined;
  const near = closestTo(wrong.name, known);
  return new UsageError(`Unknown option "${wrong.rawName}".${near === undefined ? '' : ` Did you mean "--${near}"?`}`);
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
  return isNear ? findAndOpen(choice) : openModels(fs, { ...choice, configDir: await configFolder(fs, choice.config, choice) });
}

/** The folder of a configuration that was named by it, or by the file in it. */
async function configFolder(fs: NodeFileSystem, config: string | undefined, { folder }: Surroundings): Promise<string | undefined> {
  if (config === undefined) return undefined;
  const location = path.resolve(folder, config);
  const isFile = await fs.stat(location).then(
    ({ kind }) => kind === 'file',
    () => false,
  );
  return isFile ? path.dirname(location) : location;
}

/** The name of the program. */
const PROGRAM = 'agent-artifacts';

const COMMON_OPTIONS = [
  '--root DIR       the data root, where agents keep their artifacts: a folder, or s3://BUCKET/PREFIX',
  '                 (default: found in the current folder or its parents)',
  '--config DIR     llmservices.json, or the folder that contains it (default: set by the data root)',
  '--catalogue FILE a model catalogue to use in place of the bundled one, unless FILE is older (default: the updated one, if any)',
  '--json           print JSON',
  '--language zh|en the language of descriptions and errors (default: from LANG etc., else en)',
  '--max-size MIB   describe content larger than this instead of showing or sending it (default 20)',
  '--verbose        report object store requests and the age of the cached listing',
  '--refresh        list all names of an object store again, not only new ones',
  '--no-color       print without colours, as with NO_COLOR set',
  '-h, --help       show help for the program or a command',
  '--version        show the version',
];

/** Help of the whole program. */
function programHelp(): string {
  const lines = [...[...COMMANDS].map(([name, { summary }]) => [name, summary] as const), ...BESIDE];
  return `Usage: ${PROGRAM} COMMAND [arguments] [options]
       ${PROGRAM} FILE

See what a model receives when it gets a file and what that costs, repair a stuck session, and read the artifacts that agents leave behind.

Examples:
  ${PROGRAM} route picture.png --model gpt-5.2 --model claude-opus-4-5
  ${PROGRAM} doctor session.jsonl
  ${PROGRAM} list

Commands:
${lines.map(([name, summary]) => `  ${name.padEnd(12)} ${summary}`).join('\n')}

Common options:
${indented(COMMON_OPTIONS)}

REF is an artifact of a data root ("artifact:31", "31", or "ws:WORKSPACE:PATH" with the path in base64url), or the path
of any file, which needs no data root (docs/a.png, notes.md, Makefile). For a file called 31, write ./31.
FILE alone means "doctor FILE" if it is a conversation, else "route FILE" for the newest models.
Run "${PROGRAM} help COMMAND" for details.
Exit codes: 0 success, 1 not found or invalid, 2 wrong usage. lint, doctor: 1 findings, 2 a file cannot be read.
`;
}

/** Help of one command. */
function commandHelp(name: string, { usage, summary, help }: Command): string {
  const own = help.length === 0 ? '' : `\nOptions:\n${indented(help)}\n`;
  return `Usage: ${usageLine(name, usage)}

${summary.charAt(0).toUpperCase()}${summary.slice(1)}.
${own}
Common options:
${indented(COMMON_OPTIONS)}
`;
}

/** The command with its arguments, on one line. */
function usageLine(name: string, usage: string): string {
  return [PROGRAM, name, usage, '[options]'].filter((part) => part !== '').join(' ');
}

function indented(lines: readonly string[]): string {
  return lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n');
}

/** Names that commands had, and what they are now. */
const OLD_COMMANDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['encode', ['ids']],
  ['decode', ['ids']],
  ['locate', ['ids', '--file']],
]);

/** Commands beside the others, which have command lines of their own. */
const BESIDE = [
  ['mcp', 'start the MCP server'],
  ['completion', 'print a completion script for bash, zsh, fish or powershell'],
  ['help', 'show help for the program or a command'],
] as const;

/** Every command, in the order of the help. */
const COMMANDS: ReadonlyMap<string, Command> = new Map(
  Object.entries({
    list,
    show,
    route,
    services,
    validate,
    verify,
    lint,
    conversation,
    doctor,
    switch: switchModel,
    infer,
    catalogue,
    import: importCommand,
    export: exportCommand,
    agents,
    ids,
    sample,
  }),
);
