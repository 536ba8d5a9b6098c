import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';
import type { ContentPart } from '../core/routing/content-parts.ts';
import type { ContentRouteResult } from '../core/routing/route-result.ts';
import { formatArtifactToolResponse } from '../core/routing/tool-message.ts';
import type { ToolName } from '../core/tools/tool-definitions.ts';
import type { ToolError } from '../core/tools/tool-errors.ts';
import type { ToolResults } from '../core/tools/tool-executor.ts';
import type { RouteOutput } from './output-schemas.ts';
import { artifactUri } from './resource-uri.ts';

/** A tool's answer as MCP carries it: blocks for the model, and the same facts as structured content. */
export function toCallToolResult(answer: ToolResults[ToolName] | ToolError): CallToolResult {
  if ('error' in answer) {
    return { isError: true, content: [text(`${answer.error}: ${answer.message}`)], structuredContent: { ...answer } };
  }
  if ('routing' in answer) return { content: blocksOf(answer), structuredContent: { ...structured(answer) } };
  return { content: [text(JSON.stringify(answer))], structuredContent: { ...answer } };
}

/** The parts of the canonical message, so that a client gets what the preview shows; text as it is. */
function blocksOf(result: ContentRouteResult): ContentBlock[] {
  if (result.routing === 'text') return [text(result.content)];
  const { content } = formatArtifactToolResponse(result, '');
  return typeof content === 'string' ? [text(content)] : content.map((part) => blockOf(part, result));
}

function blockOf(part: ContentPart, { metadata }: ContentRouteResult): ContentBlock {
  switch (part.type) {
    case 'text':
      return text(part.text);
    case 'image_url':
      return { type: 'image', ...dataUrlParts(part.image_url.url) };
    case 'file': {
      const { data, mimeType } = part.file;
      if (metadata.binaryType === 'audio') return { type: 'audio', data, mimeType };
      return { type: 'resource', resource: { uri: artifactUri(metadata.id), mimeType, blob: data } };
    }
  }
}

/** Takes `data:{mimeType};base64,{data}` apart. */
function dataUrlParts(url: string): { mimeType: string; data: string } {
  const comma = url.indexOf(',');
  return { mimeType: url.slice('data:'.length, comma - ';base64'.length), data: url.slice(comma + 1) };
}

function structured(result: ContentRouteResult): RouteOutput {
  const { contentType, routing, metadata, reason } = result;
  const { rule, acceptedCapabilities, capability } = reason;
  return {
    contentType,
    routing,
    ...(result.routing === 'text' && { content: result.content }),
    metadata: { ...metadata },
    reason: { rule, acceptedCapabilities: [...acceptedCapabilities], ...(capability !== undefined && { capability }) },
  };
}

function text(value: string): ContentBlock {
  return { type: 'text', text: value };
}
