import type { CallToolResult, McpServer, StandardSchemaWithJSON, ToolAnnotations } from '@modelcontextprotocol/server';
import * as z from 'zod/mini';
import { artifactUri } from '../core/refs/reference.ts';
import { type ToolError, type ToolName, TOOLS } from '../core/tools/tool-definitions.ts';
import type { ToolResults } from '../core/tools/tool-executor.ts';
import { artifactResult, refusedCall } from '../core/wire/mcp.ts';
import type { Session } from './session.ts';

const TITLES: Readonly<Record<ToolName, string>> = {
  get_artifact: 'Get artifact',
  list_artifacts: 'List artifacts',
  find_capable_agents: 'Find capable agents',
  write_file: 'Write file',
};

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
        annotations: { title: TITLES[name], ...(isReadOnly ? READING : WRITING) },
      },
      async (args) => toCallToolResult(await session.call(name, args ?? {}), server.server.getNegotiatedProtocolVersion()),
    );
  }
}

/** The first revision of the protocol with audio blocks. */
const FIRST_WITH_AUDIO = '2025-03-26';

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
  return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: { ...answer } };
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
        z.array(z.object({ path: text, error: text, message: text })).check(z.describe('Folders of the workspace that could not be read.')),
      ),
      next: optionalText.check(z.describe('Pass this as "after" to get the next page.')),
    }),
    refusal,
  ]),
  find_capable_agents: z.union([z.object({ capability: text, agents: z.array(text).check(z.describe('Agent IDs.')) }), refusal]),
  write_file: z.union([z.object({ ok: z.literal(true), artifactId: text, ref: text }), refusal]),
} as const satisfies Readonly<Record<Exclude<ToolName, 'get_artifact'>, z.ZodMiniType>>;
