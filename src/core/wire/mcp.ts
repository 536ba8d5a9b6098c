import { trimEndOf } from '../io/trim-end.ts';
import { artifactUri, parseReference } from '../refs/reference.ts';
import type { ContentRouteResult } from '../routing/route-result.ts';
import { type ArtifactNotFound, partNote, partsOfRoute } from '../routing/tool-message.ts';
import { NO_SHAPE, NOT_BASE64, NOTHING_TO_SEND, sent } from './accepted-types.ts';
import { rawBase64Of, Ledger, type Decision, captionNote, leaveOut } from './ledger.ts';
import { readPart, type MediaItem, type WireItem, type PlacedPart, type ToolAnswer, type Turn } from './turns.ts';

type McpBlock =
  | { type: 'text'; text: string }
  | { type: 'image'; data: string; mimeType: string }
  | { type: 'audio'; data: string; mimeType: string }
  | { type: 'resource'; resource: { uri: string; mimeType: string; blob: string } }
  | { type: 'resource_link'; uri: string; name: string };

/** The result an MCP server answers a call of a tool with. A type, because a result may have more members. */
export type McpBody = {
  content: McpBlock[];
  /** A refusal for programs. Never beside content: of a result that has both, several clients show their model this alone. */
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
  /** What no model is shown: how an artifact was routed, under {@link ROUTE_META_KEY}. */
  _meta?: Record<string, unknown>;
};

/** The key of the route in `_meta`, as MCP wants its keys: a prefix of the server and a name. */
const ROUTE_META_KEY = 'agent-artifacts/route';

/** The result of a call that was refused: its code and its sentence. */
export function refusedCall(answer: { readonly error: string; readonly message: string }): McpBody {
  return { isError: true, content: [{ type: 'text', text: refusalText(answer) }], structuredContent: { ...answer } };
}

/** The result of `get_artifact`, made from what was routed. */
export function artifactResult(source: ContentRouteResult): McpBody {
  const parts = partsOfRoute(source).map((part, at) => ({ message: 0, part: at, item: readPart(part, true) }));
  const answer = { callId: '', name: 'get_artifact', input: {}, parts, object: () => undefined };
  return writeMcp([{ role: 'tool', answers: [answer] }], new Ledger('mcp'), source);
}

/**
 * Writes the result of the tools answered last. The text of an artifact goes as it is, not in the JSON of its message. Beside a
 * single answer stands what was decided, as `_meta`; a result of several calls at once has blocks alone. The rest of a
 * conversation is between the client and its model, and gets no verdict; but when no tool was answered at all, what the user
 * sends is dropped: a server never carries it.
 *
 * @param known what a single answer was made from, where that is known
 */
export function writeMcp(turns: readonly Turn[], ledger: Ledger, known?: Source): McpBody {
  const content: McpBlock[] = [];
  const last = turns.findLast((turn) => turn.role === 'tool');
  const answers = (last?.answers ?? []).map((answer) => ({ ...answer, source: known ?? refusalIn(answer) }));
  for (const answer of answers) {
    for (const part of answer.parts) content.push(...blocksOf(asSent(part, answer), answer, content.at(-1), ledger));
  }
  if (!last) {
    const asked = turns.flatMap((turn) => (turn.role === 'user' ? turn.parts : []));
    for (const part of asked) ledger.drop(part, { outcome: 'dropped', rule: 'not_in_tool_result' });
  }
  const source = answers.length === 1 ? answers[0]?.source : undefined;
  if (!source) return { content };
  if ('error' in source) return { ...refusedCall(source), content };
  if (source.metadata.part) content.push({ type: 'text', text: partNote(source.metadata.part) });
  return { content, _meta: { [ROUTE_META_KEY]: routeFacts(source) } };
}

type Source = ContentRouteResult | ArtifactNotFound;

/** An answer, and what it was made from where that is known. */
interface Answer extends ToolAnswer {
  readonly source: Source | undefined;
}

