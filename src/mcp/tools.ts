import type { CallToolResult, McpServer, ToolAnnotations } from '@modelcontextprotocol/server';
import { artifactUri } from '../core/refs/artifact-uri.ts';
import { TOOLS, type ToolName } from '../core/tools/tool-definitions.ts';
import type { ToolError } from '../core/tools/tool-errors.ts';
import type { ToolResults } from '../core/tools/tool-executor.ts';
import { artifactResult, refusedCall } from '../core/wire/mcp.ts';
import type { Session } from './session.ts';
import { enforcedOutput, OUTPUT_SCHEMAS, shownInput } from './tool-schemas.ts';

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
