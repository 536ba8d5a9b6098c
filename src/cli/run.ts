import { parseArgs } from 'node:util';
import { version } from '../../package.json';
import { type Compute, directCompute } from '../core/io/compute.ts';
import { closestTo } from '../core/models/spelling.ts';
import type { Surroundings } from '../platform/surroundings.ts';
import { type Command, type OptionsConfig, PROGRAM, UsageError } from './command.ts';
import { A_FILE, COMMANDS } from './commands.ts';
import { completionScript, SHELLS } from './completion.ts';
import type { Means, Values } from './execute.ts';
import type { Terminal } from './terminal.ts';
import { wrappedHelp } from './wrapped-help.ts';

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

/** The options of all commands: which of them take a value decides where the command is, whatever stands before it. */
const EVERY_OPTION: OptionsConfig = Object.assign({}, ...[...COMMANDS.values()].map(({ options }) => options), COMMON) as OptionsConfig;

/** A command that says something of the program itself, and starts without what the others load. */
interface CommandAbout extends Omit<Command, 'load'> {
  /** @returns the exit code */
  say(positionals: readonly string[], means: Means): number | Promise<number>;
}

const ABOUT: ReadonlyMap<string, CommandAbout> = new Map<string, CommandAbout>([
  [
    'completion',
    {
      usage: SHELLS.join('|'),
      summary: `print a completion script for ${SHELLS.slice(0, -1).join(', ')} or ${SHELLS.at(-1)}`,
      help: ['The comment at the top of the script says where to put it.'],
      options: {},
      positionals: { least: 1, most: 1 },
      examples: [`${PROGRAM} completion bash`, `${PROGRAM} completion fish > ~/.config/fish/completions/${PROGRAM}.fish`],
      say: completion,
    },
  ],
  [
    'help',
    {
      usage: '[COMMAND]',
      summary: 'show help for the program or a command',
      help: [],
      options: {},
      positionals: { least: 0, most: 1 },
      examples: [`${PROGRAM} help`, `${PROGRAM} help route`],
      say: help,
    },
  ],
]);

/** The server has a command line of its own. */
const MCP = { name: 'mcp', summary: 'start the MCP server' };

/** Every command with its summary, in the order of the help. */
const SUMMARIES: ReadonlyMap<string, string> = new Map([
  ...[...COMMANDS].map(([name, { summary }]) => [name, summary] as const),
  [MCP.name, MCP.summary],
  ...[...ABOUT].map(([name, { summary }]) => [name, summary] as const),
]);

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
  const { tokens, values } = parseArgs({ args: [...args], options: EVERY_OPTION, strict: false, allowPositionals: true, tokens: true });
  if (values['no-color'] === true) terminal.leaveColoursOut();
  const name = tokens.find((token) => token.kind === 'positional');
  if (!name) return withoutCommand(args, values, terminal);
  const rest = args.toSpliced(name.index, 1);
  const means = { ...surroundings, terminal, compute };
  if (name.value === MCP.name) return mcp(rest, values['help'] === true, means);
  const { today, options } = named(name.value, terminal);
  const command = COMMANDS.get(today) ?? ABOUT.get(today);
  if (command) return runCommand(today, command, [...options, ...rest], means);
  return withoutName(name.value, args, means);
}

async function mcp(args: readonly string[], isHelp: boolean, { terminal, compute, ...surroundings }: Means): Promise<number> {
  const { mcpHelp, MCP_OPTIONS, runMcp } = await import('../mcp/run.ts');
  const program = `${PROGRAM} ${MCP.name}`;
  const wrong = wrongOption([...args], MCP_OPTIONS);
  if (wrong) return misused(wrong.lines, `${program} --help`, terminal);
  if (isHelp) {
    terminal.raw(wrappedHelp(mcpHelp(program), terminal.columns));
    return 0;
  }
  return runMcp(args, { program, streams: terminal.streams, surroundings, compute });
}

/** A command by a name that it may have had before, which is said. */
function named(name: string, terminal: Terminal): { readonly today: string; readonly options: readonly string[] } {
  const [today = name, ...options] = OLD_COMMANDS.get(name) ?? [];
  if (today !== name) terminal.complain(`${PROGRAM}: "${name}" is "${[today, ...options].join(' ')}" now.`, 'dim');
  return { today, options };
}

