import path from 'node:path';
import { pipeline } from 'node:stream';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import {
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod/mini';
import { version } from '../../package.json';
import { type DescriptionLanguage, GENERIC_BINARY } from '../core/content/media-type.ts';
import { formatSize } from '../core/content/size.ts';
import { encodeBase64 } from '../core/io/base64.ts';
import { type Compute, directCompute } from '../core/io/compute.ts';
import { CodedError, toFailure } from '../core/io/errors.ts';
import type { FileSystem } from '../core/io/file-system.ts';
import type { Logger } from '../core/io/logger.ts';
import { WORKSPACE_PREFIX } from '../core/refs/artifact-id-codec.ts';
import { ARTIFACT_URI_TEMPLATE, artifactUri, parseArtifactUri } from '../core/refs/reference.ts';
import { safeName } from '../core/routing/description.ts';
import type { Artifact, ArtifactMetadata } from '../core/store/artifact.ts';
import { toolSentence } from '../core/tools/tool-definitions.ts';
import { listWorkspaceFiles } from '../core/tools/workspace-listing.ts';
import { EntryError } from '../platform/entry-error.ts';
import { displayLanguage, type FoundRoot, rootByName, rootAt } from '../platform/find-root.ts';
import { NodeFileSystem } from '../platform/node-file-system.ts';
import { MAX_SIZE_USAGE, openRoot, type OpenRoot, parseMaxSize, requireAgent, requireService } from '../platform/open-root.ts';
import { Session } from './session.ts';
import { MessageLines, StdioTransport } from './stdio-transport.ts';
import { registerTools } from './tools.ts';

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
      const message = `The message exceeds the limit of ${formatSize(MAX_MESSAGE_BYTES)}.`;
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
  const local = new NodeFileSystem();
  const { service, agent, allowWrite, language, maxContentBytes } = options;
  const { fs, found } = await findRoot(local, options.root);
  const root = await openRoot(fs, found, {
    language,
    maxContentBytes,
    logger,
    compute,
    ...(options.config !== undefined && { configDir: path.resolve(options.config), configFs: local }),
  });
  checkSelection(root, options, logger);
  return new Session(root, { serviceId: service, agentId: agent, allowWrite, logger, compute });
}

