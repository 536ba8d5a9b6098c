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

/** A successful answer in the shape of an API. */
export function said(api: SendableApi, probe: Probe, text = SAID[probe]): unknown {
  const calls = probe === 'tool_calling';
  const input = { word: 'ok' };
  switch (api) {
    case 'openai-chat':
    case 'openai-compatible':
    case 'mistral': {
      const message = calls
        ? {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: 'c', type: 'function', function: { name: 'note', arguments: JSON.stringify(input) } }],
          }
        : { role: 'assistant', content: text };
      return { id: 'x', object: 'chat.completion', choices: [{ index: 0, message, finish_reason: calls ? 'tool_calls' : 'stop' }] };
    }
    case 'openai-responses':
      return {
        id: 'r',
        status: 'completed',
        output: [
          { type: 'reasoning', summary: [] },
          calls
            ? { type: 'function_call', name: 'note', arguments: JSON.stringify(input) }
            : { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] },
        ],
      };
    case 'cohere':
      return {
        id: 'c',
        finish_reason: calls ? 'TOOL_CALL' : 'COMPLETE',
        message: calls
          ? { role: 'assistant', tool_calls: [{ id: 'c', type: 'function', function: { name: 'note', arguments: JSON.stringify(input) } }] }
          : { role: 'assistant', content: [{ type: 'text', text }] },
      };
    case 'bedrock-converse': {
      const block = calls ? { toolUse: { toolUseId: 't', name: 'note', input } } : { text };
      return { output: { message: { role: 'assistant', content: [block] } }, stopReason: calls ? 'tool_use' : 'end_turn' };
    }
    case 'bedrock-invoke':
    case 'anthropic':
      return {
        id: 'm',
        type: 'message',
        role: 'assistant',
        content: [calls ? { type: 'tool_use', id: 't', name: 'note', input } : { type: 'text', text }],
        stop_reason: calls ? 'tool_use' : 'end_turn',
      };
    case 'gemini':
    case 'gemini-2':
      return {
        candidates: [
          { content: { role: 'model', parts: [calls ? { functionCall: { name: 'note', args: input } } : { text }] }, finishReason: 'STOP' },
        ],
      };
    case 'ollama':
      return {
        model: 'm',
        message: {
          role: 'assistant',
          content: calls ? '' : text,
          ...(calls && { tool_calls: [{ function: { name: 'note', arguments: input } }] }),
        },
        done: true,
        done_reason: 'stop',
      };
  }
}

/** Answers everything as a model that can do everything. */
export function capable(api: SendableApi): Answering {
  return ({ probe }, response) => json(response, 200, said(api, probe));
}