/** A file or an artifact in the place of a command. */
async function withoutName(first: string, args: readonly string[], means: Means): Promise<number> {
  // A misspelt option takes no value, and so its value stands where a command does.
  const wrong = wrongOption([...args], EVERY_OPTION);
  if (wrong) return misused(wrong.lines, `${PROGRAM} --help`, means.terminal);
  const { isArtifactId, isPath, isPrefixed } = await import('./contents.ts');
  const show = COMMANDS.get('show');
  if (show && isPrefixed(first)) return runCommand('show', show, [...args], means);
  if (await isPath(first, means)) return runCommand('', A_FILE, [...args], means);
  const sentence = isArtifactId(first)
    ? `"${first}" is taken for the ID of an artifact: write artifact:${first} for the artifact, ./${first} for a file.`
    : unknownCommand(first, `"${first}" is neither a command nor a file.`);
  return misused([sentence], `${PROGRAM} --help`, means.terminal);
}

/** What a person gets who types nothing but the name of the program: the same as with `--help`. */
function withoutCommand(args: readonly string[], values: Values, terminal: Terminal): number {
  const wrong = wrongOption([...args], EVERY_OPTION);
  const ofCommand = Object.keys(values).find((name) => !Object.hasOwn(COMMON, name));
  const lines = wrong?.lines ?? (ofCommand === undefined ? undefined : [`--${ofCommand} needs a command or a file.`]);
  if (lines) return misused(lines, `${PROGRAM} --help`, terminal);
  terminal.raw(values['version'] === true ? `${version}\n` : wrappedHelp(programHelp(), terminal.columns));
  return 0;
}

/** `help`, `help COMMAND` */
function help([name]: readonly string[], means: Means): number | Promise<number> {
  const { terminal } = means;
  if (name === MCP.name) return mcp([], true, means);
  const { today } = named(name ?? '', terminal);
  const command = COMMANDS.get(today) ?? ABOUT.get(today);
  if (name !== undefined && !command) return misused([unknownCommand(name)], `${PROGRAM} help`, terminal);
  terminal.raw(wrappedHelp(command ? commandHelp(today, command) : programHelp(), terminal.columns));
  return 0;
}

/** `completion SHELL` */
async function completion([name]: readonly string[], { terminal }: Means): Promise<number> {
  const shell = SHELLS.find((each) => each === name);
  if (shell === undefined) throw new UsageError(`Unknown shell "${name}". Known: ${SHELLS.join(', ')}.`);
  const { MCP_OPTIONS } = await import('../mcp/run.ts');
  const commands = [...COMMANDS, ...ABOUT].map(([each, { summary, options, values = {} }]) => ({
    name: each,
    summary,
    options: { ...options, ...COMMON },
    values,
  }));
  const completed = {
    commands: [...commands, { ...MCP, options: MCP_OPTIONS, values: {} }],
    file: { options: { ...A_FILE.options, ...COMMON }, values: { language: ['zh', 'en'] } },
    words: { help: [...SUMMARIES.keys()], completion: SHELLS, catalogue: ['update', 'reset', 'export'] },
  };
  terminal.raw(completionScript(shell, PROGRAM, completed));
  return 0;
}

function unknownCommand(name: string, otherwise = `Unknown command "${name}".`): string {
  const near = GUESSES.get(name) ?? closestTo(name, [...SUMMARIES.keys()]);
  return near === undefined ? otherwise : `Unknown command "${name}". Did you mean "${near}"?`;
}

function misused(lines: readonly string[], hint: string, terminal: Terminal): number {
  for (const [at, line] of lines.entries()) terminal.complain(at === 0 ? `${PROGRAM}: ${line}` : line);
  terminal.complain(`Try: ${hint}`);
  return 2;
}

async function runCommand(name: string, command: Command | CommandAbout, args: string[], means: Means): Promise<number> {
  const { terminal } = means;
  try {
    const { values, positionals } = parse(args, command);
    if (values['help'] === true || values['version'] === true) {
      terminal.raw(values['help'] === true ? wrappedHelp(commandHelp(name, command), terminal.columns) : `${version}\n`);
      return 0;
    }
    const { least, most } = command.positionals;
    if (positionals.length < least || positionals.length > most) throw new UsageError(`Usage: ${usageLine(name, command.usage)}`);
    if (positionals.includes('')) throw new UsageError('An argument must not be empty.');
    if ('say' in command) return await command.say(positionals, means);
    const { execute } = await import('./execute.ts');
    return await execute({ name, command, values, positionals }, means);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return misused(error.lines, [PROGRAM, name, '--help'].filter((word) => word !== '').join(' '), terminal);
  }
}