function refusalIn({ object }: ToolAnswer): ArtifactNotFound | undefined {
  const { error, ref, message } = object() ?? {};
  return error === 'artifact_not_found' && typeof ref === 'string' && typeof message === 'string' ? { error, ref, message } : undefined;
}

/** The part with the text of an artifact in place of the JSON around it. */
function asSent(part: PlacedPart, { source, object }: Answer): PlacedPart {
  const text = source ? textOf(source) : textIn(object());
  return text === undefined ? part : { ...part, item: { type: 'text', text } };
}

function textOf(source: Source): string | undefined {
  if ('error' in source) return refusalText(source);
  return source.routing === 'text' ? source.content : undefined;
}

/** The text of an artifact in the JSON of its message. */
function textIn({ status, routing, content }: Record<string, unknown> = {}): string | undefined {
  return status === 'success' && routing === 'text' && typeof content === 'string' ? content : undefined;
}

function refusalText({ error, message }: { readonly error: string; readonly message: string }): string {
  return `${error}: ${message}`;
}

function routeFacts(result: ContentRouteResult): Record<string, unknown> {
  const { contentType, routing, metadata, reason } = result;
  const { rule, acceptedCapabilities, capability } = reason;
  return {
    contentType,
    routing,
    metadata: { ...metadata },
    reason: { rule, acceptedCapabilities: [...acceptedCapabilities], ...(capability !== undefined && { capability }) },
  };
}

/** @param before the block before it: some clients drop media they do not know, so each has a text that says what it was */
function blocksOf(part: PlacedPart, answer: Answer, before: McpBlock | undefined, ledger: Ledger): McpBlock[] {
  const { item } = part;
  const decision = decide(item);
  const block = decision.outcome === 'dropped' ? undefined : blockOf(item, answer, ledger);
  if (!block) return [{ type: 'text', text: leaveOut(part, decision, ledger) }];
  ledger.place(part, decision, { holder: block });
  return item.type === 'text' || before?.type === 'text' ? [block] : [{ type: 'text', text: captionNote(item) }, block];
}

function decide(item: WireItem): Decision {
  switch (item.type) {
    case 'text':
      return { outcome: 'sent', rule: 'text' };
    case 'link':
      return { outcome: 'sent', rule: 'image_by_address' };
    case 'broken':
      return NOTHING_TO_SEND;
    case 'unknown':
      return NO_SHAPE;
    case 'media':
      if (!item.isBase64) return NOT_BASE64;
      return item.kind === 'image' || item.kind === 'audio' ? sent('tool') : { outcome: 'sent', rule: 'file_as_resource' };
  }
}

function blockOf(item: WireItem, answer: Answer, ledger: Ledger): McpBlock | undefined {
  switch (item.type) {
    case 'text':
      return { type: 'text', text: item.text };
    case 'link':
      return { type: 'resource_link', uri: item.url, name: nameOfLink(item.url) };
    case 'broken':
    case 'unknown':
      return undefined;
    case 'media':
      return mediaBlock(item, answer, ledger);
  }
}

function mediaBlock(item: MediaItem, answer: Answer, ledger: Ledger): McpBlock {
  if (item.kind === 'image' || item.kind === 'audio') {
    const block = { type: item.kind, data: '', mimeType: item.mimeType };
    rawBase64Of(item, block, 'data', ledger);
    return block;
  }
  const resource = { uri: uriOf(item, answer), mimeType: item.mimeType, blob: '' };
  rawBase64Of(item, resource, 'blob', ledger);
  return { type: 'resource', resource };
}

/** The URI of the artifact that was routed or asked for; of another tool's file, its name in place of the id. */
function uriOf({ filename }: MediaItem, { input, source }: Answer): string {
  const asked = typeof input['ref'] === 'string' ? parseReference(input['ref']) : undefined;
  const id = source && 'metadata' in source ? source.metadata.id : asked?.ok ? asked.value.id : (filename ?? 'file');
  return artifactUri(id);
}

function nameOfLink(url: string): string {
  const [address = ''] = url.slice(0, 2000).split(/[?#]/, 1);
  return trimEndOf(address, '/').split('/').at(-1) || url.slice(0, 100);
}
