import type { CallToolResult } from '@modelcontextprotocol/server';
import { artifactUri } from '../core/refs/artifact-uri.ts';
import type { ToolName } from '../core/tools/tool-definitions.ts';
import type { ToolError } from '../core/tools/tool-errors.ts';
import type { ToolResults } from '../core/tools/tool-executor.ts';
import { artifactResult, refusedCall } from '../core/wire/mcp.ts';

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
