import { parseReference } from '../refs/reference.ts';
import { NO_SHAPE, NOT_BASE64, NOTHING_TO_SEND, sent } from './accepted-types.ts';
import { rawBase64Of } from './base64-shapes.ts';
import type { Decision, Ledger } from './ledger.ts';
import { captionNote, leftOutNote } from './notes.ts';
import type { MediaItem, WireItem } from './read-part.ts';
import type { PlacedPart, ToolAnswer, Turn } from './turns.ts';

export type McpBlock =
  | { type: 'text'; text: string }
  | { type: 'image'; data: string; mimeType: string }
  | { type: 'audio'; data: string; mimeType: string }
  | { type: 'resource'; resource: { uri: string; mimeType: string; blob: string } }
  | { type: 'resource_link'; uri: string; name: string };

/** The result an MCP server answers a call of a tool with. A type, because a result may have more members. */
export type McpBody = { content: McpBlock[] };

/**
 * Writes the result of the tools answered last. The rest of a conversation is between the client and its model, and
 * gets no verdict; but when no tool was answered at all, what the user sends is dropped: a server never carries it.
 */
export function writeMcp(turns: readonly Turn[], ledger: Ledger): McpBody {
  const content: McpBlock[] = [];
  const last = turns.findLast((turn) => turn.role === 'tool');
  for (const answer of last?.answers ?? []) {
    for (const part of answer.parts) content.push(...blocksOf(part, answer, content.at(-1), ledger));
  }
  if (!last) {
    for (const turn of turns) if (turn.role === 'user') for (const part of turn.parts) ledger.drop(part, { outcome: 'dropped', rule: 'not_in_tool_result' });
  }
  return { content };
}

/** @param before the block before it: some clients drop media they do not know, so each has a text that says what it was */
function blocksOf(part: PlacedPart, answer: ToolAnswer, before: McpBlock | undefined, ledger: Ledger): McpBlock[] {
  const { item } = part;
  const decision = decide(item);
  const block = decision.outcome === 'dropped' ? undefined : blockOf(item, answer, ledger);
  if (!block) {
    ledger.drop(part, decision);
    return [{ type: 'text', text: leftOutNote(item, ledger.api) }];
  }
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

function blockOf(item: WireItem, answer: ToolAnswer, ledger: Ledger): McpBlock | undefined {
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

function mediaBlock(item: MediaItem, answer: ToolAnswer, ledger: Ledger): McpBlock {
  if (item.kind === 'image' || item.kind === 'audio') {
    const block = { type: item.kind, data: '', mimeType: item.mimeType };
    rawBase64Of(item, block, 'data', ledger);
    return block;
  }
  const resource = { uri: uriOf(item, answer), mimeType: item.mimeType, blob: '' };
  rawBase64Of(item, resource, 'blob', ledger);
  return { type: 'resource', resource };
}

/** `artifact:///{id}` of the artifact that was asked for; of another tool's file, its name in place of the id. */
function uriOf({ filename }: MediaItem, { input }: ToolAnswer): string {
  const asked = typeof input['ref'] === 'string' ? parseReference(input['ref']) : undefined;
  return `artifact:///${encodeURIComponent((asked?.ok ? asked.value.id : (filename ?? 'file')).toWellFormed())}`;
}

function nameOfLink(url: string): string {
  return /([^/?#]+)[/]*(?:[?#]|$)/.exec(url.slice(0, 2000))?.[1] ?? url.slice(0, 100);
}
