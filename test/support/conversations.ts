import { collectIndex, indexConversation } from '../../src/core/conversation/index-conversation.ts';
import type { ConversationFormat, ConversationIndex } from '../../src/core/conversation/conversation.ts';
import type { Repair } from '../../src/core/conversation/repairs.ts';
import { contentsIn, replay } from '../../src/core/conversation/replay.ts';
import { settledEdits, type ShrinkOutcome } from '../../src/core/conversation/settled-edits.ts';
import { directCompute } from '../../src/core/io/compute.ts';
import { toWire } from '../../src/core/wire/to-wire.ts';
import type { WireApi } from '../../src/core/wire/verdict.ts';
import { base64 } from './transcripts.ts';

/** A part of a message: a text, or an image under a declared type. */
export type Piece = { readonly text: string } | { readonly type: string; readonly data: string };

/** What happens in a conversation, one after the other. */
export type Turn =
  | { readonly user: readonly Piece[] }
  | { readonly assistant: string; readonly calls?: readonly string[] }
  | { readonly result: string; readonly pieces: readonly Piece[] };

export const image = (bytes: Uint8Array, type = 'image/png'): Piece => ({ type, data: base64(bytes) });
export const text = (words: string): Piece => ({ text: words });

/** How each format writes the same conversation. */
export const WRITERS = {
  'claude-code': claudeCode,
  codex,
  anthropic: (turns: readonly Turn[]) => JSON.stringify({ model: 'claude-opus-4-5', max_tokens: 9, messages: anthropicMessages(turns) }),
  cline: (turns: readonly Turn[]) => JSON.stringify(anthropicMessages(turns)),
  'cline-session': clineSession,
  'openai-chat': (turns: readonly Turn[]) => JSON.stringify({ model: 'gpt-5.2', messages: chatMessages(turns) }),
  runtime: (turns: readonly Turn[]) =>
    JSON.stringify(
      { agentId: 'agent-1', messages: [{ role: 'system', content: 'Be brief.' }, ...chatMessages(turns)], tokenUsage: null },
      null,
      2,
    ),
  'openai-responses': (turns: readonly Turn[]) => JSON.stringify({ model: 'gpt-5.2', input: responsesItems(turns) }),
  gemini: (turns: readonly Turn[]) => JSON.stringify({ contents: geminiContents(turns) }),
  'bedrock-converse': (turns: readonly Turn[]) => JSON.stringify({ messages: converseMessages(turns) }),
  ollama: (turns: readonly Turn[]) => JSON.stringify({ model: 'llava', messages: ollamaMessages(turns), stream: false }),
  'copilot-cli': (turns: readonly Turn[]) => copilotCli(turns),
  'gemini-cli': geminiCli,
  'qwen-code': qwenCode,
  pi,
  opencode: (turns: readonly Turn[]) => openCode(turns),
  'otel-genai': (turns: readonly Turn[]) => otelSpan(turns, 'text'),
  'vscode-chat': (turns: readonly Turn[]) => JSON.stringify({ ...CHAT, requests: chatRequests(turns) }),
  // a single text is no conversation of several turns
} as const satisfies Record<Exclude<ConversationFormat, 'bedrock-invoke'>, (turns: readonly Turn[]) => string>;

export type WrittenFormat = keyof typeof WRITERS;

const anthropicPiece = (piece: Piece): object =>
  'text' in piece
    ? { type: 'text', text: piece.text }
    : { type: 'image', source: { type: 'base64', media_type: piece.type, data: piece.data } };

function anthropicMessages(turns: readonly Turn[]): { role: string; content: object[] }[] {
  const messages: { role: string; content: object[] }[] = [];
  for (const turn of turns) {
    if ('user' in turn) messages.push({ role: 'user', content: turn.user.map(anthropicPiece) });
    else if ('assistant' in turn) {
      const calls = (turn.calls ?? []).map((id) => ({ type: 'tool_use', id, name: 'Read', input: { path: 'a.png' } }));
      messages.push({ role: 'assistant', content: [{ type: 'text', text: turn.assistant }, ...calls] });
    } else {
      const result = { type: 'tool_result', tool_use_id: turn.result, content: turn.pieces.map(anthropicPiece) };
      messages.push({ role: 'user', content: [result] });
    }
  }
  return messages;
}

