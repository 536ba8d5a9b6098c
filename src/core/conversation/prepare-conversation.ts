import { type ReadMessages, readMessages } from '../wire/turns.ts';
import type { ConversationIndex, ConversationMessage, ConversationPart, MediaPartOf } from './conversation.ts';
import type { ConversationFinding } from './conversation-finding.ts';
import { inOrder, type PartAddress, type Replay, replayOf, STAND_INS } from './replay.ts';

/** What a check of a conversation needs, whoever it is for. */
export interface PreparedConversation extends Replay {
  /** The messages that are sent, in their order: see `inOrder`. */
  readonly ordered: Ordered;
  /** They as the wire layer reads them, with stand-ins for their contents. */
  readonly read: ReadMessages;
  readonly media: readonly PlacedMedium[];
  /** Of all texts and arguments. */
  readonly text: { readonly tokens: number; readonly characters: number };
  /** Of texts that the stand-ins leave out. */
  readonly left: number;
  /** Something lies at an address. */
  readonly hasLinks: boolean;
  /** Calls without results, and the reverse. */
  readonly calls: readonly ConversationFinding[];
  /** For APIs that want the results of calls first. */
  readonly lateResults: readonly ConversationFinding[];
}

export interface PlacedMedium {
  readonly part: MediaPartOf;
  readonly address: PartAddress;
}

/** The messages that are sent, in their order. */
type Ordered = readonly ConversationMessage[];

/** What is the same for every model, made once. */
export function prepareConversation(index: ConversationIndex): PreparedConversation {
  const ordered = inOrder(index);
  const replayed = replayOf(ordered, index, STAND_INS);
  const parts = ordered.flatMap((message) => message.parts);
  const counted = parts.filter(hasTokens);
  const text = { tokens: 0, characters: 0 };
  for (const { tokens, characters } of counted) {
    text.tokens += tokens;
    text.characters += characters;
  }
  return {
    ordered,
    ...replayed,
    read: readMessages(replayed.messages),
    media: mediaOf(ordered),
    text,
    left: parts.reduce((sum, part) => sum + leftOut(part), 0),
    hasLinks: parts.some(({ kind }) => kind === 'link'),
    calls: callFindings(ordered, index.format),
    lateResults: SENT_AS_WRITTEN.has(index.format) ? lateResults(ordered) : [],
  };
}

/** Characters of a text or of arguments that are not in its stand-in. */
function leftOut(part: ConversationPart): number {
  if (part.kind === 'text') return Math.max(0, part.characters - part.sample.length);
  return part.kind === 'call' ? Math.max(0, part.characters - '{}'.length) : 0;
}

function hasTokens(part: ConversationPart): part is Extract<ConversationPart, { tokens: number }> {
  return part.kind === 'text' || part.kind === 'call';
}

function mediaOf(ordered: Ordered): PlacedMedium[] {
  return ordered.flatMap(({ parts, index: message }) =>
    parts.flatMap((part, at) => (part.kind === 'media' ? [{ part, address: { message, part: at } }] : [])),
  );
}

const CALLS = {
  anthropic: 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use (2026-11)',
  openai: 'https://developers.openai.com/api/docs/guides/function-calling (2026-11)',
};

/** Every API wants the results of a message's calls right after it, and no others. */
function callFindings(messages: Ordered, format: ConversationIndex['format']): ConversationFinding[] {
  const source = format === 'anthropic' || format === 'claude-code' || format === 'cline' ? CALLS.anthropic : CALLS.openai;
  const findings: ConversationFinding[] = [];
  let open = new Map<string, PartAddress>();
  const missed = () => {
    for (const [call, address] of open) {
      findings.push({ code: 'call_without_result', severity: 'error', params: { call }, source, address });
    }
    open = new Map();
  };
  // Programs write an answer in several lines, with results in between.
  const isWhole = format !== 'claude-code' && format !== 'codex' && format !== 'openai-responses';
  for (const [number, { parts, index: message, role }] of messages.entries()) {
    const results = parts.flatMap((part, at) => (part.resultOf === undefined ? [] : [{ call: part.resultOf, at }]));
    const isLate = role === 'assistant' && isWhole && messages[number - 1]?.role !== 'assistant';
    if (isLate || (role === 'user' && results.length === 0)) missed();
    const known = new Set(open.keys());
    for (const { call, at } of results) {
      if (!known.has(call))
        findings.push({ code: 'result_without_call', severity: 'error', params: { call }, source, address: { message, part: at } });
      open.delete(call);
    }
    const calls = parts.flatMap((part, at) => (part.kind === 'call' ? [{ call: part.callId, at }] : []));
    // Text of the assistant between calls and results is another line of the same answer.
    for (const { call, at } of calls) open.set(call, { message, part: at });
  }
  // The last answer may still be waited for: its calls are made when the program goes on.
  if (messages.at(-1)?.role !== 'assistant') missed();
  return onePerCall(findings);
}

/** A result of several parts is one result. */
function onePerCall(findings: readonly ConversationFinding[]): ConversationFinding[] {
  return [
    ...new Map(findings.map((finding) => [`${finding.code}/${finding.params['call']}/${finding.address?.message}`, finding])).values(),
  ];
}

/** Formats whose messages are sent as they are written: other programs put the results first themselves. */
const SENT_AS_WRITTEN: ReadonlySet<string | null> = new Set(['anthropic', 'cline']);

/** "The tool_result blocks must come first in the content array. Any text must come after all tool results." */
function lateResults(ordered: Ordered): ConversationFinding[] {
  return ordered.flatMap(({ parts, index: message }) => {
    const last = parts.findLastIndex(({ resultOf }) => resultOf !== undefined);
    return parts.slice(0, Math.max(last, 0)).flatMap(({ resultOf }, part) => {
      if (resultOf !== undefined) return [];
      return [
        { code: 'result_not_first' as const, severity: 'error' as const, params: {}, source: CALLS.anthropic, address: { message, part } },
      ];
    });
  });
}
