import type { ContentPart } from './content-parts.ts';
import type { ContentRouteResult } from './route-result.ts';
import { safeName } from './safe-name.ts';

/** The result of a tool call as the canonical message (specifications 1 and 2). */
export interface ToolMessage {
  readonly role: 'tool';
  readonly tool_call_id: string;
  /** Parts for an image or a file; JSON text for everything else. */
  readonly content: string | readonly ContentPart[];
}

/** An artifact that is not there, as the tool answers it. */
export interface ArtifactNotFound {
  readonly error: 'artifact_not_found';
  readonly ref: string;
  readonly message: string;
}

/**
 * The tool message that carries a routed artifact to the model. This is what the model gets, byte for
 * byte; how each provider's API writes it is the wire layer's matter.
 */
export function formatArtifactToolResponse(result: ContentRouteResult | ArtifactNotFound, toolCallId: string): ToolMessage {
  return { role: 'tool', tool_call_id: toolCallId, content: contentOf(result) };
}

function contentOf(result: ContentRouteResult | ArtifactNotFound): string | ContentPart[] {
  if ('error' in result) return JSON.stringify(result);
  const { contentType, routing, metadata } = result;
  switch (routing) {
    case 'image_url':
      return [caption(result), result.imageUrl];
    case 'file':
      return [caption(result), result.file];
    case 'text':
      return JSON.stringify({ status: 'success', contentType, routing, content: result.content, metadata });
  }
}

function caption({ metadata }: ContentRouteResult): ContentPart {
  return { type: 'text', text: `工件内容 (${safeName(metadata.filename) || safeName(metadata.id)}):` };
}