const conversePiece = (piece: Piece): object =>
  'text' in piece ? { text: piece.text } : { image: { format: piece.type.replace('image/', ''), source: { bytes: piece.data } } };

function converseMessages(turns: readonly Turn[]): object[] {
  return turns.map((turn) => {
    if ('user' in turn) return { role: 'user', content: turn.user.map(conversePiece) };
    if ('result' in turn)
      return { role: 'user', content: [{ toolResult: { toolUseId: turn.result, content: turn.pieces.map(conversePiece) } }] };
    const calls = (turn.calls ?? []).map((toolUseId) => ({ toolUse: { toolUseId, name: 'Read', input: { path: 'a.png' } } }));
    return { role: 'assistant', content: [{ text: turn.assistant }, ...calls] };
  });
}

/** Pictures stand beside the text, and calls have no ids. */
function ollamaMessages(turns: readonly Turn[]): object[] {
  const content = (pieces: readonly Piece[]): object => ({
    content: pieces.flatMap((piece) => ('text' in piece ? piece.text : [])).join('\n'),
    images: pieces.flatMap((piece) => ('text' in piece ? [] : piece.data)),
  });
  return turns.map((turn) => {
    if ('user' in turn) return { role: 'user', ...content(turn.user) };
    if ('result' in turn) return { role: 'tool', tool_name: 'Read', ...content(turn.pieces) };
    const tool_calls = (turn.calls ?? []).map(() => ({ function: { name: 'Read', arguments: { path: 'a.png' } } }));
    return { role: 'assistant', content: turn.assistant, tool_calls };
  });
}

const clinePiece = (piece: Piece): object =>
  'text' in piece ? { type: 'text', text: piece.text } : { type: 'image', data: piece.data, mediaType: piece.type };

/** As Cline 3.0 writes it anew; what its tools find stands beside what they were asked for. */
function clineSession(turns: readonly Turn[]): string {
  const messages = turns.map((turn, index) => {
    const common = { id: `m${index}`, ts: 1_793_527_200_000 + index };
    if ('user' in turn) return { ...common, role: 'user', content: turn.user.map(clinePiece) };
    if ('result' in turn) {
      const content = [{ query: 'a.png', result: turn.pieces.map(clinePiece), success: true }];
      return { ...common, role: 'user', content: [{ type: 'tool_result', tool_use_id: turn.result, name: 'read_files', content }] };
    }
    const calls = (turn.calls ?? []).map((id) => ({ type: 'tool_use', id, name: 'read_files', input: { files: [{ path: 'a.png' }] } }));
    return { ...common, role: 'assistant', content: [{ type: 'text', text: turn.assistant }, ...calls], modelInfo: { id: 'gpt-4o' } };
  });
  const head = { version: 1, agent: 'lead', sessionId: 's', origin: { source: 'cli', version: '3.0.65' } };
  return JSON.stringify({ ...head, messages }, null, 2);
}