function parse(args: string[], command: Pick<Command, 'options'>): { values: Values; positionals: string[] } {
  try {
    return parseArgs({ args, options: { ...COMMON, ...command.options }, strict: true, allowPositionals: true });
  } catch (error) {
    const options = { ...COMMON, ...command.options };
    throw wrongOption(args, options) ?? new UsageError((error as Error).message);
  }
}

/** What is wrong with the options, the first of it, with the name that was probably meant; undefined when nothing is. */
function wrongOption(args: string[], options: OptionsConfig): UsageError | undefined {
  const { tokens } = parseArgs({ args, options, strict: false, allowPositionals: true, tokens: true });
  for (const token of tokens) {
    const complaint = token.kind === 'option' ? complaintOf(token, options) : undefined;
    if (complaint !== undefined) return new UsageError(complaint);
  }
  return undefined;
}

/** An option as it was typed. */
interface TypedOption {
  readonly name: string;
  readonly rawName: string;
  readonly value: string | undefined;
  /** Whether the value is typed behind `=`. */
  readonly inlineValue: boolean | undefined;
}

function complaintOf({ name, rawName, value, inlineValue }: TypedOption, options: OptionsConfig): string | undefined {
  const option = Object.hasOwn(options, name) ? options[name] : undefined;
  if (!option) {
    const owners = [...COMMANDS].flatMap(([owner, command]) => (Object.hasOwn(command.options, name) ? [owner] : []));
    if (owners.length > 0) return `${rawName} is an option of ${owners.join(', ')}.`;
    const near = name.toLowerCase() === 'v' ? 'version' : closestTo(name, Object.keys(options));
    return `Unknown option "${rawName}".${near === undefined ? '' : ` Did you mean "--${near}"?`}`;
  }
  if (option.type === 'boolean') return value === undefined ? undefined : `${rawName} takes no value.`;
  if (value === undefined) return `${rawName} needs a value.`;
  if (inlineValue === false && value.startsWith('-')) return `${rawName} needs a value. Write ${rawName}=${value} if that is the value.`;
  return undefined;
}

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
  return `Usage: ${PROGRAM} COMMAND [arguments] [options]
       ${PROGRAM} FILE… | REF

See what a model receives when it gets a file and what that costs, repair a stuck session, and read the artifacts that agents leave behind.

Examples:
  ${PROGRAM} route picture.png --model gpt-5.2 --model claude-opus-4-5
  ${PROGRAM} doctor session.jsonl
  ${PROGRAM} list

Commands:
${[...SUMMARIES].map(([name, summary]) => `  ${name.padEnd(13)} ${summary}`).join('\n')}

Common options (mcp has its own):
${indented(COMMON_OPTIONS)}

REF is an artifact of a data root ("artifact:31", "31", or "ws:WORKSPACE:PATH" with the path in base64url), or the path of any file, which needs no data root (docs/a.png, notes.md, Makefile). For a file called 31, write ./31.
FILE alone means "doctor FILE" if it is a conversation, else "route FILE"; several are routed as the attachments of one message.
REF alone, with its prefix, means "show REF".
Run "${PROGRAM} help COMMAND" for details.
Exit codes: 0 success, 1 not found or invalid, 2 wrong usage. lint, doctor: 1 findings, 2 a file cannot be read (1 for FILE alone).
`;
}

/** Help of one command. */
function commandHelp(name: string, { usage, summary, help, examples }: Omit<Command, 'load'>): string {
  const own = help.length === 0 ? '' : `\nOptions:\n${indented(help)}\n`;
  return `Usage: ${usageLine(name, usage)}

${summary.charAt(0).toUpperCase()}${summary.slice(1)}.

Examples:
${indented(examples)}
${own}
Options of every command: ${PROGRAM} --help
`;
}

/** The command with its arguments, on one line. */
function usageLine(name: string, usage: string): string {
  return [PROGRAM, name, usage, '[options]'].filter((part) => part !== '').join(' ');
}

function indented(lines: readonly string[]): string {
  return lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n');
}

/** Words that people try, and the command that does it. */
const GUESSES: ReadonlyMap<string, string> = new Map([
  ['ls', 'list'],
  ['models', 'services'],
  ['price', 'route'],
  ['check', 'doctor'],
  ['fix', 'doctor'],
  ['version', '--version'],
]);

/** Names that commands had, and what they are now. */
const OLD_COMMANDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['encode', ['ids']],
  ['decode', ['ids']],
  ['locate', ['ids', '--file']],
]);
