import { at, itemsAt, textAt } from './outline.ts';
import {
  callPart,
  contentParts,
  jsonText,
  mediaPart,
  member,
  type PartDraft,
  type Placed,
  reasoningPart,
  textPart,
  unknownPart,
  urlPart,
  emptyResult,
  inDetail,
  withTraits,
} from './part-drafts.ts';
import type { ConversationRole } from './conversation.ts';

/** An item of a Responses request or a Codex session. */
export interface ReadItem {
  readonly role: ConversationRole;
  readonly parts: readonly PartDraft[];
}

/**
 * An item of a Responses request; undefined for what is none. Sources: openai 7.57.0, `ResponseInputItem`; openai/codex
 * `codex-rs/protocol/src/models.rs`, `ResponseItem`; last verified 2026-11.
 */
export function responsesItem(placed: Placed): ReadItem | undefined {
  const { node } = placed;
  const type = textAt(node, 'type');
  const callId = textAt(node, 'call_id') ?? textAt(node, 'id');
  switch (type) {
    case 'function_call':
      return { role: 'assistant', parts: [callPart(placed, callId, textAt(node, 'name'), at(node, 'arguments'))] };
    case 'custom_tool_call':
      return { role: 'assistant', parts: [callPart(placed, callId, textAt(node, 'name'), at(node, 'input'))] };
    case 'function_call_output':
    case 'custom_tool_call_output':
      return { role: 'tool', parts: outputParts(placed, callId ?? '') };
    case 'tool_search_call':
      // A search that the server made has no output of its own.
      return textAt(node, 'execution') === 'client'
        ? { role: 'assistant', parts: [callPart(placed, callId, 'tool_search', at(node, 'arguments'))] }
        : { role: 'assistant', parts: [unknownPart(placed)] };
    case 'tool_search_output':
      return textAt(node, 'execution') === 'client'
        ? { role: 'tool', parts: [foundTools(placed, callId ?? '')] }
        : { role: 'assistant', parts: [unknownPart(placed)] };
    case 'reasoning':
      return { role: 'assistant', parts: [reasoningPart(placed, at(node, 'summary', 0, 'text') ?? at(node, 'encrypted_content'))] };
    case 'local_shell_call':
      return { role: 'assistant', parts: [callPart(placed, callId, 'local_shell', at(node, 'action'))] };
    case 'image_generation_call': {
      const data = at(node, 'result');
      return { role: 'assistant', parts: [data?.type === 'string' ? mediaPart(placed, { data, isFile: false }) : unknownPart(placed)] };
    }
    case 'additional_tools': {
      const tools = member(placed, 'tools');
      if (!tools) return { role: 'system', parts: [unknownPart(placed)] };
      const part = jsonText({ ...placed, ...tools });
      return { role: 'system', parts: [{ ...part, tokens: part.tokens * READ_TWICE }] };
    }
    case 'web_search_call':
    case 'file_search_call':
    case 'code_interpreter_call':
    case 'mcp_call':
    case 'mcp_list_tools':
    case 'mcp_approval_request':
    case 'compaction':
    case 'item_reference':
      return { role: 'assistant', parts: [unknownPart(placed)] };
    case 'mcp_approval_response':
      return { role: 'user', parts: [unknownPart(placed)] };
    case 'message':
    case undefined: {
      const role = textAt(node, 'role');
      const content = member(placed, 'content');
      if (role === undefined || !content) return undefined;
      return { role: roleOf(role), parts: contentParts(content, (part) => responsesPart(part) ?? [unknownPart(part)]) };
    }
    default:
      return otherItem(placed, type);
  }
}

/** Tools that come later cost about twice their tokens: with that four recorded requests (2026-11) are counted within 3 %, in both halves. */
const READ_TWICE = 2;

/** What a search for tools found: their definitions. */
function foundTools(placed: Placed, resultOf: string): PartDraft {
  const tools = member(placed, 'tools');
  if (itemsAt(tools?.node).length === 0) return emptyResult(placed, resultOf);
  return jsonText({ ...placed, ...tools, resultOf, resultPlace: placed.node });
}

/** Calls of tools and their outputs all look alike: `computer_call` and `computer_call_output`, and what comes next. */
function otherItem(placed: Placed, type: string): ReadItem | undefined {
  const callId = textAt(placed.node, 'call_id');
  if (callId === undefined) return undefined;
  if (type.endsWith('_call_output')) return { role: 'tool', parts: outputParts(placed, callId) };
  return type.endsWith('_call')
    ? { role: 'assistant', parts: [callPart(placed, callId, type, at(placed.node, 'action') ?? at(placed.node, 'operation'))] }
    : undefined;
}

/** The role of a message in any of OpenAI's formats. */
export function roleOf(role: string): ConversationRole {
  if (role === 'system' || role === 'developer') return 'system';
  if (role === 'assistant' || role === 'model') return 'assistant';
  return role === 'tool' || role === 'function' ? 'tool' : 'user';
}

/** A part of a message or of a tool's output. */
export function responsesPart(placed: Placed): readonly PartDraft[] | undefined {
  const { node } = placed;
  switch (textAt(node, 'type')) {
    case 'input_text':
    case 'output_text':
    case 'summary_text': {
      const text = at(node, 'text');
      return text?.type === 'string' ? [textPart(placed, text)] : [unknownPart(placed)];
    }
    case 'refusal': {
      const text = at(node, 'refusal');
      return text?.type === 'string' ? [textPart(placed, text)] : [unknownPart(placed)];
    }
    case 'input_image':
      return [imagePart(placed)];
    case 'input_file': {
      const data = at(node, 'file_data');
      const filename = textAt(node, 'filename');
      if (data?.type === 'string') return [mediaPart(placed, { data, filename, isFile: true })];
      return [urlPart(placed, at(node, 'file_url'), { filename, isFile: true })];
    }
    default:
      return undefined;
  }
}

function imagePart(placed: Placed): PartDraft {
  const url = at(placed.node, 'image_url');
  const part = inDetail(urlPart(placed, url, { isFile: false }), textAt(placed.node, 'detail'));
  return url?.type === 'object' ? withTraits(part, 'object_url') : part;
}

/** The output of a call: a text, a list of parts, or the object that older versions of Codex wrote. */
function outputParts(placed: Placed, resultOf: string): PartDraft[] {
  const output = member({ ...placed, resultOf, resultPlace: placed.node }, 'output');
  const nested = output && (member(output, 'content_items') ?? member(output, 'content'));
  const content = output?.node.type === 'object' ? nested : output;
  // what a command printed is in objects without a type: openai 7.57.0, `ResponseFunctionShellCallOutputContent`
  const read = (part: Placed) => responsesPart(part) ?? [at(part.node, 'stdout') ? jsonText(part) : unknownPart(part)];
  const parts = content ? contentParts(content, read) : [];
  return parts.length > 0 ? parts : [emptyResult(placed, resultOf)];
}

/** The text of a summary that replaces what came before. */
export function summaryItems(node: Placed): readonly Placed[] {
  return itemsAt(node.node, 'replacement_history').map((item, index) => ({
    node: item,
    path: [...node.path, 'replacement_history', index],
  }));
}
