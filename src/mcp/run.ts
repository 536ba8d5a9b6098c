import * as path from 'node:path';
import { pipeline } from 'node:stream';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { version } from '../../package.json';
import { formatSize } from '../core/content/size.ts';
import { directCompute, type Compute } from '../core/io/compute.ts';
import type { FileSystem } from '../core/io/file-system.ts';
import type { Logger } from '../core/io/logger.ts';
import { displayLanguage } from '../platform/display-language.ts';
import { EntryError } from '../platform/entry-error.ts';
import { namedRoot, rootAt, type FoundRoot } from '../platform/find-root.ts';
import { NodeFileSystem } from '../platform/node-file-system.ts';
import { openRoot, requireAgent, requireService, type OpenRoot } from '../platform/open-root.ts';
import { mcpHelp, parseMcpArguments, type McpArguments } from './arguments.ts';
import { MessageLines } from './message-lines.ts';
import { createServer } from './server.ts';
import { Session } from './session.ts';
import { stderrLogger } from './stderr-logger.ts';
import { StdioTransport } from './stdio-transport.ts';

/** Largest message from a client in bytes: `write_file` with a content of the default size limit (20 MiB) as base64, and some more. */
const MAX_MESSAGE_BYTES = 32 * 1024 * 1024;
/** The code of JSON-RPC 2.0 §5.1 for a request that is none to be carried out. */
const INVALID_REQUEST = -32600;

/**
 * Runs the server until its client closes standard input.
 *
 * @param program the name it was started by, for its help
 * @param compute where long metadata are parsed
 * @returns the exit code, as soon as the server listens: 0, 1 (no such root, service or agent), 2 (usage)
 */
export async function runMcp(args: readonly string[], program: string, compute: Compute = directCompute): Promise<number> {
  const parsed = parseMcpArguments(args, displayLanguage(process.env));
  switch (parsed.ask) {
    case 'help':
      process.stdout.write(mcpHelp(program));
      return 0;
    case 'version':
      process.stdout.write(`${version}\n`);
      return 0;
    case 'usage':
      process.stderr.write(`${program}: ${parsed.message}\n\n${mcpHelp(program)}`);
      return 2;
    case 'serve':
      return serve(parsed.options, compute);
  }
}

async function serve(options: McpArguments, compute: Compute): Promise<number> {
  const logger = stderrLogger();
  try {
    const session = await startSession(options, logger, compute);
    const lines = new MessageLines(MAX_MESSAGE_BYTES, ({ requestId }) => {
      const message = `The message is larger than ${formatSize(MAX_MESSAGE_BYTES)}.`;
      if (requestId === null) return logger.warn(message);
      process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: requestId, error: { code: INVALID_REQUEST, message } })}\n`);
    });
    // ends the lines, and with them the server, also when standard input breaks
    pipeline(process.stdin, lines, (error) => {
      if (error) logger.warn(`standard input: ${error.message}`);
    });
    serveStdio(() => createServer(session), {
      transport: new StdioTransport(lines, process.stdout),
      onerror: ({ message }) => logger.warn(message),
    });
    return 0;
  } catch (error) {
    if (!(error instanceof EntryError)) throw error;
    logger.error(`${error.code}: ${error.message}`);
    return 1;
  }
}

async function startSession(options: McpArguments, logger: Logger, compute: Compute): Promise<Session> {
  const fs = new NodeFileSystem();
  const { service, agent, allowWrite, language, maxContentBytes } = options;
  const root = await openRoot(fs, await findRoot(fs, options.root), {
    language,
    maxContentBytes,
    logger,
    compute,
    configDir: options.config === undefined ? undefined : path.resolve(options.config),
  });
  checkSelection(root, options, logger);
  return new Session(root, { serviceId: service, agentId: agent, allowWrite, logger });
}

async function findRoot(fs: FileSystem, named: string | undefined): Promise<FoundRoot> {
  if (named !== undefined) return namedRoot(fs, path.resolve(named));
  const here = await rootAt(fs, process.cwd());
  if (!here) throw new EntryError('root_unknown', 'The current folder is no data root; name one with --root DIR.');
  return here;
}

/**
 * A service or agent that does not exist is a mistake of whoever starts the server. A file that cannot be
 * used right now may be in somebody's editor: the server starts, and until it is fixed text is all there is.
 */
function checkSelection(root: OpenRoot, { service, agent }: McpArguments, logger: Logger): void {
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