/** As opencode exports it: a call and its result are one part, and a call without one was broken off. */
export function openCode(turns: readonly Turn[], info: object = {}): string {
  const file = (piece: Piece): object =>
    'text' in piece
      ? { type: 'text', text: piece.text }
      : { type: 'file', mime: piece.type, url: `data:${piece.type};base64,${piece.data}`, filename: 'a.png' };
  const messages: { info: object; parts: object[] }[] = [];
  const calls = new Map<string, { state: object }>();
  for (const [index, turn] of turns.entries()) {
    const common = { id: `msg_${index}`, sessionID: 'ses_1', time: { created: 1_793_527_200_000 + index } };
    if ('user' in turn) messages.push({ info: { ...common, role: 'user' }, parts: turn.user.map(file) });
    else if ('assistant' in turn) {
      const asked = (turn.calls ?? []).map((callID) => {
        const state = { status: 'running', input: { filePath: 'a.png' }, time: { start: 1 } };
        return { type: 'tool', tool: 'read', callID, state };
      });
      for (const call of asked) calls.set(call.callID, call);
      const tokens = { input: 0, output: 0, reasoning: 0, cache: { read: 0, write: 0 } };
      const answer = { ...common, role: 'assistant', parentID: 'msg_0', modelID: 'gpt-4o', providerID: 'openai', tokens, finish: 'stop' };
      const parts = [{ type: 'step-start' }, { type: 'text', text: turn.assistant }, ...asked, { type: 'step-finish', tokens }];
      messages.push({ info: answer, parts });
    } else {
      const call = calls.get(turn.result);
      if (!call) continue;
      const output = turn.pieces.flatMap((piece) => ('text' in piece ? piece.text : [])).join('\n');
      const attachments = turn.pieces.filter((piece) => !('text' in piece)).map(file);
      call.state = { ...call.state, status: 'completed', output, attachments };
    }
  }
  const head = {
    id: 'ses_1',
    directory: '/project',
    title: 'A session',
    version: '1.18.34',
    model: { id: 'gpt-4o', providerID: 'openai' },
  };
  return JSON.stringify({ info: { ...head, ...info }, messages }, null, 2);
}

function claudeCode(turns: readonly Turn[]): string {
  const lines: object[] = [{ type: 'summary', summary: 'A session', leafUuid: `u${turns.length - 1}` }];
  for (const [index, message] of anthropicMessages(turns).entries()) {
    const turn = turns[index];
    const piece = turn && 'result' in turn ? turn.pieces.find((each) => 'data' in each) : undefined;
    lines.push({
      parentUuid: index === 0 ? null : `u${index - 1}`,
      isSidechain: false,
      cwd: '/project',
      sessionId: 's',
      version: '2.1.0',
      type: message.role,
      message: message.role === 'assistant' ? { id: `msg_${index}`, model: 'claude-opus-4-5', ...message } : message,
      uuid: `u${index}`,
      timestamp: '2026-11-01T10:00:00.000Z',
      ...(piece &&
        'data' in piece && { toolUseResult: { type: 'image', file: { base64: piece.data, type: piece.type, originalSize: 1 } } }),
    });
  }
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
}

const responsesPiece = (piece: Piece): object =>
  'text' in piece
    ? { type: 'input_text', text: piece.text }
    : { type: 'input_image', image_url: `data:${piece.type};base64,${piece.data}` };

function responsesItems(turns: readonly Turn[]): object[] {
  return turns.flatMap((turn): object[] => {
    if ('user' in turn) return [{ type: 'message', role: 'user', content: turn.user.map(responsesPiece) }];
    if ('result' in turn) return [{ type: 'function_call_output', call_id: turn.result, output: turn.pieces.map(responsesPiece) }];
    const calls = (turn.calls ?? []).map((id) => ({ type: 'function_call', call_id: id, name: 'read', arguments: '{"path":"a.png"}' }));
    return [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: turn.assistant }] }, ...calls];
  });
}

function codex(turns: readonly Turn[]): string {
  const line = (type: string, payload: object): string => JSON.stringify({ timestamp: '2026-11-01T10:00:00.000Z', type, payload });
  const items = responsesItems(turns).flatMap((item) => [
    line('response_item', item),
    // what the screen showed of the same
    line('event_msg', { type: 'agent_message', message: 'the same again' }),
  ]);
  const head = [line('session_meta', { id: 'x', cwd: '/project' }), line('turn_context', { model: 'gpt-5.2' })];
  return `${[...head, ...items].join('\n')}\n`;
}

