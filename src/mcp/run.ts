import { pipeline } from 'node:stream';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { version } from '../../package.json';
import type { DescriptionLanguage } from '../core/content/media-type.ts';
import { formatSize } from '../core/content/size.ts';
import { type Compute, directCompute } from '../core/io/compute.ts';
import type { FileSystem } from '../core/io/file-system.ts';
import type { Logger } from '../core/io/logger.ts';
import { chooseCatalogue } from '../platform/chosen-catalogue.ts';
import { EntryError } from '../platform/entry-error.ts';
import { configFolder, type FoundRoot, rootAt, rootByName, terminalLanguage } from '../platform/find-root.ts';
import { NodeFileSystem } from '../platform/node-file-system.ts';
import { MAX_SIZE_USAGE, openRoot, type LoadedRoot, parseMaxSize, requireAgent, requireService } from '../platform/open-root.ts';
import type { StandardStreams, Surroundings } from '../platform/surroundings.ts';
import { registerApp } from './app.ts';
import { recordedSessions } from './recorded-session.ts';
import { registerResources } from './resources.ts';
import { Session } from './session.ts';
import { MessageLines, StdioTransport } from './stdio-transport.ts';
import { registerTools } from './tools.ts';

/** Largest message from a client in bytes: `write_file` with a content of the default size limit (20 MiB) as base64, and some more. */
const MAX_MESSAGE_BYTES = 32 * 1024 * 1024;
/** The code of JSON-RPC 2.0 §5.1 for a request that is none to be carried out. */
const INVALID_REQUEST = -32600;

/** What a server is run with besides its arguments. */
export interface McpMeans {
  /** The name it was started by, for its help. */
  readonly program: string;
  readonly streams: StandardStreams;
  readonly surroundings: Surroundings;
  /** Where long metadata are parsed. Default: on this thread. */
  readonly compute?: Compute;
}

/**
 * Runs the server until its client closes standard input.
 *
 * @returns the exit code, as soon as the server listens: 0, 1 (no such root, service or agent), 2 (usage)
 */
export async function runMcp(args: readonly string[], means: McpMeans): Promise<number> {
  const {
    program,
    streams: { stdout, stderr },
    surroundings,
  } = means;
  const parsed = parseMcpArguments(args, terminalLanguage(surroundings.env));
  switch (parsed.ask) {
    case 'help':
      stdout.write(mcpHelp(program));
      return 0;
    case 'version':
      stdout.write(`${version}\n`);
      return 0;
    case 'usage':
      stderr.write(`${program}: ${parsed.message}\nTry: ${program} --help\n`);
      return 2;
    case 'serve':
      return serve(parsed.options, means);
  }
}

