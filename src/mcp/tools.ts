import {
  type CallToolResult,
  type ClientCapabilities,
  CLIENT_CAPABILITIES_META_KEY,
  type Icon,
  inputRequired,
  type InputRequiredResult,
  inputResponse,
  type McpServer,
  type ResourceLink,
  type ServerContext,
  type StandardSchemaWithJSON,
  type ToolAnnotations,
} from '@modelcontextprotocol/server';
import * as z from 'zod/mini';
import { formatSize } from '../core/content/size.ts';
import { artifactUri, parseReference, pathOfReference } from '../core/refs/reference.ts';
import { safeName } from '../core/routing/description.ts';
import type { CheckedTarget, ExpectedTarget } from '../core/store/artifact.ts';
import { type ToolError, toolError, type ToolName, TOOLS } from '../core/tools/tool-definitions.ts';
import type { ListedArtifact, ToolContext, ToolResults } from '../core/tools/tool-executor.ts';
import { artifactResult, refusedCall } from '../core/wire/mcp.ts';
import { APP_TOOL_META, showsApps, withComparison } from './app.ts';
import type { Session } from './session.ts';

const TITLES: Readonly<Record<ToolName, string>> = {
  get_artifact: 'Get artifact',
  list_artifacts: 'List artifacts',
  preview_artifact: 'Preview artifact',
  check_conversation: 'Check conversation',
  find_capable_agents: 'Find capable agents',
  write_file: 'Write file',
};

/** What is drawn inside a square of 16 by 16. */
const DRAWINGS: Readonly<Record<ToolName, string>> = {
  get_artifact: '<path d="M3 1.5h6l4 4v9H3z"/><path d="M9 1.5v4h4M5.5 11l2-2.5 1.5 1.5 1-1 1.5 2z"/>',
  list_artifacts: '<path d="M2 3.5h1M5 3.5h9M2 8h1M5 8h9M2 12.5h1M5 12.5h9"/>',
  preview_artifact: '<path d="M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8z"/><circle cx="8" cy="8" r="2"/>',
  check_conversation: '<path d="M1.5 2.5h13v9H7l-3 3v-3H1.5z"/><path d="m5 7 2 2 4-4"/>',
  find_capable_agents: '<circle cx="7" cy="7" r="4.5"/><path d="m10.5 10.5 4 4M5.5 9a2 2 0 0 1 3 0"/><circle cx="7" cy="6" r="1"/>',
  write_file: '<path d="M9 1.5H3v13h10V8"/><path d="m7 9.5 6.5-7 1.5 1.5-6.5 7H7z"/>',
};
/** The colours of the lines, for light and dark backgrounds. */
const COLOURS = { light: '#424242', dark: '#c5c5c5' } as const;

/** Drawings for clients that show them: as data, because nothing is fetched. */
function iconsOf(name: ToolName): Icon[] {
  return (['light', 'dark'] as const).map((theme) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" fill="none" stroke="${COLOURS[theme]}">${DRAWINGS[name]}</svg>`;
    return { src: `data:image/svg+xml;base64,${btoa(svg)}`, mimeType: 'image/svg+xml', sizes: ['any'], theme };
  });
}

/** Writing replaces what a file held, and each time adds to its history. Nothing leaves the data root. */
const WRITING: ToolAnnotations = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false };
const READING: ToolAnnotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** Offers the tools of the core; those that write only where the session allows it. */
export function registerTools(server: McpServer, session: Session): void {
  for (const { name, description, input, isReadOnly } of Object.values(TOOLS)) {
    if (!isReadOnly && !session.allowWrite) continue;
    server.registerTool(
      name,
      {
        title: TITLES[name],
        description,
        inputSchema: shownInput(input),
        ...(name !== 'get_artifact' && { outputSchema: enforcedOutput(OUTPUT_SCHEMAS[name]) }),
        icons: iconsOf(name),
        annotations: { title: TITLES[name], ...(isReadOnly ? READING : WRITING) },
        ...(name === 'preview_artifact' && { _meta: APP_TOOL_META }),
      },
      async (args, context) => {
        const question = name === 'write_file' && session.confirms && canAsk(server, context) ? new Question(session, context) : undefined;
        const asked = await question?.ask(args ?? {});
        if (asked && 'resultType' in asked) return asked;
        if (asked && 'error' in asked) return toCallToolResult(asked);
        const call = { ...callOf(context), expected: asked };
        const result = toCallToolResult(await session.call(name, args ?? {}, call), server.server.getNegotiatedProtocolVersion());
        const hasPage = name === 'preview_artifact' && showsApps(capabilitiesOf(server, context));
        return hasPage ? withComparison(result, session, args ?? {}, context.mcpReq.signal) : result;
      },
    );
  }
}

