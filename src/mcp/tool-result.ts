import type { CallToolResult } from '@modelcontextprotocol/server';
import { formatArtifactToolResponse } from '../core/routing/tool-message.ts';
import type { ToolName } from '../core/tools/tool-definitions.ts';
import type { ToolError } from '../core/tools/tool-errors.ts';
import type { ToolResults } from '../core/tools/tool-executor.ts';
import { refusedCall } from '../core/wire/mcp.ts';
import { toWire } from '../core/wire/to-wire.ts';

/** A tool's answer as MCP carries it: blocks for the model, and the same facts as structured content. An artifact goes as the preview shows it. */
export function toCallToolResult(answer: ToolResults[ToolName] | ToolError): CallToolResult {
  if ('error' in answer) return refusedCall(answer);
  if ('routing' in answer) return toWire(formatArtifactToolResponse(answer, ''), 'mcp').body as CallToolResult;
  return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: { ...answer } };
}