async function serve(options: McpArguments, { streams, surroundings, compute = directCompute }: McpMeans): Promise<number> {
  const { stdin, stdout, stderr } = streams;
  const logger = loggerOn(stderr);
  try {
    const session = await startSession(options, { logger, compute, surroundings });
    const lines = new MessageLines(MAX_MESSAGE_BYTES, ({ requestId }) => {
      const message = `The message exceeds the limit of ${formatSize(MAX_MESSAGE_BYTES)}.`;
      if (requestId === null) return logger.warn(message);
      stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: requestId, error: { code: INVALID_REQUEST, message } })}\n`);
    });
    // ends the lines, and with them the server, also when standard input breaks
    pipeline(stdin, lines, (error) => {
      if (error) logger.warn(`standard input: ${error.message}`);
    });
    serveStdio(() => createServer(session), {
      // a client of the revision 2026-07-28 says when it begins to listen; the SDK answers it
      transport: new StdioTransport(lines, stdout, (method, params) => {
        if (method !== 'subscriptions/listen') return undefined;
        session.spellings.note(params);
        // Nothing is lost from the answer on.
        return session.listen();
      }),
      onerror: ({ message }) => logger.warn(message),
    });
    return 0;
  } catch (error) {
    if (!(error instanceof EntryError)) throw error;
    logger.error(`${error.code}: ${error.message}`);
    return 1;
  }
}

/** Where a session is started. */
interface Start {
  readonly logger: Logger;
  readonly compute: Compute;
  readonly surroundings: Surroundings;
}

async function startSession(options: McpArguments, { logger, compute, surroundings }: Start): Promise<Session> {
  const local = new NodeFileSystem();
  const { service, agent, allowWrite, confirms, language, maxContentBytes } = options;
  const recorded = await recordedSessions(options.sessions, { folder: surroundings.folder, compute, maxContentBytes });
  await chooseCatalogue({ ...surroundings, named: options.catalogue, warn: (sentence) => logger.warn(sentence) });
  // For sessions no data root is needed: a folder that is none has no artifacts.
  const named = options.root ?? (recorded.size > 0 && !(await rootAt(local, surroundings.folder)) ? '.' : undefined);
  const { fs, found } = await findRoot(local, named, { logger, surroundings });
  const root = await openRoot(fs, found, {
    language,
    maxContentBytes,
    logger,
    compute,
    ...(options.config !== undefined && { configDir: await configFolder(local, options.config, surroundings), configFs: local }),
  });
  checkSelection(root, options, logger);
  if (service === undefined && agent === undefined)
    logger.info('started without --service or --agent: the model is unknown, so the tools send only text and describe other content');
  return new Session(root, { serviceId: service, agentId: agent, allowWrite, confirms, logger, compute, recorded });
}

async function findRoot(
  local: FileSystem,
  named: string | undefined,
  { logger, surroundings }: Pick<Start, 'logger' | 'surroundings'>,
): Promise<{ fs: FileSystem; found: FoundRoot }> {
  if (named !== undefined) return rootByName(named, { local, surroundings, logger });
  const here = await rootAt(local, surroundings.folder);
  if (!here) throw new EntryError('root_unknown', 'The current folder is not a data root. Use --root DIR.');
  return { fs: local, found: here };
}

/**
 * A service or agent that does not exist is a mistake of whoever starts the server. A file that cannot be
 * used right now may be in somebody's editor: the server starts, and until it is fixed text is all there is.
 */
function checkSelection(root: LoadedRoot, { service, agent }: McpArguments, logger: Logger): void {
  for (const check of [
    () => service !== undefined && requireService(root, service),
    () => agent !== undefined && requireAgent(root, agent),
  ]) {
    try {
      check();
    } catch (error) {
      const isTransient = error instanceof EntryError && (error.code === 'services_unusable' || error.code === 'organisation_unusable');
      if (!isTransient) throw error;
      logger.warn(error.message);
    }
  }
}

/** What the server was started with. */
interface McpArguments {
  readonly root?: string | undefined;
  readonly config?: string | undefined;
  readonly catalogue?: string | undefined;
  readonly service?: string | undefined;
  readonly agent?: string | undefined;
  /** Files of recorded sessions of other programs. */
  readonly sessions: readonly string[];
  readonly allowWrite: boolean;
  readonly confirms: boolean;
  readonly language: DescriptionLanguage;
  readonly maxContentBytes?: number | undefined;
}

/** What a command line asks for; `message` says what is wrong with it. */
export type ParsedArguments =
  | { readonly ask: 'serve'; readonly options: McpArguments }
  | { readonly ask: 'help' | 'version' }
  | { readonly ask: 'usage'; readonly message: string };

/** The options of the server. */
export const MCP_OPTIONS = {
  root: { type: 'string' },
  config: { type: 'string' },
  catalogue: { type: 'string' },
  service: { type: 'string' },
  agent: { type: 'string' },
  session: { type: 'string', multiple: true },
  'read-only': { type: 'boolean', default: false },
  'allow-write': { type: 'boolean', default: false },
  'no-confirm': { type: 'boolean', default: false },
  language: { type: 'string' },
  'max-size': { type: 'string' },
  // There are no colours; an alias may ask for none all the same.
  'no-color': { type: 'boolean' },
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', default: false },
} as const satisfies ParseArgsConfig['options'];

/** Help of the server, as it is started by this name. */
export function mcpHelp(program: string): string {
  return `Usage: ${program} [options]

Serves the artifacts of a data root (the folder where agents keep them) to an MCP client over standard input and output.

  --root DIR        the data root (default: the current folder)
  --config DIR      the folder that contains llmservices.json (default: set by the data root)
  --catalogue FILE  a model catalogue to use in place of the bundled one, unless FILE is older (default: the updated one, if any)
  --service ID      the model service whose capabilities apply (default: that of --agent, else text only)
  --agent ID        the agent that calls the tools; sets its service and workspace
  --session FILE    offer the artifacts of this recorded session as resources; repeat it for several
  --read-only       do not offer write_file (default)
  --allow-write     offer write_file
  --no-confirm      replace existing files without asking (default: ask the user, if the client can)
  --language zh|en  the language of descriptions (default: from LANG etc., else en)
  --max-size MIB    describe content larger than this instead of sending it (default 20)
  -h, --help        show this help
  --version         show the version
`;
}

/** Reads the command line of the server. Never throws. @param displayed the language where the command line names none */
export function parseMcpArguments(args: readonly string[], displayed: DescriptionLanguage): ParsedArguments {
  let values;
  try {
    values = parseArgs({ args: [...args], options: MCP_OPTIONS, strict: true, allowPositionals: false }).values;
  } catch (error) {
    return { ask: 'usage', message: (error as Error).message };
  }
  if (values.help) return { ask: 'help' };
  if (values.version) return { ask: 'version' };
  const { root, config, catalogue, service, agent, session: sessions = [], language = displayed } = values;
  if (language !== 'zh' && language !== 'en') return { ask: 'usage', message: '--language must be zh or en.' };
  if (values['read-only'] && values['allow-write']) return { ask: 'usage', message: '--read-only and --allow-write cannot be combined.' };
  const maxSize = values['max-size'];
  const maxContentBytes = maxSize === undefined ? undefined : parseMaxSize(maxSize);
  if (maxSize !== undefined && maxContentBytes === undefined) return { ask: 'usage', message: MAX_SIZE_USAGE };
  const empty = Object.entries({ root, config, catalogue, service, agent, session: sessions }).find(([, value]) =>
    [value].flat().includes(''),
  );
  if (empty) return { ask: 'usage', message: `--${empty[0]} must not be empty.` };
  return {
    ask: 'serve',
    options: {
      root,
      config,
      catalogue,
      service,
      agent,
      sessions,
      language,
      maxContentBytes,
      allowWrite: values['allow-write'],
      confirms: !values['no-confirm'],
    },
  };
}

/** Controls and bidirectional characters in a name must not reach a terminal or forge a line. */
const UNSAFE = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
const MAX_LINE = 1000;

/** Reports on standard error, one line each: standard output belongs to the protocol. */
function loggerOn(stderr: StandardStreams['stderr']): Logger {
  const write =
    (level: string) =>
    (message: string): void => {
      stderr.write(`agent-artifacts mcp: ${level}: ${message.slice(0, MAX_LINE).toWellFormed().replace(UNSAFE, '\ufffd')}\n`);
    };
  return { debug() {}, info: write('info'), warn: write('warning'), error: write('error') };
}

const INSTRUCTIONS = `Artifacts are files made by agents, named by references such as "artifact:31" or "artifact:ws:agent-coder:c3JjL21haW4uanM".
Read one with get_artifact; find references with list_artifacts. If an artifact is returned as a description because the model cannot read it, find_capable_agents names agents that can.`;

/** A server over a session; one for each connection, of either generation of the protocol. */
export function createServer(session: Session): McpServer {
  const server = new McpServer(
    { name: 'agent-artifacts', title: 'Agent Artifacts', version },
    {
      capabilities: { tools: { listChanged: false }, resources: { listChanged: true, subscribe: true } },
      instructions: INSTRUCTIONS,
      requestState: { verify: session.asked.verify },
    },
  );
  registerTools(server, session);
  registerApp(server);
  registerResources(server, session);
  return server;
}