const chatPiece = (piece: Piece): object =>
  'text' in piece
    ? { type: 'text', text: piece.text }
    : { type: 'image_url', image_url: { url: `data:${piece.type};base64,${piece.data}` } };

function chatMessages(turns: readonly Turn[]): object[] {
  return turns.map((turn): object => {
    if ('user' in turn) return { role: 'user', content: turn.user.map(chatPiece) };
    if ('result' in turn) return { role: 'tool', tool_call_id: turn.result, content: turn.pieces.map(chatPiece) };
    const calls = (turn.calls ?? []).map((id) => ({ id, type: 'function', function: { name: 'read', arguments: '{"path":"a.png"}' } }));
    return { role: 'assistant', content: turn.assistant, ...(calls.length > 0 && { tool_calls: calls }) };
  });
}

const geminiPiece = (piece: Piece): object =>
  'text' in piece ? { text: piece.text } : { inlineData: { mimeType: piece.type, data: piece.data } };

function geminiContents(turns: readonly Turn[]): object[] {
  return turns.map((turn): object => {
    if ('user' in turn) return { role: 'user', parts: turn.user.map(geminiPiece) };
    if ('result' in turn) {
      const media = turn.pieces.filter((piece) => 'data' in piece).map(geminiPiece);
      const output = turn.pieces.flatMap((piece) => ('text' in piece ? piece.text : [])).join('');
      return { role: 'user', parts: [{ functionResponse: { id: turn.result, name: 'read', response: { output }, parts: media } }] };
    }
    const calls = (turn.calls ?? []).map((id) => ({ functionCall: { id, name: 'read', args: {} }, thoughtSignature: 'c2ln' }));
    return { role: 'model', parts: [{ text: turn.assistant }, ...calls] };
  });
}

/** As Copilot CLI 1.0 appends to it; bytes stand in an event of their own. @param more an event before the first answer */
export function copilotCli(turns: readonly Turn[], more: readonly object[] = []): string {
  const start = {
    sessionId: 's',
    producer: 'copilot-agent',
    copilotVersion: '1.0.102',
    selectedModel: 'gpt-5.2',
    context: { cwd: '/project' },
  };
  const events: object[] = [{ type: 'session.start', data: start }, ...more];
  const named = (pieces: readonly Piece[], kind: string): object[] =>
    pieces.flatMap((piece) => {
      if ('text' in piece) return [];
      const asset = { assetId: `sha256:${events.length}`, type: 'image', mimeType: piece.type };
      events.push({ type: 'session.binary_asset', data: { ...asset, data: piece.data } });
      return { ...asset, type: kind };
    });
  const words = (pieces: readonly Piece[]): string => pieces.flatMap((piece) => ('text' in piece ? piece.text : [])).join('');
  for (const turn of turns) {
    if ('user' in turn) {
      const attachments = named(turn.user, 'file');
      events.push({ type: 'user.message', data: { content: '…', transformedContent: words(turn.user), attachments } });
    } else if ('result' in turn) {
      const result = { content: words(turn.pieces), binaryResultsForLlm: named(turn.pieces, 'image') };
      events.push({ type: 'tool.execution_complete', data: { toolCallId: turn.result, success: true, result } });
    } else {
      const toolRequests = (turn.calls ?? []).map((toolCallId) => ({ toolCallId, name: 'view', arguments: { path: 'a.png' } }));
      events.push({ type: 'assistant.message', data: { content: turn.assistant, model: 'gpt-5.2', toolRequests } });
    }
  }
  const common = { timestamp: '2026-11-01T10:00:00.000Z' };
  return `${events.map((event, index) => JSON.stringify({ ...event, ...common, id: `e${index}`, parentId: `e${index - 1}` })).join('\n')}\n`;
}

