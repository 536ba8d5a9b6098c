/** A model's server on loopback: it answers as a test wants it to, well or badly. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SendableApi } from '../../src/core/wire/endpoint.ts';
import type { Probe } from '../../src/core/verify/probe.ts';

/** A request as it arrived. */
interface ReceivedRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Record<string, unknown>;
  /** What it asks for, told from its body. */
  readonly probe: Probe;
}

export type Answering = (request: ReceivedRequest, response: ServerResponse) => void;

export interface ModelServer {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** Oldest first. */
  readonly requests: readonly ReceivedRequest[];
  answer: Answering;
  close(): Promise<void>;
}

export async function startModelServer(answer: Answering): Promise<ModelServer> {
  const requests: ReceivedRequest[] = [];
  const http = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
      const request = { method: incoming.method ?? '', path: incoming.url ?? '', headers: incoming.headers, body, probe: probeOf(text) };
      requests.push(request);
      server.answer(request, response);
    });
    incoming.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const server: ModelServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    requests,
    answer,
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
  return server;
}

/** What a request is about, by the words of its body. */
function probeOf(text: string): Probe {
  if (text.includes('Take a note.')) return 'tool_result_media';
  if (text.includes('Which colour')) return 'vision';
  if (text.includes('What do you hear')) return 'audio';
  if (text.includes('Which word is on the page')) return 'file';
  if (text.includes('Call the tool')) return 'tool_calling';
  return /response_?(?:format|schema)|json_schema|"format"/i.test(text) ? 'structured_output' : 'text';
}

export function json(response: ServerResponse, status: number, value: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
}

/** What a model that can do everything says to each probe. */
const SAID: Readonly<Record<Probe, string>> = {
  text: 'ok',
  vision: 'Red',
  audio: 'Silence',
  file: 'orchid',
  tool_calling: '',
  structured_output: '{"word": "ok"}',
  tool_result_media: 'Red',
};

const INPUT = { word: 'ok' };
/** The call of the tool as OpenAI's Chat Completions has it. */
const TOOL_CALLS = [{ id: 'c', type: 'function', function: { name: 'note', arguments: JSON.stringify(INPUT) } }];

/** A text, or null for a call of the tool, in the shape of an API. */
type Shape = (text: string | null) => unknown;

const chat: Shape = (text) => ({
  id: 'x',
  object: 'chat.completion',
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: text, ...(text === null && { tool_calls: TOOL_CALLS }) },
      finish_reason: text === null ? 'tool_calls' : 'stop',
    },
  ],
});

const anthropic: Shape = (text) => ({
  id: 'm',
  type: 'message',
  role: 'assistant',
  content: [text === null ? { type: 'tool_use', id: 't', name: 'note', input: INPUT } : { type: 'text', text }],
  stop_reason: text === null ? 'tool_use' : 'end_turn',
});

const gemini: Shape = (text) => ({
  candidates: [
    {
      content: { role: 'model', parts: [text === null ? { functionCall: { name: 'note', args: INPUT } } : { text }] },
      finishReason: 'STOP',
    },
  ],
});

const SHAPES: Readonly<Record<SendableApi, Shape>> = {
  'openai-chat': chat,
  'openai-compatible': chat,
  mistral: chat,
  'openai-responses': (text) => ({
    id: 'r',
    status: 'completed',
    output: [
      { type: 'reasoning', summary: [] },
      text === null
        ? { type: 'function_call', name: 'note', arguments: JSON.stringify(INPUT) }
        : { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] },
    ],
  }),
  cohere: (text) => ({
    id: 'c',
    finish_reason: text === null ? 'TOOL_CALL' : 'COMPLETE',
    message: { role: 'assistant', ...(text === null ? { tool_calls: TOOL_CALLS } : { content: [{ type: 'text', text }] }) },
  }),
  'bedrock-converse': (text) => ({
    output: {
      message: { role: 'assistant', content: [text === null ? { toolUse: { toolUseId: 't', name: 'note', input: INPUT } } : { text }] },
    },
    stopReason: text === null ? 'tool_use' : 'end_turn',
  }),
  'bedrock-invoke': anthropic,
  anthropic,
  gemini,
  'gemini-2': gemini,
  ollama: (text) => ({
    model: 'm',
    message: {
      role: 'assistant',
      content: text ?? '',
      ...(text === null && { tool_calls: [{ function: { name: 'note', arguments: INPUT } }] }),
    },
    done: true,
    done_reason: 'stop',
  }),
};

/** A successful answer in the shape of an API. */
export function said(api: SendableApi, probe: Probe, text = SAID[probe]): unknown {
  return SHAPES[api](probe === 'tool_calling' ? null : text);
}

/** Answers everything as a model that can do everything. */
export function capable(api: SendableApi): Answering {
  return ({ probe }, response) => json(response, 200, said(api, probe));
}