async function findRoot(local: FileSystem, named: string | undefined): Promise<{ fs: FileSystem; found: FoundRoot }> {
  if (named !== undefined) return rootByName(named, { local, folderOf: (text) => path.resolve(text) });
  const here = await rootAt(local, process.cwd());
  if (!here) throw new EntryError('root_unknown', 'The current folder is not a data root. Use --root DIR.');
  return { fs: local, found: here };
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

/** What the server was started with. */
interface McpArguments {
  readonly root?: string | undefined;
  readonly config?: string | undefined;
  readonly service?: string | undefined;
  readonly agent?: string | undefined;
  readonly allowWrite: boolean;
  readonly language: DescriptionLanguage;
  readonly maxContentBytes?: number | undefined;
}

/** What a command line asks for; `message` says what is wrong with it. */
export type ParsedArguments =
  | { readonly ask: 'serve'; readonly options: McpArguments }
  | { readonly ask: 'help' | 'version' }
  | { readonly ask: 'usage'; readonly message: string };

const OPTIONS = {
  root: { type: 'string' },
  config: { type: 'string' },
  service: { type: 'string' },
  agent: { type: 'string' },
  'read-only': { type: 'boolean', default: false },
  'allow-write': { type: 'boolean', default: false },
  language: { type: 'string' },
  'max-size': { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', default: false },
} as const satisfies ParseArgsConfig['options'];

/** Help of the server, as it is started by this name. */
function mcpHelp(program: string): string {
  return `Usage: ${program} [options]

Serves the artifacts of a data root to an MCP client over standard input and output.

  --root DIR        the data root (default: the current folder)
  --config DIR      the folder that contains llmservices.json (default: set by the data root)
  --service ID      the model service whose capabilities apply (default: that of --agent, else text only)
  --agent ID        the agent that calls the tools; sets its service and workspace
  --read-only       do not offer write_file (default)
  --allow-write     offer write_file
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
    values = parseArgs({ args: [...args], options: OPTIONS, strict: true, allowPositionals: false }).values;
  } catch (error) {
    return { ask: 'usage', message: (error as Error).message };
  }
  if (values.help) return { ask: 'help' };
  if (values.version) return { ask: 'version' };
  const { root, config, service, agent, language = displayed } = values;
  if (language !== 'zh' && language !== 'en') return { ask: 'usage', message: '--language must be zh or en.' };
  if (values['read-only'] && values['allow-write']) return { ask: 'usage', message: '--read-only and --allow-write cannot be combined.' };
  const maxSize = values['max-size'];
  const maxContentBytes = maxSize === undefined ? undefined : parseMaxSize(maxSize);
  if (maxSize !== undefined && maxContentBytes === undefined) return { ask: 'usage', message: MAX_SIZE_USAGE };
  const empty = Object.entries({ root, config, service, agent }).find(([, value]) => value === '');
  if (empty) return { ask: 'usage', message: `--${empty[0]} must not be empty.` };
  return { ask: 'serve', options: { root, config, service, agent, language, maxContentBytes, allowWrite: values['allow-write'] } };
}

/** Controls and bidirectional characters in a name must not reach a terminal or forge a line. */
const UNSAFE = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
const MAX_LINE = 1000;

/** Reports on standard error, one line each: standard output belongs to the protocol. */
function stderrLogger(): Logger {
  const write =
    (level: string) =>
    (message: string): void => {
      process.stderr.write(`agent-artifacts mcp: ${level}: ${message.slice(0, MAX_LINE).toWellFormed().replace(UNSAFE, '\ufffd')}\n`);
    };
  return { debug() {}, info: write('info'), warn: write('warning'), error: write('error') };
}

const INSTRUCTIONS = `Artifacts are files made by agents, named by references such as "artifact:31" or "artifact:ws:agent-coder:c3JjL21haW4uanM".
Read one with get_artifact; find references with list_artifacts. If an artifact is returned as a description because the model cannot read it, find_capable_agents names agents that can.`;

/** A server over a session; one for each connection, of either generation of the protocol. */
function createServer(session: Session): McpServer {
  const server = new McpServer(
    { name: 'agent-artifacts', title: 'Agent Artifacts', version },
    { capabilities: { tools: { listChanged: false }, resources: { listChanged: false } }, instructions: INSTRUCTIONS },
  );
  registerTools(server, session);
  registerResources(server, session);
  return server;
}

/** Offers every artifact as a resource: by template, in a listing of pages, with completion of ids. */
function registerResources(server: McpServer, session: Session): void {
  server.registerResource(
    'artifact',
    new ResourceTemplate(ARTIFACT_URI_TEMPLATE, { list: undefined, complete: { id: (typed) => completeId(session, typed) } }),
    {
      title: 'Artifact',
      description: 'An artifact by its ID: a number, a UUID, or "ws:{workspace}:{path in base64url}" for a file in a workspace.',
    },
    (uri) => readResource(session, uri.href),
  );
  // The listing of a template has no pages, and a store may hold a hundred thousand artifacts.
  server.server.setRequestHandler('resources/list', async ({ params }) => {
    const { resources, nextCursor } = await listResources(session, params?.cursor);
    return { resources, ...(nextCursor !== undefined && { nextCursor }) };
  });
}

/**
 * The ids that begin with what was typed, newest first: those of the store, by their names alone; `ws:` and
 * the names of workspaces; the files of a workspace once its name is complete. Never rejects.
 */
async function completeId(session: Session, typed: string): Promise<string[]> {
  try {
    const ids = typed.startsWith(WORKSPACE_PREFIX) ? await workspaceIds(session, typed) : await storeIds(session);
    return ids.filter((id) => id.startsWith(typed));
  } catch (error) {
    session.logger.warn(`cannot complete IDs: ${toFailure(error).code}`);
    return [];
  }
}

async function storeIds({ root }: Session): Promise<string[]> {
  const index = await root.store.readIndex();
  return [...index.page({ limit: Infinity }).entries.map(({ id }) => id), WORKSPACE_PREFIX];
}

async function workspaceIds({ root }: Session, typed: string): Promise<string[]> {
  const colon = typed.indexOf(':', WORKSPACE_PREFIX.length);
  if (colon < 0) return (await root.workspaces.listWorkspaces()).map(({ workspaceId }) => `${WORKSPACE_PREFIX}${workspaceId}:`);
  const { items } = await listWorkspaceFiles(root.workspaces, typed.slice(WORKSPACE_PREFIX.length, colon), { limit: Infinity });
  return items.map(({ id }) => id);
}

/** Resources on one page. */
const PAGE_SIZE = 100;

/** Where a listing goes on: in the store, then in one workspace after the other, by name. */
const cursorSchema = z.union([
  z.strictObject({ store: z.string() }),
  z.strictObject({ workspace: z.string(), after: z.optional(z.string()) }),
]);
type Cursor = z.infer<typeof cursorSchema>;

/** A page of resources; `nextCursor` leads to the one that follows. */
export interface ResourcePage {
  readonly resources: Resource[];
  readonly nextCursor?: string;
}

/**
 * One page of everything that can be read: the store, newest first, then the files of the workspaces. What
 * is only reserved is left out.
 *
 * @throws ProtocolError invalid params, for a cursor that is none of ours
 */
async function listResources(session: Session, cursor: string | undefined): Promise<ResourcePage> {
  const place = cursor === undefined ? undefined : decodeCursor(cursor);
  if (place && 'workspace' in place) return listWorkspace(session, place.workspace, place.after);
  const { items, next } = await session.root.store.list({ limit: PAGE_SIZE, after: place?.store });
  return page(items, next === undefined ? await workspaceAfter(session, undefined) : { store: next });
}

async function listWorkspace(session: Session, workspace: string, after: string | undefined): Promise<ResourcePage> {
  const following = await workspaceAfter(session, workspace);
  try {
    const { items, unreadable, next } = await listWorkspaceFiles(session.root.workspaces, workspace, { limit: PAGE_SIZE, after });
    for (const { path, failure } of unreadable)
      session.logger.warn(`folder ${path} of workspace ${workspace} cannot be read: ${failure.code}`);
    return page(items, next === undefined ? following : { workspace, after: next });
  } catch (error) {
    session.logger.warn(`workspace ${workspace} cannot be listed: ${toFailure(error).code}`);
    return page([], following);
  }
}

async function workspaceAfter({ root }: Session, name: string | undefined): Promise<Cursor | undefined> {
  const workspaces = await root.workspaces.listWorkspaces();
  const next = workspaces.find(({ workspaceId, state }) => state === 'present' && (name === undefined || workspaceId > name));
  return next && { workspace: next.workspaceId };
}

function page(items: readonly ArtifactMetadata[], next: Cursor | undefined): ResourcePage {
  const resources = items.filter(({ state }) => state === 'present' || state === 'broken').map(toResource);
  return { resources, ...(next && { nextCursor: Buffer.from(JSON.stringify(next)).toString('base64url') }) };
}

function decodeCursor(cursor: string): Cursor {
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid cursor.');
  }
}

function toResource({ id, reference, name, filename, mimeType, size, createdAt, updatedAt }: ArtifactMetadata): Resource {
  const title = reference.kind === 'workspace' ? `${reference.workspaceId}/${reference.relativePath}` : name;
  const lastModified = isoTime(updatedAt ?? createdAt);
  return {
    uri: artifactUri(id),
    name: safeName(filename) || id,
    title: safeName(title) || id,
    ...(mimeType !== undefined && { mimeType }),
    ...(size !== undefined && { size }),
    ...(lastModified !== undefined && { annotations: { lastModified } }),
  };
}

/** The time as the protocol wants it (ISO 8601 in UTC); data may hold anything. */
function isoTime(text: string | undefined): string | undefined {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/** Characters of a URI that an error repeats: more than one of ours can have. */
const LONGEST_SHOWN = 32_768;

/**
 * The content of an artifact, text as text and everything else as a blob. A resource is read by the
 * application, not by the model, so capabilities do not matter.
 *
 * @throws ResourceNotFoundError when there is nothing of that id; ProtocolError with the code of the core in
 * `data.code` when the URI is none of ours, or the content cannot be given
 */
async function readResource(session: Session, uri: string): Promise<ReadResourceResult> {
  try {
    const artifact = await readArtifact(session, uri);
    const { content } = artifact;
    if (typeof content === 'string') return { contents: [{ uri, mimeType: artifact.mimeType ?? 'text/plain', text: content }] };
    return { contents: [{ uri, mimeType: artifact.mimeType ?? GENERIC_BINARY, blob: encodeBase64(content) }] };
  } catch (error) {
    const { code } = toFailure(error);
    const shown = uri.length > LONGEST_SHOWN ? `${uri.slice(0, LONGEST_SHOWN)}…` : uri;
    if (code === 'not_found') throw new ResourceNotFoundError(shown);
    const isRequest = !parseArtifactUri(uri).ok;
    const message = `${code}: ${toolSentence(code, session.root.router.language)}`;
    throw new ProtocolError(isRequest ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError, message, { uri: shown, code });
  }
}

/** The artifact with its content; rejects with a CodedError when there is none. */
async function readArtifact({ root: { store } }: Session, uri: string): Promise<Artifact> {
  const parsed = parseArtifactUri(uri);
  if (!parsed.ok) throw new CodedError(parsed.error.code);
  const metadata = await store.getMetadata(parsed.value);
  if (!metadata?.location) throw new CodedError(metadata?.problem?.code ?? (metadata?.state === 'reserved' ? 'reserved' : 'not_found'));
  const artifact = await store.readArtifact(metadata, metadata.location);
  if (artifact.contentFailure) throw new CodedError(artifact.contentFailure.code);
  return artifact;
}