/** As Qwen Code appends to it, in a version of which it is not known what it mends; what its program notes for itself links messages too. */
function qwenCode(turns: readonly Turn[]): string {
  const lines: object[] = [];
  const add = (line: object): void => {
    const common = { uuid: `u${lines.length}`, parentUuid: lines.length === 0 ? null : `u${lines.length - 1}`, sessionId: 's' };
    lines.push({ ...common, timestamp: '2026-11-01T10:00:00.000Z', cwd: '/project', version: '0.23.0', ...line });
  };
  for (const [index, content] of geminiContents(turns).entries()) {
    const turn = turns[index] ?? {};
    const type = 'assistant' in turn ? 'assistant' : 'result' in turn ? 'tool_result' : 'user';
    add({ type, ...(type === 'assistant' && { model: 'qwen3-max' }), message: content });
    add({ type: 'system', subtype: 'ui_telemetry', systemPayload: { uiEvent: {} } });
  }
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
}

const piPiece = (piece: Piece): object =>
  'text' in piece ? { type: 'text', text: piece.text } : { type: 'image', data: piece.data, mimeType: piece.type };

/** As pi 1.5 appends to it. */
function pi(turns: readonly Turn[]): string {
  const messages = turns.map((turn): object => {
    if ('user' in turn) return { role: 'user', content: turn.user.map(piPiece) };
    if ('result' in turn)
      return { role: 'toolResult', toolCallId: turn.result, toolName: 'read', content: turn.pieces.map(piPiece), isError: false };
    const calls = (turn.calls ?? []).map((id) => ({ type: 'toolCall', id, name: 'read', arguments: { path: 'a.png' } }));
    return { role: 'assistant', content: [{ type: 'text', text: turn.assistant }, ...calls], model: 'gpt-5.2', stopReason: 'stop' };
  });
  const timestamp = '2026-11-01T10:00:00.000Z';
  const entries = messages.map((message, index) => ({
    type: 'message',
    id: `e${index}`,
    parentId: index === 0 ? null : `e${index - 1}`,
    timestamp,
    message,
  }));
  const lines = [{ type: 'session', version: 3, id: 's', timestamp, cwd: '/project' }, ...entries];
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
}

const GEMINI_SESSION = { sessionId: 's', projectHash: 'h', startTime: '2026-11-01T10:00:00.000Z', kind: 'main' };

/** The messages of a session of Gemini CLI: a call's result stands beside it, and again in the message that was sent. */
function geminiCliMessages(turns: readonly Turn[]): { id: string; type: string; content: string | object[]; toolCalls?: object[] }[] {
  return turns.map((turn, index) => {
    const common = { id: `m${index}`, timestamp: '2026-11-01T10:00:00.000Z' };
    if ('user' in turn) return { ...common, type: 'user', content: turn.user.map(geminiPiece) };
    if ('result' in turn) return { ...common, type: 'user', content: geminiCliResult(turn) };
    const toolCalls = (turn.calls ?? []).map((id) => {
      const result = turns.find((each) => 'result' in each && each.result === id);
      return { id, name: 'read', args: { path: 'a.png' }, ...(result && 'result' in result && { result: geminiCliResult(result) }) };
    });
    return {
      ...common,
      type: 'gemini',
      content: turn.assistant,
      model: 'gemini-2.5-pro',
      thoughts: [],
      ...(toolCalls.length > 0 && { toolCalls }),
    };
  });
}

function geminiCliResult({ result, pieces }: Extract<Turn, { result: string }>): object[] {
  const output = pieces.flatMap((piece) => ('text' in piece ? piece.text : [])).join('');
  const response = { functionResponse: { id: result, name: 'read', response: { output } } };
  return [response, ...pieces.filter((piece) => 'data' in piece).map(geminiPiece)];
}

/** As Gemini CLI 0.61 appends to it: an answer is written again when its calls have results. */
function geminiCli(turns: readonly Turn[]): string {
  const lines: object[] = [GEMINI_SESSION];
  for (const { toolCalls, ...message } of geminiCliMessages(turns)) {
    lines.push(message);
    if (toolCalls) lines.push({ ...message, toolCalls });
    lines.push({ $set: { lastUpdated: '2026-11-01T10:00:00.000Z' } });
  }
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
}

