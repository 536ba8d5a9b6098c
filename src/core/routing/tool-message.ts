import { isObject, optionsOf } from '../io/arguments.ts';
import { jsonText } from '../io/json-pieces.ts';
import { takeTurns } from '../io/turns.ts';
import type { ContentPart } from './content-parts.ts';
import { anyJson, NO_JSON, plainJson } from './plain-json.ts';
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

/** Of what nobody named. */
const UNNAMED = '未知文件';

/**
 * The tool message that carries a routed artifact to the model. This is what the model gets, byte for
 * byte; how each provider's API writes it is the wire layer's matter.
 *
 * @param result of the router; any other value, such as the answer of another tool, is text: its JSON, without the binary
 *   content it may hold (specification 1, migration 3)
 */
export function formatArtifactToolResponse(result: ContentRouteResult | ArtifactNotFound, toolCallId: string): ToolMessage {
  const message: ToolMessage = { role: 'tool', tool_call_id: typeof toolCallId === 'string' ? toolCallId : '', content: contentOf(result) };
  if (isRoute(result) || isRefusal(result)) remember(message, { result });
  return message;
}

/**
 * The same for a text of many megabytes, without holding the thread: others get their turn while its JSON is written. The
 * object it holds is remembered, so that no API has to read it from the JSON again.
 */
export async function formatLongToolResponse(result: ContentRouteResult, toolCallId: string): Promise<ToolMessage> {
  if (result.routing !== 'text') return formatArtifactToolResponse(result, toolCallId);
  const content = await jsonText(textAnswer(result, result.content), takeTurns(), 0);
  const message: ToolMessage = { role: 'tool', tool_call_id: toolCallId, content };
  remember(message, { result, frame: JSON.stringify(textAnswer(result, '')) });
  return message;
}

interface Written {
  readonly content: ToolMessage['content'];
  /** Those of the content, which may be changed in place; none of a text. */
  readonly parts: readonly unknown[];
  readonly result: ContentRouteResult | ArtifactNotFound;
  readonly frame?: string;
}

/** Messages written here: their content, what was routed, and the JSON of a long text but for that text. */
const written = new WeakMap<object, Written>();

function remember(message: ToolMessage, source: Pick<Written, 'result' | 'frame'>): void {
  written.set(message, { content: message.content, parts: partsOf(message.content), ...source });
}

/**
 * What a message was written from; undefined for one that was not written here, or whose content somebody changed since: put
 * another in its place, or other parts in it. What is changed inside a part is not noticed.
 */
export function answerBehind(message: object): ContentRouteResult | ArtifactNotFound | undefined {
  return writtenAs(message)?.result;
}

/** The JSON of a message but for its text, and the text, where that is known without reading it; undefined where it is not. */
export function knownAnswer(message: object): { readonly frame: string; readonly text: string } | undefined {
  const found = writtenAs(message);
  return found?.frame !== undefined && 'routing' in found.result && found.result.routing === 'text'
    ? { frame: found.frame, text: found.result.content }
    : undefined;
}

function writtenAs(message: object): Written | undefined {
  const found = written.get(message);
  if (!found || found.content !== (message as Partial<ToolMessage>).content) return undefined;
  const parts = partsOf(found.content);
  return parts.length === found.parts.length && parts.every((part, at) => part === found.parts[at]) ? found : undefined;
}

function partsOf(content: ToolMessage['content']): unknown[] {
  return typeof content === 'string' ? [] : [...content];
}

function contentOf(result: ContentRouteResult | ArtifactNotFound): string | ContentPart[] {
  if (!isRoute(result)) return isRefusal(result) ? anyJson(result) : plainJson(result, 'zh');
  switch (result.routing) {
    case 'image_url':
      return [caption(result), result.imageUrl];
    case 'file':
      return [caption(result), result.file];
    case 'text': {
      const json = anyJson(textAnswer(result, result.content));
      return json === NO_JSON ? plainJson(result, 'zh') : json;
    }
  }
}

function isRefusal(result: unknown): result is ArtifactNotFound {
  return isObject(result) && has(() => typeof result['error'] === 'string' && !('routing' in result));
}

/** Whether a value has what its `routing` promises. */
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

/** Whether an object has something; not when it does not let itself be read. */
function has(look: () => boolean): boolean {
  try {
    return look();
  } catch {
    return false;
  }
}

function textAnswer({ contentType, routing, metadata }: ContentRouteResult, content: string): object {
  return { status: 'success', contentType, routing, content, metadata };
}

function caption(result: ContentRouteResult): ContentPart {
  const { filename, id } = optionsOf(result.metadata, ['filename', 'id']);
  return { type: 'text', text: `工件内容 (${safeName(filename) || safeName(id) || UNNAMED}):` };
}
