import { isObject, optionsOf } from '../io/arguments.ts';
import { safeName } from './description.ts';
import { anyJson, NO_JSON, plainJson } from './message.ts';
import type { ContentPart, ContentRouteResult, PartOfText } from './route-result.ts';

/** A tool result as the canonical message (specifications 1 and 2). */
export interface ToolMessage {
  readonly role: 'tool';
  readonly tool_call_id: string;
  /** Parts for an image or file; otherwise JSON text. */
  readonly content: string | readonly ContentPart[];
}

/** The tool's answer for a missing artifact. */
export interface ArtifactNotFound {
  readonly error: 'artifact_not_found';
  readonly ref: string;
  readonly message: string;
}

const UNNAMED = '未知文件';

/**
 * The tool message for a routed artifact, exactly as the model receives it; the wire layer converts it to each provider's format.
 *
 * @param result of the router; any other value, such as another tool's answer, becomes JSON text without binary content (specification 1,
 * migration 3)
 */
export function formatArtifactToolResponse(result: ContentRouteResult | ArtifactNotFound, toolCallId: string): ToolMessage {
  return { role: 'tool', tool_call_id: typeof toolCallId === 'string' ? toolCallId : '', content: contentOf(result) };
}

function contentOf(result: ContentRouteResult | ArtifactNotFound): string | ContentPart[] {
  if (!isRoute(result)) return isRefusal(result) ? anyJson(result) : plainJson(result, 'zh');
  if (result.routing !== 'text') return partsOfRoute(result);
  const { contentType, routing, content, metadata } = result;
  const json = anyJson({ status: 'success', contentType, routing, content, metadata });
  return json === NO_JSON ? plainJson(result, 'zh') : json;
}

/** Routed content as parts: text alone, or an image or file after a caption with its name. */
export function partsOfRoute(result: ContentRouteResult): ContentPart[] {
  if (result.routing === 'text') return [{ type: 'text', text: result.content }];
  const { filename, id } = optionsOf(result.metadata, ['filename', 'id']);
  const caption = `工件内容 (${safeName(filename) || safeName(id) || UNNAMED}):`;
  return [{ type: 'text', text: caption }, result.routing === 'image_url' ? result.imageUrl : result.file];
}

function isRefusal(result: unknown): result is ArtifactNotFound {
  return isObject(result) && has(() => typeof result['error'] === 'string' && !('routing' in result));
}

/** Whether a value matches its `routing`. */
function isRoute(result: unknown): result is ContentRouteResult {
  return (
    isObject(result) &&
    has(() => {
      switch (result['routing']) {
        case 'image_url':
          return (
            isObject(result['imageUrl']) &&
            isObject(result['imageUrl']['image_url']) &&
            typeof result['imageUrl']['image_url']['url'] === 'string'
          );
        case 'file':
          return isObject(result['file']) && isObject(result['file']['file']) && typeof result['file']['file']['data'] === 'string';
        case 'text':
          return typeof result['content'] === 'string';
        default:
          return false;
      }
    })
  );
}

/** False when a getter throws. */
function has(look: () => boolean): boolean {
  try {
    return look();
  } catch {
    return false;
  }
}

/** A part of a text in UTF-16 code units; without a limit, to the end. */
export interface WantedPart {
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

/**
 * Cuts routed text to the requested part, with the offset of the next. Surrogate pairs stay together, unless one alone exceeds the limit.
 * Anything but text is returned whole.
 */
export function partOfText(result: ContentRouteResult, { offset, limit }: WantedPart): ContentRouteResult {
  if (result.routing !== 'text' || result.reason.rule !== 'text' || (offset === undefined && limit === undefined)) return result;
  const { content } = result;
  const total = content.length;
  let start = Math.min(offset ?? 0, total);
  if (isInsidePair(content, start)) start++;
  let end = limit === undefined ? total : Math.min(start + limit, total);
  if (isInsidePair(content, end)) end += end - 1 > start ? -1 : 1;
  const part = { offset: start, length: end - start, total, ...(end < total && { next: end }) };
  return { ...result, content: content.slice(start, end), metadata: { ...result.metadata, part } };
}

/** Tells a model which part of a text it has, and how to get the rest. */
export function partNote({ offset, length, total, next }: PartOfText): string {
  const rest = next === undefined ? 'this is the end' : `the rest begins at offset ${next}`;
  return `[characters ${offset} to ${offset + length} of ${total}: ${rest}]`;
}

function isInsidePair(text: string, at: number): boolean {
  return at > 0 && at < text.length && /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1));
}