/** A session as it is when it is resumed: all that came before is set once more. */
export function resumedGeminiCli(turns: readonly Turn[]): string {
  return `${geminiCli(turns)}${JSON.stringify({ $set: { messages: geminiCliMessages(turns) } })}\n`;
}

/** The document that earlier versions wrote: results stand beside their calls alone. */
export function earlierGeminiCli(turns: readonly Turn[]): string {
  const messages = geminiCliMessages(turns).filter((_, index) => !('result' in (turns[index] ?? {})));
  return JSON.stringify({ ...GEMINI_SESSION, messages }, null, 2);
}

/** A value of the OpenTelemetry protocol. */
function otlp(value: unknown): object {
  if (Array.isArray(value)) return { arrayValue: { values: value.map(otlp) } };
  if (typeof value !== 'object' || value === null) return { stringValue: String(value) };
  return { kvlistValue: { values: Object.entries(value).map(([key, each]) => ({ key, value: otlp(each) })) } };
}

const otelPiece = (piece: Piece): object =>
  'text' in piece ? { type: 'text', content: piece.text } : { type: 'blob', modality: 'image', mime_type: piece.type, content: piece.data };

function otelMessages(turns: readonly Turn[]): object[] {
  return turns.map((turn): object => {
    if ('user' in turn) return { role: 'user', parts: turn.user.map(otelPiece) };
    if ('result' in turn)
      return { role: 'tool', parts: [{ type: 'tool_call_response', id: turn.result, response: turn.pieces.map(otelPiece) }] };
    const calls = (turn.calls ?? []).map((id) => ({ type: 'tool_call', id, name: 'read', arguments: { path: 'a.png' } }));
    return { role: 'assistant', parts: [{ type: 'text', content: turn.assistant }, ...calls] };
  });
}

/** An export with the request of a conversation as a span. @param form of its messages: JSON text, values of the protocol, or plain JSON */
export function otelSpan(turns: readonly Turn[], form: 'text' | 'otlp' | 'plain', escapes = (json: string): string => json): string {
  const messages = otelMessages(turns);
  const values = { 'gen_ai.request.model': 'gpt-5.2', 'gen_ai.input.messages': messages };
  const ids = { traceId: '5b8efff798038103d269b633813fc60c', spanId: 'eee19b7ec3c1b174', name: 'chat gpt-5.2' };
  if (form === 'plain') return JSON.stringify({ ...ids, attributes: values });
  const attributes = Object.entries(values).map(([key, value]) => ({
    key,
    value: form === 'otlp' || typeof value === 'string' ? otlp(value) : { stringValue: escapes(JSON.stringify(value)) },
  }));
  const span = { ...ids, startTimeUnixNano: '1793527200000000000', attributes };
  return `${JSON.stringify({ resourceSpans: [{ resource: { attributes: [] }, scopeSpans: [{ scope: {}, spans: [span] }] }] })}\n`;
}

const CHAT = { version: 3, sessionId: 's', responderUsername: 'GitHub Copilot', customTitle: 'A chat' };

type ChatRequest = { requestId: string; message: object; variableData: { variables: object[] }; response: object[] } & Record<
  string,
  unknown
>;