/** What the client can do: said with each request since 2026-07-28, before that once. */
function capabilitiesOf(server: McpServer, { mcpReq: { envelope } }: ServerContext): ClientCapabilities | undefined {
  // the SDK has checked the envelope, but its type has no names
  const stated = (envelope as Partial<Record<string, unknown>> | undefined)?.[CLIENT_CAPABILITIES_META_KEY] as
    | ClientCapabilities
    | undefined;
  return stated ?? server.server.getClientCapabilities();
}

/** Whether the client can show a question. An empty capability counts, as it did before there were forms and addresses. */
function canAsk(server: McpServer, context: ServerContext): boolean {
  const { elicitation } = capabilitiesOf(server, context) ?? {};
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

/** The name of the question among those of a call: there is one. */
const REPLACE = 'replace';
/** The question before an existing file is replaced, and its answer, which comes with the same call again. */
class Question {
  readonly #session: Session;
  readonly #context: ServerContext;

  constructor(session: Session, context: ServerContext) {
    this.#session = session;
    this.#context = context;
  }

  /** @returns the question, a refusal, or what may be written over; undefined for a call that is refused for another reason */
  async ask(args: unknown): Promise<InputRequiredResult | ToolError | ExpectedTarget | undefined> {
    const { inputResponses, requestState } = this.#context.mcpReq;
    const answer = inputResponse(inputResponses, REPLACE);
    if (answer.kind === 'elicit') {
      if (answer.action !== 'accept') return toolError('write_declined', this.#session.root.router.language);
      const asked = requestState<ExpectedTarget>();
      if (asked) return asked;
    }
    const target = await this.#session.writeTarget(args);
    if (target?.existing?.kind !== 'file') return target && { realPath: target.realPath, existing: undefined };
    const { realPath, existing } = target;
    return inputRequired({
      // no field to fill in: a client shows the question with a button for each answer
      inputRequests: {
        [REPLACE]: inputRequired.elicit({ message: this.#sentence(target), requestedSchema: { type: 'object', properties: {} } }),
      },
      requestState: await this.#session.asked.mint({ realPath, existing: { size: existing.size, mtime: existing.mtime } }),
    });
  }

  #sentence({ reference: { workspaceId }, realPath, existing }: CheckedTarget): string {
    const [file, workspace, size] = [safeName(realPath), safeName(workspaceId), formatSize(existing?.size ?? 0)];
    return this.#session.root.router.language === 'zh'
      ? `替换工作区“${workspace}”中的现有文件“${file}”（${size}）？`
      : `Replace the existing file "${file}" (${size}) in the workspace "${workspace}"?`;
  }
}

/** Milliseconds between two reports of progress: clients draw each. */
const PROGRESS_EVERY_MS = 100;

/** What a request says of its call: whether it was cancelled, and who is told of its progress. */
function callOf({ mcpReq: { signal, notify, _meta } }: ServerContext): Pick<ToolContext, 'signal' | 'onProgress'> {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return { signal };
  let last = { at: -Infinity, progress: 0 };
  const onProgress = (progress: number, total?: number): void => {
    const at = performance.now();
    // the protocol demands that progress grows
    if (progress <= last.progress || (at - last.at < PROGRESS_EVERY_MS && progress !== total)) return;
    last = { at, progress };
    // whoever no longer listens misses nothing but this
    notify({ method: 'notifications/progress', params: { progressToken, progress, ...(total !== undefined && { total }) } }).catch(
      () => {},
    );
  };
  return { signal, onProgress };
}

/** The first revision of the protocol with audio blocks. */
const FIRST_WITH_AUDIO = '2025-03-26';
/** The first one with links to resources. */
const FIRST_WITH_LINKS = '2025-06-18';

/**
 * A tool's answer as MCP carries it: blocks for the model, and but for an artifact the same facts as structured content. An
 * artifact goes as the preview shows it.
 *
 * @param revision of the protocol, a date; default: the newest
 */
export function toCallToolResult(answer: ToolResults[ToolName] | ToolError, revision?: string): CallToolResult {
  if ('error' in answer) return refusedCall(answer);
  if ('routing' in answer) {
    const result: CallToolResult = artifactResult(answer);
    return revision !== undefined && revision < FIRST_WITH_AUDIO ? withoutAudio(result, artifactUri(answer.metadata.id)) : result;
  }
  const text = { type: 'text' as const, text: JSON.stringify(answer) };
  const links = 'items' in answer && (revision === undefined || revision >= FIRST_WITH_LINKS) ? answer.items.flatMap(linksTo) : [];
  return { content: [text, ...links], structuredContent: { ...answer } };
}

/** The link to a listed artifact; none to what has no content to read. */
function linksTo({ ref, name, state, mimeType, size, createdAt }: ListedArtifact): ResourceLink[] {
  const parsed = parseReference(ref);
  if (!parsed.ok || state === 'reserved' || state === 'missing') return [];
  const { value } = parsed;
  const path = pathOfReference(value);
  const time = Date.parse(createdAt ?? '');
  return [
    {
      type: 'resource_link',
      uri: artifactUri(value.id),
      name: safeName(name) || value.id,
      ...(path !== undefined && { title: safeName(path) }),
      ...(mimeType !== undefined && { mimeType }),
      ...(size !== undefined && { size }),
      ...(!Number.isNaN(time) && { annotations: { lastModified: new Date(time).toISOString() } }),
    },
  ];
}

/** With every audio block as an embedded resource, which revisions before audio blocks know. */
function withoutAudio(result: CallToolResult, uri: string): CallToolResult {
  const content = result.content.map((block) =>
    block.type === 'audio' ? { type: 'resource' as const, resource: { uri, mimeType: block.mimeType, blob: block.data } } : block,
  );
  return { ...result, content };
}

/**
 * The input schema of a tool as clients are shown it. It lets everything pass: the executor checks the
 * arguments by the same schema, and its refusals have a code.
 */
function shownInput(schema: z.ZodMiniType): StandardSchemaWithJSON<unknown, unknown> {
  return standard(schema, (value) => ({ value }));
}

/** The output schema of a tool, shown and enforced. */
function enforcedOutput(schema: z.ZodMiniType): StandardSchemaWithJSON<unknown, unknown> {
  return standard(schema, (value) => schema['~standard'].validate(value));
}

type Validate = StandardSchemaWithJSON<unknown, unknown>['~standard']['validate'];

/** `type` at the top, also of a union: revisions before 2026-07-28 demand it. */
function standard(schema: z.ZodMiniType, validate: Validate): StandardSchemaWithJSON<unknown, unknown> {
  const json = { type: 'object', ...z.toJSONSchema(schema, { io: 'input' }) };
  return { '~standard': { version: 1, vendor: 'agent-artifacts', validate, jsonSchema: { input: () => json, output: () => json } } };
}

const text = z.string();
const optionalText = z.optional(z.string());
const bytes = z.optional(z.int().check(z.nonnegative(), z.describe('Bytes.')));

/** A refused call: it is part of every schema, because clients check the structured content of refusals too. */
const refusal = z.object({
  error: text.check(z.describe('Stable error code.')),
  message: text.check(z.describe('The error as a sentence.')),
  ref: optionalText,
});

const artifact = z.object({
  ref: text,
  name: text,
  state: z.enum(['present', 'reserved', 'missing', 'broken']),
  mimeType: optionalText,
  size: bytes,
  createdAt: optionalText,
  agentId: optionalText,
});

/** The tokens of the content as input, estimated; null where it is not known. */
const range = { low: z.number(), high: z.number() };
const cost = {
  tokens: z.nullable(z.object(range)),
  price: z.nullable(z.object({ ...range, source: text })).check(z.describe('US dollars.')),
  context: z.nullable(z.object({ ...range, window: z.number(), source: text })).check(z.describe('Share of the context window.')),
};

const pixels = z.optional(z.array(z.number()).check(z.describe('Width and height.')));
const number = z.optional(z.number());

/** What a program was seen to send of such a file, with the figures of this one. */
const delivery = z.object({
  id: text,
  name: text,
  version: text,
  seen: text.check(z.describe('The day on which this version was watched.')),
  seenWith: optionalText.check(z.describe('The model it was watched with.')),
  api: text,
  outcome: text.check(
    z.describe(
      '"sent"; "raw": the bytes of a binary file as if they were text; "note": words of the program alone; "nothing"; "unknown": not seen.',
    ),
  ),
  parts: z.array(
    z.object({
      as: text,
      type: optionalText,
      size: pixels,
      atLeast: pixels,
      bytes: number,
      share: number.check(z.describe('How much of the file a text is, 1 for all of it.')),
      characters: number,
      extent: optionalText,
      in: optionalText,
      times: number,
    }),
  ),
  because: optionalText.check(z.describe('What was not seen.')),
  ...cost,
});

/**
 * The structured content of each tool's answer. `get_artifact` has none: clients that prefer structured content show their
 * model nothing else, and neither an image nor a long text belongs into it.
 */
const OUTPUT_SCHEMAS = {
  list_artifacts: z.union([
    z.object({
      items: z.array(artifact),
      total: z.optional(z.int().check(z.describe('Number of artifacts in the store; absent for workspace files.'))),
      unreadable: z.optional(
        z
          .array(z.object({ path: text, error: text, message: text }))
          .check(z.describe('What is left out of the workspace: folders that cannot be read, links, names without an ID.')),
      ),
      moreUnreadable: z.optional(z.int().check(z.describe('How many more are left out.'))),
      workspaces: z.optional(
        z.array(text).check(z.describe('Where the store has no artifacts: workspaces whose files can be listed with "workspaceId".')),
      ),
      next: optionalText.check(z.describe('Pass this as "after" to get the next page.')),
    }),
    refusal,
  ]),
  preview_artifact: z.union([
    z.object({
      ref: text,
      name: text,
      mimeType: optionalText,
      size: bytes,
      model: z.nullable(text),
      api: text,
      route: z.enum(['text', 'image_url', 'file', 'description']),
      verdict: text.check(z.describe('What the model receives in the end: "arrives", "doubtful", "described", "refused", …')),
      because: z.array(text),
      ...cost,
      through: z.optional(delivery).check(z.describe('What the program named by "through" sends of it by its own file tool.')),
    }),
    refusal,
  ]),
  check_conversation: z.union([
    z.object({
      path: text,
      format: text,
      model: z.nullable(text),
      api: text,
      goesThrough: z.boolean(),
      messages: z.int(),
      media: z.int(),
      ...cost,
      counted: z
        .optional(z.int())
        .check(z.describe('How many of the tokens the server counted itself, by the usage of an answer in the file.')),
      lacks: z.optional(z.enum(['tools', 'system_and_tools'])).check(z.describe('What the tokens are without: it is not in the file.')),
      findings: z.array(
        z.object({
          code: text,
          severity: text,
          message: z.nullable(z.int()),
          part: z.nullable(z.int()),
          because: text,
          source: text,
          repair: optionalText,
        }),
      ),
      more: z.int().check(z.describe('Number of findings that are not listed.')),
    }),
    refusal,
  ]),
  find_capable_agents: z.union([
    z.object({
      capability: text,
      agents: z.array(text).check(z.describe('Agent IDs.')),
      note: optionalText.check(z.describe('That no model service declares the capability, and which are declared.')),
    }),
    refusal,
  ]),
  write_file: z.union([z.object({ ok: z.literal(true), artifactId: text, ref: text }), refusal]),
} as const satisfies Readonly<Record<Exclude<ToolName, 'get_artifact'>, z.ZodMiniType>>;