/** What the view shows of a conversation: all that was answered to a person in one request, results beside their calls. */
function chatRequests(turns: readonly Turn[]): ChatRequest[] {
  const requests: ChatRequest[] = [];
  const request = (user: readonly Piece[]): ChatRequest => ({
    requestId: `r${requests.length}`,
    timestamp: 1_793_527_200_000,
    modelId: 'copilot/gpt-5.2',
    message: { text: user.flatMap((piece) => ('text' in piece ? piece.text : [])).join(''), parts: [] },
    variableData: {
      variables: user.flatMap((piece, at) =>
        'data' in piece ? { kind: 'image', id: `v${at}`, name: 'a.png', mimeType: piece.type, value: { $base64: piece.data } } : [],
      ),
    },
    response: [],
  });
  for (const turn of turns) {
    const last = requests.at(-1);
    if ('user' in turn) requests.push(request(turn.user));
    else if (!last) requests.push(request([]));
    if ('assistant' in turn) {
      const calls = (turn.calls ?? []).map((id) => ({
        kind: 'toolInvocationSerialized',
        toolCallId: id,
        toolId: 'read',
        isComplete: true,
      }));
      requests.at(-1)?.response.push({ value: turn.assistant }, ...calls);
    } else if ('result' in turn) {
      const call = requests.at(-1)?.response.findLast((part) => 'toolCallId' in part && part.toolCallId === turn.result);
      const output = turn.pieces.map((piece) =>
        'text' in piece
          ? { type: 'embed', isText: true, value: piece.text }
          : { type: 'embed', isText: false, mimeType: piece.type, value: piece.data },
      );
      if (call) Object.assign(call, { resultDetails: { input: '{"path":"a.png"}', output } });
    }
  }
  return requests;
}

/** The log by which the same state comes about, as VS Code appends to it while it is made. */
export function chatLog(turns: readonly Turn[]): string {
  const lines: object[] = [{ kind: 0, v: { ...CHAT, customTitle: undefined, requests: [] } }];
  for (const [index, { response, ...request }] of chatRequests(turns).entries()) {
    lines.push({ kind: 2, k: ['requests'], v: [{ ...request, response: [] }] });
    for (const part of response) {
      const path = ['requests', index, 'response'];
      // what was shown first is replaced when it is finished
      lines.push({ kind: 2, k: path, v: [{ value: '…' }] }, { kind: 2, k: path, i: response.indexOf(part), v: [part] });
    }
  }
  lines.push({ kind: 1, k: ['customTitle'], v: 'A chat' }, { kind: 1, k: ['draft'], v: 1 }, { kind: 3, k: ['draft'] });
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
}

/** The index of a file, read in small chunks that are overwritten. */
export function indexOf(file: string | Uint8Array, chunk = 64 * 1024): Promise<ConversationIndex> {
  return collectIndex(indexConversation(chunksOf(typeof file === 'string' ? Buffer.from(file) : file, chunk)));
}

export async function* chunksOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(size);
  for (let at = 0; at < bytes.length; at += size) {
    const part = bytes.subarray(at, at + size);
    buffer.set(part);
    await Promise.resolve();
    yield buffer.subarray(0, part.length);
  }
}

/** The request that a file gives, with all its content. */
export function requestOf(file: string, index: ConversationIndex, api: WireApi): Readonly<Record<string, unknown>> {
  return toWire(replay(index, contentsIn(Buffer.from(file))).messages, api).body;
}

/** A file after its repairs, and what became of its images. */
export async function repairedFile(
  file: string,
  repairs: readonly Repair[],
): Promise<{ readonly text: string; readonly images: readonly ShrinkOutcome[] }> {
  const bytes = Buffer.from(file);
  const parts: Buffer[] = [];
  const images: ShrinkOutcome[] = [];
  let at = 0;
  const read = ({ start, end }: { start: number; end: number }): Promise<Uint8Array> => Promise.resolve(bytes.subarray(start, end));
  for await (const { start, end, text: given } of settledEdits(repairs, {
    read,
    compute: directCompute,
    onShrunk: (image) => images.push(image),
  })) {
    if (start < at || end < start || end > bytes.length) throw new Error(`an edit from ${start} to ${end} after ${at}`);
    parts.push(bytes.subarray(at, start), Buffer.from(given));
    at = end;
  }
  return { text: Buffer.concat([...parts, bytes.subarray(at)]).toString(), images };
}
